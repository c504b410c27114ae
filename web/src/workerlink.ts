// In place of link.ts where there is no server: the engine runs in a worker of the page, which
// workercall.ts starts. See static.mjs.

import type { Link as ServerLink } from "./link";
import type { WorkerCall } from "./workercall";

/** What the engine calls itself, as the server has it, too: static.mjs puts it in. */
declare const ENGINE: string;

export class Link implements Pick<ServerLink, keyof ServerLink> {
  readonly engine = ENGINE;
  readonly isOwn = true;
  dropped = false;
  private readonly call: WorkerCall | undefined;
  private readonly lines = new Set<(line: string) => void>();
  private readonly ends = new Set<(reason: string) => void>();

  constructor(opened: () => void) {
    const call = window.workerCall ?? window.startEngine?.();
    window.workerCall = undefined;
    this.call = call;
    document.documentElement.dataset.stopping = call?.raw.stopping;
    call?.raw.onEnd((reason) => {
      this.dropped = reason !== "";
      for (const ended of this.ends) ended(reason || "The engine has ended");
    });
    // Whoever connects hears of it later, as from a server.
    queueMicrotask(opened);
  }

  onLine(listener: (line: string) => void): () => void {
    this.lines.add(listener);
    return () => void this.lines.delete(listener);
  }

  onEnd(listener: (reason: string) => void): () => void {
    this.ends.add(listener);
    return () => void this.ends.delete(listener);
  }

  send(line: string): void {
    const { call } = this;
    if (call?.greeting[0] !== line) return call?.raw.send(line);
    call.greeting.shift();
    if (line !== "ugi") return;
    // It was greeted when it was started, and what it said was kept.
    const receive = (line: string): void => this.lines.forEach((told) => told(line));
    call.taken();
    call.heard.splice(0).forEach(receive);
    call.raw.onLine(receive);
  }

  terminate(): void {
    this.ends.clear();
    this.call?.raw.terminate();
  }
}

// In place of link.ts where there is no server: the engine runs in a worker of the page, which
// workercall.ts starts. See static.mjs.

import type { LinkListener, Link as ServerLink } from "./link";
import type { WorkerCall } from "./workercall";

/** What the engine calls itself, as the server has it, too: static.mjs puts it in. */
declare const ENGINE: string;

export class Link implements Pick<ServerLink, keyof ServerLink> {
  private now: WorkerCall | null = null;
  engine = ENGINE;
  readonly isOwn = true;

  constructor(private readonly listener: LinkListener) {}

  get open(): boolean {
    return this.now !== null;
  }

  connect(): void {
    this.now?.raw.terminate();
    const now = window.workerCall ?? window.startEngine?.() ?? null;
    window.workerCall = undefined;
    this.now = now;
    document.documentElement.dataset.stopping = now?.raw.stopping;
    now?.raw.onEnd((reason) => {
      if (now !== this.now) return;
      this.now = null;
      this.listener.closed(reason || "The engine has ended", reason !== "");
    });
    // Whoever connects hears of it later, as from a server.
    queueMicrotask(() => {
      if (now && now === this.now) this.listener.opened();
    });
  }

  send(line: string): void {
    const { now } = this;
    if (now?.greeting[0] !== line) return now?.raw.send(line);
    now.greeting.shift();
    if (line !== "ugi") return;
    now.taken();
    for (const said of now.heard.splice(0)) this.listener.line(said);
    now.raw.onLine((said) => {
      if (now === this.now) this.listener.line(said);
    });
  }

  drop(reason: string): void {
    const { now } = this;
    this.now = null;
    now?.raw.terminate();
    this.listener.closed(reason, false);
  }
}

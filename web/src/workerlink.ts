// In place of link.ts where there is no server: the engine runs in a worker of the page. See
// static.mjs.

import { RawEngine } from "../../clients/js/src/raw";
import type { LinkListener, Link as ServerLink } from "./link";
import { beside, scripts } from "./scripts";

/** What the engine calls itself, as the server has it, too: static.mjs puts it in. */
declare const ENGINE: string;

export class Link implements Pick<ServerLink, keyof ServerLink> {
  private raw: RawEngine | null = null;
  engine = ENGINE;
  readonly isOwn = true;

  constructor(private readonly listener: LinkListener) {}

  get open(): boolean {
    return this.raw !== null;
  }

  connect(): void {
    this.raw?.terminate();
    const raw = new RawEngine({ wasm: beside("zugi.wasm"), worker: scripts.createScriptURL("worker.js") });
    this.raw = raw;
    document.documentElement.dataset.stopping = raw.stopping;
    raw.onLine((line) => {
      if (raw === this.raw) this.listener.line(line);
    });
    raw.onEnd((reason) => {
      if (raw !== this.raw) return;
      this.raw = null;
      this.listener.closed(reason || "The engine has ended", reason !== "");
    });
    // Whoever connects hears of it later, as from a server.
    queueMicrotask(() => {
      if (raw === this.raw) this.listener.opened();
    });
  }

  send(line: string): void {
    this.raw?.send(line);
  }

  drop(reason: string): void {
    const { raw } = this;
    this.raw = null;
    raw?.terminate();
    this.listener.closed(reason, false);
  }
}

// The page is there off line from the second visit on.
if ("serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register(scripts.createScriptURL("offline.js")).catch(() => undefined));
}

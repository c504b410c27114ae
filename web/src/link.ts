// A connection to the server: lines of the engine in both directions, and lines of the server.

import type { Answer, Transport } from "../../clients/js/src/connection";
import { type EarlyConnection, dial } from "./early-connection";

/** The close codes: the server shuts down, and the engine has ended. */
const [GOING_AWAY, ENGINE_ENDED] = [1001, 1011];

/** How a connection ended: `dropped` is lost without a reason, or the server was shut down;
 *  `stopped` is the end of the engine; `ended` is another end by the server. */
export type Loss = "dropped" | "stopped" | "ended";

export class Link implements Transport {
  engine = "engine";
  /** Whether the engine runs on the person's machine, and may work for minutes. */
  readonly isOwn: boolean = false;
  loss: Loss = "ended";
  /** Whether the engine is still being fetched. */
  readonly isComing: boolean = false;
  /** Resolves when the engine is loaded, with its option lines. */
  readonly arrival: Promise<string[]> | null = null;
  private readonly socket: WebSocket;
  /** The early connection, until `send` gets its first line; and the lines that it has sent
   *  already, which are not sent again. */
  private early: EarlyConnection | null;
  private readonly greeting: string[];
  private farewell = "";
  private readonly lines = new Set<(line: string) => void>();
  private readonly ends = new Set<(reason: string) => void>();

  constructor(opened: () => void) {
    const { earlyConnection: early } = window;
    this.early = early && early.socket.readyState <= WebSocket.OPEN ? early : null;
    window.earlyConnection = undefined;
    this.greeting = this.early ? [...this.early.greeting] : [];
    const socket = (this.socket = this.early?.socket ?? dial());
    if (socket.readyState === WebSocket.OPEN) queueMicrotask(opened);
    else socket.addEventListener("open", opened);
    socket.addEventListener("message", ({ data }) => {
      if (typeof data === "string" && !this.early) this.receive(data);
    });
    socket.addEventListener("close", ({ code }) => {
      // A server that has ended may start again.
      if (!this.farewell || code === GOING_AWAY) this.loss = "dropped";
      else if (code === ENGINE_ENDED) this.loss = "stopped";
      for (const ended of this.ends)
        ended(this.farewell || "The connection to the engine was lost");
    });
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
    if (this.greeting[0] !== line) {
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(line);
      return;
    }
    this.greeting.shift();
    const { early } = this;
    if (!early) return;
    this.early = null;
    early.socket.onopen = early.socket.onmessage = null;
    for (const said of early.heard) this.receive(said);
  }

  /** Answers that are known before the engine is loaded. */
  known(_: string[][]): Answer[] | null {
    return null;
  }

  terminate(): void {
    this.lines.clear();
    this.ends.clear();
    this.socket.close();
  }

  private receive(line: string): void {
    const [own, word, text = ""] = /^serve (engine|error|ended|busy) ?(.*)$/s.exec(line) ?? [];
    if (word === "engine") this.engine = text || this.engine;
    else if (word === "ended" || word === "busy")
      this.farewell = text || (word === "busy" ? "The server is busy" : "The engine has ended");
    // A refusal of the server reads like one of the engine.
    else for (const told of this.lines) told(own ? `info string error: ${text}` : line);
  }
}

// The WebSocket to the server: lines of text in both directions, and what the server itself
// has to say.

import { type Call, dial } from "./call";

/** The close code of a server that is ended. */
const GOING_AWAY = 1001;

/** What somebody who uses a link is told. */
export interface LinkListener {
  /** The connection is there. */
  opened(): void;
  /** A line of the engine. */
  line(text: string): void;
  /** The server has refused or changed something; the visit goes on. */
  refused(text: string): void;
  /** The connection is gone, and why; `dropped` if neither side has ended it on purpose. */
  closed(reason: string, dropped: boolean): void;
}

/** A connection that can be taken up again after it was lost. */
export class Link {
  private socket: WebSocket | null = null;
  private farewell = "";
  /** The call that was made before the page was there, until the engine is greeted; and what it has
   *  sent, which is not sent again. */
  private early: Call | null = null;
  private greeting: string[] = [];
  /** What the engine is called. */
  engine = "engine";
  /** Whether it may work for minutes: on the machine of the person, not on a server. */
  readonly isOwn: boolean = false;

  constructor(private readonly listener: LinkListener) {}

  get open(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect(): void {
    const early =
      window.call && window.call.socket.readyState <= WebSocket.OPEN ? window.call : null;
    window.call = undefined;
    const [old, socket] = [this.socket, early?.socket ?? dial()];
    this.socket = socket;
    this.early = early;
    this.greeting = early ? [...early.greeting] : [];
    this.farewell = "";
    // Whoever has two connections is two visitors.
    old?.close();
    const opened = (): void => {
      if (socket === this.socket) this.listener.opened();
    };
    if (this.open) queueMicrotask(opened);
    else socket.addEventListener("open", opened);
    socket.addEventListener("message", (event) => {
      if (typeof event.data === "string" && socket === this.socket && !this.early)
        this.receive(event.data);
    });
    socket.addEventListener("close", ({ code }) => {
      if (socket !== this.socket) return;
      this.socket = null;
      // A server that has been ended may be started again.
      this.listener.closed(
        this.farewell || "The connection to the engine was lost",
        !this.farewell || code === GOING_AWAY,
      );
    });
  }

  send(line: string): void {
    if (this.greeting[0] !== line) {
      if (this.open) this.socket?.send(line);
      return;
    }
    this.greeting.shift();
    const { early } = this;
    if (!early) return;
    this.early = null;
    early.socket.onopen = early.socket.onmessage = null;
    for (const said of early.heard) this.receive(said);
  }

  /** Gives the connection up, and says why. */
  drop(reason: string): void {
    const { socket } = this;
    this.socket = null;
    socket?.close();
    this.listener.closed(reason, false);
  }

  private receive(line: string): void {
    const own = /^serve (engine|error|ended|busy) ?(.*)$/s.exec(line);
    if (!own) return this.listener.line(line);
    const [, word, text = ""] = own;
    if (word === "engine") this.engine = text || this.engine;
    else if (word === "error") this.listener.refused(text);
    else this.farewell = text || (word === "busy" ? "The server is busy" : "The engine has ended");
  }
}

// The WebSocket to the server: lines of text in both directions, and what the server itself
// has to say.

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
  /** What the engine is called. */
  engine = "engine";
  /** Whether it may work for minutes: on the machine of the person, not on a server. */
  readonly isOwn: boolean = false;

  constructor(private readonly listener: LinkListener) {}

  get open(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const [old, socket] = [this.socket, new WebSocket(`${scheme}//${location.host}/engine`)];
    this.socket = socket;
    this.farewell = "";
    // Whoever has two connections is two visitors.
    old?.close();
    socket.addEventListener("open", () => {
      if (socket === this.socket) this.listener.opened();
    });
    socket.addEventListener("message", (event) => {
      if (typeof event.data === "string" && socket === this.socket) this.receive(event.data);
    });
    socket.addEventListener("close", ({ code }) => {
      if (socket !== this.socket) return;
      this.socket = null;
      // A server that has been ended may be started again.
      this.listener.closed(this.farewell || "The connection to the engine was lost", !this.farewell || code === GOING_AWAY);
    });
  }

  send(line: string): void {
    if (this.open) this.socket?.send(line);
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

// The first connection to the server, made before the rest of the page is loaded, so that the
// engine starts meanwhile. Its lines are kept until `link.ts` takes the connection over.

/** A connection that `Link` has not taken over yet. */
export interface EarlyConnection {
  socket: WebSocket;
  /** The greeting, which is sent as soon as there is a connection. */
  greeting: string[];
  /** The lines of the engine so far. */
  heard: string[];
}

declare global {
  interface Window {
    earlyConnection?: EarlyConnection;
  }
}

export const dial = (): WebSocket =>
  new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/engine`);

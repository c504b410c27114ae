// The first connection to the server, made before the rest of the page is loaded, so that the
// engine starts meanwhile. Its lines are kept until `link.ts` takes the connection over.

import { linesOf } from "../../clients/js/src/connection";
import { GREETING } from "./ugi-text";

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

export function connectEarly(): void {
  const made: EarlyConnection = { socket: dial(), greeting: GREETING.flatMap(linesOf), heard: [] };
  made.socket.onopen = () => made.greeting.forEach((line) => made.socket.send(line));
  made.socket.onmessage = ({ data }) => made.heard.push(String(data));
  window.earlyConnection = made;
}

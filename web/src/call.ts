// The first call to the server. It is made before the rest of the page is there, so that the engine
// starts meanwhile; what it says is kept until `link.ts` takes the call.

import { linesOf } from "../../clients/js/src/connection";
import { GREETING } from "./ugi-text";

/** A connection that `Link` has not taken over yet. */
export interface Call {
  socket: WebSocket;
  /** The greeting, which is sent as soon as there is a connection. */
  greeting: string[];
  /** The lines of the engine so far. */
  heard: string[];
}

declare global {
  interface Window {
    call?: Call;
  }
}

/** Connects to the engine. */
export const dial = (): WebSocket =>
  new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/engine`);

/** Connects to the engine, and greets it. */
export function call(): void {
  const made: Call = { socket: dial(), greeting: GREETING.flatMap(linesOf), heard: [] };
  made.socket.onopen = () => made.greeting.forEach((line) => made.socket.send(line));
  made.socket.onmessage = ({ data }) => made.heard.push(String(data));
  window.call = made;
}

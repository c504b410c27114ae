// The first call to the server. It is made before the rest of the page is there, so that the engine
// starts meanwhile; what it says is kept until `link.ts` takes the call.

import { linesOf } from "../../clients/js/src/connection";
import { GREETING } from "./ugi-text";

/** A call that nobody has taken yet. */
export interface Call {
  socket: WebSocket;
  /** The greeting, which is sent as soon as there is a connection. */
  greeting: string[];
  /** What was said since the engine was greeted. */
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

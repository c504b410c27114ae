// A person who is here for the first time chooses a game. The cards of a game come before its first
// move.

import { showCards } from "./cards";
import { store, stored } from "./storage";
import { connection, later, play, position, session, tasks } from "./stores";

/** Whether the address asks for nothing, and nobody has begun a game in this browser; says so once. A
 *  browser that keeps nothing would say so each time. */
const isFirst = (): boolean =>
  session.unasked && !stored("visited") && !stored("cards") && store("visited", "yes");

/** A game has begun. */
export async function greet(): Promise<void> {
  const { game } = play;
  if (isFirst()) {
    await tasks.ready;
    const { newGame } = await later();
    // The person may have begun by themselves while the engine was on its way.
    const began = play.game !== game || position.node !== game?.start;
    if (began || !connection.connected || document.querySelector("dialog[open]")) return;
    if (await newGame()) return;
  }
  await showCards();
}

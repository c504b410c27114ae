// The first visit of a person begins with the choice of a game, before the cards of that game.

import { wantsCards } from "./cards-seen";
import { store, stored } from "./storage";
import { connection, later, play, position, session, tasks } from "./stores";

/** Whether the address is bare and nobody has begun a game in this browser; true once. It is false in a
 *  browser that keeps nothing, where it would be true at each visit. */
const isFirst = (): boolean =>
  session.isBare && !stored("visited") && !stored("cards") && store("visited", "yes");

/** Shows the choice of a game at a first visit, else the cards of the game that has begun. */
export async function greet(): Promise<void> {
  const { game } = play;
  if (isFirst()) {
    await tasks.ready;
    const { newGame } = await later();
    // The person may have moved or opened something while the engine was loading.
    const moved = play.game !== game || position.node !== game?.start;
    if (moved || !connection.connected || document.querySelector("dialog[open]")) return;
    if (await newGame()) return;
  }
  const { sheet } = position;
  if (sheet?.cards.length && wantsCards(sheet.title)) await (await later()).showCards();
}

// A visit that begins with nothing begins with the choice of a game: the first one of a person, before
// the cards of that game, and one in which an unfinished game waits.

import { wantsCards } from "./cards-seen";
import { store, stored } from "./storage";
import { connection, later, myGames, play, position, session, tasks } from "./stores";

/** Whether nobody has begun a game in this browser; true once. It is false in a browser that keeps
 *  nothing, where it would be true at each visit. */
const isFirst = (): boolean => !stored("visited") && !stored("cards") && store("visited", "yes");

/** Shows the choice of a game at the beginning of such a visit, else the cards of the game that has
 *  begun. */
export async function greet(): Promise<void> {
  const { game } = play;
  if (session.isBare && !session.begun) {
    const first = isFirst();
    await tasks.ready;
    const { newGame, findWaiting } = await later();
    await findWaiting();
    // The person may have moved or opened something while the engine was loading.
    const moved = play.game !== game || position.node !== game?.start;
    if (moved || !connection.connected || document.querySelector("dialog[open]")) return;
    if ((first || myGames.waiting) && (await newGame())) return;
  }
  const { sheet } = position;
  if (sheet?.cards.length && wantsCards(sheet.title)) await (await later()).showCards();
}

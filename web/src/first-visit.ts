// A visit without a game to show begins with the choice of a game, if it is the first one or an
// unfinished game waits. The cards of the chosen game follow.

import { wantsCards } from "./cards-seen";
import { store, stored } from "./storage";
import { connection, later, myGames, play, position, session, tasks } from "./stores";

/** Whether the person has seen neither the choice of a game nor cards. False in a browser that
 *  stores nothing, where it would be true each time. */
const isFirst = (): boolean =>
  stored("visited") !== "yes" && !stored("cards") && store("visited", "no");

/** Shows the choice of a game at such a visit, otherwise the cards of the current game. */
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
    const chosen = (first || myGames.waiting) && (await newGame());
    store("visited", "yes");
    if (chosen) return;
  }
  const { sheet } = position;
  if (sheet?.cards.length && wantsCards(sheet.title)) await (await later()).showCards();
}

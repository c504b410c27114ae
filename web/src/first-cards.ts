// The cards of a game come once, before its first move: whether they come, and when.

import type { App } from "./app";
import { prefer, preferredText } from "./preferences";

/** Milliseconds for which the board is seen before its cards come. */
const LOOK_MS = 100;

/** Until the board has been seen; in a tab that nobody looks at nothing is painted, so not for long. */
const seenBoard = (): Promise<void> =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done, LOOK_MS));
    setTimeout(done, 4 * LOOK_MS);
  });

/** Shows the cards of a game once, before its first move. */
export async function showCards(app: App): Promise<void> {
  const { sheet, game } = app;
  const seen = preferredText("cards").split("\n");
  if (!sheet?.cards.length || !game || seen.includes(sheet.title) || seen.includes("none")) return;
  // A browser that keeps nothing would show them each time.
  if (!prefer("cards", [...seen, sheet.title].filter(Boolean).join("\n"))) return;
  game.pause();
  try {
    // Not even their script is fetched before the board is there.
    await seenBoard();
    const { askCards } = await import("./extra");
    if (app.game === game) await askCards(sheet);
  } finally {
    app.game?.resume();
  }
}

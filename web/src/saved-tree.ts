// The analysis of this tab after a reload.

import type { App } from "./app";
import { Refused } from "./engine";
import { grow } from "./game-doc";
import type { Session } from "./saved-game";

/** Shows the saved analysis; says whether there is one. */
export async function reopenTree(app: App, session: Session): Promise<boolean> {
  const { view, games, note, chosen, analysing } = session;
  if (!view) return false;
  try {
    await app.attempt(async () => {
      const tree = await app.plant(view.variant, view.fen);
      await app.engine.setAll([["PieRule", String(view.pie)]]);
      app.pie = view.pie;
      const node = grow(tree, view.nodes)[view.at] ?? tree.root;
      node.view ??= await app.engine.view(tree.line(node));
      await app.adopt(tree, node, games[chosen] ?? null);
    });
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
  app.turned = view.turned;
  app.records = games;
  if (games.length) {
    app.recordsText = note;
    app.recordAsked = games[chosen] ?? null;
    app.recordFacts = { text: games[chosen]?.facts ?? "" };
  }
  app.analysis.switch(analysing);
  return true;
}

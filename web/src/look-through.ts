// A whole game is scored, position by position.

import type { App } from "./app";

/** Milliseconds for each position. */
const GLANCE_MS = 250;

/** Looks at each position of the game for a moment, for its curve and its blunders; or stops that. */
export async function lookThrough(app: App): Promise<void> {
  const { analysis } = app;
  const end = (): void => {
    analysis.left = 0;
    app.screen.drawAnalysis();
    analysis.follow();
  };
  if (analysis.left) {
    analysis.halt();
    return end();
  }
  if (app.game) app.leaveGame();
  analysis.halt();
  const { tree } = app;
  const nodes = tree.main(app.node);
  analysis.left = nodes.length;
  for (const node of nodes) {
    if (!analysis.left || tree !== app.tree || !app.connected) break;
    try {
      node.view ??= await app.engine.view(tree.line(node));
      if (node.parent?.view) node.mover = node.parent.view.scene.turn;
    } catch (error) {
      app.trouble(error);
      break;
    }
    if (!analysis.left) break;
    if (!node.view.over) await analysis.search(node, `movetime ${GLANCE_MS}`, 1, GLANCE_MS);
    if (analysis.left) analysis.left -= 1;
    app.screen.drawAnalysis();
  }
  end();
}

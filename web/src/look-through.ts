// A whole game is looked at, position by position: to score it, or to tell its moves in words.

import type { App } from "./app";

/** Milliseconds for each position. */
const GLANCE_MS = 250;

/** The most positions that are asked for to tell their moves. */
const MOST_TOLD = 300;

/** Asks for the positions of a game whose list of moves is in words, which come from them. */
export async function tellMoves(app: App): Promise<void> {
  const { tree } = app;
  let told = 0;
  for (const node of tree.main(app.node).slice(0, MOST_TOLD)) {
    if (tree !== app.tree || !app.connected) return;
    if (node.view) continue;
    node.view = await app.engine.view(tree.line(node));
    if (node.parent?.view) node.mover = node.parent.view.scene.turn;
    told += 1;
  }
  if (!told || tree !== app.tree) return;
  tree.changed();
}

/** Looks at each position of the game for a moment, for its curve and its blunders; or stops that. */
export async function lookThrough(app: App): Promise<void> {
  const { analysis } = app;
  const end = (): void => {
    analysis.left = 0;
    app.evaluations.changed();
  };
  if (analysis.left) {
    analysis.stopGlance();
    return end();
  }
  if (app.game) app.leaveGame();
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
    if (!node.view.over) await analysis.glance(node, GLANCE_MS);
    if (analysis.left) analysis.left -= 1;
    app.evaluations.changed();
  }
  end();
}

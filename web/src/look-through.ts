// A whole game is looked at, position by position: to score it, or to tell its moves in words.

import { analysis, connection, play, position, tasks } from "./stores";

/** Milliseconds for each position. */
const GLANCE_MS = 250;

/** The most positions that are asked for to tell their moves. */
const MOST_TOLD = 300;

/** Asks for the positions of a game whose list of moves is in words, which come from them. */
export async function tellMoves(): Promise<void> {
  const { tree } = position;
  for (const node of tree.main(position.node).slice(0, MOST_TOLD)) {
    if (tree !== position.tree || !connection.connected) return;
    if (!node.view) await position.fetch(node);
  }
}

/** Looks at each position of the game for a moment, for its curve and its blunders; or stops that. */
export async function lookThrough(): Promise<void> {
  if (analysis.left) return analysis.stopLookThrough();
  play.leave();
  const { tree } = position;
  const nodes = tree.main(position.node);
  analysis.beginLookThrough(nodes.length);
  for (const node of nodes) {
    if (!analysis.left || tree !== position.tree || !connection.connected) break;
    try {
      await position.fetch(node);
    } catch (error) {
      tasks.trouble(error);
      break;
    }
    if (!analysis.left) break;
    if (!node.view?.over) await analysis.glance(node, GLANCE_MS);
    analysis.countLooked();
  }
  analysis.endLookThrough();
}

// A whole game is looked at, position by position: to score it, or to tell its moves in words.

import { analysis, connection, play, position, tasks } from "./stores";

/** Milliseconds for each position. */
const GLANCE_MS = 250;

/** The most positions that are asked for to tell their moves. */
const MOST_TOLD = 300;

/** Asks for the positions of a game whose list of moves is in words, which come from them. */
export async function tellMoves(): Promise<void> {
  const { tree } = position;
  let told = 0;
  for (const node of tree.main(position.node).slice(0, MOST_TOLD)) {
    if (tree !== position.tree || !connection.connected) return;
    if (node.view) continue;
    await position.fetch(node);
    told += 1;
  }
  if (!told || tree !== position.tree) return;
  tree.changed();
}

/** Looks at each position of the game for a moment, for its curve and its blunders; or stops that. */
export async function lookThrough(): Promise<void> {
  const end = (): void => {
    analysis.left = 0;
    analysis.evaluations.changed();
  };
  if (analysis.left) {
    analysis.stopGlance();
    return end();
  }
  play.leave();
  const { tree } = position;
  const nodes = tree.main(position.node);
  analysis.left = nodes.length;
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
    if (analysis.left) analysis.left -= 1;
    analysis.evaluations.changed();
  }
  end();
}

// A whole game is looked at, position by position: to judge it, or to tell its moves in words.

import { effect } from "@preact/signals";
import { analysis, connection, play, position, tasks } from "./stores";
import { type Node, path, provenWorth } from "./tree";
import { doubtful } from "./turning-point";

/** The most positions that are asked for to tell their moves. */
const MOST_TOLD = 300;

/** The nodes and the most milliseconds of a position, and the milliseconds of all together. */
const FIRST = { nodes: 100_000, ms: 250, all: 10_000 };

/** The nodes and milliseconds of a position that decides what is said of the game, the most of them,
 *  and the milliseconds of the whole review, after which no other one begins. */
const AGAIN = { nodes: 500_000, ms: 1_500, most: 16, all: 17_000 };

/** A position with as many nodes needs no other search at first. */
const ENOUGH = 20_000;

/** Asks for the positions of a game, which tell of each move what it captures, and its words. */
export async function tellMoves(): Promise<void> {
  const { tree } = position;
  for (const node of tree.main(position.node).slice(0, MOST_TOLD)) {
    if (tree !== position.tree || !connection.connected) return;
    if (!node.view) await position.fetch(node);
  }
}

/** Reviews the game in view; or stops that. */
export async function lookThrough(): Promise<void> {
  const end = play.game?.over ? play.game.live : position.tree.main(position.node).at(-1)!;
  if (analysis.left) return analysis.stopReview(end);
  // One review judges a game: another one would say something else of the same moves.
  if (analysis.isReviewed(end)) return;
  if (!play.game?.over) play.leave();
  await review(end);
}

/** Until no task may change the position in view. */
async function quiet(): Promise<void> {
  let stop = (): void => undefined;
  await new Promise<void>((done) => {
    stop = effect(() => {
      if (!tasks.awaited) done();
    });
  });
  stop();
}

/** Counts the reviews: one that was stopped does not go on with another one. */
let reviews = 0;

/** Searches each position of a game at full strength, from the end on, and those again that decide
 *  where it turned and which moves are mistakes. It makes way for all else. */
export async function review(end: Node): Promise<void> {
  if (analysis.left) return;
  const run = ++reviews;
  const { tree } = position;
  const line = path(end);
  const begun = performance.now();
  const isWanted = (): boolean =>
    run === reviews &&
    analysis.left > 0 &&
    tree === position.tree &&
    connection.connected &&
    !play.puzzle &&
    play.game?.over !== false;
  const search = async (node: Node, ms: number, nodes: number): Promise<void> => {
    for (let isDone = false; !isDone && isWanted();) {
      await quiet();
      if (isWanted()) isDone = await analysis.glance(node, ms, nodes);
    }
    tree.spreadProofs(end);
    if (isWanted()) analysis.advanceReview();
  };
  const ms = Math.min(FIRST.ms, Math.ceil(FIRST.all / line.length));
  analysis.beginReview(line.length + AGAIN.most);
  try {
    // The mover of a move is known with the position before it.
    for (const node of line) await position.fetch(node, isWanted, tree);
    for (const node of line.toReversed()) {
      if (!isWanted()) break;
      const { nodes = 0 } = node.evaluations.get("engine") ?? {};
      if (provenWorth(node) === null && nodes < ENOUGH) await search(node, ms, FIRST.nodes);
      else analysis.advanceReview();
    }
    tree.spreadProofs(end);
    for (const tried = new Set<Node>(); isWanted() && tried.size < AGAIN.most;) {
      const next = doubtful(end, tried);
      if (!next || performance.now() - begun > AGAIN.all) break;
      tried.add(next);
      await search(next, AGAIN.ms, AGAIN.nodes);
    }
    if (run === reviews) analysis.endReview(isWanted() ? end : null);
  } catch (error) {
    if (run === reviews) analysis.endReview(connection.connected ? end : null);
    tasks.trouble(error);
  }
}

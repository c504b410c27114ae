// Goes through a whole game, position by position, to judge it or to put its moves into words.

import { effect } from "@preact/signals";
import { connection, play, position, tasks } from "./stores";
import { analysis } from "./stores/analysis";
import { type Node, path, provenWorth, withVariations } from "./tree";
import { doubtful } from "./turning-point";

/** The most positions to fetch for the words of moves. */
const MOST_TOLD = 300;

/** The milliseconds of a review after which no further search begins. */
const LAST_BEGIN = 17_000;

/** First pass: the nodes and milliseconds for a position, and the milliseconds in all. */
const FIRST = { nodes: 100_000, ms: 250, all: 10_000 };

/** Second pass, for positions that decide the judgement: nodes and milliseconds for each, and the
 *  most positions. */
const AGAIN = { nodes: 500_000, ms: 1_500, most: 16 };

/** A position with this number of nodes is not searched in the first pass. */
const ENOUGH = 20_000;

/** Fetches the positions of a game, then of side lines: they give words and captures of moves. */
export async function tellMoves(): Promise<void> {
  const { tree } = position;
  const all = withVariations(tree.main(position.node)).flat();
  for (const node of all.slice(0, MOST_TOLD)) {
    if (tree !== position.tree || !connection.connected) return;
    if (!node.view) await position.fetch(node);
  }
}

/** Reviews the game in view, or stops the review. */
export async function toggleReview(): Promise<void> {
  const end = play.game?.over ? play.game.live : position.tree.main(position.node).at(-1)!;
  if (analysis.left) return analysis.stopReview(end);
  // Only one review judges a game: another one could judge the same moves differently.
  if (analysis.isReviewed(end)) return;
  if (!play.game?.over) play.leave();
  await review(end);
}

/** Waits until no task may change the position in view. */
async function quiet(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = effect(() => {
    if (!tasks.awaited) resolve();
  });
  await promise;
  stop();
}

/** The number of reviews so far. A stopped review ends when another one has begun. */
let reviews = 0;

/** Searches each position of a game at full strength, from the end backwards, and then again those
 *  that decide the turning point and the mistakes. Other requests go first. */
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
  const isTime = (): boolean => isWanted() && performance.now() - begun < LAST_BEGIN;
  const search = async (node: Node, ms: number, nodes: number): Promise<void> => {
    for (let isDone = false; !isDone && isWanted();) {
      await quiet();
      if (isWanted()) isDone = await analysis.glance(node, ms, nodes);
    }
    tree.spreadProofs(end);
    if (isWanted()) analysis.advanceReview();
  };
  const ms = Math.min(FIRST.ms, Math.ceil(FIRST.all / line.length));
  analysis.left = analysis.total = line.length + AGAIN.most;
  try {
    // Who has made a move is known once the position before it is fetched.
    for (const node of line) await position.fetch(node, isTime, tree);
    for (const node of line.toReversed()) {
      if (!isTime()) break;
      const { nodes = 0 } = node.evaluations.get("engine") ?? {};
      if (provenWorth(node) === null && nodes < ENOUGH) await search(node, ms, FIRST.nodes);
      else analysis.advanceReview();
    }
    tree.spreadProofs(end);
    for (const tried = new Set<Node>(); isTime() && tried.size < AGAIN.most;) {
      const next = doubtful(end, tried);
      if (!next) break;
      tried.add(next);
      await search(next, AGAIN.ms, AGAIN.nodes);
    }
    if (run === reviews) analysis.endReview(isWanted() ? end : null);
  } catch (error) {
    if (run === reviews) analysis.endReview(connection.connected ? end : null);
    tasks.trouble(error);
  }
}

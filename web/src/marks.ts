// The marks of mistakes, by the loss between the scores before and after a move.

import { expectation } from "./info";
import {
  type Evaluator,
  type Node,
  type Tree,
  isForced,
  isWeak,
  path,
  provenWorth,
  resultOf,
  worth,
} from "./tree";

/** The expected points of player one by one source of scores. */
function worthTo(evaluator: Evaluator, node: Node): number | null {
  const found = node.evaluations.get(evaluator);
  return resultOf(node) ?? (found ? expectation(found.score) : null);
}

/** The expected points after a move by one source. The engines of a record evaluate only positions
 *  in which they are to move: their next one counts. */
function afterwards(evaluator: Evaluator, node: Node): number | null {
  if (!evaluator.startsWith("record ")) return worthTo(evaluator, node);
  for (let at: Node | undefined = node; at; at = at.children[0]) {
    const known = worthTo(evaluator, at);
    if (known !== null || at.children[0]?.mover === node.mover) return known;
  }
  return null;
}

/** The limits for a mistake by an estimate: at least `HAD` expected points before it, at most `HAS`
 *  after it. Estimates err: in 90 games with proven values, half of the moves that estimates alone
 *  called mistakes changed nothing. With these limits and long searches, every marked move changed
 *  the result. With the limits 0.5 and 0.4, 2 of 200 marked moves changed nothing. */
export const HAD = 0.6;
export const HAS = 0.35;

/** The least nodes of a search whose estimate judges a move. */
export const LONG_SEARCH = 300_000;

/** Whether an evaluation by the engine of the page is a proof, or the estimate of a long search. */
const isFirm = (node: Node, least: number): boolean =>
  provenWorth(node) !== null || (node.evaluations.get("engine")?.nodes ?? 0) >= least;

/** The points that a move has lost, by the deepest source with scores before and after it: scores
 *  of different sources are not comparable. An estimate of the engine counts from `least` nodes. */
export function lostPoints(node: Node, least = LONG_SEARCH): number {
  const { parent, mover } = node;
  if (!parent || !mover || isForced(node)) return 0;
  const isProven = [parent, node].every((one) => provenWorth(one) !== null);
  const areFirm = [parent, node].every((one) => isFirm(one, least));
  let [loss, deepest] = [0, -1];
  for (const [evaluator, { depth }] of parent.evaluations) {
    const own = !evaluator.startsWith("record ") || evaluator === `record ${mover}`;
    const [before, after] = [worthTo(evaluator, parent), own ? afterwards(evaluator, node) : null];
    if (isWeak(evaluator) || before === null || after === null || depth <= deepest) continue;
    const [had, has] = mover === "p1" ? [before, after] : [1 - before, 1 - after];
    const counts = evaluator !== "engine" || isProven || (areFirm && had >= HAD && has <= HAS);
    [loss, deepest] = [counts ? had - has : 0, depth];
  }
  // The loss is at most the expected points before the move, by the deepest score of all.
  const chances = worth(parent);
  return chances === null ? loss : Math.min(loss, mover === "p1" ? chances : 1 - chances);
}

/** The marks of moves, by the least loss of points. */
export const MARKS = [
  { sign: "??", least: 0.2, name: "blunder", several: "blunders" },
  { sign: "?", least: 0.1, name: "mistake", several: "mistakes" },
  { sign: "?!", least: 0.05, name: "inaccuracy", several: "inaccuracies" },
] as const;

export type Mark = (typeof MARKS)[number];

/** The mark of a move; null if it was good or is the engine's current best move. */
export function markOf(node: Node): Mark | null {
  const loss = node.parent?.best === node.move ? 0 : lostPoints(node);
  return MARKS.find(({ least }) => loss >= least) ?? null;
}

/** How much the scores fall by a move that was not forced. This alone gives no mark, because scores
 *  of short searches err. */
function fall(node: Node): number {
  const { parent, mover, move } = node;
  if (!parent || !mover || parent.best === move || isForced(node)) return 0;
  const [before, after] = [worth(parent), worth(node)];
  if (before === null || after === null) return 0;
  return mover === "p1" ? before - after : after - before;
}

/** The mark that a move would have if scores of short searches gave marks; null if none. */
export const fallenTo = (node: Node): Mark | null =>
  MARKS.find(({ least }) => fall(node) >= least) ?? null;

/** The move by which the scores fell most; null if none fell enough for a mark. */
export const steepest = (nodes: Node[]): Node | null =>
  nodes.filter(fallenTo).sort((one, next) => fall(next) - fall(one))[0] ?? null;

/** The line through a node if it has a mark or no game was played; otherwise the played line. */
export function lineOfMarks(tree: Tree, node: Node): Node[] {
  const line = tree.main(node);
  return line.some(markOf) || !tree.played ? line : path(tree.played);
}

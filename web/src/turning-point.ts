// The turning point of a game, if it is proven or if a long search finds it; game-review.ts
// searches.

import type { Player } from "./scene";
import { HAD, HAS, LONG_SEARCH, markOf, lostPoints, steepest } from "./marks";
import { type Node, isForced, path, provenWorth, worth } from "./tree";

/** How a game was lost. */
export type TurningPoint =
  /** By this move: before it the loser was winning, or stood better by a long search. */
  | { is: "move"; node: Node; wasWon: boolean }
  /** At the latest by this move. */
  | { is: "latest"; node: Node }
  /** From the start on. */
  | { is: "start" };

/** The index from which all positions are proven lost for the player; null if the last is not. */
function firstLost(line: Node[], loser: Player): number | null {
  const loss = Number(loser === "p2");
  const last = line.findLastIndex((node) => provenWorth(node) !== loss);
  return last === line.length - 1 ? null : last + 1;
}

/** The player's expected points in a position, from 0 to 1. */
const worthFor = (player: Player, value: number): number => (player === "p1" ? value : 1 - value);

/** The loser of a line of moves, if it is proven. */
export function loserOf(end: Node): Player | null {
  const value = provenWorth(end);
  return value === 1 ? "p2" : value === 0 ? "p1" : null;
}

/** The turning point of a lost line: the move from which on all positions are proven to be lost for
 *  the loser. Null if no loss is proven. */
export function turningPoint(end: Node): TurningPoint | null {
  const loser = loserOf(end);
  const line = path(end);
  const at = loser && firstLost(line, loser);
  if (!loser || at === null) return null;
  const [before, node] = [line[at - 1], line[at]!];
  if (!before) return { is: "start" };
  const nodes = before.evaluations.get("engine")?.nodes ?? 0;
  // A search that named this move as the best one was wrong: its score does not count.
  const isJudged = nodes >= LONG_SEARCH && before.best !== node.move;
  const value = provenWorth(before) ?? (isJudged ? worth(before) : null);
  // Only an unforced move of the loser can be the turning point.
  if (value === null || worthFor(loser, value) < HAD || node.mover !== loser || isForced(node))
    return { is: "latest", node };
  return { is: "move", node, wasWon: provenWorth(before) !== null };
}

/** Whether the player stands clearly worse in a position by its score. */
export const isBehind = (node: Node, player: Player): boolean =>
  worthFor(player, worth(node) ?? 0.5) <= HAS;

/** The loser's last unforced move up to a node; null unless the engine plays another one there, and
 *  the loser did not stand clearly worse before it. */
export function lastChoice(end: Node, loser: Player): Node | null {
  const node = path(end).findLast((node) => node.mover === loser && !isForced(node));
  const before = node?.parent;
  const isOpen = before?.best && before.best !== node?.move;
  return isOpen && !isBehind(before, loser) ? node! : null;
}

/** The next position to search longer: one that decides the turning point, or whether a move was a
 *  mistake; null if there is none. */
export function doubtful(end: Node, tried: Set<Node>): Node | null {
  const line = path(end);
  const isOpen = (node: Node): boolean => provenWorth(node) === null && !tried.has(node);
  if (isOpen(end)) return end;
  const loser = loserOf(end);
  const before = loser && line[(firstLost(line, loser) ?? 0) - 1];
  if (before && isOpen(before)) return before;
  const worst = line
    .slice(1)
    .filter((node) => lostPoints(node, 0) > 0)
    .sort((one, next) => lostPoints(next, 0) - lostPoints(one, 0));
  return worst.flatMap((node) => [node.parent!, node]).find(isOpen) ?? null;
}

/** The moves to look at in a game without marks: the one by which the scores fell most, and the
 *  loser's last choice (`isLast`). Neither is surely a mistake. */
export function doubts(end: Node): { node: Node; isLast: boolean }[] {
  const line = path(end);
  if (line.some(markOf)) return [];
  const loser = loserOf(end);
  const point = turningPoint(end);
  const last = loser && point?.is === "latest" ? lastChoice(point.node, loser) : null;
  const worst = steepest(line);
  return line
    .filter((node) => node === last || node === worst)
    .map((node) => ({ node, isLast: node === last }));
}

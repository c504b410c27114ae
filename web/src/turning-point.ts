// Where a game turned. What is said is proven, or is what a long search says; else nothing is said.

import type { Player } from "./scene";
import { HAD, LONG_SEARCH, lost } from "./marks";
import { type Node, isForced, path, provenWorth, worth } from "./tree";

/** How a game was lost. */
export type TurningPoint =
  /** By this move: before it the loser was winning, or stood better as far as the engine sees. */
  | { is: "move"; node: Node; wasWon: boolean }
  /** After this move at the latest; nobody knows whether it was by this one. */
  | { is: "latest"; node: Node }
  /** From the start on. */
  | { is: "start" };

/** The first node of the end of a line in which it is proven that this player loses; null if its last
 *  position is not proven to be lost. */
function firstLost(line: Node[], loser: Player): number | null {
  const loss = Number(loser === "p2");
  const last = line.findLastIndex((node) => provenWorth(node) !== loss);
  return last === line.length - 1 ? null : last + 1;
}

/** What this player may expect in a position, from 0 to 1. */
const worthFor = (player: Player, value: number): number => (player === "p1" ? value : 1 - value);

/** Who has lost a line of moves, as far as that is proven. */
export function loserOf(end: Node): Player | null {
  const value = provenWorth(end);
  return value === 1 ? "p2" : value === 0 ? "p1" : null;
}

/** The loser's last move after which the result never came back. */
export function turningPoint(end: Node): TurningPoint | null {
  const loser = loserOf(end);
  const line = path(end);
  const at = loser && firstLost(line, loser);
  if (!loser || at === null) return null;
  const [before, node] = [line[at - 1], line[at]!];
  if (!before) return { is: "start" };
  const nodes = before.evaluations.get("engine")?.nodes ?? 0;
  // A search whose best move is this one was wrong.
  const isJudged = nodes >= LONG_SEARCH && before.best !== node.move;
  const value = provenWorth(before) ?? (isJudged ? worth(before) : null);
  // Nobody is to blame for the only move, and chance is nobody's move.
  if (value === null || worthFor(loser, value) < HAD || node.mover !== loser || isForced(node))
    return { is: "latest", node };
  return { is: "move", node, wasWon: provenWorth(before) !== null };
}

/** The position of a line that a longer search should look at: it decides where the line turned, or
 *  whether a move was a mistake. */
export function doubtful(end: Node, tried: Set<Node>): Node | null {
  const line = path(end);
  const isOpen = (node: Node): boolean => provenWorth(node) === null && !tried.has(node);
  if (isOpen(end)) return end;
  const loser = loserOf(end);
  const before = loser && line[(firstLost(line, loser) ?? 0) - 1];
  if (before && isOpen(before)) return before;
  const worst = line
    .slice(1)
    .filter((node) => lost(node, 0) > 0)
    .sort((one, next) => lost(next, 0) - lost(one, 0));
  return worst.flatMap((node) => [node.parent!, node]).find(isOpen) ?? null;
}

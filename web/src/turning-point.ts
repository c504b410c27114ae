// Where a game turned.

import { type Node, isForced, path, worth } from "./tree";

/** The least loss of expected points that turns a game. */
const LEAST = 0.15;

/** The move that lost most, by what was said before and after it; nobody is to blame for a move
 *  that was the only one. */
export function turningPoint(end: Node): { node: Node; loss: number } | null {
  const known = path(end).filter((node) => worth(node) !== null);
  let found: { node: Node; loss: number } | null = null;
  for (const [at, node] of known.slice(1).entries()) {
    const fall = worth(known[at]!)! - worth(node)!;
    const mover = fall > 0 ? "p1" : "p2";
    // Engines say nothing in the turns of people: the last own move before is what it was.
    let made: Node | null = node;
    while (made && made !== known[at] && (made.mover !== mover || isForced(made)))
      made = made.parent;
    if (made && made !== known[at] && Math.abs(fall) > (found?.loss ?? LEAST))
      found = { node: made, loss: Math.abs(fall) };
  }
  return found;
}

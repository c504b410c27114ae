// The scores of a game that this page has written, given back to its positions.

import type { Score } from "./info";
import { type Recorded, lineOf } from "./records";
import { type Node, type Tree, rate } from "./tree";

/** Who has told which score of a position, as it was when the game was copied: the marks of its
 *  moves are the same again. */
export function tellScores(tree: Tree, recorded: Recorded): void {
  for (const { line, teller, all } of recorded.scores) {
    let at: Node | undefined = tree.root;
    const moves = lineOf(recorded, line);
    const first = recorded.variations[line - 1]?.ply ?? 0;
    for (let ply = 0; at && ply - first < all.length; ply += 1) {
      const told = all[ply - first];
      if (told?.mover) at.mover = told.mover;
      if (told?.score) {
        // Results are no scores, and say what became of the move before them.
        if (told.end) at.told.set(teller, told as { score: Score; depth: number });
        else rate(at, told.score, told.depth, teller);
        at.best ||= told.best;
      }
      at = at.children.find(({ move }) => move === moves[ply]);
    }
  }
}

// The kinds of moves of a turn in games with places. Their names come from the game's sheet.

import type { IconName } from "./button";
import type { Move, Verb } from "./move";
import type { Scene } from "./scene";
import type { Sheet } from "./sheet";

const ALL: readonly [Verb, string, IconName][] = [
  ["turn", "Turn over", "turn"],
  ["place", "Place", "put"],
  ["move", "Move", "go"],
  ["strike", "Strike", "hit"],
  ["exchange", "Exchange", "swap"],
  ["pass", "Pass", "pass"],
];

export interface Choice {
  verb: Verb;
  name: string;
  line: string;
  icon: IconName;
  moves: Move[];
  /** The number of face-down pieces for `turn`, otherwise of the squares and kinds of pieces that
   *  can begin such a move; for strikes the most points of one. */
  count: string;
}

/** The kinds of moves of a turn, also those without legal moves; empty in games without places. */
export function choicesOf(scene: Scene, sheet: Sheet | null): Choice[] {
  if (!scene.seats.some(({ places }) => places.length)) return [];
  return ALL.filter(([verb]) => !sheet || sheet.verbs.has(verb)).map(([verb, plain, icon]) => {
    const words = sheet?.verbs.get(verb);
    const moves = scene.moves.filter((move) => move.verb === verb);
    const sources = new Set(moves.map(({ touches }) => touches[0]));
    const heap =
      verb === "turn" && scene.seat !== null
        ? scene.seats[scene.seat]?.places.find(({ faceDown }) => faceDown)
        : undefined;
    const held = heap ? [...heap.pieces.values()].reduce((sum, n) => sum + n, 0) : sources.size;
    const best = verb === "strike" ? Math.max(0, ...moves.map(({ points }) => points)) : 0;
    const count = best ? `+${best}` : String(held);
    return { verb, name: words?.name || plain, line: words?.line ?? "", icon, moves, count };
  });
}

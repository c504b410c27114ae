// What can be done in a turn, where the game has places: kinds of moves, told apart by what a
// hand does in them. Their names come from the game's sheet.

import type { IconName } from "./icons";
import { type Move, type Scene, seatOf } from "./scene";
import type { Sheet } from "./sheet";

export type Verb = "turn" | "place" | "move" | "strike" | "exchange" | "pass";

const ALL: readonly [Verb, string, IconName][] = [
  ["turn", "Turn over", "turn"],
  ["place", "Place", "put"],
  ["move", "Move", "go"],
  ["strike", "Strike", "hit"],
  ["exchange", "Exchange", "swap"],
  ["pass", "Pass", "pass"],
];

/** What kind of a move this is; nothing where it is none of these. */
export function verbOf({ actions }: Move): Verb | null {
  const has = (does: string): boolean => actions.some((action) => action.does === does);
  if (!actions.length) return "pass";
  if (has("remove") || has("to-hand")) return "strike";
  if (has("lift") && has("lay") && has("take") && has("put")) return "exchange";
  if (has("take") && has("lay")) return "turn";
  if (has("take") && has("put")) return "place";
  return has("lift") && has("put") ? "move" : null;
}

/** The points of pieces that a move takes from others, by the numbers in their names. */
export function pointsOf(scene: Scene, move: Move): number {
  let sum = 0;
  for (const action of move.actions) {
    const letter = action.does === "remove" ? scene.pieces.get(action.square) : undefined;
    if (
      letter === undefined ||
      (scene.kinds.get(letter)?.player === scene.turn && seatOf(scene, letter) === scene.seat)
    )
      continue;
    sum += Number(/ (\d+)$/.exec(scene.kinds.get(letter)?.name ?? "")?.[1] ?? 0);
  }
  return sum;
}

export interface Choice {
  verb: Verb;
  name: string;
  line: string;
  icon: IconName;
  moves: Move[];
  /** With how many pieces it can be done, or what it brings. */
  count: string;
}

/** The kinds of moves of a turn, none in games without places. Those that cannot be done have no moves. */
export function choicesOf(scene: Scene, sheet: Sheet | null): Choice[] {
  if (!scene.seats.some(({ places }) => places.length)) return [];
  return ALL.flatMap(([verb, plain, icon]) => {
    const moves = scene.moves.filter((move) => verbOf(move) === verb);
    const words = sheet?.verbs.get(verb);
    if (sheet && !words) return [];
    const sources = new Set(moves.map(({ actions: [first] }) => JSON.stringify(first)));
    const heap =
      verb === "turn" && scene.seat !== null
        ? scene.seats[scene.seat]?.places.find(({ faceDown }) => faceDown)
        : undefined;
    const held = heap ? [...heap.pieces.values()].reduce((sum, n) => sum + n, 0) : sources.size;
    const best = verb === "strike" ? Math.max(0, ...moves.map((move) => pointsOf(scene, move))) : 0;
    return [
      {
        verb,
        name: words?.name || plain,
        line: words?.line ?? "",
        icon,
        moves,
        count: best ? `+${best}` : String(held),
      },
    ];
  });
}

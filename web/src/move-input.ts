// Finds the move for a list of touches. From the second touch on, a move is made as soon as no
// other move fits; the first touch makes only a move of one touch.

import type { Move, Touch } from "./move";
import type { Scene } from "./scene";
import { track } from "./state";

/** A piece on a part of its path. */
export interface Underway {
  from: string;
  at: string;
  /** The squares of its captures so far. */
  taken: string[];
}

/** The state of the piece of a move after a number of touches. */
function underway({ path }: Move, touches: number): Underway | null {
  const [first, stop] = [path[0], path[touches - 1]];
  return touches > 1 && first && stop
    ? { from: first.square, at: stop.square, taken: stop.taken }
    : null;
}

/** The result of a touch. */
type Outcome =
  /** `refused`: no move fits; the picked piece stays picked. */
  | { is: "picked" | "dropped" | "refused" }
  /** The touches fit these moves: one, or several to choose from. */
  | { is: "move"; moves: Move[] };

export class MoveInput {
  private readonly ways: Move[];
  private touched: Touch[] = [];
  private only: (move: Move) => boolean = () => true;
  /** The kind of moves of `limit`; empty without a limit. */
  kind = "";

  constructor(private readonly scene: Scene) {
    track(this);
    this.ways = scene.moves.filter(({ touches }) => touches.length > 0);
    this.drop();
  }

  /** Moves without touches, such as passes. */
  movesWithoutTouches(): Move[] {
    return this.scene.moves.filter(({ touches }) => !touches.length);
  }

  /** Allows only some moves, until a touch fits only others. */
  limit(only: (move: Move) => boolean, kind = ""): void {
    this.drop();
    this.only = only;
    this.kind = kind;
  }

  /** Drops the picked piece, and allows all moves again. */
  clear(): void {
    this.limit(() => true);
  }

  /** The last touch of an unfinished move. */
  get picked(): Touch | null {
    return this.touched.at(-1) ?? null;
  }

  /** Where the picked piece is, once more than one square of its path was touched; null before, or
   *  if the moves that fit disagree. */
  get underway(): Underway | null {
    const [first, ...others] = this.open().map((move) => underway(move, this.touched.length));
    if (!first || others.some((way) => way?.from !== first.from || way.at !== first.at))
      return null;
    // Paths over the same squares may capture different pieces.
    return {
      ...first,
      taken: first.taken.filter((square) => others.every((way) => way?.taken.includes(square))),
    };
  }

  drop(): void {
    this.touched = [];
    // If all moves begin with the same piece of the hand, it is already picked.
    const first = this.ways[0]?.touches[0];
    const same = this.ways.every(({ touches }) => touches[0] === first && touches.length > 1);
    if (first?.startsWith("hand:") && same) this.touched = [first];
  }

  /** The moves with touches, only those of the chosen kind if one is chosen. */
  get allowed(): Move[] {
    return this.ways.filter(this.only);
  }

  /** The possible first touches. */
  origins(): Set<Touch> {
    return new Set(this.allowed.map(({ touches }) => touches[0]!));
  }

  /** Whether a move begins with this touch, also one that the limit leaves out. */
  begins(touch: Touch): boolean {
    return this.ways.some(({ touches }) => touches[0] === touch);
  }

  private open(): Move[] {
    return this.ways.filter(
      (move) => this.only(move) && this.touched.every((touch, at) => move.touches[at] === touch),
    );
  }

  /** The possible next touches, and whether one of their moves captures. */
  targets(): Map<Touch, boolean> {
    const targets = new Map<Touch, boolean>();
    if (!this.touched.length) return targets;
    for (const { touches, victims } of this.open()) {
      for (const touch of [touches[this.touched.length], touches.at(-1)]) {
        if (touch !== undefined)
          targets.set(touch, victims.length > 0 || targets.get(touch) === true);
      }
    }
    return targets;
  }

  /** The moves that fit the touches so far, each with the touches that are left. */
  get possible(): { move: Move; left: Touch[] }[] {
    const { length } = this.touched;
    return length ? this.open().map((move) => ({ move, left: move.touches.slice(length) })) : [];
  }

  touch(touch: Touch): Outcome {
    const at = this.touched.length;
    const fits = (): boolean =>
      this.open().some(
        ({ touches }) => touches[at] === touch || (at > 0 && touches.at(-1) === touch),
      ) ||
      this.origins().has(touch) ||
      this.picked === touch;
    // A touch that fits only moves outside the limit ends it; one that fits no move does not.
    const { only } = this;
    if (!fits()) this.only = () => true;
    if (this.only !== only && !fits()) this.only = only;
    else if (this.only !== only) this.kind = "";
    const open = this.open();
    let next = open.filter(({ touches }) => touches[at] === touch);
    if (!next.length && at > 0) {
      // The end of a longer path may be touched at once.
      const ends = open.filter(({ touches }) => touches.length > at && touches.at(-1) === touch);
      if (ends.length > 0) return { is: "move", moves: ends };
    }
    if (!next.length) {
      const held = this.picked;
      if (held !== touch && !this.origins().has(touch)) return { is: "refused" };
      this.drop();
      if (held === touch) return { is: "dropped" };
      this.touched = [];
      next = this.ways.filter((move) => this.only(move) && move.touches[0] === touch);
    }
    const touched = [...this.touched, touch];
    const done = next.filter(({ touches }) => touches.length === touched.length);
    const sure = next.length === 1 && (touched.length > 1 || done.length === 1);
    // If some moves end here and others continue, the person chooses.
    if (sure || done.length) return { is: "move", moves: next };
    this.touched = touched;
    return { is: "picked" };
  }
}

/** A uniform random number from 0 to `below` - 1. */
type Dice = (below: number) => number;

export const dice: Dice = (below) => {
  const most = Math.floor(2 ** 32 / below) * below;
  const [word] = [new Uint32Array(1)];
  // Numbers from `most` on would make small results likelier.
  do crypto.getRandomValues(word);
  while (word[0]! >= most);
  return word[0]! % below;
};

/** A random one of these moves, if each turns over a piece of a heap; otherwise null. */
export function drawLots(moves: Move[], roll: Dice = dice): Move | null {
  const outcomes: Move[] = [];
  for (const move of moves) {
    if (!move.heap) return null;
    // All pieces are equally likely, so a letter counts as often as the heap has it.
    for (let n = move.heap.pieces.get(move.drawn!) ?? 0; n > 0; n -= 1) outcomes.push(move);
  }
  if (moves.length === 1) return moves[0] ?? null;
  return outcomes[roll(outcomes.length)] ?? null;
}

/** The legal move of a `bestmove`. If that only turns a piece over, the outcome is random. */
export function resolveMove(scene: Scene, best: string, roll: Dice = dice): Move | null {
  const exact = scene.moves.find((move) => move.text === best);
  if (exact) return exact;
  const outcomes = scene.moves.filter(
    ({ text, heap }) => best !== "" && text.startsWith(best) && heap,
  );
  return outcomes.length ? drawLots(outcomes, roll) : null;
}

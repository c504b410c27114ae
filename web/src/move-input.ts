// From touches to a move. A move is a list of touches; it is made as soon as the touches leave no
// other move.

import type { Move, Touch } from "./move";
import type { Scene } from "./scene";

/** A piece that was led along a part of its way. */
export interface Underway {
  from: string;
  at: string;
  /** What it has captured so far. */
  taken: string[];
}

/** How a piece stands that goes over squares, after so many touches of its move. */
function underway({ path }: Move, touches: number): Underway | null {
  const [first, stop] = [path[0], path[touches - 1]];
  return touches > 1 && first && stop
    ? { from: first.square, at: stop.square, taken: stop.taken }
    : null;
}

/** The result of a touch. */
export type Outcome =
  | { is: "picked" }
  | { is: "dropped" }
  /** Nothing can be done with it; what is in the hand stays there. */
  | { is: "refused" }
  /** One of these moves is meant: the only one, or it has to be asked which. */
  | { is: "move"; moves: Move[] };

export class MoveInput {
  private readonly ways: Move[];
  private touched: Touch[] = [];
  private only: (move: Move) => boolean = () => true;
  /** What those moves are called that count, empty where all do. */
  kind = "";

  constructor(private readonly scene: Scene) {
    this.ways = scene.moves.filter(({ touches }) => touches.length > 0);
    this.drop();
  }

  /** Moves that cannot be made by touching the board: passes and the like. */
  spoken(): Move[] {
    return this.scene.moves.filter(({ touches }) => !touches.length);
  }

  /** Lets some moves count only, until something else is touched. */
  limit(only: (move: Move) => boolean, kind = ""): void {
    this.drop();
    this.only = only;
    this.kind = kind;
  }

  /** What was touched last and is in the hand now. */
  get picked(): Touch | null {
    return this.touched.at(-1) ?? null;
  }

  /** The piece that is in the hand, where it was led over more than one square so far. */
  get underway(): Underway | null {
    const [first, ...others] = this.open().map((move) => underway(move, this.touched.length));
    if (!first || others.some((way) => way?.from !== first.from || way.at !== first.at))
      return null;
    // Ways over the same squares need not capture the same.
    return {
      ...first,
      taken: first.taken.filter((square) => others.every((way) => way?.taken.includes(square))),
    };
  }

  /** Lays down what is in the hand. */
  drop(): void {
    this.touched = [];
    // Where all moves begin with the same piece from the hand, it is in the hand already.
    const first = this.ways[0]?.touches[0];
    const same = this.ways.every(({ touches }) => touches[0] === first && touches.length > 1);
    if (first?.startsWith("hand:") && same) this.touched = [first];
  }

  /** What may be touched first. */
  origins(): Set<Touch> {
    return new Set(this.ways.filter(this.only).map(({ touches }) => touches[0]!));
  }

  private open(): Move[] {
    return this.ways.filter(
      (move) => this.only(move) && this.touched.every((touch, at) => move.touches[at] === touch),
    );
  }

  /** What may be touched next, and whether something is captured there. */
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

  /** The moves that begin with what was touched, each with the touches that are left. */
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
    // What none of the moves can begin with leaves it at the kind that was chosen.
    const { only } = this;
    if (!fits()) this.only = () => true;
    if (this.only !== only && !fits()) this.only = only;
    else if (this.only !== only) this.kind = "";
    const open = this.open();
    let next = open.filter(({ touches }) => touches[at] === touch);
    if (!next.length && at > 0) {
      // The end of a longer way, if it is the end of one way only.
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
    this.touched.push(touch);
    const done = next.filter(({ touches }) => touches.length === this.touched.length);
    const sure = next.length === 1 && (this.touched.length > 1 || done.length === 1);
    // Where some moves end and others go on, the person is asked.
    return sure || done.length ? { is: "move", moves: next } : { is: "picked" };
  }
}

/** A number from 0 up to, but not, a limit, each as likely. */
export type Dice = (below: number) => number;

export const dice: Dice = (below) => {
  const most = Math.floor(2 ** 32 / below) * below;
  const [word] = [new Uint32Array(1)];
  // What is left over at the top would make small numbers likelier.
  do crypto.getRandomValues(word);
  while (word[0]! >= most);
  return word[0]! % below;
};

/** Turns over one of the pieces of a heap: of moves that differ only in which it is, the one
 *  that chance takes. Nothing if these moves differ in something else. */
export function draw(moves: Move[], roll: Dice = dice): Move | null {
  const outcomes: Move[] = [];
  for (const move of moves) {
    if (!move.heap) return null;
    // Each piece of the heap is as likely, so a kind counts as often as it is there.
    for (let n = move.heap.pieces.get(move.drawn!) ?? 0; n > 0; n -= 1) outcomes.push(move);
  }
  if (moves.length === 1) return moves[0] ?? null;
  return outcomes[roll(outcomes.length)] ?? null;
}

/** The legal move that an engine means by its `bestmove`: where only a decision is said,
 *  chance takes one of its outcomes. */
export function resolveMove(scene: Scene, best: string, roll: Dice = dice): Move | null {
  const exact = scene.moves.find((move) => move.text === best);
  if (exact) return exact;
  const outcomes = scene.moves.filter(
    ({ text, heap }) => best !== "" && text.startsWith(best) && heap,
  );
  return outcomes.length ? draw(outcomes, roll) : null;
}

// From what a person touches to the move that is meant. A move is a list of touches, taken
// from its actions; whoever has touched enough to leave one move over has made it.

import { type Move, type Scene, drawsFrom, victimsOf } from "./scene";
import { track } from "./state";

/** What can be touched: `a1`, `hand:r`, `place:exchange:A`, or a heap, `heap:line`. */
export type Touch = string;

/** What a person has to touch to make a move, in this order; nothing for what has a button. */
export function touchesOf(scene: Scene, move: Move): Touch[] {
  const heap = drawsFrom(scene, move);
  if (heap) return [`heap:${heap.name}`];
  const touches: Touch[] = [];
  let down: string | null = null;
  // A piece that leaves the board in its own capture is led to what it takes.
  let taken: string[] = [];
  for (const action of move.actions) {
    if (action.does === "remove" || action.does === "to-hand") taken.push(action.square);
    else if (action.does === "put") taken = [];
    else if (action.does === "lay") touches.push(...taken.splice(0));
    // A piece that goes on from where it was put is not taken up by a touch of its own.
    if (action.does === "lift" && action.square !== down) touches.push(action.square);
    else if (action.does === "put") touches.push(action.square);
    else if (action.does === "from-hand") touches.push(`hand:${action.letter}`);
    else if (action.does === "take") touches.push(`place:${action.place}:${action.letter}`);
    down = action.does === "put" ? action.square : null;
  }
  if (touches.length) return touches;
  const squares = new Set(
    move.actions.flatMap((action) => ("square" in action ? [action.square] : [])),
  );
  return squares.size === 1 ? [...squares] : [];
}

/** A piece that was led along a part of its way. */
export interface Underway {
  from: string;
  at: string;
  /** What it has captured so far. */
  taken: string[];
}

/** How a piece stands that goes over squares, after so many touches of its move. */
function underway(move: Move, touches: number): Underway | null {
  const [first] = move.actions;
  if (first?.does !== "lift" || touches < 2) return null;
  const seen: Underway = { from: first.square, at: first.square, taken: [] };
  let [count, held] = [1, true];
  for (const action of move.actions.slice(1)) {
    if (action.does === "remove" || action.does === "to-hand") seen.taken.push(action.square);
    else if (action.does === "put" && held) {
      [seen.at, held] = [action.square, false];
      count += 1;
      if (count === touches) return seen;
      // Where it stands it has become another one; elsewhere it has captured.
    } else if (action.does === "change") {
      if (action.square !== seen.at) seen.taken.push(action.square);
    } else if (action.does === "lift" && !held && action.square === seen.at) held = true;
    else return null;
  }
  return null;
}

/** What has come of a touch. */
export type Outcome =
  | { is: "picked" }
  | { is: "dropped" }
  /** Nothing can be done with it; what is in the hand stays there. */
  | { is: "refused" }
  /** One of these moves is meant: the only one, or it has to be asked which. */
  | { is: "move"; moves: Move[] };

export class MoveInput {
  private readonly ways: { move: Move; touches: Touch[] }[];
  private touched: Touch[] = [];
  private only: (move: Move) => boolean = () => true;
  /** What those moves are called that count, empty where all do. */
  kind = "";

  constructor(private readonly scene: Scene) {
    track(this);
    const all = scene.moves.map((move) => ({ move, touches: touchesOf(scene, move) }));
    this.ways = all.filter(({ touches }) => touches.length > 0);
    this.drop();
  }

  /** Moves that cannot be made by touching the board: passes and the like. */
  spoken(): Move[] {
    return this.scene.moves.filter((move) => touchesOf(this.scene, move).length === 0);
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
    const [first, ...others] = this.open().map(({ move }) => underway(move, this.touched.length));
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
    return new Set(
      this.ways.filter(({ move }) => this.only(move)).map(({ touches }) => touches[0] ?? ""),
    );
  }

  private open(): { move: Move; touches: Touch[] }[] {
    return this.ways.filter(
      ({ move, touches }) =>
        this.only(move) && this.touched.every((touch, at) => touches[at] === touch),
    );
  }

  /** What may be touched next, and whether something is captured there. */
  targets(): Map<Touch, boolean> {
    const targets = new Map<Touch, boolean>();
    if (!this.touched.length) return targets;
    for (const { move, touches } of this.open()) {
      const next = touches[this.touched.length];
      const last = touches.at(-1);
      const takes = victimsOf(this.scene, move).length > 0;
      for (const touch of [next, last]) {
        if (touch !== undefined) targets.set(touch, takes || targets.get(touch) === true);
      }
    }
    return targets;
  }

  /** The moves that are meant as far as was touched, with what is touched in each, and what is left
   *  of that. */
  get meant(): { move: Move; touches: Touch[]; left: Touch[] }[] {
    const { length } = this.touched;
    return length
      ? this.open().map(({ move, touches }) => ({ move, touches, left: touches.slice(length) }))
      : [];
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
      if (ends.length > 0) return { is: "move", moves: ends.map(({ move }) => move) };
    }
    if (!next.length) {
      const held = this.picked;
      if (held !== touch && !this.origins().has(touch)) return { is: "refused" };
      this.drop();
      if (held === touch) return { is: "dropped" };
      this.touched = [];
      next = this.ways.filter(({ move, touches }) => this.only(move) && touches[0] === touch);
    }
    const touched = [...this.touched, touch];
    const done = next.filter(({ touches }) => touches.length === touched.length);
    const sure = next.length === 1 && (touched.length > 1 || done.length === 1);
    if (sure || done.length === next.length)
      return { is: "move", moves: next.map(({ move }) => move) };
    // Some moves end here and others go on: ask.
    if (done.length) return { is: "move", moves: next.map(({ move }) => move) };
    this.touched = touched;
    return { is: "picked" };
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
export function draw(scene: Scene, moves: Move[], roll: Dice = dice): Move | null {
  const outcomes: Move[] = [];
  for (const move of moves) {
    const first = move.actions[0];
    const heap = drawsFrom(scene, move);
    if (!heap || first?.does !== "take") return null;
    // Each piece of the heap is as likely, so a kind counts as often as it is there.
    for (let n = heap.pieces.get(first.letter) ?? 0; n > 0; n -= 1) outcomes.push(move);
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
    (move) => best !== "" && move.text.startsWith(best) && drawsFrom(scene, move),
  );
  return outcomes.length ? draw(scene, outcomes, roll) : null;
}

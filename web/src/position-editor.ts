// A position set up by hand: pieces on squares and in the places beside the board, and the side to
// move. The engine writes its text.

import type { Setup } from "./engine";
import { type Counts, type Scene, namesOf, ofWhom, seatName, seatOf, turnNumber } from "./scene";

/** The most pieces of a kind in one place. */
const MOST_PIECES = 99;

/** An impossible set-up. */
export class Unfit extends Error {}

/** A place beside the board. */
export interface Slot {
  /** The number of the seat. */
  owner: number;
  name: string;
  counts: Counts;
  /** The kinds that may lie there. */
  kinds: string[];
}

/** The argument of `query text` for these pieces and another turn. */
export const setupOf = ({ pieces, seats }: Scene, turn: number): Setup => ({
  squares: Object.fromEntries(pieces),
  places: seats.map(({ places }) =>
    Object.fromEntries(places.map(({ name, pieces }) => [name, Object.fromEntries(pieces)])),
  ),
  turn,
});

export class Editor {
  readonly scene: Scene;
  /** The number of the side to move: of the seat, or of the player in games without seats. */
  turn: number;
  /** The kind that a touch puts down; null to remove pieces. */
  brush: string | null;

  /** Copies a position. */
  constructor(from: Scene) {
    this.scene = structuredClone({ ...from, last: [], moves: [], marks: [], scores: null });
    this.turn = turnNumber(from);
    this.brush = [...from.kinds.keys()][0] ?? null;
  }

  get setup(): Setup {
    return setupOf(this.scene, this.turn);
  }

  slots(owner: number): Slot[] {
    const { kinds = [], places = [] } = this.scene.seats[owner] ?? {};
    return places.map(({ name, pieces }) => ({ owner, name, kinds, counts: pieces }));
  }

  /** Puts the brush's piece on a square, or clears the square. */
  touch(square: string): void {
    if (this.brush === null || this.scene.pieces.get(square) === this.brush)
      this.scene.pieces.delete(square);
    else this.scene.pieces.set(square, this.brush);
  }

  takeOff(square: string): void {
    this.scene.pieces.delete(square);
  }

  /** Lays the brush's piece into a place. */
  add(slot: Slot): void {
    const { scene, brush } = this;
    const own = seatName(scene, slot.owner);
    const where = `${ofWhom(own)} ${slot.name}`;
    if (brush === null) throw new Unfit(`Choose a piece first, to lay it into ${where}`);
    const name = scene.kinds.get(brush)?.name ?? brush;
    if (!slot.kinds.includes(brush)) {
      const whose = ofWhom(seatName(scene, seatOf(scene, brush)));
      throw new Unfit(`${whose} ${name} cannot lie in ${where}: choose a piece of ${own}`);
    }
    const many = slot.counts.get(brush) ?? 0;
    if (many >= MOST_PIECES)
      throw new Unfit(`There are ${many} of ${name} in ${where}: expected at most ${MOST_PIECES}`);
    slot.counts.set(brush, many + 1);
  }

  remove(slot: Slot, letter: string): void {
    const many = slot.counts.get(letter) ?? 0;
    if (many > 1) slot.counts.set(letter, many - 1);
    else slot.counts.delete(letter);
  }

  /** Copies the pieces and the turn of another position of the variant. */
  fill(from: Scene): void {
    this.clear();
    for (const [square, letter] of from.pieces) this.scene.pieces.set(square, letter);
    for (const [owner, { places }] of this.scene.seats.entries())
      for (const [at, { pieces }] of places.entries())
        for (const [letter, many] of from.seats[owner]?.places[at]?.pieces ?? [])
          pieces.set(letter, many);
    this.turn = turnNumber(from);
  }

  /** Removes all pieces, also beside the board. */
  clear(): void {
    this.scene.pieces.clear();
    for (const { places } of this.scene.seats) for (const { pieces } of places) pieces.clear();
  }

  /** The names of the seats, or of the players in games without seats. */
  movers(): string[] {
    return this.scene.seats.length
      ? this.scene.seats.map((_, at) => seatName(this.scene, at))
      : namesOf(this.scene);
  }

  /** The kinds of pieces, sorted by seat. */
  kinds(): string[] {
    return [...this.scene.kinds.keys()].sort(
      (one, other) => seatOf(this.scene, one) - seatOf(this.scene, other),
    );
  }
}

// A position set up by hand: pieces on squares and in the places beside the board, and whose
// turn it is. It is written in the way that was learned from the game's own texts, and shown
// to the engine: only what the engine reads as it was meant counts.

import { type Engine, Refused, type View } from "./engine";
import { type Player, type Scene, nameOf, seatName, seatOf, turnName, ofWhom } from "./scene";
import {
  type Group,
  type GroupWay,
  type Sample,
  type Slot,
  boardsOf,
  groupWays,
  groupsOf,
  handsUsed,
  sameCounts,
  seatWords,
  turnWords,
} from "./fen-inference";

/** The most texts that an engine is asked about. */
const MOST_TEXTS = 80;
/** The most pieces of a kind in one place. */
const MOST_PIECES = 99;

/** What a set-up cannot mean. */
export class Unfit extends Error {}

/** A board that is being set up. */
export class Editor {
  readonly scene: Scene;
  /** Whose turn it is: the number of the seat, or of the player where there are no seats. */
  turn: number;
  /** The kind that a touch puts down; nothing to take pieces off. */
  brush: string | null;
  private readonly samples: Sample[] = [];
  private readonly hands: boolean;
  /** How each group of places is written; none where that was not found out. */
  private readonly ways: GroupWay[][];

  /** A copy of a position. Its text and that of the start, which may be missing, are what
   *  the way to write positions is learned from. */
  constructor(
    private readonly from: Scene,
    private readonly fen: string | null,
    start: View | null,
  ) {
    this.scene = {
      ...from,
      pieces: new Map(from.pieces),
      last: [],
      moves: [],
      marks: [],
      scores: null,
      hands: [new Map(from.hands[0]), new Map(from.hands[1])],
      seats: from.seats.map((seat) => ({
        ...seat,
        places: seat.places.map((place) => ({ ...place, pieces: new Map(place.pieces) })),
      })),
    };
    this.turn = from.seat ?? (from.turn === "p1" ? 0 : 1);
    this.brush = [...from.kinds.keys()][0] ?? null;
    if (fen !== null) this.samples.push({ scene: from, fen });
    const fields = fen?.split(" ").length;
    if (
      start &&
      start.fen !== null &&
      start.scene.variant === from.variant &&
      start.fen.split(" ").length === fields
    ) {
      this.samples.push({ scene: start.scene, fen: start.fen });
    }
    this.hands = this.samples.some(({ scene }) => handsUsed(scene));
    this.ways = groupsOf(from, this.hands).map((_, at) => groupWays(this.samples, at, this.hands));
  }

  /** Whether texts say whose turn it is; else it follows from what stands on the board. */
  get turns(): boolean {
    return this.fen === null || this.fen.includes(" ");
  }

  private get groups(): Group[] {
    return groupsOf(this.scene, this.hands);
  }

  /** The places beside the board that can be set up, those of an owner. */
  slots(owner: number): Slot[] {
    return this.groups.flatMap((group, at) =>
      this.ways[at]?.length ? group.filter((slot) => slot.owner === owner) : [],
    );
  }

  /** What an owner of places is called. */
  ownerName(owner: number): string {
    return this.scene.seats[owner]
      ? seatName(this.scene, owner)
      : nameOf(this.scene, owner === 0 ? "p1" : "p2");
  }

  /** Puts the brush's piece on a square, or takes off what is there. */
  touch(square: string): void {
    if (this.brush === null || this.scene.pieces.get(square) === this.brush)
      this.scene.pieces.delete(square);
    else this.scene.pieces.set(square, this.brush);
  }

  /** Lays the brush's piece into a place. */
  add(slot: Slot): void {
    const where = `${ofWhom(this.ownerName(slot.owner))} ${slot.name}`;
    if (this.brush === null) throw new Unfit(`Choose a piece first, to lay it into ${where}`);
    const name = this.scene.kinds.get(this.brush)?.name ?? this.brush;
    if (!slot.kinds.includes(this.brush)) {
      throw new Unfit(
        `${ofWhom(this.ownerName(seatOf(this.scene, this.brush)))} ${name} cannot lie in ${where}: choose a piece of ${this.ownerName(slot.owner)}`,
      );
    }
    const many = slot.counts.get(this.brush) ?? 0;
    if (many >= MOST_PIECES)
      throw new Unfit(`There are ${many} of ${name} in ${where}: expected at most ${MOST_PIECES}`);
    slot.counts.set(this.brush, many + 1);
  }

  /** Takes a piece out of a place. */
  remove(slot: Slot, letter: string): void {
    const many = slot.counts.get(letter) ?? 0;
    if (many > 1) slot.counts.set(letter, many - 1);
    else slot.counts.delete(letter);
  }

  /** Takes everything off, beside the board too. */
  clear(): void {
    this.scene.pieces.clear();
    this.groups.forEach((group, at) => {
      if (this.ways[at]?.length) for (const { counts } of group) counts.clear();
    });
  }

  /** The fields of the places as they may be written: a few ways, the likeliest first. */
  private beside(): { sign: string | null; fields: Map<number, string> }[] {
    let all: { sign: string | null; fields: Map<number, string> }[] = [
      { sign: null, fields: new Map() },
    ];
    this.groups.forEach((group, at) => {
      const ways = this.ways[at] ?? [];
      if (!ways.length) return;
      const longer = all.flatMap((one) => {
        const seen = new Set<string>();
        return ways.flatMap(({ field, sign, write }) => {
          const text = write(this.scene, group);
          if (one.fields.has(field) || seen.has(`${field} ${text}`)) return [];
          seen.add(`${field} ${text}`);
          return [{ sign: one.sign ?? sign, fields: new Map([...one.fields, [field, text]]) }];
        });
      });
      all = longer.slice(0, MOST_TEXTS);
    });
    // Places are likely to be written in the order in which they are told.
    const inOrder = ({ fields }: { fields: Map<number, string> }): number => {
      const numbers = [...fields.keys()];
      return numbers.every((field, at) => at === 0 || field > (numbers[at - 1] ?? 0)) ? 0 : 1;
    };
    return all.sort((one, other) => inOrder(one) - inOrder(other));
  }

  private turnTexts(): string[] {
    const { from, turn } = this;
    const words = from.seats.length
      ? seatWords(from, turn)
      : turnWords(from, turn === 0 ? "p1" : "p2");
    const now = this.fen?.split(" ")[1];
    if (now !== undefined && turn === (from.seat ?? (from.turn === "p1" ? 0 : 1)))
      words.unshift(now);
    return [...new Set(words)];
  }

  /** The texts that may mean what is set up, the likeliest first. */
  texts(): string[] {
    const boards = boardsOf(this.samples);
    if (this.fen === null || !boards.length) return [];
    const texts = new Set<string>();
    const beside = this.beside();
    // What else stands there may belong to the old position: the start has the plainest.
    for (const { fen } of this.samples) {
      const fields = fen.split(" ");
      for (const turn of this.turnTexts()) {
        for (const { sign, fields: told } of beside) {
          // Who writes glyphs beside the board does not write letters on it.
          const likely = [...boards].sort(
            (one, other) =>
              Number((one.sign === "letter") !== (sign === "letter" || sign === null)) -
              Number((other.sign === "letter") !== (sign === "letter" || sign === null)),
          );
          for (const { write } of likely) {
            const written = fields.map((field, at) =>
              at === 0 ? write(this.scene) : at === 1 ? turn : (told.get(at) ?? field),
            );
            texts.add(written.join(" "));
          }
        }
      }
    }
    if (this.fen.includes(" "))
      for (const turn of this.turnTexts()) texts.add(`${boards[0]?.write(this.scene)} ${turn}`);
    return [...texts].slice(0, MOST_TEXTS);
  }

  /** What is not read as it was meant; nothing if all of it is. */
  private misread(scene: Scene): string | null {
    const { pieces } = scene;
    const same =
      pieces.size === this.scene.pieces.size &&
      [...pieces].every(([square, letter]) => this.scene.pieces.get(square) === letter);
    if (!same) return "with other pieces on the board";
    const read = groupsOf(scene, this.hands);
    for (const [at, group] of this.groups.entries()) {
      if (!this.ways[at]?.length) continue;
      const other = group.find(
        (slot, n) => !sameCounts(slot.counts, read[at]?.[n]?.counts ?? new Map()),
      );
      if (other)
        return `with something else in ${ofWhom(this.ownerName(other.owner))} ${other.name}`;
    }
    const turn = scene.seat ?? (scene.turn === "p1" ? 0 : 1);
    if (this.turns && turn !== this.turn) return `with ${turnName(scene)} to move`;
    return null;
  }

  /** The position as the engine reads it. Throws what the engine has against it. */
  async finish(engine: Engine): Promise<View> {
    const texts = this.texts();
    if (!texts.length)
      throw new Refused("Unknown format of positions: give the text of the position");
    let problem: Error | null = null;
    for (const fen of texts) {
      try {
        const view = await engine.view({ fen, moves: [] });
        const misread = this.misread(view.scene);
        if (misread === null) return { ...view, fen: view.fen ?? fen };
        problem ??= new Refused(`The engine reads this position ${misread}`);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        problem ??= error;
      }
    }
    throw problem ?? new Refused("The engine does not take this position");
  }

  /** Who can be to move, by number: the seats, or the players. */
  movers(): string[] {
    const players: readonly Player[] = ["p1", "p2"];
    return this.scene.seats.length
      ? this.scene.seats.map((_, at) => seatName(this.scene, at))
      : players.map((player) => nameOf(this.scene, player));
  }

  /** The kinds of pieces by the seats that own them. */
  kinds(): string[] {
    return [...this.scene.kinds.keys()].sort(
      (one, other) => seatOf(this.scene, one) - seatOf(this.scene, other),
    );
  }
}

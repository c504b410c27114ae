// A position set up by hand. The page does not know how a game writes its positions; it
// learns that from a text whose board it can see, writes another one in the same way, and
// shows it to the engine: only what the engine reads as it was meant counts.

import { type Engine, Refused, type View } from "./engine";
import { type Player, type Scene, nameOf, seatOf, squareName } from "./scene";

type Pieces = Map<string, string>;
type Writer = (pieces: Pieces) => string;

/** The ways in which boards are written, as far as they are known: rows from above or from
 *  below, with or without something between them, empty squares counted or shown. */
function* writers(scene: Scene): Generator<Writer> {
  const glyph = (letter: string): string => scene.kinds.get(letter)?.glyph ?? letter;
  for (const signOf of [(letter: string) => letter, glyph]) {
    for (const above of [true, false]) {
      for (const between of ["/", ""]) {
        for (const empty of ["count", ".", "-", "_"]) {
          yield (pieces) => {
            const rows: string[] = [];
            for (let n = 0; n < scene.ranks; n += 1) {
              const rank = above ? scene.ranks - 1 - n : n;
              let [row, free] = ["", 0];
              const flush = (): void => {
                if (free) row += empty === "count" ? String(free) : empty.repeat(free);
                free = 0;
              };
              for (let file = 0; file < scene.files; file += 1) {
                const letter = pieces.get(squareName(scene.files, rank * scene.files + file));
                if (letter === undefined) free += 1;
                else {
                  flush();
                  row += signOf(letter);
                }
              }
              flush();
              rows.push(row);
            }
            return rows.join(between);
          };
        }
      }
    }
  }
}

/** How a text writes the board that is seen beside it; nothing if that is not found out. */
export function writerOf(scene: Scene, fen: string): Writer | null {
  const board = fen.split(" ")[0];
  for (const writer of writers(scene)) if (writer(scene.pieces) === board) return writer;
  return null;
}

/** What may stand for a player as the one to move. */
function turnWords(scene: Scene, player: Player): string[] {
  const kinds = [...scene.kinds.values()].filter((kind) => kind.player === player);
  const seats = scene.seats.flatMap((seat, at) => (seat.player === player ? [String(at + 1)] : []));
  const name = nameOf(scene, player);
  const first = player === "p1";
  const words = [...seats, kinds[0]?.letter, name[0]?.toLowerCase(), name, first ? "w" : "b", first ? "1" : "2", player];
  return [...new Set(words.filter((word) => word !== undefined && word !== ""))] as string[];
}

/** A board that is being set up. */
export class Editor {
  readonly scene: Scene;
  turn: Player;
  /** The kind that a touch puts down; nothing to take pieces off. */
  brush: string | null;

  constructor(private readonly from: Scene, private readonly fen: string | null) {
    this.scene = { ...from, pieces: new Map(from.pieces), last: [], moves: [], marks: [] };
    this.turn = from.turn;
    this.brush = [...from.kinds.keys()][0] ?? null;
  }

  /** Puts the brush's piece on a square, or takes off what is there. */
  touch(square: string): void {
    if (this.brush === null || this.scene.pieces.get(square) === this.brush) this.scene.pieces.delete(square);
    else this.scene.pieces.set(square, this.brush);
  }

  clear(): void {
    this.scene.pieces.clear();
  }

  /** The texts that may mean what is set up, the likeliest first. */
  private texts(): string[] {
    const fen = this.fen;
    const writer = fen === null ? null : writerOf(this.from, fen);
    if (fen === null || !writer) return [];
    const [, ...fields] = fen.split(" ");
    const board = writer(this.scene.pieces);
    const [turn, ...rest] = fields;
    if (turn === undefined) return [board];
    const words = turnWords(this.from, this.turn);
    if (this.turn === this.from.turn) words.unshift(turn);
    const texts = words.map((word) => [board, word, ...rest].join(" "));
    // What else stands there may belong to the old position: try without it, too.
    if (rest.length) texts.push(...words.map((word) => `${board} ${word}`));
    return [...new Set(texts)];
  }

  /** The position as the engine reads it. Throws what the engine has against it. */
  async finish(engine: Engine): Promise<View> {
    const texts = this.texts();
    if (!texts.length) throw new Refused("How this game writes positions is not known here: give the text of the position");
    let problem: Error | null = null;
    for (const fen of texts) {
      try {
        const view = await engine.view({ fen, moves: [] });
        const { pieces, turn } = view.scene;
        const same = pieces.size === this.scene.pieces.size && [...pieces].every(([square, letter]) => this.scene.pieces.get(square) === letter);
        if (same && turn === this.turn) return { ...view, fen: view.fen ?? fen };
        problem ??= new Refused(`The engine reads this position with ${nameOf(view.scene, turn)} to move`);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        problem ??= error;
      }
    }
    throw problem ?? new Refused("The engine does not take this position");
  }

  /** The kinds of pieces by the seats that own them. */
  kinds(): string[] {
    return [...this.scene.kinds.keys()].sort((one, other) => seatOf(this.scene, one) - seatOf(this.scene, other));
  }
}

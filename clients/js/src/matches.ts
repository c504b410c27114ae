// Matches between two engines, and their openings.
import type { Engine, Result } from "./engine.js";
import type { Limit } from "./lines.js";

/** A finished game. */
export interface Played {
  opening: string[];
  moves: string[];
  /** Whether the second engine was player one. */
  swapped: boolean;
  result: Result;
  /** The points of the first engine: 1, 0.5 or 0. */
  points: number;
}

interface Player {
  engine: Engine;
  limit: Limit;
}

/**
 * Plays each opening twice, with swapped seats: an iterator of finished games.
 *
 * The limit is that of each move; a pair of limits has one for each engine. An opening is a list of
 * moves from the start position.
 */
export function match(
  first: Engine,
  second: Engine,
  limit: Limit | [Limit, Limit],
  openings: Iterable<string[]> = [[]],
): AsyncGenerator<Played> {
  const limits = Array.isArray(limit) ? limit : [limit, limit];
  if (limits.length !== 2)
    throw new TypeError(
      `${limits.length} limits: expected one, or one for each of the two engines`,
    );
  if (typeof openings === "string")
    throw new TypeError(`openings are "${openings}": expected a list of openings`);
  const list = [...openings];
  const wrong = list.find((opening) => typeof opening === "string");
  if (wrong !== undefined)
    throw new TypeError(`an opening is "${wrong}": expected a list of moves for each one`);
  const [one, two] = limits as [Limit, Limit];
  return played({ engine: first, limit: one }, { engine: second, limit: two }, list);
}

async function* played(
  first: Player,
  second: Player,
  openings: string[][],
): AsyncGenerator<Played> {
  for (const opening of openings) {
    for (const swapped of [false, true]) {
      for (const { engine } of [first, second]) await engine.newGame();
      const seats = swapped ? { p1: second, p2: first } : { p1: first, p2: second };
      const game = await first.engine.game({ moves: opening });
      while (!game.over) {
        const { engine, limit } = seats[game.turn];
        await game.play((await game.think(limit, { engine })).move);
      }
      const result = game.result!;
      const points = result === "draw" ? 0.5 : Number((result === "p1win") !== swapped);
      yield { opening, moves: game.moves, swapped, result, points };
    }
  }
}

const COMMENT = /^(?:#|;|\/\/)/;

/**
 * The openings of a text: in each line `startpos`, or `startpos moves` and moves.
 *
 * Comments begin with `#`, `;`, `//` or `%`, in a line of their own or, except for `%`, after the
 * moves. A wrong line is a TypeError, and so is one with the text of a position, because games
 * begin with the start position.
 */
export function parseOpenings(text: string): string[][] {
  const openings: string[][] = [];
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.trim();
    const all = line.startsWith("%") ? [] : line.split(/\s+/);
    const comment = all.findIndex((word) => COMMENT.test(word));
    const words = comment < 0 ? all : all.slice(0, comment);
    if (!words.some(Boolean)) continue;
    const [start, keyword, ...moves] = words;
    if (start !== "startpos" || (keyword ?? "moves") !== "moves")
      throw new TypeError(`line ${index + 1} "${line}": expected startpos moves MOVES`);
    openings.push(moves);
  }
  return openings;
}

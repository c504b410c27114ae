// The answer to `query board`, read and checked: the look of a game and its legal moves. The page
// knows no rules.

import {
  DecodeError,
  isTrue,
  json,
  list,
  map,
  obj,
  oneOf,
  optional,
  orNull,
  pair,
  text,
  where,
  whole,
} from "./decode";
import { type Move, moveIn } from "./move";

export type Player = "p1" | "p2";
export const PLAYERS: readonly Player[] = ["p1", "p2"];
export const other = (player: Player): Player => (player === "p1" ? "p2" : "p1");

/** The text with a capital letter first; a square keeps its small letter. */
export const capital = (text: string): string =>
  /^[a-z]\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** A list in words: `a, b and c`. */
export const listed = (all: string[]): string => all.join(", ").replace(/, (?!.*, )/, " and ");

/** A number and its unit: `1 move`, `2 moves`. */
export const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? "" : "s"}`;

const isPlural = (name: string): boolean => /[^s]s$/.test(name);
const isMany = (name: string): boolean => isPlural(name) || name.includes(" and ");
/** "Red's", "Zombies'". */
export const ofWhom = (name: string): string => `${name}\u2019${isPlural(name) ? "" : "s"}`;

/** A name with a verb: "Red has", "Zombies have". */
const who =
  (one: string, many: string) =>
  (name: string): string =>
    `${name} ${isMany(name) ? many : one}`;
export const whoAnswers = who("answers", "answer");
export const whoLooks = who("looks", "look");
export const whoHas = who("has", "have");
export const whoWins = who("wins", "win");
export const whoIs = who("is", "are");

export type Counts = Map<string, number>;

/** Whether all face-down pieces of a seat were turned over. */
export const areAllTurnedOver = (places: Place[]): boolean =>
  places.some(({ faceDown, pieces }) => faceDown && !pieces.size);

const player = oneOf(...PLAYERS);
const counts = map(whole(0, 9999));
const points = pair(whole(0, 1e9));

const readPlace = (value: unknown) => {
  const { "face-down": faceDown, ...place } = obj({
    name: text,
    "face-down": isTrue,
    pieces: counts,
  })(value);
  return { ...place, faceDown };
};
export type Place = ReturnType<typeof readPlace>;

const readMark = obj({ name: text, sign: text, squares: list(text) });
export type Mark = ReturnType<typeof readMark>;

const readKind = obj({ letter: text, name: text, player, glyph: text });

const readBoard = where(
  "a square for each file and rank",
  obj({
    files: whole(1, 26),
    ranks: whole(1, 26),
    /** Shades from `a1`, rank by rank; null where there is no square. */
    squares: list(orNull(whole(0, 255))),
    /** Whether the board stands on the corner of `a1`. */
    tilt: isTrue,
  }),
  ({ files, ranks, squares }) => squares.length === files * ranks,
);

const readParts = obj({
  variant: text,
  players: pair(text),
  board: readBoard,
  /** The sources of the points of the players. */
  tally: optional(list(obj({ name: text, points })), []),
  kinds: list(readKind),
  pieces: map(text),
  hands: pair(counts),
  seats: optional(
    list(obj({ name: text, player: orNull(player), kinds: list(text), places: list(readPlace) })),
    [],
  ),
  seat: optional(whole(0, 99), null),
  again: isTrue,
  scores: optional(points, null),
  marks: optional(list(readMark), []),
  turn: player,
  last: list(text),
});

export interface Scene
  extends Omit<ReturnType<typeof readParts>, "board" | "kinds">, ReturnType<typeof readBoard> {
  /** The words of the sheet for sides, seats and marks, which take precedence. */
  called: { sides: string[]; seats: string[]; marks: Map<string, string> } | null;
  kinds: Map<string, ReturnType<typeof readKind>>;
  moves: Move[];
}

/** Reads an answer that is JSON already; throws a `DecodeError`. */
export function sceneOf(value: unknown): Scene {
  const { board, kinds, ...parts } = readParts(value);
  const byLetter = new Map(kinds.map((kind) => [kind.letter, kind]));
  const scene = { ...parts, ...board, called: null, kinds: byLetter };
  return { ...scene, ...obj({ moves: list(moveIn(scene)) })(value) };
}

export function readScene(answer: string): Scene {
  try {
    return json(sceneOf)(answer);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new Error(`The engine's answer to "query board" cannot be used: ${error.message}`);
  }
}

/** The squares by index: `a1`, `b1`, and so on. */
export const squareName = (files: number, index: number): string =>
  String.fromCharCode(97 + (index % files)) + (Math.floor(index / files) + 1);

/** File and rank of a square, from 0; null for other texts. */
export function coordinates(scene: Scene, square: string): [number, number] | null {
  const [, letter, digits] = /^([a-z])(\d+)$/.exec(square) ?? [];
  if (letter === undefined) return null;
  const [file, rank] = [letter.charCodeAt(0) - 97, Number(digits) - 1];
  return file < scene.files && rank >= 0 && rank < scene.ranks ? [file, rank] : null;
}

/** Whether the shades of squares are levels, and not those of a chequered board. */
export const hasLevels = ({ squares }: Scene): boolean =>
  new Set(squares.filter((shade) => shade !== null)).size > 2;

/** The level of a square; null in games without levels. */
export function levelOf(scene: Scene, square: string): number | null {
  const at = hasLevels(scene) ? coordinates(scene, square) : null;
  return at && (scene.squares[at[0] + scene.files * at[1]] ?? null);
}

/** The seat that owns a kind of pieces; in games without seats 0 or 1 for the player. */
export function seatOf(scene: Scene, letter: string): number {
  const seat = scene.seats.findIndex((seat) => seat.kinds.includes(letter));
  return seat >= 0 ? seat : scene.kinds.get(letter)?.player === "p2" ? 1 : 0;
}

/** The name of a player: with more than two seats, the names of its seats, if known. */
export function nameOf(scene: Scene, player: Player): string {
  const at = player === "p1" ? 0 : 1;
  const { seats } = scene;
  if (seats.length > 2) {
    const own = seats.flatMap((_, n) => (sideOf(scene, n) === player ? [seatName(scene, n)] : []));
    // A player with one seat has its name from the start.
    if (own.length === 1 || seats.every((seat) => seat.player))
      return own.join(", ").replace(/, (?!.*, )/, " and ");
  }
  return scene.called?.sides[at] || scene.players[at];
}

export const markName = ({ called }: Scene, name: string): string =>
  called?.marks.get(name) ?? name;

export const SEAT_INKS = ["red", "blue", "green", "yellow"];

/** The name of a seat: its colour if the engine has only a letter for it. */
export function seatName(scene: Scene, seat: number): string {
  const known = scene.called?.seats[seat] || scene.seats[seat]?.name || "";
  const ink = SEAT_INKS[seat] ?? "";
  return known.length === 1 && ink ? capital(ink) : known;
}

/** The number of the seat to move, or of the player in games without seats. */
export const turnNumber = ({ seat, turn }: Scene): number => seat ?? PLAYERS.indexOf(turn);

export const namesOf = (scene: Scene): string[] => PLAYERS.map((player) => nameOf(scene, player));

/** The name of the player or seat to move. */
export const turnName = (scene: Scene): string =>
  scene.seat === null || !scene.seats[scene.seat]
    ? nameOf(scene, scene.turn)
    : seatName(scene, scene.seat);

/** The player of a seat. While sides are unknown, only the first seat belongs to player one. */
export const sideOf = (scene: Scene, seat: number): Player =>
  scene.seats[seat]?.player ?? (seat === 0 ? "p1" : "p2");

/** The points of both sides, in games with points. */
export const sumsOf = ({ scores, tally }: Scene): number[] | null =>
  scores &&
  PLAYERS.map((_, at) =>
    tally.length ? tally.reduce((all, { points }) => all + points[at]!, 0) : scores[at]!,
  );

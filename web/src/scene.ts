// The answer to `query board`, read and checked: how a game looks and what can be played. The page
// knows nothing else of it.

import {
  DecodeError,
  type Reader,
  expected,
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
  whole,
} from "./decode";
import { type Move, moveIn } from "./move";

export type Player = "p1" | "p2";
export const PLAYERS: readonly Player[] = ["p1", "p2"];
export const other = (player: Player): Player => (player === "p1" ? "p2" : "p1");

export interface Kind {
  letter: string;
  name: string;
  player: Player;
  glyph: string;
}

/** Names such as "Zombies" stand for many. */
const isPlural = (name: string): boolean => /[^s]s$/.test(name);
const isMany = (name: string): boolean => isPlural(name) || name.includes(" and ");
/** Whose something is: "Red's", "Zombies'". */
export const ofWhom = (name: string): string => `${name}\u2019${isPlural(name) ? "" : "s"}`;
/** Who has something, or is something: "Red has", "Zombies have". */
export const whoHas = (name: string): string => `${name} ${isMany(name) ? "have" : "has"}`;
export const whoWins = (name: string): string => `${name} ${isMany(name) ? "win" : "wins"}`;
export const whoIs = (name: string): string => `${name} ${isMany(name) ? "are" : "is"}`;

export type Counts = Map<string, number>;

export interface Place {
  name: string;
  faceDown: boolean;
  pieces: Counts;
}

export interface SeatView {
  name: string;
  player: Player | null;
  kinds: string[];
  places: Place[];
}

export interface Mark {
  name: string;
  sign: string;
  squares: string[];
}

export interface Scene {
  variant: string;
  /** What the game calls its sides and seats, where it has better names than these. */
  called: { sides: string[]; seats: string[] } | null;
  players: [string, string];
  files: number;
  ranks: number;
  /** Shades from `a1`, rank by rank; nothing where there is no square. */
  squares: (number | null)[];
  /** Whether the board stands on its first square. */
  tilt: boolean;
  /** Where the points of the players come from. */
  tally: { name: string; points: [number, number] }[];
  kinds: Map<string, Kind>;
  pieces: Map<string, string>;
  hands: [Counts, Counts];
  seats: SeatView[];
  seat: number | null;
  again: boolean;
  scores: [number, number] | null;
  marks: Mark[];
  turn: Player;
  last: string[];
  moves: Move[];
}

const player = oneOf(...PLAYERS);
const counts = map(whole(0, 9999));
const points = pair(whole(0, 1e9));
const shade = orNull(whole(0, 255));

const readPlace: Reader<Place> = (value, path) => {
  const read = obj({ name: text, "face-down": isTrue, pieces: counts })(value, path);
  return { name: read.name, faceDown: read["face-down"], pieces: read.pieces };
};

const readBoard = obj({
  files: whole(1, 26),
  ranks: whole(1, 26),
  squares: list(shade),
  tilt: isTrue,
});

const readParts = obj({
  variant: text,
  players: pair(text),
  board: readBoard,
  tally: optional(list(obj({ name: text, points })), []),
  kinds: list(obj<Kind>({ letter: text, name: text, player, glyph: text })),
  pieces: map(text),
  hands: pair(counts),
  seats: optional(
    list(
      obj<SeatView>({
        name: text,
        player: orNull(player),
        kinds: list(text),
        places: list(readPlace),
      }),
    ),
    [],
  ),
  seat: optional(whole(0, 99), null),
  again: isTrue,
  scores: optional(points, null),
  marks: optional(list(obj<Mark>({ name: text, sign: text, squares: list(text) })), []),
  turn: player,
  last: list(text),
  moves: (value) => value,
});

/** Reads an answer that is JSON already; throws a `DecodeError`. */
export function sceneOf(value: unknown): Scene {
  const { board, kinds, moves, ...parts } = readParts(value);
  const count = board.files * board.ranks;
  if (board.squares.length !== count) expected(`${count} squares`, "board.squares");
  const scene = {
    ...parts,
    ...board,
    called: null,
    kinds: new Map(kinds.map((kind) => [kind.letter, kind])),
  };
  return { ...scene, moves: list(moveIn(scene))(moves, "moves") };
}

/** Reads an answer; throws an `Error` that says what is wrong with it. */
export function readScene(answer: string): Scene {
  try {
    return json(sceneOf)(answer);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new Error(`The engine's answer to "query board" cannot be used: ${error.message}`);
  }
}

/** The name of the square of an index: `a1`, `b1`, and so on. */
export const squareName = (files: number, index: number): string =>
  String.fromCharCode(97 + (index % files)) + (Math.floor(index / files) + 1);

/** File and rank of a square, from 0; nothing for what is no square of the board. */
export function coordinates(scene: Scene, square: string): [number, number] | null {
  const [, letter, digits] = /^([a-z])(\d+)$/.exec(square) ?? [];
  if (letter === undefined) return null;
  const [file, rank] = [letter.charCodeAt(0) - 97, Number(digits) - 1];
  return file < scene.files && rank >= 0 && rank < scene.ranks ? [file, rank] : null;
}

/** The number of the seat whose a kind of pieces is; in games without seats that of the player. */
export function seatOf(scene: Scene, letter: string): number {
  const seat = scene.seats.findIndex((seat) => seat.kinds.includes(letter));
  return seat >= 0 ? seat : scene.kinds.get(letter)?.player === "p2" ? 1 : 0;
}

/** What a player is called: of more than two seats by those that play for them, once that is known. */
export function nameOf(scene: Scene, player: Player): string {
  const at = player === "p1" ? 0 : 1;
  const { seats } = scene;
  if (seats.length > 2) {
    const own = seats.flatMap((_, n) => (sideOf(scene, n) === player ? [seatName(scene, n)] : []));
    // Whoever is alone has a name before that, too.
    if (own.length === 1 || seats.every((seat) => seat.player))
      return own.join(", ").replace(/, (?!.*, )/, " and ");
  }
  return scene.called?.sides[at] || scene.players[at];
}

/** The inks of seats, in their order. */
export const SEAT_INKS = ["red", "blue", "green", "yellow"];

/** What a seat is called: a letter alone is no name for people, who see its colour. */
export function seatName(scene: Scene, seat: number): string {
  const known = scene.called?.seats[seat] || scene.seats[seat]?.name || "";
  const ink = SEAT_INKS[seat] ?? "";
  return known.length === 1 && ink ? ink.charAt(0).toUpperCase() + ink.slice(1) : known;
}

/** Who is to move, for people: a player, or a seat. */
export const turnName = (scene: Scene): string =>
  scene.seat === null || !scene.seats[scene.seat]
    ? nameOf(scene, scene.turn)
    : seatName(scene, scene.seat);

/** The player for whom a seat plays. One whose side is not known yet stands with player two,
 *  but for the first one. */
export const sideOf = (scene: Scene, seat: number): Player =>
  scene.seats[seat]?.player ?? (seat === 0 ? "p1" : "p2");

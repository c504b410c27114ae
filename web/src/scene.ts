// What `query board` answers, read and checked. From here on the page knows how a game looks
// and what can be played, and nothing else of it.

export type Player = "p1" | "p2";
export const PLAYERS: readonly Player[] = ["p1", "p2"];
export const other = (player: Player): Player => (player === "p1" ? "p2" : "p1");

export interface Kind {
  letter: string;
  name: string;
  player: Player;
  glyph: string;
}

/** One thing that a hand does at the board. */
/** Names such as "Zombies" stand for many. */
const isPlural = (name: string): boolean => /[^s]s$/.test(name);
const isMany = (name: string): boolean => isPlural(name) || name.includes(" and ");
/** Whose something is: "Red's", "Zombies'". */
export const ofWhom = (name: string): string => `${name}\u2019${isPlural(name) ? "" : "s"}`;
/** Who has something, or is something: "Red has", "Zombies have". */
export const whoHas = (name: string): string => `${name} ${isMany(name) ? "have" : "has"}`;
export const whoWins = (name: string): string => `${name} ${isMany(name) ? "win" : "wins"}`;
export const whoIs = (name: string): string => `${name} ${isMany(name) ? "are" : "is"}`;

export type Action =
  | { does: "lift" | "put" | "remove"; square: string }
  | { does: "to-hand" | "change"; square: string; letter: string }
  | { does: "from-hand"; letter: string }
  | { does: "take"; place: string; letter: string }
  | { does: "lay"; place: string }
  | { does: "choose"; text: string };

export interface Move {
  text: string;
  actions: Action[];
}

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

type Json = Record<string, unknown>;

function fail(what: string): never {
  throw new Error(`The engine's answer to "query board" is of no use: expected ${what}`);
}

function record(value: unknown, what: string): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Json)
    : fail(what);
}

const list = (value: unknown, what: string): unknown[] =>
  Array.isArray(value) ? value : fail(what);
const text = (value: unknown, what: string): string =>
  typeof value === "string" ? value : fail(what);
const player = (value: unknown, what: string): Player =>
  value === "p1" || value === "p2" ? value : fail(what);

function count(value: unknown, most: number, what: string): number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most
    ? Number(value)
    : fail(what);
}

function counts(value: unknown): Counts {
  const entries = Object.entries(record(value, "counts of pieces"));
  return new Map(
    entries.map(([letter, many]) => [letter, count(many, 9999, "a number of pieces")]),
  );
}

function readAction(value: unknown): Action {
  const [entry] = Object.entries(record(value, "an action"));
  if (!entry) fail("an action");
  const [does, what] = entry;
  const pair = (): [string, string] => {
    const [one, two] = list(what, `two texts for "${does}"`);
    return [text(one, `two texts for "${does}"`), text(two, `two texts for "${does}"`)];
  };
  switch (does) {
    case "lift":
    case "put":
    case "remove":
      return { does, square: text(what, `a square for "${does}"`) };
    case "to-hand":
    case "change": {
      const [square, letter] = pair();
      return { does, square, letter };
    }
    case "take": {
      const [place, letter] = pair();
      return { does, place, letter };
    }
    case "from-hand":
      return { does, letter: text(what, "a letter") };
    case "lay":
      return { does, place: text(what, "a place") };
    case "choose":
      return { does, text: text(what, "a text") };
    default:
      return fail(`an action that is known, not "${does}"`);
  }
}

function readMove(value: unknown): Move {
  const move = record(value, "moves");
  return {
    text: text(move["move"], "a move"),
    actions: list(move["actions"], "actions").map(readAction),
  };
}

function readSeat(value: unknown): SeatView {
  const seat = record(value, "seats");
  const place = (value: unknown): Place => {
    const place = record(value, "places");
    return {
      name: text(place["name"], "a place"),
      faceDown: place["face-down"] === true,
      pieces: counts(place["pieces"]),
    };
  };
  return {
    name: text(seat["name"], "the name of a seat"),
    player: seat["player"] === null ? null : player(seat["player"], "the side of a seat"),
    kinds: list(seat["kinds"], "kinds of a seat").map((kind) => text(kind, "a kind")),
    places: list(seat["places"], "places of a seat").map(place),
  };
}

function readKind(value: unknown): [string, Kind] {
  const kind = record(value, "kinds");
  const letter = text(kind["letter"], "a letter");
  return [
    letter,
    {
      letter,
      name: text(kind["name"], "the name of a kind"),
      player: player(kind["player"], "whose a kind is"),
      glyph: text(kind["glyph"], "a glyph"),
    },
  ];
}

/** Two of something, read alike. */
function both<T>(value: unknown, what: string, read: (value: unknown) => T): [T, T] {
  const values = list(value, what);
  return values.length === 2 ? [read(values[0]), read(values[1])] : fail(what);
}

function readTally(value: unknown): { name: string; points: [number, number] } {
  const tally = record(value, "a tally");
  return {
    name: text(tally["name"], "the name of a tally"),
    points: both(tally["points"], "two points", (n) => count(n, 1e9, "points")),
  };
}

/** Reads an answer; throws an `Error` that says what is wrong with it. */
export function readScene(answer: string): Scene {
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    fail("JSON");
  }
  return sceneOf(value);
}

/** The same of an answer that is no text any more. */
export function sceneOf(value: unknown): Scene {
  const all = record(value, "an object");
  const board = record(all["board"], "a board");
  const files = Math.max(1, count(board["files"], 26, "1 to 26 files"));
  const ranks = Math.max(1, count(board["ranks"], 26, "1 to 26 ranks"));
  const shade = (value: unknown): number | null =>
    value === null ? null : count(value, 255, "shades");
  const squares = list(board["squares"], "squares").map(shade);
  if (squares.length !== files * ranks) fail(`${files * ranks} squares`);
  const strings = (value: unknown, what: string): string[] =>
    list(value, what).map((one) => text(one, what));
  const mark = (value: unknown): Mark => {
    const mark = record(value, "marks");
    return {
      name: text(mark["name"], "a mark"),
      sign: text(mark["sign"], "a sign"),
      squares: strings(mark["squares"], "squares"),
    };
  };
  const pieces = Object.entries(record(all["pieces"], "pieces"));
  return {
    variant: text(all["variant"], "a variant"),
    called: null,
    players: both(all["players"], "two players", (name) => text(name, "names of players")),
    files,
    ranks,
    squares,
    tilt: board["tilt"] === true,
    tally: all["tally"] === undefined ? [] : list(all["tally"], "a tally").map(readTally),
    kinds: new Map(list(all["kinds"], "kinds").map(readKind)),
    pieces: new Map(pieces.map(([square, letter]) => [square, text(letter, "letters of pieces")])),
    hands: both(all["hands"], "two hands", counts),
    seats: all["seats"] === undefined ? [] : list(all["seats"], "seats").map(readSeat),
    seat: all["seat"] === undefined ? null : count(all["seat"], 99, "the number of a seat"),
    again: all["again"] === true,
    scores:
      all["scores"] === undefined
        ? null
        : both(all["scores"], "two scores", (n) => count(n, 1e9, "a score")),
    marks: all["marks"] === undefined ? [] : list(all["marks"], "marks").map(mark),
    turn: player(all["turn"], "whose turn it is"),
    last: strings(all["last"], "squares of the last move"),
    moves: list(all["moves"], "moves").map(readMove),
  };
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

/** Who is to move: the number of the seat, or of the player where there are no seats. */
export const turnNumber = ({ seat, turn }: Scene): number => seat ?? PLAYERS.indexOf(turn);

/** Who is to move, for people: a player, or a seat. */
export const turnName = (scene: Scene): string =>
  scene.seat === null || !scene.seats[scene.seat]
    ? nameOf(scene, scene.turn)
    : seatName(scene, scene.seat);

/** The squares whose pieces a move captures. A piece of the other side that becomes one of the mover
 *  is captured, too. */
export function victimsOf(scene: Scene, { actions }: Move): string[] {
  const owner = (letter = ""): Player | null => scene.kinds.get(letter)?.player ?? null;
  // Where all changes sides and nothing moves, nothing is captured.
  const moves = actions.some(({ does }) => does === "put");
  const taken = actions.flatMap((action) => {
    const turned =
      moves &&
      action.does === "change" &&
      owner(action.letter) === scene.turn &&
      owner(scene.pieces.get(action.square)) === other(scene.turn);
    return turned || action.does === "remove" || action.does === "to-hand" ? [action.square] : [];
  });
  return [...new Set(taken)];
}

/** Whether the first place of a move's piece is a heap of which nobody knows the order. */
export function drawsFrom(scene: Scene, move: Move): Place | null {
  const first = move.actions[0];
  if (first?.does !== "take" || scene.seat === null) return null;
  const place = scene.seats[scene.seat]?.places.find((place) => place.name === first.place);
  return place?.faceDown ? place : null;
}

/** The player for whom a seat plays. One whose side is not known yet stands with player two,
 *  but for the first one. */
export const sideOf = (scene: Scene, seat: number): Player =>
  scene.seats[seat]?.player ?? (seat === 0 ? "p1" : "p2");

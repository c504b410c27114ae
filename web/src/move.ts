// A legal move. Only this file interprets its actions; all others read the fields.

import { type Reader, expected, isObject, list, obj, pair, text } from "./decode";
import type { Motion } from "./motion";
import type { Place, Player, Scene } from "./scene";

/** The kinds of moves in games with places. */
export type Verb = "turn" | "place" | "move" | "strike" | "exchange" | "pass";

/** A square or a thing beside the board: `a1`, `hand:r`, `place:exchange:A`, `heap:line`. */
export type Touch = string;

/** A square on the path of a piece, and the squares of its captures so far. */
export interface Stop {
  square: string;
  taken: string[];
}

export interface Move {
  text: string;
  verb: Verb | null;
  /** The move in words: `red checker from b6, takes the blue checker on c6`. */
  words: string;
  /** The touches that make the move, in order; empty for a move by a button. */
  touches: Touch[];
  /** The touches that are squares. */
  squares: string[];
  /** The square of the first `lift` and of the last `put`. */
  from: string | null;
  to: string | null;
  /** The stops of a piece that begins on the board, until another piece is touched. */
  path: Stop[];
  /** The squares of captures; a piece that changes sides is captured, too. */
  victims: string[];
  /** The points of the captured pieces, by the numbers in their names. */
  points: number;
  /** The first letter that is taken from a place beside the board. */
  drawn: string | null;
  /** The place of that piece if it lies there face down. */
  heap: Place | null;
  /** The last letter that a piece becomes or that is taken from a place. */
  becomes: string | null;
  /** The squares that the move changes, with their letters afterwards; null if empty. */
  changes: [square: string, letter: string | null][];
  /** Whether a piece comes from a hand or goes to one. */
  hands: boolean;
  motion: Motion;
}

type Action =
  | { does: "lift" | "put" | "remove"; square: string }
  | { does: "to-hand" | "change"; square: string; letter: string }
  | { does: "from-hand"; letter: string }
  | { does: "take"; place: string; letter: string }
  | { does: "lay"; place: string }
  | { does: "choose"; text: string };

/** The fields of each action, in the order of its texts. */
const ACTIONS = new Map([
  ["lift", ["square"]],
  ["put", ["square"]],
  ["remove", ["square"]],
  ["to-hand", ["square", "letter"]],
  ["change", ["square", "letter"]],
  ["from-hand", ["letter"]],
  ["take", ["place", "letter"]],
  ["lay", ["place"]],
  ["choose", ["text"]],
]);

function readAction(value: unknown): Action {
  const [does, what] = (isObject(value) && Object.entries(value)[0]) || expected("an action");
  const names = ACTIONS.get(does) ?? expected(`an action that is known, not "${does}"`);
  const texts = names.length === 1 ? [text(what)] : pair(text)(what);
  return Object.fromEntries([
    ["does", does],
    ...names.map((name, at) => [name, texts[at]]),
  ]) as Action;
}

/** The position before a move. */
export type Before = Pick<Scene, "kinds" | "pieces" | "seats" | "seat" | "turn">;

const readParts = obj({ move: text, actions: list(readAction) });

/** Reads a legal move of a position. */
export const moveIn =
  (before: Before): Reader<Move> =>
  (value) => {
    const { move, actions } = readParts(value);
    return interpret(before, move, actions);
  };

export const unknownMove = (before: Before, text: string): Move => interpret(before, text, []);

export function piecesAfter({ pieces }: Before, { changes }: Move): Map<string, string> {
  const after = new Map(pieces);
  for (const [square, letter] of changes)
    if (letter === null) after.delete(square);
    else after.set(square, letter);
  return after;
}

/** A move of more changes than this is named by its text, instead of each change in words. */
const MOST_CHANGES = 8;

/** Numbered pieces are unique and have no article. */
const theOne = (name: string): string => (/\d$/.test(name) ? name : `the ${name}`);

function verbOf(does: Set<string>): Verb | null {
  if (!does.size) return "pass";
  if (does.has("remove") || does.has("to-hand")) return "strike";
  if (["lift", "lay", "take", "put"].every((one) => does.has(one))) return "exchange";
  if (does.has("take") && does.has("lay")) return "turn";
  if (does.has("take") && does.has("put")) return "place";
  return does.has("lift") && does.has("put") ? "move" : null;
}

function interpret(before: Before, text: string, actions: Action[]): Move {
  const { kinds, pieces, seats, seat, turn } = before;
  const does = new Set<string>(actions.map(({ does }) => does));
  const owner = (letter = ""): Player | undefined => kinds.get(letter)?.player;
  const kindName = (letter: string): string => kinds.get(letter)?.name ?? letter;
  const nameOn = (square: string): string => kinds.get(pieces.get(square) ?? "")?.name || "piece";
  const ownSeat = seat === null ? undefined : seats[seat];

  const motion: Motion = { ways: [], taken: [], changed: [], turned: [] };
  const changes = new Map<string, string | null>();
  const victims = new Set<string>();
  const words: string[] = [];
  /** Words about pieces that changed sides, and about the points. */
  const after: string[] = [];
  /** The length of `after` at the last `put`. */
  let landed = 0;
  let touches: Touch[] = [];
  let [points, heap]: [number, Place | null] = [0, null];
  let from: string | null = null;
  let to: string | null = null;
  let drawn: string | null = null;
  let becomes: string | null = null;
  /** The held piece: its letter, and its square or the touches of its place. */
  let [held, lifted, source]: [string | null, string | null, Touch[] | null] = [null, null, null];
  /** The letter that was taken from a place and is still held. */
  let face: string | null = null;
  /** The square of the last capture, and of all captures since the last `put`. */
  let [victim, sincePut]: [string, string[]] = ["", []];
  /** The square of the previous action if that was a `put`. */
  let down: string | null = null;
  const path: Stop[] = [];
  const pathTaken: string[] = [];
  /** Whether the path has ended. */
  let left = actions[0]?.does !== "lift";

  for (const action of actions) {
    const stood = down;
    down = null;
    switch (action.does) {
      case "lift": {
        const { square } = action;
        left ||= path.length > 0 && (lifted !== null || path.at(-1)!.square !== square);
        if (!left && !path.length) path.push({ square, taken: [] });
        // A piece that continues from its last `put` needs no touch there.
        if (square !== stood) touches.push(square);
        words.push(from === null ? `${nameOn(square)} from ${square}` : "");
        held = (changes.has(square) ? changes.get(square) : pieces.get(square)) ?? null;
        changes.set(square, null);
        lifted = square;
        from ??= square;
        break;
      }
      case "put": {
        const { square } = action;
        left ||= lifted === null;
        if (!left) path.push({ square, taken: [...pathTaken] });
        touches.push(square);
        words.push(
          square === victim ? "" : `${after.length > landed ? "lands on" : "to"} ${square}`,
        );
        landed = after.length;
        if (held !== null) changes.set(square, held);
        const going = motion.ways.find(({ squares }) => squares.at(-1) === lifted);
        if (going) going.squares.push(square);
        else if (lifted !== null) motion.ways.push({ squares: [lifted, square] });
        else if (source) motion.ways.push({ squares: [square], source });
        lifted = source = face = null;
        sincePut = [];
        down = to = square;
        break;
      }
      case "remove":
      case "to-hand": {
        const { square } = action;
        const letter = pieces.get(square);
        const own = owner(letter) === turn && ownSeat?.kinds.includes(letter!);
        if (action.does === "remove" && !own)
          points += Number(/ (\d+)$/.exec(nameOn(square))?.[1] ?? 0);
        words.push(
          `${seats.length ? "strikes" : "takes"} ${theOne(nameOn(square))} on ${square}${action.does === "remove" ? "" : " in hand"}`,
        );
        pathTaken.push(square);
        sincePut.push(square);
        motion.taken.push(square);
        changes.set(square, null);
        victims.add(square);
        victim = square;
        break;
      }
      case "change": {
        const { square, letter } = action;
        // A change on another square than the moving piece's means that it has captured there.
        if (square !== path.at(-1)?.square) pathTaken.push(square);
        // If nothing moves, changes of sides are no captures.
        const was = owner(pieces.get(square));
        if (does.has("put") && owner(letter) === turn && was && was !== turn) {
          victims.add(square);
          words.push(`bites the ${nameOn(square)} on ${square}`);
          after.push(`${square} is a ${kindName(letter)} now`);
        } else words.push(`${square} becomes ${kindName(letter)}`);
        motion.changed.push(square);
        changes.set(square, letter);
        becomes = letter;
        break;
      }
      case "from-hand":
        left = true;
        source = [`hand:${action.letter}`];
        touches.push(source[0]!);
        words.push(`${kindName(action.letter)} from the hand`);
        held = action.letter;
        break;
      case "take": {
        const { letter, place } = action;
        left = true;
        source = [`place:${place}:${letter}`, `heap:${place}`];
        touches.push(source[0]!);
        words.push(`${kindName(letter)} from the ${place}`);
        if (action === actions[0]) {
          const lying = ownSeat?.places.find(({ name }) => name === place);
          heap = lying?.faceDown ? lying : null;
        }
        held = face = becomes = letter;
        drawn ??= letter;
        break;
      }
      case "lay":
        left = true;
        // If the capturing piece leaves the board, the touches are the squares of its captures.
        touches.push(...sincePut.splice(0));
        words.push(`${points ? "goes " : ""}to the ${action.place}`);
        if (lifted !== null) motion.taken.push(lifted);
        else if (face !== null) motion.turned.push(`place:${action.place}:${face}`);
        lifted = source = face = null;
        break;
      case "choose":
        left = true;
        words.push(action.text);
    }
  }
  if (points && seats.length) after.push(`${points} ${points === 1 ? "point" : "points"}`);
  if (heap) touches = [`heap:${heap.name}`];
  else if (!touches.length && changes.size === 1) touches = [...changes.keys()];
  const many = actions.length > MOST_CHANGES && motion.changed.length === actions.length;
  return {
    text,
    verb: verbOf(does),
    words: !actions.length
      ? "pass"
      : many
        ? text
        : [
            words
              .filter(Boolean)
              .join(", ")
              .replace(/, to /g, " to ")
              .replace(/, (bites|strikes) /, " $1 "),
            ...after,
          ].join("; "),
    touches,
    squares: touches.filter((touch) => !touch.includes(":")),
    from,
    to,
    path,
    victims: [...victims],
    points,
    drawn,
    heap,
    becomes,
    changes: [...changes],
    hands: does.has("from-hand") || does.has("to-hand"),
    motion,
  };
}

// A legal move. Its actions are interpreted here and nowhere else: all others read the fields.

import { type Reader, expected, isObject, list, obj, pair, text } from "./decode";
import type { Motion } from "./motion";
import type { Place, Player, Scene } from "./scene";

/** The kinds of moves in games with places. */
export type Verb = "turn" | "place" | "move" | "strike" | "exchange" | "pass";

/** What can be touched: `a1`, `hand:r`, `place:exchange:A`, or a heap, `heap:line`. */
export type Touch = string;

/** A square on the path of a piece, and what the piece has captured so far. */
export interface Stop {
  square: string;
  taken: string[];
}

export interface Move {
  text: string;
  verb: Verb | null;
  /** The move in words: `red checker from b6, takes the blue checker on c6`. */
  words: string;
  /** What a person touches to make the move, in this order; empty for what has a button. */
  touches: Touch[];
  /** Those of them that are squares. */
  squares: string[];
  /** The squares of the first piece that is lifted and of the last one that is put. */
  from: string | null;
  to: string | null;
  /** The squares of a piece that goes over the board, as far as no other piece is touched. */
  path: Stop[];
  /** The squares whose pieces are captured, those that change sides included. */
  victims: string[];
  /** The points of the captured pieces, by the numbers in their names. */
  points: number;
  /** The first piece that is taken from a place beside the board. */
  drawn: string | null;
  /** The place of that piece if nobody knows the order there. */
  heap: Place | null;
  /** The kind that a piece becomes, or that is taken from a place: the last one. */
  becomes: string | null;
  /** The letters on the squares that the move changes; null where nothing stands afterwards. */
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

/** The texts of each action, in their order. */
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

function readAction(value: unknown, path = ""): Action {
  const [does, what] = (isObject(value) && Object.entries(value)[0]) || expected("an action", path);
  const names = ACTIONS.get(does) ?? expected(`an action that is known, not "${does}"`, path);
  const texts = names.length === 1 ? [text(what, path)] : pair(text)(what, path);
  return Object.fromEntries([
    ["does", does],
    ...names.map((name, at) => [name, texts[at]]),
  ]) as Action;
}

/** The position before a move. */
export type Before = Pick<Scene, "kinds" | "pieces" | "seats" | "seat" | "turn">;

const readParts = obj({ move: text, actions: list(readAction) });

/** Reads the legal moves of a position. */
export const moveIn =
  (before: Before): Reader<Move> =>
  (value, path) => {
    const { move, actions } = readParts(value, path);
    return interpret(before, move, actions);
  };

/** A move of which nothing but the text is known. */
export const unknownMove = (before: Before, text: string): Move => interpret(before, text, []);

/** What stands on the board after a move. */
export function piecesAfter({ pieces }: Before, { changes }: Move): Map<string, string> {
  const after = new Map(pieces);
  for (const [square, letter] of changes)
    if (letter === null) after.delete(square);
    else after.set(square, letter);
  return after;
}

/** More changes of squares than these are not told one by one. */
const MOST_CHANGES = 8;

/** Something that there is one of: numbered ones have names. */
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
  let touches: Touch[] = [];
  let [points, heap]: [number, Place | null] = [0, null];
  let from: string | null = null;
  let to: string | null = null;
  let drawn: string | null = null;
  let becomes: string | null = null;
  /** The piece that is held: its kind, and its square or what may be touched where it lay. */
  let [held, lifted, source]: [string | null, string | null, Touch[] | null] = [null, null, null];
  /** The piece that was taken from a place and is not put yet. */
  let face: string | null = null;
  /** The last captured square, and all since a piece was put. */
  let [victim, sincePut]: [string, string[]] = ["", []];
  /** Where the action before has put a piece, which may go on from there. */
  let down: string | null = null;
  const path: Stop[] = [];
  const pathTaken: string[] = [];
  /** Whether the path ends here. */
  let left = actions[0]?.does !== "lift";

  for (const action of actions) {
    const stood = down;
    down = null;
    switch (action.does) {
      case "lift": {
        const { square } = action;
        left ||= path.length > 0 && (lifted !== null || path.at(-1)!.square !== square);
        if (!left && !path.length) path.push({ square, taken: [] });
        // A piece that goes on from where it was put is not taken up by a touch of its own.
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
        words.push(square === victim ? "" : `to ${square}`);
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
          `takes ${theOne(nameOn(square))} on ${square}${action.does === "remove" ? "" : " in hand"}`,
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
        // Where the piece stands it becomes another one; elsewhere it captures.
        if (square !== path.at(-1)?.square) pathTaken.push(square);
        // Where all changes sides and nothing moves, nothing is captured.
        const was = owner(pieces.get(square));
        if (does.has("put") && owner(letter) === turn && was && was !== turn) victims.add(square);
        words.push(`${square} becomes ${kindName(letter)}`);
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
        // A piece that leaves the board in its own capture is led to what it takes.
        touches.push(...sincePut.splice(0));
        words.push(`to the ${action.place}`);
        if (lifted !== null) motion.taken.push(lifted);
        else if (face !== null) motion.turned.push(`place:${action.place}:${face}`);
        lifted = source = face = null;
        break;
      case "choose":
        left = true;
        words.push(action.text);
    }
  }
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
        : words.filter(Boolean).join(", ").replace(/, to /g, " to "),
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

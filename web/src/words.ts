// Squares, pieces and results in words.

import type { Move } from "./move";
import type { MoveInput } from "./move-input";
import {
  type Scene,
  PLAYERS,
  coordinates,
  counted,
  markName,
  nameOf,
  seatName,
  ofWhom,
  whoHas,
} from "./scene";
import type { Sheet } from "./sheet";

/** A kind of pieces with its seat: `a\u2019s Scorer 5`. */
export function ownedName(scene: Scene, letter: string): string {
  const name = scene.kinds.get(letter)?.name ?? letter;
  const owner = scene.seats.findIndex((seat) => seat.kinds.includes(letter));
  return owner < 0 ? name : `${ofWhom(seatName(scene, owner))} ${name}`;
}

/** A touch in words: a square with its piece, or a piece of a place. */
export function touchWords(scene: Scene, touch: string): string {
  const [kind = "", ...rest] = touch.split(":");
  if (!rest.length) return squareWords(scene, touch);
  const letter = rest.at(-1) ?? "";
  const name = scene.kinds.get(letter)?.name ?? letter;
  return kind === "place"
    ? `${name} from the ${rest[0]}`
    : kind === "hand"
      ? `${name} from the hand`
      : rest.join(" ");
}

/** The most targets that are listed. */
const MOST_NAMED = 8;

export function pickedWords(scene: Scene, hand: MoveInput): string {
  const { picked, underway } = hand;
  if (picked === null) return "";
  const targets = hand.targets();
  const [steps, captures] = [false, true].map((takes) =>
    [...targets]
      .filter(([, one]) => one === takes)
      .map(([touch]) => (touch.includes(":") ? touchWords(scene, touch) : touch))
      .join(", "),
  );
  const all = [steps, captures && `captures on ${captures}`].filter(Boolean).join("; ");
  if (underway) return `at ${underway.at}, goes on to ${steps || captures}`;
  const places = targets.size <= MOST_NAMED ? `: ${all}` : "";
  return `${touchWords(scene, picked)} picked, ${counted(targets.size, "place")} to go${places}`;
}

export interface Hint {
  /** The move; null if it turns over a random piece. */
  move: string | null;
  words: string;
}

/** A `bestmove` in words; null if illegal. The outcome of turning a piece over is left out. */
export function decisionOf(scene: Scene, best: string): Hint | null {
  const move = scene.moves.find(({ text }) => text === best);
  if (!best) return null;
  const heap = (move ?? scene.moves.find(({ text }) => text.startsWith(best)))?.heap;
  if (heap) return { move: null, words: `turn over a piece of the ${heap.name}` };
  return move ? { move: move.text, words: move.words } : null;
}

/** The squares of a capture in the order of its text; null for other moves, and if the text has
 *  more than squares. */
export function capturePath(move: Move | null | undefined): string[] | null {
  const squares = move?.text.match(/[a-z]\d+/g) ?? [];
  return move?.victims.length && squares.join("") === move.text ? squares : null;
}

/** The name of a move: words in games with places, otherwise the notation, with crosses in
 *  captures. */
export function moveName(scene: Scene, text: string): string {
  const words = scene.seats.length
    ? decisionOf(scene, text)?.words
    : capturePath(scene.moves.find((move) => move.text === text))?.join("\u00d7");
  return words ?? (text === "0000" ? "pass" : text);
}

/** A later move of a search's line: its notation, or the word for turning a piece over, which has no
 *  square. */
export function lineWord(scene: Scene | null, sheet: Sheet | null, text: string): string {
  if (text === "0000") return "pass";
  const squares = text.match(/[a-z]\d+/g) ?? [];
  const isTurn = scene && !squares.some((square) => coordinates(scene, square));
  return (isTurn && sheet?.verbs.get("turn")?.name.toLowerCase()) || text;
}

/** A square with its piece and marks: `b6, red checker`. */
export function squareWords(scene: Scene, square: string): string {
  const letter = scene.pieces.get(square);
  const marks = scene.marks
    .filter((mark) => mark.squares.includes(square))
    .map((mark) => markName(scene, mark.name));
  return [square, letter === undefined ? "empty" : ownedName(scene, letter), ...marks].join(", ");
}

export function resultWords(scene: Scene, result: string): string {
  const winner = PLAYERS.find((player) => result === `${player}win`);
  if (winner) return `${whoHas(nameOf(scene, winner))} won`;
  return result === "draw" ? "The game is a draw" : "The game is over";
}

// Squares, pieces and results in words.

import type { MoveInput } from "./move-input";
import { type Scene, PLAYERS, counted, markName, nameOf, seatName, ofWhom, whoHas } from "./scene";

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
  const targets = [...hand.targets().keys()].map((touch) =>
    touch.includes(":") ? touchWords(scene, touch) : touch,
  );
  if (underway) return `at ${underway.at}, goes on to ${targets.join(", ")}`;
  const named = targets.length <= MOST_NAMED ? `: ${targets.join(", ")}` : "";
  return `${touchWords(scene, picked)} picked, ${counted(targets.length, "place")} to go${named}`;
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

/** The name of a move: words in games with places, otherwise the notation. */
export const moveName = (scene: Scene, text: string): string =>
  (scene.seats.length ? decisionOf(scene, text)?.words : null) ?? (text === "0000" ? "pass" : text);

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

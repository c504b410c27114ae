// Moves and positions in words, for those who do not see the board.

import type { MoveInput } from "./move-input";
import { type Scene, PLAYERS, nameOf, seatName, ofWhom, whoHas } from "./scene";

/** A kind of pieces, with the seat whose it is: `a\u2019s Scorer 5`. */
export function ownedName(scene: Scene, letter: string): string {
  const name = scene.kinds.get(letter)?.name ?? letter;
  const owner = scene.seats.findIndex((seat) => seat.kinds.includes(letter));
  return owner < 0 ? name : `${ofWhom(seatName(scene, owner))} ${name}`;
}

/** What was touched, see `move-input.ts`: a square with what is on it, or a piece of a place. */
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

/** The most places that are named one by one. */
const MOST_NAMED = 8;

/** What is in the hand, and where it can go. */
export function pickedWords(scene: Scene, hand: MoveInput): string {
  const { picked, underway } = hand;
  if (picked === null) return "";
  const targets = [...hand.targets().keys()].map((touch) =>
    touch.includes(":") ? touchWords(scene, touch) : touch,
  );
  if (underway) return `at ${underway.at}, goes on to ${targets.join(", ")}`;
  const named = targets.length <= MOST_NAMED ? `: ${targets.join(", ")}` : "";
  return `${touchWords(scene, picked)} picked, ${targets.length} ${targets.length === 1 ? "place" : "places"} to go${named}`;
}

/** A decision of an engine in words: a legal move, or where chance says what becomes of it
 *  that something is turned over, and not what. Nothing for what is neither. */
export function decisionOf(
  scene: Scene,
  best: string,
): { move: string | null; words: string } | null {
  const move = scene.moves.find(({ text }) => text === best);
  if (!best) return null;
  const heap = (move ?? scene.moves.find(({ text }) => text.startsWith(best)))?.heap;
  if (heap) return { move: null, words: `turn over a piece of the ${heap.name}` };
  return move ? { move: move.text, words: move.words } : null;
}

/** What a move is called: in games with places in words, else as it is written. */
export const moveName = (scene: Scene, text: string): string =>
  (scene.seats.length ? decisionOf(scene, text)?.words : null) ?? (text === "0000" ? "pass" : text);

/** What stands on a square: `b6, red checker`. */
export function squareWords(scene: Scene, square: string): string {
  const letter = scene.pieces.get(square);
  const marks = scene.marks
    .filter((mark) => mark.squares.includes(square))
    .map((mark) => mark.name);
  return [square, letter === undefined ? "empty" : ownedName(scene, letter), ...marks].join(", ");
}

/** Who has won, in words. */
export function resultWords(scene: Scene, result: string): string {
  const winner = PLAYERS.find((player) => result === `${player}win`);
  if (winner) return `${whoHas(nameOf(scene, winner))} won`;
  return result === "draw" ? "The game is a draw" : "The game is over";
}

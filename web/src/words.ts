// Moves and positions in words, for those who do not see the board.

import type { MoveInput } from "./move-input";
import {
  type Action,
  type Move,
  type Scene,
  PLAYERS,
  drawsFrom,
  nameOf,
  seatName,
  ofWhom,
  whoHas,
} from "./scene";

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

function pieceOn(scene: Scene, square: string): string {
  const letter = scene.pieces.get(square);
  return (letter !== undefined && scene.kinds.get(letter)?.name) || "piece";
}

/** Something that there is one of: numbered ones have names. */
const theOne = (name: string): string => (/\d$/.test(name) ? name : `the ${name}`);

/** A move from a position in words: `red checker from b6, takes the blue checker on c6`. */
export function moveWords(scene: Scene, move: Move): string {
  const { actions } = move;
  if (!actions.length) return "pass";
  const parts: string[] = [];
  let from: string | null = null;
  let taken = "";
  const kind = (letter: string): string => scene.kinds.get(letter)?.name ?? letter;
  if (actions.length > 8 && actions.every(({ does }) => does === "change")) return move.text;
  const say = (action: Action): string => {
    switch (action.does) {
      case "lift": {
        const again = from !== null;
        from = action.square;
        return again ? "" : `${pieceOn(scene, action.square)} from ${action.square}`;
      }
      case "put":
        return action.square === taken ? "" : `to ${action.square}`;
      case "remove":
      case "to-hand":
        taken = action.square;
        return `takes ${theOne(pieceOn(scene, taken))} on ${taken}${action.does === "remove" ? "" : " in hand"}`;
      case "change":
        return `${action.square} becomes ${kind(action.letter)}`;
      case "from-hand":
        return `${kind(action.letter)} from the hand`;
      case "take":
        return `${kind(action.letter)} from the ${action.place}`;
      case "lay":
        return `to the ${action.place}`;
      case "choose":
        return action.text;
    }
  };
  for (const action of actions) parts.push(say(action));
  return parts.filter(Boolean).join(", ").replace(/, to /g, " to ");
}

/** A decision of an engine in words: a legal move, or where chance says what becomes of it
 *  that something is turned over, and not what. Nothing for what is neither. */
export function decisionOf(
  scene: Scene,
  best: string,
): { move: string | null; words: string } | null {
  const move = scene.moves.find(({ text }) => text === best);
  if (!best) return null;
  const heap = drawsFrom(
    scene,
    move ?? scene.moves.find(({ text }) => text.startsWith(best)) ?? { text: "", actions: [] },
  );
  if (heap) return { move: null, words: `turn over a piece of the ${heap.name}` };
  return move ? { move: move.text, words: moveWords(scene, move) } : null;
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

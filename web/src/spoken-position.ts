// A whole position in words.

import {
  type Counts,
  PLAYERS,
  type Scene,
  markName,
  nameOf,
  ofWhom,
  seatName,
  squareName,
  sumsOf,
} from "./scene";
import { ownedName } from "./words";

/** The squares of each kind of pieces. If there are more than `most`, they are counted. */
export function pieceWords(scene: Scene, most = Infinity): string[] {
  const all = scene.squares.map((_, index) => squareName(scene.files, index));
  return [...scene.kinds.keys()].flatMap((letter) => {
    const squares = all.filter((square) => scene.pieces.get(square) === letter);
    const where = squares.length > most ? squares.length : squares.join(", ");
    return squares.length ? [`${ownedName(scene, letter)}: ${where}`] : [];
  });
}

/** The words for the squares of each mark. */
export const markWords = (scene: Scene): string[] =>
  scene.marks.flatMap(({ name, squares }) =>
    squares.length ? [`${markName(scene, name)}: ${squares.join(", ")}`] : [],
  );

/** The squares of each kind, the pieces beside the board, marks and points, each as a text. */
export function standingWords(scene: Scene): string[] {
  const said = pieceWords(scene);
  if (!said.length) said.push("No piece is on the board");
  const lying = (where: string, pieces: Counts): void => {
    const counted = [...pieces].map(
      ([letter, many]) => `${many} ${scene.kinds.get(letter)?.name ?? letter}`,
    );
    if (pieces.size) said.push(`${where}: ${counted.join(", ")}`);
  };
  for (const [at, { places }] of scene.seats.entries())
    for (const { name, pieces } of places) lying(`${ofWhom(seatName(scene, at))} ${name}`, pieces);
  for (const [at, player] of PLAYERS.entries())
    lying(`${ofWhom(nameOf(scene, player))} hand`, scene.hands[at]!);
  said.push(...markWords(scene));
  const points = sumsOf(scene);
  if (points) said.push(`Points: ${points.join(" to ")}`);
  return said;
}

/** A whole position, with the name of the side to move. */
export const positionWords = (scene: Scene, mover: string): string =>
  `${standingWords(scene).join(". ")}. ${mover} to move.`;

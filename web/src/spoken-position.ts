// A whole position in words.

import { type Scene, markName, nameOf, ofWhom, seatName, squareName } from "./scene";
import { ownedName } from "./words";

/** The squares of each kind of pieces. If there are more than `most`, they are counted. */
export function pieceWords(scene: Scene, most = Infinity): string[] {
  const places = new Map<string, string[]>();
  for (let index = 0; index < scene.squares.length; index += 1) {
    const square = squareName(scene.files, index);
    const letter = scene.pieces.get(square);
    if (letter !== undefined) places.set(letter, [...(places.get(letter) ?? []), square]);
  }
  return [...scene.kinds.keys()].flatMap((letter) => {
    const squares = places.get(letter) ?? [];
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
  for (const [at, seat] of scene.seats.entries()) {
    for (const place of seat.places) {
      const pieces = [...place.pieces].map(
        ([letter, many]) => `${many} ${scene.kinds.get(letter)?.name ?? letter}`,
      );
      if (pieces.length)
        said.push(`${ofWhom(seatName(scene, at))} ${place.name}: ${pieces.join(", ")}`);
    }
  }
  scene.hands.forEach((hand, index) => {
    const pieces = [...hand].map(
      ([letter, many]) => `${many} ${scene.kinds.get(letter)?.name ?? letter}`,
    );
    if (pieces.length)
      said.push(`${ofWhom(nameOf(scene, index === 0 ? "p1" : "p2"))} hand: ${pieces.join(", ")}`);
  });
  said.push(...markWords(scene));
  if (scene.scores) said.push(`Points: ${scene.scores.join(" to ")}`);
  return said;
}

/** A whole position, with the name of the side to move. */
export const positionWords = (scene: Scene, mover: string): string =>
  `${standingWords(scene).join(". ")}. ${mover} to move.`;

// The moves of a card, each with pictures before and after it.

import { put } from "./dom";
import { Back, Icon } from "./icon";
import { type Move, piecesAfter } from "./move";
import { Miniature } from "./miniature";
import { type Scene, coordinates } from "./scene";
import type { Sheet } from "./sheet";

/** The least width and height of a part of the board, in squares. */
const LEAST = [5, 2] as const;

/** A part of the board with some squares in its middle: the first file and rank, and the size. */
function around(scene: Scene, squares: string[]) {
  const found = squares.flatMap((square) => {
    const at = coordinates(scene, square);
    return at ? [at] : [];
  });
  const [files, ranks] = ([scene.files, scene.ranks] as const).map((count, axis) => {
    const all = found.map((at) => at[axis]!);
    const [least, most] = [Math.min(...all), Math.max(...all)];
    const size = Math.min(count, Math.max(LEAST[axis]!, most - least + 1));
    const from = least - Math.floor((size - (most - least + 1)) / 2);
    return { from: Math.max(0, Math.min(from, count - size)), size };
  });
  return { files: files!, ranks: ranks! };
}

interface PartProps {
  scene: Scene;
  move: Move;
  /** Whether the changed squares are marked. */
  after?: boolean;
}

function Part({ scene, move, after = false }: PartProps) {
  const { files, ranks } = around(scene, [...move.squares, ...move.victims]);
  const top = scene.ranks - ranks.from - ranks.size;
  const [width, height] = [10 * files.size, 10 * ranks.size];
  return (
    <Miniature
      scene={scene}
      more={(drawing) => {
        const { svg, layers } = drawing;
        const changed = after ? move.changes.map(([square]) => drawing.area(square, "last")) : [];
        put(layers.last, changed);
        svg.setAttribute("viewBox", `${10 * files.from} ${10 * top} ${width} ${height}`);
        svg.parentElement!.style.aspectRatio = `${width} / ${height}`;
      }}
    />
  );
}

interface LyingProps {
  scene: Scene;
  sheet: Sheet;
  place: string;
  /** The letters of the pieces; with `faceDown` their backs show. */
  pieces: string[];
  faceDown?: boolean;
}

const Lying = ({ scene, sheet, place, pieces, faceDown = false }: LyingProps) => (
  <span class="lying">
    <span>{sheet.places.get(place)?.name ?? place}</span>
    {pieces.map((letter) =>
      faceDown ? (
        <Back scene={scene} seat={scene.seat ?? 0} />
      ) : (
        <Icon scene={scene} letter={letter} />
      ),
    )}
  </span>
);

function pictures(scene: Scene, sheet: Sheet, move: Move) {
  const after = { ...scene, pieces: piecesAfter(scene, move), marks: [] };
  const [, place = "", letter = ""] = move.motion.turned[0]?.split(":") ?? [];
  if (move.heap) {
    const { name, pieces } = move.heap;
    const lying = [...pieces].flatMap(([letter, many]) => Array<string>(many).fill(letter));
    return [
      <Lying {...{ scene, sheet, place: name, pieces: lying, faceDown: true }} />,
      <Lying {...{ scene, sheet, place, pieces: [letter] }} />,
    ];
  }
  const [, from = "", held = ""] = move.motion.ways[0]?.source?.[0]?.split(":") ?? [];
  return [
    held ? (
      <Lying {...{ scene, sheet, place: from, pieces: [held] }} />
    ) : (
      <Part scene={{ ...scene, marks: [] }} move={move} />
    ),
    <Part scene={after} move={move} after />,
  ];
}

interface StepsProps {
  scene: Scene;
  sheet: Sheet;
  /** The texts of moves. */
  steps: string[];
}

export const Steps = ({ scene, sheet, steps }: StepsProps) => (
  <ul class="steps">
    {steps.map((text) => {
      const move = scene.moves.find((move) => move.text === text);
      if (!move) return null;
      const [before, after] = pictures(scene, sheet, move);
      return (
        <li>
          <b>{sheet.verbs.get(move.verb ?? "")?.name ?? move.words}</b>
          <span class="unseen">{move.words}</span>
          <span class="pair" aria-hidden="true">
            {before}
            <span>→</span>
            {after}
          </span>
        </li>
      );
    })}
  </ul>
);

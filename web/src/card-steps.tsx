// Small boards without input, and the moves of a card, each with pictures before and after it.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Drawing } from "./board-drawing";
import { put } from "./dom";
import { Back, Icon } from "./icon";
import { type Move, piecesAfter } from "./move";
import { type Scene, coordinates } from "./scene";
import type { Sheet } from "./sheet";

/** `more` draws marks on it. */
export function Miniature({ scene, more }: { scene: Scene; more?: (drawing: Drawing) => void }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current!.replaceChildren();
    const drawing = new Drawing(box.current!);
    drawing.show({ ...scene, last: [] }, false, null);
    more?.(drawing);
  }, [scene]);
  return <div class="board mini" aria-hidden="true" ref={box} />;
}

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

/** A part of the board around a move; `after` marks the squares that it has changed. */
function Part({ scene, move, after = false }: { scene: Scene; move: Move; after?: boolean }) {
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

/** The pictures before and after a move: parts of the board, or the pieces of places beside it. */
function pictures(scene: Scene, sheet: Sheet, move: Move) {
  const lying = (place: string, pieces: ComponentChildren) => (
    <span class="lying">
      <span>{sheet.places.get(place)?.name ?? place}</span>
      {pieces}
    </span>
  );
  const [, place = "", drawn = ""] = move.motion.turned[0]?.split(":") ?? [];
  if (move.heap) {
    const { name, pieces } = move.heap;
    const length = [...pieces.values()].reduce((sum, n) => sum + n, 0);
    const backs = Array.from({ length }, () => <Back scene={scene} seat={scene.seat ?? 0} />);
    return [lying(name, backs), lying(place, <Icon scene={scene} letter={drawn} />)];
  }
  const [, from = "", held = ""] = move.motion.ways[0]?.source?.[0]?.split(":") ?? [];
  const bare = { ...scene, marks: [] };
  return [
    held ? lying(from, <Icon scene={scene} letter={held} />) : <Part scene={bare} move={move} />,
    <Part scene={{ ...bare, pieces: piecesAfter(scene, move) }} move={move} after />,
  ];
}

/** `steps` are texts of moves. */
export const Steps = ({ scene, sheet, steps }: { scene: Scene; sheet: Sheet; steps: string[] }) => (
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

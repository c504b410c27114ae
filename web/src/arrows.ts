// Arrows and rings on a drawn board.

import { svg } from "./dom";
import type { Drawing } from "./board-drawing";
import type { Scene } from "./scene";

/** An arrow from square to square; a ring if it has one square. */
export interface Arrow {
  squares: string[];
  /** The rank of its line: 0 is the best. */
  rank: number;
  /** The kind if it shows no engine line: drawn by the person in a colour, or in the colour of
   *  danger for a threat or a mistake. */
  kind?: `mine ${string}` | "danger";
}

/** The arrow of a move; none if it is illegal or touches no square. */
export function arrowsOfMove({ moves }: Scene, text: string, rank = 0, kind?: "danger"): Arrow[] {
  const { squares = [] } = moves.find((move) => move.text === text) ?? {};
  return squares.length ? [{ squares, rank, ...(kind && { kind }) }] : [];
}

/** The number of a line on its arrow. */
const numberAt = ([x, y]: [number, number], number: number): SVGElement[] => [
  svg("circle", { cx: x, cy: y, r: 1.7, class: "number" }),
  svg("text", { x, y }, String(number)),
];

/** Draws an arrow; one of several has the number of its line. */
export function drawArrow(
  drawing: Drawing,
  { squares, rank, kind }: Arrow,
  numbered: boolean,
): SVGElement | null {
  const places = drawing.middles(squares);
  const [from, to] = [places.at(-2), places.at(-1)];
  if (!to) return null;
  const classes = `arrow rank-${Math.min(rank, 3)}${kind ? ` ${kind}` : ""}`;
  const numberOn = (at: [number, number]) => (numbered && !kind ? numberAt(at, rank + 1) : []);
  if (!from || (from[0] === to[0] && from[1] === to[1]))
    return svg(
      "g",
      { class: `${classes} ring` },
      ...["halo", "line"].map((part) =>
        svg("circle", { cx: to[0], cy: to[1], r: 4.4, class: part }),
      ),
      ...numberOn([to[0] - 3.1, to[1] - 3.1]),
    );
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const tip = [to[0] - ux * 0.8, to[1] - uy * 0.8] as const;
  const neck = [tip[0] - ux * 3, tip[1] - uy * 3] as const;
  const head = [
    tip,
    [neck[0] - uy * 1.9, neck[1] + ux * 1.9],
    [neck[0] + uy * 1.9, neck[1] - ux * 1.9],
  ];
  const way = [...places.slice(0, -1), neck].map(([x, y]) => `${x},${y}`).join(" ");
  const points = head.map(([x, y]) => `${x},${y}`).join(" ");
  return svg(
    "g",
    { class: classes },
    // Both parts of the halo come first, so that no halo covers a part of the arrow.
    ...["halo", "line"].flatMap((part) => [
      svg("polyline", { points: way, class: part }),
      svg("polygon", { points, class: part }),
    ]),
    ...numberOn([places[0]![0] + ux * 3.4, places[0]![1] + uy * 3.4]),
  );
}

// Paths and gains of captures, for the marks of possible moves.

import type { MoveInput } from "./move-input";

/** The rest of the path of a piece that jumps over its captures. */
export interface Path {
  /** On the first square the piece is drawn now. */
  squares: string[];
  taken: string[];
}

/** The paths of moves that capture on other squares than the one where the piece lands. */
export function pathsOf({ possible, picked, underway }: MoveInput): Path[] {
  return possible.flatMap(({ move: { victims, touches }, left }) => {
    const jumps =
      victims.length > 0 &&
      !victims.some((square) => touches.includes(square)) &&
      !touches.some((touch) => touch.includes(":"));
    return picked && jumps
      ? [
          {
            squares: [picked, ...left],
            taken: victims.filter((square) => !underway?.taken.includes(square)),
          },
        ]
      : [];
  });
}

/** The most points that each capturable piece brings, by its square, after a kind of move is chosen
 *  and before a piece is picked. */
export function offersOf({ kind, picked, allowed }: MoveInput): Map<string, string> {
  const offers = new Map<string, number>();
  if (kind && picked === null)
    for (const { victims, points } of allowed) {
      const last = victims.at(-1);
      if (last !== undefined && points) offers.set(last, Math.max(points, offers.get(last) ?? 0));
    }
  return new Map([...offers].map(([square, points]) => [square, `+${points}`]));
}

/** The points of the possible captures, or the number of pieces, by the last square of the move. */
export function gainsOf({ possible }: MoveInput): Map<string, string> {
  const gains = new Map<string, number[]>();
  let points = false;
  for (const { move, left } of possible) {
    points ||= move.points > 0;
    const end = left.at(-1);
    if (end !== undefined)
      gains.set(end, [...(gains.get(end) ?? []), move.points || move.victims.length]);
  }
  // A single piece without points needs no number.
  return new Map(
    [...gains].flatMap(([square, all]): [string, string][] => {
      const [least, most] = [Math.min(...all), Math.max(...all)];
      return most < (points ? 1 : 2)
        ? []
        : [
            [
              square,
              `${points ? "+" : "\u00d7"}${least < most && !points ? `${least}\u2013` : ""}${most}`,
            ],
          ];
    }),
  );
}

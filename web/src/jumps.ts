// Paths and gains of captures, for the marks of possible moves.

import type { MoveInput } from "./move-input";

/** The rest of the path of a piece that jumps over its captures. */
export interface Path {
  /** The first one is the square on which the piece is drawn now. */
  squares: string[];
  taken: string[];
}

/** The paths of moves that capture on other squares than the one where the piece lands. */
export const pathsOf = ({ possible, picked, underway }: MoveInput): Path[] =>
  possible
    .filter(
      ({ move: { victims, touches } }) =>
        victims.length > 0 &&
        !touches.some((touch) => touch.includes(":") || victims.includes(touch)),
    )
    .map(({ move, left }) => ({
      squares: [picked!, ...left],
      taken: move.victims.filter((square) => !underway?.taken.includes(square)),
    }));

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
  const points = possible.some(({ move }) => move.points > 0);
  const ends = new Set(possible.flatMap(({ left }) => left.at(-1) ?? []));
  return new Map(
    [...ends].flatMap((end): [string, string][] => {
      const ways = possible.filter(({ left }) => left.at(-1) === end);
      const all = ways.map(({ move }) => move.points || move.victims.length);
      const [least, most] = [Math.min(...all), Math.max(...all)];
      // A single piece without points needs no number.
      if (most < (points ? 1 : 2)) return [];
      const range = least < most && !points ? `${least}\u2013` : "";
      return [[end, `${points ? "+" : "\u00d7"}${range}${most}`]];
    }),
  );
}

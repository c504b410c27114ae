// What a move captures on its way over the board, and what it brings: for marks of the moves that
// are meant.

import type { MoveInput } from "./move-input";

/** What is left of the way of a piece that jumps over what it captures. */
export interface Path {
  /** From where the piece is seen now. */
  squares: string[];
  taken: string[];
}

/** The ways on which pieces are captured that do not stand where the piece lands. */
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

/** What the captures of the moves that are meant bring, at their ends: points, or how many pieces. */
export function gainsOf({ possible }: MoveInput): Map<string, string> {
  const gains = new Map<string, number[]>();
  let points = false;
  for (const { move, left } of possible) {
    points ||= move.points > 0;
    const end = left.at(-1);
    if (end !== undefined)
      gains.set(end, [...(gains.get(end) ?? []), move.points || move.victims.length]);
  }
  // One piece without points needs no figure.
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

// Arrows and rings that a person has drawn: in four colours, and kept in the comment on a move, as
// other programs for board games write them: `[%cal Gb1c3,Rd4d5] [%csl Ya1]`.

import type { Arrow } from "./arrows";

/** The letters of the colours in comments: yellow, red, blue, green. */
const COLOURS = ["Y", "R", "B", "G"] as const;

/** The colour for the held keys: none, Shift, Alt, both. */
export const colourOf = ({ shiftKey, altKey }: MouseEvent): string =>
  COLOURS[Number(shiftKey) + 2 * Number(altKey)]!;

const TAG = /\[%c[as]l ([^\]]*)\]/g;

/** A comment without its drawings. */
export const wordsOf = (comment: string): string =>
  comment.replace(TAG, "").replace(/\s+/g, " ").trim();

export function arrowsIn(comment: string): Arrow[] {
  return [...comment.matchAll(TAG)].flatMap(([, all = ""]) =>
    [...all.matchAll(/([YRBG])([a-z]\d+)([a-z]\d+)?/g)].map(
      ([, colour = "", from = "", to]): Arrow => ({
        squares: to === undefined ? [from] : [from, to],
        rank: 1,
        kind: `mine ${colour}`,
      }),
    ),
  );
}

/** Adds an arrow, or removes it if it is there in the same colour. */
export function toggled(own: Arrow[], squares: string[], colour: string): Arrow[] {
  const kind = `mine ${colour}` as const;
  const others = own.filter((arrow) => arrow.squares.join() !== squares.join());
  return own.some((arrow) => !others.includes(arrow) && arrow.kind === kind)
    ? others
    : [...others, { squares, rank: 1, kind }];
}

export function commentOf(words: string, own: Arrow[]): string {
  const tag = (name: string, length: number): string => {
    const found = own
      .filter(({ squares }) => squares.length === length)
      .map(({ squares, kind }) => `${kind?.at(-1)}${squares.join("")}`);
    return found.length ? `[%${name} ${found.join(",")}]` : "";
  };
  return [words, tag("cal", 2), tag("csl", 1)].filter(Boolean).join(" ");
}

// Words and limits of recorded games.

/** A text without readable games: a sentence for people, and the words of its reader. */
export class Unreadable extends Error {
  constructor(
    text = "No game can be read from it.",
    readonly details = "",
  ) {
    super(text);
  }
}

/** A person's judgement of a move. */
export const SIGNS = ["!!", "!", "!?", "?!", "?", "??"] as const;
export type Sign = (typeof SIGNS)[number];

/** The bytes of the largest readable file. */
export const LARGEST = 64 * 2 ** 20;

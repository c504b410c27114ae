// Words and limits of recorded games.

/** A text without readable games, and the reason. */
export class Unreadable extends Error {}

/** A person's judgement of a move. */
export const SIGNS = ["!!", "!", "!?", "?!", "?", "??"] as const;
export type Sign = (typeof SIGNS)[number];

/** The bytes of the largest readable file. */
export const LARGEST = 64 * 2 ** 20;

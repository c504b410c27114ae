// Words and limits of recorded games.

/** What a person thinks of a move, in the signs of the notation. */
export const SIGNS = ["!!", "!", "!?", "?!", "?", "??"] as const;
export type Sign = (typeof SIGNS)[number];

/** The largest file that is read. */
export const LARGEST = 64 * 2 ** 20;

// The levels of an engine that can be made weaker: ratings, evenly from the least to the most.

import type { Option } from "./engine";
import { preferredText } from "./preferences";

export const LEVELS = 7;

/** The rating of each level; none where the engine has no such option. */
export function ratings(elo: Option | undefined): number[] {
  if (!elo) return [];
  return [...Array(LEVELS).keys()].map((n) => {
    const rating = Math.round((elo.min + ((elo.max - elo.min) * n) / (LEVELS - 1)) / 50) * 50;
    return Math.min(Math.max(rating, elo.min), elo.max);
  });
}

/** The rating of the level that was chosen last, none for full strength; at first that of an engine
 *  which people may beat. */
export function lastRating(elo: Option | undefined): number | null {
  const level = preferredText("level");
  return (level ? ratings(elo)[Number(level) - 1] : Number(elo?.value)) || null;
}

/** What a level is like, in a sentence. */
export const LIKE = [
  "for a first game",
  "sees what stands open",
  "plays simple plans",
  "sees a capture coming, and misses plans",
  "makes few slips",
  "hard to beat",
  "nearly its full strength",
];

/** A rating in words: a level, or the rating itself where it is none. */
export function levelWords(elo: Option | undefined, rating: number): string {
  const level = ratings(elo).indexOf(rating) + 1;
  return level > 0 ? `level ${level} of ${LEVELS}` : `at ${rating}`;
}

// The levels of an engine that can be made weaker, as it names them.

import type { Option } from "./engine";
import { store, stored } from "./storage";

/** The rating of each level; none where the engine cannot be made weaker. Without named levels they
 *  are the least rating, the usual one and the greatest. */
export function ratings(elo: Option | undefined): number[] {
  if (!elo) return [];
  if (elo.levels?.length) return elo.levels.map(({ elo }) => elo);
  return [...new Set([elo.min, Number(elo.initial), elo.max])];
}

/** The rating of the level that was chosen last, none for full strength; at first that of an engine
 *  which people may beat. */
export function lastRating(elo: Option | undefined): number | null {
  const level = stored("level");
  return (level ? ratings(elo)[Number(level) - 1] : Number(elo?.initial)) || null;
}

/** Keeps the rating that was chosen, by its level, for the next visit. */
export const keepLevel = (elo: Option | undefined, rating: number | null): void =>
  void store("level", String(rating === null ? 0 : ratings(elo).indexOf(rating) + 1));

/** A rating in words: a level, or the rating itself where it is none. */
export function levelWords(elo: Option | undefined, rating: number): string {
  const all = ratings(elo);
  const level = all.indexOf(rating) + 1;
  return level > 0 ? `level ${level} of ${all.length}` : `at ${rating}`;
}

// The named levels of an engine that can be made weaker.

import type { Option } from "./engine";
import { store, stored } from "./storage";

/** The rating of each level; empty if the engine cannot be made weaker. Without named levels: the
 *  least, the default and the greatest rating. */
export function ratings(elo: Option | undefined): number[] {
  if (!elo) return [];
  if (elo.levels?.length) return elo.levels.map(({ elo }) => elo);
  return [...new Set([elo.min, Number(elo.initial), elo.max])];
}

/** The last chosen rating, null for full strength; the engine's default if there is none, or the
 *  engine has no such level. */
export function lastRating(elo: Option | undefined): number | null {
  const level = stored("level");
  if (level === "0") return null;
  return ratings(elo)[Number(level) - 1] ?? (Number(elo?.initial) || null);
}

/** Stores a rating's level, 0 for full strength; a rating of a link that is no level is ignored. */
export function keepLevel(elo: Option | undefined, rating: number | null): void {
  const level = rating === null ? 0 : ratings(elo).indexOf(rating) + 1;
  if (level || rating === null) store("level", String(level));
}

export const keepFinished = (): void => void store("finished", "yes");

/** A rating in words: its level, or the rating itself if it is no level. */
export function levelWords(elo: Option | undefined, rating: number): string {
  const all = ratings(elo);
  const level = all.indexOf(rating) + 1;
  return level > 0 ? `level ${level} of ${all.length}` : `at ${rating}`;
}

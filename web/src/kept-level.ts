// The level that was chosen last is kept in the browser; `lastRating` reads it.

import type { Option } from "./engine";
import { ratings } from "./levels";
import { prefer } from "./preferences";

/** Keeps the rating that was chosen, by its level, for the next visit. */
export const keepLevel = (elo: Option | undefined, rating: number | null): void =>
  void prefer("level", String(rating === null ? 0 : ratings(elo).indexOf(rating) + 1));

// The recorded games of a file.

import type { GameDoc } from "../game-doc";
import { track } from "../state";

export const gameFile = track({
  /** How many texts were given that may have games. */
  given: 0,
  /** The games, what is said of them, and the one that was asked for last. */
  records: [] as GameDoc[],
  recordsText: "",
  recordAsked: null as GameDoc | null,
  /** What is said of the one that was in view last. */
  recordFacts: { text: "" },
});

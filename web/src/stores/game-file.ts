// The recorded games of a file.

import type { GameDoc } from "../game-doc";
import { track } from "../state";

class GameFile {
  games: GameDoc[] = [];
  /** A sentence about all of them. */
  summary = "";
  /** The last requested game. */
  asked: GameDoc | null = null;
  /** The facts of the last game in view. */
  facts = "";
  /** The number of given texts that may have games. */
  private given = 0;

  /** Counts a text that may have games; the returned function says whether it is still the last. */
  give(): () => boolean {
    const number = (this.given += 1);
    return () => number === this.given;
  }

  show(games: GameDoc[], summary: string): void {
    this.games = games;
    this.summary = summary;
  }
}

export const gameFile = track(new GameFile());

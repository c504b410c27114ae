// The recorded games of a file.

import type { GameDoc } from "../game-doc";
import { track } from "../state";

class GameFile {
  games: GameDoc[] = [];
  /** What is said of all of them. */
  summary = "";
  /** The game that was asked for last. */
  asked: GameDoc | null = null;
  /** The facts of the game that was in view last. */
  facts = "";
  /** How many texts were given that may have games. */
  private given = 0;

  /** Counts a text that may have games; returns whether it is still the last one. */
  give(): () => boolean {
    const number = (this.given += 1);
    return () => number === this.given;
  }

  show(games: GameDoc[], summary: string): void {
    this.games = games;
    this.summary = summary;
  }

  ask(game: GameDoc | null): void {
    this.asked = game;
  }

  showFacts({ facts }: GameDoc): void {
    this.facts = facts;
  }
}

export const gameFile = track(new GameFile());

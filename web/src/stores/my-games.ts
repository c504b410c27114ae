// The games that this browser keeps, as far as the page shows them before they are opened.

import type { ComponentType } from "preact";
import { track } from "../state";

/** An unfinished game to go back to. */
export interface WaitingGame {
  id: string;
  /** The number of its next move. */
  next: number;
  /** The line that offers it; `leave` closes what it stands in. */
  Line: ComponentType<{ leave?: () => void }>;
}

class MyGames {
  /** The unfinished game that was played last, and is not in view. */
  waiting: WaitingGame | null = null;
  /** Why games cannot be kept; empty as long as they can. */
  problem = "";

  offer(waiting: WaitingGame | null): void {
    const { waiting: now } = this;
    if (waiting?.id !== now?.id || waiting?.next !== now?.next) this.waiting = waiting;
  }

  /** Nothing is wrong with keeping games where this is empty. */
  fail(problem: string): void {
    this.problem = problem;
  }
}

export const myGames = track(new MyGames());

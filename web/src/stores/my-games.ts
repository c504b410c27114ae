// The games that this browser keeps, as far as the page shows them before they are opened.

import { track } from "../state";

/** An unfinished game to go back to. */
interface WaitingGame {
  id: string;
  /** The number of its next move. */
  next: number;
  /** The name of its game. */
  title: string;
  open(): void;
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

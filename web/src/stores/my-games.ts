// The unfinished game of this browser that is offered, and the reason why games cannot be stored.

import { track } from "../state";

/** An unfinished game to return to. */
interface WaitingGame {
  id: string;
  /** The number of its next move. */
  next: number;
  title: string;
  open(): void;
}

class MyGames {
  /** The last played unfinished game that is not in view. */
  waiting: WaitingGame | null = null;
  /** The reason why games cannot be stored; empty if they can. */
  problem = "";

  offer(waiting: WaitingGame | null): void {
    const { waiting: now } = this;
    if (waiting?.id !== now?.id || waiting?.next !== now?.next) this.waiting = waiting;
  }

  fail(problem: string): void {
    this.problem = problem;
  }
}

export const myGames = track(new MyGames());

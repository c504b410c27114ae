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

export const myGames = track({
  /** The last played unfinished game that is not in view. */
  waiting: null as WaitingGame | null,
  /** The reason why games cannot be stored; empty if they can. */
  problem: "",
});

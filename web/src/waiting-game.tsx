// Which unfinished game of this browser waits, and the line that offers it.

import type { Entry } from "./game-database";
import { keepGame, openKept, titleOf, waitingGames } from "./kept-games";
import { settled } from "./state";
import { myGames, play, tasks } from "./stores";
import { Button } from "./button";

const lineOf = (entry: Entry) =>
  function Line({ leave }: { leave?: () => void }) {
    const back = (): void => {
      leave?.();
      tasks.run(openKept(entry));
    };
    return (
      <p class="waiting">
        <span>
          Your game of {titleOf(entry.variant)} waits at move {entry.next}.
        </span>{" "}
        <Button class="edge" act={back}>
          Back to the game
        </Button>
      </p>
    );
  };

/** Offers the unfinished game that was played last, if it is not in view. */
export async function findWaiting(): Promise<void> {
  const entry = (await waitingGames()).find(({ id }) => id !== play.game?.id);
  myGames.offer(entry ? { id: entry.id, next: entry.next, Line: lineOf(entry) } : null);
}

/** Keeps games from now on, and looks which one waits. */
export function watchGames(): void {
  settled(keepGame);
  settled(() => {
    void [play.game?.id, play.game?.ended, play.suspended];
    tasks.run(findWaiting());
  });
}

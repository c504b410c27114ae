// Which unfinished game of this browser waits.

import { keepGame, openKept, titleOf, waitingGames } from "./kept-games";
import { settled } from "./state";
import { myGames, play, tasks } from "./stores";

/** Offers the unfinished game that was played last, if it is not in view. */
export async function findWaiting(): Promise<void> {
  const entry = (await waitingGames()).find(({ id }) => id !== play.game?.id);
  if (!entry) return myGames.offer(null);
  const { id, next, variant } = entry;
  const open = (): void => tasks.run(openKept(entry));
  myGames.offer({ id, next, title: titleOf(variant) ?? variant, open });
}

/** Keeps games from now on, and looks which one waits. */
export function watchGames(): void {
  settled(keepGame);
  settled(() => {
    void [play.game?.id, play.game?.ended, play.suspended];
    tasks.run(findWaiting());
  });
}

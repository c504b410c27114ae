// The unfinished game of this browser that waits.

import { keepGame, openKept, titleOf, waitingGames } from "./kept-games";
import { settled } from "./state";
import { myGames, play, tasks } from "./stores";

/** Offers the last played unfinished game that is not in view. */
export async function findWaiting(): Promise<void> {
  const entry = (await waitingGames()).find(({ id }) => id !== play.game?.id);
  if (!entry) return myGames.offer(null);
  const { id, next, variant } = entry;
  const open = (): void => tasks.run(openKept(entry));
  myGames.offer({ id, next, title: titleOf(variant) ?? variant, open });
}

/** Stores games from then on, and offers the one that waits. */
export function watchGames(): void {
  settled(keepGame);
  settled(() => {
    void [play.game?.id, play.game?.ended, play.suspended];
    tasks.run(findWaiting());
  });
}

// Warns in a tab that was opened at the address of a game in progress in another tab: tabs do not
// see each other's moves.

import { readAddress } from "./address";
import { panel, play, position, tasks } from "./stores";

/** Messages between tabs of one server. */
interface Word {
  /** A tab that has just been opened shows this address. */
  opened?: string;
  /** A game is being played at this address. */
  played?: string;
}

/** The address of the game that is being played in this tab. */
const playedHere = (): string | null =>
  play.game && !play.game.over ? position.address(play.game.live) : null;

/** Asks the other tabs whether they play the game at the address with which this one was opened,
 *  and answers them. */
export async function watchTabs(begun: string): Promise<void> {
  const channel = new BroadcastChannel("zugi");
  let asked: string | null = null;
  channel.addEventListener("message", ({ data }: MessageEvent<Word>) => {
    if (data.opened !== undefined && data.opened === playedHere())
      channel.postMessage({ played: data.opened } satisfies Word);
    if (data.played === undefined || data.played !== asked) return;
    asked = null;
    panel.showOpenElsewhere(true);
  });
  await tasks.ready;
  const { fen, moves } = readAddress(begun);
  if (fen === null && !moves.length) return;
  asked = position.address();
  channel.postMessage({ opened: asked } satisfies Word);
}

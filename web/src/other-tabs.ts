// Warns in a tab that was opened at the address of a game in progress in another tab: tabs do not
// see each other's moves.

import { readAddress } from "./address";
import { panel, play, position, tasks } from "./stores";

/** Messages between tabs of one server. */
interface Word {
  /** The address that a newly opened tab shows. */
  opened?: string;
  /** The address of a game in progress. */
  played?: string;
}

/** The address of the game in progress in this tab. */
const playedHere = (): string | null =>
  play.game && !play.game.over ? position.address(play.game.live) : null;

/** Asks other tabs whether they play the game of the address `begun`, and answers them. */
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

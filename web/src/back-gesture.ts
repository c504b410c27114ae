// Back on a telephone leads out of a set-up, a puzzle or an analysis to the game, and not off the
// page. Dialogs close on Back by themselves.

import { computed, effect } from "@preact/signals";
import { analysis, panel, play, session, tasks } from "./stores";

declare class CloseWatcher {
  onclose: () => void;
  destroy(): void;
}

/** What has been opened over the game; empty if nothing has. */
const opened = computed(() =>
  panel.editing ? "set-up" : play.suspended ? "game" : analysis.on ? "analysis" : "",
);

const LEAVE: Record<string, () => void> = {
  "set-up": () => tasks.run(panel.editing!.cancel()),
  game: () => tasks.run(session.back()),
  analysis: () => play.analyse(false),
};

/** Listens for Back on touch screens only: elsewhere a `CloseWatcher` would take Esc from the other
 *  listeners of the page. */
export function listenBack(): void {
  if (!("CloseWatcher" in window) || !matchMedia("(pointer: coarse)").matches) return;
  effect(() => {
    const leave = LEAVE[opened.value];
    if (!leave) return undefined;
    const watcher = new CloseWatcher();
    watcher.onclose = leave;
    return () => watcher.destroy();
  });
}

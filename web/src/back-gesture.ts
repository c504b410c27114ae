// Back on a telephone closes the menu, and leads out of a set-up, a puzzle or an analysis to the
// game, and not off the page. Dialogs close on Back by themselves.

import { computed, effect } from "@preact/signals";
import { byId } from "./dom";
import { analysis, panel, play, session, tasks } from "./stores";

declare class CloseWatcher {
  onclose: () => void;
  destroy(): void;
}

/** What has been opened over the game; empty if nothing has. */
const opened = computed(() =>
  panel.editing
    ? "set-up"
    : play.suspended || (play.exercise && play.aside)
      ? "game"
      : analysis.on
        ? "analysis"
        : "",
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
  const watch = (leave: () => void): (() => void) => {
    const watcher = new CloseWatcher();
    watcher.onclose = leave;
    return () => watcher.destroy();
  };
  effect(() => {
    const leave = LEAVE[opened.value];
    return leave && watch(leave);
  });
  const menu = byId<HTMLDetailsElement>("more");
  let unwatch: (() => void) | null = null;
  menu.addEventListener("toggle", () => {
    unwatch?.();
    unwatch = menu.open ? watch(() => (menu.open = false)) : null;
  });
}

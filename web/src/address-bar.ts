// The address of the page follows the position in view, and what is in view outlives a reload.

import { untracked } from "@preact/signals";
import type { App } from "./app";
import { addressOf } from "./files";
import { saveGame } from "./saved-game";
import { keepTree } from "./saved-tree";

/** Browsers slow pages down that change their address too often. */
const ADDRESS_MS = 250;

let written = -ADDRESS_MS;
let later = 0;
/** The address as the page knows it. */
let address = location.hash;
/** A reload may come between a move and the address that is written for it. */
export const opened =
  (performance.getEntriesByType("navigation") as PerformanceNavigationTiming[])[0]?.type ===
  "reload"
    ? ""
    : address;

/** Somebody has followed a link: whatever the page itself writes there makes no event. */
export function followed(): string {
  address = location.hash;
  return address;
}

/** Writes the address of the position in view soon, and keeps what is in view: an effect, which runs
 *  again when that changes. */
export function keepAddress(app: App): void {
  const now = addressOf(app);
  app.tree.read();
  void [app.begun, app.analysis.on, app.turned, app.game?.ended, app.suspended.toSave("")];
  if (app.scene) untracked(() => write(app, now));
}

function write(app: App, now: string): void {
  const wait = written + ADDRESS_MS - performance.now();
  window.clearTimeout(later);
  if (wait > 0) {
    later = window.setTimeout(() => write(app, addressOf(app)), wait);
    return;
  }
  // Somebody has followed a link, and is listened to in a moment: the link must not be written over.
  if (location.hash !== address) return;
  if (now !== address) {
    written = performance.now();
    history.replaceState(null, "", now);
    address = location.hash;
  }
  keepGame(app);
}

/** Whoever loads the page anew goes on where they were. */
export function keepGame(app: App): void {
  if (!app.begun) return;
  saveGame(app.suspended.toSave(location.hash));
  keepTree(app, location.hash);
}

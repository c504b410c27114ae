// The address of the page follows the position in view, and what is in view outlives a reload.

import type { App } from "./app";
import { addressOf } from "./files";
import { saveSession } from "./saved-game";

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

/** Writes the address of the position in view soon, and keeps what is in view. */
export function keepAddress(app: App): void {
  const wait = written + ADDRESS_MS - performance.now();
  window.clearTimeout(later);
  if (wait > 0) {
    later = window.setTimeout(() => keepAddress(app), wait);
    return;
  }
  // Somebody has followed a link, and is listened to in a moment: the link must not be written over.
  if (location.hash !== address) return;
  const now = addressOf(app);
  if (now !== address) {
    written = performance.now();
    history.replaceState(null, "", now);
    address = location.hash;
  }
  keepGame(app);
}

/** Keeps what is in view for the case that the page is loaded anew. */
export function keepGame(app: App): void {
  if (app.begun) saveSession(app);
}

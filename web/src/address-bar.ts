// Keeps the address of the page and the saved session up to date.

import type { App } from "./app";
import { addressOf } from "./files";
import { saveSession } from "./saved-game";

/** Browsers limit how often a page may change its address. */
const ADDRESS_MS = 250;

let written = -ADDRESS_MS;
let later = 0;
/** The last address that the page has read or written. */
let address = location.hash;
/** The address that was opened; empty after a reload, which may come between a move and the address
 *  of it. */
export const opened =
  (performance.getEntriesByType("navigation") as PerformanceNavigationTiming[])[0]?.type ===
  "reload"
    ? ""
    : address;

/** Takes over the address of a link. What the page itself writes makes no event. */
export function followed(): string {
  address = location.hash;
  return address;
}

/** Writes the address of the position in view soon, and saves the session. */
export function keepAddress(app: App): void {
  const wait = written + ADDRESS_MS - performance.now();
  window.clearTimeout(later);
  if (wait > 0) {
    later = window.setTimeout(() => keepAddress(app), wait);
    return;
  }
  // A link was followed, and its event comes soon: it must not be overwritten.
  if (location.hash !== address) return;
  const now = addressOf(app);
  if (now !== address) {
    written = performance.now();
    history.replaceState(null, "", now);
    address = location.hash;
  }
  keepGame(app);
}

export function keepGame(app: App): void {
  if (app.begun) saveSession(app);
}

// Keeps the address of the page and the saved session up to date.

import { untracked } from "@preact/signals";
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

/** Writes the address of the position in view soon, and saves the session: an effect, which runs again
 *  when that changes. */
export function keepAddress(app: App): void {
  const now = addressOf(app);
  app.tree.read();
  void [app.begun, app.analysis.on, app.turned, app.game?.ended, app.suspended.doc()];
  if (app.scene) untracked(() => write(app, now));
}

function write(app: App, now: string): void {
  const wait = written + ADDRESS_MS - performance.now();
  window.clearTimeout(later);
  if (wait > 0) {
    later = window.setTimeout(() => write(app, addressOf(app)), wait);
    return;
  }
  // A link was followed, and its event comes soon: it must not be overwritten.
  if (location.hash !== address) return;
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

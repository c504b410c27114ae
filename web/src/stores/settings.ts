// The person's settings, which the browser stores.

import { store, storedChoice } from "../storage";
import { track } from "../state";

export const chosen = track({
  sound: storedChoice("sound", ["off"]) === null,
  /** Whether the squares are tinted by their levels. */
  tint: storedChoice("tint", ["on", "off"]) !== "off",
  /** Whether scores stand beside the moves. */
  scores: storedChoice("scores", ["on"]) !== null,
});

export function choose(name: keyof typeof chosen, on: boolean): void {
  chosen[name] = on;
  store(name, on ? "on" : "off");
}

/** Switches between dark and light; at first the page follows the system. */
export function switchTheme(): void {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  store("theme", root.dataset.theme);
}

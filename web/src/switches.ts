// What the person has switched on or off, which the browser keeps.

import { prefer, preferred } from "./preferences";
import { track } from "./state";

export const chosen = {
  sound: preferred("sound", ["off"]) === null,
  /** Whether the squares are tinted by their levels. */
  tint: preferred("tint", ["on", "off"]) !== "off",
};
track(chosen);

export function choose(name: keyof typeof chosen, on: boolean): void {
  chosen[name] = on;
  prefer(name, on ? "on" : "off");
}

/** Dark or light: as the system has it, until the person chooses. */
export function switchTheme(): void {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  prefer("theme", root.dataset.theme);
}

// The button for the other theme.

import { prefer } from "./preferences";

/** Dark or light: as the system has it, until the person chooses. */
export function otherTheme(): void {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  prefer("theme", root.dataset.theme);
}

// Whether the squares are tinted by their levels.

import { prefer, preferred } from "./preferences";

let on = preferred("tint", ["on", "off"]) !== "off";

export const isTinted = (): boolean => on;

export function setTint(wanted: boolean): void {
  on = wanted;
  prefer("tint", on ? "on" : "off");
}

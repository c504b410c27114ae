// Whether the person wants sounds.

import { byId, put } from "./dom";
import { glyph } from "./icons";
import { prefer, preferred } from "./preferences";

let on = preferred("sound", ["off"]) === null;

export const wantsSound = (): boolean => on;

/** Shows whether sounds are on. */
export function drawSound(): void {
  byId("sound").setAttribute("aria-pressed", String(on));
  put(byId("sound"), [glyph(on ? "sound" : "mute")]);
}

export function switchSound(): void {
  on = !on;
  prefer("sound", on ? "on" : "off");
  drawSound();
}

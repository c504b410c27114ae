// Speaks a position.

import { say } from "./dom";
import { turnName } from "./scene";
import { positionWords } from "./spoken-position";
import { panel, position } from "./stores";

/** Speaks the position that is being set up, else the one in view. */
export function speakPosition(): void {
  const { editing } = panel;
  const { scene } = editing ?? position;
  if (scene) say(positionWords(scene, editing?.mover ?? turnName(scene)));
}

// Speaks a position, and in an analysis also its score.

import { say } from "./dom";
import { judgement } from "./prompt";
import { turnName } from "./scene";
import { positionWords } from "./spoken-position";
import { analysis, panel, position } from "./stores";

/** Speaks the position that is being set up, otherwise the one in view. */
export function speakPosition(): void {
  const { editing } = panel;
  const { scene } = editing ?? position;
  if (!scene) return;
  const words = positionWords(scene, editing?.mover ?? turnName(scene));
  // The score comes first, because listeners may stop after it.
  say(`${analysis.on ? judgement() : ""} ${words}`.trim());
}

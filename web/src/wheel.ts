// The wheel over the board steps through the moves, if the page fits into the window.

import { panel, position } from "./stores";

/** Pixels of the wheel for a step: about one notch. */
const STEP_PX = 100;
/** Pixels of a line, the unit of some wheels. */
const LINE_PX = 33;

export function listenWheel(): void {
  let turned = 0;
  addEventListener("wheel", ({ target, deltaY, deltaMode, ctrlKey }) => {
    const { scrollHeight, clientHeight } = document.documentElement;
    const steps = !ctrlKey && !panel.editing && scrollHeight <= clientHeight;
    if (!steps || !(target as Element).closest("#board")) return;
    if (turned * deltaY < 0) turned = 0;
    turned += deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : deltaY * LINE_PX;
    const plies = Math.trunc(turned / STEP_PX);
    turned -= plies * STEP_PX;
    if (plies) void position.step(Math.sign(plies));
  });
}

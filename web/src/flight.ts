// Animations of pieces that come from beside the board.

import { calm, svg } from "./dom";
import { type Motion, turnOver } from "./motion";
import { piece } from "./piece-pictures";
import type { Scene } from "./scene";

/** A piece that flies to a square from a place on the screen. */
export interface Flight {
  square: string;
  from: DOMRect;
}

const FLIGHT_MS = 260;

/** A piece in the tray of the side to move, by its touch. */
function lyingAt(scene: Scene, touch: string, part = ""): Element | null {
  const tray = scene.seats.length ? `seat="${scene.seat}"` : `player="${scene.turn}"`;
  return document.querySelector(`[data-${tray}] [data-lies="${CSS.escape(touch)}"]${part}`);
}

/** Turns over the pieces of a motion in the tray that shows the position after it. */
export function flip({ turned }: Motion, before: Scene): void {
  for (const touch of turned) {
    const lying = lyingAt(before, touch, " .icon");
    if (lying) turnOver(lying);
  }
}

/** The flights of a motion, measured while the trays still show the position before it. */
export function flightsOf(motion: Motion, before: Scene): Flight[] {
  if (calm()) return [];
  return motion.ways.flatMap(({ squares, source }) => {
    const square = squares.at(-1);
    const lying = source?.map((touch) => lyingAt(before, touch)).find((found) => found !== null);
    return square !== undefined && lying ? [{ square, from: lying.getBoundingClientRect() }] : [];
  });
}

/** Lets a piece fly above everything else, and hides the one on its square meanwhile. */
export function fly(
  scene: Scene,
  letter: string,
  from: DOMRect,
  to: DOMRect,
  there: Element,
): void {
  const flying = svg(
    "svg",
    { viewBox: "-5 -5 10 10", class: "flying", "aria-hidden": "true" },
    piece(scene, letter),
  );
  Object.assign(flying.style, {
    left: `${to.left}px`,
    top: `${to.top}px`,
    width: `${to.width}px`,
    height: `${to.height}px`,
  });
  document.body.append(flying);
  const [dx, dy] = [
    from.left + from.width / 2 - to.left - to.width / 2,
    from.top + from.height / 2 - to.top - to.height / 2,
  ];
  const start = `translate(${dx}px, ${dy}px) scale(${Math.min(from.height / to.height, 1)})`;
  const way = flying.animate([{ transform: start }, { transform: "none" }], {
    duration: FLIGHT_MS,
    easing: "ease-in-out",
  });
  there.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT_MS });
  for (const end of ["finish", "cancel"]) way.addEventListener(end, () => flying.remove());
}

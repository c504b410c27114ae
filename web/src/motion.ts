// Moves as animations.

import { calm } from "./dom";

/** The squares of a piece in order, to the one where it stands now. */
export interface Way {
  squares: string[];
  /** The touches of its place if it came from beside the board. */
  source?: string[];
}

export interface Motion {
  ways: Way[];
  taken: string[];
  /** The squares whose pieces became others. */
  changed: string[];
  /** The touches of the pieces that were turned over beside the board. */
  turned: string[];
}

export const reversed = (motion: Motion): Motion => ({
  ways: motion.ways
    .filter(({ source }) => !source)
    .map(({ squares }) => ({ squares: [...squares].reverse() })),
  taken: [],
  changed: [],
  turned: [],
});

/** The rest of a motion whose piece is already drawn on its path. */
export const onward = (motion: Motion, from: string, at: string): Motion => ({
  ...motion,
  ways: motion.ways.map((way) =>
    way.squares[0] === from
      ? { ...way, squares: way.squares.slice(Math.max(0, way.squares.lastIndexOf(at))) }
      : way,
  ),
});

const STEP = 170;

/** Moves a piece along places in units of the drawing; it stands on the last one. */
export function glide(piece: Element, places: [number, number][]): void {
  const goal = places.at(-1);
  if (calm() || !goal || places.length < 2) return;
  const frames = places.map(([x, y]) => ({
    transform: `translate(${x - goal[0]}px, ${y - goal[1]}px)`,
  }));
  piece.animate(frames, { duration: STEP * Math.min(places.length - 1, 4), easing: "ease-in-out" });
}

export function turnOver(piece: Element): void {
  if (!calm())
    piece.animate([{ transform: "scaleX(0)" }, { transform: "none" }], {
      duration: 300,
      easing: "ease-out",
    });
}

/** Lets pieces hop once, the nearest to the middle first. */
export function hop(pieces: { piece: Element; distance: number }[]): void {
  if (calm()) return;
  const order = pieces.toSorted((one, other) => one.distance - other.distance);
  order.forEach(({ piece }, at) =>
    piece.animate(
      [
        { transform: "none" },
        { transform: "translateY(-3px)", easing: "ease-in" },
        { transform: "none" },
      ],
      { duration: 320, delay: 40 * at, easing: "ease-out" },
    ),
  );
}

/** Fades a piece out and removes it. */
export function fade(piece: Element): void {
  if (calm()) return piece.remove();
  const fading = piece.animate([{ opacity: 1 }, { opacity: 0 }], {
    duration: STEP * 1.4,
    easing: "ease-in",
  });
  fading.addEventListener("finish", () => piece.remove());
  fading.addEventListener("cancel", () => piece.remove());
}

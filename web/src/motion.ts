// What has changed between two positions, shown as movement.

import { calm } from "./dom";

/** A piece's way over the board: the squares in order, the last one where it stands now. */
export interface Way {
  squares: string[];
  /** Where it lay if that was beside the board, as what may be touched there. */
  source?: string[];
}

export interface Motion {
  ways: Way[];
  /** Squares from which pieces were taken. */
  taken: string[];
  /** Squares on which pieces have become others. */
  changed: string[];
  /** What was turned over beside the board, as what may be touched where it lies now. */
  turned: string[];
}

/** The same move taken back. */
export const reversed = (motion: Motion): Motion => ({
  ways: motion.ways
    .filter(({ source }) => !source)
    .map(({ squares }) => ({ squares: [...squares].reverse() })),
  taken: [],
  changed: [],
  turned: [],
});

/** What is left of a motion when its piece is seen on one of the squares of its way already. */
export const onward = (motion: Motion, from: string, at: string): Motion => ({
  ...motion,
  ways: motion.ways.map((way) =>
    way.squares[0] === from
      ? { ...way, squares: way.squares.slice(Math.max(0, way.squares.lastIndexOf(at))) }
      : way,
  ),
});

const STEP = 170;

/** Moves a piece that stands at its goal along its way. Places are in units of the drawing. */
export function glide(piece: Element, places: [number, number][]): void {
  const goal = places.at(-1);
  if (calm() || !goal || places.length < 2) return;
  const frames = places.map(([x, y]) => ({
    transform: `translate(${x - goal[0]}px, ${y - goal[1]}px)`,
  }));
  piece.animate(frames, { duration: STEP * Math.min(places.length - 1, 4), easing: "ease-in-out" });
}

/** Turns a piece over that has become another one. */
export function turnOver(piece: Element): void {
  if (!calm())
    piece.animate([{ transform: "scaleX(0)" }, { transform: "none" }], {
      duration: 300,
      easing: "ease-out",
    });
}

/** Lets pieces hop once, those that stand farther from the middle later. */
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

/** Lets a piece that was taken fade; it is gone at the end. */
export function fade(piece: Element): void {
  if (calm()) return piece.remove();
  const fading = piece.animate([{ opacity: 1 }, { opacity: 0 }], {
    duration: STEP * 1.4,
    easing: "ease-in",
  });
  fading.addEventListener("finish", () => piece.remove());
  fading.addEventListener("cancel", () => piece.remove());
}

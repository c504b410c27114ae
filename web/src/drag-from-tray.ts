// Drags a piece from beside the board to a square.

import { play, touches } from "./stores";

/** From this way on, in pixels, a pressed pointer drags. */
const SLOP = 8;

/** Follows the pointer that has pressed a thing: once it drags, the thing is picked, and where it is
 *  released it is laid down. */
export function dragFromTray(pressed: PointerEvent, touch: string): void {
  if (pressed.button !== 0) return;
  const figure = (pressed.currentTarget as HTMLElement).firstElementChild!;
  const { left, top, width } = figure.getBoundingClientRect();
  let dragged: HTMLElement | null = null;
  const until = new AbortController();
  const follow = ({ pointerId, clientX, clientY }: PointerEvent): void => {
    if (pointerId !== pressed.pointerId) return;
    const [right, down] = [clientX - pressed.clientX, clientY - pressed.clientY];
    if (!dragged) {
      if (Math.hypot(right, down) < SLOP) return;
      if (touches.input?.picked !== touch) play.touch(touch);
      // A touch may be a whole move, such as turning a piece over.
      if (touches.input?.picked !== touch) return until.abort();
      dragged = document.createElement("div");
      dragged.className = "dragged";
      dragged.style.cssText = `left: ${left}px; top: ${top}px; --icon: ${width}px`;
      dragged.append(figure.cloneNode(true));
      document.body.append(dragged);
    }
    dragged.style.translate = `${right}px ${down}px`;
  };
  const release = ({ type, pointerId, clientX, clientY }: PointerEvent): void => {
    if (pointerId !== pressed.pointerId) return;
    until.abort();
    dragged?.remove();
    if (!dragged) return;
    const under = type === "pointerup" ? document.elementFromPoint(clientX, clientY) : null;
    const cell = under?.closest<HTMLElement>("#board [data-square]");
    play.dropped(cell?.dataset["square"] ?? null);
  };
  const { signal } = until;
  addEventListener("pointermove", follow, { signal });
  addEventListener("pointerup", release, { signal });
  addEventListener("pointercancel", release, { signal });
}

// Returns a lost keyboard focus to its element if that can have it, or else to a button of the open
// dialog, to the opener of the menu, or to the board.

import { settled } from "./state";
import { play, tasks } from "./stores";

/** Whether an element can have the focus. */
const isThere = (element: HTMLElement): boolean =>
  element.isConnected &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.matches(":disabled");

const isLost = (): boolean => (document.activeElement ?? document.body) === document.body;

/** Focuses the board, or the card that lies on it. */
export const focusBoard = (): void =>
  (
    document.querySelector<HTMLElement>("#end .card") ??
    document.querySelector<HTMLElement>("#board [tabindex='0']")
  )?.focus({ preventScroll: true });

/** Focuses the button of an action. */
export const focusKey = (key: string): void =>
  document.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus({ preventScroll: true });

/** Watches the focused element, and moves the focus when that element disappears. */
export function watchFocus(): void {
  let last = isLost() ? null : (document.activeElement as HTMLElement);
  let [timer, byPointer, isPressed] = [0, false, false];
  const look = (): void => {
    if (!last || !isLost() || tasks.awaited) return;
    // A button that exists only in the person's turn comes back when the engine has moved.
    if (last.dataset["key"] && play.game?.thinking) return;
    const dialog = document.querySelector<HTMLElement>("dialog[open]:last-of-type");
    const opener = last.closest("details")?.querySelector("summary");
    if (isThere(last)) last.focus({ preventScroll: true });
    else if (dialog) dialog.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
    else if (opener && isThere(opener)) opener.focus({ preventScroll: true });
    // After a click on a button that is gone, the arrow keys still step through the moves.
    else if (byPointer) last = null;
    else focusBoard();
  };
  // Views that know a better place for the focus act first.
  const soon = (): void => {
    window.clearTimeout(timer);
    if (last) timer = window.setTimeout(look);
  };
  addEventListener("pointerdown", () => (isPressed = true), true);
  addEventListener("keydown", () => (isPressed = false), true);
  addEventListener("focusin", ({ target }) => {
    last = target as HTMLElement;
    byPointer = isPressed;
  });
  addEventListener("focusout", ({ target, relatedTarget }) => {
    // A click beside all elements drops the focus on purpose. An element that is being removed
    // reports the loss while it is still there.
    queueMicrotask(() => {
      if (!relatedTarget && last && target === last && isThere(last)) last = null;
      else soon();
    });
  });
  new MutationObserver(soon).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["hidden", "disabled", "open"],
  });
  settled(() => {
    if (!tasks.awaited && !play.game?.thinking) soon();
  });
}

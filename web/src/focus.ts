// The keyboard focus is never lost with its element: what opened a menu or a dialog gets it, else the
// board.

import { settled } from "./state";
import { play, tasks } from "./stores";

/** Whether an element can have the focus. */
const isThere = (element: HTMLElement): boolean =>
  element.isConnected &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.matches(":disabled");

const isLost = (): boolean => (document.activeElement ?? document.body) === document.body;

/** Gives the focus to the board. */
export const focusBoard = (): void =>
  document.querySelector<HTMLElement>("#board [tabindex='0']")?.focus({ preventScroll: true });

/** Watches which element has the focus, and acts when that element is gone and nothing else has it. */
export function watchFocus(): void {
  let last = isLost() ? null : (document.activeElement as HTMLElement);
  let timer = 0;
  const look = (): void => {
    if (!last || !isLost() || tasks.awaited) return;
    // A button of a turn comes back when the engine has moved.
    if (last.dataset["key"] && play.game?.thinking) return;
    const dialog = document.querySelector<HTMLElement>("dialog[open]:last-of-type");
    const opener = last.closest("details")?.querySelector("summary");
    if (isThere(last)) last.focus({ preventScroll: true });
    else if (dialog) dialog.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
    else if (opener && isThere(opener)) opener.focus({ preventScroll: true });
    else focusBoard();
  };
  // Views that know a better place for the focus come first.
  const soon = (): void => {
    window.clearTimeout(timer);
    if (last) timer = window.setTimeout(look);
  };
  addEventListener("focusin", ({ target }) => (last = target as HTMLElement));
  addEventListener("focusout", ({ target, relatedTarget }) => {
    // Who clicks beside all elements takes the focus away. An element that is being removed tells of
    // it while it is still there.
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

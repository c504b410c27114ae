// Many buttons as one stop of the Tab key: arrow keys move among them.

/** Leaves only one of these buttons to the Tab key. */
export function stopAt(buttons: HTMLElement[], stop: HTMLElement | undefined): void {
  for (const made of buttons) made.tabIndex = made === stop ? 0 : -1;
}

/** The button to which a key leads; undefined if it leads to none. */
export type Way = (from: HTMLElement, key: string) => HTMLElement | undefined;

/** Lets keys move among the buttons of a box. */
export function rove(box: HTMLElement, buttons: () => HTMLElement[], way: Way): void {
  box.addEventListener("keydown", (event) => {
    const from = (event.target as Element).closest<HTMLElement>("button");
    if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = way(from, event.key);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    to.focus();
  });
  // A click moves the stop, too.
  box.addEventListener("focusin", (event) => {
    const all = buttons();
    const at = all.find((made) => made === event.target);
    if (at) stopAt(all, at);
  });
}

/** The button this number of places farther on, at most the first or the last one. */
export function farther(
  buttons: HTMLElement[],
  from: HTMLElement,
  by: number,
): HTMLElement | undefined {
  const at = buttons.indexOf(from) + by;
  return buttons[Math.min(Math.max(at, 0), buttons.length - 1)];
}

// Many buttons as one stop of the Tab key: arrow keys go from one to the next.

/** Leaves one of some buttons to the Tab key. */
export function stopAt(buttons: HTMLElement[], stop: HTMLElement | undefined): void {
  for (const made of buttons) made.tabIndex = made === stop ? 0 : -1;
}

/** Where a key leads from a button; nothing where it leads nowhere. */
export type Way = (from: HTMLElement, key: string) => HTMLElement | undefined;

/** Lets keys lead from button to button in a box. */
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
  // A click leads there, too.
  box.addEventListener("focusin", (event) => {
    const all = buttons();
    const at = all.find((made) => made === event.target);
    if (at) stopAt(all, at);
  });
}

/** The button that is so many places farther on, the first or the last one at most. */
export function farther(
  buttons: HTMLElement[],
  from: HTMLElement,
  by: number,
): HTMLElement | undefined {
  const at = buttons.indexOf(from) + by;
  return buttons[Math.min(Math.max(at, 0), buttons.length - 1)];
}

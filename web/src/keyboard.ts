// The keys of the page: `data-shortcut` names the key that clicks an element. See also `board.ts`.

import { say } from "./dom";
import { shortcuts } from "./shortcuts";
import { panel, position, touches } from "./stores";

/** The number of plies of a key. */
const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};

/** The keys that act in a set-up. */
const IN_SETUP = "fw?";

/** The letter of a key; for other alphabets, that of its place on the keyboard. */
function keyOf({ key, code }: KeyboardEvent): string {
  if (key.length > 1) return key;
  return /^[a-z]$/i.test(key)
    ? key.toLowerCase()
    : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key);
}

/** Closes the first message over the title; returns whether there was one. */
function closeMessage(): boolean {
  const close = document.querySelector<HTMLElement>("#notices .notice:not([hidden]) > .close");
  close?.click();
  return close !== null;
}

export function listenKeys(): void {
  const inDialog = (): boolean => document.querySelector("dialog[open]") !== null;
  // The refusal is cleared first, then the picked piece.
  addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape" && !inDialog() && touches.clearRefusal()) event.stopPropagation();
    },
    true,
  );
  addEventListener("keydown", (event) => {
    const { altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey || inDialog()) return;
    // A check box has no use for these keys.
    if ((event.target as Element).closest?.("input:not([type=checkbox]), select, textarea")) return;
    const key = keyOf(event);
    const shut = panel.editing !== null && !IN_SETUP.includes(key);
    if (key === "Escape" && ((!shut && touches.layDown()) || closeMessage())) return;
    const plies = shut ? undefined : STEPS[key];
    const target = shut
      ? null
      : document.querySelector<HTMLElement>(`[data-shortcut="${CSS.escape(key)}"]`);
    const does = shortcuts().find(([name]) => name === key)?.[1];
    if (plies === undefined && !target && !does) return;
    event.preventDefault();
    // A letter that is held down acts once.
    if (event.repeat && key.length === 1) return;
    if (plies !== undefined) void position.step(plies);
    else if (target instanceof HTMLInputElement) {
      target.focus();
      target.select();
    } else if (target && !target.closest("[hidden], :disabled")) target.click();
    else say(target?.dataset["why"] ?? `Not now: ${does ?? target?.textContent}.`);
  });
}

// The keys of the page. Those of the board are in `board.ts`.

import { byId } from "./dom";
import type { SetUp } from "./lazy-editor";
import { forgive } from "./prompt";
import { switchSound } from "./sound-switch";

/** Presses a button that is on the page now. */
const pressed = (id: string) => (): void => {
  if (!byId(id).hidden) byId(id).click();
};
const first = (selector: string) => (): void =>
  document.querySelector<HTMLElement>(selector)?.click();

const PRESSED: Record<string, string> = {
  f: "flip",
  a: "analyse",
  n: "new",
  r: "rules",
  e: "setup-open",
  o: "open",
  c: "remark",
  b: "next-slip",
  x: "threat",
  "?": "keys",
};

/** What each key does. */
const keysOf = (step: (plies: number) => void): Record<string, () => void> => ({
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  Home: () => step(-Infinity),
  End: () => step(Infinity),
  Escape: first("#end .tool"),
  l: first("#lines .move"),
  u: first('#actions [data-key="back-action"]'),
  h: first('#actions [data-key="hint"]'),
  m: () => byId("typed").focus(),
  s: switchSound,
  ...Object.fromEntries(Object.entries(PRESSED).map(([key, id]) => [key, pressed(id)])),
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((n) => [String(n), first(`#verbs button:nth-child(${n})`)]),
  ),
});

/** A key by its letter; where that is none of ours, by its place on the keyboard. */
function keyOf({ key, code }: KeyboardEvent): string {
  if (key.length > 1) return key;
  return /^[a-z]$/i.test(key)
    ? key.toLowerCase()
    : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key);
}

/** Listens to the keys; `drawRefusal` shows that a refusal was laid aside. */
export function listenKeys(
  editing: SetUp,
  step: (plies: number) => void,
  drawRefusal: () => void,
): void {
  const keys = keysOf(step);
  // What was refused is laid aside first, then the piece in the hand.
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || document.querySelector("dialog[open]") || !forgive()) return;
      event.stopPropagation();
      drawRefusal();
    },
    true,
  );
  addEventListener("keydown", (event) => {
    const busy =
      event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]");
    // A box to tick has no use for these keys.
    if (busy || (event.target as Element).closest?.("input:not([type=checkbox]), select, textarea"))
      return;
    const act = keys[keyOf(event)];
    if (!act || editing.on) return;
    event.preventDefault();
    // A letter that is held down acts once.
    if (!event.repeat || event.key.length > 1) act();
  });
}

// The tabs of the panel, and the menu behind the three dots.

import { byId } from "./dom";
import { farther } from "./roving-tabindex";

const NAMES = ["moves", "rules"] as const;
type Tab = (typeof NAMES)[number];

/** Which tab is in view. */
export const tabNow = (): Tab => (byId("pane-rules").hidden ? "moves" : "rules");

/** Shows a tab. */
export function showTab(tab: Tab): void {
  for (const name of NAMES) {
    const button = byId(`tab-${name}`);
    button.setAttribute("aria-selected", String(name === tab));
    button.tabIndex = name === tab ? 0 : -1;
    byId(`pane-${name}`).hidden = name !== tab;
  }
  byId("rules").setAttribute("aria-pressed", String(tab === "rules"));
  changed();
}

let changed: () => void = () => undefined;

/** Lets the tabs be changed; `act` is done when one was. */
export function listenTabs(act: () => void): void {
  changed = act;
  for (const name of NAMES) byId(`tab-${name}`).addEventListener("click", () => showTab(name));
  byId("tabs").addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -9, End: 9 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const to = farther(
      NAMES.map((name) => byId(`tab-${name}`)),
      event.target as HTMLElement,
      by,
    );
    to?.click();
    to?.focus();
  });
}

/** What a button stands for that is there a second time: an element, or an action of the turn. */
const meant = ({ dataset: { for: id } }: HTMLElement): HTMLButtonElement | null =>
  document.querySelector(`#${id}, #actions [data-key="${id}"]`);

/** Entries of the menu that can do nothing now are not there; the bar for the thumb keeps its places. */
export function drawEntries(): void {
  for (const entry of document.querySelectorAll<HTMLButtonElement>("[data-for]")) {
    const made = meant(entry);
    const idle = !made || made.matches("[hidden], :disabled");
    if (entry.closest("#thumb")) entry.disabled = idle;
    else entry.hidden = idle;
  }
}

/** The menu closes when something of it was chosen, by Escape, and by a click elsewhere. */
export function listenMenu(): void {
  const menu = byId<HTMLDetailsElement>("more");
  const close = (): void => void (menu.open = false);
  byId("menu").addEventListener("click", (event) => {
    if ((event.target as Element).closest("button")) close();
  });
  addEventListener(
    "pointerdown",
    (event) => {
      if (menu.open && !menu.contains(event.target as Node)) close();
    },
    true,
  );
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.stopPropagation();
    close();
    menu.querySelector("summary")?.focus();
  });
  // What has no room on a small screen is here, too.
  document.addEventListener("click", (event) => {
    const entry = (event.target as Element).closest<HTMLElement>("[data-for]");
    if (entry) meant(entry)?.click();
  });
  byId("to-moves").addEventListener("click", () => {
    showTab("moves");
    byId("panel").scrollIntoView({ block: "start" });
  });
}

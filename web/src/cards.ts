// The cards of a game in a dialog, before the first game of a person. Where they have no room
// beside each other, one is seen at a time: by swipes, or by the buttons below them.

import { ask } from "./dialogs";
import { button, el, put } from "./dom";
import { cardOf } from "./rules";
import { type Sheet, inWords } from "./sheet";

/** The buttons that lead from card to card, and dots that say which one is seen. */
function pager(list: HTMLElement, count: number): HTMLElement {
  let at = 0;
  const dots = el("span", { class: "dots", role: "img" });
  const go = (to: number): void =>
    list.children[to]?.scrollIntoView({ block: "nearest", inline: "center" });
  const back = button("Back", () => go(at - 1), { class: "edge" });
  const next = button("Next", () => go(at + 1), { class: "edge" });
  const mark = (): void => {
    back.disabled = at === 0;
    next.disabled = at === count - 1;
    dots.setAttribute("aria-label", `Card ${at + 1} of ${count}`);
    put(
      dots,
      [...Array(count).keys()].map((n) => el("i", { class: n === at ? "now" : null })),
    );
    dots.append(`${at + 1} of ${count}`);
  };
  list.addEventListener("scroll", () => {
    // Beside each other on a wide screen, nothing scrolls.
    const now = Math.round(
      (list.scrollLeft / Math.max(1, list.scrollWidth - list.clientWidth)) * (count - 1),
    );
    if (now === at) return;
    at = now;
    mark();
  });
  mark();
  return el("div", { class: "pager" }, back, dots, next);
}

/** Shows the cards of a game; the promise is fulfilled when they are closed. */
export async function askCards(sheet: Sheet): Promise<void> {
  const list = el("ol", { class: "five" }, ...sheet.cards.map((card, at) => cardOf(card, at)));
  const { dialog, closed } = ask(
    `${sheet.title} in ${inWords(sheet.cards.length)} cards`,
    list,
    pager(list, sheet.cards.length),
    el(
      "div",
      { class: "buttons" },
      el("span", { class: "small" }, "The cards stay in the panel, under Rules."),
      button("Play", () => dialog.close(), { class: "primary", autofocus: true }),
    ),
  );
  dialog.classList.add("sheet");
  await closed;
  // Who plays by the keyboard begins on the board.
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('#board [tabindex="0"]')?.focus();
}

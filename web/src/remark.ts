// The remark of a person on a move: a sign such as `!?`, and a comment.

import type { App } from "./app";
import { ask } from "./dialogs";
import { button, el } from "./dom";
import { arrowsIn, commentOf, wordsOf } from "./own-arrows";
import { SIGNS, type Sign } from "./records";
import { moveNumber } from "./tree";
import { moveName } from "./words";

/** The most characters of a comment that is typed. */
const LONGEST = 2000;

const NAMES: Record<Sign, string> = {
  "!!": "brilliant",
  "!": "good",
  "!?": "interesting",
  "?!": "dubious",
  "?": "mistake",
  "??": "blunder",
};

/** Asks for the remark on the move in view; it stays with the move, and in copies of the game. */
export async function askRemark(app: App): Promise<void> {
  const { node } = app;
  if (!node.parent) throw new Error("A comment belongs to a move: make one first, or go to one");
  let given = false;
  const choice = (sign: Sign | "", name: string): HTMLElement =>
    el(
      "label",
      { class: "tick" },
      el("input", {
        type: "radio",
        name: "sign",
        value: sign,
        checked: (node.sign ?? "") === sign,
      }),
      el("span", {}, sign && el("b", {}, sign), ` ${name}`),
    );
  const signs = el(
    "div",
    { class: "signs-of", role: "radiogroup", "aria-label": "Sign" },
    ...SIGNS.map((sign) => choice(sign, NAMES[sign])),
    choice("", "none"),
  );
  const area = el("textarea", { rows: 4, maxlength: LONGEST, "aria-label": "Comment" });
  area.value = wordsOf(node.comment);
  const { dialog, closed } = ask(
    `Comment on ${moveNumber(node)}. ${moveName(node.parent.view?.scene ?? app.scene!, node.move)}`,
    signs,
    area,
    el(
      "div",
      { class: "buttons" },
      button("Cancel", () => dialog.close()),
      button(
        "Keep",
        () => {
          given = true;
          dialog.close();
        },
        { class: "primary" },
      ),
    ),
  );
  area.focus();
  await closed;
  if (!given) return;
  const chosen = signs.querySelector<HTMLInputElement>("input:checked")?.value;
  node.sign = SIGNS.find((sign) => sign === chosen) ?? null;
  node.comment = commentOf(area.value.replace(/\s+/g, " ").trim(), arrowsIn(node.comment));
  app.screen.draw(null);
}

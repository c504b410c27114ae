// A text that is shown, or asked for.

import { ask } from "./dialogs";
import { button, el } from "./dom";

/** Shows or asks for a text. Gives it back if it is to be read. */
export async function askText(
  title: string,
  text: string,
  act: string | null,
  note: string,
): Promise<string | null> {
  let given: string | null = null;
  const area = el("textarea", {
    rows: 8,
    spellcheck: "false",
    "aria-label": title,
    readonly: act === null,
  });
  area.value = text;
  const act_ =
    act === null
      ? null
      : button(
          act,
          () => {
            given = area.value;
            dialog.close();
          },
          { class: "primary" },
        );
  const buttons = el(
    "div",
    { class: "buttons" },
    button(act === null ? "Close" : "Cancel", () => dialog.close()),
    act_,
  );
  const { dialog, closed } = ask(title, el("p", { class: "note" }, note), area, buttons);
  if (act === null) area.select();
  await closed;
  return given;
}

// Dialogs: a choice of moves, and a question.

import { button, el, put } from "./dom";
import { icon } from "./pieces";
import type { Move } from "./move";
import type { Scene } from "./scene";

/** Shows a dialog; the promise is fulfilled when it is closed. */
export function ask(
  title: string,
  ...content: HTMLElement[]
): { dialog: HTMLDialogElement; closed: Promise<void> } {
  const dialog = el("dialog", { "aria-label": title }, el("h2", {}, title), ...content);
  document.body.append(dialog);
  const closed = new Promise<void>((done) =>
    dialog.addEventListener("close", () => {
      dialog.remove();
      done();
    }),
  );
  dialog.showModal();
  // The browser scrolls to the focus; the title comes first.
  dialog.scrollTop = 0;
  return { dialog, closed };
}

/** Lets a person choose a move; null if the dialog is closed without a choice. */
export async function chooseMove(scene: Scene, moves: Move[]): Promise<Move | null> {
  let chosen: Move | null = null;
  const choices = moves.map((move) => {
    const made = button(
      "",
      () => {
        chosen = move;
        dialog.close();
      },
      { class: "choice", "data-move": move.text },
    );
    put(made, [
      move.becomes !== null && icon(scene, move.becomes),
      el("span", {}, move.words),
      el("small", {}, move.text),
    ]);
    return made;
  });
  const { dialog, closed } = ask(
    "Which move?",
    el("div", { class: "choices" }, ...choices),
    el(
      "div",
      { class: "buttons" },
      button("Cancel", () => dialog.close()),
    ),
  );
  await closed;
  return chosen;
}

/** Asks whether something shall be done; not if the dialog is closed in any other way. */
export async function askWhether(question: string, note: string, act: string): Promise<boolean> {
  let wanted = false;
  const yes = button(
    act,
    () => {
      wanted = true;
      dialog.close();
    },
    { class: "primary" },
  );
  const { dialog, closed } = ask(
    question,
    el("p", { class: "note" }, note),
    el(
      "div",
      { class: "buttons" },
      button("Cancel", () => dialog.close()),
      yes,
    ),
  );
  await closed;
  return wanted;
}

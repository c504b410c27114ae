// Questions to the person: which of several moves, a text to read, the engine's options, keys.
// A new game has a file of its own.

import type { App } from "./app";
import { button, byId, el, put } from "./dom";
import type { Option } from "./engine";
import { icon } from "./pieces";
import type { Move, Scene } from "./scene";
import { moveWords } from "./words";

/** Shows a dialog; the promise is fulfilled when it is closed. */
export function ask(title: string, ...content: HTMLElement[]): { dialog: HTMLDialogElement; closed: Promise<void> } {
  const dialog = el("dialog", { "aria-label": title }, el("h2", {}, title), ...content);
  document.body.append(dialog);
  const closed = new Promise<void>((done) => dialog.addEventListener("close", () => {
    dialog.remove();
    done();
  }));
  dialog.showModal();
  return { dialog, closed };
}

/** Lets a person say which of some moves is meant; nothing if none is. */
export async function chooseMove(scene: Scene, moves: Move[]): Promise<Move | null> {
  let chosen: Move | null = null;
  const choices = moves.map((move) => {
    const change = move.actions.findLast((action) => action.does === "change" || action.does === "take");
    const letter = change && "letter" in change ? change.letter : null;
    const made = button("", () => {
      chosen = move;
      dialog.close();
    }, { class: "choice", "data-move": move.text });
    put(made, [letter !== null && icon(scene, letter), el("span", {}, moveWords(scene, move)), el("small", {}, move.text)]);
    return made;
  });
  const { dialog, closed } = ask("Which move?", el("div", { class: "choices" }, ...choices),
    el("div", { class: "buttons" }, button("Cancel", () => dialog.close())));
  await closed;
  return chosen;
}

/** Asks whether something shall be done; not if the dialog is closed in any other way. */
export async function askWhether(question: string, note: string, act: string): Promise<boolean> {
  let wanted = false;
  const yes = button(act, () => {
    wanted = true;
    dialog.close();
  }, { class: "primary" });
  const { dialog, closed } = ask(question, el("p", { class: "note" }, note),
    el("div", { class: "buttons" }, button("Cancel", () => dialog.close()), yes));
  await closed;
  return wanted;
}

/** Shows or asks for a text. Gives it back if it is to be read. */
export async function askText(title: string, text: string, act: string | null, note: string): Promise<string | null> {
  let given: string | null = null;
  const area = el("textarea", { rows: 8, spellcheck: "false", "aria-label": title, readonly: act === null });
  area.value = text;
  const act_ = act === null ? null : button(act, () => {
    given = area.value;
    dialog.close();
  }, { class: "primary" });
  const buttons = el("div", { class: "buttons" }, button(act === null ? "Close" : "Cancel", () => dialog.close()), act_);
  const { dialog, closed } = ask(title, el("p", { class: "note" }, note), area, buttons);
  if (act === null) area.select();
  await closed;
  return given;
}

export function choice(name: string, choices: [string, string][], value: string): HTMLSelectElement {
  const made = el("select", { name });
  for (const [key, text] of choices) made.append(el("option", { value: key, selected: key === value }, text));
  return made;
}

export const field = (label: string, ...inputs: HTMLElement[]): HTMLElement => el("label", { class: "field" }, el("span", {}, label), ...inputs);

export const numeric = (name: string, value: number, min: number, max: number, step: number | string = 1): HTMLInputElement =>
  el("input", { type: "number", name, value, min, max, step, inputmode: "decimal" });

/** What a field holds, within its bounds. */
export function valueOf(input: HTMLInputElement, otherwise: number): number {
  const value = input.value.trim() === "" ? NaN : Number(input.value);
  const [min, max] = [Number(input.min), Number(input.max)];
  return Number.isFinite(value) ? Math.min(Math.max(value, min), max) : otherwise;
}

/** Options that the page sets by itself. */
const OWN = ["UGI_Variant", "PieRule", "Seed", "MultiPV", "Ponder", "UGI_AnalyseMode", "UGI_LimitStrength", "UGI_Elo"];

/** Lets a person set the engine's other options. */
export async function askOptions(app: App): Promise<void> {
  const rows: HTMLElement[] = [];
  const set = (option: Option, value: string): void => {
    void app.engine.set(option.name, value).then(() => (option.value = value), (error: unknown) => app.trouble(error));
  };
  for (const option of app.engine.options.values()) {
    if (OWN.includes(option.name)) continue;
    if (option.type === "spin") {
      const input = numeric(option.name, Number(option.value), option.min, option.max);
      input.addEventListener("change", () => set(option, String(Math.round(valueOf(input, Number(option.value))))));
      rows.push(field(option.name, input));
    } else if (option.type === "check") {
      const input = el("input", { type: "checkbox", checked: option.value === "true" });
      input.addEventListener("change", () => set(option, String(input.checked)));
      rows.push(el("label", { class: "tick" }, input, option.name));
    } else if (option.type === "combo") {
      const input = choice(option.name, option.choices.map((name) => [name, name]), option.value);
      input.addEventListener("change", () => set(option, input.value));
      rows.push(field(option.name, input));
    } else if (option.type === "button") {
      const press = (): void => void app.engine.command([`setoption name ${option.name}`]).catch((error: unknown) => app.trouble(error));
      rows.push(el("div", {}, button(option.name, press)));
    }
  }
  if (!rows.length) rows.push(el("p", {}, "This engine has no options."));
  const { dialog, closed } = ask(`Options of ${app.engine.name}`, ...rows, el("div", { class: "buttons" }, button("Close", () => dialog.close())));
  await closed;
}

const KEYS: [string, string][] = [
  ["\u2190 \u2192", "one move back, on; after a click on the board too"],
  ["Home End", "to the start, to the end"],
  ["Tab, then \u2190 \u2191 \u2193 \u2192", "onto the board, and from square to square"],
  ["Enter, Space", "pick a piece up, put it down; then the arrows go over the board"],
  ["Esc", "lay it down"],
  ["F", "turn the board"],
  ["A", "analysis on and off"],
  ["M", "type a move"],
];

/** Says which keys there are. */
export async function showKeys(): Promise<void> {
  const list = el("dl", { class: "keys" }, ...KEYS.flatMap(([key, text]) => [el("dt", {}, key), el("dd", {}, text)]));
  const { dialog, closed } = ask("Keys", list, el("div", { class: "buttons" }, button("Close", () => dialog.close())));
  await closed;
  byId("board").querySelector<HTMLElement>('[tabindex="0"]')?.focus();
}

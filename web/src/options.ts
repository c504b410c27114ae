// The options of the engine, and the keys of the page: dialogs that few visitors open.

import type { App } from "./app";
import { ask } from "./dialogs";
import { choice, field, numeric, valueOf } from "./fields";
import { button, byId, el } from "./dom";
import type { Option } from "./engine";

/** Options that the page sets by itself. */
const OWN = [
  "UGI_Variant",
  "PieRule",
  "Seed",
  "MultiPV",
  "Ponder",
  "UGI_AnalyseMode",
  "UGI_LimitStrength",
  "UGI_Elo",
];

/** What usual options are called, and their units. Others have the name that the engine gives them. */
const WORDS: Record<string, { name: string; unit?: string }> = {
  Hash: { name: "Memory for the search", unit: "MiB" },
  Threads: { name: "Threads of the search" },
  MoveOverhead: { name: "Time kept back at each move", unit: "ms" },
  Contempt: { name: "A draw counts less by", unit: "hundredths of a piece" },
  Clear: { name: "Forget earlier searches" },
};
const ALIASES: Record<string, string> = { "Move Overhead": "MoveOverhead", "Clear Hash": "Clear" };
const wordsOf = ({ name }: Option): { name: string; unit?: string } =>
  WORDS[ALIASES[name] ?? name] ?? { name };

/** What a number may be: `1 to 256, default 1`. */
function rangeOf(option: Option): string {
  const number = (value: number): string => value.toLocaleString("en");
  const { unit } = wordsOf(option);
  const range =
    option.max < Number.MAX_SAFE_INTEGER
      ? `${number(option.min)} to ${number(option.max)}${unit ? ` ${unit}` : ""}`
      : unit;
  return [range, option.initial && `default ${number(Number(option.initial))}`]
    .filter(Boolean)
    .join(", ");
}

/** The page without a server, beside that of a server which has it (--static). */
const BESIDE = "static/";

/** A switch between the two pages. The game is kept where it is left, and goes on in the other. */
async function whoThinks(): Promise<HTMLElement | null> {
  const isHere = document.documentElement.dataset.stopping !== undefined;
  if (isHere && !location.pathname.endsWith(`/${BESIDE}`)) return null;
  const there = isHere ? "../" : BESIDE;
  if (!isHere) {
    const answer = await fetch(there, { method: "HEAD" }).catch(() => null);
    if (answer?.status !== 200) return null;
  }
  const input = el("input", { type: "checkbox", checked: isHere });
  input.addEventListener("change", () => location.assign(there));
  return el("label", { class: "tick" }, input, "This machine thinks, not the server");
}

/** Lets a person set the engine's other options. */
export async function askOptions(app: App): Promise<void> {
  const rows: HTMLElement[] = [];
  const who = await whoThinks();
  const set = (option: Option, value: string): void => {
    // At once: this dialog may be opened again before the engine has answered.
    const before = option.value;
    option.value = value;
    void app.engine.set(option.name, value).catch((error: unknown) => {
      if (option.value === value) option.value = before;
      app.trouble(error);
    });
  };
  for (const option of app.engine.options.values()) {
    if (OWN.includes(option.name)) continue;
    const { name } = wordsOf(option);
    if (option.type === "spin") {
      const input = numeric(option.name, Number(option.value), option.min, option.max);
      input.addEventListener("change", () =>
        set(option, String(Math.round(valueOf(input, Number(option.value))))),
      );
      rows.push(field(name, input, el("small", {}, rangeOf(option))));
    } else if (option.type === "check") {
      const input = el("input", { type: "checkbox", checked: option.value === "true" });
      input.addEventListener("change", () => set(option, String(input.checked)));
      rows.push(
        el(
          "label",
          { class: "tick" },
          input,
          name,
          el("small", {}, `default ${option.initial === "true" ? "on" : "off"}`),
        ),
      );
    } else if (option.type === "combo") {
      const input = choice(
        option.name,
        option.choices.map((name) => [name, name]),
        option.value,
      );
      input.addEventListener("change", () => set(option, input.value));
      rows.push(field(name, input, el("small", {}, `default ${option.initial}`)));
    } else if (option.type === "button") {
      const press = (): void =>
        void app.engine
          .command(`setoption name ${option.name}`)
          .catch((error: unknown) => app.trouble(error));
      rows.push(el("div", {}, button(name, press, { class: "edge" })));
    }
  }
  if (who) rows.unshift(who);
  if (!rows.length) rows.push(el("p", {}, "This engine has no options."));
  const { dialog, closed } = ask(
    `Options of ${app.engine.name}`,
    ...rows,
    el(
      "div",
      { class: "buttons" },
      button("Close", () => dialog.close()),
    ),
  );
  await closed;
}

const KEYS: [string, string][] = [
  ["\u2190 \u2192", "to the move before, to the next move; also after a click on the board"],
  ["Home End", "to the start, to the end"],
  ["Tab, then \u2190 \u2191 \u2193 \u2192", "onto the board, and from square to square"],
  ["Enter, Space", "pick a piece up, put it down; then the arrows go over the board"],
  ["Esc", "lay it down"],
  ["F", "turn the board"],
  ["A", "analysis on and off"],
  ["L, X, B", "in analysis: the first move of line 1, the threat, the next mistake"],
  ["M", "type a move"],
  ["C", "comment on the move in view"],
  ["U, H", "take back, hint"],
  ["1 to 6", "the kinds of moves above the board"],
  ["N, R, E, O", "new game, rules, set up, open"],
  ["S, ?", "sound, keys"],
  [
    "Right button",
    "draws arrows and circles on the board, with Shift, Alt or both in other colours; they are saved with the move",
  ],
];

/** Says which keys there are. */
export async function showKeys(): Promise<void> {
  const list = el(
    "dl",
    { class: "keys" },
    ...KEYS.flatMap(([key, text]) => [el("dt", {}, key), el("dd", {}, text)]),
  );
  const { dialog, closed } = ask(
    "Keys",
    list,
    el(
      "div",
      { class: "buttons" },
      button("Close", () => dialog.close()),
    ),
  );
  await closed;
  byId("board").querySelector<HTMLElement>('[tabindex="0"]')?.focus();
}

// Questions to the person: a new game, which of several moves, a text to read, the engine's
// options, keys.

import type { App } from "./app";
import type { Limit } from "./clock";
import { button, byId, el, put } from "./dom";
import type { Option } from "./engine";
import type { Settings, Side } from "./play";
import { icon } from "./pieces";
import { type Move, type Player, type Scene } from "./scene";
import { moveWords } from "./words";

/** Shows a dialog; the promise is fulfilled when it is closed. */
function ask(title: string, ...content: HTMLElement[]): { dialog: HTMLDialogElement; closed: Promise<void> } {
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

function choice(name: string, choices: [string, string][], value: string): HTMLSelectElement {
  const made = el("select", { name });
  for (const [key, text] of choices) made.append(el("option", { value: key, selected: key === value }, text));
  return made;
}

const field = (label: string, ...inputs: HTMLElement[]): HTMLElement => el("label", { class: "field" }, el("span", {}, label), ...inputs);

const numeric = (name: string, value: number, min: number, max: number, step: number | string = 1): HTMLInputElement =>
  el("input", { type: "number", name, value, min, max, step, inputmode: "decimal" });

/** What a field holds, within its bounds. */
function valueOf(input: HTMLInputElement, otherwise: number): number {
  const value = input.value.trim() === "" ? NaN : Number(input.value);
  const [min, max] = [Number(input.min), Number(input.max)];
  return Number.isFinite(value) ? Math.min(Math.max(value, min), max) : otherwise;
}

/** The ratings that an engine can play at, with what they mean. */
function levels(elo: Option | undefined): [string, string][] {
  const made: [string, string][] = [["full", "full strength"]];
  if (!elo) return made;
  const steps = 7;
  for (let n = 0; n < steps; n += 1) {
    const rating = Math.round((elo.min + ((elo.max - elo.min) * n) / (steps - 1)) / 50) * 50;
    const within = String(Math.min(Math.max(rating, elo.min), elo.max));
    const said = n === 0 ? " (beginner)" : n === steps - 1 ? " (strong)" : "";
    made.push([within, `${within} Elo${said}`]);
  }
  return made;
}

/** Asks how a new game shall be; nothing if there shall be none. */
export async function askGame(app: App, last: Settings): Promise<Settings | null> {
  const elo = app.engine.options.get("UGI_LimitStrength") && app.engine.options.get("UGI_Elo");
  const variant = choice("variant", app.variants.map((name) => [name, name]), app.variant);
  const side = (player: Player): [HTMLSelectElement, HTMLSelectElement] => {
    const now = last.sides[player];
    const level = now.is === "engine" && now.elo !== null ? String(now.elo) : "full";
    return [
      choice(player, [["person", "Person"], ["engine", app.engine.name]], now.is),
      choice(`${player}-level`, levels(elo || undefined), level),
    ];
  };
  const [one, two] = [side("p1"), side("p2")];
  const { limit } = last;
  const kind = choice("limit", [["move", "Time for each move"], ["clock", "Clocks"], ["depth", "Depth"]], limit.kind);
  const seconds = numeric("seconds", limit.kind === "move" ? limit.ms / 1000 : 1, 0.01, 3600, "any");
  const minutes = numeric("minutes", limit.kind === "clock" ? limit.base / 60000 : 5, 0.05, 600, "any");
  const bonus = numeric("increment", limit.kind === "clock" ? limit.increment / 1000 : 3, 0, 600, "any");
  const depth = numeric("depth", limit.kind === "depth" ? limit.depth : 4, 1, 100);
  const times: Record<string, HTMLElement[]> = {
    move: [field("Seconds", seconds)],
    clock: [field("Minutes", minutes), field("Seconds for each move", bonus)],
    depth: [field("Plies", depth)],
  };
  const details = el("div", { class: "row-fields" });
  const refresh = (): void => {
    put(details, times[kind.value] ?? []);
    for (const [who, level] of [one, two]) level.disabled = who.value === "person";
  };
  for (const input of [kind, one[0], two[0]]) input.addEventListener("change", refresh);
  const pie = el("input", { type: "checkbox", name: "pie", checked: last.pie });
  const here = el("input", { type: "checkbox", name: "here" });
  let settings: Settings | null = null;
  const sideOf = ([who, level]: [HTMLSelectElement, HTMLSelectElement]): Side =>
    who.value === "person" ? { is: "person" } : { is: "engine", elo: level.value === "full" ? null : Number(level.value) };
  const limitOf = (): Limit => {
    if (kind.value === "clock") return { kind: "clock", base: Math.round(valueOf(minutes, 5) * 60000), increment: Math.round(valueOf(bonus, 3) * 1000) };
    if (kind.value === "depth") return { kind: "depth", depth: Math.round(valueOf(depth, 4)) };
    return { kind: "move", ms: Math.round(valueOf(seconds, 1) * 1000) };
  };
  const start = button("Start", () => {
    settings = {
      variant: here.checked || !app.variants.length ? app.variant : variant.value, limit: limitOf(), pie: pie.checked && !here.checked,
      here: here.checked, sides: { p1: sideOf(one), p2: sideOf(two) },
    };
    dialog.close();
  }, { class: "primary", name: "start" });
  const names = app.scene?.players ?? ["Player one", "Player two"];
  const known = (index: number, player: string): string => `${player} (${names[index]})`;
  refresh();
  const { dialog, closed } = ask("New game",
    ...(app.variants.length ? [field("Game", variant)] : []),
    el("div", { class: "row-fields" }, field(known(0, "First"), one[0]), field("Level", one[1])),
    el("div", { class: "row-fields" }, field(known(1, "Second"), two[0]), field("Level", two[1])),
    field("Limit", kind), details,
    ...(app.engine.options.has("PieRule") ? [el("label", { class: "tick" }, pie, "Pie rule: the second player may swap")] : []),
    el("label", { class: "tick" }, here, "From the position in view"),
    el("div", { class: "buttons" }, button("Cancel", () => dialog.close()), start));
  await closed;
  return settings;
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

// The question how a new game shall be.

import type { App } from "./app";
import type { Limit } from "./clock";
import { ask } from "./dialogs";
import { choice, field, numeric, valueOf } from "./fields";
import { button, el, put } from "./dom";
import type { Option } from "./engine";
import { keepLevel } from "./kept-level";
import { LIKE, lastRating, ratings } from "./levels";
import { dice } from "./move-input";
import type { Settings, Side } from "./game";
import { puzzlesOf, startPuzzles } from "./puzzles";
import { miniature } from "./rules";
import { prefer, preferredText } from "./preferences";
import { PLAYERS, type Player, type Scene, other } from "./scene";

/** The ratings that an engine can play at. */
const levels = (elo: Option | undefined): [string, string][] => [
  ["full", "Full strength"],
  ...ratings(elo).map((rating, at): [string, string] => [String(rating), `${at + 1} (${rating})`]),
];

/** Who plays against an engine draws lots for the sides, until they want it otherwise. */
let lots = false;

/** The name of a side: "Red", but "the Zombies". */
const sideWords = (name: string): string => (/[^s]s$/.test(name) ? `the ${name}` : name);

/** A choice read back, as far as who plays whom. */
function playersWords(
  sides: Settings["sides"],
  names: readonly string[],
  engine: string,
  elo: Option | undefined,
): string {
  const levelOf = (side: Side): string => {
    const at = side.is === "engine" && side.elo !== null ? ratings(elo).indexOf(side.elo) : -1;
    return at < 0 ? "full strength" : `level ${at + 1} (${LIKE[at]})`;
  };
  const { p1, p2 } = sides;
  if (p1.is === p2.is)
    return p1.is === "person"
      ? "Two people play."
      : `${engine} plays both sides, at ${levelOf(p1)} and ${levelOf(p2)}.`;
  const [own, rival] = p1.is === "person" ? [0, p2] : [1, p1];
  const who = lots
    ? "Your side is drawn by lot"
    : `You are ${sideWords(names[own] ?? (own ? "second" : "first"))}${own ? "" : " and begin"}`;
  return `${who}, against ${engine} at ${levelOf(rival)}.`;
}

/** How much time there is, in words. */
function limitWords(limit: Limit): string {
  const some = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
  if (limit.kind === "depth")
    return `The engine looks ${some(limit.depth, "ply").replace("plys", "plies")} ahead.`;
  if (limit.kind === "move")
    return `The engine has ${some(limit.ms / 1000, "second")} for each move.`;
  return `Clocks: ${some(limit.base / 60000, "minute")}, and ${some(limit.increment / 1000, "second")} for each move.`;
}

const isLimit = (value: unknown): value is Limit => {
  const { kind, ms, base, increment, depth } = Object(value) as Record<string, unknown>;
  return kind === "move"
    ? Number.isFinite(ms)
    : kind === "depth"
      ? Number.isFinite(depth)
      : kind === "clock" && [base, increment].every(Number.isFinite);
};

/** The time that was chosen last. */
function lastLimit(): Limit | null {
  try {
    const value: unknown = JSON.parse(preferredText("limit"));
    return isLimit(value) ? value : null;
  } catch {
    return null;
  }
}

/** Keeps level and time for the next visit. */
function keep({ sides, limit }: Settings, elo: Option | undefined): void {
  const side = PLAYERS.map((player) => sides[player]).find(({ is }) => is === "engine");
  if (side?.is === "engine") keepLevel(elo, side.elo);
  prefer("limit", JSON.stringify(limit));
}

/** Asks how a new game shall be; nothing if there shall be none. */
export async function askGame(app: App, last: Settings): Promise<Settings | null> {
  const elo = app.engine.options.get("UGI_LimitStrength") && app.engine.options.get("UGI_Elo");
  const variant = choice(
    "variant",
    app.variants.names.map((name) => [name, name]),
    app.variant,
  );
  const side = (player: Player): [HTMLSelectElement, HTMLSelectElement] => {
    const now = last.sides[player];
    // A person has the level of the engine ready, should it play that side, too.
    const rival = now.is === "engine" ? now : last.sides[other(player)];
    const level = String(
      (rival.is === "engine" ? rival.elo : lastRating(elo || undefined)) ?? "full",
    );
    return [
      choice(
        player,
        [
          ["person", "Person"],
          ["engine", app.engine.name],
        ],
        now.is,
      ),
      choice(`${player}-level`, levels(elo || undefined), level),
    ];
  };
  const [one, two] = [side("p1"), side("p2")];
  const limit = lastLimit() ?? last.limit;
  const kind = choice(
    "limit",
    [
      ["move", "Time for each move"],
      ["clock", "Clocks"],
      ["depth", "Depth"],
    ],
    limit.kind,
  );
  const seconds = numeric(
    "seconds",
    limit.kind === "move" ? limit.ms / 1000 : 1,
    0.01,
    3600,
    "any",
  );
  const minutes = numeric(
    "minutes",
    limit.kind === "clock" ? limit.base / 60000 : 5,
    0.05,
    600,
    "any",
  );
  const bonus = numeric(
    "increment",
    limit.kind === "clock" ? limit.increment / 1000 : 3,
    0,
    600,
    "any",
  );
  const depth = numeric("depth", limit.kind === "depth" ? limit.depth : 4, 1, 100);
  const times: Record<string, HTMLElement[]> = {
    move: [field("Seconds", seconds)],
    clock: [field("Minutes", minutes), field("Seconds for each move", bonus)],
    depth: [field("Plies", depth)],
  };
  const details = el("div", { class: "row-fields" });
  const refresh = (): void => {
    put(details, times[kind.value] ?? []);
    // People have no level.
    [one, two].forEach(([who, level], at) => {
      level.disabled = who.value === "person";
      levelFields[at]!.classList.toggle("absent", level.disabled);
    });
    lotsBox.classList.toggle("absent", one[0].value === two[0].value);
    readBack();
  };
  const levelFields = [field("Level", one[1]), field("Level", two[1])];
  const byLot = el("input", { type: "checkbox", name: "lots", checked: lots });
  const lotsBox = el("label", { class: "tick" }, byLot, "Draw lots for the sides");
  byLot.addEventListener("change", () => {
    lots = byLot.checked;
    readBack();
  });
  const told = el("p", { class: "small told" });
  let called: readonly string[] = [];
  /** The whole choice, in words. */
  const readBack = (): void => {
    const sides = { p1: sideOf(one), p2: sideOf(two) };
    put(told, [
      `${playersWords(sides, called, app.engine.name, app.engine.options.get("UGI_Elo"))} ${limitWords(limitOf())}`,
    ]);
  };
  // An engine against itself is as strong on both sides, until it shall not be.
  for (const [[who, level], [, rival]] of [
    [one, two],
    [two, one],
  ] as const)
    who.addEventListener("change", () => (level.value = rival.value));
  for (const input of [kind, one[0], two[0], one[1], two[1], seconds, minutes, bonus, depth])
    input.addEventListener("change", refresh);
  const pie = el("input", { type: "checkbox", name: "pie", checked: last.pie });
  const here = el("input", { type: "checkbox", name: "here" });
  const pieBox = el("label", { class: "tick" }, pie, "Pie rule: the second player may swap");
  const start = el("button", { type: "submit", class: "primary", name: "start" }, "Start");
  let settings: Settings | null = null;
  const sideOf = ([who, level]: [HTMLSelectElement, HTMLSelectElement]): Side =>
    who.value === "person"
      ? { is: "person" }
      : { is: "engine", elo: level.value === "full" ? null : Number(level.value) };
  const limitOf = (): Limit => {
    if (kind.value === "clock")
      return {
        kind: "clock",
        base: Math.round(valueOf(minutes, 5) * 60000),
        increment: Math.round(valueOf(bonus, 3) * 1000),
      };
    if (kind.value === "depth") return { kind: "depth", depth: Math.round(valueOf(depth, 4)) };
    return { kind: "move", ms: Math.round(valueOf(seconds, 1) * 1000) };
  };
  const take = (event: Event): void => {
    event.preventDefault();
    const sides = { p1: sideOf(one), p2: sideOf(two) };
    const turned = lots && sides.p1.is !== sides.p2.is && dice(2) > 0;
    settings = {
      variant: here.checked || !app.variants.names.length ? app.variant : variant.value,
      limit: limitOf(),
      pie: pie.checked && !pieBox.classList.contains("absent"),
      here: here.checked,
      sides: turned ? { p1: sides.p2, p2: sides.p1 } : sides,
    };
    keep(settings, elo || undefined);
    dialog.close();
  };
  const fields = [field("First", one[0]), field("Second", two[0])] as const;
  /** Instead of a game: where the variant has puzzles. */
  const find = button(
    "Find the win",
    () => {
      dialog.close();
      startPuzzles(app, find.value).catch((error: unknown) => app.trouble(error));
    },
    { name: "puzzles", class: "edge", hidden: true },
  );
  find.style.alignSelf = "end";
  /** Says what the chosen game calls its players, and whether it has the pie rule. */
  let asked = 0;
  const tell = async (): Promise<void> => {
    asked += 1;
    const now = asked;
    // Its puzzles are those of another variant until the engine has answered.
    find.disabled = true;
    const name = app.variants.names.length ? variant.value : app.variant;
    variant.disabled = here.checked;
    const facts = here.checked
      ? { names: app.names, pie: false, scene: null }
      : await app.variants.facts(name);
    // Something else may have been chosen while the engine thought.
    if (now !== asked) return;
    called = facts.names ?? [];
    for (const [at, said] of [
      [0, "first"],
      [1, "second"],
    ] as const) {
      put(fields[at].children[0]!, [
        called[at] ? `${called[at]}, ${said}` : said.charAt(0).toUpperCase() + said.slice(1),
      ]);
    }
    readBack();
    if (facts.scene) picture(name, facts.scene);
    // It keeps its place, so that no button moves away from under a pointer.
    pieBox.classList.toggle("absent", !facts.pie);
    const puzzles = await puzzlesOf(app, name);
    if (now !== asked) return;
    find.value = name;
    find.hidden = find.disabled = !puzzles.length;
  };
  for (const input of [variant, here]) input.addEventListener("change", () => void tell());
  const games = el("div", { class: "games", role: "group", "aria-label": "Games", hidden: true });
  /** Shows the board of a variant with its game. */
  let picture = (_name: string, _scene: Scene): void => undefined;
  /** Shows the boards of a game. */
  let list = (_names: string[], now: string): void => void (variant.value = now);
  const drawGames = async (): Promise<void> => {
    const shown = await app.variants.games().catch(() => []);
    if (shown.length < 2) return;
    const seen = preferredText("cards").split("\n");
    // Who knows another game needs no advice.
    const fresh = shown.slice(1).every(({ sheet }) => !seen.includes(sheet.title));
    const cards = shown.map(({ variant: usual, variants, scene, sheet }, at) => {
      const made = button(
        "",
        () => {
          if (!variants.includes(variant.value)) list(variants, usual);
          variant.dispatchEvent(new Event("change"));
        },
        { class: "game", "data-variants": variants.join(" ") },
      );
      put(made, [
        miniature(scene).box,
        el("b", {}, sheet.title, at === 0 && fresh && el("span", { class: "pill" }, "Start here")),
        el("span", { class: "small" }, sheet.summary),
        el("span", { class: "facts" }, ...sheet.facts.map((fact) => el("span", {}, fact))),
      ]);
      return { made, variants };
    });
    const mark = (): void => {
      cards.forEach(({ made, variants }) =>
        made.setAttribute("aria-pressed", String(variants.includes(variant.value))),
      );
      const chosen = shown.find(({ variants }) => variants.includes(variant.value));
      start.textContent = chosen ? `Play ${chosen.sheet.title}` : "Start";
    };
    const nameOf = (name: string): string =>
      shown.find(({ variants }) => variants.includes(name))?.sheet.variants.get(name) ?? name;
    list = (names, now) => {
      put(
        variant,
        names.map((name) => el("option", { value: name, selected: name === now }, nameOf(name))),
      );
      variant.value = now;
    };
    list(
      shown.find(({ variants }) => variants.includes(variant.value))?.variants ??
        app.variants.names,
      variant.value,
    );
    variant.addEventListener("change", mark);
    mark();
    picture = (name, scene) =>
      cards
        .find(({ variants }) => variants.includes(name))
        ?.made.firstElementChild?.replaceWith(miniature(scene).box);
    put(
      games,
      cards.map(({ made }) => made),
    );
    games.hidden = false;
  };
  refresh();
  pieBox.hidden = !app.engine.options.has("PieRule");
  const ready = Promise.allSettled([tell(), app.variants.names.length ? drawGames() : null]);
  const form = el(
    "form",
    { novalidate: true, submit: take },
    games,
    el("div", { class: "line" }, app.variants.names.length > 0 && field("Board", variant), find),
    el("div", { class: "row-fields" }, fields[0], levelFields[0]),
    el("div", { class: "row-fields" }, fields[1], levelFields[1]),
    el("div", { class: "row-fields" }, field("Limit", kind), details),
    el(
      "div",
      { class: "row-fields ticks" },
      el("label", { class: "tick" }, here, "From the position in view"),
      lotsBox,
      pieBox,
    ),
    app.suspended.atStake &&
      el("p", { class: "note" }, "The game that is being played is over then."),
    el(
      "div",
      { class: "buttons" },
      told,
      button("Cancel", () => dialog.close()),
      start,
    ),
  );
  const { dialog, closed } = ask("New game", form);
  dialog.classList.add("lobby");
  void ready.then(() => (dialog.dataset.ready = ""));
  await closed;
  return settings;
}

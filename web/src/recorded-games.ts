// The list of recorded games.

import type { App } from "./app";
import { byId, el, put, say } from "./dom";
import { type GameDoc, grow } from "./game-doc";
import type { Player } from "./scene";
import { path, variations } from "./tree";

const named = ({ names }: GameDoc, player: Player): string =>
  names[player] || (player === "p1" ? "player one" : "player two");
const RESULTS: Record<string, string> = {
  p1win: "1\u20130",
  p2win: "0\u20131",
  draw: "\u00bd\u2013\u00bd",
};

const resultOf = ({ ended }: GameDoc): string | undefined => RESULTS[ended?.result ?? ""];

/** The game that was chosen last. */
let asked: GameDoc | null = null;

/** Shows a game of the list. It is chosen before it is in view, so that "next game" counts from it. */
export async function openNumber(app: App, at: number): Promise<void> {
  const game = app.records[at];
  if (!game) return;
  const list = byId<HTMLSelectElement>("games");
  asked = game;
  list.value = String(at);
  try {
    await app.attempt(async () => {
      if (asked === game) await showRecord(app, game);
    });
  } catch (error) {
    if (asked === game) list.value = String(app.record ? app.records.indexOf(app.record) : -1);
    throw error;
  }
  if (asked !== game) return;
  byId("record-facts").textContent = game.facts;
  say(
    `Game ${game.number}: ${named(game, "p1")} against ${named(game, "p2")}, ${resultOf(game) ?? "no result"}`,
  );
}

/** Fills the list of games. */
export function drawRecords(app: App, count: string): void {
  const games = byId<HTMLSelectElement>("games");
  put(
    games,
    app.records.map((game, at) => {
      const text = `${game.number}. ${named(game, "p1")} \u2013 ${named(game, "p2")} ${resultOf(game) ?? "*"} ${game.ended?.reason ?? ""}`;
      return el("option", { value: at }, text);
    }),
  );
  app.recordsNote = count;
  byId("record-count").textContent = count;
  byId("record").hidden = !app.records.length;
}

/** Shows a recorded game without the moves that the engine refuses, and says so. */
async function showRecord(app: App, record: GameDoc): Promise<void> {
  const tree = await app.plant(record.variant === "generic" ? "" : record.variant, record.fen);
  let shown = grow(tree, record.nodes)[record.at]!;
  let bad = "";
  const main = tree.main();
  const ends = [main, ...variations(main).map(({ nodes }) => nodes)].map((line) => line.at(-1)!);
  for (const [line, end] of ends.entries()) {
    const nodes = path(end);
    const { length } = await app.playable(tree, tree.line(end).moves);
    if (length === end.ply) continue;
    tree.cut(nodes[length + 1]!);
    if (line === 0 && shown.ply > length) shown = nodes[length]!;
    const what = line ? `Variation ${line} of game` : "Game";
    bad ||= `${what} ${record.number} cannot be played to its end: ${app.problem}`;
  }
  await app.adopt(tree, shown, record);
  if (bad) app.trouble(new Error(bad));
}

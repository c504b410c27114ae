// The list of recorded games.

import type { App } from "./app";
import { say } from "./dom";
import { type GameDoc, grow } from "./game-doc";
import { named, resultSign } from "./recorded-result";
import { path, variations } from "./tree";

/** Shows a game of the list. It is chosen before it is in view, so that "next game" counts from it. */
export async function openNumber(app: App, at: number): Promise<void> {
  const game = app.records[at];
  if (!game) return;
  app.recordAsked = game;
  try {
    await app.attempt(async () => {
      if (app.recordAsked === game) await showRecord(app, game);
    });
  } catch (error) {
    if (app.recordAsked === game) app.recordAsked = app.record;
    throw error;
  }
  if (app.recordAsked !== game) return;
  app.recordFacts = { text: game.facts };
  say(
    `Game ${game.number}: ${named(game, "p1")} against ${named(game, "p2")}, ${resultSign(game) ?? "no result"}`,
  );
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

// The list of recorded games.

import { say } from "./dom";
import { type GameDoc, docOf, grow } from "./game-doc";
import { named, resultSign } from "./recorded-result";
import { connection, gameFile, position, session, tasks, variants } from "./stores";
import type { Played } from "./stores/session";
import { type Node, type Tree, path, variations } from "./tree";

/** Shows a game of the list. It is chosen before it is in view, so that "next game" counts from it. */
export async function openNumber(at: number): Promise<void> {
  const game = gameFile.records[at];
  if (!game) return;
  gameFile.recordAsked = game;
  try {
    await session.attempt(async () => {
      if (gameFile.recordAsked === game) await showRecord(game);
    });
  } catch (error) {
    if (gameFile.recordAsked === game) gameFile.recordAsked = position.record;
    throw error;
  }
  if (gameFile.recordAsked !== game) return;
  gameFile.recordFacts = { text: game.facts };
  say(
    `Game ${game.number}: ${named(game, "p1")} against ${named(game, "p2")}, ${resultSign(game) ?? "no result"}`,
  );
}

/** Shows a recorded game without the moves that the engine refuses, and says so. */
export async function showRecord(record: GameDoc): Promise<void> {
  const tree = await position.plant(record.variant === "generic" ? "" : record.variant, record.fen);
  let shown = grow(tree, record)[record.at]!;
  let bad = "";
  const main = tree.main();
  const ends = [main, ...variations(main).map(({ nodes }) => nodes)].map((line) => line.at(-1)!);
  for (const [line, end] of ends.entries()) {
    const nodes = path(end);
    const { count: length, problem } = await connection.engine.playable(tree.line(end));
    if (length === end.ply) continue;
    tree.cut(nodes[length + 1]!);
    // What is left is not the line that was played.
    if (line === 0) tree.play(null);
    if (line === 0 && shown.ply > length) shown = nodes[length]!;
    const what = line ? `Variation ${line} of game` : "Game";
    bad ||= `${what} ${record.number} cannot be played to its end: ${problem}`;
  }
  await session.adopt(tree, shown, record);
  if (bad) tasks.trouble(new Error(bad));
}

/** Shows a line of a tree as the game of a link. */
export async function showLinked(tree: Tree, end: Node, played: Played): Promise<void> {
  const { at, names, result, reason } = played;
  tree.play(end);
  const node = path(end)[Math.min(at, end.ply)]!;
  const shown = { tree, variant: variants.current, pie: false, turned: false, record: null };
  const doc = docOf(shown, node);
  await session.adopt(tree, node, { ...doc, names, ended: { result, reason, text: "" } });
}

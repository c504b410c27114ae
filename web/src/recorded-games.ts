// The list of recorded games.

import { say } from "./dom";
import { Refused } from "./engine";
import { type GameDoc, grow } from "./game-doc";
import { named, resultSign } from "./recorded-result";
import { connection, position, session, tasks } from "./stores";
import { gameFile } from "./stores/game-file";
import { path, withVariations } from "./tree";

/** Shows a game of the list. It counts as chosen at once: "next game" starts from it. */
export async function openNumber(at: number): Promise<void> {
  const game = gameFile.games[at];
  if (!game) return;
  gameFile.asked = game;
  try {
    await session.attempt(async () => {
      if (gameFile.asked === game) await showRecord(game);
    });
  } catch (error) {
    if (gameFile.asked === game) gameFile.asked = position.record;
    throw error;
  }
  if (gameFile.asked !== game) return;
  gameFile.facts = game.facts;
  say(
    `Game ${game.number}: ${named(game, "p1")} against ${named(game, "p2")}, ${resultSign(game) ?? "no result"}`,
  );
}

/** Shows a recorded game without the moves that the engine refuses; reports the first of them. */
export async function showRecord(record: GameDoc): Promise<void> {
  const tree = await position.plant(record.variant === "generic" ? "" : record.variant, record.fen);
  let shown = grow(tree, record)[record.at]!;
  let bad: Refused | null = null;
  const ends = withVariations(tree.main()).map((line) => line.at(-1)!);
  for (const [line, end] of ends.entries()) {
    const nodes = path(end);
    const { count: length, problem } = await connection.engine.playable(tree.line(end));
    if (!problem) continue;
    tree.cut(nodes[length + 1]!);
    // The shortened line is not the line that was played.
    if (line === 0) tree.play(null);
    if (line === 0 && shown.ply > length) shown = nodes[length]!;
    const what = line ? `Variation ${line} of game` : "Game";
    bad ??= new Refused(
      `${what} ${record.number} cannot be played to its end. ${problem.message}`,
      problem.details,
    );
  }
  await session.adopt(tree, shown, record);
  if (bad) tasks.trouble(bad);
}

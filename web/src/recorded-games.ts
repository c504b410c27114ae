// The list of recorded games, and a game of it in view.

import type { App } from "./app";
import { say } from "./dom";
import { forFirst } from "./info";
import { SHORT, named } from "./recorded-result";
import { type Recorded, lineOf } from "./records";
import { tellScores } from "./told-scores";
import { type Node, rate } from "./tree";

/** Shows a game of the record by its place. The list has it before it is in view: whoever asks for the
 *  next game meanwhile means the one after it. */
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
    `Game ${game.number}: ${named(game, "p1")} against ${named(game, "p2")}, ${SHORT[game.result] ?? "no result"}`,
  );
}

/** Shows a game of a record. What cannot be played of it is left out, and that is said. */
async function showRecord(app: App, recorded: Recorded): Promise<void> {
  const tree = await app.plant(
    recorded.variant === "generic" ? "" : recorded.variant,
    recorded.fen,
  );
  const whole = lineOf(recorded, 0);
  const all = await app.playable(tree, whole);
  let node = tree.root;
  let shown = node;
  all.forEach((text, index) => {
    const move = recorded.moves[index - recorded.opening.length];
    // A score is that of the position before the move.
    if (move?.player && move.score && !recorded.scores.length)
      rate(node, forFirst(move.score, move.player), move.depth, `record ${move.player}`);
    node = tree.add(node, text);
    node.mover = move?.player ?? null;
    if (move) Object.assign(node, { note: move.note, sign: move.sign, comment: move.comment });
    if (!move) shown = node;
  });
  let bad =
    all.length < whole.length
      ? `Game ${recorded.number} cannot be played to its end: ${app.problem}`
      : "";
  for (const number of recorded.variations.keys()) {
    const line = lineOf(recorded, number + 1);
    const moves = await app.playable(tree, line);
    moves.reduce((at, move) => tree.add(at, move), tree.root);
    if (moves.length < line.length)
      bad ||= `Variation ${number + 1} of game ${recorded.number} cannot be played to its end: ${app.problem}`;
  }
  for (const { line, ply, sign, comment } of recorded.remarks) {
    let said: Node | undefined = tree.root;
    for (const text of lineOf(recorded, line).slice(0, ply))
      said = said?.children.find(({ move }) => move === text);
    if (said) Object.assign(said, { sign, comment });
  }
  if (recorded.scores.length) tellScores(tree, recorded);
  await app.adopt(tree, shown, recorded);
  if (bad) app.trouble(new Error(bad));
}

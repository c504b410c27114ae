// The list of recorded games, and a game of it in view.

import type { App } from "./app";
import { byId, el, put, say } from "./dom";
import { forFirst } from "./info";
import { type Recorded, lineOf } from "./records";
import type { Player } from "./scene";
import { tellScores } from "./told-scores";
import { type Node, rate } from "./tree";

const named = ({ names }: Recorded, player: Player): string =>
  names[player] || (player === "p1" ? "player one" : "player two");
const SHORT: Record<string, string> = {
  p1win: "1\u20130",
  p2win: "0\u20131",
  draw: "\u00bd\u2013\u00bd",
};

/** The game that was asked for last. */
let asked: Recorded | null = null;

/** Shows a game of the record by its place. The list has it before it is in view: whoever asks for the
 *  next game meanwhile means the one after it. */
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
    `Game ${game.number}: ${named(game, "p1")} against ${named(game, "p2")}, ${SHORT[game.result] ?? "no result"}`,
  );
}

/** Fills the list of games. */
export function drawRecords(app: App, count: string): void {
  const games = byId<HTMLSelectElement>("games");
  put(
    games,
    app.records.map((game, at) => {
      const text = `${game.number}. ${named(game, "p1")} \u2013 ${named(game, "p2")} ${SHORT[game.result] ?? "*"} ${game.reason}`;
      return el("option", { value: at }, text);
    }),
  );
  byId("record-count").textContent = count;
  byId("record").hidden = !app.records.length;
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

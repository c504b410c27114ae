// A move that was typed, in any notation that the engine reads: which of the legal moves is it?

import type { Engine, Line, View } from "./engine";
import type { Move, Scene } from "./scene";

/** A text as it was meant: without marks that nobody sees and without quotes around it, and with
 *  plain dashes. */
export const asMeant = (text: string): string =>
  text.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "").replace(/[\u2010-\u2015\u2212]/g, "-")
    .trim().replace(/^["'`\u00ab\u00bb\u2018-\u201f]+|["'`\u00ab\u00bb\u2018-\u201f]+$/g, "");

/** The most moves that the engine is asked about. */
const MOST_ASKED = 16;

/** Letters and digits alone: `B6-C6` and `b6c6` are the same. */
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** What stands on the board after a move, as far as its actions tell. */
export function after(scene: Scene, move: Move): Map<string, string> {
  const pieces = new Map(scene.pieces);
  let held: string | undefined;
  for (const action of move.actions) {
    if (action.does === "lift") held = pieces.get(action.square);
    if (action.does === "from-hand" || action.does === "take") held = action.letter;
    if (action.does === "lift" || action.does === "remove" || action.does === "to-hand") pieces.delete(action.square);
    if (action.does === "put" && held !== undefined) pieces.set(action.square, held);
    if (action.does === "change") pieces.set(action.square, action.letter);
  }
  return pieces;
}

const same = (one: Map<string, string>, other: Map<string, string>): boolean =>
  one.size === other.size && [...one].every(([square, letter]) => other.get(square) === letter);

/** The legal move that leads where a word leads, which the engine has taken for a move; nothing
 *  if none of those that look like it does. */
export async function legalMove(engine: Engine, line: Line, scene: Scene, word: string, reached: View): Promise<Move | null> {
  const written = scene.moves.filter(({ text }) => bare(text) === bare(word));
  const alike = scene.moves.filter((move) => !written.includes(move) && same(after(scene, move), reached.scene.pieces));
  for (const move of [...written, ...alike].slice(0, MOST_ASKED)) {
    const view = await engine.view({ ...line, moves: [...line.moves, move.text] });
    const there = reached.fen === null ? same(view.scene.pieces, reached.scene.pieces) : view.fen === reached.fen;
    if (there) return move;
  }
  return null;
}

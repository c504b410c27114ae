// Typed moves in any notation that the engine reads.

import type { App } from "./app";
import { type Engine, type Line, Refused, type View } from "./engine";
import { type Move, piecesAfter, unknownMove } from "./move";
import { resolveMove } from "./move-input";
import { isWord, refuseTyped } from "./refusals";
import type { Scene } from "./scene";
import { asMeant } from "./typed-text";

const MOST_ASKED = 16;

/** Letters and digits alone: `B6-C6` and `b6c6` are the same. */
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

const same = (one: Map<string, string>, other: Map<string, string>): boolean =>
  one.size === other.size && [...one].every(([square, letter]) => other.get(square) === letter);

/** The legal move that leads to the same position as a word that the engine has accepted; null if no
 *  similar move does. */
async function legalMove(
  engine: Engine,
  line: Line,
  scene: Scene,
  word: string,
  reached: View,
): Promise<Move | null> {
  const written = scene.moves.filter(({ text }) => bare(text) === bare(word));
  const alike = scene.moves.filter(
    (move) => !written.includes(move) && same(piecesAfter(scene, move), reached.scene.pieces),
  );
  for (const move of [...written, ...alike].slice(0, MOST_ASKED)) {
    const view = await engine.view({ ...line, moves: [...line.moves, move.text] });
    const there =
      reached.fen === null
        ? same(view.scene.pieces, reached.scene.pieces)
        : view.fen === reached.fen;
    if (there) return move;
  }
  return null;
}

let before: Promise<unknown> = Promise.resolve();

/** Plays a typed move in the position that was asked for last, after the moves that were typed
 *  before. */
export function typeMove(app: App, text: string): Promise<boolean> {
  const made = before.then(() => app.views.idle()).then(() => makeTyped(app, text));
  before = made.catch(() => undefined);
  return made;
}

async function makeTyped(app: App, text: string): Promise<boolean> {
  const { scene, node } = app;
  if (!scene || !app.free) return false;
  const word = asMeant(text);
  const move =
    scene.moves.find((move) => move.text.toLowerCase() === word.toLowerCase()) ??
    resolveMove(scene, word);
  if (move) {
    await app.make(move);
    return true;
  }
  try {
    if (!isWord(word)) throw new Refused(word);
    const line = app.tree.line(node);
    const reached = await app.engine.view({ ...line, moves: [...line.moves, word] });
    const legal = await legalMove(app.engine, line, scene, word, reached);
    if (app.node === node) await app.make(legal ?? unknownMove(scene, word));
    return true;
  } catch (error) {
    if (error instanceof Refused) await refuseTyped(app, word);
    else app.trouble(error);
    return false;
  }
}

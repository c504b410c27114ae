// Typed moves in any notation that the engine reads.

import type { App } from "./app";
import { Refused } from "./engine";
import { unknownMove } from "./move";
import { resolveMove } from "./move-input";
import { isWord, refuseTyped } from "./refusals";
import { asMeant } from "./typed-text";

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
    const { last } = await app.engine.view({ ...line, moves: [...line.moves, word] });
    const legal = scene.moves.find((move) => move.text === last);
    if (app.node === node) await app.make(legal ?? unknownMove(scene, last ?? word));
    return true;
  } catch (error) {
    if (error instanceof Refused) await refuseTyped(app, word);
    else app.trouble(error);
    return false;
  }
}

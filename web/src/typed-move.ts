// Typed moves in any notation that the engine reads.

import { Refused } from "./engine";
import { unknownMove } from "./move";
import { resolveMove } from "./move-input";
import { Queue } from "./queue";
import { isWord, refuseTyped } from "./refusals";
import { connection, play, position, tasks } from "./stores";
import { asMeant } from "./typed-text";

const typed = new Queue();

/** Plays a typed move in the last requested position, after all earlier typed moves. */
export const typeMove = (text: string): Promise<boolean> =>
  typed.add(async () => {
    await position.questions.idle();
    return makeTyped(text);
  });

async function makeTyped(text: string): Promise<boolean> {
  const { scene, node } = position;
  if (!scene || !play.free) return false;
  const word = asMeant(text);
  const move =
    scene.moves.find((move) => move.text.toLowerCase() === word.toLowerCase()) ??
    resolveMove(scene, word);
  if (move) {
    await play.make(move);
    return true;
  }
  try {
    if (!isWord(word)) throw new Refused(word);
    const line = position.tree.line(node);
    const { last } = await connection.engine.view({ ...line, moves: [...line.moves, word] });
    const legal = scene.moves.find((move) => move.text === last);
    if (position.node === node) await play.make(legal ?? unknownMove(scene, last ?? word));
    return true;
  } catch (error) {
    if (error instanceof Refused) await refuseTyped(word);
    else tasks.trouble(error);
    return false;
  }
}

// What the other side would do if it were its turn: the position is written anew with the other
// side to move, and searched for a moment.

import type { App } from "./app";
import { touchesOf } from "./move-input";
import { Editor } from "./position-editor";
import { moveWords } from "./words";

const THREAT_MS = 500;

/** Shows the threat, or takes it away; gives it back in words. */
export async function showThreat(app: App): Promise<string> {
  const { scene, node } = app;
  if (app.threat?.node === node || !scene) {
    app.threat = null;
    return "";
  }
  const editor = new Editor(scene, node.view?.fen ?? null, null);
  editor.turn = (editor.turn + 1) % editor.movers().length;
  const view = await editor.finish(app.engine);
  const best = await app.engine.search({ fen: view.fen, moves: [] }, `movetime ${THREAT_MS}`, () => undefined, true, THREAT_MS).best;
  const move = view.scene.moves.find(({ text }) => text === best);
  app.analysis.follow();
  if (!move || app.node !== node) return "";
  app.threat = { node, squares: touchesOf(view.scene, move).filter((touch) => !touch.includes(":")) };
  return moveWords(view.scene, move);
}

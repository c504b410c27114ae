// What the other side would do if it were its turn: the position is written anew with the other
// side to move, and searched for a moment.

import type { App } from "./app";
import { say } from "./dom";
import { forFirst, scoreText } from "./info";
import { touchesOf } from "./move-input";
import { Editor } from "./position-editor";
import { type Scene, turnName } from "./scene";
import type { Node } from "./tree";
import { moveWords } from "./words";

const THREAT_MS = 500;

/** Shows the threat, or takes it away. */
export async function showThreat(app: App): Promise<void> {
  const { scene, node } = app;
  const was = app.threat?.node === node;
  app.threat = null;
  if (!was && scene) app.threat = await threatIn(app, node, scene);
  if (app.threat) say(app.threat.words);
}

/** What the other side would do in a position; nothing if there is nothing, or it is not in view any
 *  more. */
async function threatIn(app: App, node: Node, scene: Scene): Promise<App["threat"]> {
  const editor = new Editor(scene, node.view?.fen ?? null, null);
  editor.turn = (editor.turn + 1) % editor.movers().length;
  const view = await editor.finish(app.engine);
  let score = "";
  const best = await app.engine.search(
    { fen: view.fen, moves: [] },
    `movetime ${THREAT_MS}`,
    (info) => {
      if (info.rank === 1 && !info.bound)
        score = `, ${scoreText(forFirst(info.score, view.scene.turn))}`;
    },
    true,
    THREAT_MS,
  ).best;
  const move = view.scene.moves.find(({ text }) => text === best);
  app.analysis.follow();
  if (!move || app.node !== node) return null;
  const [who, all] = [turnName(view.scene), moveWords(view.scene, move)];
  const words = view.scene.seats.length
    ? `${who} would play: ${all}${score}.`
    : `${who} would play ${move.text}${score}: ${all}.`;
  return {
    node,
    squares: touchesOf(view.scene, move).filter((touch) => !touch.includes(":")),
    words,
  };
}

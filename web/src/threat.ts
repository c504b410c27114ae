// What the other side would do if it were its turn: the position is written anew with the other
// side to move, and searched for a moment.

import type { App } from "./app";
import { say } from "./dom";
import { forFirst, scoreText } from "./info";
import { setupOf } from "./position-editor";
import { PLAYERS, type Scene, turnName, turnNumber } from "./scene";
import type { Node } from "./tree";

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
  const next = (turnNumber(scene) + 1) % (scene.seats.length || PLAYERS.length);
  const fen = await app.engine.text(app.tree.line(node), setupOf(scene, next));
  const view = await app.engine.view({ fen, moves: [] });
  let score = "";
  const best = await app.engine.search(
    { fen, moves: [] },
    `movetime ${THREAT_MS}`,
    (info) => {
      if (info.rank === 1 && !info.bound)
        score = `, ${scoreText(forFirst(info.score, view.scene.turn))}`;
    },
    true,
    THREAT_MS,
  ).best;
  const move = view.scene.moves.find(({ text }) => text === best);
  if (!move || app.node !== node) return null;
  const [who, all] = [turnName(view.scene), move.words];
  const words = view.scene.seats.length
    ? `${who} would play: ${all}${score}.`
    : `${who} would play ${move.text}${score}: ${all}.`;
  return {
    node,
    squares: move.squares,
    words,
  };
}

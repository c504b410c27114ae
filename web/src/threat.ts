// The threat of the other side: its best move in the position with the turns swapped.

import { say } from "./dom";
import { forFirst } from "./info";
import { setupOf } from "./position-editor";
import { PLAYERS, type Scene, turnName, turnNumber } from "./scene";
import { scoreText } from "./score-words";
import { connection, position } from "./stores";
import { type Threat, analysis } from "./stores/analysis";
import type { Node } from "./tree";

const THREAT_MS = 500;

/** Shows the threat, or hides it. */
export async function showThreat(): Promise<void> {
  const { scene, node } = position;
  const was = analysis.here(analysis.threat);
  analysis.threat = null;
  if (!was && scene) analysis.threat = await threatIn(node, scene);
  if (analysis.threat) say(analysis.threat.words);
}

/** Returns the threat in a position; null if there is none, or another position is in view. */
async function threatIn(node: Node, scene: Scene): Promise<Threat | null> {
  const next = (turnNumber(scene) + 1) % (scene.seats.length || PLAYERS.length);
  const fen = await position.written(node, setupOf(scene, next));
  const view = await connection.engine.view({ fen, moves: [] });
  let score = "";
  const best = await connection.engine.glance({ fen, moves: [] }, THREAT_MS, (info) => {
    if (info.rank === 1 && !info.bound)
      score = `, ${scoreText(forFirst(info.score, view.scene.turn), view.scene)}`;
  }).best;
  const move = view.scene.moves.find(({ text }) => text === best);
  if (!move || position.node !== node) return null;
  const { text, words, squares } = move;
  const said = view.scene.seats.length ? `: ${words}${score}` : ` ${text}${score}: ${words}`;
  return { node, squares, words: `${turnName(view.scene)} would play${said}.` };
}

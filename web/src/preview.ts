// The position after moves of a line of the engine, on the board while the pointer is on them.

import type { App } from "./app";
import type { Scene } from "./scene";
import type { Node } from "./tree";

/** Milliseconds for which the pointer has to rest: the engine's search makes way for each question. */
const REST_MS = 100;

const known = new WeakMap<Node, Map<string, Scene>>();
let timer = 0;
let wanted = "";

/** Shows the position after these moves of a line from a position, as long as that is in view; that
 *  position again if there are no moves. */
export function preview(app: App, node: Node, moves: string[]): void {
  window.clearTimeout(timer);
  wanted = moves.join(" ");
  if (moves.length) timer = window.setTimeout(() => app.run(show(app, node, moves)), REST_MS);
  else app.preview = null;
}

async function show(app: App, node: Node, moves: string[]): Promise<void> {
  // Another one may be in view since the pointer has come.
  if (app.node !== node) return;
  const key = moves.join(" ");
  const scenes = known.get(node) ?? new Map<string, Scene>();
  known.set(node, scenes);
  let scene = scenes.get(key);
  if (!scene) {
    const line = app.tree.line(node);
    ({ scene } = await app.engine.view({ ...line, moves: [...line.moves, ...moves] }));
    scenes.set(key, scene);
  }
  if (wanted === key && app.node === node) app.preview = { node, scene };
}

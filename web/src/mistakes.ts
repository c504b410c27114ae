// Mistakes are looked at in the position before them: what was played, and what was better.

import type { App } from "./app";
import { say } from "./dom";
import { turnName } from "./scene";
import { type Node, blame, lost } from "./tree";

const NAMES = { "blunder": "a blunder", "mistake": "a mistake", "inaccuracy": "an inaccuracy" };

/** Shows the position before a move that was not good, and says so. */
export async function showMistake(app: App, made: Node): Promise<void> {
  const node = made.parent;
  if (!node || !(await app.visit(node)) || !app.scene) return;
  const mark = blame(made);
  const best = node.best === made.move ? "" : node.best;
  const down = Math.round(100 * lost(made));
  const bold = `${turnName(app.scene)} played ${made.move}${mark ? `${mark.sign} here: ${NAMES[mark.name]}` : " here"}`;
  const soft = [down > 0 && `Winning chances down by ${down} %.`, best && `Better was ${best}.`].filter(Boolean).join(" ");
  app.slip = { node, made, best, bold, soft };
  app.screen.draw(null);
  say(`${bold}. ${soft}`);
}

/** Goes on to the next mistake of the line in view; after the last one to the first. */
export async function nextMistake(app: App): Promise<void> {
  const { node, slip } = app;
  const nodes = app.tree.main(node);
  const from = slip?.node === node && nodes.includes(slip.made) ? slip.made.ply : node.ply;
  const after = [...nodes.slice(from + 1), ...nodes].find(blame);
  if (after) await showMistake(app, after);
}

// Mistakes are looked at in the position before them: what was played, and what was better.

import type { App } from "./app";
import { say } from "./dom";
import { playedWords } from "./moves";
import { ofWhom, turnName } from "./scene";
import { type Node, blame, lost } from "./tree";
import { moveName } from "./words";

/** Milliseconds in which a better move is looked for. */
const LOOK_MS = 500;

const NAMES = { blunder: "a blunder", mistake: "a mistake", inaccuracy: "an inaccuracy" };

/** Shows the position before a move that was not good, and says so; `drop` is what the chances went
 *  down by in a game, where nobody has looked at the move itself. */
export async function showMistake(app: App, made: Node, drop = 0): Promise<void> {
  const node = made.parent;
  if (!node || !(await app.visit(node)) || !app.scene) return;
  const { scene } = app;
  const who = turnName(scene);
  // Engines go on thinking, and may change their minds.
  const mistake = {
    node,
    made,
    get best() {
      // Scores of a record may be deeper than what the engine has found by now.
      const best = (app.analysis.node === node && app.analysis.lines[0]?.line[0]) || node.best;
      return best === made.move ? "" : best;
    },
    get bold() {
      const mark = blame(made);
      const words = playedWords(scene, made, app.sheet);
      // The sign belongs to the notation of a move.
      const sign = mark && !words.endsWith(made.move) ? ` (${mark.sign})` : "";
      return `${who} ${words}${mark && !sign ? mark.sign : ""} here${mark ? `: ${NAMES[mark.name]}${sign}` : ""}`;
    },
    get soft() {
      if (!blame(made) && (node.best === made.move || !drop))
        return "The engine finds nothing better by now.";
      const down = Math.round(100 * (blame(made) ? lost(made) : drop));
      return [
        `${ofWhom(who)} winning chances went down by ${down} %.`,
        mistake.best &&
          `Better was ${scene.seats.length ? "this: " : ""}${moveName(scene, mistake.best)}.`,
      ]
        .filter(Boolean)
        .join(" ");
    },
  };
  app.mistake = mistake;
  // Of a game that was played nobody has looked for the better move.
  if (drop && !node.best && !app.analysis.on) {
    await app.analysis.glance(node, LOOK_MS);
  }
  say(`${mistake.bold}. ${mistake.soft}`);
}

/** How often the next mistake was asked for since the last one came into view. */
let presses = 0;

/** Goes on to the next mistake of the line in view, once for each time that this is asked for; after
 *  the last one to the first. */
export async function nextMistake(app: App): Promise<void> {
  presses += 1;
  if (presses > 1) return;
  try {
    while (presses > 0 && (await goToMistake(app))) presses -= 1;
  } finally {
    presses = 0;
  }
}

/** Goes on to the next mistake; says whether nobody has gone elsewhere meanwhile. */
async function goToMistake(app: App): Promise<boolean> {
  const { asked: node, mistake } = app;
  const nodes = app.tree.main(node);
  const from = mistake?.node === node && nodes.includes(mistake.made) ? mistake.made.ply : node.ply;
  for (const made of [...nodes.slice(from + 1), ...nodes]) {
    if (!blame(made) || !made.parent) continue;
    // Whether it was the only move is known with the position before it.
    await app.views.fetch(made.parent, () => app.asked === node);
    if (app.asked !== node) return false;
    if (!blame(made)) continue;
    await showMistake(app, made);
    return app.asked === made.parent;
  }
  app.tree.changed();
  return true;
}

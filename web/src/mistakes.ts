// Mistakes, shown in the position before them with the better move.

import { say } from "./dom";
import { playedWords } from "./moves";
import { judgement } from "./prompt";
import { Steps } from "./queue";
import { type Player, nameOf, ofWhom, other, turnName } from "./scene";
import { analysis, position } from "./stores";
import { blame, lost } from "./marks";
import { type Node, path } from "./tree";
import { loserOf } from "./turning-point";
import { moveName } from "./words";

/** The mistakes of a player in a line. */
export const mistakesOf = (end: Node, player: Player): Node[] =>
  path(end).filter((node) => node.mover === player && blame(node));

export const NAMES = { blunder: "a blunder", mistake: "a mistake", inaccuracy: "an inaccuracy" };

/** Shows the position before a mistake. */
export async function showMistake(made: Node): Promise<void> {
  const node = made.parent;
  if (!node || !(await position.visit(node)) || !position.scene) return;
  const { scene } = position;
  const who = turnName(scene);
  // An engine that goes on searching may change these words.
  const mistake = {
    node,
    made,
    get best() {
      // Scores of a record may be deeper than the engine's so far.
      const best = (position.node === node && analysis.lines[0]?.line[0]) || node.best;
      return best === made.move ? "" : best;
    },
    get bold() {
      const mark = blame(made);
      const words = playedWords(scene, made, position.sheet);
      // The sign belongs to the notation of a move.
      const sign = mark && !words.startsWith("played ") ? ` (${mark.sign})` : "";
      return `${who} ${words}${mark && !sign ? mark.sign : ""} here${mark ? `: ${NAMES[mark.name]}${sign}` : ""}`;
    },
    get soft() {
      if (!blame(made)) return "The engine finds nothing better by now.";
      const down = Math.round(100 * lost(made));
      return [
        `${ofWhom(who)} winning chances went down by ${down} %.`,
        mistake.best &&
          `Better was ${scene.seats.length ? "this: " : ""}${moveName(scene, mistake.best)}.`,
      ]
        .filter(Boolean)
        .join(" ");
    },
  };
  analysis.showMistake(mistake);
  say(`${mistake.bold}. ${mistake.soft}`);
}

/** The time of the search for the winning line. */
const LINE_MS = 1000;

/** Shows a position that one side wins against every defence, with the winning line. */
export async function showWin(node: Node): Promise<void> {
  const loser = loserOf(node);
  if (!loser || !(await position.visit(node)) || !position.scene) return;
  const bold = `From here on ${nameOf(position.scene, other(loser))} could always win.`;
  analysis.showMistake({
    node,
    made: node,
    bold,
    get soft() {
      return judgement();
    },
    get best() {
      return analysis.lines[0]?.line[0] ?? node.best;
    },
  });
  say(bold);
  await analysis.glance(node, LINE_MS);
}

const steps = new Steps(goToMistake);

/** Goes to the next mistake of the line in view, once for each call; from the last to the first. */
export const nextMistake = (): Promise<void> => steps.ask();

/** Goes to the next mistake; returns false if the person has gone elsewhere meanwhile. */
async function goToMistake(): Promise<boolean> {
  const { asked: node } = position;
  const { mistake } = analysis;
  const nodes = position.tree.main(node);
  const from = mistake?.node === node && nodes.includes(mistake.made) ? mistake.made.ply : node.ply;
  for (const made of [...nodes.slice(from + 1), ...nodes]) {
    if (!blame(made) || !made.parent) continue;
    // The position before the move tells whether it was forced.
    await position.fetch(made.parent, () => position.asked === node);
    if (position.asked !== node) return false;
    if (!blame(made)) continue;
    await showMistake(made);
    return position.asked === made.parent;
  }
  return true;
}

// Mistakes, shown in the position before them with the better move.

import { byId, calm, say } from "./dom";
import { playedWords } from "./moves";
import { judgement } from "./prompt";
import { type Player, type Scene, nameOf, ofWhom, other, turnName } from "./scene";
import { analysis, position } from "./stores";
import { markOf, fallenTo, lineOfMarks, lostPoints } from "./marks";
import { briefScore } from "./score-words";
import { type Node, path, provenWorth } from "./tree";
import { doubts, loserOf } from "./turning-point";
import { moveName } from "./words";

export const mistakesOf = (end: Node, player: Player): Node[] =>
  path(end).filter((node) => node.mover === player && markOf(node));

/** The moves to look at in a game in which all moves have scores and none has a mark. */
export const doubtsIn = (end: Node): { node: Node; isLast: boolean }[] =>
  analysis.left || !analysis.isWhole(end) ? [] : doubts(end);

/** The scores before and after a move; empty if one is unknown. */
export const scoresAround = ({ parent, score }: Node, scene: Scene): string =>
  parent?.score && score
    ? ` (${briefScore(parent.score, scene)} to ${briefScore(score, scene)})`
    : "";

export const NAMES = { blunder: "a blunder", mistake: "a mistake", inaccuracy: "an inaccuracy" };

/** Shows the position before a mistake. With `mayBeLate`, `made` is the loser's last choice, and
 *  the game may have been lost before it. */
export async function showMistake(made: Node, mayBeLate = false): Promise<void> {
  const node = made.parent;
  if (!node || !(await position.visit(node)) || !position.scene) return;
  const { scene } = position;
  const who = turnName(scene);
  // Getters, because an engine that continues searching may change these words.
  const mistake = {
    node,
    made,
    get best() {
      // `node.best` does not follow the search while the score of a record is deeper than the
      // search.
      const best = (position.node === node && analysis.lines[0]?.line[0]) || node.best;
      return best === made.move ? "" : best;
    },
    get bold() {
      const mark = markOf(made);
      const words = playedWords(scene, made, position.sheet);
      // The sign follows a notation at once; after a move in words it is in brackets at the end.
      const sign = mark && !words.startsWith("played ") ? ` (${mark.sign})` : "";
      return `${who} ${words}${mark && !sign ? mark.sign : ""} here${mark ? `: ${NAMES[mark.name]}${sign}` : ""}`;
    },
    get soft() {
      if (!markOf(made)) {
        if (!mistake.best) return "The engine finds nothing better by now.";
        const best = `The engine plays ${moveName(scene, mistake.best)}`;
        if (provenWorth(node) === Number(made.mover === "p2"))
          return `It was lost before this move. ${best}.`;
        if (mayBeLate) return `${best}: it may hold, what was played did not.`;
        return fallenTo(made)
          ? `No sure mistake: chances fell${scoresAround(made, scene)}. ${best}.`
          : "The engine finds nothing better by now.";
      }
      const down = Math.round(100 * lostPoints(made));
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
  // On a telephone the button may be far below.
  byId("prompt").scrollIntoView({ block: "nearest" });
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

/** How long a replayed move shows before the next one. */
const SEEN_MS = 900;

/** The most moves of a refutation that are shown. */
const MOST_SHOWN = 5;

/** The time of the search for each further move of a refutation. */
const FURTHER_MS = 200;

/** Searches for a refutation of the mistake in view, adds it to the tree; returns its last node. */
export async function refutationOf(made: Node): Promise<Node> {
  const { tree } = position;
  if (made.view?.over) return made;
  await analysis.glance(made, SEEN_MS);
  const [first] = position.node === made ? analysis.lines : [];
  const line = first?.line.slice(0, MOST_SHOWN) ?? (made.best ? [made.best] : []);
  let end = tree.addLine(made, line);
  // The line of a proven position may be short.
  while (end.ply < made.ply + MOST_SHOWN && position.node === made) {
    await position.fetch(end);
    if (end.view?.over || !(await analysis.glance(end, FURTHER_MS)) || !end.best) break;
    end = tree.add(end, end.best);
  }
  return end;
}

/** Plays the line from a mistake in view to its end, unless the person steps elsewhere. */
export async function playTo(end: Node, made: Node, tell: () => void): Promise<void> {
  let shown = made;
  for (const next of path(end).slice(made.ply + 1)) {
    if (!calm()) await new Promise((done) => window.setTimeout(done, SEEN_MS));
    if (position.node !== shown || !(await position.visit(next))) return;
    tell();
    shown = next;
  }
}

/** The words for a move in view of the line that refutes a mistake. */
export function refutingWords(made: Node, end: Node | null): { bold: string; soft: string } | null {
  const { node } = position;
  const before = node.parent?.view?.scene;
  const words = before && playedWords(before, node, position.sheet);
  if (!before || !words) return null;
  const isLost = provenWorth(made) === Number(made.mover === "p2");
  // A move without a mark may not have been the mistake.
  const why = markOf(made)
    ? "That is why it was a mistake."
    : isLost
      ? "That is how it lost."
      : "That is what the engine expects.";
  const refutes = node.parent === made && (isLost || markOf(made));
  const score =
    node === end && node.score && !node.view?.over ? briefScore(node.score, before) : "";
  const soft =
    node === end ? `${why}${score && ` Score: ${score}.`}` : refutes ? "That refutes it." : "";
  return { bold: `${turnName(before)} ${words}.`, soft };
}

/** Plays a mistake and its refutation on the board. */
export async function refute(made: Node): Promise<void> {
  // The status sentence already tells the end of the game.
  if (made.view?.over) return position.goTo(made);
  let end: Node | null = null;
  const tell = (): void => {
    const { node } = position;
    const words = refutingWords(made, end);
    analysis.showMistake(words && { node, made: node, best: "", ...words });
    if (words) say(`${words.bold} ${words.soft}`);
  };
  if (!(await position.visit(made))) return;
  tell();
  end = await refutationOf(made);
  await playTo(end, made, tell);
}

/** The number of calls of `nextMistake` that are not done yet. */
let wanted = 0;

/** Goes to the next mistake of the line in view, or of the played line if the line in view has
 *  none; after the last mistake, to the first. Calls are done one after another. Without mistakes,
 *  the moves in doubt take their place. */
export async function nextMistake(): Promise<void> {
  wanted += 1;
  if (wanted > 1) return;
  try {
    while (wanted > 0 && (await goToMistake())) wanted -= 1;
  } finally {
    wanted = 0;
  }
}

/** Goes to the next mistake; returns false if the person has gone elsewhere meanwhile: then the
 *  waiting calls are dropped. */
async function goToMistake(): Promise<boolean> {
  const { asked: node } = position;
  const { mistake } = analysis;
  const nodes = lineOfMarks(position.tree, node);
  const from = mistake?.node === node && nodes.includes(mistake.made) ? mistake.made.ply : node.ply;
  const open = doubtsIn(nodes.at(-1)!);
  const doubt = (made: Node) => open.find((one) => one.node === made);
  for (const made of [...nodes.slice(from + 1), ...nodes]) {
    if (!(markOf(made) ?? doubt(made)) || !made.parent) continue;
    // The position before the move tells whether it was forced.
    await position.fetch(made.parent, () => position.asked === node);
    if (position.asked !== node) return false;
    if (!(markOf(made) ?? doubt(made))) continue;
    await showMistake(made, doubt(made)?.isLast);
    return position.asked === made.parent;
  }
  return true;
}

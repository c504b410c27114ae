// A score in words, and the player that it favours.

import { type Info, type Score, isKnown, winnerIn } from "./info";
import { type Scene, counted, nameOf, whoWins } from "./scene";
import { type Node, betterProof } from "./tree";
import type { Scale } from "./ugi-text";

/** The moves of the winner to a proven end. In games with seats one of them may have several turns
 *  in a row, so all turns are counted. */
const lengthOf = (plies: number, { seats }: Scene): [number, string] =>
  seats.length ? [Math.abs(plies), "turn"] : [Math.ceil(Math.abs(plies) / 2), "move"];

/** A short score for people: `+1.2`, `Red wins`. */
export function briefScore(score: Score, scene: Scene): string {
  const winner = winnerIn(score);
  return winner === null
    ? scoreText(score, scene).replace(/\d$/, "")
    : whoWins(nameOf(scene, winner ? "p1" : "p2"));
}

/** A score for people: `+1.25`, `Red wins in 4`. */
export function scoreText(score: Score, scene: Scene): string {
  if (winnerIn(score) !== null) {
    const length = "mate" in score ? ` in ${lengthOf(score.mate, scene)[0]}` : "";
    return briefScore(score, scene) + length;
  }
  if ("mate" in score) return "over";
  const { cp } = score;
  const sign = cp > 0 ? "+" : cp < 0 ? "\u2212" : "";
  return sign + (Math.abs(cp) / 100).toFixed(2);
}

/** Whether a score favours neither side: it is below 0.3 of the least score called better. */
export const isEven = ({ score }: Info, { better }: Scale): boolean =>
  "cp" in score && Math.abs(score.cp) < 0.3 * better;

/** Thousandths as percents. */
export const percents = (wdl: readonly number[]): number[] =>
  wdl.map((part) => Math.round(part / 10));

/** The chances of the first player, in words; empty if the engine does not give them. */
export function chancesOf({ wdl }: Info, scene: Scene): string {
  if (!wdl) return "";
  const [wins, draws, losses] = percents(wdl);
  const who = whoWins(nameOf(scene, "p1"));
  const s = who.endsWith("s") ? "s" : "";
  return `${who} ${wins} %, draw${s} ${draws} %, lose${s} ${losses} %.`;
}

/** A score in words: `\u22120.24, a little better for Blue`, `Red wins in 4 moves`. */
export function forWhom(told: Info, node: Node, scene: Scene, scale: Scale): string {
  // An earlier proof may end the game sooner.
  const info = { ...told, score: betterProof(node.score, told.score) };
  const [text, { score }] = [scoreText(info.score, scene), info];
  if (isEven(info, scale)) return `${text}, even.`;
  const who = nameOf(scene, isFirst(info) ? "p1" : "p2");
  if ("cp" in score && !isKnown(score)) {
    const { better, winning } = scale;
    const units = Math.abs(score.cp);
    const how = units >= winning ? "winning" : units >= better ? "better" : "a little better";
    return `${text}, ${how} for ${who}.`;
  }
  if (!("mate" in score) || !score.mate) return `${whoWins(who)}.`;
  return `${whoWins(who)} in ${counted(...lengthOf(score.mate, scene))}.`;
}

export const isFirst = ({ score }: Info): boolean => ("cp" in score ? score.cp : score.mate) >= 0;

// A score in words, and the player that it favours.

import { type Info, isKnown, movesTo, scoreText } from "./info";
import { type Scene, counted, nameOf, whoWins } from "./scene";
import { type Node, firm } from "./tree";
import type { Scale } from "./ugi-text";

/** Whether a score favours neither side: less than 0.3 of the least score that is called better. */
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
  // An earlier proof may have a sooner end.
  const info = { ...told, score: firm(node.score, told.score) };
  const [text, { score }] = [scoreText(info.score), info];
  if (isEven(info, scale)) return `${text}, even.`;
  const who = nameOf(scene, isFirst(info) ? "p1" : "p2");
  if ("cp" in score && !isKnown(score)) {
    const { better, winning } = scale;
    const units = Math.abs(score.cp);
    const how = units >= winning ? "winning" : units >= better ? "better" : "a little better";
    return `${text}, ${how} for ${who}.`;
  }
  if (!("mate" in score) || !score.mate) return `${whoWins(who)}.`;
  // Seats may have several turns in a row, so that all turns count there.
  const [count, unit] = scene.seats.length
    ? [Math.abs(score.mate), "turn"]
    : [movesTo(score.mate), "move"];
  return `${whoWins(who)} in ${counted(count, unit)}.`;
}

export const isFirst = ({ score }: Info): boolean => ("cp" in score ? score.cp : score.mate) >= 0;

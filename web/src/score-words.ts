// A score in words, and whose it is.

import { type Info, scoreText } from "./info";
import { nameOf, whoWins } from "./scene";
import { position } from "./stores";
import { firm } from "./tree";

/** Whether the score that is read is that of neither side. */
export const isEven = ({ score }: Info): boolean => !/[1-9w]/.test(scoreText(score));

/** Thousandths as percents. */
export const percents = (wdl: readonly number[]): number[] =>
  wdl.map((part) => Math.round(part / 10));

/** The chances of the first player, in words; nothing where the engine does not tell them. */
export function chancesOf({ wdl }: Info): string {
  const { scene } = position;
  if (!scene || !wdl) return "";
  const [wins, draws, losses] = percents(wdl);
  const who = whoWins(nameOf(scene, "p1"));
  const s = who.endsWith("s") ? "s" : "";
  return `${who} ${wins} %, draw${s} ${draws} %, lose${s} ${losses} %.`;
}

/** Least scores, in hundredths of a piece, of what is called so. */
const WORDS: readonly [number, string][] = [
  [300, "winning for"],
  [100, "better for"],
  [0, "a little better for"],
];

/** A score in words: `\u22120.24, a little better for Blue`, `Red wins in 7 plies`. */
export function forWhom(told: Info): string {
  const { scene, node } = position;
  if (!scene) return "";
  // How soon it is may be known of another move.
  const info = { ...told, score: firm(node.score, told.score) };
  const [text, { score }] = [scoreText(info.score), info];
  if (isEven(info)) return `${text}, even.`;
  const who = nameOf(scene, isFirst(info) ? "p1" : "p2");
  const units = "cp" in score ? Math.abs(score.cp) : 0;
  if (!/[#w]/.test(text)) return `${text}, ${WORDS.find(([least]) => units >= least)?.[1]} ${who}.`;
  const plies = "mate" in score ? Math.abs(score.mate) : 0;
  return `${whoWins(who)}${plies ? ` in ${plies} ${plies === 1 ? "ply" : "plies"}` : ""}.`;
}

export const isFirst = ({ score }: Info): boolean => ("cp" in score ? score.cp : score.mate) >= 0;

// The `info` lines of a search.

import { Score as ClientScore, readInfo } from "../../clients/js/src/lines";
import type { Player } from "./scene";

/** A score: hundredths of a piece, or plies to a proven end. */
export type Score = { cp: number } | { mate: number };

/** One line of a search. Scores are those of the player to move; `analysis.addInfo` makes them
 *  those of player one. */
export interface Info {
  depth: number;
  rank: number;
  score: Score;
  /** Whether the score is only a bound. */
  bound: boolean;
  nodes: number | null;
  speed: number | null;
  time: number | null;
  /** Thousandths of wins, draws and losses of the player whose score it is; null if not given. */
  wdl: [number, number, number] | null;
  line: string[];
}

/** Reads an `info` line with a score; null for other lines. */
export function infoOf(line: string): Info | null {
  const { depth = 0, multipv, score, nodes, nps, time, wdl, pv } = readInfo(line);
  if (!line.startsWith("info ") || !score) return null;
  return {
    depth,
    rank: Math.max(1, multipv),
    score: score.mate === undefined ? { cp: score.cp ?? 0 } : { mate: score.mate },
    bound: score.bound !== "exact",
    nodes: nodes ?? null,
    speed: nps ?? null,
    time: time ?? null,
    wdl: wdl ?? null,
    line: pv,
  };
}

/** The score as player one sees it. */
export function forFirst(score: Score, mover: Player): Score {
  if (mover === "p1") return score;
  // Adding 0 makes a plain zero of the negative one.
  return "cp" in score ? { cp: 0 - score.cp } : { mate: 0 - score.mate };
}

/** The expected result, from 0 to 1; 0.5 for a finished game, whose score tells no winner. */
export const expectation = (score: Score): number =>
  "mate" in score && score.mate === 0 ? 0.5 : new ClientScore(score).expectation();

/** The least score, in hundredths of a piece, of a known win of unknown length. */
export const KNOWN = 30_000;

export const isKnown = (score: Score): boolean => new ClientScore(score).isKnown;

/** The points of player one, 0 or 1, if the score says who wins; else null. */
export function winnerIn(score: Score): number | null {
  const value = "mate" in score ? score.mate : isKnown(score) ? score.cp : 0;
  return value === 0 ? null : Number(value > 0);
}

/** A short form of a large number: `12.3 M`. */
export function short(count: number): string {
  for (const [unit, name] of [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ] as const) {
    if (count >= unit) return `${(count / unit).toFixed(1)} ${name}`;
  }
  return String(count);
}

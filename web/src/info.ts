// What an engine says while it searches, read from its `info` lines.

import type { Player } from "./scene";

/** A score: hundredths of a piece, or plies to a proven end. */
export type Score = { cp: number } | { mate: number };

/** One line of a search. Scores are those of the player to move. */
export interface Info {
  depth: number;
  rank: number;
  score: Score;
  /** Whether the score is only a bound. */
  bound: boolean;
  nodes: number | null;
  speed: number | null;
  time: number | null;
  /** Thousandths of wins, draws and losses of the player to move, if the engine says so. */
  wdl: [number, number, number] | null;
  line: string[];
}

/** What an `info` line says of a line of play; nothing for other ones. */
export function readInfo(text: string): Info | null {
  const words = text.trim().split(/\s+/);
  if (words[0] !== "info" || words[1] === "string") return null;
  const after = (name: string, offset = 1): number | null => {
    const at = words.indexOf(name);
    const value = at < 0 ? NaN : Number(words[at + offset]);
    return Number.isFinite(value) ? value : null;
  };
  const cp = after("cp");
  const mate = after("mate");
  if (cp === null && mate === null) return null;
  const pv = words.indexOf("pv");
  const odds = [1, 2, 3].map((offset) => after("wdl", offset));
  return {
    depth: after("depth") ?? 0,
    rank: Math.max(1, after("multipv") ?? 1),
    score: mate !== null ? { mate } : { cp: cp ?? 0 },
    bound: words
      .slice(0, pv < 0 ? words.length : pv)
      .some((word) => word === "lowerbound" || word === "upperbound"),
    nodes: after("nodes"),
    speed: after("nps"),
    time: after("time"),
    wdl: odds.every((odd) => odd !== null) ? (odds as [number, number, number]) : null,
    line: pv < 0 ? [] : words.slice(pv + 1),
  };
}

/** The score as player one sees it. */
export function forFirst(score: Score, mover: Player): Score {
  if (mover === "p1") return score;
  // Adding 0 makes a plain zero of the negative one.
  return "cp" in score ? { cp: 0 - score.cp } : { mate: 0 - score.mate };
}

/** What somebody may expect to win who has this score, from 0 to 1. */
export function expectation(score: Score): number {
  if ("mate" in score) return score.mate > 0 ? 1 : score.mate < 0 ? 0 : 0.5;
  return 1 / (1 + Math.exp(-score.cp / 220));
}

/** Whether an engine knows who wins, but not how soon. */
export const isKnown = (score: Score): boolean => "cp" in score && Math.abs(score.cp) >= 30000;

/** A score for people: `+1.25`, `#7`. */
export function scoreText(score: Score): string {
  if ("mate" in score) return `${score.mate < 0 ? "\u2212" : "+"}#${Math.abs(score.mate)}`;
  if (isKnown(score)) return score.cp > 0 ? "+won" : "\u2212won";
  const sign = score.cp > 0 ? "+" : score.cp < 0 ? "\u2212" : "";
  return sign + (Math.abs(score.cp) / 100).toFixed(2);
}

/** A large number in short: `12.3 M`. */
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

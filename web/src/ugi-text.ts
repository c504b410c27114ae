// The greeting of an engine, its options, and the scale of its scores.

import { readOption } from "../../clients/js/src/lines";

export interface Option {
  name: string;
  type: string;
  value: string;
  /** Its first value. */
  initial: string;
  min: number;
  max: number;
  choices: string[];
  /** Named values, the least first. */
  levels?: Level[];
}

/** A playing strength with a name, in the answer to `query levels`. */
export interface Level {
  name: string;
  elo: number;
  /** A sentence about its play. */
  about: string;
}

/** The least scores, in hundredths of a piece, that are called better and winning. */
export interface Scale {
  better: number;
  winning: number;
}

/** A start position and the moves from there. */
export interface Line {
  /** The current variant by default. */
  variant?: string;
  fen: string | null;
  moves: string[];
}

/** The first commands: options, extensions, variants and levels. */
export const GREETING = [["ugi"], ["query extensions"], ["query variants"], ["query levels"]];

export const optionLine = (name: string, value: string): string =>
  `setoption name ${name} value ${value}`;

/** The entries of a list in an answer in JSON; empty without an answer. */
export function entriesOf(answer: string | undefined, list: string): Record<string, unknown>[] {
  if (!answer?.startsWith("{")) return [];
  const entries = (JSON.parse(answer) as Record<string, unknown>)[list];
  return Array.isArray(entries) ? (entries as Record<string, unknown>[]) : [];
}

/** The scale in an answer to `query levels`; a default if it has none. */
export function scaleOf(answer: string | undefined): Scale {
  const usual = { better: 100, winning: 300 };
  if (!answer?.startsWith("{")) return usual;
  const { scale } = JSON.parse(answer) as { scale?: Partial<Record<keyof Scale, unknown>> };
  const [better, winning] = [Number(scale?.better), Number(scale?.winning)];
  return better > 0 && winning > better ? { better, winning } : usual;
}

/** The option that a line of the engine declares; null if it declares none. */
export function optionOf(line: string): Option | null {
  try {
    const { name, type, default: value, min, max, var: choices } = readOption(line);
    const range = { min: min ?? 0, max: max ?? Number.MAX_SAFE_INTEGER };
    return { name, type, value, initial: value, ...range, choices };
  } catch {
    return null;
  }
}

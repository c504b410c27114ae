import type { RawOptions, Transport } from "./raw.js";

export * from "./raw.js";

/** A value of an option; null presses a button. */
export type Value = string | number | boolean | null;

export class EngineError extends Error {}
/** The engine refused a line; its state is as it was. */
export class Refused extends EngineError {}
export class Timeout extends EngineError {
  readonly what: string;
  readonly milliseconds: number;
}
export class Terminated extends EngineError {}
export class Malformed extends EngineError {
  readonly line: string;
}

export type Side = "p1" | "p2";
export type Result = "p1win" | "p2win" | "draw";

/** The value of a position for a player. `<` and `>` compare scores. */
export class Score {
  constructor(score: {
    cp?: number;
    mate?: number;
    bound?: "exact" | "lower" | "upper";
    side?: Side;
    lost?: boolean;
  });
  /** Centipawns. */
  readonly cp?: number;
  /** Plies to the end of the game; positive for a win. */
  readonly mate?: number;
  readonly bound: "exact" | "lower" | "upper";
  readonly side?: Side;
  readonly lost: boolean;
  /** Whether it is known who wins: by `mate`, or by `cp` from 30000 on or down to -30000. */
  readonly isKnown: boolean;
  valueOf(): number;
  negated(): Score;
  for(side: Side): Score;
  /** From 0 for a loss to 1 for a win: `1 / (1 + e^(-cp / scale))`. The scale is 220 if it is not
   *  given. */
  expectation(scale?: number): number;
  /** `+0.34`, `win in 3 plies`, or `winning` where it is not known how soon. */
  toString(): string;
}

/** A line of a search. */
export interface Info {
  depth?: number;
  seldepth?: number;
  /** The rank of the line, from 1. */
  multipv: number;
  score?: Score;
  /** Chances in thousandths: win, draw, loss. */
  wdl?: [number, number, number];
  nodes?: number;
  nps?: number;
  /** Thousandths of the table. */
  hashfull?: number;
  tbhits?: number;
  /** Milliseconds. */
  time?: number;
  currmove?: string;
  currmovenumber?: number;
  pv: string[];
  string?: string;
  other: Record<string, string>;
}

export interface Best {
  move: string;
  ponder?: string;
  /** The last line of the first rank. */
  info: Info;
}

/** When a search ends: at the first of these. Times are in milliseconds. */
export interface Limit {
  depth?: number;
  nodes?: number;
  movetime?: number;
  p1time?: number;
  p2time?: number;
  p1inc?: number;
  p2inc?: number;
  movestogo?: number;
  mate?: number;
  infinite?: boolean;
  searchmoves?: string[];
}

export interface Option {
  name: string;
  type: string;
  default: string;
  min?: number;
  max?: number;
  var: string[];
}

export interface Position {
  /** The text of the position; the start if there is none. */
  fen?: string | null;
  moves?: string[];
}

/** A search under way. Leaving a loop over it stops it. */
export class Search implements AsyncIterableIterator<Info> {
  readonly lines: Map<number, Info>;
  readonly best: Best | null;
  /** Waits at most so many milliseconds. */
  wait(timeout?: number): Promise<Best>;
  stop(): Promise<Best>;
  next(): Promise<IteratorResult<Info>>;
  return(value?: unknown): Promise<IteratorResult<Info>>;
  [Symbol.asyncIterator](): this;
}

export class Engine {
  static open(options?: RawOptions & { timeout?: number; attach?: Transport }): Promise<Engine>;
  readonly id: Record<string, string>;
  readonly options: Map<string, Option>;
  /** Milliseconds for an answer. */
  timeout: number;
  readonly raw: Transport;
  close(): Promise<void>;
  /** After another `UGI_Variant` the engine is of no use to its earlier games. */
  configure(values: Record<string, Value>): Promise<void>;
  newGame(): Promise<void>;
  position(position?: Position): Promise<void>;
  query(question: string): Promise<string>;
  over(): Promise<boolean>;
  result(): Promise<Result | null>;
  turn(): Promise<Side>;
  moves(): Promise<string[]>;
  isLegal(move: string): Promise<boolean>;
  fen(): Promise<string>;
  board(): Promise<Record<string, unknown>>;
  game(position?: Position): Promise<Game>;
  go(limit?: Limit): Promise<Search>;
  /** Stops the search `timeout` milliseconds after the time of the limits. */
  play(limit: Limit, timeout?: number): Promise<Best>;
}

/** A game whose rules the engine keeps. Its calls run one after another. An error changes nothing. */
export class Game {
  private constructor();
  /** The text of the first position; null for the start position. */
  readonly start: string | null;
  /** The option `UGI_Variant` of the engine when the game began; null without that option. */
  readonly variant: string | null;
  /** A copy. */
  readonly moves: string[];
  /** A copy. */
  readonly legal: string[];
  readonly turn: Side;
  readonly over: boolean;
  readonly result: Result | null;
  readonly fen: string;
  /** Plays all of the moves, or none. */
  play(...moves: string[]): Promise<void>;
  undo(count?: number): Promise<void>;
  /** Plays nothing. */
  think(limit: Limit, options?: { timeout?: number; engine?: Engine }): Promise<Best>;
}

export interface Played {
  opening: string[];
  moves: string[];
  /** Whether the second engine was player one. */
  swapped: boolean;
  result: Result;
  /** Those of the first engine: 1, 0.5 or 0. */
  points: number;
}

/** Plays each opening twice, with the seats swapped. The limit is for each move; a pair has one for
 *  each engine. */
export function match(
  first: Engine,
  second: Engine,
  limit: Limit | [Limit, Limit],
  openings?: Iterable<string[]>,
): AsyncGenerator<Played>;
/** The openings of a text with a line `startpos moves …` for each one. */
export function parseOpenings(text: string): string[][];
export const open: typeof Engine.open;

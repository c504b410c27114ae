// The meaning of an engine's lines: options, limits, lines of a search and its end.

/** The base class of all errors of an engine. */
export class EngineError extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

/** The engine refused a line, or a value is not allowed. The line changed nothing; `configure` may
 *  have set other options. */
export class Refused extends EngineError {}

/** The engine did not answer in time. A late answer is dropped. */
export class Timeout extends EngineError {
  constructor(
    readonly what: string,
    readonly milliseconds: number,
  ) {
    super(`no answer to "${what}" within ${milliseconds} ms`);
  }
}

/** The engine ended, or could not be started. */
export class Terminated extends EngineError {}

/** The engine sent a line that is not expected at that point. */
export class Malformed extends EngineError {
  constructor(
    readonly line: string,
    expected: string,
  ) {
    super(
      `the engine said "${line.length > 200 ? `${line.slice(0, 200)}…` : line}": expected ${expected}`,
    );
  }
}

// Proven wins sort above all estimates, proven losses below.
const PROVEN = 2 ** 50;
// From this `cp` on, and down from its negative, the winner is known.
const KNOWN = 30000;
// The `cp` at which the odds of winning are e to 1, as in the records and analyses of zugi.
const SCALE = 220;
const OTHER_BOUND = { lower: "upper", upper: "lower", exact: "exact" } as const;

export type Side = "p1" | "p2";
export type Bound = "exact" | "lower" | "upper";

type ScoreParts = Partial<Pick<Score, "cp" | "mate" | "bound" | "side" | "lost">>;

/**
 * The value of a position for one of the two players: an estimate in centipawns (`cp`), or a proven
 * result (`mate`), the number of plies to the end of the game, positive for a win. `bound` is
 * "exact", "lower" or "upper"; `side` is "p1" or "p2", if known. `<` and `>` compare scores. A `cp`
 * of at least 30000 is a known win and one of at most -30000 a known loss, of unknown length.
 */
export class Score {
  /** Centipawns. */
  readonly cp?: number;
  /** Plies to the end of the game; positive for a win. */
  readonly mate?: number;
  readonly bound: Bound;
  readonly side?: Side;
  readonly lost: boolean;

  constructor({ cp, mate, bound = "exact", side, lost = true }: ScoreParts) {
    if ((cp === undefined) === (mate === undefined))
      throw new TypeError("a score has either cp or mate: expected one of them");
    this.cp = cp;
    this.mate = mate;
    this.bound = bound;
    this.side = side;
    this.lost = lost;
    Object.freeze(this);
  }

  /** A number that is greater for a better score. */
  valueOf(): number {
    if (this.mate === undefined) return this.cp!;
    const won = this.mate > 0 || (this.mate === 0 && !this.lost);
    return won ? PROVEN - this.mate : -PROVEN - this.mate;
  }

  /** The score for the other player. */
  negated(): Score {
    const { cp, mate, bound, side, lost } = this;
    // Not -0, which differs from 0 in tests.
    const other = (value: number | undefined) => (value === undefined ? undefined : 0 - value);
    return new Score({
      cp: other(cp),
      mate: other(mate),
      bound: OTHER_BOUND[bound],
      side: side && ({ p1: "p2", p2: "p1" } as const)[side],
      lost: !lost,
    });
  }

  /** The score for the player "p1" or "p2". */
  for(side: Side): Score {
    if (side !== "p1" && side !== "p2")
      throw new RangeError(`no player "${side}": expected p1 or p2`);
    if (this.side === undefined)
      throw new TypeError("it is not known whose score this is: expected a search by the engine");
    return side === this.side ? this : this.negated();
  }

  /** Whether the winner is known: by `mate`, or by a `cp` of at least 30000 in size. An upper bound
   *  proves no win, and a lower bound proves no loss. */
  get isKnown(): boolean {
    const value = this.valueOf();
    return Math.abs(value) >= KNOWN && this.bound !== (value > 0 ? "upper" : "lower");
  }

  /** The expected result: `1 / (1 + e^(-cp / scale))`, 1 for a proven win, 0 for a loss. At a `cp`
   *  of `scale` the odds are e to 1. For odds of ten to one at 400, as in Elo, `scale` is `400 /
   *  Math.log(10)`. */
  expectation(scale = SCALE): number {
    if (!(scale > 0)) throw new RangeError(`bad scale ${scale}: expected a number above 0`);
    const value = this.valueOf();
    if (Math.abs(value) >= KNOWN) return value > 0 ? 1 : 0;
    const chance = 1 / (1 + Math.exp(-Math.abs(value) / scale));
    return value >= 0 ? chance : 1 - chance;
  }

  /** A text for people: pawns with a sign, the plies of a win or loss, "winning" or "losing". */
  toString(): string {
    const value = this.valueOf();
    if (this.mate === undefined && this.isKnown) return value > 0 ? "winning" : "losing";
    if (this.mate === undefined) return `${value < 0 ? "" : "+"}${(value / 100).toFixed(2)}`;
    const plies = Math.abs(this.mate);
    return `${value > 0 ? "win" : "loss"} in ${plies} ${plies === 1 ? "ply" : "plies"}`;
  }
}

/** The line that sets a position: that of the text, or the start. */
export function positionLine(fen: string | null | undefined, moves: string[]): string {
  const line = fen === undefined || fen === null ? "position startpos" : `position fen ${fen}`;
  return moves.length ? `${line} moves ${moves.join(" ")}` : line;
}

const numberOf = (text: string | undefined): number | undefined =>
  /^[-+]?\d{1,15}$/.test(text ?? "") ? Number(text) : undefined;

/** An option as the engine declares it. */
export interface Option {
  name: string;
  type: string;
  default: string;
  min?: number;
  max?: number;
  var: string[];
}

/** Reads a line `option name … type …`. */
export function readOption(line: string): Option {
  const option: Option = {
    name: "",
    type: "",
    default: "",
    min: undefined,
    max: undefined,
    var: [],
  };
  const parts = line
    .trim()
    .split(/\s+(?=(?:name|type|default|min|max|var)(?:\s|$))/)
    .slice(1);
  for (const part of parts) {
    const [, key, value = ""] = /^(\S+)\s*(.*)$/.exec(part) ?? [];
    if (key === "var") option.var.push(value);
    else if (key === "min" || key === "max") option[key] = numberOf(value);
    else if (key === "name" || key === "type" || key === "default") option[key] ||= value;
  }
  if (!option.name || !option.type) throw new Malformed(line, "option name N type T");
  return option;
}

/** A value of an option; null presses a button. */
export type Value = string | number | boolean | null;

/** The value of an option as it is sent; throws for an invalid value. */
export function optionText(option: Option, value: Value): string {
  if (value === null || value === undefined) {
    if (option.type !== "button") throw new Refused(`option "${option.name}" needs a value`);
    return "";
  }
  const text = String(value);
  const choices = option.var.map((choice) => choice.toLowerCase());
  const { min = -Infinity, max = Infinity } = option;
  const forms: Record<string, () => string> = {
    spin: () =>
      /^-?\d+$/.test(text) && Number(text) >= min && Number(text) <= max
        ? ""
        : `a number from ${min} to ${max}`,
    check: () => (text === "true" || text === "false" ? "" : "true or false"),
    combo: () => (choices.includes(text.toLowerCase()) ? "" : `one of ${option.var.join(", ")}`),
    button: () => "no value",
  };
  const expected = forms[option.type]?.();
  if (expected)
    throw new Refused(`option "${option.name}" has no value "${text}": expected ${expected}`);
  return text;
}

const NUMBERS = [
  "depth",
  "nodes",
  "movetime",
  "p1time",
  "p2time",
  "p1inc",
  "p2inc",
  "movestogo",
  "mate",
] as const;

/** The limits of a search: the first one reached ends it. Times are in milliseconds. */
export type Limit = { [name in (typeof NUMBERS)[number]]?: number } & {
  infinite?: boolean;
  searchmoves?: string[];
};

/** The arguments of `go` for these limits. */
export function limitWords(limit: Limit): string {
  const unknown = Object.keys(limit).find(
    (name) => !([...NUMBERS, "infinite", "searchmoves"] as string[]).includes(name),
  );
  if (unknown !== undefined)
    throw new TypeError(
      `unknown limit "${unknown}": expected one of ${NUMBERS.join(", ")}, infinite, searchmoves`,
    );
  const words: (string | number)[] = [];
  for (const name of NUMBERS) {
    const value = limit[name];
    if (value === undefined || value === null) continue;
    if (!Number.isSafeInteger(value) || value < 0)
      throw new TypeError(`bad ${name} ${value}: expected a whole number, 0 or more`);
    words.push(name, value);
  }
  if (limit.infinite) words.push("infinite");
  if (limit.searchmoves?.length) words.push("searchmoves", ...limit.searchmoves);
  return words.join(" ");
}

/** Whether a search with these limits goes on until `stop`. An increment or `movestogo` alone is
 *  enough to end it. */
export const isEndless = (limit: Limit): boolean =>
  Boolean(limit.infinite) ||
  // zugi ignores `movestogo 0`.
  NUMBERS.every((name) => (name === "movestogo" ? !limit[name] : (limit[name] ?? null) === null));

/** The greatest time that the limits allow, in milliseconds; undefined if they set none. */
export function longestTime(limit: Limit): number | undefined {
  if (limit.infinite) return undefined;
  const clocks = [limit.p1time ?? [], limit.p2time ?? []].flat();
  const times = clocks.length
    ? [Math.max(...clocks) + Math.max(limit.p1inc ?? 0, limit.p2inc ?? 0)]
    : [];
  times.push(...[limit.movetime ?? []].flat());
  return times.length ? Math.min(...times) : undefined;
}

/** A line of a search. */
export interface Info {
  depth?: number;
  seldepth?: number;
  /** The rank of the line, from 1. */
  multipv: number;
  score?: Score;
  /** The probabilities of win, draw and loss, in thousandths. */
  wdl?: [number, number, number];
  nodes?: number;
  nps?: number;
  /** The used part of the table, in thousandths. */
  hashfull?: number;
  tbhits?: number;
  /** Milliseconds. */
  time?: number;
  currmove?: string;
  currmovenumber?: number;
  /** The progress of a proof: the numbers of first moves that lose, and of all. */
  lostmoves?: number;
  rootmoves?: number;
  pv: string[];
  string?: string;
  other: Record<string, string>;
}

const INFO_NUMBERS = new Set([
  "depth",
  "seldepth",
  "multipv",
  "nodes",
  "nps",
  "hashfull",
  "tbhits",
  "time",
  "currmovenumber",
  "lostmoves",
  "rootmoves",
] as const);
type InfoNumber = typeof INFO_NUMBERS extends Set<infer Name> ? Name : never;

function readScore(words: string[], info: Info, side?: Side): void {
  const [kind, text, bound = ""] = words;
  const value = numberOf(text);
  if ((kind !== "cp" && kind !== "mate") || value === undefined) return;
  const bounds: Record<string, Bound> = { lowerbound: "lower", upperbound: "upper" };
  info.score = new Score({ [kind]: value, bound: bounds[bound] ?? "exact", side });
  words.splice(0, bound in bounds ? 3 : 2);
}

/** Reads a line `info …`; `side` is the player of the score. Unknown parts go to `other`, each with
 *  the word after it. */
export function readInfo(line: string, side?: Side): Info {
  const words = line.trim().split(/\s+/).slice(1);
  const info: Info = { multipv: 1, pv: [], other: {} };
  for (let name = words.shift(); name !== undefined; name = words.shift()) {
    if (name === "string") info.string = words.join(" ");
    if (name === "pv") info.pv = words;
    if (name === "string" || name === "pv") break;
    const three = words.slice(0, 3).map(numberOf);
    if (name === "score") readScore(words, info, side);
    else if (name === "wdl" && three.length === 3 && !three.includes(undefined))
      info.wdl = words.splice(0, 3).map(Number) as [number, number, number];
    else if (name !== "wdl") {
      const value = words.shift() ?? "";
      const number = INFO_NUMBERS.has(name as InfoNumber) ? numberOf(value) : undefined;
      if (name === "currmove") info.currmove = value;
      else if (number !== undefined) info[name as InfoNumber] = number;
      else info.other[name] = value;
    }
  }
  return info;
}

export interface Best {
  move: string;
  ponder?: string;
  /** The last line with a score of the first rank. */
  info: Info;
}

/** Reads a line `bestmove M [ponder R]`. */
export function readBest(line: string, info: Info): Best {
  const [, move, word, ponder, more] = line.trim().split(/\s+/);
  const isWhole =
    word === undefined || (word === "ponder" && ponder !== undefined && more === undefined);
  if (move === undefined || !isWhole)
    throw new Malformed(line, "bestmove M, or bestmove M ponder R");
  return { move, ponder, info };
}

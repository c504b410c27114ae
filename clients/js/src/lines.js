// What the lines of an engine mean: options, limits, lines of a search and its end.

/** The engine did not do what it was asked for. All errors of an engine are of this kind. */
export class EngineError extends Error {
  get name() {
    return this.constructor.name;
  }
}

/** The engine refused a line; its state is as it was. */
export class Refused extends EngineError {}

/** The engine did not answer in time. A late answer is dropped. */
export class Timeout extends EngineError {
  constructor(what, milliseconds) {
    super(`no answer to "${what}" within ${milliseconds} ms`);
    Object.assign(this, { what, milliseconds });
  }
}

/** The engine ended, or could not be started. */
export class Terminated extends EngineError {}

/** The engine said a line that has no meaning in its place. */
export class Malformed extends EngineError {
  constructor(line, expected) {
    super(
      `the engine said "${line.length > 200 ? `${line.slice(0, 200)}…` : line}": expected ${expected}`,
    );
    this.line = line;
  }
}

// A proven result counts more than every estimate, whatever number that has.
const PROVEN = 2 ** 50;
// From this `cp` on, and down from its negative, the winner is known.
const KNOWN = 30000;
// The `cp` at which the odds of winning are e to 1, as in the records and analyses of zugi.
const SCALE = 220;
const OTHER_BOUND = { lower: "upper", upper: "lower", exact: "exact" };

/**
 * The value of a position for one of the two players: an estimate in centipawns (`cp`), or proven
 * (`mate`): the game ends after so many plies, positive numbers for a win. `bound` is "exact",
 * "lower" or "upper"; `side` is "p1" or "p2", if known. `<` and `>` compare scores.
 * From `cp` 30000 on the player wins, and from -30000 down they lose, but nobody knows how soon.
 */
export class Score {
  constructor({ cp, mate, bound = "exact", side, lost = true }) {
    if ((cp === undefined) === (mate === undefined))
      throw new TypeError("a score has either cp or mate: expected one of them");
    Object.assign(this, { cp, mate, bound, side, lost });
    Object.freeze(this);
  }

  /** A number that is greater for a better score. */
  valueOf() {
    if (this.mate === undefined) return this.cp;
    const won = this.mate > 0 || (this.mate === 0 && !this.lost);
    return won ? PROVEN - this.mate : -PROVEN - this.mate;
  }

  /** The same for the other player. */
  negated() {
    const { cp, mate, bound, side, lost } = this;
    // Not -0: it would be another number in a test.
    const other = (value) => (value === undefined ? undefined : 0 - value);
    return new Score({
      cp: other(cp),
      mate: other(mate),
      bound: OTHER_BOUND[bound],
      side: { p1: "p2", p2: "p1" }[side],
      lost: !lost,
    });
  }

  /** The score for the player "p1" or "p2". */
  for(side) {
    if (side !== "p1" && side !== "p2")
      throw new RangeError(`no player "${side}": expected p1 or p2`);
    if (this.side === undefined)
      throw new TypeError("it is not known whose score this is: expected a search by the engine");
    return side === this.side ? this : this.negated();
  }

  /** Whether it is known who wins: by `mate`, or by `cp` from 30000 on or down to -30000. A win of
   *  which the score is only an upper bound is not known, nor such a loss with a lower bound. */
  get isKnown() {
    const value = this.valueOf();
    return Math.abs(value) >= KNOWN && this.bound !== (value > 0 ? "upper" : "lower");
  }

  /** The expected result: `1 / (1 + e^(-cp / scale))`, 1 for a proven win, 0 for a loss. At a `cp`
   *  of `scale` the odds are e to 1. Where they are ten to one at 400 it is `400 / Math.log(10)`. */
  expectation(scale = SCALE) {
    if (!(scale > 0)) throw new RangeError(`bad scale ${scale}: expected a number above 0`);
    const value = this.valueOf();
    if (Math.abs(value) >= KNOWN) return value > 0 ? 1 : 0;
    const chance = 1 / (1 + Math.exp(-Math.abs(value) / scale));
    return value >= 0 ? chance : 1 - chance;
  }

  /** For people: pawns with a sign, the plies of a win or loss, "winning" or "losing". */
  toString() {
    if (this.mate === undefined && this.isKnown) return this.cp > 0 ? "winning" : "losing";
    if (this.mate === undefined) return `${this.cp < 0 ? "" : "+"}${(this.cp / 100).toFixed(2)}`;
    const plies = Math.abs(this.mate);
    return `${this.valueOf() > 0 ? "win" : "loss"} in ${plies} ${plies === 1 ? "ply" : "plies"}`;
  }
}

const numberOf = (text) => (/^[-+]?\d{1,15}$/.test(text ?? "") ? Number(text) : undefined);

/** Reads a line `option name … type …`. */
export function readOption(line) {
  const option = { name: "", type: "", default: "", min: undefined, max: undefined, var: [] };
  const parts = line
    .trim()
    .split(/\s+(?=(?:name|type|default|min|max|var)(?:\s|$))/)
    .slice(1);
  for (const part of parts) {
    const [, key, value = ""] = /^(\S+)\s*(.*)$/.exec(part);
    if (key === "var") option.var.push(value);
    else if (key === "min" || key === "max") option[key] = numberOf(value);
    else option[key] ||= value;
  }
  if (!option.name || !option.type) throw new Malformed(line, "option name N type T");
  return option;
}

/** The value of an option as it is sent; throws if it cannot have it. */
export function optionText(option, value) {
  if (value === null || value === undefined) {
    if (option.type !== "button") throw new Refused(`option "${option.name}" needs a value`);
    return "";
  }
  const text = String(value);
  const choices = option.var.map((choice) => choice.toLowerCase());
  const expected = {
    spin: () =>
      /^-?\d+$/.test(text) && Number(text) >= option.min && Number(text) <= option.max
        ? ""
        : `a number from ${option.min} to ${option.max}`,
    check: () => (text === "true" || text === "false" ? "" : "true or false"),
    combo: () => (choices.includes(text.toLowerCase()) ? "" : `one of ${option.var.join(", ")}`),
    button: () => "no value",
  }[option.type]?.();
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
];

/** What follows `go` for these limits. */
export function limitWords(limit) {
  const unknown = Object.keys(limit).find(
    (name) => ![...NUMBERS, "infinite", "searchmoves"].includes(name),
  );
  if (unknown !== undefined)
    throw new TypeError(
      `unknown limit "${unknown}": expected one of ${NUMBERS.join(", ")}, infinite, searchmoves`,
    );
  const words = [];
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

/** Whether only `stop` ends a search with these limits. */
export const isEndless = (limit) =>
  Boolean(limit.infinite) ||
  ["depth", "nodes", "movetime", "p1time", "p2time", "mate"].every(
    (name) => (limit[name] ?? null) === null,
  );

/** The longest time that the limits allow, in milliseconds; nothing if they allow any. */
export function longestTime(limit) {
  if (limit.infinite) return undefined;
  const clocks = [limit.p1time, limit.p2time].filter((time) => (time ?? null) !== null);
  const times = clocks.length
    ? [Math.max(...clocks) + Math.max(limit.p1inc ?? 0, limit.p2inc ?? 0)]
    : [];
  if ((limit.movetime ?? null) !== null) times.push(limit.movetime);
  return times.length ? Math.min(...times) : undefined;
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
]);

function readScore(words, info, side) {
  const [kind, text, bound] = words;
  const value = numberOf(text);
  if ((kind !== "cp" && kind !== "mate") || value === undefined) return;
  const bounds = { lowerbound: "lower", upperbound: "upper" };
  info.score = new Score({ [kind]: value, bound: bounds[bound] ?? "exact", side });
  words.splice(0, bound in bounds ? 3 : 2);
}

/** Reads a line `info …`; `side` is whose score it tells. Nothing in it is an error. */
export function readInfo(line, side) {
  const words = line.trim().split(/\s+/).slice(1);
  const info = { multipv: 1, pv: [], other: {} };
  while (words.length) {
    const name = words.shift();
    if (name === "string" || name === "pv") {
      info[name] = name === "pv" ? words : words.join(" ");
      break;
    }
    const three = words.slice(0, 3).map(numberOf);
    if (name === "score") readScore(words, info, side);
    else if (name === "wdl" && three.length === 3 && !three.includes(undefined))
      info.wdl = words.splice(0, 3).map(Number);
    else if (name !== "wdl") {
      const value = words.shift() ?? "";
      const number = INFO_NUMBERS.has(name) ? numberOf(value) : undefined;
      if (name === "currmove") info.currmove = value;
      else if (number !== undefined) info[name] = number;
      else info.other[name] = value;
    }
  }
  return info;
}

/** Reads a line `bestmove M [ponder R]`. */
export function readBest(line, info) {
  const [, move, word, ponder, more] = line.trim().split(/\s+/);
  const isWhole =
    move !== undefined &&
    (word === undefined || (word === "ponder" && ponder !== undefined && more === undefined));
  if (!isWhole) throw new Malformed(line, "bestmove M, or bestmove M ponder R");
  return { move, ponder, info };
}

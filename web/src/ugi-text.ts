// The text of UGI: lines that are sent, and lines that are answered.

/** An option that the engine has declared. */
export interface Option {
  name: string;
  type: string;
  value: string;
  /** The value that it had at first. */
  initial: string;
  min: number;
  max: number;
  choices: string[];
  /** Values that have names, from the least one on. */
  levels?: Level[];
}

/** A playing strength with a name, in the answer to `query levels`. */
export interface Level {
  name: string;
  elo: number;
}

/** Where a game begins, and what was played from there. */
export interface Line {
  /** The one that is played if it is not given. */
  variant?: string;
  fen: string | null;
  moves: string[];
}

/** The engine or the server has refused something, and says why. */
export class Refused extends Error {}

/** What an engine is asked first: its options, the questions that it answers, and what it says of its
 *  variants and levels. */
export const GREETING = [["ugi"], ["query extensions"], ["query variants"], ["query levels"]];

/** The lines of a part of an exchange. All that is answered to it comes before the answer to its
 *  last line. */
export const linesOf = (part: string[]): string[] =>
  part[0] === "ugi" ? part : [...part, "isready"];

/** The command that sets a position. */
export function positionOf({ fen, moves }: Line): string {
  const start = fen === null ? "position startpos" : `position fen ${fen}`;
  return moves.length ? `${start} moves ${moves.join(" ")}` : start;
}

/** The command that sets an option. */
export const optionLine = (name: string, value: string): string =>
  `setoption name ${name} value ${value}`;

/** The line among some that refuses something. */
export const refusalOf = (lines: string[]): string | undefined =>
  lines.find((line) => /^(info string error:|serve error )/.test(line));

/** The words of the answers among some lines. */
export const responsesOf = (lines: string[]): string[] =>
  lines.flatMap((line) => (line.startsWith("response ") ? [line.slice(9)] : []));

/** The same; throws at the first error. */
export function answersOf(lines: string[]): string[] {
  const bad = refusalOf(lines);
  if (bad !== undefined) throw new Refused(errorOf(bad));
  return responsesOf(lines);
}

/** The entries of a list in an answer in JSON; none if there is no answer. */
export function entriesOf(answer: string | undefined, list: string): Record<string, unknown>[] {
  if (!answer?.startsWith("{")) return [];
  const entries = (JSON.parse(answer) as Record<string, unknown>)[list];
  return Array.isArray(entries) ? (entries as Record<string, unknown>[]) : [];
}

/** An error without the words that mark it. */
export const errorOf = (line: string): string =>
  line.replace(/^(info string error: ?|serve error )/, "");

/** An `option` line of the engine. */
export function readOption(line: string): Option | null {
  const [, name, type, rest = ""] = /^option name (.+?) type (\S+) ?(.*)$/.exec(line) ?? [];
  if (name === undefined || type === undefined) return null;
  const number = (key: string, otherwise: number): number => {
    const found = new RegExp(`(?:^| )${key} (-?\\d+)`).exec(rest);
    return found ? Number(found[1]) : otherwise;
  };
  const value = /(?:^| )?default (.*?)(?= min | max | var |$)/.exec(rest)?.[1] ?? "";
  const choices = [...rest.matchAll(/(?:^| )var (.*?)(?= var |$)/g)].map((match) => match[1] ?? "");
  return {
    name,
    type,
    value,
    initial: value,
    min: number("min", 0),
    max: number("max", Number.MAX_SAFE_INTEGER),
    choices,
  };
}

// Records of matches, as `docs/reference/records.md` describes them: lines of JSON and the text. And
// games as the page copies them, which are in the form of the text with variations.

import type { Score } from "./info";
import { type Player, PLAYERS } from "./scene";

export interface RecordedMove {
  move: string;
  player: Player | null;
  score: Score | null;
  depth: number;
  note: string;
}

/** Moves that are played instead of a move of another line. */
export interface Variation {
  /** The line: 0 for that of the game, else the number of an earlier variation, from 1. */
  from: number;
  /** The move of that line that is not played, counted from 1 at the start of the game. */
  ply: number;
  moves: string[];
}

export interface Recorded {
  number: number;
  variant: string;
  names: Record<Player, string>;
  fen: string | null;
  opening: string[];
  moves: RecordedMove[];
  result: string;
  reason: string;
  variations: Variation[];
}

/** The most variations of a game. */
const MOST_VARIATIONS = 1000;

/** The largest file that is read. */
export const LARGEST = 64 * 2 ** 20;

type Json = Record<string, unknown>;

const string = (value: unknown): string | null => (typeof value === "string" ? value : null);
const number = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;
const isMove = (text: string): boolean => /^\S{1,64}$/.test(text);
const asPlayer = (value: unknown): Player | null => PLAYERS.find((player) => player === value) ?? null;

function scoreOf(cp: number | null, mate: number | null): Score | null {
  return mate !== null ? { mate } : cp !== null ? { cp } : null;
}

function noteOf(depth: number | null, time: number | null): string {
  const parts = [depth === null ? "" : `depth ${depth}`, time === null ? "" : `${(time / 1000).toFixed(2)} s`];
  return parts.filter(Boolean).join(", ");
}

function jsonMove(value: unknown, where: string): RecordedMove {
  const move = (typeof value === "object" && value !== null ? value : {}) as Json;
  const text = string(move.move) ?? string(move.text);
  if (text === null || !isMove(text)) throw new Error(`${where}: expected "move", a word, in each move`);
  const depth = number(move.depth);
  return {
    move: text, player: asPlayer(move.player), score: scoreOf(number(move.cp), number(move.mate)),
    depth: depth ?? 0, note: noteOf(depth, number(move.time)),
  };
}

function jsonGame(game: Json, where: string): Recorded {
  const { moves, opening } = game;
  if (!Array.isArray(moves)) throw new Error(`${where}: expected "moves", a list`);
  const names = Array.isArray(game.players) ? game.players : [];
  const openingMoves = Array.isArray(opening) ? opening.map(String) : [];
  if (!openingMoves.every(isMove)) throw new Error(`${where}: expected words in "opening"`);
  return {
    number: number(game.number) ?? 0,
    variant: string(game.variant) ?? "",
    names: {
      p1: string(game.p1) ?? string(names[0]) ?? "player one",
      p2: string(game.p2) ?? string(names[1]) ?? "player two",
    },
    fen: string(game.fen),
    opening: openingMoves,
    moves: moves.map((move) => jsonMove(move, where)),
    result: string(game.result) ?? "none",
    reason: string(game.reason) ?? string(game.end) ?? "",
    variations: [],
  };
}

function readLines(text: string): Recorded[] {
  const games: Recorded[] = [];
  text.split("\n").forEach((line, index) => {
    if (!line.trim()) return;
    const where = `line ${index + 1}`;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      // The report of a match is one value of many lines.
      if (index === 0 && line.trim() === "{") throw new Error(`${where}: "{" begins no record: expected a game in each line, as in the .jsonl of a match`);
      throw new Error(`${where}: "${line.slice(0, 40)}" is no JSON`);
    }
    const game = (typeof value === "object" && value !== null ? value : {}) as Json;
    // The first line is the plan of the match.
    if ("moves" in game) games.push(jsonGame(game, where));
    else if (index > 0 || !("match" in game)) throw new Error(`${where}: expected a game, with "moves"`);
  });
  return games;
}

/** Undoes what the text form writes for characters that would break a line. */
const plain = (text: string): string =>
  text.replace(/\\(?:u\{([0-9a-f]{1,6})\}|\\)/gi, (_, code?: string) =>
    code === undefined ? "\\" : String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)));

function textMove(line: string, where: string): RecordedMove {
  const [, player, move, rest = ""] = /^\d+ (?:(p[12]) )?(\S+)(?: \{(.*)\})?$/.exec(line) ?? [];
  if (move === undefined) throw new Error(`${where}: "${line.slice(0, 40)}": expected a number and a move`);
  const value = (key: string): number | null => {
    const found = new RegExp(`(?:^|[ ,])${key} (-?[\\d.]+)`).exec(rest);
    return found ? number(Number(found[1])) : null;
  };
  const depth = value("depth");
  return {
    move: plain(move), player: asPlayer(player), score: scoreOf(value("cp"), value("mate")),
    depth: depth ?? 0, note: noteOf(depth, value("time")),
  };
}

/** All moves of a line of a game, from its start. */
export function lineOf(game: Recorded, number: number): string[] {
  const variation = game.variations[number - 1];
  if (!variation) return [...game.opening, ...game.moves.map(({ move }) => move)];
  return [...lineOf(game, variation.from).slice(0, variation.ply - 1), ...variation.moves];
}

function readVariation(game: Recorded, words: string, where: string): Variation {
  const [from = NaN, ply = NaN] = words.split(" ", 2).map(Number);
  const moves = words.split(" ").slice(2).map(plain);
  const [last, most] = [game.variations.length, lineOf(game, from).length];
  if (last >= MOST_VARIATIONS) throw new Error(`${where}: expected at most ${MOST_VARIATIONS} variations of a game`);
  if (from > last) throw new Error(`${where}: "${words.slice(0, 40)}": expected a variation of line ${last} or an earlier one`);
  if (ply < 1 || ply > most) throw new Error(`${where}: "${words.slice(0, 40)}": expected a move from 1 to ${most} of line ${from}`);
  if (!moves.every(isMove)) throw new Error(`${where}: "${words.slice(0, 40)}": expected moves`);
  return { from, ply, moves };
}

function readText(text: string): Recorded[] {
  const games: Recorded[] = [];
  let game: Recorded | null = null;
  text.split("\n").forEach((raw, index) => {
    const line = raw.trim();
    const where = `line ${index + 1}`;
    if (!line) {
      game = null;
      return;
    }
    // Programs that read records take this for a line of the transcript, and pass over it.
    const variation = /^; variation (\d+ \d+ \S.*)$/.exec(line)?.[1];
    if (variation !== undefined && game) game.variations.push(readVariation(game, variation, where));
    if (line.startsWith(";")) return;
    if (!game) {
      game = {
        number: games.length + 1, variant: "", names: { p1: "player one", p2: "player two" },
        fen: null, opening: [], moves: [], result: "none", reason: "", variations: [],
      };
      games.push(game);
    }
    const [, key, value = ""] = /^\[(\w+)(?: (.*))?\]$/.exec(line) ?? [];
    if (key === undefined) game.moves.push(textMove(line, where));
    else if (key === "p1" || key === "p2") game.names[key] = plain(value);
    else if (key === "variant" || key === "fen" || key === "result" || key === "reason") game[key] = plain(value);
    else if (key === "number") game.number = Number(value) || game.number;
    else if (key === "opening") game.opening = value.split(/\s+/).filter(Boolean);
  });
  return games;
}

/** Whether a text looks like a record, and not like a position or moves. */
export const isRecord = (text: string): boolean => /^\s*(\{|\[\w+ )/.test(text);

/** The games of a record in either form; throws an `Error` that says what is wrong. */
export function readRecord(text: string): Recorded[] {
  const whole = text.replace(/^\ufeff/, "").replace(/\r\n/g, "\n");
  if (/^\s*\[Event "/.test(whole)) throw new Error("PGN is not read: expected text or JSON lines of a match");
  const games = /^\s*\{/.test(whole) ? readLines(whole) : readText(whole);
  if (!games.length) throw new Error("There is no game in this record");
  return games.sort((one, other) => one.number - other.number);
}

const escaped = (text: string): string =>
  text.replace(/[\\\p{Cc}\p{Zl}\p{Zp}]/gu, (found) =>
    found === "\\" ? "\\\\" : `\\u{${found.codePointAt(0)?.toString(16)}}`);

/** A game in the form of the text, which `readRecord` reads again. */
export function writeRecord(game: Recorded): string {
  const lines = [`[number ${game.number}]`, `[variant ${game.variant}]`];
  for (const player of PLAYERS) lines.push(`[${player} ${escaped(game.names[player])}]`);
  if (game.fen !== null) lines.push(`[fen ${game.fen}]`);
  lines.push(`[result ${game.result}]`, `[reason ${game.reason || "rules"}]`);
  game.moves.forEach(({ move, player, score, depth }, index) => {
    const said = score ? [`${"mate" in score ? `mate ${Math.trunc(score.mate)}` : `cp ${Math.round(score.cp)}`}`, `depth ${depth}`] : [];
    // A record has a time for each move; how long people took is not kept.
    lines.push(`${index + 1} ${player ? `${player} ` : ""}${escaped(move)} {${[...said, "time 0"].join(", ")}}`);
  });
  for (const { from, ply, moves } of game.variations) lines.push(`; variation ${from} ${ply} ${moves.map(escaped).join(" ")}`);
  return `${lines.join("\n")}\n\n`;
}

// Games of a text: the server, or a module beside the page, reads files of all kinds, and answers
// with lines of JSON as in `docs/reference/records.md`. What comes from there is text of others all
// the same.

import { Unreadable, linesOfGames } from "./games-source";
import {
  type Recorded,
  type RecordedMove,
  type Remark,
  SIGNS,
  type Sign,
  type Variation,
  lineOf,
} from "./records";
import { type Player, PLAYERS } from "./scene";
import type { Score } from "./info";
import type { Teller } from "./tree";

export { Unreadable };

/** The games of a text. */
export interface GameFile {
  /** What the text is, in words. */
  kind: string;
  /** How many games there are and which are left out, if some are. */
  summary: string | null;
  games: Recorded[];
}

/** The most variations of a game, and remarks on them. */
const MOST_VARIATIONS = 1000;

type Json = Record<string, unknown>;

const object = (value: unknown): Json =>
  (typeof value === "object" && value !== null ? value : {}) as Json;
const string = (value: unknown): string => (typeof value === "string" ? value : "");
const number = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;
const isMove = (text: string): boolean => /^\S{1,64}$/.test(text);
const signOf = (value: unknown): Sign | null => SIGNS.find((sign) => sign === value) ?? null;

function scoreOf(cp: number | null, mate: number | null): Score | null {
  return mate !== null ? { mate } : cp !== null ? { cp } : null;
}

function moveOf(value: unknown): RecordedMove {
  const move = object(value);
  const [text, depth, time] = [string(move["move"]), number(move["depth"]), number(move["time"])];
  if (!isMove(text)) throw new Unreadable(`"${text.slice(0, 40)}": expected a move, one word`);
  const note = [
    depth === null ? "" : `depth ${depth}`,
    time ? `${(time / 1000).toFixed(2)} s` : "",
  ];
  return {
    move: text,
    player: PLAYERS.find((player) => player === move["player"]) ?? null,
    score: scoreOf(number(move["cp"]), number(move["mate"])),
    depth: depth ?? 0,
    note: note.filter(Boolean).join(", "),
    sign: signOf(move["annotation"]) ?? signOf(move["mark"]),
    comment: string(move["comment"]),
  };
}

/** What is told of a position: the mover, a score with its depth, and the best move. */
const TOLD = /^(p1|p2|-):(?:-|(cp|mate|end)(-?\d{1,9})\/(\d{1,6})(?:\/(\S{1,64}))?)$/;

/** Scores of a line by one engine: `scores 0 engine p1:cp12/8/a1b1 p2:-`. */
function readScores(game: Recorded, words: string[]): void {
  const [, line = "", teller = "", ...all] = words;
  const told = all.map((word) => TOLD.exec(word));
  const known =
    /^(engine(_at_-?\d{1,6})?|record_p[12])$/.test(teller) &&
    /^\d{1,4}$/.test(line) &&
    Number(line) <= game.variations.length;
  if (!known || told.some((found) => !found))
    throw new Unreadable(`"; ${words.join(" ").slice(0, 40)}": expected scores of a line`);
  game.scores.push({
    line: Number(line),
    teller: teller.replaceAll("_", " ") as Teller,
    all: told.map((found) => {
      const [, mover, kind, value, depth, best = ""] = found!;
      const score =
        kind === undefined ? null : kind === "cp" ? { cp: Number(value) } : { mate: Number(value) };
      return {
        mover: PLAYERS.find((player) => player === mover) ?? null,
        score,
        depth: Number(depth ?? 0),
        best,
        end: kind === "end",
      };
    }),
  });
}

/** Variations and remarks on them, which stand in the transcript of a game that this page has
 *  written. */
function readTranscript(game: Recorded, lines: string[]): void {
  const expect = (fits: boolean, line: string, what: string): void => {
    if (!fits) throw new Unreadable(`"; ${line.slice(0, 40)}": expected ${what}`);
  };
  for (const line of lines) {
    if (line.startsWith("scores ")) readScores(game, line.split(" "));
    const [, kind, from = "", ply = "", rest = ""] =
      /^(variation|remark) (\d+) (\d+) (.*)$/s.exec(line) ?? [];
    if (kind === undefined) continue;
    const at = { from: Number(from), ply: Number(ply) };
    const last = game.variations.length;
    expect(at.from <= last, line, `line ${last} or an earlier one`);
    const most = lineOf(game, at.from).length;
    expect(at.ply >= 1 && at.ply <= most, line, `a move from 1 to ${most} of line ${at.from}`);
    expect(
      last < MOST_VARIATIONS && game.remarks.length < 100 * MOST_VARIATIONS,
      line,
      `at most ${MOST_VARIATIONS} variations of a game`,
    );
    if (kind === "variation") {
      const variation: Variation = { ...at, moves: rest.split(" ") };
      expect(variation.moves.every(isMove), line, "moves");
      game.variations.push(variation);
    } else {
      const [sign = "", ...words] = rest.split(" ");
      const remark: Remark = {
        line: at.from,
        ply: at.ply,
        sign: signOf(sign),
        comment: words.join(" "),
      };
      game.remarks.push(remark);
    }
  }
}

const dayOf = (millis: number): string =>
  millis > 0 ? new Date(Math.min(millis, 8.64e15)).toISOString().slice(0, 10) : "";

function gameOf(value: unknown): Recorded {
  const game = object(value);
  const list = (key: string): unknown[] =>
    Array.isArray(game[key]) ? (game[key] as unknown[]) : [];
  // Who has no name is called like this in files.
  const name = (player: Player): string =>
    string(game[player]) === player ? "" : string(game[player]);
  const facts = [
    string(game["event"]),
    string(game["site"]),
    dayOf(number(game["started"]) ?? 0),
    string(game["detail"]),
  ];
  const read: Recorded = {
    number: number(game["number"]) ?? 0,
    variant: string(game["variant"]),
    names: { p1: name("p1"), p2: name("p2") },
    fen: string(game["fen"]) || null,
    opening: list("opening").map(String),
    moves: list("moves").map(moveOf),
    result: string(game["result"]) || "none",
    reason: string(game["reason"]),
    facts: facts.filter(Boolean).join(" \u00b7 "),
    variations: [],
    remarks: [],
    scores: [],
  };
  if (!read.opening.every(isMove)) throw new Unreadable("an opening: expected moves");
  readTranscript(read, list("transcript").map(String));
  return read;
}

/** The games of a text; nothing where nobody reads them. Moves alone are of the variant if they
 *  fit it. Throws `Unreadable`. */
export async function readGames(text: string, variant: string): Promise<GameFile | null> {
  let file: GameFile | null = null;
  await linesOfGames(text, variant, (line) => {
    const value: unknown = JSON.parse(line);
    if (file) return void file.games.push(gameOf(value));
    const head = object(value);
    if ("error" in head) throw new Unreadable(string(head["error"]));
    file = { kind: string(head["kind"]), summary: string(head["summary"]) || null, games: [] };
  });
  (file as GameFile | null)?.games.sort((one, other) => one.number - other.number);
  return file;
}

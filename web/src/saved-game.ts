// The game of this tab, as text that outlives a reload. What is read back is text from
// outside, like any other: each part of it is looked at before it is believed.

import type { Limit } from "./clock";
import type { Settings, Side } from "./game";
import { type Player, PLAYERS } from "./scene";

/** A game that is being played, without what the engine can say of it again. */
export interface SavedGame {
  /** What the engine is called. */
  engine: string;
  variant: string;
  pie: boolean;
  fen: string | null;
  moves: string[];
  /** Who made each of the moves. */
  movers: (Player | null)[];
  /** After how many moves the game began. */
  start: number;
  settings: Settings;
  /** Milliseconds on the clocks, if there are some. */
  left: Record<Player, number> | null;
  turned: boolean;
  /** The address of the position in view if the game was being played, and not put aside. */
  address: string | null;
}

const KEY = "zugi-game";
const LONGEST_FEN = 65_536;
const MOST_MOVES = 20_000;
const MOST_MS = 1e9;

type Json = Record<string, unknown>;

/** What does not fit is no game. */
class InvalidSave extends Error {}

function check(fits: boolean): asserts fits {
  if (!fits) throw new InvalidSave();
}

function object(value: unknown): Json {
  check(typeof value === "object" && value !== null && !Array.isArray(value));
  return value as Json;
}

function word(value: unknown, longest: number): string {
  // A text of an earlier page must not become a second command.
  check(
    typeof value === "string" && value.length <= longest && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value),
  );
  return value;
}

function number(value: unknown, min: number, max: number): number {
  check(typeof value === "number" && value >= min && value <= max);
  return value;
}

function truth(value: unknown): boolean {
  check(typeof value === "boolean");
  return value;
}

function list(value: unknown): unknown[] {
  check(Array.isArray(value) && value.length <= MOST_MOVES);
  return value;
}

function sideOf(value: unknown): Side {
  const { is, elo } = object(value);
  if (is === "person") return { is };
  check(is === "engine");
  return { is, elo: elo === null ? null : number(elo, -1e5, 1e5) };
}

function limitOf(value: unknown): Limit {
  const { kind, ms, base, increment, depth } = object(value);
  if (kind === "move") return { kind, ms: number(ms, 1, MOST_MS) };
  if (kind === "depth") return { kind, depth: number(depth, 1, 1000) };
  check(kind === "clock");
  return { kind, base: number(base, 1, MOST_MS), increment: number(increment, 0, MOST_MS) };
}

function savedGameOf(value: unknown): SavedGame {
  const kept = object(value);
  const settings = object(kept.settings);
  const sides = object(settings.sides);
  const moves = list(kept.moves).map((move) => word(move, 64));
  check(moves.every((move) => /^\S+$/.test(move)));
  const movers = list(kept.movers).map(
    (mover) => PLAYERS.find((player) => player === mover) ?? null,
  );
  check(movers.length === moves.length);
  const left = kept.left === null ? null : object(kept.left);
  const limit = limitOf(settings.limit);
  check((left !== null) === (limit.kind === "clock"));
  return {
    engine: word(kept.engine, 1000),
    variant: word(kept.variant, 1000),
    pie: truth(kept.pie),
    fen: kept.fen === null ? null : word(kept.fen, LONGEST_FEN),
    moves,
    movers,
    start: Math.trunc(number(kept.start, 0, moves.length)),
    settings: {
      variant: word(settings.variant, 1000),
      limit,
      pie: truth(settings.pie),
      here: truth(settings.here),
      sides: { p1: sideOf(sides.p1), p2: sideOf(sides.p2) },
    },
    left: left && { p1: number(left.p1, 0, MOST_MS), p2: number(left.p2, 0, MOST_MS) },
    turned: truth(kept.turned),
    address: kept.address === null ? null : word(kept.address, 1e6),
  };
}

/** The game that a text tells, nothing if it tells none. */
export function readSaved(text: string): SavedGame | null {
  try {
    return savedGameOf(JSON.parse(text));
  } catch (error) {
    if (error instanceof InvalidSave || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Keeps a game for this tab, or that there is none. A browser that keeps nothing is one in
 *  which a reload begins anew. */
export function saveGame(kept: SavedGame | null): void {
  try {
    if (kept) sessionStorage.setItem(KEY, JSON.stringify(kept));
    else sessionStorage.removeItem(KEY);
  } catch {
    // The game goes on all the same.
  }
}

/** What this tab has kept under a name. */
export function keptText(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The game that was being played in this tab. */
export const savedGame = (): SavedGame | null => readSaved(keptText(KEY) ?? "");

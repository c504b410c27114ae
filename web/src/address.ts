// The hash of the address: a position, a recorded game, or settings for a game that a link begins.

import type { Limit } from "./clock";
import type { Settings, Side } from "./game-doc";
import { PLAYERS } from "./scene";

/** A position, or the game that leads to it. */
export interface Place {
  variant: string | null;
  fen: string | null;
  moves: string[];
  /** The parameters of the address, if it has a recorded game. */
  played?: URLSearchParams | null;
}

export interface Start extends Place {
  /** The settings of a game that begins there; null if none begins. */
  game: { sides: Partial<Settings["sides"]>; settings: Partial<Settings> } | null;
}

function readSide(word: string | null): Side | null {
  if (word === "person") return { is: "person" };
  if (word === "engine") return { is: "engine", elo: null };
  return /^\d{1,4}$/.test(word ?? "") ? { is: "engine", elo: Number(word) } : null;
}

/** `time`: seconds for each move, or minutes and increment as in `5+3`; + arrives as a space. */
function readLimit(words: URLSearchParams): Limit | null {
  const depth = Number(words.get("depth") ?? "");
  if (depth >= 1 && depth <= 100) return { kind: "depth", depth: Math.round(depth) };
  const time = /^(\d{1,3}(?:\.\d{1,3})?)(?:[+ ](\d{1,3}))?$/.exec(words.get("time") ?? "");
  const ms = Math.round(Number(time?.[1]) * 1000);
  if (!(ms >= 10)) return null;
  return time?.[2] === undefined
    ? { kind: "move", ms }
    : { kind: "clock", base: 60 * ms, increment: 1000 * Number(time[2]) };
}

/** The settings of a game; null if there are none. */
function readGame(words: URLSearchParams): Start["game"] {
  const [p1, p2] = PLAYERS.map((player) => readSide(words.get(player)));
  const limit = readLimit(words);
  const pie = words.get("pie") === "true";
  if (!p1 && !p2 && !limit && !pie) return null;
  return {
    sides: { ...(p1 && { p1 }), ...(p2 && { p2 }) },
    settings: { ...(limit && { limit }), pie },
  };
}

export function readAddress(hash: string): Start {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const moves = (words.get("moves") ?? "").split(/\s+/).filter((move) => /^\S{1,64}$/.test(move));
  // A line break would begin a second command to the engine.
  const fen = words.get("fen")?.replace(/\s+/g, " ").trim() || null;
  const variant = words.get("variant")?.replace(/\s+/g, "") || null;
  return { variant, fen, moves, game: readGame(words), played: words.has("at") ? words : null };
}

export function writeAddress({ variant, fen, moves }: Place): string {
  const words = new URLSearchParams();
  if (variant) words.set("variant", variant);
  if (fen !== null) words.set("fen", fen);
  if (moves.length) words.set("moves", moves.join(" "));
  return `#${words.toString()}`;
}

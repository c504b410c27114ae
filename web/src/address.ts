// The position in view as the hash of the address, a game to look at, and the settings of a game that
// a link begins.

import type { Place, Start } from "./stores/session";
import type { Limit } from "./clock";
import type { Side } from "./game";
import { PLAYERS } from "./scene";

function readSide(word: string | null): Side | null {
  if (word === "person") return { is: "person" };
  if (word === "engine") return { is: "engine", elo: null };
  return /^\d{1,4}$/.test(word ?? "") ? { is: "engine", elo: Number(word) } : null;
}

/** `time` is seconds for each move, or minutes and seconds of increment: `5+3`. An address has a
 *  space for +. */
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

/** The line of a link as a game that was played. */
function readPlayed(words: URLSearchParams): Start["played"] {
  const at = words.get("at") ?? "";
  if (!/^\d{1,5}$/.test(at)) return null;
  const text = (name: string): string =>
    (words.get(name) ?? "").replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ").slice(0, 200);
  return {
    at: Number(at),
    names: { p1: text("name1"), p2: text("name2") },
    result: /^(p1win|p2win|draw)$/.exec(text("result"))?.[0] ?? "none",
    reason: text("reason"),
  };
}

export function readAddress(hash: string): Start {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const moves = (words.get("moves") ?? "").split(/\s+/).filter((move) => /^\S{1,64}$/.test(move));
  // A line break would begin a second command to the engine.
  const fen = words.get("fen")?.replace(/\s+/g, " ").trim() || null;
  const variant = words.get("variant")?.replace(/\s+/g, "") || null;
  return { variant, fen, moves, game: readGame(words), played: readPlayed(words) };
}

/** The address of a position, or of a game that was played. */
export function writeAddress({ variant, fen, moves, played }: Place): string {
  const words = new URLSearchParams();
  if (variant) words.set("variant", variant);
  if (fen !== null) words.set("fen", fen);
  if (moves.length) words.set("moves", moves.join(" "));
  if (played) {
    const { at, names, result, reason } = played;
    const all = { at: String(at), name1: names.p1, name2: names.p2, result, reason };
    for (const [name, value] of Object.entries(all)) words.set(name, value);
  }
  return `#${words.toString()}`;
}

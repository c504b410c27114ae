// The ends of recorded games in words.

import type { GameDoc } from "./game-doc";
import { type Player, PLAYERS, type Scene, nameOf, other } from "./scene";
import { resultWords } from "./words";

/** The reasons of `docs/reference/records.md` in words. */
const REASONS: Record<string, (loser: string | null) => string> = {
  adjudication: () => "it was adjudicated",
  tables: () => "tables of endings know it",
  length: () => "the game grew too long",
  "time-loss": (loser) => `${loser ?? "a player"} had no time left`,
  "illegal-move": (loser) => `${loser ?? "a player"} played a move that is not legal`,
  crash: (loser) =>
    `${loser ? `the engine of ${loser}` : "an engine"} ended in the middle of the game`,
  stall: (loser) => `${loser ?? "a player"} did not answer`,
  malformed: (loser) => `${loser ?? "a player"} gave an answer that is none`,
  disagreement: () => "the players do not agree on how things stand",
  standstill: () => "the match runner stood still, so nobody knows whether the move was in time",
  resign: (loser) => `${loser ?? "a player"} resigned`,
  agreement: () => "the players agreed",
  abandoned: () => "it was left unfinished",
  unknown: () => "",
};

/** A result and its reason in words; null without a result and a reason other than `rules`. */
export function endWords(scene: Scene, result: string, reason: string): string | null {
  const known = ["p1win", "p2win", "draw"].includes(result);
  if (!known && (reason === "" || reason === "rules")) return null;
  const winner = PLAYERS.find((player): player is Player => result === `${player}win`);
  const loser = winner ? nameOf(scene, other(winner)) : null;
  const why = REASONS[reason]?.(loser) ?? (reason === "rules" ? "" : reason.replace(/-/g, " "));
  const who = known ? resultWords(scene, result) : "The game does not count";
  return `${who}${why ? `: ${why}` : ""}.`;
}

export const named = ({ names }: GameDoc, player: Player): string =>
  names[player] || (player === "p1" ? "player one" : "player two");

const SIGNS: Record<string, string> = {
  p1win: "1\u20130",
  p2win: "0\u20131",
  draw: "\u00bd\u2013\u00bd",
};

/** The result of a record, as in lists; undefined if it has none. */
export const resultSign = ({ ended }: GameDoc): string | undefined => SIGNS[ended?.result ?? ""];

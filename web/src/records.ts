// Recorded games as the page holds them. The server reads the files (`game-reader.ts`), and
// `game-writer.ts` writes the text that it reads again.

import type { Score } from "./info";
import type { Player } from "./scene";
import type { Teller } from "./tree";

/** What a person thinks of a move, in the signs of the notation. */
export const SIGNS = ["!!", "!", "!?", "?!", "?", "??"] as const;
export type Sign = (typeof SIGNS)[number];

export interface RecordedMove {
  move: string;
  player: Player | null;
  score: Score | null;
  depth: number;
  /** How long it took, and the like. */
  note: string;
  sign: Sign | null;
  /** What a person has written about it. */
  comment: string;
}

/** Moves that are played instead of a move of another line. */
export interface Variation {
  /** The line: 0 for that of the game, else the number of an earlier variation, from 1. */
  from: number;
  /** The move of that line that is not played, counted from 1 at the start of the game. */
  ply: number;
  moves: string[];
}

/** What is said about a move of a variation. */
export interface Remark {
  /** The line and the move in it, counted as those of a variation. */
  line: number;
  ply: number;
  sign: Sign | null;
  comment: string;
}

/** What somebody has told of a position of a line, and the move that leads there. */
export interface Told {
  mover: Player | null;
  /** As player one sees it; nothing where nothing is told. */
  score: Score | null;
  depth: number;
  /** The best move there; empty where that is not known. */
  best: string;
  /** Whether the score is the result of the game. */
  end: boolean;
}

/** The scores of a line by one who has told them: from the start of the game, or from the first
 *  move of a variation. */
export interface Scores {
  line: number;
  teller: Teller;
  all: Told[];
}

export interface Recorded {
  number: number;
  variant: string;
  /** Empty where nobody is named. */
  names: Record<Player, string>;
  fen: string | null;
  opening: string[];
  moves: RecordedMove[];
  result: string;
  reason: string;
  /** Event, place, day and the like, for people. */
  facts: string;
  variations: Variation[];
  remarks: Remark[];
  /** In games that this page has written with the scores of its engine: they take the place of
   *  those of the moves. */
  scores: Scores[];
}

/** The largest file that is read. */
export const LARGEST = 64 * 2 ** 20;

/** All moves of a line of a game, from its start. */
export function lineOf(game: Recorded, number: number): string[] {
  const variation = game.variations[number - 1];
  if (!variation) return [...game.opening, ...game.moves.map(({ move }) => move)];
  return [...lineOf(game, variation.from).slice(0, variation.ply - 1), ...variation.moves];
}

// The session of this tab, which outlives a reload: the game, the analysis, the games of a file.

import { flag, json, lenient, line, list, obj, orNull, where, whole } from "../decode";
import { readDoc } from "../game-doc";
import { store, stored } from "../storage";

const NAME = "session";

/** The most nodes of all games of a file that are saved. */
export const MOST_FILE_NODES = 5000;

export const readSession = lenient(
  json(
    where(
      "a game where one is played",
      obj({
        engine: line(1000),
        address: line(),
        /** The game in progress or suspended, or the finished one in view. */
        game: orNull(readDoc),
        /** Whether that game is in view as a game, in progress or finished, and not in an
         *  analysis. */
        playing: flag,
        /** Whether an analysis of that game is in view. */
        own: flag,
        /** The analysis in view, if it is not of that game. */
        view: orNull(readDoc),
        analysing: flag,
        /** The games of the file in view, and a sentence about all of them. */
        games: list(readDoc),
        note: line(),
        /** The index of the one in view; the number of games if none is. */
        chosen: whole(0, MOST_FILE_NODES),
      }),
      ({ game, playing }) => (game ? game.play !== null : !playing),
    ),
  ),
  null,
);
export type Session = NonNullable<ReturnType<typeof readSession>>;

/** Replaces line ends and control characters in texts. */
const inLine = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ") : value;

/** Data as JSON, with texts of one line. */
export const lineText = (data: unknown): string => JSON.stringify(data, inLine);

/** Saves the session. In a browser without storage a reload starts a new one. */
export function saveSession(session: Session): void {
  const save = (what: Session): boolean => store(NAME, lineText(what), "sessionStorage");
  // If the storage is full, only the game is saved.
  if (!save(session)) save({ ...session, view: null, games: [], chosen: 0 });
}

export const savedSession = (): Session | null => readSession(stored(NAME, "sessionStorage"));

// What outlives a reload of this tab: the game, what is analysed, and the games of a file. What is
// read back is text from outside, like any other.

import type { App } from "./app";
import { flag, json, lenient, line, list, obj, orNull, where, whole } from "./decode";
import { type GameDoc, docOf, readDoc } from "./game-doc";

export interface Session {
  /** What the engine is called. */
  engine: string;
  /** The address of what is in view. */
  address: string;
  /** The game that is being played or is put aside. */
  game: GameDoc | null;
  /** Whether that game is in view. */
  playing: boolean;
  /** What is in view where that is no game. */
  view: GameDoc | null;
  analysing: boolean;
  /** The games of the file in view, what is said of them, and the number of the one in view: one
   *  more than the last one where none is. */
  games: GameDoc[];
  note: string;
  chosen: number;
}

const KEY = "zugi-session";

/** The most nodes of all games of a file that is kept. */
const MOST_FILE_NODES = 5000;

/** The session of a text; null if it has none. */
export const readSession = lenient(
  json(
    where(
      "a game where one is played",
      obj<Session>({
        engine: line(1000),
        address: line(),
        game: orNull(readDoc),
        playing: flag,
        view: orNull(readDoc),
        analysing: flag,
        games: list(readDoc),
        note: line(),
        chosen: whole(0, MOST_FILE_NODES),
      }),
      ({ game, playing }) => (game ? game.play !== null : !playing),
    ),
  ),
  null,
);

/** The session of the page. */
function sessionOf(app: App): Session {
  const { tree, node, game, record, records, analysis } = app;
  const nodes = records.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const whole = record !== null && records.includes(record) && nodes <= MOST_FILE_NODES;
  const games = whole ? records : record ? [record] : [];
  const wanted = !game && !app.puzzle && (tree.root.children.length > 0 || analysis.on);
  const view = wanted ? docOf(app.suspended.shown, node) : null;
  return {
    engine: app.engine.name,
    address: location.hash,
    game: app.suspended.doc(),
    playing: game !== null,
    view,
    analysing: analysis.on,
    games,
    note: whole ? app.recordsNote : "",
    chosen: record ? games.indexOf(record) : games.length,
  };
}

/** A text without what ends a line. */
const inLine = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ") : value;

/** Keeps the session. A browser that keeps nothing is one in which a reload begins anew. */
export function saveSession(app: App): void {
  const session = sessionOf(app);
  try {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(session, inLine));
    } catch {
      // There is no room for so much: the game comes first.
      const less = { ...session, view: null, games: [], chosen: 0 };
      sessionStorage.setItem(KEY, JSON.stringify(less, inLine));
    }
  } catch {
    // The game goes on all the same.
  }
}

/** The session of this tab before it was loaded anew. */
export function savedSession(): Session | null {
  try {
    return readSession(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

// The session of this tab, which outlives a reload: the game, the analysis, and the games of a file.

import type { App } from "./app";
import { flag, json, lenient, line, list, obj, orNull, where, whole } from "./decode";
import { type GameDoc, docOf, readDoc } from "./game-doc";

export interface Session {
  engine: string;
  address: string;
  /** The game that is played or suspended. */
  game: GameDoc | null;
  /** Whether that game is in view. */
  playing: boolean;
  /** The analysis in view, if there is one. */
  view: GameDoc | null;
  analysing: boolean;
  /** The games of the file in view. */
  games: GameDoc[];
  /** Words about all of them. */
  note: string;
  /** The index of the one in view. */
  chosen: number;
}

const KEY = "zugi-session";

/** The most nodes of all games of a file that are saved. */
const MOST_FILE_NODES = 5000;

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
    note: whole ? app.recordsText : "",
    chosen: record ? games.indexOf(record) : games.length,
  };
}

/** Replaces what ends a line in texts. */
const inLine = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ") : value;

/** Saves the session. In a browser without storage a reload starts a new one. */
export function saveSession(app: App): void {
  const session = sessionOf(app);
  try {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(session, inLine));
    } catch {
      // The storage is full: the game comes first.
      const less = { ...session, view: null, games: [], chosen: 0 };
      sessionStorage.setItem(KEY, JSON.stringify(less, inLine));
    }
  } catch {
    // The page works without it.
  }
}

export function savedSession(): Session | null {
  try {
    return readSession(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

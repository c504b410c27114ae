// The games of this browser, in IndexedDB; list entries are separate, so that lists read no texts.

import { lenient, line, matching, number, obj, oneOf, optional } from "./decode";

const count = number(0, 1e6);
const time = number(0, 8.64e15);

/** The list entry of a game; null if it cannot be read. */
export const readEntry = lenient(
  obj({
    id: matching("a name of a game", /^[a-z\d]{1,64}$/),
    variant: line(1000),
    names: obj({ p1: line(), p2: line() }),
    /** How it ended; `none` if it has not. */
    result: oneOf<string>("p1win", "p2win", "draw", "none"),
    /** The numbers of its last move and of its next one, as the list of moves has them. */
    moves: count,
    next: count,
    /** The times of its beginning and of its last move, in milliseconds since 1970. For an imported
     *  game both are the time of its beginning. */
    started: time,
    changed: time,
    /** The id of the visit that has written it. */
    writer: line(1000),
    /** A digest, equal for equal games, also after an export and an import. */
    content: line(),
    waits: optional(time, undefined),
  }),
  null,
);

export interface Entry extends Omit<NonNullable<ReturnType<typeof readEntry>>, "waits"> {
  /** `changed`, if the game can continue. */
  waits?: number | undefined;
}

export interface StoredGame {
  entry: Entry;
  text: string;
}

const NAME = "zugi-games";
const VERSION = 1;

/** Games cannot be stored or read; the message is for people. */
export class NoStorage extends Error {}

const WORDS: Record<string, string> = {
  QuotaExceededError: "This browser has no room for more games: delete some of My games.",
  VersionError: "Your games were kept by a newer version of this page: load the page anew.",
};

const failure = (error: unknown): NoStorage =>
  new NoStorage(
    WORDS[(error as Error | null)?.name ?? ""] ??
      "This browser keeps no games for this page: yours are here as long as this tab is open.",
  );

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });

let opened: Promise<IDBDatabase> | null = null;

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    const { result: made } = request;
    made.createObjectStore("entries", { keyPath: "id" }).createIndex("waits", "waits");
    made.createObjectStore("texts");
  };
  const database = await result(request);
  // A newer page in another tab or the browser closes the database; the next use reopens it.
  database.onclose = database.onversionchange = () => {
    database.close();
    opened = null;
  };
  return database;
}

interface Stores {
  entries: IDBObjectStore;
  texts: IDBObjectStore;
}

/** Runs one transaction, all or nothing. */
async function transact<T>(
  mode: IDBTransactionMode,
  act: (stores: Stores) => Promise<T>,
): Promise<T> {
  try {
    const database = await (opened ??= open());
    const transaction = database.transaction(["entries", "texts"], mode);
    const done = new Promise<void>((done, fail) => {
      transaction.oncomplete = () => done();
      transaction.onabort = transaction.onerror = () => fail(transaction.error);
    });
    const [found] = await Promise.all([
      act({ entries: transaction.objectStore("entries"), texts: transaction.objectStore("texts") }),
      done,
    ]);
    return found;
  } catch (error) {
    opened?.catch(() => (opened = null));
    throw failure(error);
  }
}

/** Writes a game, and returns its id. If another visit has written the stored game, `mayReplace`
 *  tells whether this game continues its text; if not, this game gets a new id. */
export const writeGame = (
  { entry, text }: StoredGame,
  mayReplace: (text: string) => boolean,
  otherId: () => string,
): Promise<string> =>
  transact("readwrite", async ({ entries, texts }) => {
    const there = (await result(entries.get(entry.id))) as Entry | undefined;
    const before =
      there && there.writer !== entry.writer ? await result<unknown>(texts.get(entry.id)) : null;
    const id = typeof before === "string" && !mayReplace(before) ? otherId() : entry.id;
    // A write without new moves keeps the stored time of play and numbers of moves. Out of view,
    // new numbers are only estimated: see `numbersOf` in `kept-games.ts`.
    const asBefore = id === entry.id && there?.content === entry.content;
    const { changed, moves, next } = asBefore ? there : entry;
    entries.put({ ...entry, id, changed, moves, next, ...(entry.waits && { waits: changed }) });
    texts.put(text, id);
    return id;
  });

/** Adds games under ids that no stored game has. */
export const addGames = (games: StoredGame[]): Promise<void> =>
  transact("readwrite", async ({ entries, texts }) => {
    for (const { entry, text } of games) {
      entries.put(entry);
      texts.put(text, entry.id);
    }
  });

/** All entries, as any version of the page wrote them. */
export const readEntries = (): Promise<unknown[]> =>
  transact("readonly", ({ entries }) => result<unknown[]>(entries.getAll()));

/** The entries of unfinished games, the last played first. */
export const readWaiting = (most: number): Promise<unknown[]> =>
  transact("readonly", ({ entries }) => {
    const cursors = entries.index("waits").openCursor(null, "prev");
    const found: unknown[] = [];
    return new Promise((done, fail) => {
      cursors.onerror = () => fail(cursors.error);
      cursors.onsuccess = () => {
        const { result: cursor } = cursors;
        if (!cursor || found.length === most) return done(found);
        found.push(cursor.value);
        cursor.continue();
      };
    });
  });

export const readText = (id: string): Promise<unknown> =>
  transact("readonly", ({ texts }) => result<unknown>(texts.get(id)));

export const removeGame = (id: string): Promise<void> =>
  transact("readwrite", async ({ entries, texts }) => {
    entries.delete(id);
    texts.delete(id);
  });

// Stores the games of this page in the browser, and opens them again.

import { DecodeError, json, lenient } from "./decode";
import { say } from "./dom";
import { type Entry, type StoredGame, NoStorage, readEntry } from "./game-database";
import * as database from "./game-database";
import { type GameDoc, type Settings, type Side, docOf, readDoc } from "./game-doc";
import { levelWords } from "./levels";
import { Queue } from "./queue";
import { showRecord } from "./recorded-games";
import { newId } from "./stores/game";
import { lineText } from "./stores/saved-game";
import { PLAYERS, type Player, other } from "./scene";
import { status } from "./status";
import { settled } from "./state";
import { connection, position, session, tasks } from "./stores";
import { gameFile } from "./stores/game-file";
import { myGames } from "./stores/my-games";
import { play } from "./stores/play";
import { moveNumber } from "./tree";

/** The id of this visit, as a writer of games. */
const WRITER = newId();

const readText = json(readDoc);

/** The moves of the line that was played. */
const played = ({ nodes, played }: GameDoc): string[] =>
  nodes.slice(1, (played ?? 0) + 1).map(({ move }) => move);

function digest(text: string): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
  }
  return (one >>> 0).toString(36) + (two >>> 0).toString(36);
}

/** The numbers of the last move and of the next one, as the list of moves has them. */
type Numbers = Pick<Entry, "moves" | "next">;

function entryOf(doc: GameDoc, numbers: Numbers): Entry {
  const line = played(doc);
  const { id, variant, names, started, ended } = doc;
  const result = ended?.result ?? "none";
  const changed = Date.now();
  const day = Math.floor(started / 86_400_000);
  return {
    id,
    variant,
    names,
    result,
    ...numbers,
    started,
    changed,
    writer: WRITER,
    content: digest([variant, names.p1, names.p2, result, day, ...line].join("\n")),
    ...(doc.play && !ended && { waits: changed }),
  };
}

/** The text of a game, without the position in view. */
const textOf = (doc: GameDoc): string => lineText({ ...doc, at: doc.played ?? 0, turned: false });

/** Whether a game continues the stored text: it has all of its moves and its end. */
function continues(doc: GameDoc, text: string): boolean {
  const before = lenient(readText, null)(text);
  if (!before) return false;
  const [now, then] = [played(doc), played(before)];
  const ended = before.ended !== null;
  return (
    then.every((move, at) => move === now[at]) &&
    (!ended || (then.length === now.length && doc.ended?.result === before.ended?.result))
  );
}

/** The last written or read text of each game, and the deleted games. */
const known = new Map<string, string>();
const deleted = new Set<string>();

/** The new ids of games that another tab has continued. */
const renamed = new Map<string, string>();

const queue = new Queue();

/** The last reported problem. */
let told = "";

/** Runs a database task after earlier ones; reports failed writes once until one succeeds. */
function inDatabase<T>(act: () => Promise<T>, writes = false): Promise<T | null> {
  return queue.add(async () => {
    try {
      const found = await act();
      if (writes) myGames.problem = told = "";
      return found;
    } catch (error) {
      if (!(error instanceof NoStorage)) throw error;
      myGames.problem = error.message;
      if (writes && told !== error.message) tasks.tell((told = error.message));
      return null;
    }
  });
}

/** The names of the players of a game of this page, with the level of an engine. */
export function namesOf({ settings }: { settings: Settings }): Record<Player, string> {
  const name = (side: Side): string => {
    if (side.is === "person") return "person";
    const level = side.elo === null ? "" : `, ${levelWords(connection.elo, side.elo)}`;
    return connection.name + level;
  };
  return { p1: name(settings.sides.p1), p2: name(settings.sides.p2) };
}

function playedDoc(): GameDoc | null {
  const doc = play.doc();
  return doc?.play ? { ...doc, names: namesOf(doc.play) } : null;
}

/** The game in view or suspended, if it is to be stored. */
function docToKeep(): GameDoc | null {
  const { record, node } = position;
  const doc = record?.id ? { ...docOf(play.shown, node), play: record.play } : playedDoc();
  if (!doc?.id || deleted.has(doc.id)) return null;
  const sides = doc.play?.settings.sides;
  const isPersons = (player: Player): boolean => !sides || sides[player].is === "person";
  // Games between engines are not stored.
  if (!PLAYERS.some(isPersons)) return null;
  // A game is stored from a person's first move on, even if that is taken back.
  const line = doc.nodes.slice(1, (doc.played ?? 0) + 1);
  const begun = line.some(({ mover }) => !mover || isPersons(mover));
  return begun || known.has(doc.id) ? doc : null;
}

/** An effect: stores the game at each move. */
function keepGame(): void {
  position.tree.read();
  void [position.node, play.game?.ended, position.record];
  const doc = docToKeep();
  if (!doc) return;
  const text = textOf(doc);
  if (known.get(doc.id) === text) return;
  known.set(doc.id, text);
  const game = play.own?.id === doc.id ? play.own : null;
  const numbers = game ? numbersInView() : numbersOf(doc);
  const task = inDatabase(async () => {
    const id = renamed.get(doc.id) ?? doc.id;
    const entry = { ...entryOf(doc, numbers), id };
    const kept = await database.writeGame({ entry, text }, (text) => continues(doc, text), newId);
    if (kept === doc.id) return;
    known.set(kept, text);
    renamed.set(doc.id, kept);
    if (game) game.id = kept;
  }, true);
  tasks.run(task);
}

function numbersInView(): Numbers {
  const { played, root } = position.tree;
  const last = played ?? root;
  const start = { ...root, view: root.view ?? last.view ?? position.node.view };
  const numberOf = (ply: number): number => moveNumber({ ...last, ply }, start);
  return { moves: numberOf(last.ply), next: numberOf(last.ply + 1) };
}

/** The numbers of a game that is not played in view (suspended, recorded or imported); they assume
 *  that the sides move in turn. */
function numbersOf({ nodes, played }: GameDoc): Numbers {
  const numberOf = (ply: number): number => Math.ceil((ply + Number(nodes[1]?.mover === "p2")) / 2);
  return { moves: numberOf(played ?? 0), next: numberOf((played ?? 0) + 1) };
}

/** Offers the unfinished game of this engine that was played last and is not in view. */
export async function findWaiting(): Promise<void> {
  const found = (await inDatabase(() => database.readWaiting(20))) ?? [];
  const entry = found
    .map(readEntry)
    .filter((one) => one !== null)
    .find(({ id, variant }) => titleOf(variant) !== null && id !== play.game?.id);
  const { waiting } = myGames;
  if (waiting?.id === entry?.id && waiting?.next === entry?.next) return;
  const open = (): void => tasks.run(openKept(entry!));
  myGames.waiting = entry
    ? { id: entry.id, next: entry.next, title: titleOf(entry.variant)!, open }
    : null;
}

/** Stores games from then on, and offers the one that waits. */
export function watchGames(): void {
  settled(keepGame);
  settled(() => {
    void [play.game?.id, play.game?.ended, play.suspended];
    tasks.run(findWaiting());
  });
}

/** The engine's title of a variant's game; null if it does not play the variant. */
export function titleOf(variant: string): string | null {
  const told = connection.engine.variants.find(({ name }) => name === variant);
  if (told) return told.title;
  const scene = position.scene;
  return scene?.variant === variant ? position.sheet?.title || variant : null;
}

/** The games, the last played first, and the number of unreadable ones; null without storage. */
export async function listGames(): Promise<{ games: Entry[]; odd: number } | null> {
  const found = await inDatabase(database.readEntries);
  if (!found) return null;
  const games = found.map(readEntry).filter((one) => one !== null);
  games.sort((one, other) => other.changed - one.changed);
  return { games, odd: found.length - games.length };
}

async function docOfEntry({ id }: Entry): Promise<GameDoc> {
  const text = await database.readText(id);
  known.set(id, String(text));
  renamed.delete(id);
  try {
    return { ...readText(text), id };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new Error("This game cannot be read: it is damaged, or of another version of the page");
  }
}

/** Continues an unfinished game, or shows a finished one with its end. */
export async function openKept(entry: Entry): Promise<void> {
  tasks.clearTrouble();
  const { aside } = play;
  if (entry.id === aside?.game.id && !aside.game.over) return session.back();
  if (entry.id === play.game?.id) return;
  const doc = await docOfEntry(entry);
  const ended = doc.ended ?? { result: "none", text: "", reason: "" };
  if (doc.play) await session.goOn(doc);
  else await session.attempt(() => showRecord({ ...doc, ended }));
  gameFile.show([], "");
  gameFile.asked = null;
  if (doc.play && doc.ended)
    say(`${titleOf(doc.variant)} ${opponentWords(entry)}. ${status(play.game, position)}`);
}

/** Deletes a game; returns what `bringBack` needs. */
export async function deleteGame(entry: Entry): Promise<StoredGame | null> {
  deleted.add(entry.id);
  const removed = await inDatabase(async () => {
    const text = await database.readText(entry.id);
    await database.removeGame(entry.id);
    return { entry, text: String(text) };
  }, true);
  if (!removed) deleted.delete(entry.id);
  if (play.aside?.game.id === entry.id) play.aside = null;
  return removed;
}

/** Stores a deleted game again; false if the browser cannot. */
export async function bringBack(game: StoredGame): Promise<boolean> {
  deleted.delete(game.entry.id);
  return (await inDatabase(() => database.addGames([game]), true)) !== null;
}

/** The readable games, and the number of others. */
export async function readAll(entries: Entry[]): Promise<{ docs: GameDoc[]; odd: number }> {
  const docs: GameDoc[] = [];
  for (const entry of entries) {
    const doc = lenient(readText, null)(await database.readText(entry.id));
    if (doc) docs.push(doc);
  }
  return { docs, odd: entries.length - docs.length };
}

/** Adds games of a file; returns the numbers of new and of known games. */
export async function addGames(docs: GameDoc[]): Promise<{ added: number; there: number } | null> {
  const list = await listGames();
  if (!list) return null;
  const contents = new Set(list.games.map(({ content }) => content));
  const added: StoredGame[] = [];
  for (const doc of docs) {
    const own = { ...doc, id: newId() };
    const entry = { ...entryOf(own, numbersOf(own)), changed: own.started };
    if (contents.has(entry.content)) continue;
    contents.add(entry.content);
    added.push({ entry, text: textOf(own) });
  }
  if ((await inDatabase(() => database.addGames(added), true)) === null) return null;
  return { added: added.length, there: docs.length - added.length };
}

/** The side of the person, if exactly one person plays. */
export function ownSide({ names }: Entry): Player | null {
  const people = PLAYERS.filter((player) => names[player] === "person");
  return people.length === 1 ? people[0]! : null;
}

/** The level of the engine in a game; infinite if the name of the opponent has no level, as at full
 *  strength. Null for a rating that is no level, and if not exactly one person plays. */
export function levelOf(entry: Entry): number | null {
  const own = ownSide(entry);
  if (!own) return null;
  const [, words, level] = /, (level (\d+) of|at) \d+$/.exec(entry.names[other(own)]) ?? [];
  return level ? Number(level) : words ? null : Infinity;
}

/** The players of a game in words, for the list of own games. */
export function opponentWords(entry: Entry): string {
  const own = ownSide(entry);
  const { p1, p2 } = entry.names;
  if (own) return `against ${entry.names[other(own)]}`;
  if (p1 === "person" && p2 === "person") return "two people";
  return `${p1 || "?"} \u2013 ${p2 || "?"}`;
}

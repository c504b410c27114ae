// Positions, games and records that come in and go out: files, the clipboard, the address.

import { readAddress, writeAddress } from "./address";
import type { App } from "./app";
import { askText } from "./dialogs";
import { byId, el, put, say } from "./dom";
import { Gone, Refused } from "./engine";
import { LARGEST, type Recorded, isRecord, lineOf, readRecord, writeRecord } from "./records";
import { type Score } from "./info";
import { beside, path } from "./tree";
import { asMeant } from "./typed";

/** The longest file that may be a position. */
const LONGEST_POSITION = 4096;

/** Copies a text, or shows it where the browser does not let pages copy. */
export async function copy(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
    byId("note").textContent = `${what} copied.`;
  } catch {
    await askText(what, text, null, "Copy the text:");
  }
}

/** The line in view, up to its end, and the variations beside it, as a record. */
export function recordOf(app: App): Recorded {
  const main = app.tree.main(app.node);
  const nodes = main.slice(1);
  const own = (score: Score | null, first: boolean): Score | null => {
    if (!score || first) return score;
    return "cp" in score ? { cp: 0 - score.cp } : { mate: 0 - score.mate };
  };
  const end = nodes.at(-1)?.view ?? app.node.view;
  const side = app.game?.settings.sides;
  // How a recorded game ended says nothing of other lines.
  const record = app.record && lineOf(app.record, 0).join(" ") === nodes.map(({ move }) => move).join(" ") ? app.record : null;
  const name = (player: "p1" | "p2"): string => app.record?.names[player] ?? (side?.[player].is === "person" ? "person" : app.engine.name);
  return {
    number: app.record?.number || 1, variant: app.variant, names: { p1: name("p1"), p2: name("p2") },
    fen: app.tree.fen, opening: [], result: app.game?.ended?.result ?? record?.result ?? end?.result ?? "none", reason: app.game?.ended?.reason ?? record?.reason ?? "rules",
    variations: beside(main),
    moves: nodes.map((node) => ({
      move: node.move, player: node.mover, depth: node.parent?.depth ?? 0, note: "",
      score: node.mover ? own(node.parent?.score ?? null, node.mover === "p1") : null,
    })),
  };
}

export const copyPosition = (app: App): Promise<void> => copy("Position", app.node.view?.fen ?? "");
export const copyGame = (app: App): Promise<void> => copy("Game", writeRecord(recordOf(app)));

/** The address of the position in view. */
export function addressOf(app: App): string {
  return writeAddress({ variant: app.variant, fen: app.tree.fen, moves: path(app.node).slice(1).map(({ move }) => move) });
}

export const copyLink = (app: App): Promise<void> => copy("Link", location.href.replace(/#.*$/, "") + addressOf(app));

/** Shows what a text says: a record, a position, or moves from the start of the game in view. */
export async function readGiven(app: App, text: string): Promise<void> {
  byId("trouble").hidden = true;
  const words = asMeant(text).replace(/\s+/g, " ").trim();
  if (!words) throw new Error("Empty: expected a position, moves or a record");
  if (isRecord(text)) {
    app.records = readRecord(text);
    drawRecords(app);
    return openNumber(app, 0);
  }
  const inAddress = /#(variant=\S*|fen=\S*)$/.exec(words);
  if (inAddress) return app.open(readAddress(inAddress[0]));
  const [start = "", moves] = words.replace(/^position /, "").split(/ moves(?: |$)/);
  const played = moves?.split(" ").filter(Boolean) ?? [];
  if (start === "startpos") return app.open({ variant: null, fen: null, moves: played });
  try {
    await app.open({ variant: null, fen: start.replace(/^fen /, ""), moves: played });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const listed = words.replace(/\b\d+\.+ ?/g, "").split(" ").filter(Boolean);
    // How a game ended is no move.
    while (listed.length && END.test(listed.at(-1) ?? "")) listed.pop();
    try {
      await app.open({ variant: null, fen: app.tree.fen, moves: listed });
    } catch (other) {
      if (!(other instanceof Refused)) throw other;
      const looksListed = listed.length > 0 && listed.every((word) => MOVE.test(word));
      if (looksListed && (await openElsewhere(app, listed))) return;
      // What is wrong with it as a position says more, unless it is surely a list of moves.
      throw looksListed || /^\d+\./.test(words) ? other : error;
    }
  }
}

/** What stands at the end of a list of moves. */
const END = /^(resigns?|draw|timeout|\*|1-0|0-1|1\/2-1\/2|p[12]win|none)$/i;

/** What looks like a move, and not like a board. */
const MOVE = /^(?!.*\/)\S*[a-z]\d+\S*$|^(0000|swap|pass|t\S?)$/i;

/** Shows moves in another variant of the engine, from its start; says whether there is one that
 *  they fit. */
async function openElsewhere(app: App, moves: string[]): Promise<boolean> {
  for (const variant of app.variants.names.filter((name) => name !== app.variant)) {
    try {
      await app.open({ variant, fen: null, moves });
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return false;
}

export async function openFile(app: App, file: File): Promise<void> {
  if (file.size > LARGEST) throw new Error(`"${file.name}" has ${Math.ceil(file.size / 2 ** 20)} MiB: expected at most ${LARGEST / 2 ** 20}`);
  if (/^(image|audio|video)\//.test(file.type)) throw new Error(`"${file.name}" is no text: expected a record of games or a position`);
  const text = await file.text();
  if (text.includes("\0")) throw new Error(`"${file.name}" is no text: expected a record of games or a position`);
  try {
    if (text.length > LONGEST_POSITION && !isRecord(text)) throw new Error("expected a record of a match, or a position");
    await readGiven(app, text);
  } catch (error) {
    if (!(error instanceof Error) || error instanceof Gone) throw error;
    throw new Error(`${file.name}: ${error.message}`);
  }
  byId("note").textContent = isRecord(text) ? `${file.name}: ${app.records.length} ${app.records.length === 1 ? "game" : "games"}.` : "";
}

/** Takes files that are dropped onto the page, and shows that it would while they are above it. */
export function takeDrops(take: (file: File) => void, refuse: (error: Error) => void): void {
  const above = (files: boolean): boolean => document.body.classList.toggle("dropping", files);
  addEventListener("dragover", (event) => {
    event.preventDefault();
    above(event.dataTransfer?.types.includes("Files") === true);
  });
  // Going from one element to another leaves the first one, too.
  addEventListener("dragleave", (event) => event.relatedTarget ?? above(false));
  addEventListener("drop", (event) => {
    event.preventDefault();
    above(false);
    const { files, items } = event.dataTransfer ?? { files: [], items: [] };
    const [dropped] = files;
    if (!dropped) return;
    const folder = [...items].some((item) => item.webkitGetAsEntry?.()?.isDirectory);
    if (folder) refuse(new Error(`"${dropped.name}" is a folder: expected a file`));
    else if (files.length > 1) refuse(new Error(`${files.length} files were dropped: expected one at a time`));
    else take(dropped);
  });
}

/** Shows a game of the record by its place. */
export async function openNumber(app: App, at: number): Promise<void> {
  const game = app.records[at];
  if (!game) return;
  await app.openRecord(game);
  byId<HTMLSelectElement>("games").value = String(at);
  say(`Game ${game.number}: ${game.names.p1} against ${game.names.p2}, ${game.result}`);
}

const SHORT: Record<string, string> = { p1win: "1\u20130", p2win: "0\u20131", draw: "\u00bd\u2013\u00bd" };

/** Fills the list of games. */
export function drawRecords(app: App): void {
  const games = byId<HTMLSelectElement>("games");
  put(games, app.records.map((game, at) => {
    const text = `${game.number}. ${game.names.p1} \u2013 ${game.names.p2} ${SHORT[game.result] ?? "*"} ${game.reason}`;
    return el("option", { value: at }, text);
  }));
  byId("record").hidden = app.records.length === 0;
}

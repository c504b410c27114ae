// The address of a position, files that are dropped, and the list of recorded games. What
// is opened is read by `open-text.ts`.

import { writeAddress } from "./address";
import type { App } from "./app";
import { byId, el, put, say } from "./dom";
import type { Recorded } from "./records";
import type { Player } from "./scene";
import { path } from "./tree";

/** The address of the position in view. */
export function addressOf(app: App): string {
  return writeAddress({ variant: app.variant, fen: app.tree.fen, moves: path(app.node).slice(1).map(({ move }) => move) });
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

const named = ({ names }: Recorded, player: Player): string => names[player] || (player === "p1" ? "player one" : "player two");
const SHORT: Record<string, string> = { p1win: "1\u20130", p2win: "0\u20131", draw: "\u00bd\u2013\u00bd" };

/** Shows a game of the record by its place. */
export async function openNumber(app: App, at: number): Promise<void> {
  const game = app.records[at];
  if (!game) return;
  await app.openRecord(game);
  byId<HTMLSelectElement>("games").value = String(at);
  byId("record-facts").textContent = game.facts;
  say(`Game ${game.number}: ${named(game, "p1")} against ${named(game, "p2")}, ${SHORT[game.result] ?? "no result"}`);
}

/** Fills the list of games. */
export function drawRecords(app: App, count: string): void {
  const games = byId<HTMLSelectElement>("games");
  put(games, app.records.map((game, at) => {
    const text = `${game.number}. ${named(game, "p1")} \u2013 ${named(game, "p2")} ${SHORT[game.result] ?? "*"} ${game.reason}`;
    return el("option", { value: at }, text);
  }));
  byId("record-count").textContent = count;
  byId("record").hidden = app.records.length === 0;
}

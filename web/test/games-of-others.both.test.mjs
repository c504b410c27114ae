// Games of other programs, opened and pasted. tests/matches/games.rs tests the readers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  counts,
  current,
  follow,
  give,
  moves,
  open,
  paste,
  pasteByMenu,
  plies,
  reads,
  ready,
  served,
  test,
  withoutServer,
} from "./support.mjs";

const server = served();

const sample = (name) =>
  readFileSync(new URL(`../../crates/records/tests/data/${name}`, import.meta.url), "utf8");
const giveSample = (page, name) => give(page, name.replace(/.*\//, ""), sample(name));
const text = (page, id) => page.textContent(`#${id}`);

test("a record of Abstract Play: players, day, place, result and reason", async () => {
  const page = await open(server.url);
  await giveSample(page, "abstractplay-6x6-resign.json");
  await plies(page, 13);
  assert.match(await text(page, "record-facts"), /^Abstract Play, zola#test-6-\S+ · 2026-11-25$/);
  assert.equal(await text(page, "record-count"), "");
  assert.deepEqual(await page.locator(".side .who").allTextContents(), [
    "Random Two",
    "Random One",
  ]);
  assert.match(
    await page.locator("#games").textContent(),
    /^1\. Random One – Random Two 1–0 resign$/,
  );
  await page.click("#last");
  await reads(page, "#status", "Red has won: Blue resigned.");
});

test("a list of games, some of them not ours: a choice, and what was left out", async () => {
  const page = await open(server.url);
  await giveSample(page, "handmade/mixed.json");
  await counts(page, "#games option", 3);
  await page.locator("#record").waitFor();
  assert.match(
    await text(page, "record-count"),
    /^10 games, 3 shown; left out: 2 of Havannah; 1 of Hex; /,
  );
  // The list is there before its first game.
  await ready(page);
  const before = await moves(page);
  await page.selectOption("#games", "2");
  await page.waitForFunction(
    (before) =>
      [...document.querySelectorAll("#moves > .move[data-text]")]
        .map(({ dataset }) => dataset.text)
        .join() !== before,
    before.join(),
  );
  // The next file takes the place of this one.
  await giveSample(page, "abstractplay-meta-8x8.json");
  await reads(page, "#record-count", "5 games");
});

test("a file may be in UTF-8, UTF-16 and Latin-1", async () => {
  const page = await open(server.url);
  for (const [encoding, mark] of [
    ["utf8", ""],
    ["utf16le", "\ufeff"],
    ["latin1", ""],
  ]) {
    const name = `Café ${encoding}`;
    await give(
      page,
      "game.pgn",
      Buffer.from(`${mark}[Variant "zola-6"]\n[White "${name}"]\n\n1. d6c6 *\n`, encoding),
    );
    await page.locator(".side .who", { hasText: name }).waitFor();
  }
});

test("pasted lists find their board and their end", async () => {
  const page = await open(server.url);
  await pasteByMenu(page, sample("handmade/pasted-8x8.txt"));
  await plies(page, 20);
  assert.match(await text(page, "game-size"), /8/);
  // The game is shown at its end, a loss on time.
  await reads(page, "#status", /had no time left\.$/);
  // Bare moves belong to the variant in view.
  await follow(page, "#variant=zola-4");
  await pasteByMenu(page, "1. a1-b1, a4\u2013b4 2.");
  await plies(page, 2);
  assert.match(await text(page, "game-size"), /4/);
  // A move that no variant has: the message is about the list, not about a position.
  await paste(page, "a1z9 b2b3");
  await reads(page, "#trouble", /a1z9/);
  assert.doesNotMatch(await text(page, "trouble"), /position/);
});

test("a file that was opened later and read sooner stays in view", async (t) => {
  if (withoutServer(t)) return;
  const page = await open(server.url);
  let answer;
  const wanted = new Promise((done) => (answer = done));
  let answered;
  await page.route(
    "**/games?*",
    (route) =>
      (answered = (async () => {
        const response = await route.fetch();
        await wanted;
        await route.fulfill({ response });
      })()),
    { times: 1 },
  );
  const first = page.waitForRequest("**/games?*");
  await giveSample(page, "ludii-6x6-1.trl");
  await first;
  await giveSample(page, "abstractplay-6x6-resign.json");
  await reads(page, "#note", /^abstractplay-6x6-resign.json: /);
  await plies(page, 13);
  const shown = await moves(page);
  answer();
  await answered;
  // If the late answer had an effect, it would come before the answer to the next question.
  await page.click("#last");
  await current(page, shown.at(-1));
  assert.deepEqual(await moves(page), shown);
  assert.match(await text(page, "note"), /^abstractplay-6x6-resign.json: /);
});

test("without a server that reads games lists of moves are opened all the same", async (t) => {
  if (withoutServer(t)) return;
  const page = await open(`${server.url}#variant=zola-4`);
  await page.route("**/games?*", (route) => route.fulfill({ status: 404 }));
  await give(page, "list.txt", "1. a1b1 a4b4 resign");
  await plies(page, 2);
  await give(page, "game.pgn", '[Event "x"]\n\n*\n');
  await reads(page, "#trouble", /files of games are read by zugi serve/);
  await page.route("**/games?*", (route) => route.abort());
  await give(page, "other.pgn", '[Event "x"]\n\n*\n');
  await reads(page, "#trouble", /other\.pgn: The server cannot be reached/);
  await give(page, "more.txt", "1. d4d3 a4b4 resign");
  await page.locator('#moves [data-text="d4d3"]').waitFor();
  // The browser writes each failed request to the console.
  page.said.splice(0);
});

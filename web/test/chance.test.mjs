// What chance decides: in the page, and in the module that draws.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { build } from "esbuild";
import { closeAll, moves, open, serve, skip, status } from "./support.mjs";

let server;
before(async () => {
  if (!skip) server = await serve();
});
after(async () => {
  await closeAll();
  server?.stop();
});

/** A module of the page by itself. */
async function load(name) {
  const entry = new URL(`../src/${name}.ts`, import.meta.url).pathname;
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, format: "esm" });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

const SCENE = {
  seat: 0,
  seats: [{ places: [{ name: "line", faceDown: true, pieces: new Map([["A", 6], ["B", 1], ["C", 1]]) }] }],
  moves: ["A", "B", "C"].map((letter) => ({ text: `t${letter}`, actions: [{ does: "take", place: "line", letter }] })),
};

test("each piece of a heap is as likely", async () => {
  const { draw, dice, meant } = await load("hand");
  const seen = { tA: 0, tB: 0, tC: 0 };
  const games = 40_000;
  for (let n = 0; n < games; n += 1) seen[draw(SCENE, SCENE.moves).text] += 1;
  // Six of eight pieces are of one kind; the deviation is four times the standard one.
  for (const [text, share] of [["tA", 6 / 8], ["tB", 1 / 8], ["tC", 1 / 8]]) {
    const error = Math.abs(seen[text] - games * share);
    assert.ok(error < 4 * Math.sqrt(games * share * (1 - share)), JSON.stringify(seen));
  }
  // All numbers below a limit come, and no other one.
  const rolled = new Set(Array.from({ length: 500 }, () => dice(7)));
  assert.deepEqual([...rolled].sort(), [0, 1, 2, 3, 4, 5, 6]);
  // An engine says what it decides; which piece it is, chance does.
  assert.equal(meant(SCENE, "t", () => 6).text, "tB");
  assert.equal(meant(SCENE, "tC").text, "tC");
  assert.equal(meant(SCENE, "x"), null);
});

test("who holds a set turns one over by a click on the line", { skip, timeout: 60_000 }, async () => {
  const fen = "......../......../......../......../......../......../......../........ 2 - ZZZZZ123456/ZZZZZZ12346 Z/5 -/- 0:0 -/- 0:0:-";
  const page = await open(`${server.url}#${new URLSearchParams({ variant: "zoka", fen })}`);
  assert.match(await status(page), /^Seat b to move/);
  await page.click('[data-touch="heap:line"]');
  await page.waitForFunction(() => document.querySelectorAll("#moves .move").length === 2);
  const [move] = await moves(page);
  assert.match(move, /^t[Z12346]$/);
  const hand = await page.locator("#far .place").nth(1).locator(".thing").evaluateAll((things) => things.map((thing) => thing.title));
  const turned = move === "tZ" ? /Zoker/ : new RegExp(`Scorer ${move[1]}`);
  assert.ok(hand.some((name) => turned.test(name)) && hand.some((name) => /Scorer 5/.test(name)), hand.join());
  assert.deepEqual(page.said, []);
});

test("a piece from the hand is put down by two clicks", { skip, timeout: 60_000 }, async () => {
  const fen = "......../......../......../......../......../......../......../........ 2 - ZZZZZ123456/ZZZZZZ12346 Z/5 -/- 0:0 -/- 0:0:-";
  const page = await open(`${server.url}#${new URLSearchParams({ variant: "zoka", fen })}`);
  await page.locator('[data-touch^="place:hand:"]').click();
  assert.equal(await page.locator('.cell[aria-label*="can be gone to"]').count(), 64);
  await page.click('[data-square="d4"]');
  await page.waitForFunction(() => document.querySelectorAll("#moves .move").length === 2);
  assert.deepEqual(await moves(page), ["5@d4"]);
  assert.match(await page.getAttribute('[data-square="d4"]', "aria-label"), /b’s Scorer 5/);
  assert.deepEqual(page.said, []);
});

test("a Scorer is exchanged by clicks on it and on the Exchange area", { skip, timeout: 60_000 }, async () => {
  const fen = "......../......../......../......../......../......../aZ......./a5aZ...... 1 - =3/6 -/Z Z/- 3:0 -/- 0:0:-";
  const page = await open(`${server.url}#${new URLSearchParams({ variant: "zoka", fen })}`);
  await page.click('[data-square="a1"]');
  await page.click('[data-touch^="place:exchange:"]');
  await page.waitForFunction(() => document.querySelectorAll("#moves .move").length === 2);
  assert.deepEqual(await moves(page), ["a1=Z"]);
  assert.deepEqual(page.said, []);
});

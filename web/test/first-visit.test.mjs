// The requests that a first visit waits for before its board is shown.

import assert from "node:assert/strict";
import { open, ready, served, test, WATCH } from "./support.mjs";

const server = served();

/** Opens the page. The page's script waits for the promise of `hold`, if given. */
async function visit(hold = null) {
  const page = await open("about:blank", { cards: true }, WATCH);
  await page.route("**/later.js", async (route) => {
    page.pieces ??= await page.locator("#board .piece").count();
    await route.fallback();
  });
  if (hold) await page.route("**/app.js", (route) => hold(page).then(() => route.fallback()));
  await page.goto(server.url);
  await ready(page);
  return page;
}

test("the engine starts before the script of the page is there, and once", async () => {
  const page = await visit((page) =>
    page.waitForFunction(() => window.lines?.some(({ text }) => text === "ugiok")),
  );
  assert.equal(await page.evaluate(() => window.sockets.length), 1);
  const greetings = await page.evaluate(() => window.lines.filter(({ text }) => text === "ugi"));
  assert.equal(greetings.length, 1);
  // The engine's lines before the script are not lost.
  assert.equal(await page.textContent("#engine"), "zugi");
  assert.match(await page.textContent("#near .who, #far .who"), /./);
});

test("a connection that was lost before the page was there is made again", async () => {
  const page = await visit(async (page) => {
    await page.waitForFunction(() => window.sockets?.[0]?.readyState === WebSocket.OPEN);
    await page.evaluate(() => window.sockets[0].close());
    await page.waitForFunction(() => window.sockets[0].readyState === WebSocket.CLOSED);
  });
  assert.equal(await page.evaluate(() => window.sockets.length), 2);
  assert.equal(await page.locator("#lost").isHidden(), true);
});

test("the board waits for three answers, and for nothing that is seen later", async () => {
  const page = await visit();
  const lines = await page.evaluate(() => window.lines.filter(({ early }) => early));
  // If the page sends a line just after it has received one, it has waited for that one.
  // `uginewgame` has no answer to wait for.
  const waits = lines
    .filter(({ way }, at) => way === "said" && lines[at - 1]?.way !== "said")
    .map(({ text }) => text.replace(/ (value|fen) .*/, " $1"));
  assert.deepEqual(
    waits.filter((line) => line !== "uginewgame"),
    ["ugi", "setoption name PieRule value", "position fen"],
  );
  // The choice of a game comes after the board, and so does its script.
  await page.locator("dialog.lobby").waitFor();
  assert.ok(page.pieces > 0, `${page.pieces} pieces`);
});

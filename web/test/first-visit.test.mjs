// What a first visit waits for, until its board is there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromFolder, launch, served, skip } from "./support.mjs";

const server = served();

/** Keeps the connections of the page, and all lines in both directions until the board is there. */
const KEEP = () => {
  window.sockets = [];
  window.lines = [];
  const keep = (way, text) => {
    if (!document.querySelector("#board .piece")) window.lines.push([way, text]);
  };
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      window.sockets.push(this);
      this.addEventListener("message", ({ data }) => keep("heard", data));
    }

    send(text) {
      keep("said", text);
      super.send(text);
    }
  };
};

/** Opens the page. `hold`, if there is one, is waited for before its script comes. */
async function visit(hold = null) {
  const context = await (await launch()).newContext();
  const page = await context.newPage();
  await page.addInitScript(KEEP);
  await fromFolder(context);
  await context.route("**/extra.js", async (route) => {
    page.pieces ??= await page.locator("#board .piece").count();
    await route.fallback();
  });
  if (hold) await context.route("**/app.js", (route) => hold(page).then(() => route.fallback()));
  await page.goto(server.url);
  await page.locator("#board .piece").first().waitFor();
  return page;
}

const said = (page) =>
  page.evaluate(() => window.lines.filter(([way]) => way === "said").map(([, text]) => text));

test(
  "the engine starts before the script of the page is there, and once",
  { skip, timeout: 60_000 },
  async () => {
    const page = await visit((page) =>
      page.waitForFunction(() => window.lines?.some(([, text]) => text === "ugiok")),
    );
    assert.equal(await page.evaluate(() => window.sockets.length), 1);
    assert.equal((await said(page)).filter((line) => line === "ugi").length, 1);
    // What it said meanwhile is known.
    assert.match(await page.textContent("#engine"), /^zugi \d/);
    assert.match(await page.textContent("#near .who, #far .who"), /./);
    await page.context().close();
  },
);

test(
  "a connection that was lost before the page was there is made again",
  { skip, timeout: 60_000 },
  async () => {
    const page = await visit(async (page) => {
      await page.waitForFunction(() => window.sockets?.[0]?.readyState === WebSocket.OPEN);
      await page.evaluate(() => window.sockets[0].close());
      await page.waitForFunction(() => window.sockets[0].readyState === WebSocket.CLOSED);
    });
    assert.equal(await page.evaluate(() => window.sockets.length), 2);
    assert.equal(await page.locator("#lost").isHidden(), true);
    await page.context().close();
  },
);

test(
  "the board waits for three answers, and for nothing that is seen later",
  { skip, timeout: 60_000 },
  async () => {
    const page = await visit();
    const lines = await page.evaluate(() => window.lines);
    // What is said after something was heard waits for that. A new game is told, and not waited for.
    const waits = lines
      .filter(([way], at) => way === "said" && lines[at - 1]?.[0] !== "said")
      .map(([, text]) => text.replace(/ (value|fen) .*/, " $1"));
    assert.deepEqual(
      waits.filter((line) => line !== "uginewgame"),
      ["ugi", "setoption name PieRule value", "position fen"],
    );
    // The cards, which come with the first game, come after the board, and so does their script.
    await page.locator("dialog.sheet").waitFor();
    assert.ok(page.pieces > 0, `${page.pieces} pieces`);
    await page.context().close();
  },
);

// A game that is being played is not lost by what else is done in the page.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { closeAll, moves, newGame, open, serve, skip, square, status } from "./support.mjs";

let server;
before(async () => {
  if (!skip) server = await serve();
});
after(async () => {
  await closeAll();
  server?.stop();
});

const thinking = (page) => page.waitForFunction(() => /thinking/.test(document.querySelector("#status").textContent));
const myTurn = (page, plies) =>
  page.waitForFunction((plies) => document.querySelectorAll("#moves > .move").length === plies + 1 && !document.querySelector("#type").hidden, plies);
const paste = (page, text) => page.evaluate((text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}, text);
const go = async (page, from, to) => {
  await square(page, from).click();
  await square(page, to).click();
};

test("what cannot be read changes nothing while the engine thinks", { skip, timeout: 120_000 }, async () => {
  const page = await open(server.url);
  await newGame(page, { variant: "zola-6", p2: "engine", seconds: 1.5 });
  const buffer = Buffer.from("[number 1]\n[variant chess]\n1 p1 e2e4 {time 0}\n");
  const ways = [
    [() => paste(page, "rubbish"), /rubbish/],
    [() => page.setInputFiles("#file", { name: "game.txt", mimeType: "text/plain", buffer }), /no game "chess"/],
    [() => page.evaluate(() => (location.hash = "#variant=zvp&moves=z9z9")), /z9z9/],
    [() => page.evaluate(() => (location.hash = "#variant=chess")), /no game "chess"/],
  ];
  let plies = 0;
  for (const [what, said] of ways) {
    await page.locator('.cell[aria-label*="can move"]').first().click();
    await page.locator('.cell[aria-label*="can be gone to"]').first().click();
    await thinking(page);
    await what();
    await page.waitForFunction(() => !document.querySelector("#trouble").hidden);
    assert.match(await page.textContent("#trouble"), said);
    assert.equal(await page.getByRole("button", { name: "Resign" }).count(), 1);
    plies += 2;
    await myTurn(page, plies);
    await page.evaluate(() => (document.querySelector("#trouble").hidden = true));
  }
  assert.match(await status(page), /^Red to move/);
  assert.match(page.url(), /variant=zola-6/);
  assert.deepEqual(page.said, []);
});

test("a game with the pie rule goes on after what cannot be read", { skip, timeout: 60_000 }, async () => {
  const page = await open(server.url);
  await newGame(page, { variant: "zola-4", pie: true });
  await go(page, "a1", "b1");
  await paste(page, "#variant=zvp&moves=z9z9");
  await page.locator("#trouble").waitFor();
  await page.click('#actions [data-move="swap"]');
  await myTurn(page, 2);
  assert.deepEqual(await moves(page), ["a1b1", "swap"]);
  assert.deepEqual(page.said, []);
});

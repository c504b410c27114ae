// A game that is being played is not lost by what else is done in the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { menu, moves, myTurn, newGame, open, served, skip, square, toMove } from "./support.mjs";

const server = served();

const thinking = (page) =>
  page.waitForFunction(() => /thinking/.test(document.querySelector("#status").textContent));
const paste = (page, text) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, text);
const go = async (page, from, to) => {
  await square(page, from).click();
  await square(page, to).click();
};

test(
  "what cannot be read changes nothing while the engine thinks",
  { skip, timeout: 120_000 },
  async () => {
    const page = await open(server.url);
    await newGame(page, { variant: "zola-6", p2: "engine", seconds: 1.5 });
    const buffer = Buffer.from("[number 1]\n[variant chess]\n1 p1 e2e4 {time 0}\n");
    const ways = [
      [() => paste(page, "rubbish"), /rubbish/],
      [
        () => page.setInputFiles("#file", { name: "game.txt", mimeType: "text/plain", buffer }),
        /no game "chess"|files of games are read by zugi serve/,
      ],
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
    assert.match(await toMove(page), /^Red$/);
    assert.match(page.url(), /variant=zola-6/);
    assert.deepEqual(page.said, []);
  },
);

test(
  "a game with the pie rule goes on after what cannot be read",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(server.url);
    await newGame(page, { variant: "zola-4", pie: true });
    await go(page, "a1", "b1");
    await paste(page, "#variant=zvp&moves=z9z9");
    await page.locator("#trouble").waitFor();
    await page.click('#verbs [data-move="swap"]');
    await myTurn(page, 2);
    assert.deepEqual(await moves(page), ["a1b1", "swap"]);
    assert.deepEqual(page.said, []);
  },
);

test(
  "what an analysis has found of a game is no hint when it goes on",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(server.url);
    await newGame(page, { variant: "zola-4", p2: "engine" });
    await go(page, "a1", "b1");
    await myTurn(page, 2);
    const scored = page.locator("#moves > .move[data-text][title]");
    await page.click("#analyse");
    await page.click("#look-through");
    await page.waitForFunction(
      () => document.querySelectorAll("#moves > .move[data-text][title]").length === 2,
    );
    await page.getByRole("button", { name: "Back to the game" }).first().click();
    await page.locator('#actions [data-key="resign"]').waitFor();
    assert.equal(await scored.count(), 0);
    assert.deepEqual(page.said, []);
  },
);

const left = (page, player) => page.textContent(`[data-clock="${player}"]`);
const back = (page) => page.getByRole("button", { name: "Back to the game" });

test(
  "a game is put aside by whatever else is looked at, and gone back to",
  { skip, timeout: 120_000 },
  async () => {
    const page = await open(server.url);
    await newGame(page, { variant: "zola-4", p2: "engine", clock: { minutes: 1, increment: 0 } });
    await go(page, "a1", "b1");
    await myTurn(page, 2);
    const line = await moves(page);
    const fen = await page.textContent("#fen");
    const ways = [
      () => page.keyboard.press("a"),
      () => page.evaluate(() => document.querySelector("#look-through").click()),
      async () => {
        await menu(page, "#setup-open");
        await page.click("#set-done");
        await page.locator("#setup").waitFor({ state: "hidden" });
      },
      () => paste(page, "#variant=zvp&moves=c3d4"),
      async () => {
        await page.keyboard.press("a");
        await page.keyboard.press("Home");
        await page.waitForFunction(
          () => document.querySelector("#moves [aria-current]").textContent === "Start",
        );
        await page.keyboard.press("ArrowRight");
        await page.waitForFunction(
          () => document.querySelector("#moves [aria-current]").textContent !== "Start",
        );
        // Also where its line is cut off.
        await page.click("#cut");
      },
    ];
    for (const way of ways) {
      await way();
      await back(page).waitFor();
      assert.equal(await page.locator("[data-clock]").count(), 0);
      await page.waitForTimeout(300);
      await back(page).click();
      await page.waitForFunction(() =>
        document.querySelector("#live").textContent.startsWith("Back to the game."),
      );
      assert.equal(await page.getAttribute("#analyse", "aria-pressed"), "false");
      assert.deepEqual(await moves(page), line);
      assert.equal(await page.textContent("#fen"), fen);
      assert.match(await page.textContent("#far"), /zugi/);
      assert.equal(await back(page).count(), 0);
    }
    // All of that took seconds, and the clock stood still.
    assert.match(await left(page, "p1"), /^(1:00|0:5[6-9])$/);
    await page.locator('.cell[aria-label*="can move"]').first().click();
    await page.locator('.cell[aria-label*="can be gone to"]').first().click();
    await myTurn(page, 4);
    assert.deepEqual(page.said, []);
  },
);

test(
  "a set-up that is cancelled leads back by itself, and the engine thinks on",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(server.url);
    await newGame(page, { variant: "zola-6", p2: "engine", seconds: 1.5 });
    await go(page, "b6", "c6");
    await thinking(page);
    await menu(page, "#setup-open");
    await page.locator("#setup").waitFor();
    await page.waitForTimeout(2000);
    await page.click("#set-cancel");
    await thinking(page);
    await myTurn(page, 2);
    // From an analysis it leads back to the analysis.
    await page.keyboard.press("a");
    await menu(page, "#setup-open");
    await page.locator("#setup").waitFor();
    await page.click("#set-cancel");
    await back(page).waitFor();
    // A new game takes the place of the one that was put aside.
    await newGame(page, { variant: "zola-4" });
    await page.keyboard.press("a");
    await back(page).click();
    await page.waitForFunction(() => /variant=zola-4/.test(location.hash));
    assert.deepEqual(page.said, []);
  },
);

test(
  "an address that tells a game alone begins it, and asks first where one is played",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(`${server.url}#variant=zola-4`);
    const to = (hash) => page.evaluate((hash) => (location.hash = hash), hash);
    const game = (variant) =>
      page.waitForFunction((variant) => location.hash.includes(`variant=${variant}&`), variant);
    await page.getByRole("button", { name: "Resign" }).waitFor();
    // Nothing has been played, so that nothing is lost.
    await to("#variant=zola-8");
    await game("zola-8");
    await page.getByRole("button", { name: "Resign" }).waitFor();
    await newGame(page, { variant: "zola-4" });
    await go(page, "a1", "b1");
    await myTurn(page, 1);
    await to("#variant=zvp");
    const question = page.getByRole("dialog", { name: "Begin a new game?" });
    await question.waitFor();
    await page.keyboard.press("Escape");
    await game("zola-4");
    assert.deepEqual(await moves(page), ["a1b1"]);
    await page.getByRole("button", { name: "Resign" }).waitFor();
    await to("#variant=zvp");
    await question.getByRole("button", { name: "New game" }).click();
    await game("zvp");
    await page.getByRole("button", { name: "Resign" }).waitFor();
    assert.match(await toMove(page), /^(White|Princesses)$/);
    assert.equal((await moves(page)).length, 0);
    assert.deepEqual(page.said, []);
  },
);

// A game in progress is not lost by other actions in the page.

import assert from "node:assert/strict";
import {
  anyMove,
  CLOCK,
  current,
  finishSetUp,
  follow,
  game,
  give,
  go,
  menu,
  moveNow,
  moves,
  myTurn,
  newGame,
  open,
  paste,
  PHONE,
  plies,
  reads,
  ready,
  searching,
  served,
  setText,
  test,
  thinking,
  toMove,
  troubled,
  type,
  WATCH,
} from "./support.mjs";

const server = served();

test("what cannot be read changes nothing while the engine thinks", async () => {
  const page = await open(server.url + game("zola-6", { p2: "engine", time: 60 }), {}, WATCH);
  const ways = [
    [() => paste(page, "rubbish"), /rubbish/],
    [
      () => give(page, "game.txt", "[number 1]\n[variant chess]\n1 p1 e2e4 {time 0}\n"),
      /no game "chess"|files of games are read by zugi serve/,
    ],
    [() => follow(page, "#variant=zvp&moves=z9z9"), /z9z9/],
    [() => follow(page, "#variant=chess"), /no game "chess"/],
  ];
  let plies = 0;
  for (const [what, said] of ways) {
    await anyMove(page);
    await thinking(page);
    await what();
    await troubled(page, said);
    assert.equal(await page.getByRole("button", { name: "Resign" }).count(), 1);
    plies += 2;
    await moveNow(page);
    await myTurn(page, plies);
  }
  assert.match(await toMove(page), /^Red$/);
  await page.waitForURL(/variant=zola-6/);
});

test("back on a telephone leads from a set-up and an analysis to the game, and not off the page", async () => {
  const page = await open(server.url + game("zola-4"), PHONE);
  await type(page, "a1b1");
  await plies(page, 1);
  const back = () => page.keyboard.press("Escape");
  const inGame = async () => {
    await page.locator('#menu [data-for="resign"]:not([hidden])').waitFor({ state: "attached" });
    await plies(page, 1);
  };
  await page.click("#more summary");
  await page.click('#menu [data-for="analyse"]');
  await page.locator('[data-key="parked"]').waitFor();
  await back();
  await inGame();
  await menu(page, "#setup-open");
  await page.locator("#setup").waitFor();
  await back();
  await inGame();
  assert.equal(await page.locator("#setup").count(), 0);
  // A finished game, too, is behind a puzzle.
  await page.click("#more summary");
  await page.click('#menu [data-for="resign"]');
  await page.click("dialog[open] .primary");
  await page.locator("#end .card").waitFor();
  await page.keyboard.press("p");
  await reads(page, "#status", /find the move that wins$/);
  await back();
  await page.locator("#end .card").waitFor();
  await plies(page, 1);
});

test("what an analysis has found of a game is no hint when it goes on", async () => {
  const page = await open(server.url + game("zola-4", { p2: "engine" }));
  await go(page, "a1", "b1");
  await myTurn(page, 2);
  const scored = page.locator('#moves > .move[data-text][title]:not([title=""])');
  await page.click("#analyse");
  await page.click("#review");
  await scored.nth(1).waitFor();
  await page.getByRole("button", { name: "Back to the game" }).first().click();
  await page.locator('#actions [data-key="resign"]').waitFor();
  assert.equal(await scored.count(), 0);
});

const back = (page) => page.getByRole("button", { name: "Back to the game" });

test("a game is put aside by whatever else is looked at, and gone back to", async () => {
  const page = await open(server.url + game("zola-4", { p2: "1200", time: "10+0" }), CLOCK);
  await go(page, "a1", "b1");
  await myTurn(page, 2);
  const line = await moves(page);
  const fen = await page.textContent("#fen");
  const ways = [
    () => page.keyboard.press("a"),
    () => page.evaluate(() => document.querySelector("#review").click()),
    async () => {
      await menu(page, "#setup-open");
      await finishSetUp(page);
    },
    async () => {
      await paste(page, "#variant=zvp&moves=c3d4");
      await back(page).waitFor();
      await ready(page);
      // No question is open here: two minutes without an answer would count as a silent engine.
      await page.clock.fastForward("02:00");
    },
    async () => {
      await page.keyboard.press("a");
      await page.keyboard.press("Home");
      await current(page, "Start");
      await page.keyboard.press("ArrowRight");
      await current(page, line[0]);
    },
  ];
  for (const way of ways) {
    await way();
    await back(page).waitFor();
    assert.equal(await page.locator("[data-clock]").count(), 0);
    await back(page).click();
    await reads(page, "#live", /^Back to the game\./);
    assert.equal(await page.getAttribute("#analyse", "aria-pressed"), "false");
    assert.deepEqual(await moves(page), line);
    assert.equal(await page.textContent("#fen"), fen);
    assert.match(await page.textContent("#far"), /zugi/);
    assert.equal(await back(page).count(), 0);
  }
  // All of that took two minutes, and the clock stood still.
  assert.match(await page.textContent('[data-clock="p1"]'), /^(10:00|9:\d\d)$/);
  await anyMove(page);
  await myTurn(page, 4);
});

test("a set-up that is cancelled leads back by itself, and the engine thinks on", async () => {
  const page = await open(server.url + game("zola-6", { p2: "engine", time: 60 }), {}, WATCH);
  await go(page, "b6", "c6");
  await searching(page);
  await menu(page, "#setup-open");
  await page.locator("#setup").waitFor();
  // The answer comes after the best move of the stopped search, which is not played.
  await setText(page, "nonsense");
  await troubled(page, /nonsense/);
  await page.click("#set-cancel");
  await thinking(page);
  await moveNow(page);
  await myTurn(page, 2);
  // During an analysis, Cancel returns to the analysis.
  await page.keyboard.press("a");
  await menu(page, "#setup-open");
  await page.locator("#setup").waitFor();
  await page.click("#set-cancel");
  await back(page).waitFor();
  // A new game replaces the suspended one.
  await newGame(page, "zola-4", { you: "people" });
  await page.keyboard.press("a");
  await back(page).click();
  await page.waitForURL(/variant=zola-4/);
});

test("an address that tells a game alone begins it, and asks first where one is played", async () => {
  const page = await open(`${server.url}#variant=zola-4`);
  const to = (hash) => page.evaluate((hash) => (location.hash = hash), hash);
  const playing = async (variant) => {
    await page.waitForURL(new RegExp(`variant=${variant}&`));
    await page.getByRole("button", { name: "Resign" }).waitFor();
  };
  await playing("zola-4");
  // Nothing has been played, so that nothing is lost.
  await follow(page, "#variant=zola-8");
  await playing("zola-8");
  await follow(page, game("zola-4"));
  await go(page, "a1", "b1");
  await myTurn(page, 1);
  await to("#variant=zvp");
  const question = page.getByRole("dialog", { name: "Begin a new game?" });
  await question.waitFor();
  await page.keyboard.press("Escape");
  await playing("zola-4");
  assert.deepEqual(await moves(page), ["a1b1"]);
  await to("#variant=zvp");
  await question.getByRole("button", { name: "New game" }).click();
  await playing("zvp");
  assert.match(await toMove(page), /^(White|Princesses)$/);
  assert.equal((await moves(page)).length, 0);
});

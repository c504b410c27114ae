// Faults reported for other programs: slow connections, sleep, double clicks, odd files and texts.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  game,
  go,
  HOLD,
  holds,
  load,
  menu,
  moves,
  open,
  PHONE,
  pieceOn,
  plies,
  reads,
  served,
  square,
  standIn,
  test,
  troubled,
} from "./support.mjs";

const server = served();

const trouble = (page) => page.locator("#trouble");

test("a move is seen before a slow engine has answered", async () => {
  const page = await open(server.url + game("zola-6"), {}, HOLD);
  await page.evaluate(() => window.hold.shut());
  await go(page, "b6", "c6");
  await holds(page, "c6", "r");
  assert.equal(await pieceOn(page, "b6"), "");
  // No piece can be moved before the engine has answered the position.
  assert.equal(await page.locator(".cell.movable").count(), 0);
  await page.evaluate(() => window.hold.let());
  await plies(page, 1);
  assert.deepEqual(await moves(page), ["b6c6"]);
  await page.locator(".cell.movable").first().waitFor();
});

test("a double click passes for one seat", async () => {
  const page = await open(server.url + game("zoka"));
  const seat = page.locator(".seat.turn");
  const pass = page.locator('[data-move="0000"]');
  const first = await seat.getAttribute("data-seat");
  // If other moves are legal, each pass is confirmed in a dialog.
  const sure = page.getByRole("dialog", { name: "Pass?" }).getByRole("button", { name: "Pass" });
  await pass.dblclick();
  await sure.click();
  await page.locator(`.seat.turn:not([data-seat="${first}"])`).waitFor();
  await pass.waitFor();
  // Clicks are handled in order: a double pass would make three moves after the next click.
  assert.equal((await moves(page)).length, 1);
  await pass.click();
  await sure.click();
  await page.locator(`.seat.turn[data-seat="${first}"]`).waitFor();
  assert.equal((await moves(page)).length, 2);
});

test("a new game that is asked for before the engine is there begins when it is", async () => {
  let held = [];
  const hold = (command, say, pass) => (held ? held.push(pass) : pass());
  const page = await open("about:blank", {
    prepare: standIn({ ugi: hold, query: hold, isready: hold }),
  });
  await page.goto(server.url);
  await page.click("#new");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  const waiting = held;
  held = null;
  for (const pass of waiting) pass();
  await page.locator("dialog[open] button[name=start]").waitFor();
});

test("the page is dark from its first paint on", async () => {
  const page = await open(server.url, { colorScheme: "light" });
  await page.click("#theme");
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  // Loads the page without its main script.
  await page.route("**/app.js", (route) =>
    route.fulfill({ body: "", contentType: "text/javascript" }),
  );
  await page.reload();
  const paper = await page.evaluate(
    () => getComputedStyle(document.documentElement).backgroundColor,
  );
  assert.equal(paper, "rgb(20, 22, 25)");
});

it("clocks leave out the time in which the page stood still", async () => {
  let [now, tick] = [0, null];
  const real = globalThis.performance;
  Object.assign(globalThis, {
    window: { setInterval: (run) => ((tick = run), 1), clearInterval: () => undefined },
    document: { hidden: false },
  });
  Object.defineProperty(globalThis, "performance", {
    value: { now: () => now },
    configurable: true,
  });
  try {
    const { Clocks } = await load("clock");
    const [fallen, stood] = [[], []];
    const clocks = new Clocks(
      5000,
      0,
      () => undefined,
      (player) => fallen.push(player),
      (ms) => stood.push(ms),
    );
    clocks.start("p1");
    for (; now < 1000; tick()) now += 100;
    assert.equal(clocks.of("p1"), 4000);
    // The computer slept for an hour, and the clock is read before its timer fires.
    now = 1000 + 3_600_000;
    assert.equal(clocks.of("p1"), 4000);
    assert.deepEqual([fallen, stood], [[], [3_600_000]]);
    // Browsers wake hidden pages once a minute: that is no sleep.
    document.hidden = true;
    tick();
    now += 60_000;
    tick();
    assert.deepEqual(fallen, ["p1"]);
  } finally {
    Object.defineProperty(globalThis, "performance", { value: real, configurable: true });
    delete globalThis.window;
    delete globalThis.document;
  }
});

/** Drops files onto the page; with `folder`, they look like folders to the page. */
const drop = (page, files, folder = false) =>
  page.evaluate(
    ([files, folder]) => {
      const event = new Event("drop", { bubbles: true, cancelable: true });
      const made = files.map(
        ({ name, text, type }) => new File([text], name, { type: type ?? "" }),
      );
      event.dataTransfer = {
        files: made,
        types: ["Files"],
        items: made.map(() => ({ webkitGetAsEntry: () => ({ isDirectory: folder }) })),
      };
      document.body.dispatchEvent(event);
    },
    [files, folder],
  );

test("what cannot be read says so in words, and an error goes with what it was about", async () => {
  const page = await open(server.url + game("zola-6"));
  const one = { name: "one.txt", text: "b6c6" };
  for (const [files, folder, expected] of [
    [[one, { name: "two.txt", text: "b6c6" }], false, /2 files were dropped: expected one/],
    [[{ name: "games", text: "" }], true, /"games" is a folder: expected a file/],
    [
      [{ name: "board.png", text: "\u0089PNG", type: "image/png" }],
      false,
      /"board.png" is no text/,
    ],
    [[{ name: "odd", text: "a\0b" }], false, /"odd" is no text/],
  ]) {
    await drop(page, files, folder);
    await troubled(page, expected);
    assert.equal((await moves(page)).length, 0);
  }
  await drop(page, [one, one]);
  await trouble(page).waitFor();
  await page.click("#new");
  await trouble(page).waitFor({ state: "hidden" });
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await drop(page, [one, one]);
  await trouble(page).waitFor();
  await square(page, "b6").click();
  await trouble(page).waitFor({ state: "hidden" });
});

test("text grows with the font of the browser, and fingers find buttons of 44 pixels", async () => {
  const page = await open(server.url, PHONE);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, select, summary")]
      .filter((made) => made.checkVisibility() && !made.matches(".move, .unseen"))
      .map((made) => ({ id: made.id || made.textContent, box: made.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
      .map(({ id, box }) => `${id} ${box.width}x${box.height}`),
  );
  assert.deepEqual(small, []);
  const sizes = () =>
    page.evaluate(() =>
      ["#status", "#moves .move", "#flip"].map((one) =>
        parseFloat(getComputedStyle(document.querySelector(one)).fontSize),
      ),
    );
  const before = await sizes();
  await page.evaluate(() => (document.documentElement.style.fontSize = "24px"));
  assert.deepEqual(
    (await sizes()).map((size) => size.toFixed(2)),
    before.map((size) => (1.5 * size).toFixed(2)),
  );
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    "it scrolls sideways",
  );
});

test("a text that cannot be read stays in its dialog, and says which word is wrong", async () => {
  const page = await open(server.url);
  await menu(page, "#paste");
  const dialog = page.locator("dialog[open]");
  for (const [text, said] of [
    ["c5c4 e2d2 zz", /"zz": expected a move/],
    ["hello there", /expected/],
  ]) {
    await dialog.locator("textarea").fill(text);
    await dialog.getByText("Show", { exact: true }).click();
    // The button is disabled until the text was tried.
    await dialog.locator(".primary:enabled").waitFor();
    await reads(page, "dialog [role=alert]", said);
    assert.equal(await dialog.getByText("bad position").isVisible(), false);
    assert.equal(await dialog.locator("textarea").inputValue(), text);
    assert.deepEqual(await moves(page), []);
  }
  await dialog.locator("textarea").fill("1. b6c6 d1d2");
  await dialog.getByText("Show", { exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual(await moves(page), ["b6c6", "d1d2"]);
});

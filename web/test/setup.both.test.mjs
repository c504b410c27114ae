// Positions set up by hand where pieces lie beside the board, too.

import assert from "node:assert/strict";
import {
  address,
  clickThrough,
  counts,
  EMPTY,
  finishSetUp,
  game,
  give,
  menu,
  numbers,
  onBoard,
  open,
  PHONE,
  pieceOn,
  plies,
  reads,
  served,
  serveFor,
  square,
  test,
  toMove,
  tried,
  troubled,
  variantsOf,
} from "./support.mjs";

const server = served();

const visit = (variant, fen) => open(server.url + address({ variant, fen }));
const brush = (page, letter) => page.click(`[data-brush="${letter}"]`);
/** Waits until the engine has written this text of the position, or one that matches. */
const written = (page, text) =>
  page.waitForFunction(
    ([text, source]) => {
      const { value } = document.querySelector("#set-text");
      return source === null ? value === text : new RegExp(source).test(value);
    },
    [text, text.source ?? null],
  );
const lay = (page, owner, place, ...letter) =>
  page.click(`[data-edit="${["slot", owner, place, ...letter].join(" ")}"]`);
test("a line, hands and Exchange areas are filled by clicks", async () => {
  const page = await visit("zoka", `${EMPTY} 1 - =Z4Z1/=2ZZ3 Z/5 -/- 0:0 -/- 0:0:-`);
  await menu(page, "#setup-open");
  // Only a's line changes; the known order of b's line stays.
  await brush(page, "G");
  await lay(page, 0, "line");
  await brush(page, "A");
  await lay(page, 0, "exchange");
  await lay(page, 0, "exchange");
  await square(page, "c3").click();
  await brush(page, "none");
  await lay(page, 0, "hand", "A");
  await page.locator("#turn").getByText("Blue", { exact: true }).click();
  const text = `......../......../......../......../......../..aZ...../......../........ 2 - ZZ146/=2ZZ3 -/5 ZZ/- 0:0 -/- 0:0:-`;
  await written(page, text);
  // A piece can only be placed with its own seat.
  await brush(page, "A");
  await lay(page, 1, "hand");
  assert.match(
    await page.textContent("#trouble"),
    /Red’s Zoker cannot lie in Blue’s hand: choose a piece of Blue/,
  );
  await finishSetUp(page);
  assert.equal(await page.textContent("#fen"), text);
  assert.match(await toMove(page), /^Blue$/);
  assert.equal(await page.locator("#trouble").isHidden(), true);
  // The engine also writes an empty board with the pieces beside it.
  await menu(page, "#setup-open");
  await page.click("#set-clear");
  await brush(page, "B");
  await lay(page, 0, "line");
  await brush(page, "I");
  await lay(page, 1, "hand");
  await finishSetUp(page);
  assert.equal(await page.textContent("#fen"), `${EMPTY} 2 - 1/- -/1 -/- 0:0 -/- 0:0:-`);
  await menu(page, "#setup-open");
  await page.click("#set-start");
  await reads(page, "#live", "The start position");
  await finishSetUp(page);
  assert.match(await page.textContent("#fen"), new RegExp(`^${EMPTY} [12] - ZZZZZ`));
});

test("what the engine does not take is told once, and changes nothing", async () => {
  const fen = `${EMPTY} 1 - =ZZZZZ4/=2ZZ3 Z/5 -/- 0:0 -/- 0:0:-`;
  const page = await visit("zoka", fen);
  const link = page.url();
  await menu(page, "#setup-open");
  await brush(page, "A");
  await lay(page, 0, "exchange");
  await page.click("#set-done");
  await reads(
    page,
    "#trouble",
    /^This is no position of the game: expected at most 6 Zokers of Red on board, line, hand and Exchange area together\./,
  );
  assert.equal(await page.locator("#trouble").count(), 1);
  assert.equal(await page.locator("#setup").isVisible(), true);
  assert.equal(await page.getAttribute("#set-text", "aria-invalid"), "true");
  // The refused text stays in the field, to be corrected by hand.
  await written(page, / Z\/5 Z\/- /);
  await page.click("#set-cancel");
  assert.equal(await page.textContent("#fen"), fen);
  assert.equal(page.url(), link);
  assert.match(await toMove(page), /^Red$/);
});

test("three seats, set up by keys alone", async () => {
  const empty = Array(10).fill("..........").join("/");
  const page = await visit("zoka-3", `${empty} 1 - =Z4/=2Z/=Z6 Z/5/3 -/-/- 0:0 -/-/- 0:0:-`);
  await page.focus("#more > summary");
  await page.keyboard.press("Enter");
  // The open menu would cover the next focused element.
  await page.keyboard.press("Shift+Tab");
  await page.locator("#menu").waitFor({ state: "hidden" });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.focus("#setup-open");
  await page.keyboard.press("Enter");
  // The pieces come first, then whose turn it is; the places are buttons of the page.
  const key = async (edit, press = "Enter") => {
    await page.focus(`[data-edit="${edit}"]`);
    await page.keyboard.press(press);
  };
  await page.locator("#setup").waitFor();
  await key("brush O");
  assert.equal(await page.getAttribute('[data-edit="brush O"]', "aria-label"), "Green’s Zoker");
  assert.equal(await page.getAttribute('[data-edit="brush O"]', "aria-pressed"), "true");
  assert.equal(
    await page.getAttribute('[data-edit="slot 2 line"]', "aria-label"),
    "Add Green’s Zoker to Green’s line",
  );
  await key("slot 2 line", "Space");
  assert.equal(await page.textContent("#live"), "Green’s line: 2 Zoker, Scorer 6");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.edit), "slot 2 line");
  await key("slot 1 hand M", "Delete");
  assert.equal(await page.textContent("#live"), "Blue’s hand: empty");
  // The focus stays where the piece lay.
  assert.equal(await page.evaluate(() => document.activeElement.dataset.edit), "slot 1 hand");
  await key("turn 2");
  await page.focus("#set-done");
  await page.keyboard.press("Enter");
  await page.locator("#setup").waitFor({ state: "hidden" });
  assert.equal(
    await page.textContent("#fen"),
    `${empty} 3 - =Z4/=2Z/ZZ6 Z/-/3 -/-/- 0:0 -/-/- 0:0:-`,
  );
  assert.match(await toMove(page), /^Green$/);
});

test("a set-up says that it begins and how it ends, and keys work in it", async () => {
  const page = await visit("zvp", "");
  const says = async (key, words) => {
    await page.keyboard.press(key);
    await reads(page, "#live", words);
  };
  await says("e", "Set up a position");
  await says("w", /to move\.$/);
  await says("f", /^Seen from /);
  await says("a", /^Not now: analysis on and off/);
  await says("h", /^Not now: a hint/);
  await page.locator("#board .cell:not([data-piece=''])").first().focus();
  await says("Delete", /^[a-z]\d+: .* taken off$/);
  assert.equal(await page.locator("#board .cell:focus").getAttribute("data-piece"), "");
  await page.locator("#set-cancel").press("Enter");
  await reads(page, "#live", /^Set-up cancelled\. .* to move\.$/);
  assert.equal(await page.evaluate(onBoard), true);
  await says("e", "Set up a position");
  await page.locator("#set-done").press("Enter");
  await reads(page, "#live", /^Position set\. .* to move\.$/);
  assert.equal(await page.evaluate(onBoard), true);
});

test("a game that is opened meanwhile ends the set-up", async () => {
  const page = await open(`${server.url}#variant=zola-4&fen=3b/4/1r2/r3+b`);
  await menu(page, "#setup-open");
  await square(page, "d1").click();
  await give(
    page,
    "game.txt",
    "[number 1]\n[variant zvp]\n[p1 a]\n[p2 b]\n[result none]\n1 p1 c3d4 {time 0}\n",
  );
  await page.locator("#setup").waitFor({ state: "hidden" });
  await reads(page, "#moves", /c3d4/);
  assert.match(await toMove(page), /^(White|Princesses)$/);
});

test("each game's positions are written as they were", async () => {
  for (const [index, variant] of tried(await variantsOf(server.url)).entries()) {
    const page = await open(server.url + game(variant));
    // A position in the middle of a game has the longest text.
    await clickThrough(page, numbers(index + 5), 40).catch((error) =>
      assert.match(error.message, /has not ended/),
    );
    await menu(page, "#setup-open");
    await page.locator("#setup").waitFor();
    const fen = await page.inputValue("#set-text");
    await finishSetUp(page);
    await plies(page, 0);
    assert.equal(await page.textContent("#fen"), fen, variant);
    await page.context().close();
  }
});

test("a game whose texts do not say whose turn it is", async (t) => {
  const other = await serveFor(t);
  const page = await open(other.url);
  await menu(page, "#setup-open");
  await page.locator("#setup").waitFor();
  assert.equal(await page.locator("#turn").isVisible(), false);
  await page.click('[data-brush="x"]');
  await square(page, "b2").click();
  await finishSetUp(page);
  assert.equal(await page.textContent("#fen"), "....x....");
  assert.match(await toMove(page), /^Noughts$/);
  // A position with two crosses more than noughts is impossible.
  await menu(page, "#setup-open");
  await page.click('[data-brush="x"]');
  await square(page, "a2").click();
  await page.click("#set-done");
  await troubled(page, /bad position "fen ...xx...."/);
});

test("what a finger sets up is drawn, and what is taken off; one that scrolls sets nothing up", async () => {
  const page = await open(`${server.url}#variant=zola-4&fen=3b/4/1r2/r3+b`, PHONE);
  const drawn = (count) => counts(page, "#board .drawing .piece", count);
  await drawn(3);
  await page.tap("#more > summary");
  await page.tap("#setup-open");
  await page.tap('[data-brush="b"]');
  // The events of a touch that becomes a scroll.
  for (const type of ["pointerdown", "pointercancel"]) {
    await square(page, "c3").dispatchEvent(type, {
      pointerType: "touch",
      isPrimary: true,
      button: 0,
      bubbles: true,
    });
  }
  assert.equal(await pieceOn(page, "c3"), "");
  await square(page, "c2").tap();
  await drawn(4);
  await page.tap("#set-done");
  await page.locator("#setup").waitFor({ state: "hidden" });
  assert.equal(await page.textContent("#fen"), "3b/4/1rb1/r3 b -");
  await menu(page, "#setup-open");
  await page.tap('[data-brush="none"]');
  await square(page, "a1").tap();
  await drawn(3);
  await page.tap("#set-start");
  await drawn(16);
  await page.tap("#set-clear");
  await drawn(0);
});

// Dragged pieces: drawn once, dragged in several steps, and not animated again after the drop.

import assert from "node:assert/strict";
import {
  anyMove,
  CHAIN,
  counts,
  game,
  go,
  lead,
  MOTIONS,
  moves,
  open,
  pieceOn,
  plies,
  reads,
  served,
  square,
  test,
} from "./support.mjs";

const server = served();

/** The first transform of each animation; `fades` if it has none. */
const motions = async (page) =>
  (await page.evaluate(() => window.motions)).map(({ transforms: [first] }) => first ?? "fades");

/** The animations that move a piece. */
const moved = async (page) => (await motions(page)).filter((how) => how !== "fades");

const discs = (page) => page.locator("#board .drawing .piece").count();

test("a dragged piece is seen once, and is there when it is dropped", async () => {
  const page = await open(server.url + game("zola-6"), { reducedMotion: "no-preference" }, MOTIONS);
  assert.equal(await discs(page), 36);
  await lead(page, "b6", "c6");
  assert.equal(await discs(page), 36);
  // The dragged element is the piece of the square, and its origin is dim.
  assert.equal(await page.locator(".held").count(), 1);
  assert.equal(await page.locator(".left").count(), 1);
  const isAbove = await page.evaluate(() => {
    const [held, mark] = [".held", ".target"].map((one) => document.querySelector(`#board ${one}`));
    return Boolean(mark.compareDocumentPosition(held) & Node.DOCUMENT_POSITION_FOLLOWING);
  });
  assert.equal(isAbove, true, "the piece is above the marks");
  await page.mouse.up();
  await plies(page, 1);
  assert.deepEqual(await moves(page), ["b6c6"]);
  assert.deepEqual(await motions(page), ["fades"]);
  await counts(page, "#board .drawing .piece", 35);
  assert.equal(await page.locator(".left, .held").count(), 0);
  // A piece dropped where it cannot go returns, and the reason is that of two clicks.
  await lead(page, "a6", "e3");
  await page.mouse.up();
  assert.equal(await discs(page), 35);
  assert.equal(await page.locator(".left, .held").count(), 0);
  await reads(page, "#refusal", /^Not to e3: /);
  const reason = await page.textContent("#refusal");
  for (const key of ["Escape", "Escape"]) await page.keyboard.press(key);
  await go(page, "a6", "e3");
  await reads(page, "#refusal", reason);
  for (const key of ["Escape", "Escape"]) await page.keyboard.press(key);
  // A move that is clicked moves the piece as before.
  await anyMove(page);
  await plies(page, 2);
  assert.equal((await moved(page)).length, 1);
});

test("a longer way is dragged step by step", async () => {
  const page = await open(server.url + CHAIN, { reducedMotion: "no-preference" }, MOTIONS);
  await lead(page, "c3", "e5");
  await page.mouse.up();
  assert.equal(await page.textContent("#live"), "at e5, goes on to g3, g7");
  assert.equal(await pieceOn(page, "e5"), "w");
  assert.equal(await pieceOn(page, "c3"), "");
  assert.equal(await discs(page), 4);
  assert.equal(await page.locator("#board .drawing g.taken").count(), 1);
  // A piece that is dropped beside its path waits on its last square.
  await lead(page, "e5", "a1");
  await page.mouse.up();
  assert.equal(await pieceOn(page, "e5"), "w");
  await lead(page, "e5", "g3");
  await page.mouse.up();
  await plies(page, 1);
  assert.deepEqual(await moves(page), ["c3e5g3"]);
  assert.deepEqual(await moved(page), []);
});

test("a longer way that is clicked shows the piece underway", async () => {
  const page = await open(server.url + CHAIN, { reducedMotion: "no-preference" }, MOTIONS);
  await square(page, "c3").click();
  assert.equal(
    await page.textContent("#live"),
    "c3, princess picked, 3 places to go: captures on e5, g3, g7",
  );
  await square(page, "e5").click();
  assert.equal(await page.textContent("#live"), "at e5, goes on to g3, g7");
  assert.match(await square(page, "e5").getAttribute("aria-label"), /^e5, princess, underway/);
  assert.match(await square(page, "d4").getAttribute("aria-label"), /^d4, zombie, taken/);
  // A piece that is put down is at its start again, and its captures are back.
  await square(page, "e5").click();
  assert.equal(await pieceOn(page, "c3"), "w");
  assert.equal(await page.locator("#board .drawing g.taken").count(), 0);
  await go(page, "c3", "e5");
  await page.evaluate(() => (window.motions = []));
  await square(page, "g3").click();
  await plies(page, 1);
  assert.deepEqual(await moves(page), ["c3e5g3"]);
  // The animation begins where the piece was drawn, on e5: two squares to the left of its goal g3,
  // and two above it.
  const [way, ...others] = await moved(page);
  assert.match(way, /^translate\((-20px, -20px|-28\.28\d*px, 0px)\)$/);
  assert.deepEqual(others, []);
});

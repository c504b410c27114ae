// Pieces that are dragged: seen once, led on, and not moved again afterwards.

import assert from "node:assert/strict";
import {
  anyMove,
  counts,
  game,
  go,
  middle,
  moves,
  open,
  pieceOn,
  plies,
  served,
  square,
  test,
} from "./support.mjs";

const server = served();

const discs = (page) => page.locator("#board .drawing .piece").count();

/** Presses on a square and leads the piece to another one; the button stays down. */
async function lead(page, from, to) {
  const [start, end] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 5 });
}

/** Keeps a list of what is set in motion from here on. */
const count = (page) =>
  page.evaluate(() => {
    window.moved = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, ...given) {
      window.moved.push(frames[0].transform ?? "fades");
      return animate.call(this, frames, ...given);
    };
  });

test("a dragged piece is seen once, and is there when it is dropped", async () => {
  const page = await open(server.url + game("zola-6"), { reducedMotion: "no-preference" });
  await count(page);
  assert.equal(await discs(page), 36);
  await lead(page, "b6", "c6");
  assert.equal(await discs(page), 36);
  // What is held is the piece of the square, and its place is dim.
  assert.equal(await page.locator(".held").count(), 1);
  assert.equal(await page.locator(".left").count(), 1);
  await page.mouse.up();
  await plies(page, 1);
  assert.deepEqual(await moves(page), ["b6c6"]);
  assert.deepEqual(await page.evaluate(() => window.moved), ["fades"]);
  await counts(page, "#board .drawing .piece", 35);
  assert.equal(await page.locator(".left, .held").count(), 0);
  // Dropped where it cannot go, it is back where it was.
  await lead(page, "a6", "e3");
  await page.mouse.up();
  assert.equal(await discs(page), 35);
  assert.equal(await page.locator(".left, .held").count(), 0);
  // A move that is clicked moves the piece as before.
  await anyMove(page);
  await plies(page, 2);
  assert.equal((await moved(page)).length, 1);
});

/** What was set in motion, but for what fades. */
const moved = async (page) =>
  (await page.evaluate(() => window.moved)).filter((how) => how !== "fades");

const CHAIN = "#variant=zvp&fen=8/8/5b2/8/3b1b2/2w5/8/8+w";

test("a longer way is dragged step by step", async () => {
  const page = await open(server.url + CHAIN, { reducedMotion: "no-preference" });
  await count(page);
  await lead(page, "c3", "e5");
  await page.mouse.up();
  assert.equal(await page.textContent("#live"), "at e5, goes on to g3, g7");
  assert.equal(await pieceOn(page, "e5"), "w");
  assert.equal(await pieceOn(page, "c3"), "");
  assert.equal(await discs(page), 4);
  assert.equal(await page.locator("#board .drawing g.taken").count(), 1);
  // Dropped beside its way it waits where it was.
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
  const page = await open(server.url + CHAIN, { reducedMotion: "no-preference" });
  await count(page);
  await square(page, "c3").click();
  assert.equal(await page.textContent("#live"), "c3, princess picked, 3 places to go: e5, g3, g7");
  await square(page, "e5").click();
  assert.equal(await page.textContent("#live"), "at e5, goes on to g3, g7");
  assert.match(await square(page, "e5").getAttribute("aria-label"), /^e5, princess, underway/);
  assert.match(await square(page, "d4").getAttribute("aria-label"), /^d4, zombie, taken/);
  // Laid down it is at its start again, with all that it had taken.
  await square(page, "e5").click();
  assert.equal(await pieceOn(page, "c3"), "w");
  assert.equal(await page.locator("#board .drawing g.taken").count(), 0);
  await go(page, "c3", "e5");
  await page.evaluate(() => (window.moved = []));
  await square(page, "g3").click();
  await plies(page, 1);
  assert.deepEqual(await moves(page), ["c3e5g3"]);
  // It goes on from where it was seen: two squares to the right and down.
  const [way, ...others] = await moved(page);
  assert.match(way, /^translate\((-20px, -20px|-28\.28\d*px, 0px)\)$/);
  assert.deepEqual(others, []);
});

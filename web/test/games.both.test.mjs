// A whole game of each game of the engine, by clicks.

import assert from "node:assert/strict";
import {
  address,
  CHAIN,
  clickThrough,
  counts,
  EMPTY,
  game,
  go,
  MOTIONS,
  moves,
  numbers,
  open,
  paste,
  pieceOn,
  plies,
  reads,
  served,
  serveFor,
  square,
  status,
  test,
  toMove,
  tried,
  variantsOf,
} from "./support.mjs";

const server = served();

test("whole games against the engine", async (t) => {
  const variants = await variantsOf(server.url);
  assert.ok(variants.length >= 5, variants.join());
  for (const [index, variant] of tried(variants).entries()) {
    await t.test(variant, async () => {
      const page = await open(server.url + game(variant, { p2: "engine", time: 0.02 }));
      await clickThrough(page, numbers(index + 1));
      assert.ok((await moves(page)).length > 3);
      await page.context().close();
    });
  }
});

test("a whole game of two people", async () => {
  const page = await open(server.url + game("zola-4"));
  await clickThrough(page, numbers(7));
  assert.match(await status(page), /ha(s|ve) won/);
});

test("a chain of jumps is made by a click on its end, and pieces move unless people do not want it", async () => {
  for (const [reducedMotion, most] of [
    ["no-preference", 2],
    ["reduce", 0],
  ]) {
    const page = await open(server.url + CHAIN, { reducedMotion }, MOTIONS);
    await go(page, "c3");
    await page.evaluate(() => (window.motions = []));
    await go(page, "g3");
    await plies(page, 1);
    assert.deepEqual(await moves(page), ["c3e5g3"]);
    // The animations of the piece and of its captures.
    const moved = (await page.evaluate(() => window.motions)).length;
    assert.ok(most ? moved >= most : moved === 0, `${reducedMotion}: ${moved}`);
    // Captured pieces are gone when the animation has ended.
    await counts(page, "#board .piece", 2);
    assert.equal(await pieceOn(page, "g3"), "w");
    assert.equal(await pieceOn(page, "d4"), "");
    await page.context().close();
  }
});

test("the engine against itself", async () => {
  const page = await open(server.url + game("zola-4", { p1: "engine", p2: "engine", time: 0.02 }));
  await reads(page, "#status", /ha(s|ve) won/);
  assert.ok((await moves(page)).length > 4);
});

test("the pie rule is a button, also after what cannot be read", async () => {
  const page = await open(server.url + game("zola-4", { pie: true }));
  await go(page, "a1", "b1");
  await paste(page, "#variant=zvp&moves=z9z9");
  await page.locator("#trouble").waitFor();
  await page.click('#verbs [data-move="swap"]');
  await plies(page, 2);
  assert.deepEqual(await moves(page), ["a1b1", "swap"]);
  assert.match(await toMove(page), /^Red$/);
  // The checker that red has put on b1 is blue's now.
  assert.equal(await pieceOn(page, "b1"), "b");
});

test("a forced pass is told, and made by a click", async () => {
  const page = await open(`${server.url}#variant=zola-4&fen=3b/4/r3/4+b`);
  assert.match(await status(page), /Blue has to wait/);
  await page.getByRole("button", { name: "Wait" }).click();
  await plies(page, 1);
  assert.match(await page.locator("#moves [aria-current]").textContent(), /pass/);
  assert.match(await toMove(page), /^Red$/);
});

test("an engine that the page has never heard of", async (t) => {
  const other = await serveFor(t);
  const page = await open(other.url + address({ p2: "engine", time: 0.05 }));
  // It has no puzzles, and no entry for them.
  assert.equal(await page.locator("#puzzles").isVisible(), false);
  await clickThrough(page, numbers(3));
  assert.match(await status(page), /ha(s|ve) won|draw/);
});

test("sides differ by more than their colours", async () => {
  const arts = (page, selector) =>
    page.locator(selector).evaluateAll((made) => made.map(({ dataset }) => dataset.art));
  const page = await open(`${server.url}#variant=zola-6`);
  const sides = async () =>
    Promise.all(["red", "blue"].map((ink) => arts(page, `#board .piece.ink-${ink}`)));
  assert.deepEqual(
    (await sides()).map((all) => [...new Set(all)]),
    [["checker"], ["checker-ring"]],
  );
  assert.deepEqual(await arts(page, ".side .dot .piece"), ["checker-ring", "checker"]);
});

test("pieces from a hand come from where they lie", async (t) => {
  const other = await serveFor(t);
  const FLYING = () => {
    window.flown = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const made of addedNodes)
          if (made.classList?.contains("flying"))
            window.flown.push(made.getAnimations()[0].effect.getKeyframes()[0].transform);
      }
    }).observe(document.body, { childList: true });
  };
  const hand = `${EMPTY} 1 - =3/ZZ6 ZZ25/ZZ5 Z/Z 3:0 -/- 0:0:-`;
  for (const [url, clicks] of [
    [`${other.url}#fen=.........`, ['[data-square="b2"]']],
    [
      server.url + address({ variant: "zoka", fen: hand }),
      ['[data-touch="place:hand:F"]', '[data-square="e5"]'],
    ],
  ]) {
    for (const reducedMotion of ["no-preference", "reduce"]) {
      const page = await open(url, { reducedMotion });
      await page.locator(clicks[0]).waitFor();
      await page.evaluate(FLYING);
      for (const selector of clicks) await page.click(selector);
      await plies(page, 1);
      const flown = await page.evaluate(() => window.flown);
      assert.equal(flown.length, reducedMotion === "reduce" ? 0 : 1, `${url} ${reducedMotion}`);
      // The first player's things lie below the board.
      if (flown.length)
        assert.ok(Number(/translate\(.*?, (-?[\d.]+)px\)/.exec(flown[0])[1]) > 50, flown[0]);
      await counts(page, ".flying", 0);
      await page.context().close();
    }
  }
});

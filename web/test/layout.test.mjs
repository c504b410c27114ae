// What has room in an analysis: the board, the lines of the engine, the buttons, the moves.

import assert from "node:assert/strict";
import { address, counts, linesOf, open, plies, reads, served, test } from "./support.mjs";

const server = served();

const GAMES = {
  "zola-6":
    "d6c6 f3f4 c1d1 a4a3 d1e2 a3b2 e1b1 a2b1 f2f4 b5b4 c5b4 c2d2 e3d2 b3b4 c3c4 d3c4 d4c4 b2e5",
  zvp: "c3d4 f8e7 e1f2 e7d8 f2e3 g7f8 b2c3 d8e7 a5b6 h8g7 b6a7 g7f6 e3f2 e7d8 f2e3 f8e7 d4c5 f6g5",
  zoka: `${"t ".repeat(22)}Z@h2 Z@f1 1@h3 Z@d1 Z@g3`,
};

const at = (variant) => server.url + address({ variant, moves: GAMES[variant] });
const listed = (page, variant) => plies(page, GAMES[variant].split(" ").length);

/** The rows of moves of which nothing is covered or cut off. */
const WHOLE_ROWS = () => {
  const seen = (move, x, y) => move.contains(document.elementFromPoint(x, y));
  const tops = [...document.querySelectorAll("#moves > .move[data-text]")].flatMap((move) => {
    const { left, right, top, bottom } = move.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => seen(move, (left + right) / 2, y))
      ? [Math.round(top)]
      : [];
  });
  return new Set(tops).size;
};

test("six rows of moves are in sight beside three lines and the curve", async () => {
  for (const [width, height] of [
    [1400, 900],
    [1280, 800],
  ]) {
    for (const variant of Object.keys(GAMES)) {
      const page = await open(at(variant), { viewport: { width, height } });
      await listed(page, variant);
      await page.click("#analyse");
      await linesOf(page, 3);
      // The curve comes with the second score.
      await page.keyboard.press("ArrowLeft");
      await linesOf(page, 3);
      await page.locator("#curve-box").waitFor();
      const rows = await page.evaluate(WHOLE_ROWS);
      assert.ok(rows >= 6, `${variant} ${width}x${height}: ${rows} rows`);
      const [scrolls, pane, current] = await page.evaluate(() => {
        const [root, pane] = [document.documentElement, document.querySelector("#pane-moves")];
        const [list, move] = ["#moves", "#moves [aria-current]"].map((one) =>
          document.querySelector(one).getBoundingClientRect(),
        );
        return [
          root.scrollHeight > innerHeight || root.scrollWidth > innerWidth,
          pane.scrollHeight - pane.clientHeight,
          move.top >= list.top - 1 && move.bottom <= list.bottom + 1,
        ];
      });
      assert.deepEqual([scrolls, pane, current], [false, 0, true], `${variant} ${width}x${height}`);
      await page.context().close();
    }
  }
});

const BUTTONS = ["#look-through", "#next-mistake", "#threat", "#count"];
const PLACES = (all) =>
  all.map((one) => {
    const { left, top } = document.querySelector(one).getBoundingClientRect();
    return `${one} ${Math.round(left)} ${Math.round(top + scrollY)}`;
  });

test("buttons of an analysis stay where they are when lines come", async () => {
  for (const viewport of [
    { width: 1400, height: 900 },
    { width: 1024, height: 768 },
    { width: 360, height: 740 },
  ]) {
    const page = await open(at("zola-6"), { viewport });
    await listed(page, "zola-6");
    // No line can have come in the same turn of the page.
    const before = await page.evaluate(async (buttons) => {
      document.querySelector("#analyse").click();
      await null;
      const places = buttons.map((one) => {
        const { left, top } = document.querySelector(one).getBoundingClientRect();
        return `${one} ${Math.round(left)} ${Math.round(top + scrollY)}`;
      });
      return { lines: document.querySelectorAll("#lines li").length, places };
    }, BUTTONS);
    assert.equal(before.lines, 0);
    await linesOf(page, 3);
    assert.deepEqual(await page.evaluate(PLACES, BUTTONS), before.places);
    await page.selectOption("#count", "5");
    await linesOf(page, 5);
    assert.deepEqual(await page.evaluate(PLACES, BUTTONS), before.places);
    await page.click("#threat");
    await page.locator("#danger:not(:empty)").waitFor();
    assert.deepEqual(await page.evaluate(PLACES, BUTTONS), before.places);
    await page.context().close();
  }
});

test("a telephone on its side has the board, the engine and the steps in sight", async () => {
  for (const variant of Object.keys(GAMES)) {
    const page = await open(at(variant), {
      viewport: { width: 740, height: 360 },
      hasTouch: true,
      isMobile: true,
    });
    await listed(page, variant);
    await page.evaluate(() => document.querySelector("#analyse").click());
    await linesOf(page, 3);
    const out = await page.evaluate(() =>
      ["#board", "#back", "#on", "#lines li"].filter((one) => {
        const { top, bottom, left, right } = document.querySelector(one).getBoundingClientRect();
        return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
      }),
    );
    assert.deepEqual(out, [], variant);
    await page.context().close();
  }
});

test("the moves of a game with places are told in words, and nobody is blamed for what was turned over", async () => {
  const page = await open(at("zoka"));
  await listed(page, "zoka");
  await counts(page, "#moves > .move[data-text] b", GAMES["zoka"].split(" ").length);
  await page.click("#look-through");
  await reads(page, "#look-through", /^Stop/);
  await reads(page, "#look-through", "Score all moves");
  assert.equal(
    await page.locator('#moves > :is(.inaccuracy, .mistake, .blunder)[data-text^="t"]').count(),
    0,
  );
});

test("a print has the board and all moves", async () => {
  const page = await open(at("zola-6"));
  await listed(page, "zola-6");
  await page.emulateMedia({ media: "print" });
  const [board, cut] = await page.evaluate(() => {
    const boxes = [document.querySelector("#panel"), document.querySelector("#moves")].map(
      (one) => one.getBoundingClientRect().bottom,
    );
    const last = [...document.querySelectorAll("#moves > .move")].at(-1).getBoundingClientRect();
    return [
      document.querySelector("#board").offsetWidth,
      boxes.some((bottom) => bottom < last.bottom - 1),
    ];
  });
  assert.ok(board > 300, `${board}`);
  assert.equal(cut, false);
});

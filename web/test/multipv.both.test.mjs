// The lines of an analysis: which ones are shown together.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import {
  closeAll,
  current,
  linesOf,
  load,
  FAULTY,
  open,
  reads,
  serveFor,
  standIn,
  test,
} from "./support.mjs";

after(closeAll);

/** Lines as `depth.rank:move`, with `!` for a bound. */
const info = (text) => {
  const [, depth, rank, move, bound] = /^(\d+)\.(\d+):(\w*)(!?)$/.exec(text);
  return {
    depth: Number(depth),
    rank: Number(rank),
    line: move ? [move] : [],
    bound: bound === "!",
  };
};

it("what is shown has come in one go", async () => {
  const { Lines } = await load("multipv");
  for (const [what, told] of [
    [
      "all ranks of each depth",
      [
        ["1.1:a", "a"],
        ["1.2:b", "ab"],
        ["1.3:c", "abc"],
        ["2.1:b", "abc"],
        ["2.2:a", "abc"],
        ["2.3:c", "bac"],
      ],
    ],
    [
      "a better move alone, then all, and the best one at the end",
      [
        ["1.1:a", "a"],
        ["1.2:b", "ab"],
        ["2.1:b", "ab"],
        ["2.1:c", "ab"],
        ["2.1:c", "ab"],
        ["2.2:b", "cb"],
        ["2.1:c", "cb"],
      ],
    ],
    [
      "no ranks",
      [
        ["1.1:a", "a"],
        ["2.1:b", "b"],
        ["2.1:a", "a"],
        ["3.1:", ""],
      ],
    ],
    [
      "bounds",
      [
        ["1.1:a", "a"],
        ["2.1:b!", "a"],
        ["2.1:a!", "a"],
        ["2.1:b", "b"],
      ],
    ],
    [
      "fewer lines from now on",
      [
        ["1.1:a", "a"],
        ["1.2:b", "ab"],
        ["1.3:c", "abc"],
        ["2.1:a", "abc"],
        ["2.2:b", "abc"],
        ["3.1:b", "ab"],
        ["3.2:a", "ba"],
      ],
    ],
    [
      "one line from now on, all of one depth",
      [
        ["9.1:a", "a"],
        ["9.2:b", "ab"],
        ["9.1:c", "ab"],
        ["9.1:d", "ab"],
        ["9.1:e", "ab"],
        ["9.1:f", "f"],
        ["9.1:g", "g"],
      ],
    ],
    [
      "the same move twice",
      [
        ["1.1:a", "a"],
        ["1.2:b", "ab"],
        ["2.1:b", "ab"],
        ["2.2:b", "ab"],
        ["2.3:c", "ab"],
        ["2.2:a", "ba"],
      ],
    ],
    [
      "gaps, and ranks from behind",
      [
        ["1.2:b", ""],
        ["1.3:c", ""],
        ["1.1:a", "a"],
        ["1.3:c", "a"],
        ["1.2:b", "ab"],
        ["2.2:c", "ac"],
      ],
    ],
    [
      "a line told anew",
      [
        ["1.1:a", "a"],
        ["1.2:b", "ab"],
        ["1.3:c", "abc"],
        ["2.2:d", "abc"],
        ["2.3:c", "adc"],
      ],
    ],
  ]) {
    const lines = new Lines();
    for (const [text, shown] of told) {
      const before = lines.shown;
      const changed = lines.add(info(text));
      assert.equal(
        lines.shown.map(({ line }) => line[0] ?? "").join(""),
        shown,
        `${what}: ${text}`,
      );
      assert.equal(changed, lines.shown !== before, `${what}: ${text}`);
    }
    lines.clear();
    assert.deepEqual(lines.shown, []);
  }
});

const told = (depth, rank, line, score = "cp 10") =>
  `info depth ${depth} multipv ${rank} score ${score} nodes ${100 * depth} pv ${line}`;

/** Three lines, then a better move, at first with a bound, and the same move at the second rank. */
const FIRST = [
  told(5, 1, "a1 a2"),
  told(5, 2, "b1 b2"),
  told(5, 3, "c1 c2"),
  told(6, 1, "b2 a1", "cp 90 lowerbound"),
  told(6, 1, "b2 a1", "cp 80"),
  told(6, 2, "b2 c3"),
];
/** Three lines again. */
const THEN = [told(6, 1, "b2 a1"), told(6, 2, "a1 b2"), told(6, 3, "c3 a2")];

/** Opens a page whose first search sends these lines; returns it and a function that sends more. */
async function analysed(t, first) {
  const server = await serveFor(t, FAULTY, "options");
  let say = null;
  const answers = {
    go(command, tell) {
      if (!say) first.forEach(tell);
      say = tell;
    },
    stop: (command, tell) => tell("bestmove a1"),
  };
  const page = await open(server.url, { prepare: standIn(answers) });
  await page.click("#analyse");
  await linesOf(page, 3);
  return [page, (lines) => lines.forEach(say)];
}

test("lines that are held say so, and their header goes on", async (t) => {
  const [page, say] = await analysed(t, FIRST);
  const firsts = () =>
    page
      .locator("#lines li")
      .evaluateAll((rows) => rows.map((row) => row.querySelector(".move").textContent).join());
  assert.equal(await firsts(), "a1,b1,c1");
  assert.equal(
    await page.locator("#board .arrow.ring text").allTextContents().then(String),
    "1,2,3",
  );
  await page.locator("#lines li").first().locator(".score").hover();
  say(THEN);
  await reads(page, "#depth", /^6 turns ahead/);
  await reads(page, "#plus", /The lines do not change/);
  assert.equal(await firsts(), "a1,b1,c1");
  await page.mouse.move(5, 5);
  await reads(page, "#plus", /^(?!.*do not change)/);
  await reads(page, "#depth", /^6 turns ahead/);
  assert.equal(await firsts(), "b2,a1,c3");
  // The moves of the lines are one stop of Tab, and arrows lead from one to the other.
  const text = () => page.evaluate(() => document.activeElement.textContent);
  assert.equal(await page.locator('#lines .move:not([tabindex="-1"])').count(), 1);
  await page.focus("#review");
  for (let n = 0; n < 3 && (await text()) !== "b2"; n += 1) await page.keyboard.press("Tab");
  assert.equal(await text(), "b2");
  for (const [key, move] of [
    ["ArrowRight", "a1"],
    ["ArrowRight", "a1"],
    ["ArrowDown", "a1"],
    ["End", "b2"],
    ["ArrowUp", "b2"],
    ["Home", "b2"],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await text(), move, key);
  }
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.closest("#lines")), null);
  assert.equal(await page.locator("#moves .move").count(), 1);
  // The lines of a position that was left are gone, wherever the pointer is.
  await page.locator("#lines li").nth(1).locator(".move").first().hover();
  await page.mouse.down();
  await page.mouse.up();
  await current(page, "a1");
  assert.equal(await page.locator("#lines li").count(), 0);
  assert.equal(await page.locator("#board .arrow").count(), 0);
});

test("how soon a proven win comes stays known", async (t) => {
  const proven = ["a1 a2", "b1 b2", "c1 c2"].map((line, at) =>
    told(5, at + 1, line, ["mate 7", "mate 9", "cp 10"][at]),
  );
  const [page, say] = await analysed(t, proven);
  // The win is now by another move, and without the number of moves.
  say([
    told(6, 1, "b1 b2", "cp 31000"),
    told(6, 2, "a1 a2", "cp 31000"),
    told(6, 3, "c1 c2", "cp 20"),
  ]);
  const scores = () => page.locator("#lines .score").allTextContents();
  await reads(page, "#depth", /^6 turns ahead/);
  assert.deepEqual(await scores(), ["Crosses win in 5", "Crosses win in 4", "+0.20"]);
  assert.match(await page.textContent("#whose"), / in 4 moves\.$/);
  assert.match(await page.getAttribute("#bar", "aria-label"), /: Crosses win in 4$/);
});

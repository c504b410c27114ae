// The lines of an analysis: which ones are shown together.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeAll, load, open, serve, skip } from "./support.mjs";

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

test("what is shown has come in one go", async () => {
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
      const changed = lines.hear(info(text));
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

test("an engine that tells lines in pieces", { skip, timeout: 60_000 }, async () => {
  const server = await serve("python3", new URL("odd.py", import.meta.url).pathname, "lines");
  const page = await open(server.url);
  await page.click("#analyse");
  // Every state of the list is looked at, not only the last one.
  await page.evaluate(() => {
    window.states = [];
    const look = () =>
      window.states.push(
        [...document.querySelectorAll("#lines li")]
          .map((row) => row.querySelector(".move").textContent)
          .join(),
      );
    new MutationObserver(look).observe(document.querySelector("#lines"), { childList: true });
  });
  await page.waitForFunction(() => document.querySelector("#lines").textContent.includes("c3"));
  const states = new Set(await page.evaluate(() => window.states));
  for (const state of states)
    assert.ok(["", "a1", "a1,b1", "a1,b1,c1", "b2,a1,c3"].includes(state), [...states].join(" | "));
  assert.ok(states.has("b2,a1,c3"));
  // The lines of a position that was left are gone, wherever the pointer is.
  await page.locator("#lines li").nth(1).locator(".move").first().hover();
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction(() =>
    document.querySelector("#moves [aria-current]").textContent.includes("a1"),
  );
  assert.equal(await page.locator("#lines li").count(), 0);
  assert.equal(await page.locator("#board .arrow").count(), 0);
  assert.deepEqual(page.said, []);
  server.stop();
});

test(
  "lines that are held say so, and their header goes on",
  { skip, timeout: 60_000 },
  async () => {
    const server = await serve("python3", new URL("odd.py", import.meta.url).pathname, "lines");
    const page = await open(server.url);
    await page.click("#analyse");
    const firsts = () =>
      page
        .locator("#lines li")
        .evaluateAll((rows) => rows.map((row) => row.querySelector(".move").textContent).join());
    await page.waitForFunction(() => document.querySelectorAll("#lines li").length === 3);
    await page.locator("#lines li").first().locator(".score").hover();
    await page.waitForFunction(
      () =>
        /^depth 6/.test(document.querySelector("#depth").textContent) &&
        /The lines do not change/.test(document.querySelector("#plus").textContent),
    );
    assert.equal(await firsts(), "a1,b1,c1");
    await page.mouse.move(5, 5);
    await page.waitForFunction(
      () =>
        /^depth 6/.test(document.querySelector("#depth").textContent) &&
        !/do not change/.test(document.querySelector("#plus").textContent),
    );
    assert.equal(await firsts(), "b2,a1,c3");
    // The moves of the lines are one stop of Tab, and arrows lead from one to the other.
    const text = () => page.evaluate(() => document.activeElement.textContent);
    assert.equal(await page.locator('#lines .move:not([tabindex="-1"])').count(), 1);
    await page.focus("#look-through");
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
    assert.deepEqual(page.said, []);
    server.stop();
  },
);

test("how soon a proven win comes stays known", { skip, timeout: 60_000 }, async (t) => {
  const server = await serve("python3", new URL("odd.py", import.meta.url).pathname, "proof");
  t.after(server.stop);
  const page = await open(server.url);
  await page.click("#analyse");
  const scores = () => page.locator("#lines .score").allTextContents();
  await page.waitForFunction(
    () =>
      /^depth 6/.test(document.querySelector("#depth").textContent) &&
      document.querySelectorAll("#lines li").length === 3,
  );
  assert.deepEqual(await scores(), ["+#9", "+#7", "+0.20"]);
  assert.match(await page.textContent("#whose"), / in 7 plies\.$/);
  assert.match(await page.getAttribute("#bar", "aria-label"), /: \+#7$/);
  assert.deepEqual(page.said, []);
});

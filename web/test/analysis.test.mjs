// Analysis, variations, set-up, and links.

import assert from "node:assert/strict";
import { test } from "node:test";
import { menu, moves, open, served, skip, square, status, toMove } from "./support.mjs";

const server = served();

const plies = (page, n) =>
  page.waitForFunction((n) => document.querySelectorAll("#moves > .move").length === n + 1, n);

test("lines, arrows, score bar, and variations", { skip, timeout: 60_000 }, async () => {
  const page = await open(server.url);
  await page.click("#analyse");
  await page.waitForFunction(() => document.querySelectorAll("#lines li").length === 3);
  await page.waitForFunction(() =>
    /depth \d+ · .* nodes · .*\/s/.test(document.querySelector("#depth").textContent),
  );
  assert.equal(await page.locator("#board .arrow").count(), 3);
  assert.match(await page.getAttribute("#bar", "aria-label"), /Score for Red: /);
  // The sentence has the score as the list has it, and says for whom it is good.
  const [chip, whose] = await page.evaluate(() => [
    document.querySelector("#lines .score").textContent,
    document.querySelector("#whose").textContent,
  ]);
  assert.ok(
    whose.startsWith(`${chip}, `) &&
      whose.includes(
        chip.startsWith("+") ? " for Red." : chip.startsWith("\u2212") ? " for Blue." : ", even.",
      ),
    `${chip} ${whose}`,
  );
  await page.selectOption("#count", "1");
  await page.waitForFunction(() => document.querySelectorAll("#board .arrow").length === 1);
  // A click into a line plays it up to there, for both players.
  await page.locator("#lines li").first().locator(".move").nth(2).click();
  await plies(page, 3);
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => document.querySelectorAll("#board .arrow").length === 1);
  const [first] = await moves(page);
  // Another first move becomes a variation.
  await page.locator("#status").click();
  await page.keyboard.press("Home");
  await page.waitForFunction(
    () => document.querySelector("#moves [aria-current]").textContent === "Start",
  );
  const [from, to] = first === "b6c6" ? ["a1", "b1"] : ["b6", "c6"];
  await square(page, from).click();
  await square(page, to).click();
  await page.locator(".variation .move", { hasText: from + to }).waitFor();
  await page.click("#promote");
  assert.equal((await moves(page))[0], from + to);
  await page.locator(".variation .move", { hasText: first }).waitFor();
  await page.click("#cut");
  await page.waitForFunction(
    (text) => !document.querySelector("#moves").textContent.includes(text),
    from + to,
  );
  assert.equal((await moves(page))[0], first);
  await page.click("#analyse");
  assert.deepEqual(page.said, []);
});

test("an analysis goes on with an option that is changed", { skip, timeout: 60_000 }, async () => {
  const page = await open(server.url, {}, () => {
    window.searches = 0;
    for (const [kind, name] of [
      [WebSocket, "send"],
      [Worker, "postMessage"],
    ]) {
      const send = kind.prototype[name];
      kind.prototype[name] = function (data, ...rest) {
        if (JSON.stringify(data)?.includes("go infinite")) window.searches += 1;
        return send.call(this, data, ...rest);
      };
    }
  });
  await page.click("#analyse");
  await page.waitForFunction(
    () => window.searches === 1 && document.querySelectorAll("#lines li").length === 3,
  );
  await menu(page, "#options");
  const hash = page.locator('dialog[open] input[name="Hash"]');
  await hash.fill("32");
  await hash.blur();
  await page.waitForFunction(() => window.searches === 2);
  await page.locator("dialog[open]").getByRole("button", { name: "Close" }).click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  assert.deepEqual(page.said, []);
});

test(
  "the board shows a position of a line while the pointer is on its move",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(server.url + "#variant=zola-6&moves=b6c6");
    await page.click("#analyse");
    await page.locator("#lines li:first-child .move").nth(2).waitFor();
    const first = page.locator("#lines li:first-child .move").first();
    await first.hover();
    // The lines do not change while the pointer is there.
    const from = (await first.textContent()).slice(0, 2);
    await page.waitForFunction(
      (from) => document.querySelector(`[data-square="${from}"]`).dataset.piece === "",
      from,
    );
    assert.equal(await page.locator("#board .arrow").count(), 0);
    assert.equal((await moves(page)).length, 1);
    await page.hover("#status");
    await page.waitForFunction(
      (from) => document.querySelector(`[data-square="${from}"]`).dataset.piece === "b",
      from,
    );
    await page.locator("#board .arrow").first().waitFor({ state: "attached" });
    assert.deepEqual(page.said, []);
  },
);

test(
  "a line that comes below a pointer at rest leaves the board as it is",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(server.url + "#variant=zola-6&moves=b6c6", {}, () => {
      const { setTimeout } = window;
      window.rests = 0;
      // What shows a position waits until the pointer rests.
      window.setTimeout = (task, ms, ...rest) => {
        if (ms === 100) window.rests += 1;
        return setTimeout(task, ms, ...rest);
      };
    });
    await page.click("#analyse");
    await page.locator("#lines li:first-child .move").nth(2).waitFor();
    await page.click("#analyse");
    const box = await page.locator("#lines li:first-child .move").first().boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.evaluate(() => (document.querySelector("#lines").style.marginTop = "5rem"));
    await page.mouse.move(x, y);
    await page.evaluate(() => {
      window.rests = 0;
      document.querySelector("#lines").style.marginTop = "";
    });
    await page.waitForFunction(() => document.querySelector("#lines .move:hover"));
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    assert.equal(await page.evaluate(() => window.rests), 0);
    const from = (await page.locator("#lines .move:hover").textContent()).slice(0, 2);
    await page.mouse.move(x + 2, y);
    await page.waitForFunction(
      (from) => document.querySelector(`[data-square="${from}"]`).dataset.piece === "",
      from,
    );
    assert.deepEqual(page.said, []);
  },
);

test("all moves scored: the curve, and a jump by it", { skip, timeout: 60_000 }, async () => {
  const page = await open(`${server.url}#variant=zola-4&fen=1rb1/br1r/2br/rb1b+b&moves=c4d4`);
  await plies(page, 1);
  await page.click("#look-through");
  await page.locator("#curve-box").waitFor();
  await page.waitForFunction(
    () => document.querySelector("#look-through").textContent === "Score all moves",
  );
  // Before this move blue wins in 13 plies, and after it red in 15.
  assert.match(await page.locator("#moves .move").nth(1).getAttribute("class"), /blunder/);
  const box = await page.locator("#curve").boundingBox();
  await page.mouse.click(box.x + 2, box.y + 20);
  await page.waitForFunction(
    () => document.querySelector("#moves [aria-current]").textContent === "Start",
  );
  await page.locator("#curve").press("ArrowRight");
  await page.waitForFunction(() =>
    document.querySelector("#moves [aria-current]").textContent.includes("c4d4"),
  );
  assert.deepEqual(page.said, []);
});

test("a position set up by hand, and by text", { skip, timeout: 60_000 }, async () => {
  const page = await open(`${server.url}#variant=zola-4`);
  await page.waitForFunction(() => location.hash.includes("zola-4"));
  await menu(page, "#setup-open");
  await page.click("#set-clear");
  await page.click('[data-brush="r"]');
  assert.equal(await page.getAttribute('[data-brush="r"]', "aria-pressed"), "true");
  await square(page, "a1").click();
  await square(page, "b2").click();
  await page.click('[data-brush="b"]');
  await square(page, "d4").click();
  await square(page, "c4").click();
  await page.click('[data-brush="none"]');
  await square(page, "c4").click();
  await page.locator("#turn").getByText("Blue").click();
  await page.click("#set-done");
  await page.locator("#setup").waitFor({ state: "hidden" });
  assert.equal(await page.textContent("#fen"), "3b/4/1r2/r3 b -");
  assert.match(await toMove(page), /^Blue$/);
  // What the engine does not take changes nothing.
  await menu(page, "#setup-open");
  await page.fill("#set-text", "nonsense");
  await page.click("#set-form button");
  await page.locator("#trouble").waitFor();
  assert.match(await page.textContent("#trouble"), /nonsense/);
  await page.fill("#set-text", "3b/4/r3/4 b");
  await page.click("#set-form button");
  await page.locator("#setup").waitFor({ state: "hidden" });
  assert.match(await status(page), /Blue has to wait/);
  assert.deepEqual(page.said, []);
});

test("each game's way to write a position is found", { skip, timeout: 60_000 }, async () => {
  for (const [variant, square_, brush] of [
    ["zvp", "c3", "none"],
    ["zola-10", "e5", "none"],
  ]) {
    const page = await open(`${server.url}#variant=${variant}`);
    await page.waitForFunction((variant) => location.hash.includes(`variant=${variant}&`), variant);
    await menu(page, "#setup-open");
    await page.click(`[data-brush="${brush}"]`);
    await square(page, square_).click();
    await page.locator("#turn button").nth(1).click();
    await page.click("#set-done");
    await page.locator("#setup").waitFor({ state: "hidden" });
    assert.equal(await square(page, square_).getAttribute("data-piece"), "");
    assert.match(await toMove(page), /^(Blue|Black|Zombies)$/);
    assert.deepEqual(page.said, []);
    await page.context().close();
  }
});

test(
  "a link leads to a position, and one that is wrong says so",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(`${server.url}#variant=zola-4`);
    await page.waitForFunction(() => location.hash.includes("fen="));
    await page.click("#analyse");
    await square(page, "a1").click();
    await square(page, "b1").click();
    await plies(page, 1);
    await page.waitForURL(/moves=a1b1/);
    const link = page.url();
    const other = await open(link);
    assert.equal(await square(other, "b1").getAttribute("data-piece"), "r");
    await other.evaluate(
      () => (location.hash = "#variant=zola-4&fen=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E"),
    );
    await other.locator("#trouble").waitFor();
    assert.match(await other.textContent("#trouble"), /<img/);
    assert.equal(await square(other, "b1").getAttribute("data-piece"), "r");
    // Nor does a link with good words and bad moves, or with too many; the game in view goes on.
    for (const [moves, said] of [
      ["a1b1 z9z9", /z9z9/],
      ["a1b1 ".repeat(14000), /has \d+ characters: expected at most 65536/],
    ]) {
      await other.evaluate((moves) => {
        document.querySelector("#trouble").hidden = true;
        location.hash = `#variant=zola-6&moves=${moves}`;
      }, moves);
      await other.locator("#trouble").waitFor();
      assert.match(await other.textContent("#trouble"), said);
      assert.equal(await other.locator("#lost").isHidden(), true);
    }
    await other.locator('.cell[aria-label*="can move"]').first().click();
    await other.locator('.cell[aria-label*="can be gone to"]').first().click();
    await plies(other, 2);
    assert.match(other.url(), /variant=zola-4/);
    // At the first visit there is no position to stay at: a new game is shown instead.
    const first = await open(`${server.url}#variant=chess&fen=x`);
    assert.match(await first.textContent("#trouble"), /no game "chess"/);
    assert.match(await toMove(first), /./);
    assert.deepEqual([...page.said, ...other.said, ...first.said], []);
  },
);

test(
  "the move in view stays in sight when the lines of the engine grow",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(`${server.url}#variant=zola-6&moves=b6c6 a6a5 b2b3 c2d2 f4f3 a4a3`, {
      viewport: { width: 1180, height: 820 },
    });
    await page.click("#analyse");
    await page.waitForFunction(() => document.querySelectorAll("#lines li").length === 3);
    await page.selectOption("#count", "5");
    await page.waitForFunction(() => document.querySelectorAll("#lines li").length === 5);
    await page.waitForFunction(() => {
      const [move, pane] = [
        document.querySelector("#moves [aria-current]"),
        document.querySelector("#pane-moves"),
      ].map((made) => made.getBoundingClientRect());
      return move.bottom <= pane.bottom + 1 && move.top >= pane.top;
    });
    assert.deepEqual(page.said, []);
  },
);

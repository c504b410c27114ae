// Analysis, variations, and links.

import assert from "node:assert/strict";
import {
  anyMove,
  counts,
  current,
  follow,
  go,
  holds,
  linesOf,
  menu,
  moves,
  open,
  pieceOn,
  plies,
  reads,
  served,
  test,
  toMove,
  troubled,
  WATCH,
} from "./support.mjs";

const server = served();

const arrows = (page, count) => counts(page, "#board .arrow", count);

test("lines, arrows, score bar, and variations", async () => {
  const page = await open(server.url);
  await page.click("#tab-rules");
  await page.click("#analyse");
  await page.locator("#lines").waitFor();
  await linesOf(page, 3);
  await reads(page, "#depth", /^\d+ turns? ahead · .* positions$/);
  await arrows(page, 3);
  assert.match(await page.getAttribute("#bar", "aria-label"), /Score for Red: /);
  // The sentence has the same score as the list, and names the player that it favours.
  const [chip, whose] = await page.evaluate(() => [
    document.querySelector("#lines .score").textContent,
    document.querySelector("#whose").textContent,
  ]);
  const units = Number(chip.replace("\u2212", "-"));
  const side = units > 0 ? " for Red." : " for Blue.";
  assert.equal(whose.startsWith(`${chip}, `), true, whose);
  assert.match(whose, Math.abs(units) < 0.3 ? /, even\.$/ : new RegExp(`${side}$`), chip);
  await page.selectOption("#count", "1");
  await arrows(page, 1);
  // A click into a line plays it up to there, for both players.
  await page.locator("#lines li").first().locator(".move").nth(2).click();
  await plies(page, 3);
  await page.mouse.move(5, 5);
  await arrows(page, 1);
  const [first] = await moves(page);
  // Another first move becomes a variation.
  await page.locator("#status").click();
  await page.keyboard.press("Home");
  await current(page, "Start");
  const [from, to] = first === "b6c6" ? ["a1", "b1"] : ["b6", "c6"];
  await go(page, from, to);
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
});

test("an analysis goes on with an option that is changed", async () => {
  const page = await open(server.url, {}, WATCH);
  const searches = (count) =>
    page.waitForFunction(
      (count) => window.lines.filter(({ text }) => text === "go infinite").length === count,
      count,
    );
  await page.click("#analyse");
  await searches(1);
  await linesOf(page, 3);
  await menu(page, "#options");
  const hash = page.locator('dialog[open] input[name="Hash"]');
  await hash.fill("32");
  await hash.blur();
  await searches(2);
  await page.locator("dialog[open]").getByRole("button", { name: "Close" }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
});

test("the board shows a position of a line while the pointer goes over its move, and no other one", async () => {
  const page = await open(server.url + "#variant=zola-6&moves=b6c6", {}, () => {
    const { setTimeout } = window;
    window.rests = 0;
    // Counts the timers that wait for the pointer to rest before a position is shown.
    window.setTimeout = (task, ms, ...rest) => {
      if (ms === 100) window.rests += 1;
      return setTimeout(task, ms, ...rest);
    };
  });
  await page.click("#analyse");
  await page.locator("#lines li:first-child .move").nth(2).waitFor();
  const first = page.locator("#lines li:first-child .move").first();
  await first.hover();
  // The lines do not change while the pointer is there.
  const from = (await first.textContent()).slice(0, 2);
  await holds(page, from, "");
  assert.equal(await page.locator("#board .arrow").count(), 0);
  assert.equal((await moves(page)).length, 1);
  await page.hover("#status");
  await holds(page, from, "b");
  await page.locator("#board .arrow").first().waitFor({ state: "attached" });
  // A line that appears under a resting pointer does not change the board.
  await page.click("#analyse");
  const box = await first.boundingBox();
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
  const below = (await page.locator("#lines .move:hover").textContent()).slice(0, 2);
  await page.mouse.move(x + 2, y);
  await holds(page, below, "");
});

test("all moves scored: the curve, and a jump by it", async () => {
  const page = await open(`${server.url}#variant=zola-4&fen=1rb1/br1r/2br/rb1b+b&moves=c4d4`);
  await plies(page, 1);
  await page.click("#review");
  await page.locator("#curve-box").waitFor();
  await reads(page, "#review", "Score all moves");
  // Nothing is left to do.
  await page.locator("#review:disabled, #review[aria-disabled]").waitFor();
  // Before this move blue wins in 13 plies, and after it red in 15.
  assert.match(await page.locator("#moves .move").nth(1).getAttribute("class"), /blunder/);
  const box = await page.locator("#curve").boundingBox();
  await page.mouse.click(box.x + 2, box.y + 20);
  await current(page, "Start");
  await page.locator("#curve").press("ArrowRight");
  await current(page, "c4d4");
});

test("a link leads to a position, and one that is wrong says so", async () => {
  const page = await open(`${server.url}#variant=zola-4`);
  await page.click("#analyse");
  await go(page, "a1", "b1");
  await page.waitForURL(/moves=a1b1/);
  const other = await open(page.url());
  assert.equal(await pieceOn(other, "b1"), "r");
  await follow(other, "#variant=zola-4&fen=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E");
  await troubled(other, /<img/);
  assert.equal(await pieceOn(other, "b1"), "r");
  // A link with valid settings but too many moves is refused, too; the position in view stays.
  await follow(other, `#variant=zola-6&moves=${"a1b1 ".repeat(14000)}`);
  await troubled(other, /has \d+ bytes: expected at most 65536/);
  assert.equal(await other.locator("#lost").isHidden(), true);
  await anyMove(other);
  await plies(other, 2);
  await other.waitForURL(/variant=zola-4/);
  // At the first visit there is no position to stay at: a new game is shown instead.
  const first = await open(`${server.url}#variant=chess&fen=x`);
  await troubled(first, /no game "chess"/);
  assert.match(await toMove(first), /./);
});

test("the move in view stays in sight when the lines of the engine grow, and so does the score", async () => {
  const page = await open(`${server.url}#variant=zola-6&moves=b6c6 a6a5 b2b3 c2d2 f4f3 a4a3`, {
    viewport: { width: 1180, height: 820 },
  });
  await page.click("#analyse");
  await linesOf(page, 3);
  await page.selectOption("#count", "5");
  await linesOf(page, 5);
  await page.waitForFunction(() => {
    const [move, pane] = [
      document.querySelector("#moves [aria-current]"),
      document.querySelector("#pane-moves"),
    ].map((made) => made.getBoundingClientRect());
    return move.bottom <= pane.bottom + 1 && move.top >= pane.top;
  });
  // In a low window the panel scrolls to the move.
  await page.setViewportSize({ width: 1024, height: 620 });
  await page.click("#review");
  await page.locator("#curve svg").waitFor();
  await page.focus("#typed");
  await page.waitForFunction(() => document.querySelector("#pane-moves").scrollTop > 0);
  const hit = await page.evaluate(() => {
    const { x, y, width, height } = document.querySelector("#whose b").getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2).closest("#whose") !== null;
  });
  assert.ok(hit);
});

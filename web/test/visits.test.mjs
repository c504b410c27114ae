// Connections, other visitors, and people who do not see the page.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import {
  address,
  anyMove,
  CLOCK,
  EMPTY,
  follow,
  game,
  go,
  HOLD,
  holds,
  IN_HANDS,
  keepTexts,
  linesOf,
  menu,
  moves,
  myTurn,
  open,
  plies,
  reads,
  resign,
  searching,
  served,
  SMALL,
  square,
  test,
  toMove,
  WATCH,
} from "./support.mjs";

const server = served();

/** Loses the connection, as a network does. */
async function lose(page) {
  await page.evaluate(() => window.sockets.at(-1).close());
  await page.locator("#lost").waitFor();
}

/** Waits until there is exactly one connection, and it is open. */
const oneSocket = (page) =>
  page.waitForFunction(
    () =>
      window.sockets.filter(({ readyState }) => readyState !== WebSocket.CLOSED).length === 1 &&
      window.sockets.at(-1).readyState === WebSocket.OPEN,
  );

test("a move that had no answer before the connection was lost is played when it is back", async () => {
  const script = `(${HOLD})(); (${WATCH})();`;
  const page = await open(server.url + game("zola-4", { p2: "engine" }), {}, script);
  await page.evaluate(() => window.hold.shut());
  await go(page, "a1", "b1");
  await holds(page, "b1", "r");
  await lose(page);
  await page.evaluate(() => window.hold.let());
  await myTurn(page, 2);
  assert.equal((await moves(page))[0], "a1b1");
});

test("an analysis goes on in its game when the connection is back, and after questions", async () => {
  const page = await open(`${server.url}#variant=zola-4&fen=brbr/rbrb/brbr/rbrb r`, {}, WATCH);
  await page.click("#analyse");
  await searching(page);
  const begun = () =>
    page.evaluate(() => window.lines.filter(({ text }) => text === "go infinite").length);
  const before = await begun();
  await lose(page);
  await page.getByRole("button", { name: "Connect again" }).click();
  await page.waitForFunction(
    (before) => window.lines.filter(({ text }) => text === "go infinite").length > before,
    before,
  );
  await searching(page);
  const said = await page.evaluate(() =>
    window.lines.filter(({ way }) => way === "said").map(({ text }) => text),
  );
  const again = said.slice(said.lastIndexOf("ugi"));
  assert.ok(again.includes("setoption name UGI_Variant value zola-4"), again.join("\n"));
  // For a refused touch the page asks the engine for the reason, which interrupts the search.
  const since = await begun();
  await square(page, "a1").click();
  await square(page, "b3").click();
  await page.locator("#refusal", { hasText: "Not to b3" }).waitFor();
  await searching(page);
  assert.ok((await begun()) > since);
});

test("two quick clicks are one visitor", async () => {
  const page = await open(server.url, {}, WATCH);
  await lose(page);
  // Both clicks come before the connection is open, the second one on the disabled button.
  await page.evaluate(() => {
    const again = document.querySelector("#lost button");
    again.click();
    window.disabled = again.disabled;
    again.disabled = false;
    again.click();
  });
  await page.locator("#lost").waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => window.disabled), true);
  await oneSocket(page);
  await follow(page, game("zola-4"));
  assert.match(await toMove(page), /^Red$/);
  // The browser writes to the console that a connection was closed before it was open.
  page.said.splice(0);
});

test("a connection that drops is taken up again by itself, with longer and longer pauses", async () => {
  const page = await open(server.url + game("zola-4", { time: "5+0" }), CLOCK, WATCH);
  await lose(page);
  await reads(page, "#lost", /connection .* lost.* It is tried again in a second\./);
  assert.equal(await page.locator("#type").isHidden(), true);
  const clock = '[data-clock="p1"]';
  const left = await page.textContent(clock);
  const seconds = (text) => text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
  await page.clock.fastForward(60_000);
  await page.locator("#lost").waitFor({ state: "hidden" });
  // The clock stood still for the minute, and runs again.
  const now = await page.textContent(clock);
  assert.ok(seconds(left) - seconds(now) < 30, `${left} ${now}`);
  await page.clock.fastForward(2000);
  await reads(page, clock, new RegExp(`^(?!${left})`));
  // After a short connection, the next attempt comes later than after one second.
  await lose(page);
  await reads(page, "#lost", /It is tried again in 2 seconds\./);
  await page.locator("#lost").waitFor({ state: "hidden" });
  await oneSocket(page);
  await anyMove(page);
  await plies(page, 1);
});

/** Rules of lower severity that the page also follows. */
const MENDED = ["heading-order", "empty-table-header"];

test("axe finds nothing serious", async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  // The page's own policy would refuse the script of the check.
  const page = await open(server.url + address({ variant: "zoka", fen: IN_HANDS }), {
    bypassCSP: true,
  });
  const check = async (what) => {
    await page.evaluate(axe);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await page.evaluate(() => window.axe.run());
      const bad = violations.filter(
        ({ id, impact }) => /^(serious|critical)$/.test(impact) || MENDED.includes(id),
      );
      assert.deepEqual(
        bad.map(
          ({ id, nodes }) =>
            `${what}, ${colorScheme}: ${id}: ${nodes
              .map(({ html }) => html)
              .join(" | ")
              .slice(0, 400)}`,
        ),
        [],
      );
    }
  };
  assert.match(await toMove(page), /^Red$/);
  await check("hands");
  await page.click("#rules");
  await page.locator("#pane-rules .cards").waitFor();
  await check("rules");
  await page.click("#tab-moves");
  await follow(page, game("zoka"));
  await resign(page);
  await check("end");
  await follow(page, game("zola-6", { time: "1+0" }));
  await check("game");
  await page.click("#analyse");
  await page.locator("#lines .move").first().waitFor();
  await go(page, "a1", "b1");
  await plies(page, 1);
  await page.click("#remark");
  await page.locator("dialog[open]").waitFor();
  await check("comment");
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.click("#more summary");
  await check("analysis");
  await menu(page, "#setup-open");
  await page.locator("#setup").waitFor();
  await check("set-up");
  await page.click("#set-cancel");
  await page.click("#new");
  await page.locator("dialog[open][data-ready]").waitFor();
  await check("dialog");
  await page.locator("dialog[open]").getByRole("button", { name: "About" }).click();
  await page.getByRole("dialog", { name: "About" }).waitFor();
  await check("about");
});

test("the position is spoken", async () => {
  const page = await open(`${server.url}#variant=zola-4&fen=3b/4/r3/4+b`);
  await menu(page, "#read");
  await page
    .locator("#live", { hasText: /^red checker: a2\. blue checker: d4\. Blue to move\.$/ })
    .waitFor({ state: "attached" });
  assert.equal(await square(page, "a2").getAttribute("aria-label"), "a2, red checker");
  // In an analysis it comes after the score.
  await page.keyboard.press("a");
  await linesOf(page, 1);
  await page.keyboard.press("w");
  await reads(
    page,
    "#live",
    /^(\S+, .* for Blue|Blue wins( in \d+ moves?)?)\. Best: \S+\. red checker: a2\./,
  );
});

test("clocks have names, little time is said, and so is the turn of the board", async () => {
  const page = await open(server.url + game("zola-4", { time: "0.9+0" }), CLOCK);
  /** Lets the clock run down by some seconds, in steps of two: after three without events the page
   *  counts as suspended. */
  const pass = async (seconds) => {
    for (let n = 0; n < seconds; n += 2) await page.clock.fastForward(2000);
  };
  assert.equal(await page.getByRole("timer", { name: "Red’s clock" }).count(), 1);
  await keepTexts(page, "#live");
  await pass(26);
  await page.waitForFunction(() => window.texts.length > 0);
  await pass(4);
  // Announced once, and only for the side to move.
  assert.deepEqual(await page.evaluate(() => window.texts), ["Red: 30 seconds left"]);
  await page.click("#flip");
  assert.equal(await page.textContent("#live"), "Seen from Blue’s side");
  await page.click("#flip");
  assert.equal(await page.textContent("#live"), "Seen from Red’s side");
  // A time at or above the initial time is not announced.
  await follow(page, game("zola-4", { time: "0.3+0" }));
  await page.evaluate(() => (window.texts = []));
  await pass(10);
  await page.waitForFunction(() => window.texts.length > 0);
  assert.deepEqual(await page.evaluate(() => window.texts), ["Red: 10 seconds left"]);
});

test("nothing stands empty above the board for rows that have gone", async () => {
  const blank = (page) =>
    page.evaluate(() => {
      const box = document.querySelector("#far");
      // Some rows have no box of their own, so visible elements are measured.
      const seen = [...box.querySelectorAll("*")]
        .map((one) => one.getBoundingClientRect())
        .filter(({ height }) => height > 0);
      return Math.min(...seen.map(({ top }) => top)) - box.getBoundingClientRect().top;
    });
  const page = await open(`${server.url}#variant=zoka-4`, SMALL);
  assert.equal(await page.locator("#far .seat").count(), 3);
  const least = await blank(page);
  await page.click("#flip");
  assert.equal(await page.locator("#far .seat").count(), 1);
  assert.ok((await blank(page)) < least + 2);
  // A row of the tray is kept within a game, but not for another game.
  const full = `${EMPTY} 1 - =3/ZZ6 ZZ25/ZZZ2345 Z/Z 3:0 -/- 0:0:-`;
  const other = await open(server.url + address({ variant: "zoka", fen: full }), SMALL);
  assert.ok((await other.locator("#far .thing").count()) > 4);
  const plain = `${EMPTY} 1 - =3/ZZ6 ZZ25/5 Z/Z 3:0 -/- 0:0:-`;
  await follow(other, address({ variant: "zoka", fen: plain }));
  assert.ok((await blank(other)) < least + 2);
});

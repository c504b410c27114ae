// Connections, other visitors, and people who do not see the page.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  HOLD,
  menu,
  moves,
  myTurn,
  newGame,
  open,
  served,
  skip,
  square,
  toMove,
} from "./support.mjs";

const server = served();

/** Lets a test close the page's connections, as a network does. */
const KEEP_SOCKETS = () => {
  window.sockets = [];
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      window.sockets.push(this);
    }
  };
};

test("a second visitor has a game of their own", { skip, timeout: 60_000 }, async () => {
  const [one, two] = [await open(server.url), await open(server.url)];
  await newGame(one, { variant: "zola-4" });
  await newGame(two, { variant: "zvp" });
  await square(one, "a1").click();
  await square(one, "b1").click();
  await one.waitForFunction(() => document.querySelectorAll("#moves .move").length === 2);
  assert.match(await toMove(two), /^(White|Princesses)$/);
  assert.equal(await two.locator("#moves .move").count(), 1);
  assert.deepEqual([...one.said, ...two.said], []);
});

test(
  "a connection that is lost is told, and taken up again",
  { skip, timeout: 60_000 },
  async () => {
    const again = await open(server.url, {}, KEEP_SOCKETS);
    await newGame(again, { variant: "zola-4", p2: "engine" });
    await square(again, "a1").click();
    await square(again, "b1").click();
    await again.waitForFunction(() => document.querySelectorAll("#moves .move").length === 3);
    const before = await again.textContent("#fen");
    await again.evaluate(() => window.sockets.at(-1).close());
    await again.locator("#lost").waitFor();
    assert.match(await again.textContent("#lost"), /connection .* lost/);
    assert.equal(await again.locator("#type").isHidden(), true);
    await again.getByRole("button", { name: "Connect again" }).click();
    await again.locator("#lost").waitFor({ state: "hidden" });
    await again.locator("#type").waitFor();
    assert.equal(await again.textContent("#fen"), before);
    const movable = await again
      .locator('.cell[aria-label*="can move"]')
      .first()
      .getAttribute("data-square");
    await square(again, movable).click();
    await again.locator('.cell[aria-label*="can be gone to"]').first().click();
    await again.waitForFunction(() => document.querySelectorAll("#moves .move").length >= 4);
    assert.deepEqual(again.said, []);
  },
);

test(
  "a move that had no answer before the connection was lost is played when it is back",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(server.url, {}, `(${HOLD})(); (${KEEP_SOCKETS})();`);
    await newGame(page, { variant: "zola-4", p2: "engine" });
    await page.evaluate(() => window.hold.shut());
    await square(page, "a1").click();
    await square(page, "b1").click();
    await page.locator('[data-square="b1"][data-piece="r"]').waitFor();
    await page.evaluate(() => window.sockets.at(-1).close());
    await page.locator("#lost").waitFor();
    await page.evaluate(() => window.hold.let());
    await myTurn(page, 2);
    assert.equal((await moves(page))[0], "a1b1");
    assert.deepEqual(page.said, []);
  },
);

const openSockets = (page) =>
  page.evaluate(
    () => window.sockets.filter(({ readyState }) => readyState <= WebSocket.OPEN).length,
  );

test("two quick clicks are one visitor", { skip, timeout: 60_000 }, async () => {
  const page = await open(server.url, {}, KEEP_SOCKETS);
  await page.evaluate(() => window.sockets.at(-1).close());
  await page.locator("#lost").waitFor();
  // Both clicks come before the connection is there, the second one also where the button is not.
  await page.evaluate(() => {
    const again = document.querySelector("#lost button");
    again.click();
    window.disabled = again.disabled;
    again.disabled = false;
    again.click();
  });
  await page.locator("#lost").waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => window.disabled), true);
  await page.waitForTimeout(300);
  assert.equal(await openSockets(page), 1);
  await newGame(page, { variant: "zola-4" });
  assert.match(await toMove(page), /^Red$/);
});

test(
  "a connection that drops is taken up again by itself, with longer and longer pauses",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(server.url, {}, KEEP_SOCKETS);
    await newGame(page, { variant: "zola-4", clock: { minutes: 1, increment: 0 } });
    await page.evaluate(() => window.sockets.at(-1).close());
    await page.locator("#lost", { hasText: "It is tried again in a second." }).waitFor();
    const left = await page.textContent('[data-clock="p1"]');
    await page.waitForTimeout(500);
    assert.equal(await page.textContent('[data-clock="p1"]'), left);
    await page.locator("#lost").waitFor({ state: "hidden" });
    await page.waitForFunction(
      (left) => document.querySelector('[data-clock="p1"]').textContent !== left,
      left,
    );
    // One that does not last is not asked for each second.
    await page.evaluate(() => window.sockets.at(-1).close());
    await page.locator("#lost", { hasText: "It is tried again in 2 seconds." }).waitFor();
    await page.locator("#lost").waitFor({ state: "hidden" });
    assert.equal(await openSockets(page), 1);
    assert.deepEqual(page.said, []);
  },
);

test("axe finds nothing serious", { skip, timeout: 120_000 }, async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  for (const colorScheme of ["light", "dark"]) {
    // The page's own policy would refuse the script of the check.
    const hand =
      "......../......../......../......../...b4..../......../......../........ 1 - =3/ZZ6 ZZ25/ZZ5 Z/Z 3:0 -/- 0:0:-";
    const page = await open(
      `${server.url}#${new URLSearchParams({ variant: "zoka", fen: hand })}`,
      { colorScheme, bypassCSP: true },
    );
    const check = async (what) => {
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      assert.deepEqual(
        bad.map(
          ({ id, nodes }) =>
            `${what}: ${id}: ${nodes
              .map(({ html }) => html)
              .join(" | ")
              .slice(0, 400)}`,
        ),
        [],
      );
    };
    assert.match(await toMove(page), /^Red$/);
    await check("hands");
    await newGame(page, { variant: "zola-6", clock: { minutes: 1, increment: 0 } });
    await check("game");
    await page.click("#analyse");
    await page.locator("#lines .move").first().waitFor();
    await square(page, "a1").click();
    await square(page, "b1").click();
    await page.locator("#moves .move").nth(1).waitFor();
    await page.click("#remark");
    await page.locator("dialog[open]").waitFor();
    await check("comment");
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await page.click("#more summary");
    await check("analysis");
    await menu(page, "#setup-open");
    await check("set-up");
    await page.click("#set-cancel");
    await page.click("#new");
    await page.locator("dialog[open]").waitFor();
    await check("dialog");
    await page.context().close();
  }
});

test("nothing of the page is wider than a small screen", { skip, timeout: 60_000 }, async () => {
  for (const variant of ["zola-10", "zoka-4"]) {
    const page = await open(`${server.url}#variant=${variant}`, {
      viewport: { width: 360, height: 740 },
    });
    await page.waitForFunction((variant) => location.hash.includes(`variant=${variant}&`), variant);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.equal(wide, 0);
    await page.context().close();
  }
});

test("the position is spoken", { skip, timeout: 60_000 }, async () => {
  const page = await open(`${server.url}#variant=zola-4&fen=3b/4/r3/4+b`);
  await menu(page, "#read");
  await page
    .locator("#live", { hasText: /^red checker: a2\. blue checker: d4\. Blue to move\.$/ })
    .waitFor({ state: "attached" });
  assert.equal(await square(page, "a2").getAttribute("aria-label"), "a2, red checker");
});

test(
  "clocks have names, little time is said, and so is the turn of the board",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(server.url);
    await newGame(page, { variant: "zola-4", clock: { minutes: 0.51, increment: 0 } });
    assert.equal(await page.getByRole("timer", { name: "Red’s clock" }).count(), 1);
    await page.evaluate(() => {
      window.said = [];
      new MutationObserver(() =>
        window.said.push(document.querySelector("#live").textContent),
      ).observe(document.querySelector("#live"), { childList: true });
    });
    await page.waitForTimeout(1500);
    // Said once, and only for whose time it is.
    assert.deepEqual(await page.evaluate(() => window.said), ["Red: 30 seconds left"]);
    await page.click("#flip");
    assert.equal(await page.textContent("#live"), "Seen from Blue’s side");
    await page.click("#flip");
    assert.equal(await page.textContent("#live"), "Seen from Red’s side");
    // Whoever begins with less knows it.
    await newGame(page, { variant: "zola-4", clock: { minutes: 0.2, increment: 0 } });
    await page.evaluate(() => (window.said = []));
    await page.waitForFunction(() => window.said.length > 0, null, { timeout: 8000 });
    assert.deepEqual(await page.evaluate(() => window.said), ["Red: 10 seconds left"]);
    // A piece that is picked up says where it can go.
    await page.locator('.cell[aria-label*="can move"]').first().click();
    assert.match(
      await page.textContent("#live"),
      /, (red|blue) checker picked, \d places? to go: [a-d][1-4]/,
    );
    assert.deepEqual(page.said, []);
  },
);

test(
  "nothing stands empty above the board for rows that have gone",
  { skip, timeout: 60_000 },
  async () => {
    const small = { viewport: { width: 360, height: 740 } };
    const blank = (page) =>
      page.evaluate(() => {
        const box = document.querySelector("#far");
        // Some rows have no box of their own: what counts is what is seen.
        const seen = [...box.querySelectorAll("*")]
          .map((one) => one.getBoundingClientRect())
          .filter(({ height }) => height > 0);
        return Math.min(...seen.map(({ top }) => top)) - box.getBoundingClientRect().top;
      });
    const page = await open(`${server.url}#variant=zoka-4`, small);
    await page.waitForFunction(() => document.querySelectorAll("#far .seat").length === 3);
    const least = await blank(page);
    await page.click("#flip");
    assert.equal(await page.locator("#far .seat").count(), 1);
    assert.ok((await blank(page)) < least + 2);
    // In one game a row is kept, and in another one none.
    const empty = Array(8).fill("........").join("/");
    const full = `${empty} 1 - =3/ZZ6 ZZ25/ZZZ2345 Z/Z 3:0 -/- 0:0:-`;
    const other = await open(
      `${server.url}#${new URLSearchParams({ variant: "zoka", fen: full })}`,
      small,
    );
    await other.waitForFunction(() => document.querySelectorAll("#far .thing").length > 4);
    const plain = `${empty} 1 - =3/ZZ6 ZZ25/5 Z/Z 3:0 -/- 0:0:-`;
    await other.evaluate(
      (hash) => (location.hash = hash),
      String(new URLSearchParams({ variant: "zoka", fen: plain })),
    );
    await other.waitForFunction((fen) => document.querySelector("#fen").textContent === fen, plain);
    assert.ok((await blank(other)) < least + 2);
    assert.deepEqual([...page.said, ...other.said], []);
  },
);

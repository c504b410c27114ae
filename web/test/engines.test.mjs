// Engines that do what no engine should: nothing of it stops the page.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeAll, load, menu, newGame, open, serve, skip, square, toMove } from "./support.mjs";

after(closeAll);

const ODD = new URL("odd.py", import.meta.url).pathname;

/** A page with an engine of this habit, and a game against it in which it has been asked to move. */
async function play(t, habit) {
  const server = await serve("python3", ODD, habit);
  t.after(() => server.stop());
  const page = await open(server.url);
  await newGame(page, { p1: "person", p2: "engine", seconds: 0.1 });
  await square(page, "b2").click();
  return page;
}

const said = (page, id, text) =>
  page.waitForFunction(
    ([id, text]) =>
      document.querySelector(id).textContent.includes(text) && !document.querySelector(id).hidden,
    [id, text],
  );

test("one that answers with no move, and with markup", { skip, timeout: 60_000 }, async (t) => {
  const page = await play(t, "garbage");
  await said(page, "#status", "The engine has answered without a move: the game is over.");
  // The game can be taken back, and looked at.
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForFunction(
    () => document.querySelector("#moves [aria-current]").textContent === "Start",
  );
  await page.click("#analyse");
  await page.locator("#lines .move", { hasText: "<b>a1</b>" }).waitFor();
  assert.equal(await page.locator("#lines b, #trouble img, script:not([src])").count(), 0);
  assert.deepEqual(page.said, []);
});

test("one whose lines are too long", { skip, timeout: 60_000 }, async (t) => {
  const page = await play(t, "huge");
  await page.waitForFunction(() => document.querySelectorAll("#moves .move").length === 3);
  await said(page, "#trouble", "a line of the engine was cut");
  assert.match(await toMove(page), /^Crosses$/);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  assert.deepEqual(page.said, []);
});

test(
  "one that does not answer is given up, and a new one begins",
  { skip, timeout: 60_000 },
  async (t) => {
    const page = await play(t, "silent");
    await said(page, "#status", "thinking");
    // Nobody waits for what does not come: after its time it is told to stop, and then left.
    await said(page, "#lost", "The engine does not end its search");
    await page.getByRole("button", { name: "Connect again" }).click();
    await page.locator("#lost").waitFor({ state: "hidden" });
    await page.waitForFunction(() =>
      /thinking/.test(document.querySelector("#status").textContent),
    );
    assert.equal(await page.locator("#moves .move").count(), 2);
    assert.deepEqual(page.said, []);
  },
);

test("one that ends in the middle of a game", { skip, timeout: 60_000 }, async (t) => {
  const page = await play(t, "crash");
  await page.waitForFunction(() => document.querySelectorAll("#moves .move").length === 3);
  await page.locator('.cell[aria-label*="can be gone to"]').first().click();
  await said(page, "#lost", "thinking of something else");
  // It would only end again: nobody but the person begins another one.
  assert.doesNotMatch(await page.textContent("#lost"), /tried again/);
  await page.waitForTimeout(1500);
  assert.equal(await page.locator("#lost").isVisible(), true);
  await page.getByRole("button", { name: "Connect again" }).click();
  // The game goes on with another process where it was.
  await page.waitForFunction(() => document.querySelectorAll("#moves .move").length === 5);
  assert.match(await toMove(page), /^Crosses$/);
  assert.deepEqual(page.said, []);
});

/** Begins a game against the engine by depth, and makes the first move of it. */
async function playByDepth(page) {
  await newGame(page, { p2: "engine", depth: true });
  await square(page, "b2").click();
  await said(page, "#status", "thinking");
}

test(
  "an engine that thinks for too long plays when it is told to",
  { skip, timeout: 60_000 },
  async (t) => {
    const server = await serve("python3", ODD, "patient");
    t.after(() => server.stop());
    const page = await open(server.url);
    await playByDepth(page);
    await page.getByRole("button", { name: "Move now" }).click();
    await page.waitForFunction(() => document.querySelectorAll("#moves .move").length === 3);
    assert.match(await toMove(page), /^Crosses$/);
    assert.equal(await page.getByRole("button", { name: "Move now" }).count(), 0);
    assert.deepEqual(page.said, []);
  },
);

test("a search by depth that never ends is given up", { skip, timeout: 60_000 }, async (t) => {
  const server = await serve("python3", ODD, "silent");
  t.after(() => server.stop());
  const page = await open(server.url);
  await page.clock.install();
  await playByDepth(page);
  // Ten minutes for the search, some seconds for its end; in steps, so that no other answer that is
  // still under way seems to take half a minute.
  for (let n = 0; n < 300 && (await page.locator("#lost").isHidden()); n += 1) {
    await page.clock.fastForward("00:04");
    await new Promise((done) => setTimeout(done, 40));
  }
  await said(page, "#lost", "The engine does not end its search");
  assert.deepEqual(page.said, []);
});

test("a look at another game sets back what was set just before it", async () => {
  globalThis.window ??= globalThis;
  const { Engine } = await load("engine");
  const engine = new Engine({});
  const options = new Map([
    ["UGI_Variant", "one"],
    ["PieRule", "false"],
  ]);
  // An engine that answers at once, and forgets its options with another game.
  Object.defineProperty(engine.link, "open", { value: true });
  engine.link.send = (line) => {
    const [, name, value] = /^setoption name (\S+) value (\S+)$/.exec(line) ?? [];
    if (name === "UGI_Variant" && options.get(name) !== value) options.set("PieRule", "false");
    if (name) options.set(name, value);
    const answer = {
      isready: "readyok",
      "query board": "response {}",
      "query sheet": "response none",
    }[line];
    if (answer) queueMicrotask(() => engine.line(answer));
  };
  const look = () => engine.glimpse("three", "one").catch(() => null);
  await Promise.all([
    engine.set("UGI_Variant", "two"),
    look(),
    engine.set("PieRule", "true"),
    look(),
  ]);
  assert.deepEqual(
    [...options],
    [
      ["UGI_Variant", "two"],
      ["PieRule", "true"],
    ],
  );
});

test(
  "options have names in words, units, ranges and defaults",
  { skip, timeout: 60_000 },
  async (t) => {
    const rows = async (page) => {
      await menu(page, "#options");
      const dialog = page.locator("dialog[open]");
      await dialog.waitFor();
      return dialog
        .locator(".field, .tick, div > button.edge")
        .evaluateAll((all) =>
          all.map((row) =>
            [
              row.matches("button")
                ? row.textContent
                : (row.querySelector(".field > span")?.textContent ??
                  row.childNodes[1].textContent),
              row.querySelector("small")?.textContent ?? "",
            ].join(": "),
          ),
        );
    };
    const own = await serve();
    t.after(own.stop);
    const page = await open(own.url);
    const all = await rows(page);
    for (const row of [
      /^Memory for the search: 1 to [\d,]+ MiB, default 16$/,
      /^Time kept back at each move: 0 to 60,000 ms, default 10$/,
      /^A draw counts less by: 0 to 1,000 hundredths of a piece, default 50$/,
      /^Forget earlier searches: $/,
    ]) {
      assert.ok(
        all.some((one) => row.test(one)),
        `${row}: ${all.join(" | ")}`,
      );
    }
    // The default stays, whatever is chosen.
    await page.locator('dialog input[name="Contempt"]').fill("70");
    await page.locator("dialog").getByRole("button", { name: "Close" }).click();
    assert.ok((await rows(page)).some((row) => /^A draw counts less by: .* default 50$/.test(row)));
    assert.equal(await page.inputValue('dialog input[name="Contempt"]'), "70");
    // What the page has no words for is called as the engine calls it.
    const other = await serve("python3", new URL("odd.py", import.meta.url).pathname, "options");
    t.after(other.stop);
    const foreign = await open(other.url);
    const found = await rows(foreign);
    assert.deepEqual(found.slice(-3), [
      "Style of play: default calm",
      "Deep thought: default off",
      "Wheels: 2 to 8, default 4",
    ]);
    assert.deepEqual([...page.said, ...foreign.said], []);
  },
);

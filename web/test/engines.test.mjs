// Engines that misbehave: none of their faults stops the page.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  address,
  CLOCK,
  current,
  follow,
  game,
  load,
  menu,
  FAULTY,
  open,
  plies,
  reads,
  searching,
  served,
  serveFor,
  setText,
  square,
  standIn,
  TARGET,
  test,
  thinking,
  told,
  toMove,
  WATCH,
} from "./support.mjs";

const server = served();

/** Opens a page with an engine of this habit, and a game in which it is to move. */
async function play(t, habit, time = { time: 0.1 }) {
  const server = await serveFor(t, FAULTY, habit);
  const page = await open(server.url + address({ p2: "engine", ...time }), CLOCK, WATCH);
  await square(page, "b2").click();
  await searching(page);
  return page;
}

/** Lets the time of a search pass, at most this many seconds, and five seconds more, after which
 *  the page sends `stop`; then the time in which the engine must stop. */
async function waitInVain(page, seconds) {
  await searching(page);
  await page.clock.fastForward(1000 * (seconds + 5));
  await page.waitForFunction(
    () =>
      window.lines.findLast(({ way, text }) => way === "said" && /^(go|stop)\b/.test(text)).text ===
      "stop",
  );
  await page.clock.fastForward(5000);
}

/** Checks that the engine has stopped twice within a minute, and starts another one by hand. */
async function startAgain(page) {
  await said(page, "#lost", "The engine stopped. ");
  assert.doesNotMatch(await page.textContent("#lost"), /tried again/);
  const before = await page.evaluate(() => window.sockets.length);
  await page.clock.fastForward("02:00");
  assert.equal(await page.evaluate(() => window.sockets.length), before);
  await page.getByRole("button", { name: "Start it again" }).click();
  await page.locator("#lost").waitFor({ state: "hidden" });
}

const said = (page, id, text) =>
  page.waitForFunction(
    ([id, text]) =>
      document.querySelector(id).textContent.includes(text) && !document.querySelector(id).hidden,
    [id, text],
  );

test("one that answers with no move, and with markup", async (t) => {
  const page = await play(t, "garbage");
  await said(page, "#status", "The engine has answered without a move: the game is over.");
  // Moves can still be taken back, and the game can be analysed.
  await page.getByRole("button", { name: "Take back" }).click();
  await current(page, "Start");
  await page.click("#analyse");
  await page.locator("#lines .move", { hasText: "<b>a1</b>" }).waitFor();
  assert.equal(await page.locator("#lines b, #trouble img, script:not([src])").count(), 0);
});

test("one whose lines are too long", async (t) => {
  const page = await play(t, "huge");
  await plies(page, 2);
  await said(page, "#trouble", "a line of the engine was cut");
  assert.match(await toMove(page), /^Crosses$/);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
});

test("one that does not answer is started again, once", async (t) => {
  const page = await play(t, "silent");
  const board = await page.locator("#board").boundingBox();
  // When the time of the search is over, the page tells the engine to stop, and then drops it.
  await waitInVain(page, 1);
  await said(page, "#trouble", "The engine stopped and was started again.");
  // The engine's fault is in the details, and the board does not move.
  const details = page.locator("#trouble details");
  assert.equal(await details.getByText("The engine does not end its search").isVisible(), false);
  await details.locator("summary").click();
  await details.getByText("The engine does not end its search").waitFor();
  assert.deepEqual(await page.locator("#board").boundingBox(), board);
  await thinking(page);
  await waitInVain(page, 1);
  await startAgain(page);
  await thinking(page);
  assert.equal(await page.locator("#moves .move").count(), 2);
});

test("one that ends in the middle of a game is started again, once", async (t) => {
  const page = await play(t, "crash");
  await plies(page, 2);
  await page.locator(TARGET).first().click();
  // The game goes on with another process where it was.
  await plies(page, 4);
  await said(page, "#trouble", "The engine stopped and was started again.");
  await said(page, "#trouble", "thinking of something else");
  assert.equal(await page.locator("#lost").isVisible(), false);
  await page.locator(TARGET).first().click();
  await startAgain(page);
  await plies(page, 6);
});

test("Move now counts before the search has begun", async (t) => {
  const { url } = await server;
  const held = [];
  let hold;
  const isHeld = new Promise((done) => (hold = done));
  const engine = standIn({
    // The options come before the search; the answer to the `isready` after them is held back.
    "setoption name UGI_LimitStrength": (_line, _say, pass) => {
      held.push(() => undefined);
      pass();
    },
    isready: (_line, _say, pass) => {
      if (!held.length) return pass();
      held.push(pass);
      hold();
    },
    go: () => undefined,
    stop: (_line, say) => say("bestmove a1b1"),
  });
  const how = { p1: "1200", p2: "person", depth: 9 };
  const page = await open(url + game("zola-6", how), { prepare: engine });
  await page.locator('[data-key="now"]').click();
  await isHeld;
  for (const pass of held.splice(0)) pass();
  await plies(page, 1);
});

test("a search by depth that never ends is given up", async (t) => {
  const page = await play(t, "silent", { depth: 4 });
  await waitInVain(page, 600);
});

it("a look at another game changes no option of the next question", async () => {
  globalThis.window ??= globalThis;
  // Older versions of Node have none.
  globalThis.WebSocket ??= { OPEN: 1 };
  const { Engine } = await load("engine");
  const options = new Map([
    ["UGI_Variant", "one"],
    ["PieRule", "false"],
  ]);
  // An engine that answers at once, and forgets its options with another game.
  const send = (line) => {
    const [, name, value] = /^setoption name (\S+) value (\S+)$/.exec(line) ?? [];
    if (name === "UGI_Variant" && options.get(name) !== value) options.set("PieRule", "false");
    if (name) options.set(name, value);
    const data = {
      isready: "readyok",
      "query puzzles": `response ${[...options.values()].join(" ")}`,
    }[line];
    if (data)
      queueMicrotask(() => socket.dispatchEvent(Object.assign(new Event("message"), { data })));
  };
  const socket = Object.assign(new EventTarget(), { readyState: WebSocket.OPEN, send });
  window.earlyConnection = {
    socket,
    greeting: ["ugi"],
    heard: [
      "option name UGI_Variant type combo default one var one var two var three",
      "option name PieRule type check default false",
      "ugiok",
    ],
  };
  const engine = await new Promise((done) => {
    const engine = new Engine({ opened: () => done(engine) });
    engine.connect();
  });
  const [, , one, , three, two] = await Promise.all([
    engine.handshake(),
    engine.set("UGI_Variant", "two"),
    engine.query("puzzles", "three"),
    engine.set("PieRule", "true"),
    engine.query("puzzles", "three"),
    engine.query("puzzles"),
  ]);
  assert.deepEqual([one, three, two], ["three false", "three true", "two true"]);
});

test("an engine that answers no more than it must has a board, moves and texts", async () => {
  const unknown = "info string error: unknown command";
  const answers = Object.fromEntries(
    ["extensions", "variants", "levels", "sheet", "refusal"].map((word) => [
      `query ${word}`,
      unknown,
    ]),
  );
  const page = await open(server.url + game("zola-6"), { prepare: standIn(answers) });
  await square(page, "b6").click();
  await square(page, "e4").click();
  await page.locator("#refusal", { hasText: "Not there." }).waitFor();
  await square(page, "c6").click();
  await plies(page, 1);
  // Only `query text` could write a position set up by clicks, so there is only a text field.
  await menu(page, "#setup-open");
  await page.locator("#set-text").waitFor();
  assert.equal(
    await page.locator("#brushes, #turn-line, #set-done").filter({ visible: true }).count(),
    0,
  );
  await setText(page, "6/2b3/1br3/6/6/6 b");
  await page.locator("#setup").waitFor({ state: "hidden" });
  assert.equal(await page.textContent("#fen"), "6/2b3/1br3/6/6/6 b -");
  // The engine's own words are folded.
  await follow(page, "#fen=6%2F6 r");
  await reads(page, "#trouble code", /^bad position: "6\/6": expected 6 rows/);
  assert.equal(await page.locator("#trouble code").isVisible(), false);
  await reads(page, "#trouble", /^The engine does not take this\./);
});

test("options have names in words, units, ranges and defaults", async (t) => {
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
              : (row.querySelector(".field > span")?.textContent ?? row.childNodes[1].textContent),
            row.querySelector("small")?.textContent ?? "",
          ].join(": "),
        ),
      );
  };
  const page = await open(server.url);
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
  // The row still names the default after another value was chosen.
  await page.locator('dialog input[name="Contempt"]').fill("70");
  await page.locator("dialog").getByRole("button", { name: "Close" }).click();
  assert.ok((await rows(page)).some((row) => /^A draw counts less by: .* default 50$/.test(row)));
  assert.equal(await page.inputValue('dialog input[name="Contempt"]'), "70");
  // Options that the page has no words for have the engine's names.
  const other = await serveFor(t, FAULTY, "options");
  const foreign = await open(other.url);
  const found = await rows(foreign);
  assert.deepEqual(found.slice(-3), [
    "Style of play: default calm",
    "Deep thought: default off",
    "Wheels: 2 to 8, default 4",
  ]);
});

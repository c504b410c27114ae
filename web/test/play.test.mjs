// What belongs to a game beside its moves: takeback, hint, resigning, clocks.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  chooseVariant,
  moves,
  myTurn,
  newGame,
  open,
  served,
  skip,
  square,
  startGame,
  status,
  toMove,
} from "./support.mjs";

const server = served();

test("take back, hint, resign, and a new game", { skip, timeout: 60_000 }, async () => {
  const page = await open(server.url);
  await newGame(page, { variant: "zola-6", p2: "engine" });
  await square(page, "b6").click();
  assert.match(await square(page, "c6").getAttribute("aria-label"), /can be gone to/);
  await square(page, "c6").click();
  await myTurn(page, 2);
  const [first] = await moves(page);
  assert.equal(first, "b6c6");
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForFunction(
    () => document.querySelector("#moves [aria-current]").textContent === "Start",
  );
  assert.equal(await square(page, "b6").getAttribute("data-piece"), "r");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator("#board .arrow").first().waitFor({ state: "attached", timeout: 5000 });
  await square(page, "a1").click();
  await square(page, "b1").click();
  await page.waitForFunction(
    () => document.querySelector("#moves > .move:nth-child(2)").textContent === "1.a1b1",
  );
  // What was taken back stays as a variation.
  await page.locator(".variation").getByText("b6c6").waitFor();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("dialog").getByText("Cancel").click();
  assert.doesNotMatch(await status(page), /resigned/);
  // By keys alone; whoever does not see the page hears the question, and is where they were.
  await page.getByRole("button", { name: "Resign" }).press("Enter");
  await page.getByRole("dialog", { name: "Resign?" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Resign");
  await page.keyboard.press("Enter");
  // The question comes a moment after the key: a Tab before that would leave the button "Cancel" in focus.
  await page.getByRole("dialog", { name: "Resign?" }).waitFor();
  await page.keyboard.press("Tab");
  assert.equal(
    await page.evaluate(
      () => document.activeElement.closest("dialog") && document.activeElement.textContent,
    ),
    "Resign",
  );
  await page.keyboard.press("Enter");
  await page.waitForFunction(() =>
    /Red has resigned: Blue has won/.test(document.querySelector("#status").textContent),
  );
  assert.equal(await page.locator("#type").isHidden(), true);
  await newGame(page, { variant: "zola-4", p2: "engine" });
  assert.match(await toMove(page), /^Red$/);
  assert.deepEqual(page.said, []);
});

test("a clock runs and falls", { skip, timeout: 60_000 }, async () => {
  const page = await open(server.url);
  await newGame(page, { variant: "zola-4", clock: { minutes: 0.05, increment: 0 } });
  const start = Number(await page.textContent('[data-clock="p1"]'));
  assert.ok(start <= 3 && start > 2, String(start));
  await page.waitForFunction(
    () => /no time left/.test(document.querySelector("#status").textContent),
    null,
    { timeout: 8000 },
  );
  assert.match(await status(page), /Red has no time left: Blue has won/);
  assert.equal(await page.textContent('[data-clock="p2"]'), "3.0");
  assert.deepEqual(page.said, []);
});

test("a weaker engine, from the position in view", { skip, timeout: 60_000 }, async () => {
  const page = await open(`${server.url}#variant=zola-6&fen=6/2b3/1br3/6/3r2/6+b`);
  await page.click("#new");
  const dialog = page.locator("dialog[open]");
  await dialog.locator('select[name="p1"]').selectOption("engine");
  // The levels are those of the guide, with which the tests of `zugi play` compare its own.
  const guide = readFileSync(new URL("../../docs/guides/play.md", import.meta.url), "utf8");
  const rows = [...guide.matchAll(/^\| `\w+` \| (\d+) \| (\d) \|$/gm)].map(
    ([, rating, level]) => `${level} (${rating})`,
  );
  const levels = await dialog.locator('select[name="p1-level"] option').allTextContents();
  assert.deepEqual(levels, ["Full strength", ...rows]);
  await dialog.locator('select[name="p1-level"]').selectOption({ index: 1 });
  await dialog.locator('select[name="p2"]').selectOption("person");
  await dialog.locator('input[name="here"]').check();
  await dialog.locator('button[name="start"]').click();
  await page.waitForFunction(() =>
    /zugi.* level 1 of 7/.test(document.querySelector("main").textContent),
  );
  // Where only the second player is a person, the board is seen from their side.
  const first = await page.locator("[data-square]").first().getAttribute("data-square");
  assert.equal(first, "f1");
  await square(page, "b4").click();
  await square(page, "c4").click();
  await myTurn(page, 2);
  assert.equal((await moves(page))[0], "b4c4");
  assert.deepEqual(page.said, []);
});

async function chooseByArrows(page, select, wanted) {
  await page.locator(select).focus();
  await page.keyboard.press("Home");
  const options = await page.locator(`${select} option`).count();
  for (let n = 1; n < options && (await page.locator(select).inputValue()) !== wanted; n += 1)
    await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator(select).inputValue(), wanted);
}

test("keys alone", { skip, timeout: 60_000 }, async () => {
  const page = await open(server.url);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "new");
  await page.keyboard.press("Enter");
  await page.locator("dialog[open][data-ready]").waitFor();
  // By arrows: letters would have to be typed quickly, and the options take their names meanwhile.
  await chooseByArrows(page, 'dialog select[name="variant"]', "zola-4");
  await chooseByArrows(page, 'dialog select[name="p2"]', "person");
  await page.locator('dialog button[name="start"]').focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    () => location.hash.includes("zola-4") && !document.querySelector("dialog"),
  );
  for (
    let n = 0;
    n < 60 && !(await page.evaluate(() => document.activeElement.dataset?.square));
    n += 1
  )
    await page.keyboard.press("Tab");
  const at = () => page.evaluate(() => document.activeElement.dataset.square);
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowDown", "ArrowDown"])
    await page.keyboard.press(key);
  assert.equal(await at(), "a1");
  await page.keyboard.press("Enter");
  assert.equal(await square(page, "a1").getAttribute("aria-selected"), "true");
  await page.keyboard.press("Escape");
  assert.equal(await square(page, "a1").getAttribute("aria-selected"), "false");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.querySelectorAll("#moves .move").length === 2);
  assert.equal(await at(), "b1");
  assert.match(
    await page.textContent("#live"),
    /Red: red checker from a1, takes the blue checker on b1\. Blue to move/,
  );
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("m");
  await page.keyboard.type("A4-B4");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#moves .move").length === 3);
  await page.keyboard.type("a1a1");
  await page.keyboard.press("Enter");
  await page.locator("#refusal", { hasText: "a1a1" }).waitFor();
  assert.equal((await moves(page)).length, 2);
  assert.deepEqual(page.said, []);
});

test("Esc leaves the field for a move", { skip, timeout: 60_000 }, async () => {
  const page = await open(server.url);
  await page.focus("#typed");
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.id), "");
  await page.keyboard.press("a");
  await page.waitForFunction(
    () => document.querySelector("#analyse").getAttribute("aria-pressed") === "true",
  );
  assert.deepEqual(page.said, []);
});

test(
  "M shows the field for a move, also where a low window leaves it out",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(server.url, { viewport: { width: 1280, height: 800 } });
    await newGame(page, { variant: "zola-4" });
    const height = () => page.locator("#type").evaluate((form) => form.offsetHeight);
    assert.equal(await height(), 1);
    await page.keyboard.press("m");
    assert.ok((await height()) > 30);
    // What is typed is a move, and no commands.
    await page.keyboard.type("a1b1");
    await page.keyboard.press("Enter");
    await myTurn(page, 1);
    assert.deepEqual(await moves(page), ["a1b1"]);
    assert.deepEqual(page.said, []);
  },
);

test("the focus stays where one plays", { skip, timeout: 60_000 }, async () => {
  const fen =
    "......../......../......../......../......../......../......../........ 1 - ZZZZZ123456/ZZZZZZ12346 Z/5 -/- 0:0 -/- 0:0:-";
  const page = await open(`${server.url}#${new URLSearchParams({ variant: "zoka", fen })}`);
  await page.click("#new");
  await page.locator('dialog input[name="here"]').check();
  await page.locator('dialog select[name="p2"]').selectOption("engine");
  await page.locator('dialog input[name="seconds"]').fill("0.05");
  await startGame(page);
  const key = () => page.evaluate(() => document.activeElement.dataset.key);
  // A line can be touched only in one's own turn; it has the focus again when that comes.
  await page.focus('[data-touch="heap:line"]');
  for (const plies of [2, 4]) {
    await page.keyboard.press("Enter");
    await myTurn(page, plies);
    await page.waitForFunction(() => document.activeElement.dataset.key === "heap:line");
  }
  await page.focus('#verbs [data-move="0000"]');
  const pass = await key();
  await page.keyboard.press("Enter");
  await myTurn(page, 6);
  await page.waitForFunction((pass) => document.activeElement.dataset.key === pass, pass);
  // Who has gone elsewhere meanwhile stays there.
  await page.keyboard.press("Enter");
  await page.focus("#flip");
  await myTurn(page, 8);
  assert.equal(await page.evaluate(() => document.activeElement.id), "flip");
  assert.deepEqual(page.said, []);
});

test(
  "what the engine thinks is shown when that is no hint any more",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(server.url);
    await newGame(page, { variant: "zola-6", p2: "engine", seconds: 1 });
    await square(page, "b6").click();
    await square(page, "c6").click();
    await page.waitForFunction(() =>
      /thinking/.test(document.querySelector("#status").textContent),
    );
    await page.evaluate(() => {
      window.seen = 0;
      new MutationObserver(
        () => (window.seen += document.querySelectorAll("#lines li").length),
      ).observe(document.querySelector("#lines"), { childList: true });
    });
    await myTurn(page, 2);
    assert.equal(await page.evaluate(() => window.seen), 0);
    assert.equal(
      await page.getAttribute("#bar", "aria-label"),
      "The score is shown after the game",
    );
    assert.equal(await page.textContent("#depth"), "shown after the game");
    // Nor does the list of moves tell it.
    assert.equal(await page.locator("#moves .move[title]").count(), 0);
    await page.click("#analyse");
    await page.locator("#lines .move").first().waitFor();
    assert.notEqual(await page.locator("#moves .move").nth(1).getAttribute("title"), null);
    // Two engines have nobody to whom they could give a hint.
    await newGame(page, { variant: "zola-6", p1: "engine", p2: "engine", seconds: 0.3 });
    await page.locator("#lines .move").first().waitFor();
    await page.waitForFunction(() =>
      /Score for Red/.test(document.querySelector("#bar").getAttribute("aria-label")),
    );
    assert.deepEqual(page.said, []);
  },
);

test("after the end: back in analysis, and a rematch", { skip, timeout: 60_000 }, async () => {
  const page = await open(server.url);
  await newGame(page, { variant: "zola-6", p2: "engine", clock: { minutes: 0.1, increment: 0 } });
  await square(page, "b6").click();
  await square(page, "c6").click();
  await myTurn(page, 2);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Go back in analysis" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Take back" }).count(), 0);
  await page.getByRole("button", { name: "Go back in analysis" }).click();
  await page.waitForFunction(
    () => document.querySelector("#moves [aria-current]").textContent === "Start",
  );
  await page.locator("#lines .move").first().waitFor();
  // Both sides can be played now, and the game that has ended is not gone on with.
  await square(page, "a1").click();
  await square(page, "b1").click();
  await page.locator(".variation").getByText("a1b1").waitFor();
  assert.equal(await page.getByRole("button", { name: "Back to the game" }).count(), 0);
  assert.equal(await page.locator("#type").isVisible(), true);
  // Once more, from the other side and from where it began.
  const fen = "3b/4/1r2/r3 b -";
  await page.goto(`${server.url}#${new URLSearchParams({ variant: "zola-4", fen })}`);
  await page.waitForFunction((fen) => document.querySelector("#fen").textContent === fen, fen);
  await page.click("#new");
  await page.locator('dialog select[name="p1"]').selectOption("engine");
  await page.locator('dialog select[name="p1-level"]').selectOption("600");
  await page.locator('dialog select[name="p2"]').selectOption("person");
  await page.locator('dialog input[name="here"]').check();
  await page.locator('dialog button[name="start"]').click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await page.waitForFunction(() =>
    /Blue has resigned/.test(document.querySelector("#status").textContent),
  );
  await page.locator("#actions [data-key=rematch]").click();
  await page.waitForFunction(() => /Red.*You/.test(document.querySelector("#near").textContent));
  assert.match(await page.textContent("#far"), /Blue.*level 1 of 7/);
  assert.match(await page.textContent("#moves"), /^(Start|No move yet)/);
  assert.deepEqual(page.said, []);
});

test(
  "the dialog of a new game knows the game that is chosen, and Enter begins it",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(server.url);
    await newGame(page, { variant: "zola-4", pie: true });
    await page.click("#new");
    const dialog = page.locator("dialog");
    const text = (text) =>
      page.waitForFunction(
        (text) => document.querySelector("dialog")?.textContent.includes(text),
        text,
      );
    await text("Red, first");
    await text("Play Zola");
    assert.equal(await dialog.locator('input[name="pie"]').isVisible(), true);
    // The boards are those of the game that is chosen, and its sides have their names.
    const boards = () =>
      dialog
        .locator('select[name="variant"] option')
        .evaluateAll((made) => made.map(({ value }) => value));
    assert.ok((await boards()).every((name) => name.startsWith("zola")));
    await dialog.locator('button.game[data-variants~="zvp"]').click();
    await text("Princesses, first");
    await text("Zombies, second");
    assert.ok((await boards()).every((name) => name.startsWith("zvp")));
    await chooseVariant(dialog, "zoka");
    await dialog.locator('input[name="pie"]').waitFor({ state: "hidden" });
    // A position in view is of the game in view.
    await dialog.locator('input[name="here"]').check();
    await text("Red, first");
    assert.equal(await dialog.locator('input[name="pie"]').isVisible(), false);
    await dialog.getByText("Cancel").click();
    // The game that was looked away from is as it was, its pie rule too.
    await square(page, "a1").click();
    await square(page, "b1").click();
    await page.click('#verbs [data-move="swap"]');
    await myTurn(page, 2);
    await page.click("#new");
    await text("The game that is being played is over then.");
    await page.locator("dialog[data-ready]").waitFor();
    await chooseVariant(dialog, "zoka");
    await dialog.locator('select[name="limit"]').selectOption("move");
    await dialog.locator('input[name="pie"]').waitFor({ state: "hidden" });
    await dialog.locator('input[name="seconds"]').press("Enter");
    await page.waitForFunction(() => location.hash.includes("variant=zoka&"));
    assert.equal(await page.locator("#trouble").isHidden(), true);
    assert.deepEqual(page.said, []);
  },
);

test(
  "the dialog of a new game shows all that can be chosen",
  { skip, timeout: 60_000 },
  async () => {
    for (const [viewport, names] of [
      [{ width: 1280, height: 800 }, ["variant", "p2-level", "limit", "pie", "here"]],
      [{ width: 360, height: 740 }, ["variant", "p2", "p2-level"]],
    ]) {
      const page = await open(server.url, { viewport });
      await page.click("#new");
      await page.locator("dialog[open][data-ready]").waitFor();
      const free = (name) =>
        page.locator(`dialog [name="${name}"]`).evaluate((input) => {
          const { left, width, top, height } = input.getBoundingClientRect();
          return input.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
      for (const name of names)
        assert.equal(await free(name), true, `${name} at ${viewport.width}`);
      await page.context().close();
    }
  },
);

test("a move in another notation is the legal move", { skip, timeout: 60_000 }, async () => {
  const page = await open(`${server.url}#variant=zola-6`, { reducedMotion: "no-preference" });
  await page.click("#analyse");
  await page.click("#analyse");
  const play = async (word, said) => {
    await page.evaluate(() => document.querySelector("#live").replaceChildren());
    await page.fill("#typed", word);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#live").textContent !== "");
    assert.match(await page.textContent("#live"), said);
  };
  await play("b6c6", /red checker from b6, takes the blue checker/);
  await page.click("#first");
  await page.waitForFunction(
    () => document.querySelector("#moves [aria-current]").textContent === "Start",
  );
  await play("B6-C6", /red checker from b6, takes the blue checker/);
  assert.deepEqual(await moves(page), ["b6c6"]);
  assert.equal(await page.locator(".variation").count(), 0);
  assert.deepEqual(page.said, []);
});

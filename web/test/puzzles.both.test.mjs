// Find the win: puzzles of the engine. The answers are those of the page: Show the solution.

import assert from "node:assert/strict";
import {
  chooseVariant,
  current,
  follow,
  game,
  go,
  lobby,
  menu,
  MOVABLE,
  moves,
  myTurn,
  open,
  PHONE,
  reads,
  ready,
  reload,
  served,
  serveFor,
  square,
  status,
  TARGET,
  test,
  type,
} from "./support.mjs";

const server = served();

const named = (page, name) => page.getByRole("button", { name, exact: true });
const says = (page, start) =>
  reads(page, "#status", new RegExp(`^${start.replaceAll(/[.()]/g, "\\$&")}`));
async function unsolved(page) {
  await ready(page);
  await says(page, "Find the win: only one move wins.");
}

async function find(page, variant = "zola-6") {
  const dialog = await lobby(page, variant);
  await dialog.getByRole("button", { name: "Find the win" }).click();
  await unsolved(page);
}

/** The move that wins, and the rest of its line. */
async function solution(page) {
  await named(page, "Show the solution").click();
  await says(page, "The answer: ");
  return moves(page);
}

let known = null;

/** The answers to the first two puzzles, which another visitor has looked at. */
async function solutions() {
  if (known) return known;
  const page = await open(server.url);
  await find(page);
  const first = await solution(page);
  await named(page, "Next puzzle").click();
  await unsolved(page);
  known = [first, await solution(page)];
  await page.context().close();
  return known;
}

const halves = (move) => /^([a-z]\d+)([a-z]\d+)$/.exec(move).slice(1);

/** The squares of all cells of a kind. */
const squares = (page, selector) =>
  page.locator(selector).evaluateAll((cells) => cells.map(({ dataset }) => dataset.square));

/** Tries a legal move that does not win; gives it back. */
async function miss(page, right) {
  for (const name of await squares(page, MOVABLE)) {
    await square(page, name).click();
    const to = (await squares(page, TARGET)).find((to) => name + to !== right);
    if (to) {
      await square(page, to).click();
      return name + to;
    }
    await square(page, name).click();
  }
  throw new Error("no other move is legal");
}

const places = (page) =>
  page
    .locator(".cell")
    .evaluateAll((cells) =>
      cells.map((cell) =>
        cell.getAttribute("aria-label").replace(/,? can (move|be gone to).*/, ""),
      ),
    );
const chosen = (page) => page.locator("#puzzle select option:checked").textContent();
const puzzle = async (page) => Number(/Puzzle (\d+) of/.exec(await page.textContent("#how"))[1]);

test("a puzzle is solved, its line is stepped through, and the game goes on", async () => {
  const [[right, ...rest], [second]] = await solutions();
  const page = await open(server.url + game("zola-6", { p2: "engine" }));
  await go(page, "b6", "c6");
  await myTurn(page, 2);
  const played = await moves(page);
  await find(page);
  assert.match(
    await page.textContent("#how"),
    /^(Red|Blue) to move\. Puzzle 1 of \d+, level 1 of 5: easy to see\.$/,
  );
  // The mover's side is the near one.
  assert.equal(await page.locator("#near .to-move").count(), 1);
  assert.equal(await page.locator("#analysis").isVisible(), false);
  await page.waitForURL(/variant=zola-6&fen=/);
  await go(page, ...halves(right));
  await says(page, `Right: ${right} wins.`);
  assert.match(await page.textContent("#how"), /first try/);
  assert.match(await page.textContent("#live"), /^Right: .* first try/);
  assert.deepEqual(await moves(page), [right, ...rest]);
  assert.equal(await page.locator("#analysis").isVisible(), true);
  await page.keyboard.press("End");
  await current(page, rest.at(-1) ?? right);
  await page.keyboard.press("Home");
  await says(page, `Right: ${right} wins.`);
  // Each side has its column, whoever begins.
  const mover = await page.textContent("#near strong");
  assert.match(
    await page.locator(`#moves [data-text="${right}"]`).first().getAttribute("class"),
    mover === "Red" ? /first/ : /second/,
  );
  assert.equal(await named(page, "Play on from here").isVisible(), true);
  await named(page, "Next puzzle").click();
  await unsolved(page);
  assert.equal(await puzzle(page), 2);
  assert.deepEqual(await moves(page), []);
  // A move may be typed, too.
  await type(page, second);
  await says(page, `Right: ${second} wins.`);
  assert.match(await chosen(page), /^All levels \(2 of \d+ solved\)$/);
  assert.equal(await page.locator("#puzzle p").textContent(), "2 at the first try, 0 with help.");
  await named(page, "Back to the game").click();
  await myTurn(page, 2);
  assert.deepEqual(await moves(page), played);
  assert.equal(await page.locator("#puzzle").isVisible(), false);
});

test("a wrong move goes back, and nothing tells the right one", async () => {
  const [[right]] = await solutions();
  const page = await open(server.url);
  await find(page);
  const before = await places(page);
  const wrong = await miss(page, right);
  await reads(page, "#refusal", `${wrong} gives the win away. Try again: only one move wins.`);
  assert.deepEqual(await places(page), before);
  assert.deepEqual(await moves(page), []);
  // A hint is not covered by the refusal.
  await page.keyboard.press("h");
  await reads(page, "#refusal", "");
  assert.equal(await page.locator("#status").isVisible(), true);
  assert.match(await status(page), /^Hint: the /);
  // A move that is not legal is refused with its reason.
  const [from] = halves(right);
  await square(page, from).click();
  const [own, movable, all] = [
    await squares(page, TARGET),
    await squares(page, MOVABLE),
    await squares(page, ".cell"),
  ];
  const closed = all.find(
    (name) => name !== from && !own.includes(name) && !movable.includes(name),
  );
  await square(page, closed).click();
  await reads(page, "#refusal", new RegExp(`^Not to ${closed}: `));
  await page.locator("#status").click();
  await page.keyboard.press("a");
  await page.getByText("The engine is shown after the puzzle.").waitFor();
  assert.equal(await page.locator("body.analysing, #board .arrow:not(.ring)").count(), 0);
  await square(page, halves(right)[1]).click();
  await says(page, `Right: ${right} wins.`);
  assert.match(await page.textContent("#how"), /with help/);
  await page.keyboard.press("a");
  await page.locator("#lines li").first().waitFor();
});

test("a hint marks the piece, and a solution that is shown does not count", async () => {
  const [[right]] = await solutions();
  const page = await open(server.url);
  await find(page);
  await page.keyboard.press("h");
  await says(page, "Hint: the ");
  assert.match(await status(page), new RegExp(` on ${halves(right)[0]} moves\\.$`));
  assert.equal(await page.locator("#board .arrow.ring").count(), 1);
  await go(page, ...halves(right));
  await says(page, "Right: ");
  assert.equal(await page.locator("#puzzle p").textContent(), "0 at the first try, 1 with help.");
  assert.equal(await page.locator("#board .arrow").count(), 0);
  await named(page, "Next puzzle").click();
  await unsolved(page);
  const [answer] = await solution(page);
  assert.equal(await status(page), `The answer: ${answer} wins.`);
  assert.match(await chosen(page), /\(1 of \d+ solved\)$/);
  // With the line in view it can be played on against the engine.
  await named(page, "Play on from here").click();
  await named(page, "Resign").waitFor();
  assert.equal(await page.locator("#puzzle").isVisible(), false);
});

test("the record outlives a reload, and the next puzzle of a level is one that is not solved", async () => {
  const [[right]] = await solutions();
  const page = await open(server.url);
  await find(page);
  await go(page, ...halves(right));
  await says(page, "Right: ");
  await reload(page);
  await find(page);
  assert.equal(await puzzle(page), 2);
  assert.match(await chosen(page), /^All levels \(1 of \d+ solved\)$/);
  const levels = page.locator("#puzzle select");
  assert.equal((await levels.locator("option").count()) > 1, true);
  await levels.selectOption("1");
  await reads(page, "#how", /level 1 of 5/);
  assert.match(await chosen(page), /^1 of 5: easy to see \(1 of \d+ solved\)$/);
  const other = await levels.locator("option").last().getAttribute("value");
  await levels.selectOption(other);
  await reads(page, "#how", new RegExp(`level ${other} of 5`));
  assert.equal(await puzzle(page), 1);
  assert.match(await chosen(page), /\(0 of \d+ solved\)$/);
  // The level is kept, too.
  await reload(page);
  await find(page);
  assert.match(await page.textContent("#how"), new RegExp(`level ${other} of 5`));
  // Those that were passed over come again.
  const [, size] = /of (\d+), level/.exec(await page.textContent("#how"));
  for (let n = 0; size > 1 && n < size; n += 1) {
    const at = await puzzle(page);
    await named(page, "Next puzzle").click();
    await reads(page, "#how", new RegExp(`Puzzle (?!${at} of)`));
  }
  assert.equal(await puzzle(page), 1);
});

const STORES = {
  "another text": () => localStorage.setItem("zugi-puzzles", "[1, {"),
  "other values": () =>
    localStorage.setItem(
      "zugi-puzzles",
      JSON.stringify({
        "zola-6": { a: "first", b: 3, c: null },
        "zola-8": null,
        x: [7],
        __proto__: "y",
      }),
    ),
  "no store": () => {
    for (const name of ["getItem", "setItem"])
      Storage.prototype[name] = () => {
        throw new DOMException("no", "SecurityError");
      };
  },
  "a full store": () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  },
};

for (const [what, script] of Object.entries(STORES)) {
  test(`a browser that keeps ${what}`, async () => {
    const [[right]] = await solutions();
    const page = await open(server.url, {}, script);
    await find(page);
    assert.match(await chosen(page), /\(0 of \d+ solved\)$/);
    await go(page, ...halves(right));
    await says(page, "Right: ");
    assert.match(await chosen(page), /\(1 of \d+ solved\)$/);
    await named(page, "Next puzzle").click();
    await unsolved(page);
    assert.equal(await puzzle(page), 2);
  });
}

test("by keys alone", async () => {
  const [[right]] = await solutions();
  const page = await open(server.url);
  await page.keyboard.press("n");
  const dialog = page.locator("dialog[open][data-ready]");
  await dialog.waitFor();
  const entry = dialog.getByRole("button", { name: "Find the win" });
  await entry.waitFor();
  const isFocused = () => entry.evaluate((made) => made === document.activeElement);
  for (let n = 0; n < 20 && !(await isFocused()); n += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await unsolved(page);
  assert.match(
    await page.textContent("#live"),
    /Find the win: only one move wins\. (Red|Blue) to move\. Puzzle 1 of/,
  );
  for (const name of halves(right)) {
    await square(page, name).focus();
    await page.keyboard.press("Enter");
  }
  await says(page, "Right: ");
  await named(page, "Next puzzle").focus();
  await page.keyboard.press("Enter");
  await unsolved(page);
  // The focus is on the board, and not lost.
  await page.waitForFunction(() => document.activeElement.matches("#board .cell"));
  await named(page, "Show the solution").focus();
  await page.keyboard.press("Enter");
  await says(page, "The answer: ");
  await page.waitForFunction(() => document.activeElement.textContent === "Next puzzle");
});

test("on a telephone all of it has room, and targets for fingers", async () => {
  const [[right]] = await solutions();
  const page = await open(server.url, PHONE);
  const room = async () => {
    const small = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          "#aside button, #actions button, #thumb button, #puzzle select",
        ),
      ]
        .map((made) => [made.textContent, made.getBoundingClientRect()])
        .filter(([, { width, height }]) => width && (width < 44 || height < 44))
        .map(([text]) => text),
    );
    assert.deepEqual(small, []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    // The sentence is above the bar at the foot.
    assert.equal(
      await page.evaluate(
        () =>
          document.querySelector("#prompt").getBoundingClientRect().bottom <=
          document.querySelector("#thumb").getBoundingClientRect().top,
      ),
      true,
    );
  };
  await find(page);
  await room();
  await page.locator("#thumb").getByRole("button", { name: "Hint" }).tap();
  await says(page, "Hint: ");
  await room();
  for (const name of halves(right)) await square(page, name).tap();
  await says(page, "Right: ");
  await room();
});

test("what else is opened ends the puzzle", async () => {
  const page = await open(server.url);
  await find(page);
  await menu(page, "#setup-open");
  await page.locator("#setup").waitFor();
  await page.click("#set-cancel");
  await page.locator("#setup").waitFor({ state: "hidden" });
  await follow(page, "#variant=zola-4&moves=a1b1");
  assert.equal(await page.locator("#puzzle").isVisible(), false);
  await page.keyboard.press("a");
  await page.locator("#lines li").first().waitFor();
});

test("a game with pieces in hand and strikes has puzzles of each level", async () => {
  const page = await open(server.url);
  await find(page, "zoka");
  const levels = page.locator("#puzzle select");
  const values = await levels
    .locator("option")
    .evaluateAll((options) => options.map(({ value }) => value));
  assert.deepEqual(values[0], "0");
  assert.equal(values.length > 3, true);
  for (const level of values.slice(1)) {
    await levels.selectOption(level);
    await reads(page, "#how", new RegExp(`level ${level} of 5`));
    await unsolved(page);
    assert.equal(await page.locator("#near .to-move").count(), 1);
    await named(page, "Hint").click();
    await says(page, "Hint: ");
    assert.match(await status(page), /^Hint: .*(Zoker|Scorer).* moves\.$/);
    const [right, ...rest] = await solution(page);
    assert.equal(await status(page), `The answer: ${right} wins.`);
    // The line is played to its end, and the engine follows.
    await page.keyboard.press("End");
    await current(page, rest.at(-1) ?? right);
    // Another visit of the puzzle: a wrong move goes back, and the right one counts.
    await levels.selectOption("0");
    await unsolved(page);
    await levels.selectOption(level);
    await unsolved(page);
    await reads(page, "#how", new RegExp(`level ${level} of 5`));
    const before = await places(page);
    await type(page, "0000");
    await reads(page, "#refusal", "0000 gives the win away. Try again: only one move wins.");
    assert.deepEqual(await places(page), before);
    await type(page, right);
    await says(page, `Right: ${right} wins.`);
    assert.match(await chosen(page), /\(1 of \d+ solved\)$/);
  }
});

test("a variant without puzzles has no entry", async () => {
  const page = await open(server.url);
  const dialog = await lobby(page, "zola-6");
  const entry = dialog.getByRole("button", { name: "Find the win" });
  await entry.waitFor();
  await chooseVariant(dialog, "zola-4");
  await entry.waitFor({ state: "hidden" });
  await chooseVariant(dialog, "zola-6");
  await entry.waitFor();
});

test("an engine without puzzles has no entry", async (t) => {
  const other = await serveFor(t);
  const page = await open(other.url);
  const dialog = await lobby(page);
  assert.equal(await dialog.getByRole("button", { name: "Find the win" }).count(), 0);
  await dialog.getByRole("button", { name: "Start" }).click();
  assert.equal(await page.locator("#trouble").isVisible(), false);
});

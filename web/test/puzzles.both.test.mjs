// Puzzles of the engine: find the winning move. *Show the solution* gives the tests the answers.

import assert from "node:assert/strict";
import {
  current,
  follow,
  game,
  go,
  inWords,
  HOLD,
  menu,
  MOVABLE,
  moves,
  myTurn,
  onBoard,
  open,
  PHONE,
  reads,
  ready,
  reload,
  served,
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
  await reads(page, "#status", /^You are (the )?\w+: find the move that wins$/);
}

/** Opens the puzzles of the game in view. */
async function find(page) {
  await page.keyboard.press("p");
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

/** Waits until a wrong move is answered on the board. */
const answered = (page) => reads(page, "#how", /^(Red|Blue) answers: /);

/** Tries a legal move that does not win; returns it. */
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
const LEVEL = "#puzzle [name=puzzle-level]";
const chosen = (page) => page.locator(`${LEVEL} option:checked`).textContent();
const puzzle = async (page) => Number(/Puzzle (\d+) of/.exec(await page.textContent("#how"))[1]);

test("a puzzle is solved, its line is stepped through, and the game goes on", async () => {
  const [[right, ...rest], [second]] = await solutions();
  const page = await open(server.url + game("zola-6", { p2: "engine" }));
  await go(page, "b6", "c6");
  await myTurn(page, 2);
  const played = await moves(page);
  await find(page);
  // The bare address leads back to the game, without a question.
  await page.goto(server.url);
  await ready(page);
  await myTurn(page, 2);
  assert.deepEqual(await moves(page), played);
  assert.equal(await page.locator("dialog").count(), 0);
  await find(page);
  assert.match(await page.textContent("#how"), /^Puzzle 1 of \d+, for a start\.$/);
  // The mover's side is the near one.
  assert.equal(await page.locator("#near .to-move").count(), 1);
  assert.equal(await page.locator("#analysis").isVisible(), false);
  await page.waitForURL(/variant=zola-6&fen=/);
  await go(page, ...halves(right));
  await says(page, `Right: ${inWords(right)} wins.`);
  assert.match(await page.textContent("#how"), /first try/);
  await reads(page, "#live", /^Right: .* first try/);
  assert.deepEqual(await moves(page), [right, ...rest]);
  assert.equal(await page.locator("#analysis").isVisible(), true);
  await page.keyboard.press("End");
  await current(page, rest.at(-1) ?? right);
  if (rest.length) await reads(page, "#status", / wins from here on$/);
  await page.keyboard.press("Home");
  await says(page, `Right: ${inWords(right)} wins.`);
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
  await says(page, `Right: ${inWords(second)} wins.`);
  assert.match(await page.textContent("#how"), /^2 in a row at the first try\. /);
  assert.match(await chosen(page), /^All levels \(2 of \d+\)$/);
  const row = page.locator("#puzzle p");
  assert.equal(
    await row.textContent(),
    "2 at the first try, 0 after a hint or a wrong try. In a row: 2, at most 2.",
  );
  // A hint ends the streak, and the best one is kept.
  await named(page, "Next puzzle").click();
  await unsolved(page);
  await page.keyboard.press("h");
  await says(page, "Hint: ");
  assert.match(await row.textContent(), /In a row: 0, at most 2\.$/);
  await named(page, "Back to the game").click();
  await myTurn(page, 2);
  assert.deepEqual(await moves(page), played);
  assert.equal(await page.locator("#puzzle").isVisible(), false);
  await reload(page);
  await find(page);
  assert.match(await row.textContent(), /In a row: 0, at most 2\.$/);
});

test("a wrong move is answered on the board, and nothing tells the right one", async () => {
  const [[right]] = await solutions();
  const page = await open(server.url);
  await find(page);
  const before = await places(page);
  const wrong = await miss(page, right);
  await answered(page);
  assert.match(await status(page), new RegExp(`^${inWords(wrong)} gives the win away\\.$`));
  // The answer is played on the board and named in the sentence.
  const [, reply, ...more] = await moves(page);
  assert.deepEqual(more, []);
  assert.match(
    await page.textContent("#how"),
    new RegExp(`: ${inWords(reply)}\\. Only one move wins\\. Try again \\(U\\)\\.$`),
  );
  assert.match(
    await page.textContent("#live"),
    new RegExp(`^${inWords(wrong)} .* answers: ${inWords(reply)}\\. `),
  );
  assert.equal(await page.locator("#analysis").isVisible(), false);
  await page.keyboard.press("u");
  await unsolved(page);
  assert.deepEqual(await places(page), before);
  assert.deepEqual(await moves(page), []);
  assert.match(await page.textContent("#how"), /^Try again\. Puzzle 1 of/);
  // A touch of the board takes a wrong move back, too.
  await miss(page, right);
  await answered(page);
  await square(page, halves(right)[0]).click();
  await unsolved(page);
  assert.deepEqual(await moves(page), []);
  await page.keyboard.press("h");
  await says(page, "Hint: the ");
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
  await page.keyboard.press("a");
  await page.getByText("The engine is shown after the puzzle.").waitFor();
  assert.equal(await page.locator("body.analysing, #board .arrow:not(.ring)").count(), 0);
  await square(page, halves(right)[1]).click();
  await says(page, `Right: ${inWords(right)} wins.`);
  assert.match(await page.textContent("#how"), /with help/);
  await page.keyboard.press("a");
  await page.locator("#lines li").first().waitFor();
});

test("an answer that is not waited for is not played", async () => {
  const [[right]] = await solutions();
  const page = await open(server.url, {}, HOLD);
  await find(page);
  const before = await places(page);
  const wrong = await miss(page, right);
  await reads(page, "#how", /looks for the answer/);
  await page.evaluate(() => window.hold.shut());
  await page.keyboard.press("Home");
  await unsolved(page);
  await page.evaluate(() => window.hold.let());
  await go(page, ...halves(right));
  await says(page, `Right: ${inWords(right)} wins.`);
  assert.equal((await moves(page)).includes(wrong), false);
  await page.keyboard.press("Home");
  await says(page, `Right: ${inWords(right)} wins.`);
  assert.deepEqual(await places(page), before);
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
  assert.equal(
    await page.locator("#puzzle p").textContent(),
    "0 at the first try, 1 after a hint or a wrong try.",
  );
  assert.equal(await page.locator("#board .arrow").count(), 0);
  await named(page, "Next puzzle").click();
  await unsolved(page);
  const [answer] = await solution(page);
  assert.match(await status(page), new RegExp(`^The answer: ${inWords(answer)} wins\\.$`));
  assert.match(await chosen(page), /\(1 of \d+\)$/);
  // From the line in view the game can continue against the engine.
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
  assert.match(await chosen(page), /^All levels \(1 of \d+\)$/);
  const levels = page.locator(LEVEL);
  assert.equal((await levels.locator("option").count()) > 1, true);
  await levels.selectOption("1");
  await reads(page, "#how", /, for a start\.$/);
  assert.match(await chosen(page), /^For a start \(1 of \d+\)$/);
  const last = levels.locator("option").last();
  const other = await last.getAttribute("value");
  const words = (await last.textContent()).replace(/ \(.*/, "").toLowerCase();
  await levels.selectOption(other);
  await reads(page, "#how", new RegExp(`, ${words}\\.$`));
  assert.equal(await puzzle(page), 1);
  assert.match(await chosen(page), /\(0 of \d+\)$/);
  // The level is kept, too.
  await reload(page);
  await find(page);
  assert.match(await page.textContent("#how"), new RegExp(`, ${words}\\.$`));
  // Skipped puzzles come again.
  const [, size] = /of (\d+), /.exec(await page.textContent("#how"));
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
    assert.match(await chosen(page), /\(0 of \d+\)$/);
    await go(page, ...halves(right));
    await says(page, "Right: ");
    assert.match(await chosen(page), /\(1 of \d+\)$/);
    await named(page, "Next puzzle").click();
    await unsolved(page);
    assert.equal(await puzzle(page), 2);
  });
}

test("by keys alone", async () => {
  const [[right]] = await solutions();
  const page = await open(server.url);
  await page.locator("#puzzles").focus();
  await page.keyboard.press("Enter");
  await unsolved(page);
  assert.match(
    await page.textContent("#live"),
    /You are (Red|Blue): find the move that wins\. Puzzle 1 of/,
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
  await page.waitForFunction(onBoard);
  await named(page, "Show the solution").focus();
  await page.keyboard.press("Enter");
  await says(page, "The answer: ");
  await page.waitForFunction(() => document.activeElement.textContent === "Next puzzle");
});

test("a person walks through the levels by keys, and stays in their list", async () => {
  const page = await open(server.url);
  await find(page);
  const level = page.locator(LEVEL);
  const inList = () => document.activeElement.name === "puzzle-level";
  await level.focus();
  for (const wanted of ["1", "2"]) {
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(
      ([selector, wanted]) => document.querySelector(selector)?.value === wanted,
      [LEVEL, wanted],
    );
    await unsolved(page);
    await page.waitForFunction(inList);
  }
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
  // The solution of the next puzzle can be shown without scrolling to the foot of the page.
  await named(page, "Next puzzle").first().tap();
  await unsolved(page);
  await page.locator("#thumb").getByRole("button", { name: "Solution" }).tap();
  await says(page, "The answer: ");
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
  const page = await open(server.url + game("zoka"));
  await find(page);
  const levels = page.locator(LEVEL);
  const values = await levels
    .locator("option")
    .evaluateAll((options) => options.map(({ value }) => value));
  assert.deepEqual(values[0], "0");
  assert.equal(values.length > 3, true);
  for (const level of values.slice(1)) {
    await levels.selectOption(level);
    await ready(page);
    await unsolved(page);
    assert.equal(await page.locator("#near .to-move").count(), 1);
    // A pressed verb, which has a sentence of its own, makes way for the hint.
    await page.locator(".verb:not(:disabled, [data-verb=turn])").first().click();
    await named(page, "Hint").click();
    await says(page, "Hint: ");
    assert.equal(await page.locator('.verb[aria-pressed="true"]').count(), 0);
    assert.match(await status(page), /^Hint: .*(Zoker|Scorer).* moves\.$/);
    const [right, ...rest] = await solution(page);
    assert.match(await status(page), /^The answer: .* wins\.$/);
    // The line of the puzzle can be stepped to its end.
    await page.keyboard.press("End");
    await current(page, rest.at(-1) ?? right);
    // Opens the puzzle again, whose solution was shown: a wrong move is taken back, and the right
    // one counts.
    await levels.selectOption("0");
    await unsolved(page);
    await levels.selectOption(level);
    await unsolved(page);
    const before = await places(page);
    await type(page, "0000");
    await answered(page);
    assert.equal(await status(page), "Pass gives the win away.");
    await named(page, "Try again").click();
    await unsolved(page);
    assert.deepEqual(await places(page), before);
    await type(page, right);
    await says(page, "Right: ");
    assert.match(await chosen(page), /\(1 of \d+\)$/);
  }
});

test("each game with puzzles can be chosen, also from one without", async () => {
  const page = await open(server.url + game("zola-4"));
  await find(page);
  await page.waitForURL(/variant=zola-6&/);
  const games = page.locator("#puzzle [name=puzzle-game]");
  assert.deepEqual(await games.locator("option").allTextContents(), [
    "Zola 6 \u00d7 6",
    "Zola 8 \u00d7 8",
    "Zombies vs Princesses",
    "Zoka",
  ]);
  await games.selectOption("zvp");
  await page.waitForURL(/variant=zvp&/);
  await unsolved(page);
  assert.match(await status(page), /^You are the (Zombies|Princesses): /);
});

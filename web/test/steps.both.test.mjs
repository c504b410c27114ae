// Steps before the engine has answered: each counts from the last requested position.

import assert from "node:assert/strict";
import {
  address,
  current,
  give,
  HOLD,
  menu,
  middle,
  open,
  plies,
  served,
  test,
  type,
} from "./support.mjs";

const server = served();

const MOVES =
  "d6c6 f3f4 c1d1 a4a3 d1e2 a3b2 e1b1 a2a5 b6a5 b5b4 f2f4 b4c5 d2c2 e4e3 c2b3 b2e2 c6c5 d5c5 f4e3 c4d4 e5c5 d4c3 b3c3 d3c3".split(
    " ",
  );
/** The second to the fifth move of player one are mistakes or blunders. */
const RECORDED = MOVES.map((move, at) => ({
  move,
  player: at % 2 ? "p2" : "p1",
  time: 1,
  ...(at % 2 ? {} : { cp: 900 - 150 * at, depth: 5 }),
}));
/** Four games, each beginning one ply later than the one before. */
const FILE = [0, 1, 2, 3]
  .map((n) =>
    JSON.stringify({
      number: n + 1,
      variant: "zola-6",
      p1: "one",
      p2: "two",
      started: 0,
      time: 9,
      result: "none",
      reason: "unknown",
      opening: MOVES.slice(0, n),
      moves: RECORDED.slice(n),
    }),
  )
  .join("\n");

const listed = (page, n) => page.locator("#moves > .move").nth(n);

/** Waits until the line to the position in view has these moves. */
const at = (page, moves) =>
  page.waitForFunction(
    (moves) =>
      (new URLSearchParams(location.hash.slice(1)).get("moves") ?? "") === moves &&
      (document.querySelector("#moves [aria-current]").dataset.text ?? "") ===
        moves.split(" ").at(-1),
    moves.join(" "),
  );

const DEEDS = {
  key: (page, key, times = 1) =>
    page.evaluate(
      ([key, times]) => {
        for (let n = 0; n < times; n += 1)
          document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
          );
      },
      [key, times],
    ),
  click: (page, selector) => page.click(selector),
  move: (page, n) => listed(page, n).click(),
  focus: (page, selector) => page.focus(selector),
  tick: (page) => page.check("#tint"),
  type,
  /** The list is drawn anew between the press and the release. */
  press: async (page, n, before) => {
    await listed(page, n).hover();
    await page.mouse.down();
    await page.evaluate(() => window.hold.let());
    await at(page, MOVES.slice(0, before));
    await page.mouse.up();
  },
};

const CASES = [
  ["a key that is held down", [["key", "ArrowRight", 20]], MOVES.slice(0, 20)],
  [
    "the start and the end",
    [
      ["key", "End"],
      ["key", "ArrowLeft", 3],
    ],
    MOVES.slice(0, 21),
  ],
  [
    "back to the start",
    [
      ["key", "ArrowRight", 4],
      ["key", "Home"],
      ["key", "ArrowRight"],
    ],
    MOVES.slice(0, 1),
  ],
  [
    "buttons",
    [
      ["click", "#on"],
      ["click", "#on"],
      ["click", "#on"],
      ["click", "#back"],
    ],
    MOVES.slice(0, 2),
  ],
  [
    "a move of the list, then a key",
    [
      ["move", 7],
      ["key", "ArrowRight"],
    ],
    MOVES.slice(0, 8),
  ],
  [
    "a press on the list while it is drawn anew",
    [
      ["move", 7],
      ["press", 4, 7],
    ],
    MOVES.slice(0, 4),
  ],
  [
    "the curve",
    [
      ["focus", "#curve"],
      ["key", "ArrowRight", 3],
    ],
    MOVES.slice(0, 3),
  ],
  ["a box that was ticked", [["tick"], ["key", "ArrowRight", 3]], MOVES.slice(0, 3)],
  [
    "typed moves",
    [
      ["key", "ArrowRight", 2],
      ["type", "c3c4"],
      ["type", "a4a3"],
    ],
    [...MOVES.slice(0, 2), "c3c4", "a4a3"],
  ],
  ["mistakes", [["key", "b", 3]], MOVES.slice(0, 6)],
  [
    "mistakes, and then elsewhere",
    [
      ["key", "b", 3],
      ["move", 9],
    ],
    MOVES.slice(0, 9),
  ],
  [
    "games of a file",
    [
      ["click", "#game-after"],
      ["click", "#game-after"],
    ],
    MOVES.slice(0, 2),
  ],
];

test("each step counts from what was asked for", async (t) => {
  const page = await open(server.url, {}, HOLD);
  for (const [name, deeds, moves] of CASES)
    await t.test(name, async () => {
      await give(page, "steps.jsonl", FILE);
      await plies(page, MOVES.length);
      await at(page, []);
      await page.locator("#next-mistake:enabled").waitFor();
      await page.evaluate(() => {
        document.activeElement.blur();
        window.hold.shut();
      });
      for (const [deed, ...rest] of deeds) await DEEDS[deed](page, ...rest);
      await page.evaluate(() => window.hold.let());
      await at(page, moves);
      // The list has only the typed moves in addition.
      assert.equal(
        await page.locator("#moves .move").count(),
        MOVES.length + 1 + deeds.filter(([deed]) => deed === "type").length,
      );
    });
});

test("the wheel over the board steps through the moves, a notch a move", async () => {
  const page = await open(
    server.url + address({ variant: "zola-6", moves: MOVES.slice(0, 4).join(" ") }),
  );
  // The wheel code is in the later part of the page, which a dialog loads.
  await menu(page, "#about");
  await page.locator("dialog[open]").getByRole("button", { name: "Close" }).click();
  const { x, y } = await middle(page, "c3");
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -100);
  await current(page, MOVES[2]);
  await page.mouse.wheel(0, -120);
  await current(page, MOVES[1]);
  await page.mouse.wheel(0, 120);
  await current(page, MOVES[2]);
  // Half a notch is not yet a step; beside the board it is none.
  await page.mouse.wheel(0, 50);
  await page.mouse.move(3, 3);
  await page.mouse.wheel(0, 100);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, 60);
  await current(page, MOVES[3]);
});

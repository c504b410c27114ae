// What the board shows of possible moves (paths, captures, points), and trays of several seats.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  address,
  fill,
  follow,
  game,
  load,
  lobby,
  long,
  moveNow,
  open,
  PHONE,
  reads,
  served,
  square,
  startGame,
  TARGET,
  test,
  WATCH,
} from "./support.mjs";

const server = served();

const at = (variant, fen) => server.url + address({ variant, fen });

test("a piece that jumps shows its ways, and the pointer chooses one", async () => {
  const page = await open(at("zvp", "8/4b1b1/8/2b1b1b1/1w6/8/8/8 w 0"));
  await square(page, "b4").click();
  const count = (what) => page.locator(`#board .${what}`).count();
  assert.deepEqual([await count("way"), await count("cross"), await count("tag")], [1, 5, 2]);
  assert.deepEqual(await page.locator("#board .tag").allTextContents(), ["\u00d74", "\u00d73"]);
  assert.match(
    await page.textContent("#status"),
    /^You must capture: two ways for the princess on b4$/,
  );
  assert.match(
    await page.textContent("#how"),
    /^Jump to d6, then choose: by f\d you take (three|four), by f\d you take (three|four)\.$/,
  );
  await square(page, "h6").hover();
  assert.equal(await count("cross"), 3);
  await page.mouse.move(2, 2);
  assert.equal(await count("cross"), 5);
  await square(page, "d6").click();
  assert.equal(await count("cross"), 4);
});

test("what a zombie bites is captured, too", async () => {
  const page = await open(at("zvp", "8/8/5b2/2w1w3/8/2w5/8/w3w3 b 0"));
  await square(page, "f6").click();
  assert.equal(await page.locator("#board .cross").count(), 3);
  assert.deepEqual(await page.locator("#board .tag").allTextContents(), ["\u00d72", "\u00d72"]);
  await square(page, "d4").click();
  // The piece has jumped once, and what it has captured is dim.
  assert.equal(await page.locator("#board .cross").count(), 2);
  assert.match(await square(page, "e5").getAttribute("aria-label"), /taken/);
  // The captures are announced one after the other, and then the changed pieces.
  await page.keyboard.press("Escape");
  await page.keyboard.press("m");
  await page.keyboard.type("f6d4b2");
  await page.keyboard.press("Enter");
  await reads(
    page,
    "#live",
    /ombie from f6 bites the \w+ on e5, lands on d4, bites the \w+ on c3, lands on b2; e5 is a \w+ now; c3 is a \w+ now\./,
  );
});

it("ways of a game that the page has never heard of", async () => {
  const { gainsOf, pathsOf } = await load("jumps");
  const { moveIn } = await load("move");
  const scene = {
    turn: "p1",
    seat: null,
    seats: [],
    kinds: new Map([
      ["x", { name: "man", player: "p1" }],
      ["o", { name: "man", player: "p2" }],
    ]),
    pieces: new Map([
      ["a1", "x"],
      ["b2", "o"],
    ]),
  };
  const jump = moveIn(scene)({
    move: "a1c3",
    actions: [{ lift: "a1" }, { "to-hand": ["b2", "o"] }, { put: "c3" }],
  });
  const hand = {
    picked: "a1",
    underway: null,
    possible: [{ move: jump, left: ["c3"] }],
  };
  assert.deepEqual(pathsOf(hand), [{ squares: ["a1", "c3"], taken: ["b2"] }]);
  assert.equal(gainsOf(hand).size, 0);
});

/** A position with this number of seats: pieces on the board and in all places, or all pieces in
 *  the hands if `full`. */
const seated = (seats, alone, full = false) => {
  const all = (each) => each.slice(0, seats).join("/");
  const rows = full
    ? Array(10).fill("..........")
    : [
        ".......bZb3b5",
        "........bZ.",
        ".........bZ",
        "..........",
        "..........",
        "....bZ.....",
        "....a2.....",
        "aZ.........",
        ".aZ...b6....",
        "a6a4aZ.......",
      ];
  const [lines, hands] = full
    ? [Array(4).fill("-"), Array(4).fill("ZZZZZ123456")]
    : [
        ["=Z5", "=Z4", "=Z1", "=Z1"],
        ["Z13", "2", "Z24", "ZZ56"],
      ];
  return `${rows.join("/")} 1 ${alone} ${all(lines)} ${all(hands)} ${all(["Z", "-", "Z", "-"])} 0:0 ${all(["-", "-", "-", "-"])} 0:0:-`;
};

const ZOKA =
  ".....bZb3b5/......bZ./.......bZ/....bZ.../....a2.../aZ......./.aZ...b6../a6a4aZ..... 1 - =Z5/=Z4 Z3/2 -/- 0:0 -/- 0:0:-";

/** The parts of the trays that lie outside of them or of the window. */
const OUTSIDE = () => {
  const thumb = document.querySelector("#thumb").getBoundingClientRect();
  const end = thumb.height ? thumb.top : innerHeight;
  const parts = document.querySelectorAll(".side, .seat, .place, .thing, .seat-name:not(.only)");
  return [...parts].flatMap((made) => {
    const side = made.closest(".side").getBoundingClientRect();
    const box = made.getBoundingClientRect();
    if (!box.width) return [];
    const inside =
      box.left >= side.left - 1 &&
      box.right <= side.right + 1 &&
      box.top >= side.top - 1 &&
      box.bottom <= side.bottom + 1;
    if (inside && box.bottom <= end + 1 && box.right <= innerWidth + 1 && box.top >= 0) return [];
    const place = [box.left, box.top, box.right, box.bottom].map(Math.round);
    return [`${made.className} ${made.textContent.slice(0, 30)} ${place}`];
  });
};

test("the trays of all seats are in sight, whole", async () => {
  const states = [["zoka", ZOKA]];
  for (const full of [false, true]) {
    for (const [variant, seats, alone] of [
      ["zoka-3", 3, full ? "-" : 1],
      ["zoka-4", 4, full ? "-" : 1],
      ["zoka-2v2", 4, "-"],
    ])
      states.push([variant, seated(seats, alone, full)]);
  }
  const sizes = long
    ? [
        [1400, 900],
        [1280, 800],
        [360, 740],
        [740, 360],
      ]
    : [
        [1280, 800],
        [360, 740],
      ];
  for (const [width, height] of sizes) {
    const isSmall = height < 800;
    const how = { viewport: { width, height }, hasTouch: isSmall, isMobile: isSmall };
    const whole = async (page, variant) => {
      await page.locator("#near button[data-touch]").first().waitFor();
      assert.equal(
        await page.locator("#trouble").isVisible(),
        false,
        await page.textContent("#trouble"),
      );
      assert.deepEqual(await page.evaluate(OUTSIDE), [], `${variant} ${width}x${height}`);
      assert.equal(await page.locator(".seat").count(), { zoka: 2, "zoka-3": 3 }[variant] ?? 4);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    };
    for (const variant of new Set(states.map(([variant]) => variant))) {
      const page = await open(`${server.url}#variant=${variant}`, how);
      await whole(page, variant);
      for (const [of, fen] of states) {
        if (of !== variant) continue;
        await follow(page, address({ variant, fen }));
        await whole(page, variant);
      }
      await page.context().close();
    }
  }
});

test("sides have the names of the board that is chosen", async () => {
  const page = await open(server.url);
  const dialog = await lobby(page, "zoka-4");
  await dialog.getByText("The others", { exact: true }).waitFor();
  await dialog.getByText("People only", { exact: true }).waitFor();
  assert.match(await dialog.textContent(), /you are Red, against .* at level 4/);
  await fill(dialog, { you: "p2" });
  await dialog.getByText(/you are the others, against/).waitFor();
  await fill(dialog, { you: "p1" });
  await startGame(page);
  assert.deepEqual(await page.locator(".seat-name").allTextContents(), [
    "Blue",
    "Green",
    "Yellow",
    "Red",
  ]);
});

test("on a telephone the hand stays where it is while the engine thinks, and words are not under a button", async () => {
  const page = await open(server.url + game("zoka", { p2: "engine", time: 20 }), PHONE, WATCH);
  const field = page.locator("#type");
  if (await field.isHidden()) await moveNow(page);
  await field.waitFor();
  const top = () =>
    page.locator("#near").evaluate((near) => Math.round(near.getBoundingClientRect().top));
  await page.locator('button[data-touch^="place:hand:"]').first().click();
  await page.locator('[data-key="lay"]').waitFor();
  const under = await page.evaluate(() => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector("#status"));
    const button = document.querySelector('[data-key="lay"]').getBoundingClientRect();
    return [...range.getClientRects()].some(
      ({ right, bottom, top }) =>
        right > button.left + 4 && bottom > button.top && top < button.bottom,
    );
  });
  assert.equal(under, false);
  await page.locator(TARGET).last().click();
  await page.locator('[data-key="now"]').waitFor();
  const before = await top();
  await moveNow(page);
  await field.waitFor();
  assert.ok(Math.abs((await top()) - before) <= 8, `${before} ${await top()}`);
});

// Random outcomes: in the page, and in the module that draws them.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  address,
  IN_LINES,
  load,
  moves,
  open,
  plies,
  served,
  square,
  TARGET,
  test,
  toMove,
} from "./support.mjs";

const server = served();

/** Moves as touches: the clicked squares in their order. */
it("a move is what is touched", async () => {
  const { MoveInput } = await load("move-input");
  const { moveIn } = await load("move");
  const before = { seats: [], seat: null, kinds: new Map(), pieces: new Map() };
  const scene = (moves) => ({ ...before, moves });
  const lift = (square) => ({ lift: square });
  const put = (square) => ({ put: square });
  const remove = (square) => ({ remove: square });
  const change = (letter) => ({ change: ["b2", letter] });
  const move = (text, ...actions) => moveIn(before)({ move: text, actions });
  const lay = { lay: "off" };
  for (const [actions, touches] of [
    [
      [lift("a1"), put("b1")],
      ["a1", "b1"],
    ],
    [
      [lift("a1"), remove("b2"), put("c3"), lift("c3"), remove("d4"), put("e5")],
      ["a1", "c3", "e5"],
    ],
    [
      [lift("a1"), put("c1"), lift("d1"), put("b1")],
      ["a1", "c1", "d1", "b1"],
    ],
    [
      [lift("a1"), remove("c1"), remove("d1"), lay],
      ["a1", "c1", "d1"],
    ],
    [
      [{ "from-hand": "x" }, put("a1")],
      ["hand:x", "a1"],
    ],
    [[change("x")], ["b2"]],
    [[change("x"), { change: ["c2", "x"] }], []],
    [[], []],
  ]) {
    assert.deepEqual(move("m", ...actions).touches, touches);
  }
  // A promotion to one of several kinds is asked for; a pass has a button.
  const queen = move("a1b2q", lift("a1"), put("b2"), change("q"));
  const rook = move("a1b2r", lift("a1"), put("b2"), change("r"));
  const hand = new MoveInput(scene([queen, rook, move("pass")]));
  // A touch that fits no move is refused, and the picked piece stays picked.
  assert.deepEqual(hand.touch("c1"), { is: "refused" });
  assert.deepEqual(hand.touch("a1"), { is: "picked" });
  assert.deepEqual([...hand.targets().keys()], ["b2"]);
  assert.deepEqual(hand.touch("c1"), { is: "refused" });
  assert.equal(hand.picked, "a1");
  assert.deepEqual(hand.touch("b2"), { is: "move", moves: [queen, rook] });
  assert.deepEqual(
    hand.movesWithoutTouches().map(({ text }) => text),
    ["pass"],
  );
  // A piece of the hand with which all moves begin need not be touched.
  const place = (square) => move(square, { "from-hand": "x" }, put(square));
  assert.deepEqual(
    new MoveInput(scene([place("a1"), place("b1")])).touch("b1").moves.map(({ text }) => text),
    ["b1"],
  );
});

const BEFORE = {
  seat: 0,
  kinds: new Map(),
  pieces: new Map(),
  seats: [
    {
      name: "a",
      places: [
        {
          name: "line",
          faceDown: true,
          pieces: new Map([
            ["A", 6],
            ["B", 1],
            ["C", 1],
          ]),
        },
      ],
    },
  ],
};

it("each piece of a heap is as likely", async () => {
  const { drawLots, dice, resolveMove } = await load("move-input");
  const { moveIn } = await load("move");
  const scene = {
    ...BEFORE,
    moves: ["A", "B", "C"].map((letter) =>
      moveIn(BEFORE)({ move: `t${letter}`, actions: [{ take: ["line", letter] }] }),
    ),
  };
  const seen = { tA: 0, tB: 0, tC: 0 };
  const games = 40_000;
  for (let n = 0; n < games; n += 1) seen[drawLots(scene.moves).text] += 1;
  // Six of eight pieces are of one kind; four standard deviations are allowed.
  for (const [text, share] of [
    ["tA", 6 / 8],
    ["tB", 1 / 8],
    ["tC", 1 / 8],
  ]) {
    const error = Math.abs(seen[text] - games * share);
    assert.ok(error < 4 * Math.sqrt(games * share * (1 - share)), JSON.stringify(seen));
  }
  // Every number below the limit occurs, and no other.
  const rolled = new Set(Array.from({ length: 500 }, () => dice(7)));
  assert.deepEqual([...rolled].sort(), [0, 1, 2, 3, 4, 5, 6]);
  // The engine chooses the move; chance chooses the piece.
  assert.equal(resolveMove(scene, "t", () => 6).text, "tB");
  assert.equal(resolveMove(scene, "tC").text, "tC");
  assert.equal(resolveMove(scene, "x"), null);
});

it("a hint does not say what will be turned over", async () => {
  const { decisionOf } = await load("words");
  const { moveIn } = await load("move");
  const scene = {
    ...BEFORE,
    moves: [
      ...["A", "B"].map((letter) => ({
        move: `t${letter}`,
        actions: [{ take: ["line", letter] }, { lay: "hand" }],
      })),
      { move: "a1b1", actions: [{ lift: "a1" }, { put: "b1" }] },
    ].map((move) => moveIn(BEFORE)(move)),
  };
  for (const text of ["t", "tB"])
    assert.deepEqual(decisionOf(scene, text), {
      move: null,
      words: "turn over a piece of the line",
    });
  assert.deepEqual(decisionOf(scene, "a1b1"), { move: "a1b1", words: "piece from a1 to b1" });
  assert.equal(decisionOf(scene, "x"), null);
});

test("who holds a set turns one over by a click on the line", async () => {
  const page = await open(server.url + address({ variant: "zoka", fen: IN_LINES }));
  assert.match(await toMove(page), /^Blue$/);
  await page.click('[data-touch="heap:line"]');
  await plies(page, 1);
  const [move] = await moves(page);
  assert.match(move, /^t[Z12346]$/);
  const hand = await page
    .locator("#far .place")
    .nth(1)
    .locator(".thing")
    .evaluateAll((things) => things.map((thing) => thing.title));
  const turned = move === "tZ" ? /Zoker/ : new RegExp(`Scorer ${move[1]}`);
  assert.ok(
    hand.some((name) => turned.test(name)) && hand.some((name) => /Scorer 5/.test(name)),
    hand.join(),
  );
});

test("a piece from the hand is put down by two clicks", async () => {
  const page = await open(server.url + address({ variant: "zoka", fen: IN_LINES }));
  await page.locator('[data-touch^="place:hand:"]').click();
  assert.equal(await page.locator(TARGET).count(), 64);
  // Screen readers announce the picked piece, and from whose hand it comes.
  assert.equal(await page.textContent("#live"), "Scorer 5 from the hand picked, 64 places to go");
  assert.equal(
    await page
      .getByRole("group", { name: "Blue’s hand" })
      .getByRole("button", { name: "Scorer 5" })
      .count(),
    1,
  );
  await square(page, "d4").click();
  await plies(page, 1);
  assert.deepEqual(await moves(page), ["5@d4"]);
  assert.match(await page.getAttribute('[data-square="d4"]', "aria-label"), /Blue’s Scorer 5/);
});

test("a Zoker that strikes is led to what it strikes", async () => {
  const fen =
    "......../...b2..../..aZ...../.a3a5.bZ.../....b4.../..aZ.b1.../......../........ 1 - =Z6/ZZ56 Z24/Z3 Z/Z 2:1 -/- 0:0:-";
  const page = await open(server.url + address({ variant: "zoka", fen }));
  await square(page, "c3").click();
  assert.equal(await page.locator("dialog").count(), 0);
  assert.match(
    await page.getAttribute('[data-square="e3"]', "aria-label"),
    /Scorer 1, can be gone to/,
  );
  await square(page, "e3").click();
  await plies(page, 1);
  assert.deepEqual(await moves(page), ["c3xe3"]);
});

test("a Scorer is exchanged by clicks on it and on the Exchange area", async () => {
  const fen =
    "......../......../......../......../......../......../aZ......./a5aZ...... 1 - =3/6 -/Z Z/- 3:0 -/- 0:0:-";
  const page = await open(server.url + address({ variant: "zoka", fen }));
  await square(page, "a1").click();
  await page.click('[data-touch^="place:exchange:"]');
  await plies(page, 1);
  assert.deepEqual(await moves(page), ["a1=Z"]);
});

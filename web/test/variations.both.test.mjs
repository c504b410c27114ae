// Games with variations, copied and pasted again.

import assert from "node:assert/strict";
import {
  CLIPBOARD,
  copied,
  load,
  open,
  pasteByMenu,
  reader,
  reload,
  served,
  START,
  test,
  typeAll,
  visit,
  withoutServer,
} from "./support.mjs";

const server = served();

/** The list of moves, each variation in brackets. */
const treeOf = (page) =>
  page.evaluate(() => {
    const text = (box) =>
      [...box.children]
        .map((made) =>
          made.classList.contains("variation") ? `(${text(made)})` : made.textContent,
        )
        .join(" ");
    return text(document.querySelector("#moves"));
  });

async function back(page, plies) {
  for (let n = 0; n < plies; n += 1) {
    const before = await page.textContent("#fen");
    await page.click("#back");
    await page.locator("#fen").filter({ hasNotText: before }).waitFor({ state: "attached" });
  }
}

test("after a reload captures in a side line have their cross, and it is called a side line", async () => {
  const page = await open(server.url + START);
  await typeAll(page, "a1b1", "a4b4");
  await back(page, 1);
  await typeAll(page, "d1d2", "a3b3");
  await visit(page, "a4b4");
  const crosses = page.getByRole("group", { name: "Side line" }).locator(".takes");
  await crosses.nth(1).waitFor();
  await reload(page);
  await crosses.nth(1).waitFor();
});

test("a game with variations is copied whole, and pasted again", async () => {
  const page = await open(server.url + START, CLIPBOARD);
  await typeAll(page, "a1b1", "a4b4");
  await back(page, 1);
  await typeAll(page, "d1d2", "a3b3");
  await back(page, 1);
  await typeAll(page, "b1a2");
  await back(page, 3);
  await typeAll(page, "d4d3");
  // The line in view is the game, and all others stand beside it.
  await visit(page, "a4b4");
  const tree = await treeOf(page);
  assert.equal(tree, "Start 1.a1b1 (1.d4d3) 1.a4b4 (1…d1d2 2.a3b3 (2.b1a2))");
  const text = await copied(page, "#copy-game");
  assert.match(
    text,
    /\n1 p1 a1b1 \{time 0\}\n2 p2 a4b4 \{time 0\}\n; variation 0 1 d4d3\n; variation 0 2 d1d2 a3b3\n; variation 2 3 b1a2\n\n$/,
  );
  const other = await open(server.url, CLIPBOARD);
  await pasteByMenu(other, text);
  await other.locator("#moves .move").nth(6).waitFor();
  assert.equal(await treeOf(other), tree);
  assert.equal(await copied(other, "#copy-game"), text);
  // A line that is no main line is copied as the game, with the rest beside it.
  await visit(other, "b1a2");
  const line = await copied(other, "#copy-game");
  assert.match(
    line,
    /\n1 p1 a1b1 \{time 0\}\n2 (?:p2 )?d1d2 \{time 0\}\n3 (?:p1 )?b1a2 \{time 0\}\n; variation 0 1 d4d3\n; variation 0 2 a4b4\n; variation 0 3 a3b3\n\n$/,
  );
});

test("variations that cannot be played are cut, and that is said", async () => {
  const page = await open(server.url + START);
  const game =
    "[number 1]\n[variant zola-4]\n[fen brbr/rbrb/brbr/rbrb r -]\n[result none]\n1 p1 a1b1 {time 0}\n2 p2 a4b4 {time 0}\n";
  await pasteByMenu(
    page,
    `${game}; variation 0 2 d1d2 z9z9 a1a2\n; variation 1 3 a3b3\n; new 0.1 > go\n`,
  );
  await page.locator("#moves .move").nth(4).waitFor();
  assert.equal(await treeOf(page), "Start 1.a1b1 1.a4b4 (1…d1d2 2.a3b3)");
  assert.match(
    await page.textContent("#trouble"),
    /Variation 1 of game 1 cannot be played to its end\. Move 3, "z9z9", is no move of the game\./,
  );
});

test("what a text of variations and remarks may say", async (t) => {
  if (withoutServer(t)) return;
  const { writeRecord } = await load("game-writer");
  const { grow } = await load("game-doc");
  const { Tree } = await load("tree");
  const { read, Unreadable } = await reader(server.url);
  const game =
    "[number 7]\n[variant generic]\n[opening a b]\n1 p1 c {time 0, annotation !?, comment Nice, but {late}}\n".replace(
      "{late}",
      "\\u{7b}late\\u{7d}",
    );
  const [one] = await read(
    `${game}; variation 0 2 x y\n; variation 1 3 z\n; remark 2 3 ?? No.\n; remark 1 2 - Hm: \\\\\n`,
  );
  const told = ({ nodes }) => nodes.map(({ up, move, sign, comment }) => [up, move, sign, comment]);
  assert.deepEqual(told(one), [
    [0, "", null, ""],
    [0, "a", null, ""],
    [1, "b", null, ""],
    [2, "c", "!?", "Nice, but {late}"],
    [1, "x", null, "Hm: \\"],
    [4, "y", null, ""],
    [4, "z", "??", "No."],
  ]);
  // A record without players has no played line.
  assert.deepEqual([one.played, one.at], [null, 2]);
  // Written records can be read again, also with odd moves.
  const [start, move] = one.nodes;
  const odd = [
    start,
    { ...move, move: "a\\b", sign: "!?", comment: "x} \n\u2028, comment {time 0}" },
    { ...move, move: "c\\d", sign: "!", comment: "" },
    { ...move, move: "e", comment: "a\n; b" },
  ];
  const tree = new Tree(null);
  grow(tree, { nodes: odd, played: null });
  const head = { ...one, result: "none", reason: "" };
  const [again] = await read(writeRecord(head, tree.main(), true));
  assert.deepEqual(told(again), told({ nodes: odd }));
  for (const [text, said] of [
    ["; variation 1 1 x", /variation 1 1 x": expected line 0 or an earlier one/],
    ["; variation 0 0 x", /expected a move from 1 to 4 of line 0/],
    ["; variation 0 5 x", /expected a move from 1 to 4 of line 0/],
    ["; remark 0 4 ! x", /expected a move from 1 to 3 of line 0/],
    [`; variation 0 1 ${"x".repeat(65)}`, /expected moves/],
    ["; variation 0 1 x\n".repeat(1001), /at most 1000 variations/],
  ])
    await assert.rejects(
      read(game + text),
      (error) => error instanceof Unreadable && said.test(error.details),
      text.slice(0, 40),
    );
  // Here `variation` is the name of an engine in the transcript, not a variation.
  const [other] = await read(`${game}; variation 0.131 > go\n`);
  assert.equal(other.nodes.length, 4);
});

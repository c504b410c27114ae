// The line that was played: an analysis, a copy and a link leave it as it was.

import assert from "node:assert/strict";
import {
  address,
  CLIPBOARD,
  copied,
  current,
  follow,
  game,
  menu,
  moves,
  open,
  pasteByMenu,
  playAll,
  reads,
  reload,
  resign,
  saved,
  scribble,
  served,
  study,
  test,
  typeAll,
  visit,
} from "./support.mjs";

const server = served();

/** A game of two people that Red has won, since Blue has resigned. */
async function finished(how = {}) {
  const page = await open(server.url + game("zola-4", how), CLIPBOARD);
  await playAll(page, "a1b1", "a4b4", "a3b4");
  await resign(page);
  return page;
}

/** The record without scores and players, which depend on the engine's answers so far. */
const bare = (text) => text.replaceAll(/ p[12] | \{.*\}/g, " ").replaceAll(/; scores .*\n/g, "");

/** The variations of the list. */
const beside = (page) =>
  page
    .locator("#moves .variation .move")
    .evaluateAll((all) => all.map(({ dataset }) => dataset.text));

test("what is tried in an analysis stands beside the game, and copies have the game", async () => {
  const page = await finished();
  const before = await copied(page, "#copy-game");
  assert.match(before, /\n\[p1 person\]\n\[p2 person\]\n.*\[result p1win\]\n\[reason resign\]\n/s);
  await study(page);
  // Tries a move after the end, and moves in the middle of the game.
  await typeAll(page, "d1d2");
  await visit(page, "a1b1");
  await typeAll(page, "d1d2", "a3b3");
  assert.deepEqual(await moves(page), ["a1b1", "a4b4", "a3b4"]);
  assert.deepEqual(await beside(page), ["d1d2", "a3b3", "d1d2"]);
  // No button makes another line the game.
  assert.equal(await page.locator("#promote").isHidden(), true);
  assert.equal(await page.locator("#cut").isVisible(), true);
  const text = await copied(page, "#copy-game");
  const variations = "; variation 0 2 d1d2 a3b3\n; variation 0 4 d1d2\n";
  assert.equal(bare(text), bare(`${before.trimEnd()}\n${variations}\n`));
  const file = await saved(page, () => menu(page, "#save-game"));
  assert.equal(bare(file.bytes.toString()), bare(text));
  await visit(page, "a4b4");
  assert.equal(await page.locator("#cut").isHidden(), true);
  assert.equal(await copied(page, "#copy-game"), text);
  // The End key goes to the end of the played line, not of the tried moves.
  await page.keyboard.press("End");
  await current(page, "a3b4");
  // The pasted text gives the same result.
  const other = await open(server.url, CLIPBOARD);
  await pasteByMenu(other, text);
  await other.locator("#moves .variation .move").nth(2).waitFor();
  assert.deepEqual(await moves(other), await moves(page));
  assert.deepEqual(await beside(other), await beside(page));
  await other.keyboard.press("Home");
  await current(other, "Start");
  await typeAll(other, "d4d3");
  assert.equal(await other.locator("#promote").isHidden(), true);
  assert.match(
    await copied(other, "#copy-game"),
    /\n3 p1 a3b4 \{.*time 0\}\n; variation 0 1 d4d3\n/,
  );
});

test("a variation of a variation can be made the first one, beside the game", async () => {
  const page = await finished();
  await study(page);
  await visit(page, "a1b1");
  await typeAll(page, "d1d2", "a3b3");
  await visit(page, "d1d2");
  await typeAll(page, "b1a2");
  assert.deepEqual(await beside(page), ["d1d2", "a3b3", "b1a2"]);
  await page.click("#promote");
  await page.waitForFunction(
    () => document.querySelectorAll("#moves .variation .move")[1].dataset.text === "b1a2",
  );
  assert.deepEqual(await moves(page), ["a1b1", "a4b4", "a3b4"]);
});

test("one link leads to the game at this move, the other one to the position", async () => {
  const page = await finished();
  const text = await copied(page, "#copy-game");
  await study(page);
  await visit(page, "a1b1");
  await typeAll(page, "d1d2");
  await scribble(page, "a1", "b2");
  // Variations and arrows are no part of the game: its link opens where the played line is left.
  const link = await copied(page, "#copy-game-link");
  await reads(page, "#note", "Link copied. Comments and arrows are only in Copy game.");
  const other = await open(link, CLIPBOARD);
  await current(other, "a1b1");
  assert.deepEqual(await moves(other), ["a1b1", "a4b4", "a3b4"]);
  assert.deepEqual(await other.locator(".who").allTextContents(), ["person", "person"]);
  assert.equal(bare(await copied(other, "#copy-game")), bare(text));
  await other.keyboard.press("End");
  await reads(other, "#status", /Red has won: Blue resigned/);
  // The game is there after a reload.
  await reload(other);
  await current(other, "a3b4");
  await reads(other, "#status", /Red has won: Blue resigned/);
  await follow(other, new URL(await copied(page, "#copy-link")).hash);
  await current(other, "d1d2");
  assert.deepEqual(await moves(other), ["a1b1", "d1d2"]);
});

test("a link to a game with odd words opens what it can", async () => {
  const words = { variant: "zola-4", moves: "a1b1 a4b4" };
  const page = await open(server.url + address({ ...words, at: 99, name1: "A\nB", result: "x" }));
  await current(page, "a4b4");
  await page.locator(".who", { hasText: "A B" }).waitFor();
  await follow(page, address({ ...words, at: "-1" }));
  await current(page, "a4b4");
  assert.deepEqual(await moves(page), ["a1b1", "a4b4"]);
});

// Hidden information: the order of the face-down pieces. The page of a game does not get it, so
// nothing that it shows, stores or copies can reveal it.

import assert from "node:assert/strict";
import {
  address,
  clickThrough,
  CLIPBOARD,
  copied,
  EMPTY,
  game,
  moves,
  newGame,
  numbers,
  open,
  plies,
  served,
  test,
  WATCH,
} from "./support.mjs";

const server = served();

const ORDER = /=[Z1-6]{2,}/;

async function copies(page) {
  const texts = [];
  for (const id of ["#copy-position", "#copy-game", "#copy-link"]) {
    // Before the first move there is no game to copy.
    if ((await page.locator(id).count()) === 0) texts.push("");
    else texts.push(decodeURIComponent((await copied(page, id)).replaceAll("+", " ")));
  }
  return texts;
}

test("a game of Zoka tells no order, to its end", async () => {
  for (const variant of ["zoka", "zoka-3"]) {
    const page = await open(
      server.url + game(variant, { p2: "engine", time: 0.02 }),
      CLIPBOARD,
      WATCH,
    );
    const all = async () =>
      [
        await page.content(),
        decodeURIComponent(page.url()),
        ...(await copies(page)),
        ...(await page.evaluate(() => window.lines.map(({ text }) => text))),
        // The cards of a game show example positions, not the game in progress.
      ]
        .filter((text) => !text.includes('"cards"'))
        .filter((text) => ORDER.test(text));
    assert.match(await page.textContent("#fen"), / ZZ/);
    assert.deepEqual(await all(), []);
    await clickThrough(page, numbers(variant.length));
    assert.deepEqual(await all(), []);
    // The moves of the finished game name the drawn pieces.
    assert.match((await copies(page))[1], /\n\d+ p[12] t[Z1-6]/);
    await page.context().close();
  }
});

test("a game from a position that tells an order is without it", async () => {
  const fen = `${EMPTY} 2 - =Z4Z1/=2ZZ3 Z/5 -/- 0:0 -/- 0:0:-`;
  const page = await open(server.url + address({ variant: "zoka", fen }));
  // A position that was opened with the order shows the order.
  assert.equal(await page.textContent("#fen"), fen);
  await newGame(page, null, { you: "people", here: true });
  assert.match(await page.textContent("#fen"), / ZZ14\/ZZ23 /);
  await page.waitForFunction(() => !location.hash.includes("%3D"));
  await page.click('[data-touch="heap:line"]');
  await plies(page, 1);
  assert.match((await moves(page))[0], /^t[Z23]$/);
});

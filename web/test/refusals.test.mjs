// A touch that fits no move shows the reason, and the picked piece stays picked.

import assert from "node:assert/strict";
import {
  address,
  follow,
  game,
  go,
  IN_HANDS,
  MOTIONS,
  moves,
  open,
  plies,
  reads,
  reload,
  resign,
  served,
  SMALL,
  square,
  test,
  toMove,
  type,
} from "./support.mjs";

const server = served();

const refused = (page) => page.locator("#prompt.no #refusal");
const heard = (page, words) => refused(page).filter({ hasText: words }).waitFor();

test("a touch with nothing in the hand is answered", async () => {
  const page = await open(server.url + address({ variant: "zola-6", fen: "6/2b3/1br3/6/6/6 b -" }));
  await square(page, "a1").click();
  await heard(page, "Pick a piece first.");
  // A refusal names the square once, and the rule once.
  await go(page, "b4", "c3");
  await heard(page, "Not to c3");
  assert.match(
    await page.textContent("#refusal"),
    /^Not to c3: it is nearer to the centre\. A step leads outward, to a darker square\. /,
  );
});

test("a wrong square is refused with the reason and hatched, and the piece stays in the hand", async () => {
  const page = await open(server.url + game("zola-6"));
  await square(page, "b1").click();
  await heard(page, "That is a blue checker. Red is to move.");
  await square(page, "b6").click();
  // A click on an own piece picks it; an enemy piece out of reach is refused.
  await square(page, "e4").click();
  await heard(page, "Not to e4: ");
  await page.locator("#board .wrong path").waitFor({ state: "attached" });
  const [hatch, cell] = await page.evaluate(() =>
    ["#board .wrong rect", '[data-square="e4"]'].map((one) => {
      const { x, y, width } = document.querySelector(one).getBoundingClientRect();
      return { x, y, width };
    }),
  );
  assert.ok(
    Math.abs(hatch.x + hatch.width / 2 - cell.x - cell.width / 2) < 2 &&
      Math.abs(hatch.width - cell.width) < 3,
    JSON.stringify([hatch, cell]),
  );
  // A refused touch is not reported as an error.
  assert.equal(await page.locator("#trouble").isHidden(), true);
  assert.equal(await square(page, "b6").getAttribute("aria-selected"), "true");
  assert.deepEqual(await moves(page), []);
  // The next touch takes the refusal away, and the move can still be made.
  await square(page, "c6").click();
  await plies(page, 1);
  assert.equal(await refused(page).count(), 0);
  assert.match(await toMove(page), /^Blue$/);
});

test("a kind of moves that is not possible says why on a click", async () => {
  const page = await open(server.url + address({ variant: "zoka", fen: IN_HANDS }));
  await page.click("[data-verb=exchange]", { force: true });
  await heard(
    page,
    "Exchange is not possible now. It takes a Scorer that is safe for good, and a piece in your Exchange.",
  );
});

test("Esc takes a refusal away first and then the piece, and the kinds of moves stay", async () => {
  const page = await open(server.url + address({ variant: "zoka", fen: IN_HANDS }), {
    viewport: { width: 1400, height: 900 },
  });
  await page.locator('button[data-touch^="place:hand:"]').first().click();
  const held = page.locator('button[data-touch][aria-pressed="true"]');
  await held.waitFor();
  // The button that drops the piece is to the left of the pass button.
  const [lay, pass] = await Promise.all([
    page.locator("#aside [data-key=lay]").boundingBox(),
    page.locator("#verbs .quiet").boundingBox(),
  ]);
  assert.ok(lay.x + lay.width <= pass.x, `${lay.x} ${lay.width} ${pass.x}`);
  await square(page, "e4").click();
  await heard(page, "Not to e4");
  assert.equal(await page.locator('#verbs [data-verb="move"]').isVisible(), true);
  await page.keyboard.press("Escape");
  await page.locator("#prompt:not(.no)").waitFor();
  assert.equal(await held.count(), 1);
});

test("on a phone the names of squares can be read, and pieces left stand beside their owner", async () => {
  const page = await open(server.url, SMALL);
  for (const variant of ["zola-6", "zola-10", "zvp"]) {
    await follow(page, game(variant));
    // The height of a board label in screen pixels.
    const height = await page
      .locator("#board .names text")
      .first()
      .evaluate((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a);
    assert.ok(Math.abs(height) > 8, `${variant}: ${height}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    for (const side of ["#far", "#near"]) {
      const [icon, left] = [
        await page.locator(`${side} > .title > .icon`).boundingBox(),
        await page.locator(`${side} .army`).boundingBox(),
      ];
      assert.ok(
        left.x >= icon.x + icon.width && left.y < icon.y + icon.height,
        `${variant} ${side}: ${JSON.stringify({ icon, left })}`,
      );
    }
  }
});

test("a light square is refused in the words of the cards", async () => {
  const page = await open(server.url + game("zvp"));
  await page.locator(".cell.movable").first().click();
  await square(page, "d5").click();
  await heard(page, "Not to d5. Only every other square is used.");
});

test("a piece that cannot move says why, and leads to its rule", async () => {
  const page = await open(server.url + game("zvp"));
  await square(page, "b2").click();
  await heard(
    page,
    "The princess on b2 cannot move now. Every square that it may step to is taken",
  );
  await page.locator("#aside [data-key=rule]").click();
  await page.locator("#pane-rules").waitFor();
  // In Zola a piece may have no farther square to go to.
  await follow(page, address({ variant: "zola-6", fen: "6/6/6/6/4b1/r1r3 r -" }));
  await square(page, "a1").click();
  await heard(page, "The checker on a1 cannot move now. No free square beside it is farther out");
});

/** The squares whose pieces have hopped. */
const hopped = (page) =>
  page.evaluate(() =>
    window.motions
      .filter(({ transforms }) => transforms.join().includes("translateY"))
      .map(
        ({ x, y }) =>
          document.elementsFromPoint(x, y).find((made) => made.matches("[data-square]"))?.dataset
            .square,
      ),
  );

/** In `ONE` one princess must capture, in `TWO` two must. The princess on h2 cannot. */
const ONE = address({ variant: "zvp", fen: "8/8/5b2/8/3b1b2/2w5/7w/8 w" });
const TWO = address({ variant: "zvp", fen: "8/8/8/8/3b1b2/2w3w1/7w/8 w" });

test("that one must capture is spoken after a reload, too", async () => {
  const page = await open(`${server.url}${ONE}&p1=person&p2=person`);
  await reload(page);
  await reads(page, "#live", /^Princesses to move\. You must capture\. The princess on c3 can\.$/);
});

test("that one must capture is said with the princess that can, and she hops", async () => {
  const page = await open(server.url + ONE, { reducedMotion: "no-preference" }, MOTIONS);
  await square(page, "h2").click();
  await heard(page, "You must capture. The princess on c3 can.");
  assert.deepEqual(await hopped(page), ["c3"]);
  await page.locator("#aside [data-key=rule]").waitFor();
  // The one that can is picked up, but does not step.
  await go(page, "c3", "b4");
  await heard(
    page,
    "Not to b4: you must capture. The princess on c3 can. c3 is still in your hand.",
  );
  // A typed move of a piece other than the one that must capture.
  await page.keyboard.press("Escape");
  await type(page, "h2g3");
  await heard(page, "Not h2g3: you must capture. The princess on c3 can.");
});

test("all that can capture are named, and nothing moves for who wants it calm", async () => {
  const page = await open(server.url + TWO, {}, MOTIONS);
  await square(page, "h2").click();
  await heard(page, "You must capture. The pieces on c3 and g3 can.");
  assert.deepEqual(await hopped(page), []);
});

test("a piece that cannot move because the game is over, or is at an earlier move, says so", async () => {
  const page = await open(server.url + game("zola-4"));
  await type(page, "a1b1");
  await plies(page, 1);
  await page.click("#back");
  await square(page, "a4").click();
  await heard(page, "This is an earlier position.");
  await page.click("#on");
  await resign(page);
  await page.keyboard.press("Escape");
  await square(page, "a4").click();
  await heard(page, "The game is over.");
});

test("a typed move that is none gets a sentence, too", async () => {
  const page = await open(`${server.url}#variant=zola-6`);
  await type(page, "b6e4");
  await heard(page, "Not b6e4: b6 and e4 are not on a line.");
  assert.equal(await page.textContent("#refusal"), "Not b6e4: b6 and e4 are not on a line. ");
  assert.equal(await page.inputValue("#typed"), "b6e4");
  await type(page, "b5c6");
  await heard(page, "Not b5c6: that is Blue's checker. You play Red.");
  await type(page, "");
  await heard(page, "No move is typed yet. A move is typed like this: ");
  await type(page, "hello");
  await heard(page, '"hello" is no move here. A move is typed like this: ');
  await type(page, "b6 or c6");
  await heard(page, '"b6 or c6" is no move here. ');
  assert.equal(await page.locator("#trouble").isVisible(), false);
});

// How Zoka begins, what its actions change, and what its strikes yield.

import assert from "node:assert/strict";
import {
  address,
  EMPTY,
  follow,
  game,
  moves,
  open,
  plies,
  reads,
  served,
  square,
  TARGET,
  test,
  told,
  toMove,
  WATCH,
} from "./support.mjs";

const server = served();

const cardsOf = (page) => page.getByRole("dialog", { name: "Zoka in five cards" });
const close = async (page) => {
  await cardsOf(page).getByRole("button", { name: "Play" }).click();
  await cardsOf(page).waitFor({ state: "detached" });
};

test("nobody moves before the cards are closed", async () => {
  const how = game("zoka", { p1: "engine", p2: "engine" });
  const page = await open(server.url + how, { cards: true }, WATCH);
  await cardsOf(page).waitFor();
  assert.deepEqual(
    await page.evaluate(() => window.lines.filter(({ text }) => text.startsWith("go"))),
    [],
  );
  await close(page);
  await told(page, "go");
});

test("a card shows what each action changes, and who begins and why is said once the cards are closed", async () => {
  const page = await open(server.url + game("zoka"), { cards: true });
  const steps = cardsOf(page).locator(".steps li");
  await steps.first().waitFor();
  assert.deepEqual(await steps.locator("b").allTextContents(), [
    "Turn over",
    "Place",
    "Move",
    "Strike",
  ]);
  // The pieces on the board before and after an action, and those beside it.
  const pieces = await steps.evaluateAll((steps) =>
    steps.map((step) =>
      [...step.querySelectorAll(".pair > :is(.mini, .lying)")].map(
        (picture) => picture.querySelectorAll(picture.matches(".mini") ? ".piece" : ".icon").length,
      ),
    ),
  );
  const [turn, place, move, strike] = pieces;
  assert.deepEqual([turn, place[0]], [[2, 1], 1]);
  assert.equal(move[0], move[1]);
  assert.equal(strike[0] - strike[1], 2);
  assert.doesNotMatch(await page.textContent("#how"), /begins/);
  assert.doesNotMatch(await page.textContent("#live"), /begins/);
  await close(page);
  const words = `${await toMove(page)} turned over the higher Scorer and begins.`;
  await reads(page, "#how", new RegExp(`^${words}`));
  assert.match(await page.textContent("#live"), new RegExp(`^New game\\. ${words}`));
  await page.locator('[data-move="0000"]').click();
  await page.getByRole("dialog").getByRole("button", { name: "Pass" }).click();
  await reads(page, "#how", /^(?!.*begins)/);
});

test("strikes show their points, for all pieces and for one, and a mark says what they mean for the turn", async () => {
  const fen =
    ".....bZb3b5/......bZ./.......bZ/....bZ.../....a2.../aZ......./.aZ...b6.aZ/a6a4aZ..... 1 - =Z5/=Z4 Z3/2 -/- 0:0 -/- 0:0:-";
  const page = await open(server.url + address({ variant: "zoka", fen }));
  const points = () => page.locator("#board .tag").allTextContents();
  assert.equal(await page.textContent("#pill"), "Enhanced: Zokers slide, and strike two");
  await page.click('[data-verb="strike"]');
  await page.locator("#board .ghost").waitFor({ state: "attached" });
  assert.deepEqual(await points(), ["+6"]);
  assert.match(await square(page, "f2").getAttribute("aria-label"), /\+6 if taken/);
  await square(page, "b2").click();
  await page.locator("#board .ghost").waitFor({ state: "detached" });
  assert.deepEqual(await points(), ["+6"]);
  assert.equal(await page.locator("#pill").isVisible(), false);
  await square(page, "f2").click();
  await reads(page, "#live", /Zoker from b2 strikes Scorer 6 on f2, goes to the \w+; 6 points\./);
  // Without a permanently safe Scorer there is no such sentence.
  const others = `.......bZ/${Array(6).fill("........").join("/")}/aZ.......`;
  const plain = address({ variant: "zoka", fen: `${others} 1 - =Z5/=Z4 Z3/2 -/- 0:0 -/- 0:0:-` });
  await follow(page, plain);
  assert.equal(await page.locator("#pill").isVisible(), false);
});

test("a piece of the hand is led over the board by keys, and laid down from anywhere", async () => {
  const fen = `${EMPTY} 1 - =Z4Z1/=2ZZ3 Z/5 -/- 0:0 -/- 0:0:-`;
  const page = await open(server.url + address({ variant: "zoka", fen }));
  await page.locator('[data-touch^="place:hand:"]').press("Enter");
  const goal = page.locator("#board .cell:focus");
  assert.match(await goal.getAttribute("aria-label"), /can be gone to/);
  const first = await goal.getAttribute("data-square");
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await goal.getAttribute("data-square"), first);
  await page.focus("#flip");
  await page.keyboard.press("Escape");
  await reads(page, "#live", "Laid down");
  // Where the focus is on a square to which the piece can go, it stays.
  await page.focus('#board [tabindex="0"]');
  await page.keyboard.press("ArrowUp");
  const here = await goal.getAttribute("data-square");
  assert.notEqual(here, first);
  await page.keyboard.press("2");
  await page.locator(TARGET).first().waitFor();
  assert.equal(await goal.getAttribute("data-square"), here);
  await page.keyboard.press("Escape");
  assert.equal(
    await page.locator('#board [aria-selected="true"], [aria-pressed="true"][data-touch]').count(),
    0,
  );
});

/** Red has pieces on the board and in the hand. */
const BOTH = `${Array(6).fill("........").join("/")}/.aZ....../a6aZ...... 1 - =3/ZZ6 ZZ25/ZZ5 Z/Z 3:0 -/- 0:0:-`;

const centre = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
};
const press = async (page, locator) => {
  await page.mouse.move(...(await centre(locator)));
  await page.mouse.down();
};

test("a piece of the hand ends a chosen kind of moves, and can be dragged to its square", async () => {
  const page = await open(server.url + address({ variant: "zoka", fen: BOTH }));
  const hand = page.locator('button[data-touch^="place:hand:"]').last();
  const move = page.locator("[data-verb=move]");
  await move.click();
  assert.equal(await move.getAttribute("aria-pressed"), "true");
  await hand.click();
  assert.equal(await move.getAttribute("aria-pressed"), "false");
  const to = await page.locator(TARGET).first().getAttribute("data-square");
  await page.keyboard.press("Escape");
  // A finger on it does not scroll the page.
  assert.equal(await hand.evaluate((one) => getComputedStyle(one).touchAction), "none");
  await press(page, hand);
  await page.mouse.move(...(await centre(square(page, to))), { steps: 5 });
  assert.equal(await page.locator(".dragged .icon").count(), 1);
  await page.mouse.up();
  await plies(page, 1);
  assert.ok((await moves(page))[0].endsWith(`@${to}`));
  assert.equal(await page.locator(".dragged").count(), 0);
  // Dropped beside the board, the next piece is in its hand again.
  const other = page.locator('button[data-touch^="place:hand:"]').first();
  await press(page, other);
  await page.mouse.move(5, 5, { steps: 5 });
  await page.mouse.up();
  await reads(page, "#live", "Laid down");
  assert.equal((await moves(page)).length, 1);
});

test("a line of the engine has words for turning a piece over", async () => {
  const page = await open(server.url + address({ variant: "zoka", fen: BOTH }));
  await page.keyboard.press("a");
  await page.locator("#lines .move", { hasText: "turn over" }).first().waitFor();
  const texts = await page.locator("#lines .move").allTextContents();
  assert.deepEqual(
    texts.filter((text) => /^t\w?$/.test(text)),
    [],
  );
});

test("the points that are spoken are those of the trays", async () => {
  const page = await open(server.url + address({ variant: "zoka", fen: BOTH }));
  await page.keyboard.press("w");
  const shown = await page.evaluate(() =>
    ["p1", "p2"].map(
      (player) => document.querySelector(`[data-player=${player}] .points b`).textContent,
    ),
  );
  await reads(page, "#live", new RegExp(`Points: ${shown.join(" to ")}\\.`));
  assert.notEqual(shown[0], "3");
});

test("marks are spoken in the words of the game", async () => {
  const fen =
    ".....bZb3b5/......bZ./.......bZ/....bZ.../....a2.../aZ......./.aZ...b6.aZ/a6a4aZ..... 1 - =Z5/=Z4 Z3/2 -/- 0:0 -/- 0:0:-";
  const page = await open(server.url + address({ variant: "zoka", fen }));
  const spoken = await page
    .locator("#board .cell")
    .evaluateAll((cells) => cells.map((cell) => cell.ariaLabel).join("; "));
  assert.doesNotMatch(spoken, /protected|perfect/);
  assert.match(spoken, /safe for good/);
  // The announcement of a move includes a lasting mark that it gives to a piece.
  const rows = `${Array(6).fill("........").join("/")}/.aZ....../a6aZ......`;
  const almost = `${rows} 1 - =3/ZZ6 ZZ25/ZZ5 Z/Z 3:0 -/- 0:0:-`;
  await follow(page, address({ variant: "zoka", fen: almost }));
  await page.click('[data-touch="place:hand:A"]');
  await square(page, "a2").click();
  await reads(page, "#live", /a2\. Red’s Scorer 6 on a1 is safe for good\. /);
});

test("who plays alone learns why it has a second turn", async () => {
  const rows = Array(10).fill("..........").join("/");
  const fen = `${rows} 1 - =Z5/=Z4/=Z1 Z13/2/Z24 Z/-/Z 0:0 -/-/- 0:0:-`;
  const how = { variant: "zoka-3", fen, p1: "person", p2: "person" };
  const page = await open(server.url + address(how));
  await page.click('[data-touch="place:hand:A"]');
  await square(page, "e5").click();
  await reads(page, "#status", "Your second turn");
  await reads(page, "#how", "Red placed first, and plays alone with two turns in a row.");
});

test("the last turn is said, with its reason", async () => {
  const fen = `${EMPTY} 1 - -/=ZZZ1 Z/2 -/- 0:0 -/- 0:0:-`;
  const page = await open(
    server.url + address({ variant: "zoka", fen, p1: "person", p2: "person" }),
  );
  await page.click('[data-touch="place:hand:A"]');
  await square(page, "a1").click();
  await reads(page, "#status", "Blue’s last turn: Red has placed its last piece");
  await reads(page, "#live", /Blue to move\. Blue’s last turn: Red has placed its last piece\.$/);
});

// The answer to `query sheet`: the words, cards and rules of a game. Some tests supply the answers
// themselves, or none for the page without a sheet; the others use those of zugi.

import assert from "node:assert/strict";
import {
  address,
  current,
  fill,
  follow,
  game,
  IN_HANDS,
  inWords,
  keepTexts,
  lobby,
  middle,
  moves,
  myTurn,
  open,
  picture,
  reads,
  reload,
  resign,
  served,
  SMALL,
  square,
  standIn,
  status,
  TARGET,
  test,
  type,
  withoutServer,
} from "./support.mjs";

const server = served();

const sentence = (say, how) => (how ? { say, how } : { say });

/** The board of a card. */
const scene = {
  variant: "zola-6",
  players: ["Red", "Blue"],
  board: { files: 2, ranks: 2, squares: [2, 1, 1, 2] },
  kinds: [{ letter: "r", name: "red checker", player: "p1", glyph: "r" }],
  pieces: { a1: "r" },
  hands: [{}, {}],
  turn: "p1",
  last: [],
  moves: [{ move: "a1b2", actions: [{ lift: "a1" }, { put: "b2" }] }],
};

const SHEET = {
  title: "Test game",
  author: "Somebody",
  year: 2001,
  aim: "Win <b>all</b>.",
  sides: ["Red", "Blue"],
  variants: { "zola-4": "four by four", "zola-6": "six by six" },
  sentences: {
    turn: sentence("{who}: move a {side} checker", "Outward."),
    picked: sentence("{square} can go to {count}", "{captures} captures."),
    "refused.step": sentence("A rule about steps."),
    "refused.default": sentence("The marked squares."),
    held: sentence("{square} is kept."),
    broken: sentence("{nothing}"),
  },
  cards: [
    {
      key: "aim",
      title: "The aim",
      text: "Take them all.",
      position: "x",
      scene,
      arrows: ["a1b2"],
    },
    {
      key: "step",
      title: "Steps",
      text: "Go outward.",
      position: "x",
      scene,
      picked: "a1",
      circles: ["b2"],
      crosses: ["b1"],
      numbers: true,
      bare: true,
    },
    { key: "odd", title: "Odd", text: "No board.", scene: { board: 3 } },
  ],
  rules: [
    { key: "aim", text: "Whoever takes all wins." },
    { key: "end", text: "Then it ends." },
  ],
};

const SAID = {
  "query sheet": `response ${JSON.stringify(SHEET)}`,
  "query why": `response ${JSON.stringify({ reason: "b6 and e4 are not on a line", sentence: "refused.step", rule: "step", index: null, isMove: true })}`,
};

test("words, cards and rules are those of the game", async (t) => {
  if (withoutServer(t)) return;
  // The cards come a moment after the board.
  const prepare = async (context) => {
    await context.clock.install();
    await standIn(SAID)(context);
  };
  const page = await open(server.url + address({ variant: "zola-6" }), { cards: true, prepare });
  // The cards come once, before the first move.
  const cards = page.getByRole("dialog", { name: "Test game in two cards" });
  await cards.getByText("Take them all.").waitFor();
  assert.equal(await cards.locator(".board").count(), 2);
  await cards.getByRole("button", { name: "Play" }).click();
  // The board gets the focus when the cards close.
  await page.locator("#board :focus").waitFor();
  assert.equal(await page.textContent("#game-name"), "Test game");
  assert.equal(await page.textContent("#game-size"), "six by six");
  // Text from an engine is not parsed as markup.
  assert.equal(await page.textContent("#aim"), "Win <b>all</b>.");
  assert.equal(await status(page), "Your turn: move a red checker");
  assert.equal(await page.textContent("#how"), "Outward.");
  await square(page, "b6").click();
  assert.equal(await status(page), "b6 can go to two squares");
  assert.equal(await page.textContent("#how"), "2 captures.");
  await square(page, "e4").click();
  await page.getByText("A rule about steps.").waitFor();
  assert.match(
    await page.textContent("#refusal"),
    /Not to e4: b6 and e4 are not on a line\. A rule about steps\. b6 is kept\./,
  );
  await page.getByRole("button", { name: "See the rule" }).click();
  await page.locator("#pane-rules [data-rule=step]").waitFor();
  assert.match(
    await page.textContent("#pane-rules"),
    /By Somebody, 2001.*Whoever takes all wins\..*Then it ends\./,
  );
  await page.getByRole("tab", { name: "Moves" }).click();
  await reload(page);
  await follow(page, game("zola-6"));
  await page.clock.fastForward(10_000);
  assert.equal(await page.locator("dialog").count(), 0);
});

test("a turn is told in words that are true for a queen", async () => {
  const how = { variant: "zvp", p1: "person", p2: "person" };
  const page = await open(server.url + address({ ...how, fen: "8/8/5b2/8/8/2W5/8/8 w 0" }));
  assert.match(await status(page), /: move a queen$/);
  assert.match(await page.textContent("#how"), /One step forward, left, right or back\.$/);
  await follow(page, address({ ...how, fen: "8/8/5b2/8/8/2W1w3/8/8 w 0" }));
  assert.match(await status(page), /: move a princess or queen$/);
  assert.match(
    await page.textContent("#how"),
    /Princess: forward, left, right\. Queen: backward too\.$/,
  );
});

test("on a telephone the cards come one by one, and the page behind them stays", async () => {
  const page = await open(server.url + address({ variant: "zola-6" }), { ...SMALL, cards: true });
  const cards = page.locator("dialog.sheet");
  await cards.getByText("1 of 5").waitFor();
  const [back, next] = [
    cards.getByRole("button", { name: "Back" }),
    cards.getByRole("button", { name: "Next" }),
  ];
  assert.ok((await next.boundingBox()).height >= 44);
  assert.equal(await back.isDisabled(), true);
  // Enter does not close the cards at once.
  await page.locator(".card-list li:first-child:focus").waitFor();
  await next.focus();
  for (const n of [2, 3, 4, 5]) {
    await page.keyboard.press("Enter");
    await cards.getByText(`${n} of 5`).waitFor();
  }
  // The title is announced, too, and the focus goes on, not back.
  assert.match(await cards.locator("[role=status]").textContent(), /^5 of 5: [A-Z]/);
  await page.locator(".sheet .primary:focus").waitFor();
  assert.equal(await next.isDisabled(), true);
  await back.click();
  await cards.getByText("4 of 5").waitFor();
  assert.equal(
    await page.evaluate(() => getComputedStyle(document.documentElement).overflowY),
    "hidden",
  );
  await cards.getByRole("button", { name: "Play" }).click();
  await cards.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => scrollY), 0);
  // The fields of a new game have room for their words.
  const dialog = await lobby(page);
  await fill(dialog, { time: "other" });
  const limit = dialog.locator('select[name="limit"]');
  assert.ok((await limit.boundingBox()).width > 120);
});

test("without words the page is complete, only plainer", async (t) => {
  if (withoutServer(t)) return;
  for (const answer of [
    "info string error: unknown query",
    "response none",
    'response {"title":3}',
    "response no json",
  ]) {
    const page = await open(server.url, { prepare: standIn({ "query sheet": answer }) });
    assert.equal(await page.textContent("#game-name"), "zola-6");
    assert.match(await status(page), /^Red to move/);
    assert.equal(await page.locator("#rules").isHidden(), true);
    assert.equal(await page.locator("#trouble").isHidden(), true);
    await follow(page, game("zoka"));
    // The kinds of moves are derived from their actions.
    const verbs = await page.locator("#verbs [data-verb]").allTextContents();
    assert.deepEqual(
      verbs.map((text) => text.replace(/ .*/, "")),
      ["Turn", "Place", "Move", "Strike", "Exchange"],
    );
    assert.match(await status(page), /^Red to move|^Blue to move/);
    await page.context().close();
  }
});

test("a kind of moves says what is to be chosen for it, and marks what it can be done with", async () => {
  const page = await open(server.url + address({ variant: "zoka", fen: IN_HANDS }));
  const [place, heap, hand] = [
    page.locator('#verbs [data-verb="place"]'),
    page.locator('button[data-touch^="heap:"]'),
    page.locator('button[data-touch^="place:hand:"]'),
  ];
  await place.click();
  assert.equal(await place.getAttribute("aria-pressed"), "true");
  // A thing of another kind can be touched, too.
  assert.equal(await heap.count(), 1);
  assert.ok((await hand.count()) > 1);
  await reads(page, "#status", "Choose a piece of your hand");
  await square(page, "a1").click();
  await reads(page, "#refusal", /^Choose a piece of your hand\./);
  await hand.first().click();
  await reads(page, "#status", /: choose a marked square/);
  // Laying the piece down drops the kind, too; a piece of the hand can be picked without a kind.
  await page.keyboard.press("Escape");
  assert.equal(await place.getAttribute("aria-pressed"), "false");
  await hand.first().click();
  assert.ok((await page.locator(TARGET).count()) > 0);
});

test("a card sets a task, and a piece that must capture is ringed", async () => {
  const page = await open(`${server.url}#variant=zvp`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.click("#tab-rules");
  const card = page.locator('#pane-rules [data-rule="capture"]');
  // The picture has words for a screen reader.
  await card
    .getByRole("img", {
      name: "Princess: c3. Zombie: d4, f6, h8. Picked up: c3. Arrow from c3 to e5 to g7.",
    })
    .waitFor();
  await card.getByRole("button", { name: "Try it on the board" }).click();
  await reads(page, "#status", "Try it: Jump to capture");
  await reads(page, "#live", /^Try it: Jump to capture\. Jump over an enemy/);
  // All of the task is in its box.
  const [box, text] = [
    await page.locator("#prompt").boundingBox(),
    await page.locator("#how").boundingBox(),
  ];
  assert.ok(text.y + text.height <= box.y + box.height, JSON.stringify({ box, text }));
  assert.equal(await page.locator("#board .arrow").count(), 1);
  await page.click("#tab-moves");
  assert.equal(await page.locator("#board .able:not(.halo)").count(), 1);
  await type(page, "c3e5g7");
  await reads(page, "#status", "That is it.");
  await reads(page, "#live", /^That is it\. Princesses: princess from c3, takes/);
});

test("the end says who has won and what was captured, also where bites make new pieces", async () => {
  const fen = "8/6b1/5b2/8/3b4/2w5/8/w7 w 0";
  const page = await open(server.url + game("zvp", { fen }));
  for (const [plies, move] of ["c3e5", "f6d4", "a1b2"].entries()) {
    await myTurn(page, plies);
    await type(page, move);
  }
  await myTurn(page, 3);
  await resign(page);
  const end = page.locator("#end");
  await end.getByText("Princesses win").waitFor();
  assert.deepEqual(await end.locator(".figures > div").allTextContents(), [
    "moves2",
    "captured by Princesses1",
  ]);
  // The card closes, because it may cover the square with the focus, and does not come back.
  await page.keyboard.press("Tab");
  await page.locator('#board [tabindex="0"]').focus();
  await end.waitFor({ state: "hidden" });
  await page.click("#flip");
  assert.equal(await end.isHidden(), true);
});

test("a threat is shown, the board is saved as a picture, and a game begins here", async () => {
  const page = await open(`${server.url}#variant=zola-6&fen=6/2b3/1br3/6/3r2/6+b`);
  await page.click("#analyse");
  await page.click("#threat");
  await page.locator("#board .arrow.danger").waitFor({ state: "attached" });
  await reads(
    page,
    "#live",
    /^Red would play \S+, (Red wins( in \d+)?|[+\u2212]?[\d.]+): red checker from/,
  );
  assert.equal(await page.textContent("#danger"), await page.textContent("#live"));
  await page.click("#threat");
  await page.locator("#board .arrow.danger").waitFor({ state: "detached" });
  for (const [form, begin] of [
    ["Board, SVG", "<svg"],
    ["Board, PNG", "\u0089PNG"],
  ]) {
    const bytes = await picture(page, form);
    assert.ok(bytes.toString("latin1").startsWith(begin), form);
    assert.doesNotMatch(bytes.toString("latin1"), /var\(/);
  }
  await page.getByRole("button", { name: "Play on from here" }).click();
  await reads(page, "#near", /You/);
  assert.equal(await page.getAttribute("#analyse", "aria-pressed"), "false");
  assert.match(await page.textContent("#fen"), /^6\/2b3\/1br3\/6\/3r2\/6 b/);
});

test("on a board that stands on its corner arrow keys go where they point", async () => {
  const page = await open(`${server.url}#variant=zvp`);
  const [low, high, right] = [
    await middle(page, "a1"),
    await middle(page, "c3"),
    await middle(page, "c1"),
  ];
  assert.ok(high.y < low.y && Math.abs(high.x - low.x) < 2 && right.x > low.x + 20);
  await square(page, "a1").focus();
  for (const [key, expected] of [
    ["ArrowUp", "b2"],
    ["ArrowRight", "c1"],
    ["ArrowLeft", "b2"],
    ["ArrowDown", "a1"],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), expected, key);
  }
});

test("what the last move has done is said in the words of the game", async () => {
  for (const [fen, move, said] of [
    ["5b1b/8/1w5b/w5w1/8/w1w5/1w6/w1w1w3 b 2", "h6f4", "Bitten: the princess on g5 is a zombie."],
    ["8/8/5b2/4w3/8/2w5/8/w3w3 b 0", "f6d4b2", "Bitten: those on e5 and c3 are zombies now."],
    [
      "8/8/7w/b7/1b6/b1b3b1/1w1b4/6b1 b 0",
      "c3a1",
      "Bitten: the princess on b2 is a zombie. It has a brain now: it may go back, too.",
    ],
    ["8/b5b1/8/4b3/3w4/b7/3w4/w1w1w3 w 0", "d4f6h8", "She is a queen now: she may go back, too."],
  ]) {
    const page = await open(server.url + game("zvp", { fen }));
    await type(page, move);
    await reads(page, "#how", said);
    await page.context().close();
  }
  const page = await open(server.url + game("zola-4", { p2: "engine" }));
  // The engine may be fast, so the texts are recorded.
  await keepTexts(page, "#how");
  await type(page, "a1b1");
  await myTurn(page, 2);
  assert.ok((await page.evaluate(() => window.texts)).includes("You played a1\u00d7b1."));
  // The engine's move is shown beside the turn.
  const [, answer] = await moves(page);
  await reads(page, "#how", new RegExp(`^Blue played ${inWords(answer)}\\. `));
  assert.match(await status(page), /^Your turn/);
  await page.locator('#actions [data-key="hint"]').click();
  await reads(page, "#status", /^Hint: /);
  await reads(page, "#how", /^It (captures inward or level|steps outward)\.$/);
  // The button that was clicked cannot be used at an earlier move, and the arrow keys step on.
  await page.keyboard.press("ArrowLeft");
  await current(page, "a1b1");
  await page.locator('#actions [data-key="hint"]:disabled').waitFor();
  await page.keyboard.press("ArrowLeft");
  await current(page, "Start");
});

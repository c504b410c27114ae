// Records of matches: opened, gone through, copied and pasted.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  CLIPBOARD,
  copied,
  counts,
  current,
  game,
  give,
  hadText,
  keepTexts,
  load,
  menu,
  MOVABLE,
  moves,
  myTurn,
  open,
  pasteByMenu,
  pieceOn,
  plies,
  reads,
  ready,
  saved,
  served,
  study,
  TARGET,
  test,
  troubled,
  type,
} from "./support.mjs";

const server = served();

/** The game as a file, which has the scores, too. */
const fileOf = async (page) => (await saved(page, () => menu(page, "#save-game"))).bytes.toString();

const GAME = {
  number: 2,
  variant: "zola-4",
  p1: "new <b>",
  p2: "old",
  started: 0,
  time: 9,
  result: "p2win",
  reason: "rules",
  opening: ["a1b1"],
  moves: [
    { player: "p2", move: "a4b4", cp: 30, depth: 5, time: 20 },
    { player: "p1", move: "a3b4", cp: -40, depth: 6, time: 21 },
    { player: "p2", move: "a2a1", mate: 9, depth: 7, time: 3 },
  ],
};
const JSONL =
  [
    { format: 2, match: {} },
    GAME,
    { ...GAME, number: 1, moves: GAME.moves.slice(0, 1), result: "draw" },
  ]
    .map((line) => JSON.stringify(line))
    .join("\n") + "\n";
const TEXT = `[number 3]\n[variant zola-4]\n[p1 new]\n[p2 old]\n[started 0]\n[time 1]\n[result p1win]\n[reason resign]
1 p1 a1b1 {cp 10, depth 5, nodes 1000, time 20.2}\n2 p2 a4b4 {cp -300, depth 4, time 3.1}\n; new 0.1 > go\n\n`;

test("lines of JSON: a list of games, steps by keys, scores as a curve", async () => {
  const page = await open(server.url);
  await give(page, "match.jsonl", JSONL);
  await page.locator("#record").waitFor();
  await plies(page, 2);
  assert.equal(await page.inputValue("#games"), "0");
  assert.equal(await page.locator("#games option").count(), 2);
  await page.click("#game-after");
  await plies(page, 4);
  assert.match(await page.textContent("#near"), /new <b>/);
  await page.evaluate(() => document.activeElement.blur());
  // The game begins where its opening has ended.
  await current(page, "a1b1");
  await page.keyboard.press("ArrowRight");
  await current(page, "a4b4");
  assert.equal(await pieceOn(page, "b4"), "b");
  await page.keyboard.press("Home");
  await current(page, "Start");
  await page.keyboard.press("End");
  await current(page, "a2a1");
  await page.locator("#curve-box").waitFor();
  // Another engine's score does not mark a move.
  assert.equal(await page.locator("#moves > :is(.inaccuracy, .mistake, .blunder)").count(), 0);
});

test("the text, dropped onto the page; copied and pasted", async () => {
  const page = await open(server.url, CLIPBOARD);
  const data = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "match.txt", { type: "text/plain" }));
    return data;
  }, TEXT);
  // While a file is dragged over the page, the page says that it accepts it.
  const shown = () => page.evaluate(() => getComputedStyle(document.body, "::after").content);
  await page.dispatchEvent("#board", "dragover", { dataTransfer: data });
  assert.match(await shown(), /Drop a record/);
  await page.dispatchEvent("#board", "dragleave", { dataTransfer: data });
  assert.equal(await shown(), "none");
  await page.dispatchEvent("#board", "dragover", { dataTransfer: data });
  await page.dispatchEvent("#board", "drop", { dataTransfer: data });
  assert.equal(await shown(), "none");
  await plies(page, 2);
  assert.deepEqual(await moves(page), ["a1b1", "a4b4"]);
  // Text dropped into a field is the browser's; elsewhere a drop must not leave the page.
  const taken = (selector) =>
    page.evaluate(
      (selector) =>
        ["dragover", "drop"].map((name) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.setData("text/plain", "a1b1");
          const event = new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer });
          return !document.querySelector(selector).dispatchEvent(event);
        }),
      selector,
    );
  assert.deepEqual(
    [await taken("#typed"), await taken("#board")],
    [
      [false, false],
      [true, true],
    ],
  );
  // A copy has no scores; a file has them.
  assert.doesNotMatch(await copied(page, "#copy-game"), /cp|depth/);
  const game = await fileOf(page);
  assert.match(game, /\[variant zola-4\]\n\[p1 new\]\n\[p2 old\]\n\[fen .*\]\n\[result p1win\]/);
  assert.match(
    game,
    /\n1 p1 a1b1 \{cp 10, depth 5, time 0\}\n2 p2 a4b4 \{cp -300, depth 4, time 0\}\n/,
  );
  const position = await copied(page, "#copy-position");
  await pasteByMenu(page, "3b/4/r3/4 b");
  await reads(page, "#fen", "3b/4/r3/4 b -");
  await pasteByMenu(page, game);
  await reads(page, "#fen", position);
  assert.deepEqual(await moves(page), ["a1b1", "a4b4"]);
});

test("a bad record is told, and changes nothing", async () => {
  const page = await open(`${server.url}#variant=zola-4&fen=3b/4/r3/4+b`);
  const before = await page.textContent("#fen");
  // The words of the reader are folded.
  for (const [text, details] of [
    ['{"number": 1', /JSON of a game, EOF/],
    [
      "\n\n[number 1]\n[variant zola-4]\nwhat is this\n",
      /line 5: bad record "what is this": expected number, player/,
    ],
    [
      JSON.stringify({ ...GAME, moves: [{ move: "two words", time: 0 }] }),
      /"two words": expected a move, one word/,
    ],
  ]) {
    await give(page, "bad.jsonl", text);
    await reads(page, "#trouble code", details);
    assert.equal(await page.locator("#trouble code").isVisible(), false);
    await troubled(page, /^bad.jsonl: No game can be read from it\./);
    assert.equal(await page.textContent("#fen"), before);
  }
  await give(page, "bad.jsonl", JSON.stringify({ ...GAME, variant: "chess" }));
  await troubled(page, /no game "chess"/);
  assert.equal(await page.textContent("#fen"), before);
  // A pasted text may be a `position` command.
  for (const [text, fen] of [
    ["position startpos moves a1b1", "brbr/rbrb/brbr/1rrb b -"],
    ["startpos", "brbr/rbrb/brbr/rbrb r -"],
    ["position fen 3b/4/r3/4 b moves", "3b/4/r3/4 b -"],
    [before, before],
  ]) {
    await page.locator("#more").evaluate((more) => (more.open = true));
    await pasteByMenu(page, text);
    await reads(page, "#fen", fen);
    assert.equal(await page.locator("#trouble").isHidden(), true);
  }
  // A game with an illegal move is shown up to that move.
  await give(
    page,
    "bad.jsonl",
    JSON.stringify({ ...GAME, moves: [GAME.moves[0], { move: "a1a2", player: "p1", time: 0 }] }),
  );
  await reads(page, "#trouble", /a1a2/);
  assert.deepEqual(await moves(page), ["a1b1", "a4b4"]);
});

test("the end of a game that the rules have not ended", async () => {
  const page = await open(server.url);
  const game = { ...GAME, moves: GAME.moves.slice(0, 2) };
  for (const [result, reason, said] of [
    ["p1win", "time-loss", "Red has won: Blue had no time left."],
    ["p2win", "stall", "Blue has won: Red did not answer."],
    ["p1win", "resign", "Red has won: Blue resigned."],
    ["draw", "adjudication", "The game is a draw: it was adjudicated."],
    ["none", "crash", "The game does not count: an engine ended in the middle of the game."],
    ["draw", "agreement", "The game is a draw: the players agreed."],
    ["p1win", "unknown", "Red has won."],
    ["none", "abandoned", "The game does not count: it was left unfinished."],
  ]) {
    await give(page, "match.jsonl", JSON.stringify({ ...game, result, reason }));
    await current(page, "a1b1");
    await page.click("#last");
    await reads(page, "#status", said);
    // After the end neither side is marked as to move.
    assert.equal(await page.locator(".side.turn, .to-move").count(), 0);
    await page.click("#back");
    await reads(page, "#status", /Red to move\.$/);
    assert.equal(await page.locator(".side.turn").count(), 1);
  }
  // A game that was copied before its end has a side to move.
  await page.evaluate(() => document.querySelector("#live").replaceChildren());
  await give(page, "match.jsonl", JSON.stringify({ ...game, result: "none", reason: "rules" }));
  await reads(page, "#live", /^Game \d+: /);
  await page.click("#last");
  await current(page, "a3b4");
  assert.equal(await page.textContent("#status"), "Blue to move.");
});

test("keys step through the game after a click on the board, and from its list of moves", async () => {
  const page = await open(server.url);
  await give(page, "match.jsonl", JSON.stringify(GAME));
  await current(page, "a1b1");
  // First a square without a movable piece, then one with a movable piece.
  const fixed = ".cell:not(.movable)";
  for (const selector of [fixed, ".cell.movable"]) {
    await page.locator(selector).first().click();
    assert.ok(await page.evaluate(() => document.activeElement.dataset.square));
    await page.keyboard.press("ArrowRight");
    await current(page, "a4b4");
    await page.keyboard.press("ArrowLeft");
    await current(page, "a1b1");
  }
  // Arrow keys walk over the squares after a key has picked a piece, and after Tab has led to the
  // board.
  const at = () => page.evaluate(() => document.activeElement.dataset.square);
  const before = await at();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await at(), before);
  await page.locator(fixed).first().click();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  const again = await at();
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await at(), again);
  await current(page, "a1b1");
  // The list of moves is one stop of Tab.
  assert.equal(await page.locator('#moves .move:not([tabindex="-1"])').count(), 1);
  await page.focus("#moves [aria-current]");
  const text = () => page.evaluate(() => document.activeElement.textContent);
  // Up and down move through the list, left and right through the game.
  for (const [key, said] of [
    ["ArrowDown", "1.a4b4"],
    ["ArrowDown", "2.a3b4"],
    ["ArrowUp", "1.a4b4"],
    ["PageDown", "2.a2a1"],
    ["PageUp", "Start"],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await text(), said, key);
  }
  await current(page, "a1b1");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await current(page, "a4b4");
  await page.keyboard.press("ArrowRight");
  await current(page, "a3b4");
  assert.equal(await text(), "2.a3b4");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "typed");
});

it("how much a move has to cost, and in whose eyes", async () => {
  const { Tree, rate } = await load("tree");
  const { markOf } = await load("marks");
  /** A line of scores from player one's view, each with its evaluator; player one moves first. */
  const line = (...told) => {
    const tree = new Tree(null);
    let at = tree.root;
    told.forEach((scores, ply) => {
      if (ply) {
        at = tree.add(at, `m${ply}`);
        at.mover = ply % 2 ? "p1" : "p2";
      }
      for (const [cp, teller = "record p1", depth] of scores)
        rate(at, { cp }, depth ?? 1, teller, 1e6);
    });
    return tree
      .main()
      .map((node) => markOf(node)?.sign ?? "")
      .join();
  };
  // 220 hundredths of a piece are 0.731 expected points; `cost` gives the score that loses a share
  // from an even position.
  const cost = (share) => Math.round(220 * Math.log((0.5 - share) / (0.5 + share)));
  for (const [share, sign] of [
    [0.045, ""],
    [0.055, "?!"],
    [0.095, "?!"],
    [0.105, "?"],
    [0.195, "?"],
    [0.205, "??"],
    [0.4, "??"],
  ]) {
    assert.equal(line([[0]], [[cost(share)]]), `,${sign}`, String(share));
  }
  // A gain is no mistake, and a loss of one player is a gain of the other.
  assert.equal(line([[0]], [[50, "record p2"]], [[300, "record p2"]]), ",,??");
  // The engine of the page has to be sure: by its estimate the player had at least 0.6 points
  // before the move and has at most 0.35 after it; or both scores are proven.
  for (const [before, after, sign] of [
    [[120], [-120], ""],
    [[120], [-180], "??"],
    [[50], [-500], ""],
    [[500], [0], ""],
    [[31000], [-31000], "??"],
    [[-31000], [-31000], ""],
    [[-200], [-31000], ""],
  ])
    assert.equal(line([[...before, "engine"]], [[...after, "engine"]]), `,${sign}`, `${before}`);
  // Other scores mark nothing: of the opponent in a record, or of a weaker engine.
  assert.equal(line([[0, "record p1"]], [[-300, "record p2"]]), ",");
  assert.equal(line([[0, "engine at 800"]], [[-300, "engine"]]), ",");
  assert.equal(
    line(
      [
        [0, "record p1"],
        [200, "engine"],
      ],
      [[-300, "engine"]],
    ),
    ",??",
  );
  // The score of a record's engine at its next move counts, a later one does not.
  assert.equal(line([[0, "record p1"]], [[0, "record p2"]], [[-300, "record p1"]], []), ",??,,");
  assert.equal(line([[0, "record p1"]], [], [], [], [[-300, "record p1"]]), ",,,,");
  // If a deeper search found the position before the move lost already, the move loses nothing.
  assert.equal(
    line(
      [
        [0, "record p1"],
        [-3000, "engine", 9],
      ],
      [[-300, "record p1"]],
    ),
    ",",
  );
  // The engine's current best move is no mistake.
  const tree = new Tree(null);
  const made = Object.assign(tree.add(tree.root, "m1"), { mover: "p1" });
  rate(tree.root, { cp: 200 }, 1, "engine", 1e6);
  // The estimate of a short search says nothing of a move.
  rate(made, { cp: -300 }, 1);
  assert.equal(markOf(made), null);
  rate(made, { cp: -300 }, 1, "engine", 1e6);
  assert.equal(markOf(made)?.sign, "??");
  tree.root.best = "m1";
  assert.equal(markOf(made), null);
  tree.root.best = null;
  // The only legal move is no mistake either.
  for (const [moves, sign] of [
    [[{}, {}], "??"],
    [[{}], undefined],
  ]) {
    tree.root.view = { over: false, result: "none", scene: { turn: "p1", moves, seats: [] } };
    assert.equal(markOf(made)?.sign, sign, `${moves.length} moves`);
  }
});

test("the analysis goes on in the next game", async () => {
  const page = await open(server.url);
  await give(page, "match.jsonl", JSONL);
  await plies(page, 2);
  await page.click("#analyse");
  await page.locator("#lines .move").first().waitFor();
  await page.click("#game-after");
  await plies(page, 4);
  assert.equal(await page.getAttribute("#analyse", "aria-pressed"), "true");
  // The shown lines belong to this position: blue to move after a1b1.
  await page.locator("#lines .move").first().waitFor();
  await page.mouse.move(5, 5);
  // Lines do not change under the pointer, so that a click hits the move that was read.
  await page.locator("#lines .move").first().hover();
  const first = await page.locator("#lines .move").first().textContent();
  await page.locator("#lines .move").first().click();
  await current(page, first.replace("×", ""));
  assert.equal(await page.locator("#trouble").isHidden(), true);
});

test("the marks of a game that was scored are the same after it was copied and pasted", async () => {
  const permissions = CLIPBOARD;
  const page = await open(
    server.url + game("zola-4", { p2: 600, time: "", depth: 4 }),
    permissions,
  );
  await type(page, "a1b1");
  await myTurn(page, 2);
  // In analysis the players keep their names.
  await study(page);
  // A message at the end of the page confirms the copy. It is there for a short time only.
  await keepTexts(page, "body");
  const record = await copied(page, "#copy-game");
  await hadText(page, /Game copied\.$/);
  assert.match(record, /\n\[p1 person\]\n\[p2 zugi.*, level 1 of 7\]\n/);
  // Moves of people, some of them bad.
  const all = "#moves .move[data-text]";
  for (let n = 0; n < 6 && (await page.locator("#type").isVisible()); n += 1) {
    const made = await page.locator(all).count();
    await page.locator(MOVABLE).last().click();
    await page.locator(TARGET).first().click();
    await counts(page, all, made + 1);
    await ready(page);
  }
  await page.click("#review");
  await reads(page, "#review", /^Stop/);
  await reads(page, "#review", /^Score/);
  const marks = (page) =>
    page
      .locator(all)
      .evaluateAll((all) =>
        all.map(({ dataset, className, title }) => `${dataset.text} ${className} ${title}`),
      );
  const before = await marks(page);
  assert.ok(
    before.some((text) => /blunder|mistake|inaccuracy/.test(text)),
    before.join("\n"),
  );
  const text = await fileOf(page);
  const other = await open(server.url, permissions);
  await pasteByMenu(other, text);
  await counts(other, all, before.length);
  assert.deepEqual(
    (await marks(other)).map((text) => text.replace(/(, )?depth \d+/, "")),
    before,
  );
  assert.equal(await fileOf(other), text);
});

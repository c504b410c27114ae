// Comments and signs of a person on moves, the next mistake, and a game as a moving picture.

import assert from "node:assert/strict";
import {
  anyMove,
  CLIPBOARD,
  copied,
  counts,
  current,
  game,
  give,
  inWords,
  listed,
  LISTED,
  menu,
  MOTIONS,
  moves,
  myTurn,
  open,
  pasteByMenu,
  picture,
  plies,
  reads,
  reload,
  resign,
  saved,
  scribble,
  served,
  START,
  test,
  typeAll,
  visit,
} from "./support.mjs";

const server = served();

async function remark(page, sign, comment) {
  await page.click("#remark");
  const dialog = page.locator("dialog[open]");
  await dialog.locator(`input[value="${sign}"]`).check();
  await dialog.locator("textarea").fill(comment);
  await dialog.getByRole("button", { name: "Keep" }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
}

/** Moves with their signs, and comments. */
async function shows(page, expected) {
  await counts(page, LISTED, expected.length);
  assert.deepEqual(await listed(page), expected);
}

test("comments and signs stay with the moves, in copies of the game too", async () => {
  const page = await open(server.url + START, CLIPBOARD);
  assert.equal(await page.locator("#remark").isHidden(), true);
  await typeAll(page, "a1b1", "a4b4");
  await remark(page, "!?", "  Odd, but {why} not?\n<b>Look</b> ");
  await page.click("#back");
  await current(page, "a1b1");
  await typeAll(page, "d1d2");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("c");
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  // By keys alone: the field has the focus, so words can be typed; Control+Enter keeps them.
  await page.keyboard.press("c");
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.type("Written.");
  await page.keyboard.press("Control+Enter");
  await reads(page, "#moves .remark:last-child", "Written.");
  // The dialog shows the number that the move has in the list.
  await page.click("#remark");
  const number = await page.getAttribute("#moves [aria-current] .number", "data-no");
  assert.equal(await page.textContent("dialog[open] h2"), `Comment on ${number}. d1×d2`);
  await page.keyboard.press("Escape");
  await remark(page, "??", "Loses.");
  const expected = ["a1b1", "a4b4!?", "Odd, but {why} not? <b>Look</b>", "d1d2??", "Loses."];
  await shows(page, expected);
  await visit(page, "a4b4");
  const text = await copied(page, "#copy-game");
  // A saved file has the same text.
  const file = await saved(page, () => menu(page, "#save-game"));
  assert.match(file.name, /^zola-4-\d{4}-\d\d-\d\d\.txt$/);
  assert.equal(file.bytes.toString(), text);
  assert.match(
    text,
    /\n2 p2 a4b4 \{time 0, annotation !\?, comment Odd, but \\u\{7b\}why\\u\{7d\} not\? <b>Look<\/b>\}\n; variation 0 2 d1d2\n; remark 1 2 \?\? Loses\.\n/,
  );
  const other = await open(server.url, CLIPBOARD);
  await pasteByMenu(other, text);
  await shows(other, expected);
  await visit(other, "a4b4");
  assert.equal(await copied(other, "#copy-game"), text);
  // The dialog shows the existing remark and can remove it; the menu opens it too.
  await menu(other, '#menu [data-for="remark"]');
  assert.equal(
    await other.locator("dialog[open] textarea").inputValue(),
    "Odd, but {why} not? <b>Look</b>",
  );
  assert.equal(await other.locator('dialog[open] input[value="!?"]').isChecked(), true);
  await other.keyboard.press("Escape");
  await remark(other, "", "");
  await shows(other, ["a1b1", "a4b4", "d1d2??", "Loses."]);
});

const counted = (page, count) => counts(page, "#board .arrow.mine", count);

test("arrows and rings of one's own have colours, and stay with the move", async () => {
  const page = await open(server.url + START, CLIPBOARD);
  await typeAll(page, "a1b1");
  const draw = async (from, to, ...keys) => {
    for (const key of keys) await page.keyboard.down(key);
    await scribble(page, from, to);
    for (const key of keys) await page.keyboard.up(key);
  };
  const drawn = (on) =>
    on
      .locator("#board .arrow.mine")
      .evaluateAll((all) =>
        all
          .map((one) => [...one.classList].filter((name) => /^([YRBG]|ring)$/.test(name)).join(" "))
          .sort(),
      );
  await draw("a4", "b4");
  await draw("b3", "c3", "Shift");
  await draw("d4", "d4", "Alt");
  await draw("c2", "d2", "Shift", "Alt");
  // Drawing the same arrow again removes it; another colour replaces it.
  await draw("c2", "d2", "Shift", "Alt");
  await draw("a4", "b4", "Shift", "Alt");
  const all = ["B ring", "G", "R"];
  assert.deepEqual(await drawn(page), all);
  await remark(page, "!?", "Look here");
  await shows(page, ["a1b1!?", "Look here"]);
  assert.deepEqual(await drawn(page), all);
  await page.click("#back");
  await counted(page, 0);
  await page.click("#on");
  await counted(page, 3);
  const copy = await copied(page, "#copy-game");
  assert.match(copy, /Look here \[%cal Rb3c3,Ga4b4\] \[%csl Bd4\]/);
  await reload(page);
  await counted(page, 3);
  const other = await open(server.url);
  await give(other, "game.txt", copy);
  await plies(other, 1);
  await other.click("#last");
  await counted(other, 3);
  assert.deepEqual(await drawn(other), all);
  await shows(other, ["a1b1!?", "Look here"]);
  // A click on an empty square removes the drawings.
  await other.locator('.cell[data-piece=""]').first().click();
  assert.deepEqual(await drawn(other), []);
});

test("comments of a file in PGN are shown", async () => {
  const page = await open(server.url);
  await give(
    page,
    "game.pgn",
    '[White "A"]\n[Black "B"]\n[Variant "zola-4"]\n\n1. a1b1! {A start} a4b4 $4 2. a3b4 {Then} {White resigns} 0-1\n',
  );
  await shows(page, ["a1b1!", "A start", "a4b4??", "a3b4", "Then"]);
  await page.click("#last");
  await reads(page, "#status", "Blue has won: Red resigned.");
  // The comment on the move in view is in sight.
  const inside = await page
    .locator("#moves .remark")
    .last()
    .evaluate(
      (made) =>
        made.getBoundingClientRect().bottom <= made.closest(".pane").getBoundingClientRect().bottom,
    );
  assert.ok(inside);
});

test("the next mistake, and after the last one the first again", async () => {
  const page = await open(server.url);
  const said = [
    ["p2", "a4b4", 30],
    ["p1", "a3b4", 0],
    ["p2", "a2a1", 90],
    ["p1", "c1c2", -100],
    ["p2", "d1d2", -20],
    ["p1", "c2c1", -105],
    ["p2", "d2d1", -160],
  ];
  const game = {
    number: 1,
    variant: "zola-4",
    p1: "A",
    p2: "B",
    started: 0,
    time: 0,
    result: "none",
    reason: "rules",
    opening: ["a1b1"],
    moves: said.map(([player, move, cp]) => ({ player, move, cp, depth: 5, time: 20 })),
  };
  await give(page, "match.jsonl", `${JSON.stringify(game)}\n`);
  await current(page, "a1b1");
  const marked = page.locator("#moves > :is(.inaccuracy, .mistake, .blunder)");
  const texts = await marked.evaluateAll((all) => all.map(({ dataset }) => dataset.text));
  assert.deepEqual(texts, ["a3b4", "a2a1", "d1d2"]);
  assert.equal(
    await page.locator("#curve :is(.inaccuracy, .mistake, .blunder)").count(),
    texts.length,
  );
  assert.match(await page.innerText("#legend"), /winning chances down by \?!5 % \?10 % \?\?20 %/);
  // The position before it is shown, and the sentence says what was played there.
  const before = { a3b4: "a4b4", a2a1: "a3b4", d1d2: "c1c2" };
  const says = (text) =>
    reads(
      page,
      "#status",
      new RegExp(
        `^(Red|Blue) played ${inWords(text)}\\?[!?]? here: an? (blunder|mistake|inaccuracy)$`,
      ),
    );
  for (const text of [...texts, texts[0]]) {
    await page.click("#next-mistake");
    await says(text);
    await current(page, before[text]);
    // What was played is drawn, too.
    assert.equal(await page.locator("#board .arrow.danger").count(), 1);
    assert.match(
      await page.textContent("#how"),
      /^(Red|Blue)\u2019s winning chances went down by \d+ %\.$/,
    );
  }
  // Between two mistakes, the button goes on to the next one.
  for (const move of ["a3b4", "a2a1", "c1c2"]) {
    await page.click("#on");
    await current(page, move);
  }
  await page.click("#next-mistake");
  await says("d1d2");
  // In an analysis the sentence follows the engine's current findings.
  await page.click("#analyse");
  await reads(page, "#how", /Better was \S+\.$|nothing better by now\.$|^It was lost before/);
  await page.click("#analyse");
  // The next move has no such sentence.
  await page.click("#on");
  await reads(page, "#status", /^(?!.*here: )/);
});

test("the marks of the last move are on their squares in a picture", async () => {
  const page = await open(`${server.url}#variant=zola-6&moves=b6c6`);
  assert.equal(await page.locator(".drawing .last").count(), 2);
  const middles = (page, selector) =>
    page.locator(selector).evaluateAll((made) => {
      const to = made[0].ownerSVGElement.getScreenCTM().inverse();
      return made.map((made) => {
        const [box, by] = [made.getBBox(), to.multiply(made.getScreenCTM())];
        const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(by);
        return [at.x, at.y].map((n) => n.toFixed(2)).join();
      });
    });
  // The middles of b6 and c6.
  assert.deepEqual((await middles(page, ".drawing .last")).sort(), ["15.00,5.00", "25.00,5.00"]);
  const text = (await picture(page, "Board, SVG")).toString();
  assert.ok(!/oklab|color\(|scale\(0?\.9/.test(text), text);
  const viewer = await open("about:blank");
  await viewer.setContent(text);
  assert.deepEqual((await middles(viewer, "svg > g:nth-of-type(2) > rect")).sort(), [
    "15.00,5.00",
    "25.00,5.00",
  ]);
});

test("a game is saved as a picture that moves", async () => {
  const page = await open(server.url + game("zvp", { p2: "engine" }));
  for (const made of [2, 4, 6]) {
    await anyMove(page);
    await myTurn(page, made);
  }
  const plies = (await moves(page)).length;
  const text = (await picture(page, "Game, SVG")).toString();
  assert.ok(!/var\(|class=/.test(text));
  const viewer = await open("about:blank");
  await viewer.setContent(text);
  // One position shows at a time, the last one for longer; then the picture starts again.
  const seen = (seconds) =>
    viewer.evaluate((seconds) => {
      const picture = document.querySelector("svg");
      picture.pauseAnimations();
      picture.setCurrentTime(seconds);
      return [...picture.querySelectorAll(":scope > g:has(> animate)")].flatMap((frame, at) =>
        getComputedStyle(frame).visibility === "visible" ? [at] : [],
      );
    }, seconds);
  for (let at = 0; at <= plies; at += 1) assert.deepEqual(await seen(at + 0.5), [at]);
  assert.deepEqual(await seen(plies + 3.5), [plies]);
  assert.deepEqual(await seen(plies + 4.5), [0]);
  // Each piece of the board is in the last position of the picture, as large as on the board.
  const [drawn, pieces] = [
    await viewer.locator("svg > g:has(> animate)").last().locator("use").count(),
    await page.locator('[data-piece]:not([data-piece=""])').count(),
  ];
  assert.equal(drawn, pieces);
  assert.ok(
    /<defs><g id="p0"><g[^>]*><g [^>]*transform="scale\(1\.28\)"/.test(text),
    text.slice(0, 400),
  );
  assert.ok(/<text [^>]*font-size="2px"[^>]*>a</.test(text), "the names of the files are small");
});

test("a piece that is turned over and the winner's pieces move, unless that is not wanted", async () => {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const page = await open(`${server.url}#variant=zoka`, { reducedMotion }, MOTIONS);
    await page.click("#analyse");
    await page.locator('button[data-touch^="heap:"]').first().click();
    const choice = page.locator("dialog[open] .choice").first();
    const made = page.locator("#moves .move").nth(1);
    await choice.or(made).waitFor();
    if (await choice.count()) await choice.click();
    await made.waitFor();
    const turned = () => window.motions.some(({ where }) => where.startsWith("place:"));
    // The engine may have turned one over, too.
    if (reducedMotion === "reduce") assert.equal(await page.evaluate(turned), false);
    else await page.waitForFunction(turned);
  }
  const page = await open(server.url, { reducedMotion: "no-preference" }, MOTIONS);
  await page.evaluate(() => (window.motions.length = 0));
  await resign(page);
  const own = await page.locator('[data-piece="b"]').count();
  const delays = () =>
    window.motions
      .filter(({ where, delay }) => where === "board" && delay !== null)
      .map(({ delay }) => delay);
  await page.waitForFunction(`(${delays})().length >= ${own}`);
  const hops = await page.evaluate(delays);
  assert.equal(hops.length, own);
  assert.deepEqual(
    hops,
    hops.map((_, at) => 40 * at),
  );
});

const ZOKA =
  "......../......../......../......../.....b2../...b4..../aZaZ....../a5aZ.a3b1... 1 - Z14/ZZ35 Z2/6 Z/- 3:0 -/b1c1 0:0:-";

test("moves of a game with places and chances are said in words", async () => {
  const page = await open(`${server.url}#variant=zoka`);
  const moves = [
    "0000 {cp 300, depth 9, time 0}",
    "0000 {cp 0, depth 9, time 0}",
    "0000 {cp -300, depth 9, time 0}",
  ];
  await give(
    page,
    "passes.txt",
    [
      "[number 1]",
      "[variant zoka]",
      "[p1 One]",
      "[p2 Two]",
      `[fen ${ZOKA}]`,
      "[result none]",
      "[reason rules]",
      ...moves.map((move, at) => `${at + 1} p${1 + (at % 2)} ${move}`),
      "\n",
    ].join("\n"),
  );
  await plies(page, 3);
  await page.click("#next-mistake");
  await reads(page, "#status", "Red passed here: a blunder (??)");
  await page.click("#analyse");
  await reads(page, "#how", /Better was this: [^.@]+\.$|nothing better by now\.$/);
  await page.click("#on");
  // Pieces of the line are turned over by chance: no letter says which one.
  await reads(page, "#how", /Best: (pass|[^.@]{4,})\.$/);
  assert.match(
    await page.locator("#lines .odds").first().getAttribute("aria-label"),
    /^Red wins \d+ %, draws \d+ %, loses \d+ %\.$/,
  );
  assert.match(
    await page.locator("#lines .move").first().getAttribute("title"),
    /^(pass|[^.@]{4,})$/,
  );
  assert.match(await page.textContent("#plus"), /^Red wins \d+ %, draws \d+ %, loses \d+ %\.$/);
  await page.click("#remark");
  await page.locator("dialog[open] h2", { hasText: "Comment on 1. pass" }).waitFor();
});

// Where a game turned and which moves are mistakes: what the page says when a game is over.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import {
  address,
  current,
  follow,
  game,
  go,
  inWords,
  load,
  long,
  moves,
  open,
  reads,
  reload,
  served,
  test,
  type,
  typeAll,
} from "./support.mjs";

const server = served();

const { about, ...SETS } = JSON.parse(
  readFileSync(new URL("data/proven-games.json", import.meta.url)),
);

/** Puts another command in the place of one that the page gives its engine, by a regular
 *  expression: a script for `open`. */
const replaced = (from, to) =>
  `(${(from, to) => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) {
      send.call(this, text.replace(from, to));
    };
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...rest) {
      const line = message.line?.replace(from, to);
      postMessage.call(this, line ? { ...message, line } : message, ...rest);
    };
  }})(${from}, ${to})`;

/** Searches are limited by nodes only, so that the load of the machine does not matter: the time is
 *  removed from the commands. A tenth of the nodes is quick, and what the page says must be true
 *  with so few nodes, too. The page's clock stands still, so that the review does not end because
 *  it takes long. */
const byNodes = (share) =>
  `${replaced(/^go nodes (\d+) movetime \d+$/, `(_, nodes) => \`go nodes \${nodes * ${share}}\``)}
  performance.now = () => 0;`;
const QUICK = byNodes(0.1);

/** The review does not come to an end by itself. */
const ENDLESS = replaced(/^go nodes .*/, '"go infinite"');

/** A finished game of two people. */
const finished = (variant, { start, moves }) =>
  address({ variant, fen: start, moves, p1: "person", p2: "person", time: "0.03" });

/** Waits until a game that is over has been reviewed. */
const reviewed = (page) =>
  page.waitForFunction(
    () => document.querySelector("#summary") && !document.querySelector("progress"),
    null,
    { timeout: 500_000 },
  );

/** The games that stand for all of them: short ones, which turn early, late or never. */
const SAMPLE = { "zola-4": [1, 5, 29], "zola-6": [7, 12], zvp: [8, 19, 24] };

/** The page's judgement of a finished game: the turning point's title, and the plies with marks. */
const said = (page) =>
  page.evaluate(() => ({
    title: document.querySelector(".turning b")?.textContent ?? "",
    marked: [...document.querySelectorAll("#moves > .move[data-text]")].flatMap((made, at) =>
      made.matches(".inaccuracy, .mistake, .blunder") ? [at] : [],
    ),
  }));

/** The false statements of the page's judgement. */
function falsehoods({ title, marked }, { values, turning, first }) {
  const worth = { W: 2, D: 1, L: 0 };
  const isMistake = (at) => worth[values[at]] > 2 - worth[values[at + 1]];
  const number = (at) => Math.ceil((at + 1 + Number(first === "p2")) / 2);
  const found = marked.filter((at) => !isMistake(at)).map((at) => `a mark at ply ${at}`);
  const [, move] = /(\d+)/.exec(title) ?? [];
  const isTrue = title.startsWith("It turned at")
    ? turning !== null && number(turning) === Number(move)
    : title.startsWith("Lost by")
      ? turning === null || number(turning) <= Number(move)
      : title === "It never turned"
        ? turning === null
        : title === "";
  return isTrue ? found : [...found, `"${title}", turned at ply ${turning}`];
}

for (const [variant, games] of Object.entries(SETS))
  for (const [at, one] of games.entries())
    if (long || SAMPLE[variant].includes(at))
      test(`nothing false is said of game ${at} of ${variant}, whose values are proven`, async (t) => {
        const page = await open(server.url + finished(variant, one), {}, byNodes(long ? 1 : 0.1));
        await reviewed(page);
        const found = await said(page);
        t.diagnostic(JSON.stringify(found));
        assert.deepEqual(falsehoods(found, one), []);
        // Every lost game has a title that says at least from when it was lost.
        assert.equal(found.title === "", one.result === "draw");
      });

it("without a sure mistake, the move by which scores fell most is in doubt", async () => {
  const { Tree, rate } = await load("tree");
  const { doubts } = await load("turning-point");
  const judged = (nodes, ...scores) => {
    const tree = new Tree(null);
    let [at, mover] = [tree.root, "p1"];
    for (const [number, cp] of scores.entries()) {
      if (number) at = tree.add(at, `a${number}a${number + 1}`);
      Object.assign(at, { best: "h1h2", mover: number ? mover : null });
      rate(at, { cp }, 9, "engine", nodes);
      if (number) mover = mover === "p1" ? "p2" : "p1";
    }
    return doubts(at).map(({ node, isLast }) => [node.ply, isLast]);
  };
  assert.deepEqual(judged(100_000, 360, 340, 360, -40, -40), [[3, false]]);
  assert.deepEqual(judged(100_000, 0, 0, 0, 0), []);
  // After a long search the mark is final, so there are no moves in doubt.
  assert.deepEqual(judged(500_000, 360, 340, 360, -360, -360), []);
});

const LOST = SETS["zola-4"][29];
const running = (page) => page.locator("#end progress").waitFor();

test("nothing is said while a game is reviewed, and a person may stop that", async () => {
  const page = await open(server.url + finished("zola-4", LOST), {}, ENDLESS);
  await running(page);
  const nothing = async () => {
    assert.equal(await page.locator("#curve svg, #summary, .learn").count(), 0);
    assert.deepEqual((await said(page)).marked, []);
  };
  await nothing();
  await page.locator(".turning").getByRole("button", { name: "Stop" }).click();
  await page.locator(".turning").getByRole("button", { name: "Look for it" }).waitFor();
  assert.equal(await page.locator("#summary, .learn").count(), 0);
  await page.getByRole("button", { name: "Look for it" }).click();
  await running(page);
  // Another game is in view, and the progress of the review is gone.
  await follow(page, "#variant=zola-6&moves=b6c6");
  assert.equal(await page.locator("progress").count(), 0);
});

test("a review begins no search when its time is up", async () => {
  const LATE = `${replaced(/^go nodes .*/, '() => (window.searched = "stop")')}
    window.time = 0; performance.now = () => (window.time += 20_000);`;
  const page = await open(server.url + finished("zola-4", LOST), {}, LATE);
  await reads(page, ".turning", /^The turning point is not known yet\./);
  assert.equal(await page.evaluate(() => window.searched), undefined);
  assert.equal(await page.locator("progress, #summary").count(), 0);
});

test("a review goes on in an analysis, and makes way for a new game", async () => {
  const page = await open(server.url + finished("zola-4", LOST), {}, ENDLESS);
  await running(page);
  await page.locator("#end").getByRole("button", { name: "Analyse" }).click();
  await page.locator("#curve-box progress").waitFor();
  await page.click("#back");
  await current(page, LOST.moves.split(" ").at(-2));
  await page.click("#review");
  // The engine is free for the position in view.
  await page.locator("#lines .move").first().waitFor();
  await follow(page, finished("zola-4", LOST));
  await running(page);
  await follow(page, game("zola-4"));
  await typeAll(page, "a1b1", "a4b4");
  assert.equal(await page.locator("progress").count(), 0);
});

test("after a reload a review begins again, and what it has found is there", async () => {
  const page = await open(server.url + finished("zola-4", LOST), {}, QUICK);
  await reviewed(page);
  const before = await said(page);
  assert.match(before.title, /^It turned at move 7/);
  // The turning point is announced to a person who waited for it.
  await reads(page, "#live", /^It turned at move 7: .* could always win\.$/);
  // The stored review is shown without a search: a search would not end here.
  await page.addInitScript({ content: ENDLESS });
  await reload(page);
  await reviewed(page);
  assert.deepEqual(await said(page), before);
  const other = await open(server.url + finished("zola-4", LOST), {}, ENDLESS);
  await running(other);
  await reload(other);
  await running(other);
});

test("list, curve, summary, card and lesson tell the same of a game", async () => {
  const made = LOST.moves.split(" ");
  const page = await open(
    server.url +
      address({
        variant: "zola-4",
        fen: LOST.start,
        moves: LOST.moves,
        p1: "person",
        p2: "800",
        time: "0.03",
      }),
    {},
    QUICK,
  );
  await reviewed(page);
  const { title, marked } = await said(page);
  // Both sides have made mistakes.
  const own = marked.filter((at) => at % 2 === 0);
  assert.ok(own.length && own.length < marked.length, String(marked));
  const shown = await page.evaluate(() => ({
    sides: [...document.querySelectorAll(".poles > div > span")].map((one) =>
      one.textContent.trim(),
    ),
    curve: [...document.querySelectorAll("#curve line:not(.even, .now)")].map((line) =>
      Number(line.getAttribute("x1")),
    ),
    rows: [...document.querySelectorAll("#summary tbody tr")].map((row) =>
      [...row.querySelectorAll("td")].map((cell) => cell.textContent),
    ),
  }));
  assert.deepEqual(shown.sides, ["Red", "Blue"]);
  assert.deepEqual(
    shown.curve.map((x) => Math.round((x * made.length) / 100) - 1),
    marked,
  );
  assert.deepEqual(
    shown.rows.map((row) => row.slice(0, 3).reduce((sum, count) => sum + Number(count), 0)),
    [own.length, marked.length - own.length],
  );
  for (const row of shown.rows) assert.match(row[3], /^\d+ of \d+$/);
  // A lesson has the person's mistakes only.
  await reads(page, "#end .learn", `Learn from your ${own.length} mistakes`);
  await page.locator(".turning").getByRole("button", { name: "See it" }).click();
  const turned = made[2 * (Number(/\d+/.exec(title)[0]) - 1)];
  await reads(page, "#status", new RegExp(`^Red played ${inWords(turned)}`));
});

/** A game whose loser is a person and has made one mistake, by the move with the index 12. */
const ONE_MISTAKE = SETS["zola-4"][20];
const OWN = address({
  variant: "zola-4",
  fen: ONE_MISTAKE.start,
  moves: ONE_MISTAKE.moves,
  p1: "person",
  p2: "800",
  time: "0.03",
});

/** Such a game of Zoka: its loser moved a piece instead of striking, and the game was over. */
const STRIKE_MISSED = address({
  variant: "zoka",
  fen: ".a3.b1..a6./b6bZ....../.....a5../.a4..a2.../aZ......./..b5...bZ./.bZ...b2.b3/bZ..b4bZ... 1 - -/- ZZZZZ/- -/Z 0:1 f6e6/- 0:0:1",
  moves: "b5c5",
  p1: "person",
  p2: "800",
  time: "0.03",
});

test("a person learns from their own mistakes: the better move first, then what refutes the other", async () => {
  const page = await open(server.url + OWN, {}, QUICK);
  await reviewed(page);
  await page.locator("#end .learn").click();
  const made = ONE_MISTAKE.moves.split(" ");
  await reads(page, "#status", new RegExp(`^You played ${inWords(made[12])} here: a blunder\\.$`));
  await current(page, made[11]);
  // No mark or arrow gives the answer away, and an analysis is refused.
  assert.equal(await page.locator("#board .arrow:not(.danger)").count(), 0);
  assert.deepEqual((await said(page)).marked, []);
  await page.keyboard.press("a");
  await reads(page, "#refusal", /after your try/);
  // The lesson has its own button to the next mistake.
  assert.equal(await page.locator("#next-mistake").count(), 0);
  await type(page, made[12]);
  await reads(page, "#refusal", /^That is what you played\./);
  await current(page, made[11]);
  await page.locator('#actions [data-key="hint"]').click();
  await reads(page, "#status", /^Better was \S+\.$/);
  const better = /was (\S+)\./.exec(await page.textContent("#status"))[1];
  await page.locator('#aside [data-key="refute"]').click();
  await reads(page, "#how", "That is why it was a mistake.");
  // Steps stay in the line that refutes it, and a button leads back.
  const end = await page.textContent("#fen");
  for (const key of ["ArrowRight", "ArrowLeft", "ArrowRight", "End"])
    await page.keyboard.press(key);
  await reads(page, "#fen", end);
  await page.locator('#actions [data-key="lesson-back"]').click();
  await current(page, made[11]);
  // After a move beside the lesson the sentence says so, and the lesson waits.
  await type(page, better);
  await reads(page, "#how", /^Tried beside the lesson/);
  await page.locator('#aside [data-key="lesson-back"]').click();
  await current(page, made[11]);
  await page.locator('#aside [data-key="lesson-next"]').click();
  await page.locator("#end .card").waitFor();
  // The lesson has ended: in an analysis, too, it has no buttons.
  await page.keyboard.press("a");
  await page.locator("#next-mistake").waitFor();
  assert.equal(await page.locator('[data-key^="lesson"]').count(), 0);
  await page.keyboard.press("a");
  await page.locator("#analysis .learn").click();
  await reads(page, "#status", /^You played/);
  // The answer that a person finds.
  await type(page, better);
  await reads(page, "#status", `Right: ${better} is better.`);
  // The game is as it was.
  assert.deepEqual(await moves(page), made);
});

test("the right move by a verb is judged in sight, and the verb is not pressed any more", async () => {
  const page = await open(server.url + STRIKE_MISSED, {}, QUICK);
  await reviewed(page);
  await page.locator("#end .learn").click();
  await reads(page, "#status", /^You moved Scorer 4 from b5 to c5 here/);
  const strike = page.locator("[data-verb=strike]");
  // After a wrong move, too, the task can be read again.
  await page.locator("[data-verb=move]").click();
  await go(page, "b5", "c5");
  await reads(page, "#refusal", /^That is what you played\./);
  await page.keyboard.press("Escape");
  await reads(page, "#status", /^You moved/);
  await strike.click();
  await reads(page, "#status", /strike/);
  // The only piece that strikes is picked already.
  await go(page, "a7");
  await reads(page, "#status", /^Right: /);
  assert.equal(await strike.getAttribute("aria-pressed"), "false");
});

test("no mistake is counted as none where scores fall and no search was long enough, on a telephone too", async () => {
  const page = await open(
    server.url + finished("zvp", SETS["zvp"][8]),
    { viewport: { width: 360, height: 740 } },
    QUICK,
  );
  await reviewed(page);
  const rows = await page.evaluate(() =>
    [...document.querySelectorAll("#summary tbody tr")].map((row) =>
      [...row.querySelectorAll("td")].map((cell) => cell.textContent),
    ),
  );
  assert.equal(rows.length, 2);
  for (const row of rows) assert.ok(row.slice(0, 3).includes("–"), row.join());
  const beyond = await page.evaluate(() =>
    ["#summary", "#curve", "#analysis"]
      .map((one) => document.querySelector(one).getBoundingClientRect().right)
      .filter((right) => right > innerWidth),
  );
  assert.deepEqual(beyond, []);
});

test("captures and bites are seen in the list, and the last choice and what refutes it where only the end of a game is known to be lost", async () => {
  const one = SETS["zvp"][8];
  const page = await open(server.url + finished("zvp", one), {}, QUICK);
  await reviewed(page);
  assert.deepEqual(await moves(page), one.moves.split(" "));
  const shown = await page.locator("#moves > .move[data-text]").evaluateAll((all) =>
    all.map((made) => ({
      text: made.dataset.text,
      captures: [...made.querySelectorAll(".takes")].map(
        (part) => getComputedStyle(part, "::after").content,
      ),
      bites: made.querySelectorAll(".bite").length,
    })),
  );
  const of = (text) => shown.find((made) => made.text === text);
  assert.deepEqual(of("h4f6"), { text: "h4f6", captures: ['"\u00d7"'], bites: 0 });
  assert.deepEqual(of("h6f8"), { text: "h6f8", captures: ['"\u00d7"'], bites: 1 });
  assert.deepEqual(of("e7f8"), { text: "e7f8", captures: [], bites: 0 });
  await reads(page, ".turning b", "Lost by move 5 or earlier");
  await page.locator(".turning").getByRole("button", { name: "See it" }).click();
  // The loser sees a better move, not only how the opponent wins.
  await reads(page, "#status", "Zombies played h6g5 here");
  await reads(page, "#how", /^The engine plays \S+: it may hold, what was played did not\.$/);
  await page.locator("#board .arrow.danger").waitFor();
  await page.locator("#board .arrow:not(.danger)").waitFor();
  await page.locator('#aside [data-key="why"]').click();
  await reads(page, "#how", "That is how it lost.");
  await page.locator("#moves > .move[data-text]").last().click();
  // Without marks it is unknown whether there was a mistake, so the key leads to the moves in
  // doubt. What so few nodes prove depends on the tables of the engine.
  const { marked } = await said(page);
  await reads(page, "#next-mistake", marked.length ? "Next mistake" : "Doubtful move");
  await page.keyboard.press("b");
  await reads(
    page,
    "#how",
    marked.length
      ? /winning chances went down/
      : /^(The engine plays \S+: it may hold|No sure mistake)/,
  );
  // Scores stand beside the moves if that is wanted, after a reload, too.
  assert.equal(await page.locator("#moves .score").count(), 0);
  await page.click("#scores");
  await page.locator("#moves .score").first().waitFor();
  await reload(page);
  await page.locator("#moves .score").first().waitFor();
  assert.equal(await page.getAttribute("#scores", "aria-pressed"), "true");
});

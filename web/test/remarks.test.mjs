// Comments and signs of a person on moves, the next mistake, and a game as a moving picture.

import assert from "node:assert/strict";
import { test } from "node:test";
import { copied, menu, moves, open, served, skip } from "./support.mjs";

const server = served();

const START = "#variant=zola-4&fen=brbr/rbrb/brbr/rbrb+r";
const give = (page, name, text) =>
  page.setInputFiles("#file", { name, mimeType: "text/plain", buffer: Buffer.from(text) });
const current = (page, text) =>
  page.waitForFunction(
    (text) => document.querySelector("#moves [aria-current]")?.textContent.includes(text),
    text,
  );

async function type(page, ...all) {
  for (const move of all) {
    await page.fill("#typed", move);
    await page.locator("#typed").press("Enter");
    await current(page, move);
  }
}

async function remark(page, sign, comment) {
  await page.click("#remark");
  const dialog = page.locator("dialog[open]");
  await dialog.locator(`input[value="${sign}"]`).check();
  await dialog.locator("textarea").fill(comment);
  await dialog.getByRole("button", { name: "Keep" }).click();
  await dialog.waitFor({ state: "detached" });
}

const LISTED = "#moves .move[data-text], #moves .remark";

/** Moves with their signs, and comments. */
async function shows(page, expected) {
  const are = ([listed, expected]) =>
    JSON.stringify(
      [...document.querySelectorAll(listed)].map((made) => made.textContent.replace(/^\d+\./, "")),
    ) === expected;
  await page.waitForFunction(are, [LISTED, JSON.stringify(expected)]).catch(() => undefined);
  assert.deepEqual(
    (await page.locator(LISTED).allTextContents()).map((text) => text.replace(/^\d+\./, "")),
    expected,
  );
}

test(
  "comments and signs stay with the moves, in copies of the game too",
  { skip, timeout: 60_000 },
  async () => {
    const permissions = { permissions: ["clipboard-read", "clipboard-write"] };
    const page = await open(server.url + START, permissions);
    assert.equal(await page.locator("#remark").isHidden(), true);
    await type(page, "a1b1", "a4b4");
    await remark(page, "!?", "  Odd, but {why} not?\n<b>Look</b> ");
    await page.click("#back");
    await current(page, "a1b1");
    await type(page, "d1d2");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("c");
    await page.locator("dialog[open]").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    // The dialog has the number of the list.
    await page.click("#remark");
    const number = await page.getAttribute("#moves [aria-current] .number", "data-no");
    assert.equal(await page.textContent("dialog[open] h2"), `Comment on ${number}. d1d2`);
    await page.keyboard.press("Escape");
    await remark(page, "??", "Loses.");
    const expected = ["a1b1", "a4b4!?", "Odd, but {why} not? <b>Look</b>", "d1d2??", "Loses."];
    await shows(page, expected);
    await page.locator("#moves .move", { hasText: "a4b4" }).click();
    await current(page, "a4b4");
    const text = await copied(page, "#copy-game");
    // The same as a file.
    const coming = page.waitForEvent("download");
    await menu(page, "#save-game");
    const file = await coming;
    assert.match(file.suggestedFilename(), /^zola-4-\d{4}-\d\d-\d\d\.txt$/);
    const chunks = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk);
    assert.equal(Buffer.concat(chunks).toString(), text);
    // A link says that it does not lead to what follows.
    await page.locator("#moves .move", { hasText: "a1b1" }).click();
    await current(page, "a1b1");
    await copied(page, "#copy-link");
    assert.match(await page.textContent("#note"), /^Link copied\. It leads to this position/);
    assert.match(
      text,
      /\n2 p2 a4b4 \{time 0, annotation !\?, comment Odd, but \\u\{7b\}why\\u\{7d\} not\? <b>Look<\/b>\}\n; variation 0 2 d1d2\n; remark 1 2 \?\? Loses\.\n/,
    );
    const other = await open(server.url, permissions);
    await menu(other, "#paste");
    await other.fill("dialog[open] textarea", text);
    await other.locator("dialog[open]").getByText("Show", { exact: true }).click();
    await other.locator("#moves .remark").nth(1).waitFor();
    await shows(other, expected);
    await other.locator("#moves .move", { hasText: "a4b4" }).click();
    await current(other, "a4b4");
    assert.equal(await copied(other, "#copy-game"), text);
    // The dialog has what there is, and takes it away again; the menu leads to it, too.
    await menu(other, '#menu [data-for="remark"]');
    assert.equal(
      await other.locator("dialog[open] textarea").inputValue(),
      "Odd, but {why} not? <b>Look</b>",
    );
    assert.equal(await other.locator('dialog[open] input[value="!?"]').isChecked(), true);
    await other.keyboard.press("Escape");
    await remark(other, "", "");
    await shows(other, ["a1b1", "a4b4", "d1d2??", "Loses."]);
    assert.deepEqual([...page.said, ...other.said], []);
  },
);

test(
  "arrows and rings of one's own have colours, and stay with the move",
  { skip, timeout: 60_000 },
  async () => {
    const permissions = { permissions: ["clipboard-read", "clipboard-write"] };
    const page = await open(server.url + START, permissions);
    await type(page, "a1b1");
    const draw = async (from, to, ...keys) => {
      const middle = async (name) => {
        const { x, y, width, height } = await page.locator(`[data-square="${name}"]`).boundingBox();
        return [x + width / 2, y + height / 2];
      };
      for (const key of keys) await page.keyboard.down(key);
      await page.mouse.move(...(await middle(from)));
      await page.mouse.down({ button: "right" });
      await page.mouse.move(...(await middle(to)));
      await page.mouse.up({ button: "right" });
      for (const key of keys) await page.keyboard.up(key);
    };
    const drawn = (on) =>
      on
        .locator("#board .arrow.mine")
        .evaluateAll((all) =>
          all
            .map((one) =>
              [...one.classList].filter((name) => /^([YRBG]|ring)$/.test(name)).join(" "),
            )
            .sort(),
        );
    await draw("a4", "b4");
    await draw("b3", "c3", "Shift");
    await draw("d4", "d4", "Alt");
    await draw("c2", "d2", "Shift", "Alt");
    // The same once more takes it off; another colour takes its place.
    await draw("c2", "d2", "Shift", "Alt");
    await draw("a4", "b4", "Shift", "Alt");
    const all = ["B ring", "G", "R"];
    assert.deepEqual(await drawn(page), all);
    await remark(page, "!?", "Look here");
    await shows(page, ["a1b1!?", "Look here"]);
    assert.deepEqual(await drawn(page), all);
    await page.click("#back");
    await page.waitForFunction(() => document.querySelectorAll("#board .arrow.mine").length === 0);
    await page.click("#on");
    await page.waitForFunction(() => document.querySelectorAll("#board .arrow.mine").length === 3);
    const copy = await copied(page, "#copy-game");
    assert.match(copy, /Look here \[%cal Rb3c3,Ga4b4\] \[%csl Bd4\]/);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll("#board .arrow.mine").length === 3);
    const other = await open(server.url);
    await give(other, "game.txt", copy);
    await other.waitForFunction(
      () => document.querySelectorAll("#moves > .move[data-text]").length === 1,
    );
    await other.click("#last");
    await other.waitForFunction(() => document.querySelectorAll("#board .arrow.mine").length === 3);
    assert.deepEqual(await drawn(other), all);
    await shows(other, ["a1b1!?", "Look here"]);
    // A click on an empty square wipes them.
    await other.locator('.cell[data-piece=""]').first().click();
    assert.deepEqual(await drawn(other), []);
    assert.deepEqual([...page.said, ...other.said], []);
  },
);

test("comments of a file in PGN are shown", { skip, timeout: 60_000 }, async () => {
  const page = await open(server.url);
  await give(
    page,
    "game.pgn",
    '[White "A"]\n[Black "B"]\n[Variant "zola-4"]\n\n1. a1b1! {A start} a4b4 $4 2. a3b4 {Then} {White resigns} 0-1\n',
  );
  await page.locator("#moves .remark").nth(1).waitFor();
  await shows(page, ["a1b1!", "A start", "a4b4??", "a3b4", "Then"]);
  await page.click("#last");
  await page.waitForFunction(
    () => document.querySelector("#status").textContent === "Blue has won: Red resigned.",
  );
  // The comment on the move in view is in sight.
  const inside = await page
    .locator("#moves .remark")
    .last()
    .evaluate(
      (made) =>
        made.getBoundingClientRect().bottom <= made.closest(".pane").getBoundingClientRect().bottom,
    );
  assert.ok(inside);
  assert.deepEqual(page.said, []);
});

test(
  "the next mistake, and after the last one the first again",
  { skip, timeout: 60_000 },
  async () => {
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
    // The position before it is shown, and the sentence says what was played there.
    const before = { a3b4: "a4b4", a2a1: "a3b4", d1d2: "c1c2" };
    const says = (text) =>
      page.waitForFunction(
        (text) =>
          new RegExp(
            `^(Red|Blue) played ${text}\\?[!?]? here: an? (blunder|mistake|inaccuracy)$`,
          ).test(document.querySelector("#status").textContent),
        text,
      );
    for (const text of [...texts, texts[0]]) {
      await page.click("#next-slip");
      await says(text);
      await current(page, before[text]);
      // What was played is drawn, too.
      assert.equal(await page.locator("#board .arrow.danger").count(), 1);
      assert.match(
        await page.textContent("#how"),
        /^(Red|Blue)\u2019s winning chances went down by \d+ %\.$/,
      );
    }
    // From between two of them on to the one that comes.
    await page.click("#on");
    await current(page, "a3b4");
    await page.click("#on");
    await current(page, "a2a1");
    await page.click("#on");
    await current(page, "c1c2");
    await page.click("#next-slip");
    await says("d1d2");
    // The engine thinks about it for itself: what is said follows what it finds.
    await page.click("#analyse");
    await page.waitForFunction(() =>
      /Better was \S+\.$|nothing better by now\.$/.test(document.querySelector("#how").textContent),
    );
    await page.click("#analyse");
    // What is played next is another thing.
    await page.click("#on");
    await page.waitForFunction(() => !/here: /.test(document.querySelector("#status").textContent));
    assert.deepEqual(page.said, []);
  },
);

test(
  "the marks of the last move are on their squares in a picture",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(`${server.url}#variant=zola-6&moves=b6c6`);
    await page.waitForFunction(() => document.querySelectorAll(".drawing .last").length === 2);
    const middles = (page, selector) =>
      page.locator(selector).evaluateAll((made) => {
        const to = made[0].ownerSVGElement.getScreenCTM().inverse();
        return made.map((made) => {
          const [box, by] = [made.getBBox(), to.multiply(made.getScreenCTM())];
          const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(
            by,
          );
          return [at.x, at.y].map((n) => n.toFixed(2)).join();
        });
      });
    // The middles of b6 and c6.
    assert.deepEqual((await middles(page, ".drawing .last")).sort(), ["15.00,5.00", "25.00,5.00"]);
    await menu(page, "#picture");
    const coming = page.waitForEvent("download");
    await page.locator("dialog[open]").getByRole("button", { name: "Board, SVG" }).click();
    const chunks = [];
    for await (const chunk of await (await coming).createReadStream()) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    assert.ok(!/oklab|color\(|scale\(0?\.9/.test(text), text);
    const viewer = await open("about:blank");
    await viewer.setContent(text);
    assert.deepEqual((await middles(viewer, "svg > g:nth-of-type(2) > rect")).sort(), [
      "15.00,5.00",
      "25.00,5.00",
    ]);
    assert.deepEqual(page.said, []);
  },
);

test("a game is saved as a picture that moves", { skip, timeout: 60_000 }, async () => {
  const page = await open(`${server.url}#variant=zvp`);
  await page.waitForFunction(() =>
    /princess|Zombies|ZvP/i.test(document.querySelector("#game-name").textContent),
  );
  for (let n = 0; n < 3; n += 1) {
    const before = await page.locator("#moves .move").count();
    await page.locator(".cell.movable").first().click();
    await page.locator('.cell[aria-label*="can be gone to"]').first().click();
    await page.waitForFunction(
      (before) =>
        document.querySelectorAll("#moves .move").length > before &&
        !document.querySelector("#type").hidden,
      before,
    );
  }
  const plies = (await moves(page)).length;
  await page.click("#more > summary");
  await page.click("#picture");
  const coming = page.waitForEvent("download");
  await page.locator("dialog[open]").getByRole("button", { name: "Game, SVG" }).click();
  const chunks = [];
  for await (const chunk of await (await coming).createReadStream()) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  assert.ok(!/var\(|class=/.test(text));
  const viewer = await open("about:blank");
  await viewer.setContent(text);
  // At each moment one position is seen, the last one for longer, and then the first again.
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
  // Each piece of the board is in the last of them, as large as on the board.
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
  assert.deepEqual(page.said, []);
});

test(
  "a piece that is turned over and the winner's pieces move, unless that is not wanted",
  { skip, timeout: 90_000 },
  async () => {
    const watch = () => {
      window.animated = [];
      const { animate } = Element.prototype;
      Element.prototype.animate = function (frames, options) {
        window.animated.push({
          where:
            this.closest("[data-lies]")?.dataset.lies ??
            (this.closest("#board") ? "board" : "page"),
          delay: options.delay ?? null,
        });
        return animate.call(this, frames, options);
      };
    };
    for (const reducedMotion of ["no-preference", "reduce"]) {
      const page = await open(`${server.url}#variant=zoka`, { reducedMotion }, watch);
      await page.click("#analyse");
      const before = await page.locator("#moves .move").count();
      await page.locator('button[data-touch^="heap:"]').first().click();
      const choice = page.locator("dialog[open] .choice").first();
      await Promise.race([
        choice.waitFor(),
        page.waitForFunction(
          (before) => document.querySelectorAll("#moves .move").length > before,
          before,
        ),
      ]);
      if (await choice.count()) await choice.click();
      await page.waitForFunction(
        (before) => document.querySelectorAll("#moves .move").length > before,
        before,
      );
      const turned = await page.evaluate(
        () => window.animated.filter(({ where }) => where.startsWith("place:")).length,
      );
      // The engine may have turned one over, too.
      assert.equal(turned > 0, reducedMotion === "no-preference", reducedMotion);
      assert.deepEqual(page.said, []);
    }
    const page = await open(server.url, { reducedMotion: "no-preference" }, watch);
    await page.waitForFunction(() => !document.querySelector("#type").hidden);
    await page.evaluate(() => (window.animated.length = 0));
    await page.locator('#actions [data-key="resign"]').click();
    await page.locator("dialog[open] .primary").click();
    await page.locator("#end .card").waitFor();
    const hops = await page.evaluate(() =>
      window.animated
        .filter(({ where, delay }) => where === "board" && delay !== null)
        .map(({ delay }) => delay),
    );
    const own = await page.locator('[data-piece="b"]').count();
    assert.equal(hops.length, own);
    assert.deepEqual(
      hops,
      hops.map((_, at) => 40 * at),
    );
    assert.deepEqual(page.said, []);
  },
);

const ZOKA =
  "......../......../......../......../.....b2../...b4..../aZaZ....../a5aZ.a3b1... 1 - Z14/ZZ35 Z2/6 Z/- 3:0 -/b1c1 0:0:-";

test(
  "moves of a game with places and chances are said in words",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(`${server.url}#variant=zoka`);
    const moves = [
      "0000 {cp 300, depth 9, time 0}",
      "0000 {cp 0, depth 9, time 0}",
      "0000 {cp -300, depth 9, time 0}",
    ];
    await give(
      page,
      "passes.txt",
      `[number 1]\n[variant zoka]\n[p1 One]\n[p2 Two]\n[fen ${ZOKA}]\n[result none]\n[reason rules]\n${moves.map((move, at) => `${at + 1} p${1 + (at % 2)} ${move}\n`).join("")}\n`,
    );
    await page.waitForFunction(
      () => document.querySelectorAll("#moves > .move[data-text]").length === 3,
    );
    await page.click("#next-slip");
    await page.waitForFunction(
      () => document.querySelector("#status").textContent === "Red passed here: a blunder (??)",
    );
    await page.click("#analyse");
    await page.waitForFunction(() =>
      /Better was this: [^.@]+\.$|nothing better by now\.$/.test(
        document.querySelector("#how").textContent,
      ),
    );
    await page.click("#on");
    // Pieces of the line are turned over by chance: no letter says which one.
    await page.waitForFunction(() =>
      /Best: (pass|[^.@]{4,})\.$/.test(document.querySelector("#how").textContent),
    );
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
    assert.deepEqual(page.said, []);
  },
);

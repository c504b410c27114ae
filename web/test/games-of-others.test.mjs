// Games of other programs: opened, pasted and dropped; the server reads them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { menu, moves, open, reader, served, skip, staticFolder } from "./support.mjs";

const server = served();

/** For tests of the way to a server. */
const ofServer = skip || (staticFolder ? "the page reads games without a server" : false);

const sample = (name) =>
  readFileSync(new URL(`../../crates/records/tests/data/${name}`, import.meta.url), "utf8");
const give = (page, name, text = sample(name)) =>
  page.setInputFiles("#file", {
    name: name.replace(/.*\//, ""),
    mimeType: "text/plain",
    buffer: Buffer.from(text),
  });
const plies = (page, count) =>
  page.waitForFunction(
    (count) => document.querySelectorAll("#moves > .move[data-text]").length === count,
    count,
  );
const text = (page, id) => page.textContent(`#${id}`);
const fresh = (page) =>
  page.evaluate(() => {
    document.querySelector("#record").hidden = true;
    document.querySelector("#record-facts").textContent = "";
  });

test(
  "a record of Abstract Play: players, day, place, result and reason",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(server.url);
    await give(page, "abstractplay-6x6-resign.json");
    await plies(page, 13);
    assert.match(await text(page, "record-facts"), /^Abstract Play, zola#test-6-\S+ · 2026-11-25$/);
    assert.equal(await text(page, "record-count"), "");
    assert.deepEqual(await page.locator(".side .who").allTextContents(), [
      "Random Two",
      "Random One",
    ]);
    assert.match(
      await page.locator("#games").textContent(),
      /^1\. Random One – Random Two 1–0 resign$/,
    );
    await page.click("#last");
    await page.waitForFunction(
      () => document.querySelector("#status").textContent === "Red has won: Blue resigned.",
    );
    assert.deepEqual(page.said, []);
  },
);

test(
  "a list of games, some of them not ours: a choice, and what was left out",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(server.url);
    await give(page, "handmade/mixed.json");
    await page.waitForFunction(() => document.querySelectorAll("#games option").length === 3);
    await page.locator("#record").waitFor();
    assert.match(
      await text(page, "record-count"),
      /^10 games, 3 shown; left out: 2 of Havannah; 1 of Hex; /,
    );
    const first = await page.textContent("#game-size");
    const before = await moves(page);
    await page.selectOption("#games", "2");
    await page.waitForFunction(
      (before) =>
        [...document.querySelectorAll("#moves > .move[data-text]")]
          .map(({ dataset }) => dataset.text)
          .join() !== before,
      before.join(),
    );
    assert.ok(first);
    // The next file takes the place of this one.
    await give(page, "abstractplay-meta-8x8.json");
    await page.waitForFunction(
      () => document.querySelector("#record-count").textContent === "5 games",
    );
    assert.deepEqual(page.said, []);
  },
);

test("a file may be in UTF-8, UTF-16 and Latin-1", { skip, timeout: 60_000 }, async () => {
  const page = await open(server.url);
  for (const [encoding, mark] of [
    ["utf8", ""],
    ["utf16le", "\ufeff"],
    ["latin1", ""],
  ]) {
    const name = `Café ${encoding}`;
    await give(
      page,
      "game.pgn",
      Buffer.from(`${mark}[Variant "zola-6"]\n[White "${name}"]\n\n1. d6c6 *\n`, encoding),
    );
    await page.waitForFunction(
      (name) =>
        [...document.querySelectorAll(".side .who")].some((who) => who.textContent === name),
      name,
    );
  }
  assert.deepEqual(page.said, []);
});

test("all samples open, with their last moves", { skip: ofServer, timeout: 120_000 }, async () => {
  const page = await open(server.url);
  const { read } = await reader(server.url);
  for (const name of [
    ...["1", "2", "3", "4", "5", "draw", "resign", "timeout"].map(
      (end) => `abstractplay-6x6-${end}.json`,
    ),
    ...["1", "2", "3", "4", "5"].map((end) => `abstractplay-8x8-${end}.json`),
    "abstractplay-meta-6x6.json",
    "abstractplay-meta-8x8.json",
    "abstractplay-player.json",
    "abstractplay-state-6x6.json",
    "ludii-6x6-1.trl",
    "ludii-6x6-2.trl",
    "ludii-8x8-1.trl",
    "xboard/zola.pgn",
    "handmade/annotated.json",
    "handmade/lines.json",
    "handmade/message.json",
    "handmade/null-moves.json",
    "handmade/object-moves.json",
    "handmade/no-variant.json",
    "handmade/running-state.json",
  ]) {
    const games = await read(sample(name));
    await fresh(page);
    await give(page, name);
    await page.locator("#record").waitFor();
    const [game] = games;
    const texts = game.moves.map(({ move }) => move).join();
    await page.waitForFunction(
      (texts) =>
        [...document.querySelectorAll("#moves > .move[data-text]")]
          .map(({ dataset }) => dataset.text)
          .join() === texts,
      texts,
    );
    assert.equal(await page.locator("#games option").count(), games.length, name);
    await page.click("#last");
    await page.waitForFunction(
      (last) => document.querySelector("#moves [aria-current]").dataset.text === last,
      game.moves.at(-1).move,
    );
    const won = { p1win: /Red has won/, p2win: /Blue has won/, draw: /is a draw/, none: /to move/ }[
      game.result
    ];
    await page.waitForFunction(
      (won) => new RegExp(won).test(document.querySelector("#status").textContent),
      won.source,
    );
    assert.equal(await page.locator("#trouble").isHidden(), true, name);
  }
  assert.deepEqual(page.said, []);
});

test("pasted lists find their board and their end", { skip, timeout: 60_000 }, async () => {
  const page = await open(server.url, { permissions: ["clipboard-read", "clipboard-write"] });
  const paste = async (given) => {
    await menu(page, "#paste");
    await page.fill("dialog[open] textarea", given);
    await page.locator("dialog[open]").getByText("Show", { exact: true }).click();
  };
  await paste(sample("handmade/pasted-8x8.txt"));
  await plies(page, 20);
  assert.match(await text(page, "game-size"), /8/);
  // It is shown to its end, where somebody had no time left.
  await page.waitForFunction(() =>
    /had no time left\.$/.test(document.querySelector("#status").textContent),
  );
  await paste(sample("handmade/pasted.txt"));
  await plies(page, 14);
  await page.waitForFunction(
    () => document.querySelector("#status").textContent === "Blue has won: Red resigned.",
  );
  // Moves alone are of the board in view.
  await page.goto(`${server.url}#variant=zola-4`);
  await page.waitForFunction(() => /4/.test(document.querySelector("#game-size").textContent));
  await paste("1. a1-b1, a4\u2013b4 2.");
  await plies(page, 2);
  assert.match(await text(page, "game-size"), /4/);
  assert.deepEqual(page.said, []);
});

test(
  "a file that was opened later and read sooner stays in view",
  { skip: ofServer, timeout: 60_000 },
  async () => {
    const page = await open(server.url);
    let answer;
    const wanted = new Promise((done) => (answer = done));
    let answered;
    await page.route(
      "**/games?*",
      (route) =>
        (answered = (async () => {
          const response = await route.fetch();
          await wanted;
          await route.fulfill({ response });
        })()),
      { times: 1 },
    );
    const first = page.waitForRequest("**/games?*");
    await give(page, "ludii-6x6-1.trl");
    await first;
    await give(page, "abstractplay-6x6-resign.json");
    await page.waitForFunction(() =>
      /^abstractplay-6x6-resign.json: /.test(document.querySelector("#note").textContent),
    );
    await plies(page, 13);
    const shown = await moves(page);
    answer();
    await answered;
    // Whatever comes of the answer is there before that of another question.
    await page.click("#last");
    await page.waitForFunction(
      () =>
        document.querySelector("#moves > .move:last-of-type")?.getAttribute("aria-current") ===
        "step",
    );
    assert.deepEqual(await moves(page), shown);
    assert.match(await text(page, "note"), /^abstractplay-6x6-resign.json: /);
    assert.deepEqual(page.said, []);
  },
);

test(
  "what is damaged is one sentence, and changes nothing",
  { skip, timeout: 60_000 },
  async () => {
    const page = await open(`${server.url}#variant=zola-4&fen=3b/4/r3/4+b`);
    const before = await text(page, "fen");
    const whole = sample("abstractplay-meta-6x6.json");
    const trial = sample("ludii-6x6-1.trl");
    for (const [name, given, said] of [
      [
        "half.json",
        whole.slice(0, whole.length / 2),
        /^half\.json: line \d+: damaged JSON after \d games/,
      ],
      [
        "other.json",
        sample("abstractplay-6x6-1.json").replace("Zola", "Havannah"),
        /an Abstract Play record of Havannah: zugi plays Zola/,
      ],
      [
        "trial.trl",
        trial.replace("mover=1,from=21", "mover=1,from=99"),
        /^trial\.trl: line 42: a Ludii trial: no square/,
      ],
      ["bytes.pgn", "\ufffd\u0001[", /^bytes\.pgn: /],
    ]) {
      await page.evaluate(() => (document.querySelector("#trouble").hidden = true));
      await give(page, name, given);
      await page.locator("#trouble").waitFor();
      assert.match((await text(page, "trouble")).replace(" ✕", ""), said);
      assert.equal(await text(page, "fen"), before);
    }
    assert.deepEqual(page.said, []);
  },
);

test(
  "without a server that reads games lists of moves are opened all the same",
  { skip: ofServer, timeout: 60_000 },
  async () => {
    const page = await open(`${server.url}#variant=zola-4`);
    await page.route("**/games?*", (route) => route.abort());
    await give(page, "list.txt", "1. a1b1 a4b4 resign");
    await plies(page, 2);
    await give(page, "game.pgn", '[Event "x"]\n\n*\n');
    await page.waitForFunction(() =>
      /files of games are read by zugi serve/.test(document.querySelector("#trouble").textContent),
    );
  },
);

// Shared by the tests: the server, the browser, and functions that act as a person.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { after, before, test as nodeTest } from "node:test";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { serveFiles } from "./files.mjs";

const server = process.env.ZUGI_SERVE;

// The headless browser comes first: it takes half the time.
const browsers = [
  process.env.CHROMIUM,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const executablePath = browsers.find((path) => path && existsSync(path));

/** The reason why the tests cannot run, or false. */
export const skip = !server
  ? "set ZUGI_SERVE to the program zugi to test the page"
  : !executablePath &&
    "there is no Chromium: apt-get install chromium-headless-shell, or set CHROMIUM";
if (skip) console.log(`The page is not tested: ${skip}`);

/** The folder that static.mjs builds; tests that need only the page run on it, too. */
export const staticFolder = process.env.ZUGI_STATIC;

/** Starts a server, of another engine if a command is given. */
export function serve(...engine) {
  if (staticFolder && !engine.length) return serveFiles(staticFolder, { path: "/some/where/" });
  return serveBy(server, ...(engine.length ? ["--", ...engine] : []));
}

/** Starts a server of this program with these arguments. */
export const serveWith = (...rest) => serveBy(server, ...rest);

/** Starts a server of a build of the program, with these arguments. */
export async function serveBy(program, ...rest) {
  const child = spawn(program, ["serve", "--port", "0", ...rest], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const failed = new Promise((_, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  failed.catch(() => {});
  const lines = createInterface({ input: child.stdout });
  const address = new Promise((done) =>
    lines.once("line", (line) => done(/https?:\S+/.exec(line)?.[0])),
  );
  const url = await Promise.race([address, failed]);
  if (!url) throw new Error("expected an address in the first line of the server");
  return { url, child, stop: () => child.kill("SIGINT") };
}

/** A folder with the page's files in place of those in the program, for work on the page. */
const folder = process.env.ZUGI_DIST;

export async function fromFolder(context) {
  if (!folder) return;
  for (const file of [
    "app.js",
    "shared.js",
    "later.js",
    "early.js",
    "app.css",
    "icon.svg",
    "preview.jpg",
  ])
    await context.route(`**/${file}`, (route) => route.fulfill({ path: `${folder}/${file}` }));
  await context.route(
    (url) => url.pathname === "/",
    (route) => route.fulfill({ path: `${folder}/index.html` }),
  );
}

let browser;

export async function launch() {
  browser ??= await chromium.launch({
    executablePath,
    args: ["--no-sandbox", ...(folder ? ["--disable-features=LocalNetworkAccessChecks"] : [])],
  });
  return browser;
}

export async function closeAll() {
  await browser?.close();
  browser = undefined;
}

/** A server of zugi for all stories of a file, from the first one to the last one. */
export function served() {
  const started = {};
  before(async () => {
    if (!skip) Object.assign(started, await serve());
  });
  after(async () => {
    await closeAll();
    started.stop?.();
  });
  return started;
}

/** An engine for `serveFor` with a fault that its argument selects. */
export const FAULTY = new URL("faulty_engine.py", import.meta.url).pathname;

/** A server of another engine, an example by default, until a story has ended. */
export async function serveFor(t, ...engine) {
  const example = new URL("../../examples/tic-tac-toe.py", import.meta.url).pathname;
  const server = await serve("python3", ...(engine.length ? engine : [example]));
  t.after(server.stop);
  return server;
}

/** Longer than all that a story waits for, on a busy machine, too. */
const HANGS_MS = 120_000;

/** The pages that the story has opened. */
const opened = new Set();

/** How often a failed test is repeated. CI repeats it once, and prints its name. */
const RETRIES = Number(process.env.ZUGI_RETRIES ?? 0);

/** Defines tests that run in a browser, unless there is a reason to skip them. A test fails if a
 *  page has written an error or a warning to its console. When a test has ended, its pages are
 *  closed, because an open page keeps drawing and its engine keeps searching. */
export const stories = (skip) => (name, story) =>
  nodeTest(name, { skip, timeout: 10 * HANGS_MS }, async (t) => {
    for (let left = RETRIES; ; left -= 1)
      try {
        await story(t);
        for (const page of opened) assert.deepEqual(page.said, []);
        return;
      } catch (error) {
        if (left === 0) throw error;
        console.log(`# flaky: "${name}" failed, and is told again: ${error.stack}`);
      } finally {
        const pages = [...opened];
        opened.clear();
        for (const page of pages) await page.context().close();
      }
  });

/** A test in a browser. The test of a module by itself is `it` of node:test. */
export const test = stories(skip);

/** Skips a test on the page without a server, which has no connection and reads no games from a
 *  server; returns whether it did. */
export function withoutServer(t) {
  if (staticFolder) t.skip("there is no server that could be asked");
  return Boolean(staticFolder);
}

/** Waits until the page shows the position or game of its address and accepts input. */
export const ready = (page) => page.waitForSelector("html[data-ready]", { state: "attached" });

/** The address of a position or game: variant, fen, moves and settings, as in the page's guide. */
export const address = (words) => `#${new URLSearchParams(words)}`;

/** The start of Zola 4 x 4 as a position, without a game. */
export const START = "#variant=zola-4&fen=brbr/rbrb/brbr/rbrb+r";

/** The rows of an empty board, and positions of Zoka: pieces in hands, with Red to move and a piece
 *  of Blue on d4; and lines in unknown order, with Blue to move. */
export const EMPTY = Array(8).fill("........").join("/");
export const IN_HANDS =
  "......../......../......../......../...b4..../......../......../........ 1 - =3/ZZ6 ZZ25/ZZ5 Z/Z 3:0 -/- 0:0:-";
export const IN_LINES = `${EMPTY} 2 - ZZZZZ123456/ZZZZZZ12346 Z/5 -/- 0:0 -/- 0:0:-`;

/** A princess that captures two zombies one after the other. */
export const CHAIN = "#variant=zvp&fen=8/8/5b2/8/3b1b2/2w5/8/8+w";

/** The address of a game, of two people if nothing else is said. */
export const game = (variant, how = {}) =>
  address({ variant, p1: "person", p2: "person", time: "0.03", ...how });

/** Leads an open page to another address. */
export async function follow(page, hash) {
  await page.evaluate((hash) => {
    delete document.documentElement.dataset.ready;
    location.hash = hash;
  }, hash);
  await ready(page);
}

export async function reload(page) {
  await page.reload();
  await ready(page);
}

export const SMALL = { viewport: { width: 360, height: 740 } };
export const PHONE = { ...SMALL, isMobile: true, hasTouch: true };
/** Time goes on in the page, and can be made to go faster. */
export const CLOCK = { prepare: (context) => context.clock.install() };
export const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

/** Opens a page as for a person who has finished a game before; with `cards`, as for a new visitor.
 *  Waits until it is ready. `prepare` runs before the page is opened. */
export async function open(url, { cards = false, prepare, ...options } = {}, script = null) {
  const context = await (
    await launch()
  ).newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(HANGS_MS);
  // Tests of other things skip the choice of a game and the cards of a first visit.
  if (!cards)
    await context.addInitScript(() => {
      try {
        localStorage.setItem("zugi-cards", "none");
        localStorage.setItem("zugi-finished", "yes");
      } catch {
        // A browser without storage shows no cards.
      }
    });
  if (script)
    await context.addInitScript(typeof script === "string" ? { content: script } : script);
  await fromFolder(context);
  await prepare?.(context);
  return openTab(context, url);
}

/** Opens another tab of the same browser. Its errors and warnings on the console are kept. */
export async function openTab(context, url, script = null) {
  const page = await context.newPage();
  opened.add(page);
  if (script) await page.addInitScript(script);
  page.said = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      page.said.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => page.said.push(`thrown: ${error.stack}`));
  await page.goto(url);
  if (url !== "about:blank") await ready(page);
  return page;
}

/** Records the connections of the page and the lines in both directions; with an engine in a worker
 *  only the lines to it. A script for `open`. */
export const WATCH = () => {
  window.sockets = [];
  window.lines = [];
  const keep = (way, text) =>
    window.lines.push({ way, text, early: !document.querySelector("#board .piece") });
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      window.sockets.push(this);
      this.addEventListener("message", ({ data }) => keep("heard", data));
    }

    send(text) {
      keep("said", text);
      super.send(text);
    }
  };
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message.line) keep("said", message.line);
    postMessage.call(this, message, ...rest);
  };
};

/** Records each animation: its transforms, its place and its delay. A script for `open`. */
export const MOTIONS = () => {
  window.motions = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, how) {
    const { x, y, width, height } = this.getBoundingClientRect();
    window.motions.push({
      transforms: frames.map(({ transform }) => transform).filter(Boolean),
      x: x + width / 2,
      y: y + height / 2,
      where:
        this.closest("[data-lies]")?.dataset.lies ?? (this.closest("#board") ? "board" : "page"),
      delay: how.delay ?? null,
    });
    return animate.call(this, frames, how);
  };
};

/** Waits until the page has sent its engine a line that begins with this. */
export const told = (page, start) =>
  page.waitForFunction(
    (start) => window.lines.some(({ way, text }) => way === "said" && text.startsWith(start)),
    start,
  );

/** Waits until the engine searches and can be stopped. */
export const searching = (page) =>
  page.waitForFunction(() =>
    window.lines
      .findLast(({ way, text }) => way === "said" && /^(go|stop)\b/.test(text))
      ?.text.startsWith("go"),
  );

/** Makes the engine play the best that it has found. */
export async function moveNow(page) {
  await searching(page);
  await page.locator('[data-key="now"]').click();
}

/** The stand-in for an engine: a way to `prepare` a page. A text of this table takes the place of
 *  the engine's answer to that query; the engine of the server gets all commands but those with a
 *  function. A function gets the command, a function that sends lines to the page, and one that
 *  passes the command on to the server. */
export const standIn = (answers) => (context) =>
  context.routeWebSocket(/engine/, (page) => {
    const there = page.connectToServer();
    const asked = [];
    page.onMessage((message) => {
      const known = Object.keys(answers).find(
        (command) => message === command || message.startsWith(`${command} `),
      );
      const answer = answers[known];
      if (typeof answer === "function")
        return answer(
          message,
          (line) => page.send(line),
          () => there.send(message),
        );
      if (message.startsWith("query ")) asked.push(answer);
      there.send(message);
    });
    there.onMessage((message) => {
      const answer =
        /^(response |info string error: (?!cannot set ))/.test(message) && asked.length
          ? asked.shift()
          : undefined;
      page.send(answer ?? message);
    });
  });

/** Holds back the engine's lines, controlled by `window.hold`: a script for `open`. */
export const HOLD = () => {
  let [shut, waiting] = [false, []];
  window.hold = {
    shut: () => (shut = true),
    let: () => {
      shut = false;
      for (const tell of waiting.splice(0)) tell();
    },
  };
  const holding = (target, act) => (event) =>
    shut ? waiting.push(() => act.call(target, event)) : act.call(target, event);
  for (const { prototype } of [WebSocket, Worker]) {
    const { set } = Object.getOwnPropertyDescriptor(prototype, "onmessage");
    Object.defineProperty(prototype, "onmessage", {
      set(act) {
        set.call(this, act && holding(this, act));
      },
    });
    const { addEventListener } = prototype;
    prototype.addEventListener = function (name, act, ...rest) {
      addEventListener.call(this, name, name === "message" ? holding(this, act) : act, ...rest);
    };
  }
};

/** Waits until a text of the page is this one, or like this. */
export const reads = (page, selector, words) =>
  page
    .waitForFunction(
      ([selector, text, source]) => {
        const now = document.querySelector(selector)?.textContent;
        return source === null ? now === text : now !== undefined && new RegExp(source).test(now);
      },
      [selector, words, words.source ?? null],
    )
    .catch(async (error) => {
      error.message = `${selector} is ${await page.textContent(selector)}: ${error.message}`;
      throw error;
    });

/**
 * Calls a function in the page with the two object stores of its games, once they are there; returns
 * the result of its request.
 */
export const inStores = (page, act) =>
  page.evaluate(`(async () => {
    // Opened too early, the database would be made without its stores.
    while (!(await indexedDB.databases()).some(({ name }) => name === "zugi-games"));
    const opening = indexedDB.open("zugi-games");
    await new Promise((done, fail) => Object.assign(opening, { onsuccess: done, onerror: fail }));
    const database = opening.result;
    const transaction = database.transaction(["entries", "texts"], "readwrite");
    const ended = new Promise((done) => (transaction.oncomplete = done));
    const asked = (${act})(transaction.objectStore("entries"), transaction.objectStore("texts"));
    await ended;
    database.close();
    return asked?.result;
  })()`);

/** Keeps each text that an element of the page has from here on. */
export const keepTexts = (page, selector) =>
  page.evaluate((selector) => {
    const made = document.querySelector(selector);
    window.texts = [];
    new MutationObserver(() => window.texts.push(made.textContent)).observe(made, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  }, selector);

/** Waits until one of the texts of `keepTexts` is like this. */
export const hadText = (page, words) =>
  page.waitForFunction(
    (source) => window.texts.some((text) => new RegExp(source).test(text)),
    words.source,
  );

/** Waits until there is this number of these elements. */
export const counts = (page, selector, count) =>
  page.waitForFunction(
    ([selector, count]) => document.querySelectorAll(selector).length === count,
    [selector, count],
  );

/** Waits until the main line has this number of plies, and no task of the page may still change the
 *  position in view. */
export const plies = (page, count) =>
  page.waitForFunction(
    (count) =>
      document.querySelectorAll("#moves > .move[data-text]").length === count &&
      document.documentElement.dataset.ready === "",
    count,
  );

/** Waits until this number of plies is played, the position in view, and a person to move. */
export const myTurn = (page, plies) =>
  page.waitForFunction(
    (plies) =>
      document.querySelectorAll("#moves > .move[data-text]").length === plies &&
      document.documentElement.dataset.ready === "" &&
      !document.querySelector("#type").hidden,
    plies,
  );

/** A pattern of a move in a sentence, where a capture has crosses between its squares. */
export const inWords = (move) => move.match(/[a-z]\d+/g).join("\u00d7?");

/** Waits until this move of the list is in view. */
export const current = (page, text) =>
  page.waitForFunction((text) => {
    const now = document.querySelector("#moves [aria-current]");
    return now?.dataset.text === text || now?.textContent.includes(text);
  }, text);

/** Waits until this piece is on a square; with an empty letter, until the square is empty. */
export const holds = (page, name, letter) =>
  page.locator(`[data-square="${name}"][data-piece="${letter}"]`).waitFor({ state: "attached" });

/** Clicks on a move of the list, and waits until it is in view. */
export async function visit(page, text) {
  await page.locator("#moves .move", { hasText: text }).click();
  await current(page, text);
}

export const thinking = (page) => reads(page, "#status", /thinking/);

/** Waits until this number of lines is shown, in an analysis. */
export const linesOf = (page, count) => counts(page, "#lines li", count);

/** Waits until the page shows this error, and hides it. */
export async function troubled(page, words) {
  await page.locator("#trouble").waitFor();
  await reads(page, "#trouble", words);
  await page.evaluate(() => (document.querySelector("#trouble").hidden = true));
}

export async function go(page, ...names) {
  for (const name of names) await square(page, name).click();
}

/** Whether a square of the board has the focus; runs in the page. */
export const onBoard = () => document.activeElement.matches("#board .cell");

export const MOVABLE = '.cell[aria-label*="can move"]';
export const TARGET = '.cell[aria-label*="can be gone to"]';

export async function anyMove(page) {
  await page.locator(MOVABLE).first().click();
  await page.locator(TARGET).first().click();
}

export async function type(page, text) {
  await page.fill("#typed", text);
  await page.press("#typed", "Enter");
}

/** Types moves, each when the one before is in view. */
export async function typeAll(page, ...all) {
  for (const move of all) {
    await type(page, move);
    await current(page, move);
  }
}

/** Plays moves of two people, each when it is their turn. */
export async function playAll(page, ...all) {
  const before = (await moves(page)).length;
  for (const [at, move] of all.entries()) {
    await type(page, move);
    await myTurn(page, before + at + 1);
  }
}

/** Draws an arrow with the right button, or a circle. */
export async function scribble(page, from, to) {
  const [start, end] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(end.x, end.y);
  await page.mouse.up({ button: "right" });
}

/** Resigns, and waits for the card at the end of the game. */
export async function resign(page) {
  await page.locator('#actions [data-key="resign"]').click();
  await page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await page.locator("#end .card").waitFor();
}

/** Looks at the game in an analysis, in which the engine says nothing. */
export async function study(page) {
  await page.click("#analyse");
  await page.click("#analyse");
  await page.locator('#actions [data-key="resign"]').waitFor({ state: "detached" });
  await page.locator('#analyse[aria-pressed="false"]').waitFor();
}

/** Opens a file. */
export const give = (page, name, text) =>
  page.setInputFiles("#file", { name, mimeType: "text/plain", buffer: Buffer.from(text) });

export const paste = (page, text) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, text);

export async function pasteByMenu(page, text) {
  await menu(page, "#paste");
  await page.fill("dialog[open] textarea", text);
  await page.locator("dialog[open]").getByText("Show", { exact: true }).click();
}

/** The file that an action saves. */
export async function saved(page, deed) {
  const coming = page.waitForEvent("download");
  await deed();
  const file = await coming;
  const chunks = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  return { name: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

/** The picture of the board or the game in this form. */
export async function picture(page, form) {
  await menu(page, "#picture");
  const button = page.locator("dialog[open]").getByRole("button", { name: form });
  return (await saved(page, () => button.click())).bytes;
}

/** Clicks something of the menu. */
export async function menu(page, what) {
  if (!(await page.locator("#more").evaluate((more) => more.open)))
    await page.click("#more > summary");
  await page.click(what);
}

/** Clicks a menu entry that copies; returns the clipboard's text once the page has confirmed it. */
export async function copied(page, what) {
  await page.evaluate(() => document.querySelector("#note").replaceChildren());
  await menu(page, what);
  await reads(page, "#note", /copied\./);
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Gives the text of a position in a set-up. */
export async function setText(page, text) {
  await page.fill("#set-text", text);
  await page.click("#set-form button");
}

export async function finishSetUp(page) {
  await page.click("#set-done");
  await page.locator("#setup").waitFor({ state: "hidden" });
}

/** Opens the dialog of a new game, and chooses this variant if one is given. */
export async function lobby(page, variant) {
  await page.click("#new");
  // Its elements move until its games are drawn.
  const dialog = page.locator("dialog[open][data-ready]");
  await dialog.waitFor();
  if (variant) await chooseVariant(dialog, variant);
  return dialog;
}

/** Chooses a game, if the dialog shows some, and its board. */
export async function chooseVariant(dialog, variant) {
  const card = dialog.locator(`button.game[data-variants~="${variant}"]`);
  if (await card.count()) await card.click();
  await fill(dialog, { variant });
}

/** Fills fields of the new-game dialog: button rows, lists, check boxes and numbers. */
export async function fill(dialog, fields) {
  for (const [name, value] of Object.entries(fields)) {
    const field = dialog.locator(`[name="${name}"]`);
    const type = await field.first().evaluate(({ type }) => type);
    if (type === "radio") await dialog.locator(`[name="${name}"][value="${value}"]`).check();
    else if (type === "checkbox") await field.setChecked(value);
    else if (type === "select-one") await field.selectOption(value);
    else await field.fill(value);
  }
}

/** The value of a field whose choices stand in a row; nothing if none is chosen. */
export const valueOf = (dialog, name) =>
  dialog.evaluate(
    (dialog, name) => dialog.querySelector(`[name="${name}"]:checked`)?.value ?? null,
    name,
  );

/** All variants that the page offers. */
export async function variantsOf(url) {
  const page = await open(url);
  const dialog = await lobby(page);
  const cards = await dialog
    .locator("button.game")
    .evaluateAll((cards) => cards.flatMap(({ dataset }) => dataset.variants.split(" ")));
  await page.context().close();
  return cards;
}

/** Whether everything is tested instead of a sample: scripts/long.sh sets this. */
export const long = process.env.ZUGI_LONG === "1";

/** The variants to test: all, or the first one of each game. */
export const tried = (variants) => {
  const game = (variant) => variant.split("-")[0];
  return long
    ? variants
    : variants.filter(
        (variant, at) => variants.findIndex((other) => game(other) === game(variant)) === at,
      );
};

/** Begins a game by the dialog, with these values of its fields. */
export async function newGame(page, variant, fields) {
  await fill(await lobby(page, variant), fields);
  await startGame(page);
}

/** Starts the game of the open dialog, and waits until it has begun: an earlier touch would still
 *  move in the old position. */
export async function startGame(page) {
  await page.evaluate(() => document.querySelector("#live").replaceChildren());
  const dialog = page.locator("dialog[open]");
  await dialog.locator('button[name="start"]').click();
  await dialog.waitFor({ state: "detached" });
  // The page says when the game has begun.
  await reads(page, "#live", /./);
}

/** A module of the page by itself. */
export async function load(name) {
  const entry = new URL(`../src/${name}.ts`, import.meta.url).pathname;
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
  });
  return import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
  );
}

/** The page's reader of games; a server turns the texts into JSON for it. */
export async function reader(url) {
  const ask = globalThis.fetch;
  globalThis.fetch = (path, init) => ask(new URL(path, url), init);
  const { readGames, Unreadable } = await load("game-reader");
  return { Unreadable, read: async (text, variant = "") => (await readGames(text, variant)).games };
}

export const square = (page, name) => page.locator(`[data-square="${name}"]`);

/** The letter of the piece on a square. */
export const pieceOn = (page, name) => square(page, name).getAttribute("data-piece");

/** Where the middle of a square is on the screen. */
export async function middle(page, name) {
  const { x, y, width, height } = await square(page, name).boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Presses on a square and leads the piece to another one; the button stays down. */
export async function lead(page, from, to) {
  const [start, end] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 5 });
}

/** Returns a function that sends touch events to a page. */
export async function fingers(page) {
  const session = await page.context().newCDPSession(page);
  return (type, touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
}

/** The name of the side to move; empty after the end. */
export const toMove = (page) => page.getAttribute("#prompt", "data-turn");
export const status = (page) => page.textContent("#status");
/** The moves of the main line, as the engine writes them. */
export const moves = (page) =>
  page
    .locator("#moves > .move[data-text]")
    .evaluateAll((made) => made.map(({ dataset }) => dataset.text));

export const LISTED = "#moves .move[data-text], #moves .remark";
/** The moves with their signs, and the comments, variations too. */
export const listed = async (page) =>
  (await page.locator(LISTED).allTextContents()).map((text) => text.replace(/^\d+[.\u2026]/, ""));

/** Numbers that look random and are the same in each run. */
export function numbers(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The clickable elements of the position in view. Null while nothing has changed since the last
 *  click, or while nobody can click and the game goes on. */
export const CHOICES = (before) => {
  const all = (selector, name) =>
    [...document.querySelectorAll(selector)].map(({ dataset }) => dataset[name]);
  const lists = {
    spoken: all("#verbs [data-move]", "move"),
    heaps: all('button[data-touch^="heap:"]', "touch"),
    things: all('button[data-touch]:not([data-touch^="heap:"])', "touch"),
    targets: all('.cell[aria-label*="can be gone to"]', "square"),
    movable: all('.cell[aria-label*="can move"]', "square"),
  };
  const status = document.querySelector("#status").textContent;
  const now = {
    ...lists,
    over: /ha(s|ve) won|is a draw|game is over|resigned|no time left/.test(status),
    plies: document.querySelectorAll("#moves .move").length,
    dialog: document.querySelectorAll("dialog[open] .choice").length,
  };
  const free =
    document.documentElement.dataset.ready !== undefined &&
    !document.querySelector("#type").hidden &&
    Object.values(lists).some(({ length }) => length);
  return (now.over || now.dialog || free) && JSON.stringify(now) !== before ? now : null;
};

/** The selector of the next click. */
export function choose(now, pick) {
  const any = (list) => list[pick(list.length)];
  const on = (kind, list) => `[data-${kind}="${any(list)}"]`;
  if (now.targets.length) return on("square", now.targets);
  if (now.heaps.length && pick(3) > 0) return on("touch", now.heaps);
  if (now.things.length && (pick(2) || !now.movable.length)) return on("touch", now.things);
  if (now.movable.length) return on("square", now.movable);
  if (now.heaps.length) return on("touch", now.heaps);
  return `#verbs [data-move="${any(now.spoken)}"]`;
}

/** Clicks moves without a plan until the game is over. */
export async function clickThrough(page, pick, most = 2000) {
  let before = "";
  for (let n = 0; n < most; n += 1) {
    const now = await (await page.waitForFunction(CHOICES, before)).jsonValue();
    before = JSON.stringify(now);
    if (now.over) return;
    if (now.dialog) await page.locator("dialog[open] .choice").nth(pick(now.dialog)).click();
    else await page.click(choose(now, pick));
  }
  throw new Error(`the game has not ended after ${most} clicks: ${await status(page)}`);
}

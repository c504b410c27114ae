// What the tests share: the server, the browser, and a person who clicks.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { after, afterEach, before } from "node:test";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { serveFiles } from "./files.mjs";

/** The program that serves the page. */
const server = process.env.ZUGI_SERVE;

const browsers = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const executablePath = browsers.find((path) => path && existsSync(path));

/** Why there is nothing to test with, or false. */
export const skip = !server
  ? "set ZUGI_SERVE to the program zugi to test the page"
  : !executablePath && "there is no Chromium: apt-get install chromium, or set CHROMIUM";
if (skip) console.log(`The page is not tested: ${skip}`);

/** The page without a server, which static.mjs builds: tests that need no more of a server than the
 *  page run on it, too. */
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

/** While the page is edited: the folder from which it comes, and not from the program. */
const folder = process.env.ZUGI_DIST;

export async function fromFolder(context) {
  if (!folder) return;
  for (const file of ["app.js", "shared.js", "extra.js", "early.js", "app.css", "icon.svg"])
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

/** The pages that are open. */
const opened = new Set();

/** A server of zugi for all tests of a file, from the first one to the last one. What a test has
 *  opened is closed after it: a page that is left there goes on to draw, and its engine to search. */
export function served() {
  const started = {};
  afterEach(async () => {
    const contexts = [...opened];
    opened.clear();
    for (const context of contexts) await context.close();
  });
  before(async () => {
    if (!skip) Object.assign(started, await serve());
  });
  after(async () => {
    await closeAll();
    started.stop?.();
  });
  return started;
}

/** Waits until so many plies are played and a person is to move. */
export const myTurn = (page, plies) =>
  page.waitForFunction(
    (plies) =>
      document.querySelectorAll("#moves > .move").length === plies + 1 &&
      !document.querySelector("#type").hidden,
    plies,
  );

/** Opens the page. What it says to the console is kept: there must be nothing. */
export async function open(url, { cards = false, ...options } = {}, script = null) {
  const context = await (
    await launch()
  ).newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  opened.add(context);
  const page = await context.newPage();
  // The cards of a game are shown once, before its first move: not in tests of other things.
  if (!cards)
    await page.addInitScript(() => {
      try {
        localStorage.setItem("zugi-cards", "none");
      } catch {
        // A browser that keeps nothing shows none.
      }
    });
  if (script) await page.addInitScript(script);
  page.said = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      page.said.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => page.said.push(`thrown: ${error.stack}`));
  await fromFolder(context);
  await page.goto(url);
  if (url !== "about:blank") await page.locator("[data-square]").first().waitFor();
  return page;
}

/** Holds back what the engine says, by `window.hold`: a script for `open`. */
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

/** Clicks something of the menu. */
export async function menu(page, what) {
  if (!(await page.locator("#more").evaluate((more) => more.open)))
    await page.click("#more > summary");
  await page.click(what);
}

/** Copies something by the menu; gives back what is in the clipboard once the page says so. */
export async function copied(page, what) {
  await page.evaluate(() => document.querySelector("#note").replaceChildren());
  await menu(page, what);
  await page.waitForFunction(() => /copied\./.test(document.querySelector("#note").textContent));
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Chooses a game, if the dialog shows some, and its board. */
export async function chooseVariant(dialog, variant) {
  const card = dialog.locator(`button.game[data-variants~="${variant}"]`);
  if (await card.count()) await card.click();
  await dialog.locator('select[name="variant"]').selectOption(variant);
}

/** All variants that the dialog of a new game offers. */
export const variantsIn = (page) =>
  page.locator("dialog[open][data-ready]").evaluate((dialog) => {
    const cards = [...dialog.querySelectorAll("button.game")].flatMap(({ dataset }) =>
      dataset.variants.split(" "),
    );
    return cards.length
      ? cards
      : [...dialog.querySelectorAll('select[name="variant"] option')].map(({ value }) => value);
  });

/** Whether all there is is tried, and not a part that stands for it: scripts/long.sh sets this. */
export const long = process.env.ZUGI_LONG === "1";

/** Those of these variants that are tried: all of them, or the first one of each game. */
export const tried = (variants) => {
  const game = (variant) => variant.split("-")[0];
  return long
    ? variants
    : variants.filter(
        (variant, at) => variants.findIndex((other) => game(other) === game(variant)) === at,
      );
};

/** Begins a game by the dialog. */
export async function newGame(
  page,
  {
    variant,
    p1 = "person",
    p2 = "person",
    seconds = 0.03,
    level = "full",
    pie = false,
    clock = null,
    depth = false,
  } = {},
) {
  await page.click("#new");
  // Until its games are drawn, things move in it.
  const dialog = page.locator("dialog[open][data-ready]");
  await dialog.waitFor();
  if (variant) await chooseVariant(dialog, variant);
  await dialog.locator('select[name="p1"]').selectOption(p1);
  await dialog.locator('select[name="p2"]').selectOption(p2);
  for (const [player, who] of [
    ["p1", p1],
    ["p2", p2],
  ]) {
    if (who === "engine")
      await dialog.locator(`select[name="${player}-level"]`).selectOption(level);
  }
  if (clock) {
    await dialog.locator('select[name="limit"]').selectOption("clock");
    await dialog.locator('input[name="minutes"]').fill(String(clock.minutes));
    await dialog.locator('input[name="increment"]').fill(String(clock.increment));
  } else if (depth) {
    await dialog.locator('select[name="limit"]').selectOption("depth");
  } else {
    await dialog.locator('select[name="limit"]').selectOption("move");
    await dialog.locator('input[name="seconds"]').fill(String(seconds));
  }
  const box = dialog.locator('input[name="pie"]');
  if (await box.count()) await box.setChecked(pie);
  await startGame(page);
}

/** Starts the game of the open dialog, and waits until it has begun: what is touched before that
 *  is still a move in the position of before. */
export async function startGame(page) {
  await page.evaluate(() => document.querySelector("#live").replaceChildren());
  const dialog = page.locator("dialog[open]");
  await dialog.locator('button[name="start"]').click();
  await dialog.waitFor({ state: "detached" });
  // The page says when the game has begun.
  await page.waitForFunction(() => document.querySelector("#live").textContent !== "");
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

/** The reader of games of the page, with the games of a server. */
export async function reader(url) {
  const ask = globalThis.fetch;
  globalThis.fetch = (path, init) => ask(new URL(path, url), init);
  const { readGames, Unreadable } = await load("game-reader");
  return { Unreadable, read: async (text, variant = "") => (await readGames(text, variant)).games };
}

export const square = (page, name) => page.locator(`[data-square="${name}"]`);
/** Who is to move, empty where nobody is. */
export const toMove = (page) => page.getAttribute("#prompt", "data-turn");
export const status = (page) => page.textContent("#status");
/** The moves of the main line, as the engine writes them. */
export const moves = (page) =>
  page
    .locator("#moves > .move[data-text]")
    .evaluateAll((made) => made.map(({ dataset }) => dataset.text));

/** Numbers that look random and are the same in each run. */
export function numbers(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const OVER = /ha(s|ve) won|is a draw|game is over|resigned|no time left/;
export const isOver = (text) => OVER.test(text);

/** What can be clicked in the position in view, as the page shows it. */
export const CHOICES = () => ({
  status: document.querySelector("#status").textContent,
  plies: document.querySelectorAll("#moves .move").length,
  dialog: document.querySelectorAll("dialog[open] .choice").length,
  free: !document.querySelector("#type").hidden,
  spoken: [...document.querySelectorAll("#verbs [data-move]")].map((made) => made.dataset.move),
  heaps: [...document.querySelectorAll('button[data-touch^="heap:"]')].map(
    (made) => made.dataset.touch,
  ),
  things: [...document.querySelectorAll('button[data-touch]:not([data-touch^="heap:"])')].map(
    (made) => made.dataset.touch,
  ),
  targets: [...document.querySelectorAll('.cell[aria-label*="can be gone to"]')].map(
    (cell) => cell.dataset.square,
  ),
  movable: [...document.querySelectorAll('.cell[aria-label*="can move"]')].map(
    (cell) => cell.dataset.square,
  ),
});

/** What to click next, and whether that may make a move. */
export function choose(now, pick) {
  const any = (list) => list[pick(list.length)];
  const on = (kind, list, last) => ({ selector: `[data-${kind}="${any(list)}"]`, last });
  if (now.targets.length) return on("square", now.targets, true);
  if (now.heaps.length && pick(3) > 0) return on("touch", now.heaps, true);
  if (now.things.length && (pick(2) || !now.movable.length)) return on("touch", now.things, false);
  if (now.movable.length) return on("square", now.movable, false);
  if (now.heaps.length) return on("touch", now.heaps, true);
  return { selector: `#verbs [data-move="${any(now.spoken)}"]`, last: true };
}

/** Clicks moves without a plan until the game is over. Gives back how many it made. */
export async function clickThrough(page, pick, most = 2000) {
  let made = 0;
  for (let n = 0; n < most; n += 1) {
    const now = await page.evaluate(CHOICES);
    if (isOver(now.status)) return made;
    if (now.dialog) await page.locator("dialog[open] .choice").nth(pick(now.dialog)).click();
    else if (!now.free) {
      await page.waitForFunction(
        () =>
          !document.querySelector("#type").hidden ||
          /ha(s|ve) won|is a draw|game is over/.test(document.querySelector("#status").textContent),
        null,
        { timeout: 20_000 },
      );
      continue;
    } else {
      const found = choose(now, pick);
      // The move that was just made may have taken it away.
      await page.click(found.selector, { timeout: 1000 }).catch(() => undefined);
      made += found.last ? 1 : 0;
      if (!found.last) continue;
    }
    // Either the move is made, or there is more to click.
    await page.waitForTimeout(5);
  }
  throw new Error(`the game has not ended after ${most} clicks: ${await status(page)}`);
}

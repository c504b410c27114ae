// The page in Firefox: `ZUGI_SERVE=... npm run test:firefox [FOLDER]` clicks through a whole game of
// each kind, a puzzle and a file of another program, and writes pictures to the folder. It needs no driver,
// because Firefox itself speaks WebDriver BiDi.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { CHOICES, choose, game, numbers, serve, skip } from "./support.mjs";

const program = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"].find(
  (path) => path && existsSync(path),
);
if (skip || !program) {
  console.log(skip || "there is no Firefox: apt-get install firefox-esr, or set FIREFOX");
  process.exit(1);
}
const PICTURES = process.argv[2];

/** Starts Firefox; returns functions that send commands to it. */
async function start() {
  const profile = mkdtempSync(join(tmpdir(), "firefox-"));
  const child = spawn(
    program,
    [
      "--headless",
      "--no-remote",
      "--profile",
      profile,
      "--remote-debugging-port",
      "0",
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const address = await new Promise((done, fail) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line);
      if (found) done(found[1]);
    });
    child.once("exit", (code) => fail(new Error(`Firefox ended with ${code}`)));
  });
  const socket = new WebSocket(`${address}/session`);
  await new Promise((done, fail) => {
    socket.addEventListener("open", done);
    socket.addEventListener("error", () => fail(new Error("no connection to Firefox")));
  });
  const waiting = new Map();
  const said = [];
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    if (message.method === "log.entryAdded" && ["error", "warn"].includes(message.params.level))
      said.push(message.params.text);
    waiting.get(message.id)?.(message);
  });
  let last = 0;
  const send = (method, params) =>
    new Promise((done, fail) => {
      const id = (last += 1);
      waiting.set(id, (message) =>
        message.type === "error"
          ? fail(new Error(`${method}: ${message.message}`))
          : done(message.result),
      );
      socket.send(JSON.stringify({ id, method, params }));
    });
  const stop = () => {
    socket.close();
    child.once("exit", () => rmSync(profile, { recursive: true, force: true }));
    child.kill();
  };
  return { send, said, stop };
}

const firefox = await start();
const server = await serve();
const { capabilities } = await firefox.send("session.new", { capabilities: {} });
// The choice at a first visit and the cards of a game would disturb this test.
await firefox.send("script.addPreloadScript", {
  functionDeclaration: `() => {
  try {
    localStorage.setItem("zugi-cards", "none");
  } catch {
    // The blank page before the first address has no storage.
  }
}`,
});
await firefox.send("session.subscribe", { events: ["log.entryAdded"] });
const {
  contexts: [{ context }],
} = await firefox.send("browsingContext.getTree", {});

/** The result of a function in the page. */
async function evaluate(task, ...given) {
  const expression = `(async () => JSON.stringify(await (${task})(...${JSON.stringify(given)})))()`;
  const { result, exceptionDetails } = await firefox.send("script.evaluate", {
    expression,
    target: { context },
    awaitPromise: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.text);
  return result.value === undefined ? undefined : JSON.parse(result.value);
}

/** Waits until a function in the page returns true, at most a minute. */
const until = (task, ...given) =>
  evaluate(
    `async (...given) => {
  for (const end = Date.now() + 60000; Date.now() < end; await new Promise(requestAnimationFrame)) if ((${task})(...given)) return true;
  throw new Error("nothing came of " + ${JSON.stringify(String(task))});
}`,
    ...given,
  );

/** Clicks with the mouse in the middle of an element. */
async function click(selector) {
  await until((selector) => document.querySelector(selector) !== null, selector);
  const place = await evaluate((selector) => {
    const made = document.querySelector(selector);
    // The turn may be over meanwhile.
    if (!made) return null;
    made.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = made.getBoundingClientRect();
    return [Math.round(left + width / 2), Math.round(top + height / 2)];
  }, selector);
  if (!place) return;
  const [x, y] = place;
  await firefox.send("input.performActions", {
    context,
    actions: [
      {
        type: "pointer",
        id: "mouse",
        actions: [
          { type: "pointerMove", x, y },
          { type: "pointerDown", button: 0 },
          { type: "pointerUp", button: 0 },
        ],
      },
    ],
  });
}

async function open(hash, width = 1280, height = 900) {
  await firefox.send("browsingContext.setViewport", { context, viewport: { width, height } });
  await firefox.send("browsingContext.navigate", { context, url: "about:blank", wait: "complete" });
  await firefox.send("browsingContext.navigate", {
    context,
    url: server.url + hash,
    wait: "complete",
  });
  // Confirms that a new game replaces the last one.
  await until(() => {
    const dialog = document.querySelector("dialog[open] .primary");
    dialog?.click();
    return !dialog && "ready" in document.documentElement.dataset;
  });
}

async function picture(name) {
  if (!PICTURES) return;
  const { data } = await firefox.send("browsingContext.captureScreenshot", { context });
  writeFileSync(join(PICTURES, `firefox-${name}.png`), Buffer.from(data, "base64"));
}

/** Clicks random moves until the game is over; returns the number of clicks. */
async function clickThrough(pick, most = 2000) {
  let before = "";
  for (let clicks = 0; clicks < most; clicks += 1) {
    await until(CHOICES, before);
    const now = await evaluate(CHOICES, before);
    before = JSON.stringify(now);
    if (now.over) return clicks;
    await click(now.dialog ? "dialog[open] .choice" : choose(now, pick));
  }
  throw new Error(`the game has not ended after ${most} clicks`);
}

console.log(`${capabilities.browserName} ${capabilities.browserVersion}`);
try {
  for (const variant of ["zola-6", "zvp", "zoka"]) {
    await open(game(variant, { p2: "engine", time: "", depth: 1 }));
    const clicks = await clickThrough(numbers(1));
    await until(() => !document.querySelector("#end").hidden);
    // The game is reviewed.
    await until(() => document.querySelector("#summary") && !document.querySelector("progress"));
    await picture(variant);
    console.log(
      `${variant}: ${clicks} clicks, ${await evaluate(() => document.querySelector("#end h2").textContent)}`,
    );
    await open(`#variant=${variant}`, 360, 740);
    assert.ok(
      await evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      `${variant}: nothing beyond the right edge`,
    );
    await picture(`${variant}-phone`);
  }
  await open("#variant=zola-6");
  await evaluate(() => document.querySelector("#my-games").click());
  await until(() => document.querySelectorAll(".my-games li").length === 3);
  await picture("my-games");
  console.log("three games are kept");
  await open("#variant=zola-6");
  await click("#puzzles");
  await until(() =>
    document.querySelector("#status").textContent.includes("find the move that wins"),
  );
  await picture("puzzle");
  await open("#variant=zola-6");
  const text = readFileSync(
    new URL("../../crates/records/tests/data/abstractplay-6x6-resign.json", import.meta.url),
    "utf8",
  );
  await evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "game.json", { type: "application/json" }));
    document
      .querySelector("#board")
      .dispatchEvent(
        new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }),
      );
  }, text);
  await until(() => document.querySelectorAll("#moves .move[data-text]").length === 13);
  await click("#analyse");
  await until(() => document.querySelectorAll("#lines li").length === 3);
  await picture("analysis");
  console.log(
    `a file: ${await evaluate(() => document.querySelector("#record-facts").textContent)}`,
  );
  assert.deepEqual(firefox.said, []);
  console.log("nothing on the console");
} catch (error) {
  await picture("failure");
  console.log(firefox.said.join("\n"));
  throw error;
} finally {
  firefox.stop();
  server.stop();
}

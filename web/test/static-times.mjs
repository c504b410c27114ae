// Measures the page without a server, on an otherwise idle machine:
//
//   ZUGI_STATIC=DIR ZUGI_SERVE=… node test/static-times.mjs

import { build } from "esbuild";
import { ISOLATING, serveFiles } from "./files.mjs";
import { closeAll, launch, staticFolder } from "./support.mjs";

const TRIES = 15;
const figures = (times) => {
  const sorted = [...times].sort((a, b) => a - b).map((time) => time.toFixed(1));
  return `median ${sorted[sorted.length >> 1]} ms, slowest ${sorted.at(-1)} ms of ${sorted.length}`;
};
const browser = await launch();

/** Notes when the board is painted, and when a first move can be made. */
function noteTimes() {
  window.times = {};
  const seen = {
    board: () => document.querySelector("#board .piece"),
    move: () => document.querySelector("html[data-ready]"),
  };
  const note = () => {
    for (const [what, is] of Object.entries(seen)) {
      if (what in window.times || !is()) continue;
      window.times[what] = NaN;
      requestAnimationFrame(() => setTimeout(() => (window.times[what] = performance.now())));
    }
  };
  new MutationObserver(note).observe(document, {
    attributes: true,
    childList: true,
    subtree: true,
  });
}

/** A first visit to a host without compression; times count from the first byte, or from the click
 *  on a slow connection. */
async function visit(url, isSlow) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.addInitScript(noteTimes);
  if (isSlow) {
    const session = await context.newCDPSession(page);
    const bytes = 1.6e6 / 8;
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    });
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  }
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(() => window.times.board && window.times.move);
  const { times, begin } = await page.evaluate(() => ({
    times: window.times,
    begin: performance.getEntriesByType("navigation")[0].responseStart,
  }));
  await context.close();
  return isSlow ? times : { board: times.board - begin, move: times.move - begin };
}

const host = await serveFiles(staticFolder);
for (const [line, isSlow, tries] of [
  ["this machine", false, TRIES],
  ["1.6 Mbit/s, 150 ms, CPU / 4", true, 3],
]) {
  const visits = [];
  for (let n = 0; n < tries; n += 1) visits.push(await visit(host.url, isSlow));
  console.log(`${line}: board in sight ${figures(visits.map(({ board }) => board))}`);
  console.log(`${line}: first move possible ${figures(visits.map(({ move }) => move))}`);
}
await host.stop();

const entry = new URL("../../clients/js/src/raw.ts", import.meta.url).pathname;
const bundle = {
  entryPoints: [entry],
  bundle: true,
  write: false,
  format: "iife",
  globalName: "zugi",
  external: ["node:*"],
  define: { "import.meta.url": '""' },
};
const [{ text }] = (await build({ ...bundle, logLevel: "error" })).outputFiles;

/** Stops searches of the start position; returns the times until the move and the next answer. */
async function stops({ stopping, TRIES }) {
  const raw = new zugi.RawEngine({
    wasm: new URL("zugi.wasm", location).href,
    worker: new URL("worker.js", location).href,
    stopping,
  });
  const next = (beginning) =>
    new Promise((done) => {
      const end = raw.onLine((line) => {
        if (!line.startsWith(beginning)) return;
        end();
        done(performance.now());
      });
    });
  const [moves, ready] = [[], []];
  for (let n = 0; n < TRIES; n += 1) {
    raw.send("position startpos");
    raw.send("go infinite");
    await next("info depth 9 ");
    await new Promise((done) => setTimeout(done, 37 * (n % 5)));
    const asked = performance.now();
    const [move, again] = [next("bestmove"), next("readyok")];
    raw.send("stop");
    raw.send("isready");
    moves.push((await move) - asked);
    ready.push((await again) - asked);
  }
  raw.terminate();
  return { moves, ready };
}

for (const stopping of ["shared", "pause", "restart"]) {
  const { url, stop } = await serveFiles(staticFolder, {
    headers: stopping === "shared" ? ISOLATING : {},
  });
  const page = await browser.newPage();
  await page.goto(`${url}early.js`);
  const { moves, ready } = await page.evaluate(
    `${text}; (${stops})(${JSON.stringify({ stopping, TRIES })})`,
  );
  console.log(
    `${stopping}: from stop to bestmove ${figures(moves)}; to the next answer ${figures(ready)}`,
  );
  await page.close();
  await stop();
}
await closeAll();

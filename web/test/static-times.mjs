// How quick the page without a server is, on a machine that does nothing else:
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

// The board is drawn from what the engine says: when it is there, so is the engine.
const host = await serveFiles(staticFolder);
const boards = [];
for (let n = 0; n < TRIES; n += 1) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.addInitScript(() =>
    new MutationObserver((_, observer) => {
      if (!document.querySelector("[data-square]")) return;
      window.boardAt = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true }),
  );
  await page.goto(host.url);
  await page.waitForFunction(() => window.boardAt);
  boards.push(
    await page.evaluate(
      () => window.boardAt - performance.getEntriesByType("navigation")[0].responseStart,
    ),
  );
  await context.close();
}
console.log(`from the first byte to the board, by the engine: ${figures(boards)}`);
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

/** Stops searches of the start position; the times until the move is there, and until the engine
 *  answers again. */
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

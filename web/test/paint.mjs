// How long a visitor waits: `ZUGI_SERVE=... node test/paint.mjs`. Ten visits, each with an empty
// cache; the median of the first paint, of the first text, and of the board with its pieces.

import { loadavg } from "node:os";
import { closeAll, launch, serve, skip } from "./support.mjs";

if (skip) process.exit(0);
const VISITS = 10;

/** Milliseconds since the page was asked for; the board counts when it has been painted. */
const TIMES = () => new Promise((done) => {
  const painted = (name) => performance.getEntriesByName(name)[0]?.startTime;
  const look = () => {
    if (!document.querySelector(".drawing .piece") || painted("first-contentful-paint") === undefined) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => done([painted("first-paint"), painted("first-contentful-paint"), performance.now()])));
  };
  look();
});

const server = await serve();
const browser = await launch();
const visits = [];
// The first visit starts the browser's own processes, and does not count.
for (let n = 0; n <= VISITS; n += 1) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(server.url);
  const times = await page.evaluate(TIMES);
  if (n > 0) visits.push(times);
  await context.close();
}
const middle = (list) => {
  const sorted = [...list].sort((one, other) => one - other);
  return (sorted[(VISITS >> 1) - 1] + sorted[VISITS >> 1]) / 2;
};
["first paint", "first text", "board"].forEach((name, at) => {
  const all = visits.map((times) => times[at]);
  console.log(`${name.padEnd(12)} median ${middle(all).toFixed(0)} ms, ${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)} ms`);
});
console.log(`load ${loadavg().map((load) => load.toFixed(2)).join(" ")}`);
await closeAll();
server.stop();

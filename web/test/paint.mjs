// How long a visitor waits: `ZUGI_SERVE=... node test/paint.mjs`. Ten visits, each with an empty
// cache; the median of the first paint, of the first text, and of the board with its pieces. With
// `ZUGI_OTHER=...`, another build of zugi, visits alternate between both, and the last line of each
// figure is the ratio of this build to the other.

import { loadavg } from "node:os";
import { closeAll, launch, serveBy, skip } from "./support.mjs";

if (skip) process.exit(0);
const VISITS = Number(process.env.ZUGI_VISITS ?? 10);
const NAMES = ["first paint", "first text", "board"];

/** Notes milliseconds since the page was asked for; the board counts when it has been painted. */
const NOTE_TIMES = () => {
  window.times = new Promise((done) => {
    const painted = (name) => performance.getEntriesByName(name)[0]?.startTime;
    const look = () => {
      if (
        !document.querySelector("#board .piece") ||
        painted("first-contentful-paint") === undefined
      )
        return requestAnimationFrame(look);
      requestAnimationFrame(() =>
        setTimeout(() =>
          done([painted("first-paint"), painted("first-contentful-paint"), performance.now()]),
        ),
      );
    };
    look();
  });
};

const programs = [
  ["this", process.env.ZUGI_SERVE],
  ["other", process.env.ZUGI_OTHER],
].filter(([, program]) => program);
const builds = [];
for (const [name, program] of programs)
  builds.push({ name, server: await serveBy(program), visits: [] });
const browser = await launch();
// The first visit starts the browser's own processes, and does not count.
for (let n = 0; n <= VISITS; n += 1) {
  for (const { server, visits } of builds) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(NOTE_TIMES);
    await page.goto(server.url, { waitUntil: "commit" });
    const times = await page.evaluate(() => window.times);
    if (n > 0) visits.push(times);
    await context.close();
  }
}

const middle = (list) => {
  const sorted = [...list].sort((one, other) => one - other);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
};
NAMES.forEach((what, at) => {
  const medians = builds.map(({ name, visits }) => {
    const all = visits.map((times) => times[at]);
    console.log(
      `${what.padEnd(12)} ${builds.length > 1 ? `${name.padEnd(6)}` : ""}median ${middle(all).toFixed(0)} ms, ${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)} ms`,
    );
    return middle(all);
  });
  if (medians.length > 1)
    console.log(`${what.padEnd(12)} ratio ${(medians[0] / medians[1]).toFixed(2)}`);
});
console.log(
  `load ${loadavg()
    .map((load) => load.toFixed(2))
    .join(" ")}`,
);
await closeAll();
for (const { server } of builds) server.stop();

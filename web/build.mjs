// Builds the files that are embedded in the program: the page in crates/serve/dist, and the board
// of a report in crates/arbiter/dist. The same sources and the locked versions give the same bytes
// on every machine.
import { build } from "esbuild";
import { mkdir, stat } from "node:fs/promises";
import { at, buildPage, common } from "./page.mjs";

const PAGE = "../crates/serve/dist";
const REPORT = "../crates/arbiter/dist";
for (const folder of [PAGE, REPORT]) await mkdir(at(folder), { recursive: true });
await buildPage(at(PAGE));
// The board for the report of a match, which embeds it.
const report = { ...common, charset: "ascii" };
await build({
  ...report,
  entryPoints: [at("src/report.tsx")],
  outfile: at(`${REPORT}/report.js`),
  format: "iife",
  globalName: "zugiBoard",
});
await build({
  ...report,
  entryPoints: [at("src/report.css")],
  outfile: at(`${REPORT}/report.css`),
});

let total = 0;
for (const file of ["app.js", "shared.js", "later.js", "early.js", "app.css"]) {
  total += (await stat(at(`${PAGE}/${file}`))).size;
}
console.log(`crates/serve/dist: ${total} bytes of script and style`);

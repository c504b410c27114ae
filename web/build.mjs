// Builds what the program has inside of it: the page in crates/serve/dist and the board of a
// report in crates/arbiter/dist. The same sources and the locked versions give the same bytes
// on every machine.
import { build } from "esbuild";
import { copyFile, mkdir, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

const PAGE = "../crates/serve/dist";
const REPORT = "../crates/arbiter/dist";
for (const folder of [PAGE, REPORT]) await mkdir(at(folder), { recursive: true });
const common = { bundle: true, minify: true, charset: "utf8", legalComments: "none", target: "es2022" };
// `extra.js` is fetched when it is wanted first; `shared.js` is what both have in common.
await build({
  ...common, entryPoints: { app: at("src/main.ts"), extra: at("src/extra.ts") }, outdir: at(PAGE), chunkNames: "shared", format: "esm", splitting: true,
});
await build({ ...common, entryPoints: [at("src/theme.ts")], outfile: at(`${PAGE}/theme.js`), format: "iife" });
await build({ ...common, entryPoints: [at("src/style.css")], outfile: at(`${PAGE}/app.css`) });
// The board alone, which the report of a match has in its page.
const report = { ...common, charset: "ascii" };
await build({ ...report, entryPoints: [at("src/report.ts")], outfile: at(`${REPORT}/report.js`), format: "iife", globalName: "zugiBoard" });
await build({ ...report, entryPoints: [at("src/report.css")], outfile: at(`${REPORT}/report.css`) });
for (const file of ["index.html", "icon.svg"]) await copyFile(at(`src/${file}`), at(`${PAGE}/${file}`));

let total = 0;
for (const file of ["app.js", "shared.js", "theme.js", "app.css"]) {
  total += (await stat(at(`${PAGE}/${file}`))).size;
}
console.log(`crates/serve/dist: ${total} bytes of script and style`);

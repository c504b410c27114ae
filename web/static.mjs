// Builds the page without a server: node static.mjs DIR [ADDRESS]. The engine is the module that
// scripts/web.sh has built; it runs in a worker. The folder works under any path of any host for
// files. Previews of links find their picture only by the page's ADDRESS.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { access, copyFile, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { Connection } from "../clients/js/dist/connection.js";
import { RawEngine } from "../clients/js/dist/raw.js";
import { PREVIEW, at, buildPage, common } from "./page.mjs";

const [folder, address = "", ...rest] = process.argv.slice(2);
if (!folder || rest.length || !/^(https?:\/\/[^\s"<>]*\/)?$/.test(address)) {
  console.error(
    "static.mjs: expected a folder, and an address that ends with /: node static.mjs DIR [ADDRESS]",
  );
  process.exit(2);
}
const module = at("../clients/js/zugi.wasm");
const withThreads = at("../clients/js/zugi-threads.wasm");
const reader = at("records.wasm");

/** Additions to the policy: this page compiles the engine, and runs it in workers. */
const policy = {
  "script-src": "'wasm-unsafe-eval'",
  "worker-src": "'self'",
  "manifest-src": "'self'",
  "trusted-types": "scripts readers",
};

const head = `
<link rel="manifest" href="manifest.webmanifest">`;
const description =
  "Play Zola, Zombies vs Princesses and Zoka against an engine, and learn from your games: in the browser, also offline.";

const MANIFEST = {
  name: "zugi",
  short_name: "zugi",
  description: "Board games against an engine",
  start_url: "./",
  scope: "./",
  display: "standalone",
  background_color: "#1e2126",
  theme_color: "#1e2126",
  icons: [{ src: "icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" }],
};

/** Workers in place of a server; all else is the same page. */
const worker = {
  name: "worker link",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/link$/ }, () => ({ path: at("src/worker-link.ts") }));
    onResolve({ filter: /^\.\/games-source$/ }, () => ({ path: at("src/games-worker-source.ts") }));
  },
};

// An existing folder is deleted only if it has such a page.
const before = await readdir(folder).catch(() => []);
if (before.length && !before.includes("offline.js")) {
  console.error(
    `static.mjs: ${folder} has other files: expected an empty folder, or one that was made here`,
  );
  process.exit(1);
}
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const { version } = JSON.parse(await readFile(at("../clients/js/package.json"), "utf8"));
// A module with threads may be missing: not every toolchain builds it.
const hasThreads = await access(withThreads).then(
  () => true,
  () => false,
);

/** The engine's answers until the first board of a visitor is in view, by the commands of each
 *  group. The page has them before the engine is loaded. */
async function firstAnswers() {
  const raw = new RawEngine({ wasm: pathToFileURL(module) });
  const connection = new Connection(raw, 60_000);
  const answers = {};
  const ask = async (...lines) => {
    const [answer] = await connection.ask(lines);
    answers[lines.join("\n")] = answer;
    return answer.responses[0];
  };
  await ask("ugi");
  for (const what of ["extensions", "variants", "levels"]) await ask(`query ${what}`);
  await ask("setoption name PieRule value false");
  await ask("setoption name Seed value 0");
  const start = await ask("position startpos", "query shown");
  await ask(`position fen ${start}`, "query state");
  await ask("query sheet");
  raw.terminate();
  return answers;
}

const define = {
  ENGINE: JSON.stringify(`zugi ${version}`),
  THREADS: JSON.stringify(hasThreads),
  ANSWERS: JSON.stringify(await firstAnswers()),
  // The page names its files itself, and does not use the defaults beside `import.meta.url`.
  "import.meta.url": '""',
};
await buildPage(folder, {
  policy,
  head,
  title: "zugi",
  description,
  address,
  plugins: [worker],
  external: ["node:*"],
  define,
  early: "theme",
});
await build({
  ...common,
  entryPoints: [at("../clients/js/src/worker.ts")],
  outfile: `${folder}/worker.js`,
  format: "esm",
  external: ["node:*"],
});
await build({
  ...common,
  entryPoints: [at("src/games-worker.ts")],
  outfile: `${folder}/games.js`,
  format: "iife",
  external: ["node:*"],
});
await copyFile(module, `${folder}/zugi.wasm`);
if (hasThreads) await copyFile(withThreads, `${folder}/zugi-threads.wasm`);
await copyFile(reader, `${folder}/records.wasm`);
await writeFile(`${folder}/manifest.webmanifest`, JSON.stringify(MANIFEST));

// The version is a hash of the files that the service worker stores, so that each change of them is
// noticed.
const files = (await readdir(folder)).filter((file) => file !== PREVIEW).sort();
const hash = createHash("sha256");
for (const file of files) hash.update(file).update(await readFile(`${folder}/${file}`));

// Packed copies for hosts that do not compress files.
const packed = files.filter((file) => file.endsWith(".wasm"));
for (const file of packed) {
  const bytes = await readFile(`${folder}/${file}`);
  await writeFile(`${folder}/${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
await build({
  ...common,
  entryPoints: [at("src/offline.ts")],
  outfile: `${folder}/offline.js`,
  format: "iife",
  define: {
    VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)),
    FILES: JSON.stringify(files),
    PACKED_FILES: JSON.stringify(packed),
  },
});
console.log(`${folder}: ${files.length + packed.length + 1} files`);

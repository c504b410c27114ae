// Builds the page, for build.mjs (the page in the program) and static.mjs (the page without a
// server).
import { build } from "esbuild";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

export const at = (path) => fileURLToPath(new URL(path, import.meta.url));
export const common = {
  bundle: true,
  minify: true,
  charset: "utf8",
  legalComments: "none",
  jsx: "automatic",
  jsxImportSource: "preact",
  target: "es2022",
};

/** The content security policy of the page. It is written into `index.html`; zugi serve also sends
 *  it as a header. `more` adds sources to directives. */
const policyWith = (more) =>
  Object.entries({
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "worker-src": "",
    "manifest-src": "",
    "base-uri": "'none'",
    "form-action": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "art",
  })
    .map(([name, sources]) => [name, sources, more[name]].filter(Boolean))
    .filter((words) => words.length > 1)
    .map((words) => words.join(" "))
    .join("; ");

/** The preview picture of links to the page; the page itself does not fetch it. */
export const PREVIEW = "preview.jpg";

/** Puts the page into a folder. `app.js` imports `shared.js`, which has all code up to the first
 *  board; `later.js` is fetched after it, or earlier if it is needed. `head` is added to the head
 *  of `index.html`, after the policy; `address` is where the page will be, and `early` names the
 *  script that runs before the first paint. */
export async function buildPage(
  folder,
  {
    policy = {},
    head = "",
    title = "Board",
    description = "Board games against an engine: play, look back through your games, solve puzzles.",
    address = "",
    early = "early",
    ...more
  } = {},
) {
  await build({
    ...common,
    ...more,
    entryPoints: { app: at("src/main.tsx"), later: at("src/later.ts") },
    outdir: folder,
    chunkNames: "shared",
    format: "esm",
    splitting: true,
  });
  await build({
    ...common,
    ...more,
    entryPoints: [at(`src/${early}.ts`)],
    outfile: `${folder}/early.js`,
    format: "iife",
  });
  await build({ ...common, entryPoints: [at("src/app.css")], outfile: `${folder}/app.css` });
  for (const file of ["icon.svg", PREVIEW]) await copyFile(at(`src/${file}`), `${folder}/${file}`);
  const html = await readFile(at("src/index.html"), "utf8");
  const marks = {
    "<!-- policy -->": `<meta http-equiv="Content-Security-Policy" content="${policyWith(policy)}">${head}`,
    "<title>Board</title>": `<title>${title}</title>`,
    "<!-- description -->": [
      `<meta name="description" content="${description}">`,
      `<meta property="og:title" content="${title}">`,
      `<meta property="og:description" content="${description}">`,
      `<meta property="og:image" content="${address}${PREVIEW}">`,
    ].join(""),
  };
  const filled = Object.entries(marks).reduce((text, [mark, words]) => {
    if (!text.includes(mark)) throw new Error(`src/index.html: expected ${mark}`);
    return text.replace(mark, words);
  }, html);
  await writeFile(`${folder}/index.html`, filled);
}

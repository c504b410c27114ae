// How the page is built: that in the program by build.mjs, that without a server by static.mjs.
import { build } from "esbuild";
import { copyFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

export const at = (path) => fileURLToPath(new URL(path, import.meta.url));
export const common = { bundle: true, minify: true, charset: "utf8", legalComments: "none", target: "es2022" };

/** A style that a script brings with it: its text. */
const styleAsText = {
  name: "style as text",
  setup({ onLoad }) {
    onLoad({ filter: /\bextra\.css$/ }, async ({ path }) => {
      const { outputFiles: [{ text }] } = await build({ ...common, entryPoints: [path], write: false });
      return { contents: text.trim(), loader: "text" };
    });
  },
};

/** Puts the page into a folder. `extra.js` is fetched when it is wanted first; `shared.js` is what
 *  both have in common. */
export async function buildPage(folder, more = {}) {
  const plugins = [styleAsText, ...(more.plugins ?? [])];
  await build({
    ...common, ...more, plugins, entryPoints: { app: at("src/main.ts"), extra: at("src/extra.ts") }, outdir: folder, chunkNames: "shared", format: "esm", splitting: true,
  });
  // Classic scripts have no `import.meta`.
  const define = { ...more.define, "import.meta.url": '""' };
  await build({ ...common, ...more, plugins, define, entryPoints: [at("src/early.ts")], outfile: `${folder}/early.js`, format: "iife" });
  await build({ ...common, entryPoints: [at("src/style.css")], outfile: `${folder}/app.css` });
  for (const file of ["index.html", "icon.svg"]) await copyFile(at(`src/${file}`), `${folder}/${file}`);
}

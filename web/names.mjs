// Names of our own that the build makes short: what is reached by a dot in the sources, and is
// neither a word of the browser or the language nor one of the texts that are read or written.
import { readFile, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Where names are those of texts: answers of engines, records, what is kept in the browser. */
const TEXTS = ["records", "keeping", "preferences", "address", "icons"];

/** Words by which something is looked up in a list. */
const WORDS = ["createhtml", "createpolicy", "trustedtypes", "glyph", "bare", "resign", "letter", "square", "moves", "match", "mate"];

/** Shorter names gain little, and are found by a name that was made up more often. */
const SHORTEST = 4;

const words = (text) => text.replace(/\/\*[^]*?\*\/|\/\/.*/g, "").match(/[A-Za-z_$][\w$]*/g) ?? [];

async function reserved() {
  const found = new Set();
  for (const name of await readdir(at("node_modules/@typescript"))) {
    const folder = at(`node_modules/@typescript/${name}/lib`);
    for (const file of await readdir(folder).catch(() => [])) {
      if (!/^lib\..*\.d\.ts$/.test(file) || /worker/.test(file)) continue;
      for (const word of words(await readFile(`${folder}/${file}`, "utf8"))) found.add(word.toLowerCase());
    }
  }
  for (const word of WORDS) found.add(word);
  for (const name of TEXTS) for (const word of words(await readFile(at(`src/${name}.ts`), "utf8"))) found.add(word.toLowerCase());
  return found;
}

/** The names as one pattern. */
export async function ownNames() {
  const kept = await reserved();
  const found = new Set();
  const sources = [];
  for (const file of (await readdir(at("src"))).filter((name) => name.endsWith(".ts"))) {
    const text = await readFile(at(`src/${file}`), "utf8");
    // What a script calls `dataset.name` is an attribute for the style and for tests.
    for (const [, name] of text.matchAll(/dataset\.(\w+)/g)) kept.add(name.toLowerCase());
    sources.push(text);
  }
  for (const text of sources) {
    for (const [, name] of text.matchAll(/(?:\.|private (?:readonly |async )?)([a-z]\w+)/g)) {
      if (name.length >= SHORTEST && !kept.has(name.toLowerCase())) found.add(name);
    }
  }
  return new RegExp(`^(${[...found].sort().join("|")})$`);
}

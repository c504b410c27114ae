// What the tests share: the module, if it was built.
import { existsSync } from "node:fs";

export const skip = !existsSync(new URL("../zugi.wasm", import.meta.url)) && "there is no module: scripts/web.sh builds it";
if (skip) console.log(`the engine is not tried: ${skip}`);

/** The lines of an engine, one after another. */
export function reader(raw) {
  const [lines, waiting] = [[], []];
  raw.onLine((line) => {
    const next = waiting.shift();
    if (next) next(line);
    else lines.push(line);
  });
  const next = () => (lines.length ? Promise.resolve(lines.shift()) : new Promise((resolve) => waiting.push(resolve)));
  /** The lines up to the one that begins so. */
  const until = async (beginning) => {
    const found = [];
    do found.push(await next());
    while (!found.at(-1).startsWith(beginning));
    return found;
  };
  return { next, until, rest: lines };
}

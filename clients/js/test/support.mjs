// Shared by the tests: the module, if it was built, and stand-ins for engines.
import { existsSync } from "node:fs";

export const skip =
  !existsSync(new URL("../zugi.wasm", import.meta.url)) &&
  "there is no module: scripts/web.sh builds it";
export const withoutThreads =
  !existsSync(new URL("../zugi-threads.wasm", import.meta.url)) &&
  "there is no module with threads: scripts/web.sh builds it with rustup";
if (skip) console.log(`the engine is not tried: ${skip}`);

/** The lines of an engine, one after another. */
export function reader(raw) {
  const [lines, waiting] = [[], []];
  raw.onLine((line) => {
    const next = waiting.shift();
    if (next) next(line);
    else lines.push(line);
  });
  const next = () =>
    lines.length ? Promise.resolve(lines.shift()) : new Promise((resolve) => waiting.push(resolve));
  /** The lines up to the first one with this beginning. */
  const until = async (beginning) => {
    const found = [];
    do found.push(await next());
    while (!found.at(-1).startsWith(beginning));
    return found;
  };
  return { until };
}

/** An engine that answers by a table, or by a function; the answer `null` ends it. */
export function script(answers) {
  const [lines, ends] = [new Set(), new Set()];
  const known = { ugi: ["id name script", "ugiok"], isready: ["readyok"] };
  const answerTo = (line) => (typeof answers === "function" ? answers(line) : answers[line]);
  return {
    sent: [],
    send(line) {
      this.sent.push(line);
      queueMicrotask(() => {
        const told = answerTo(line);
        if (told === null) ends.forEach((listener) => listener("it crashed"));
        else
          (told ?? known[line] ?? []).forEach((answer) =>
            lines.forEach((listener) => listener(answer)),
          );
      });
    },
    onLine: (listener) => lines.add(listener),
    onEnd: (listener) => ends.add(listener),
    terminate: () => ends.forEach((listener) => listener("")),
  };
}

/** A game in which each move is the number of those before; lines that `dies` accepts end it. */
export function counting(dies = () => false) {
  let count = 0;
  return script((line) => {
    if (dies(line)) return null;
    const [word, , , ...moves] = line.split(" ");
    if (word === "position") {
      if (moves.some((move, index) => move !== String(index)))
        return [`info string error: illegal move ${moves.at(-1)}`];
      count = moves.length;
    }
    return {
      ugi: ["option name UGI_Variant type combo default Small var Small var Large", "ugiok"],
      "query p1turn": [`response ${count % 2 === 0}`],
      "query gameover": ["response false"],
      "query result": ["response none"],
      "query legalmoves": [`response ${count}`],
      "query fen": [`response after ${count}`],
      "go depth 1": [`bestmove ${count}`],
      stop: [`bestmove ${count}`],
    }[line];
  });
}

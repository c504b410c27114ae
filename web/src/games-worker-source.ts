// In place of games-source.ts where there is no server: a module beside the page reads the games of
// a text, in a worker of its own. It is fetched when it is wanted first.

import { beside, scriptPolicy } from "./scripts";
import { Unreadable } from "./unreadable";

export { Unreadable };

/** What the worker says: lines, the end, or what went wrong. */
export type Told = { text: string } | { done: true } | { failed: string };

let scripts: ReturnType<typeof scriptPolicy> | null = null;

/** Takes each line of JSON. */
export async function linesOfGames(
  text: string,
  variant: string,
  take: (line: string) => void,
): Promise<void> {
  scripts ??= scriptPolicy("readers", ["games.js"]);
  const worker = new Worker(scripts.createScriptURL("games.js"));
  try {
    await new Promise<void>((done, fail) => {
      worker.onerror = () =>
        fail(new Unreadable("The reader of games was not found: try again with a network"));
      worker.onmessage = ({ data }: MessageEvent<Told>) => {
        try {
          if ("failed" in data) throw new Unreadable(data.failed);
          if ("done" in data) return done();
          for (const line of data.text.split("\n").slice(0, -1)) take(line);
        } catch (error) {
          fail(error);
        }
      };
      worker.postMessage({ wasm: beside("records.wasm"), text: `${variant}\n${text}` });
    });
  } finally {
    worker.terminate();
  }
}

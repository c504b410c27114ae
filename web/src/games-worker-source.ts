// Replaces games-source.ts without a server: a worker, fetched at first use, reads games.

import { PACKED } from "../../clients/js/src/packed";
import { beside, scriptPolicy } from "./scripts";
import { Unreadable } from "./records";

export type Message = { text: string } | { done: true } | { failed: string };

const scripts = scriptPolicy("readers", ["games.js"]);

export async function linesOfGames(
  text: string,
  variant: string,
  take: (line: string) => void,
): Promise<void> {
  const worker = new Worker(scripts.createScriptURL("games.js"));
  try {
    await new Promise<void>((done, fail) => {
      worker.onerror = () =>
        fail(new Unreadable("The reader of games was not found: try again with a network"));
      worker.onmessage = ({ data }: MessageEvent<Message>) => {
        try {
          if ("failed" in data) throw new Unreadable(data.failed);
          if ("done" in data) return done();
          for (const line of data.text.split("\n").slice(0, -1)) take(line);
        } catch (error) {
          fail(error);
        }
      };
      worker.postMessage({
        wasm: beside(`records.wasm${PACKED}`),
        text: `${variant}\n${text}`,
      });
    });
  } finally {
    worker.terminate();
  }
}

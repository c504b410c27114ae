// The worker that reads games: it takes one text and answers with lines.

import { compile } from "../../clients/js/src/module";
import type { Message } from "./games-worker-source";

interface Reader {
  memory: WebAssembly.Memory;
  buffer(length: number): number;
  games(): void;
}

const send = (message: Message): void => postMessage(message);

addEventListener("message", ({ data }: MessageEvent<{ wasm: string; text: string }>) => {
  void read(data).catch((error: unknown) =>
    send({ failed: error instanceof Error ? error.message : String(error) }),
  );
});

async function read({ wasm, text }: { wasm: string; text: string }): Promise<void> {
  const decoder = new TextDecoder();
  const module = await compile(new URL(wasm));
  let bug = "";
  const said = (at: number, length: number): string =>
    decoder.decode(new Uint8Array(reader.memory.buffer, at, length));
  const instance = await WebAssembly.instantiate(module, {
    zugi: {
      now: () => performance.now(),
      write: (at: number, length: number) => send({ text: said(at, length) }),
      panicked: (at: number, length: number) => (bug ||= said(at, length)),
    },
  });
  const reader = instance.exports as unknown as Reader;
  const bytes = new TextEncoder().encode(text);
  // The call may replace the memory.
  const place = reader.buffer(bytes.length);
  new Uint8Array(reader.memory.buffer).set(bytes, place);
  try {
    reader.games();
  } catch (error) {
    throw bug ? new Error(`The reader of games has a bug: ${bug}`) : error;
  }
  send({ done: true });
}

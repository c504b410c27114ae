// The worker that reads games: it takes one text and answers with lines.

import { type Buffers, compile, give, link } from "../../clients/js/src/module";
import type { Message } from "./games-worker-source";

interface Reader extends Buffers {
  games(): void;
}

const send = (message: Message): void => postMessage(message);

addEventListener("message", ({ data }: MessageEvent<{ wasm: string; text: string }>) => {
  void read(data).catch((error: unknown) =>
    send({ failed: error instanceof Error ? error.message : String(error) }),
  );
});

async function read({ wasm, text }: { wasm: string; text: string }): Promise<void> {
  let bug = "";
  const reader = await link<Reader>(await compile(new URL(wasm)), {
    poll: () => 0,
    write: (text) => send({ text }),
    panicked: (text) => void (bug ||= text),
  });
  give(reader, text);
  try {
    reader.games();
  } catch (error) {
    throw bug ? new Error(`The reader of games has a bug: ${bug}`) : error;
  }
  send({ done: true });
}

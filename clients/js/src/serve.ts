// What runs in the worker: an engine that executes one line after another.
import { type Instance, type Shared, instantiate, instantiateThread } from "./module.js";
import { workAsThread } from "./threads.js";

/** What begins a worker's life as an engine. */
export interface Beginning {
  module: WebAssembly.Module;
  flags: ArrayBufferLike | undefined;
  pauses: boolean;
  shared: Shared | undefined;
}

/** What begins a worker's life as a thread of an engine in another one. */
export interface ThreadBeginning {
  module: WebAssembly.Module;
  shared: Shared;
  thread: number;
}

/** A line for the engine, and whether it stops a search or is a `ponderhit`. */
export interface NumberedLine {
  number: number;
  line: string;
  stop: boolean;
  ponderhit: boolean;
}

export type ToWorker = Beginning | ThreadBeginning | NumberedLine;

/** What a worker says. */
export type FromWorker =
  | { failed: string }
  | { text: string }
  | { ready: true }
  /** The line of this number is done; after `over` no other one is. */
  | { done: number; over: boolean };

/** Milliseconds between two pauses of a search that takes them. */
const PAUSE_EVERY = 20;

/**
 * The worker's life. `post` sends a message to who has started it; the function that is returned
 * takes the messages from there: a beginning, then lines.
 *
 * Lines are numbered. `flags` holds the number of the latest line that stops a search, and that of
 * the latest `ponderhit`: each search that was begun by an earlier line obeys. Nothing is ever
 * reset, so no stop is lost and none comes too late.
 */
export function serve(post: (message: FromWorker) => void): (message: ToWorker) => void {
  const queue: NumberedLine[] = [];
  let flags = new Int32Array(2) as Int32Array;
  let engine: Instance;
  let [current, lastPause, isShared, busy] = [0, 0, false, true];
  let idle: ReturnType<typeof setTimeout> | undefined;

  const signal = (): number => {
    if (Atomics.load(flags, 0) > current) return 2;
    return Atomics.load(flags, 1) > current ? 1 : 0;
  };
  // Messages that wait are taken in the pause.
  const channel = new MessageChannel();
  let resume: (signal: number) => void;
  channel.port1.onmessage = () => resume(signal());
  const pausing = (): number | Promise<number> => {
    const now = performance.now();
    if (now - lastPause < PAUSE_EVERY) return signal();
    lastPause = now;
    return new Promise<number>((resolve) => {
      resume = resolve;
      channel.port2.postMessage(null);
    });
  };

  const fail = (error: unknown): void =>
    post({ failed: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });

  let bug = "";
  const host = {
    write: (text: string) => post({ text }),
    panicked: (text: string) => {
      bug ||= text;
      post({ failed: bug });
    },
  };

  const begin = async ({ module, flags: flagsOfAll, pauses, shared }: Beginning): Promise<void> => {
    isShared = flagsOfAll !== undefined;
    if (flagsOfAll) flags = new Int32Array(flagsOfAll);
    engine = await instantiate(
      module,
      { ...host, poll: pauses ? pausing : signal },
      pauses,
      shared,
    );
    post({ ready: true });
    busy = false;
    await work();
  };

  const work = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { number, line } = next;
      current = number;
      lastPause = performance.now();
      const status = await engine.execute(line);
      post({ done: number, over: status !== 0 });
      if (status !== 0) return;
    }
    busy = false;
    rest();
  };

  // What can wait is done between the messages.
  const rest = (): void => {
    idle ??= setTimeout(() => {
      idle = undefined;
      if (busy) return;
      try {
        if (!engine.work()) rest();
      } catch (error) {
        fail(error);
      }
    });
  };

  /** This worker is a thread of the engine in another one, which hears of stops. */
  const beThread = async ({ module, shared, thread }: ThreadBeginning): Promise<void> => {
    const start = await instantiateThread(module, { ...host, poll: () => 0 }, shared);
    workAsThread(shared.places, thread, start, () => post({ ready: true }));
  };

  return (message) => {
    if ("thread" in message) return void beThread(message).catch(fail);
    if ("module" in message) return void begin(message).catch(fail);
    // Where the flags are shared the numbers there may be greater already.
    if (!isShared && message.stop) flags[0] = message.number;
    if (!isShared && message.ponderhit) flags[1] = message.number;
    queue.push(message);
    work().catch(fail);
  };
}

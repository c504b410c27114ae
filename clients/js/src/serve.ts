// The code of the worker: an engine that executes one line after another.
import { type Instance, type Shared, instantiate, instantiateThread } from "./module.js";
import { workAsThread } from "./threads.js";

/** The first message to a worker for an engine. */
export interface Beginning {
  module: WebAssembly.Module;
  flags: ArrayBufferLike | undefined;
  pauses: boolean;
  shared: Shared | undefined;
}

/** The first message to a worker for a thread of another worker's engine. */
export interface ThreadBeginning {
  module: WebAssembly.Module;
  shared: Shared;
  thread: number;
}

/** A line for the engine, and whether it stops a search or is `ponderhit`. */
export interface NumberedLine {
  number: number;
  line: string;
  stop: boolean;
  ponderhit: boolean;
}

export type ToWorker = Beginning | ThreadBeginning | NumberedLine;

/** The messages of a worker. */
export type FromWorker =
  | { failed: string }
  | { text: string }
  | { ready: true }
  /** The line with this number is done; with `over` the session has ended. */
  | { done: number; over: boolean };

/** The time between two pauses of a search, in milliseconds. */
const PAUSE_EVERY = 20;

/**
 * Runs the worker. `post` sends a message to its creator; the returned function takes the creator's
 * messages: a first message, then lines.
 *
 * Lines are numbered. `flags` holds the number of the latest line that stops a search, and that of
 * the latest `ponderhit`: they apply to each search that an earlier line began. The numbers only
 * grow, so no stop is lost and none applies to a later search.
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
  // The pause lets the worker take waiting messages.
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

  // Background work between the messages.
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

  /** This worker is a thread of another worker's engine, which handles stops. */
  const beThread = async ({ module, shared, thread }: ThreadBeginning): Promise<void> => {
    const start = await instantiateThread(module, { ...host, poll: () => 0 }, shared);
    workAsThread(shared.places, thread, start, () => post({ ready: true }));
  };

  return (message) => {
    if ("thread" in message) return void beThread(message).catch(fail);
    if ("module" in message) return void begin(message).catch(fail);
    // Shared flags may already have greater numbers.
    if (!isShared && message.stop) flags[0] = message.number;
    if (!isShared && message.ponderhit) flags[1] = message.number;
    queue.push(message);
    work().catch(fail);
  };
}

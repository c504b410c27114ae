// What runs in the worker: an engine that executes one line after another.
import { instantiate, instantiateThread } from "./module.js";
import { workAsThread } from "./threads.js";

/** Milliseconds between two pauses of a search that takes them. */
const PAUSE_EVERY = 20;

/**
 * The worker's life. `post` sends a message to who has started it; the function that is returned
 * takes the messages from there: first `{ module, flags, pauses, shared }`, then `{ number, line }`;
 * or `{ module, shared, thread }` and nothing else, for a thread of an engine.
 *
 * Lines are numbered. `flags` holds the number of the latest line that stops a search, and that of
 * the latest `ponderhit`: each search that was begun by an earlier line obeys. Nothing is ever
 * reset, so no stop is lost and none comes too late.
 */
export function serve(post) {
  const queue = [];
  let [flags, engine, current, lastPause] = [new Int32Array(2), null, 0, 0];
  let [isShared, busy, idle] = [false, true, undefined];

  const signal = () => {
    if (Atomics.load(flags, 0) > current) return 2;
    return Atomics.load(flags, 1) > current ? 1 : 0;
  };
  // Messages that wait are taken in the pause.
  const channel = new MessageChannel();
  let resume = null;
  channel.port1.onmessage = () => resume(signal());
  const pausing = () => {
    const now = performance.now();
    if (now - lastPause < PAUSE_EVERY) return signal();
    lastPause = now;
    return new Promise((resolve) => {
      resume = resolve;
      channel.port2.postMessage(null);
    });
  };

  const fail = (error) =>
    post({ failed: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });

  let bug = "";
  const host = {
    write: (text) => post({ text }),
    panicked: (text) => {
      bug ||= text;
      post({ failed: bug });
    },
  };

  const begin = async ({ module, flags: flagsOfAll, pauses, shared }) => {
    isShared = flagsOfAll !== undefined;
    if (isShared) flags = new Int32Array(flagsOfAll);
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

  const work = async () => {
    if (busy) return;
    busy = true;
    while (queue.length) {
      const { number, line } = queue.shift();
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
  const rest = () => {
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
  const beThread = async ({ module, shared, thread }) => {
    const start = await instantiateThread(module, { ...host, poll: () => 0 }, shared);
    workAsThread(shared.places, thread, start, () => post({ ready: true }));
  };

  return (message) => {
    if (message.thread !== undefined) return void beThread(message).catch(fail);
    if (message.module) return void begin(message).catch(fail);
    // Where the flags are shared the numbers there may be greater already.
    if (!isShared && message.stop) flags[0] = message.number;
    if (!isShared && message.ponderhit) flags[1] = message.number;
    queue.push(message);
    work().catch(fail);
  };
}

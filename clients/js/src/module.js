// The module: how it is compiled, and the calls in both directions.

import { spawnerFor } from "./threads.js";
import { systemOf } from "./wasi.js";

/** Compiles the module that is at a URL, also where the server says a wrong type. */
export async function compile(url) {
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status} ${response.statusText}`);
  const copy = response.clone();
  try {
    return await WebAssembly.compileStreaming(response);
  } catch {
    return WebAssembly.compile(await copy.arrayBuffer());
  }
}

/**
 * Makes an engine of the module. `host.write` takes text, `host.poll` says whether the search goes
 * on (0), the pondered move was played (1) or to stop (2), and `host.panicked` takes what the
 * module says of a bug. With `pauses` the answer of `host.poll` may be a promise. `shared` is for a
 * module with threads.
 *
 * `execute` executes a line: 0 if the session goes on, 1 if it is over. `work` does a little of what
 * can wait: true if nothing is left of it.
 */
export async function instantiate(module, host, pauses, shared) {
  const exports = await link(
    module,
    { ...host, poll: pauses ? new WebAssembly.Suspending(host.poll) : host.poll },
    shared,
  );
  exports._initialize?.();
  const call = (name) => (pauses ? WebAssembly.promising(exports[name]) : exports[name]);
  if ((await call("start")()) !== 0) throw new Error("the engine was not made");
  const encoder = new TextEncoder();
  const run = call("line");
  const execute = (line) => {
    const bytes = encoder.encode(line);
    // The memory may be another one after that.
    const place = exports.buffer(bytes.length);
    new Uint8Array(exports.memory.buffer).set(bytes, place);
    return run();
  };
  return { execute, work: () => exports.work() !== 0 };
}

/** Makes a thread of a module, which runs nothing yet; the function that is returned does. */
export async function instantiateThread(module, host, shared) {
  const exports = await link(module, host, shared);
  return (number, argument) => exports.wasi_thread_start(number, argument);
}

/** The exports of a module. `shared` is what a module with threads has in common with them: the
 *  memory, and the places of the workers. */
async function link(module, host, shared) {
  const decoder = new TextDecoder();
  // Bytes that others may change are not decoded.
  const bytes = (at, length) =>
    shared
      ? new Uint8Array(shared.memory.buffer).slice(at, at + length)
      : new Uint8Array(exports.memory.buffer, at, length);
  const text = (at, length) => decoder.decode(bytes(at, length));
  const { exports } = await WebAssembly.instantiate(module, {
    zugi: {
      // Each worker has an origin of its own.
      now: shared ? () => performance.timeOrigin + performance.now() : () => performance.now(),
      poll: host.poll,
      write: (at, length) => host.write(text(at, length)),
      panicked: (at, length) => host.panicked(text(at, length)),
    },
    ...(shared && {
      env: { memory: shared.memory },
      wasi_snapshot_preview1: systemOf(shared.memory),
      wasi: { "thread-spawn": spawnerFor(shared.places) },
    }),
  });
  return exports;
}

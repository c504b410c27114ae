// The module: how it is compiled, and the calls in both directions.

/// <reference path="./host.d.ts" />
import { unpacked } from "./packed.js";
import { spawnerFor } from "./threads.js";
import { systemOf } from "./wasi.js";

/** What a module with threads has in common with them: the memory, and the places of workers. */
export interface Shared {
  memory: WebAssembly.Memory;
  places: SharedArrayBuffer;
}

/** What the module calls. */
export interface Host {
  /** Takes text. */
  write(text: string): void;
  /** Whether the search goes on (0), the pondered move was played (1) or to stop (2). With pauses
   *  the answer may be a promise. */
  poll(): number | Promise<number>;
  /** Takes what the module says of a bug. */
  panicked(text: string): void;
}

/** An engine of a module. */
export interface Instance {
  /** Executes a line: 0 if the session goes on, 1 if it is over. */
  execute(line: string): number | Promise<number>;
  /** Does a little of what can wait: true if nothing is left of it. */
  work(): boolean;
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize?(): void;
  start(): number;
  line(): number;
  work(): number;
  buffer(length: number): number;
  wasi_thread_start(number: number, argument: number): void;
}

/** Compiles the module that is at a URL, also where the server says a wrong type. A packed one,
 *  `.gz`, is unpacked; where that fails, the file without that ending is taken. */
export async function compile(url: URL): Promise<WebAssembly.Module> {
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  if (url.pathname.endsWith(".gz")) {
    try {
      return await WebAssembly.compileStreaming(unpacked(await fetch(url)));
    } catch {
      // The server has no such file, or says that it is packed, so that it was unpacked before.
      return compile(new URL(url.href.replace(/\.gz$/, "")));
    }
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
 * Makes an engine of the module. `pauses` says whether searches pause; `shared` is for a module with
 * threads.
 */
export async function instantiate(
  module: WebAssembly.Module,
  host: Host,
  pauses: boolean,
  shared?: Shared,
): Promise<Instance> {
  const exports = await link(
    module,
    { ...host, poll: pauses ? new WebAssembly.Suspending!(host.poll) : host.poll },
    shared,
  );
  exports._initialize?.();
  const call = (name: "start" | "line"): (() => number | Promise<number>) =>
    pauses ? WebAssembly.promising!(exports[name]) : exports[name];
  if ((await call("start")()) !== 0) throw new Error("the engine was not made");
  const encoder = new TextEncoder();
  const run = call("line");
  const execute = (line: string) => {
    const bytes = encoder.encode(line);
    // The memory may be another one after that.
    const place = exports.buffer(bytes.length);
    new Uint8Array(exports.memory.buffer).set(bytes, place);
    return run();
  };
  return { execute, work: () => exports.work() !== 0 };
}

/** Makes a thread of a module, which runs nothing yet; the function that is returned does. */
export async function instantiateThread(
  module: WebAssembly.Module,
  host: Host,
  shared: Shared,
): Promise<Exports["wasi_thread_start"]> {
  const exports = await link(module, host, shared);
  return (number, argument) => exports.wasi_thread_start(number, argument);
}

/** The exports of a module. */
async function link(
  module: WebAssembly.Module,
  host: Omit<Host, "poll"> & { poll: Host["poll"] | (() => number) },
  shared?: Shared,
): Promise<Exports> {
  const decoder = new TextDecoder();
  // Bytes that others may change are not decoded.
  const bytes = (at: number, length: number) =>
    shared
      ? new Uint8Array(shared.memory.buffer).slice(at, at + length)
      : new Uint8Array(exports.memory.buffer, at, length);
  const text = (at: number, length: number) => decoder.decode(bytes(at, length));
  const instance = await WebAssembly.instantiate(module, {
    zugi: {
      // Each worker has an origin of its own.
      now: shared ? () => performance.timeOrigin + performance.now() : () => performance.now(),
      poll: host.poll,
      write: (at: number, length: number) => host.write(text(at, length)),
      panicked: (at: number, length: number) => host.panicked(text(at, length)),
    },
    ...(shared && {
      env: { memory: shared.memory },
      wasi_snapshot_preview1: systemOf(shared.memory),
      wasi: { "thread-spawn": spawnerFor(shared.places) },
    }),
  });
  const exports = instance.exports as unknown as Exports;
  return exports;
}

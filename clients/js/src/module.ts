// The WebAssembly module: its compilation, and the calls in both directions.

/// <reference path="./host.d.ts" />
import { unpacked } from "./packed.js";
import { spawnerFor } from "./threads.js";
import { systemOf } from "./wasi.js";

/** The data that a module shares with its threads: the memory, and the slots of workers. */
export interface Shared {
  memory: WebAssembly.Memory;
  places: SharedArrayBuffer;
}

/** The functions that the module calls. */
export interface Host {
  /** Takes text. */
  write(text: string): void;
  /** Whether the search continues (0), the pondered move was played (1) or the search ends (2).
   *  With pauses the answer may be a promise. */
  poll(): number | Promise<number>;
  /** Takes the message of a bug in the module. */
  panicked(text: string): void;
}

/** The exported functions of a module. */
export interface Instance {
  /** Executes a line: 0 if the session continues, 1 if it is over. */
  execute(line: string): number | Promise<number>;
  /** Does a short piece of background work: true if none is left. */
  work(): boolean;
}

/** What each module exports: its memory, and a place there for a text of this length. */
export interface Buffers {
  memory: WebAssembly.Memory;
  buffer(length: number): number;
}

interface Exports extends Buffers {
  _initialize?(): void;
  start(): number;
  line(): number;
  work(): number;
  wasi_thread_start(number: number, argument: number): void;
}

/** Compiles the module at a URL, even if the server sends a wrong type. What ends in
 *  `.gz` is unpacked; if that fails on a server, the file without this ending is taken. */
export async function compile(url: URL): Promise<WebAssembly.Module> {
  const isPacked = url.pathname.endsWith(".gz");
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    const bytes = await readFile(url);
    return isPacked
      ? WebAssembly.compileStreaming(unpacked(new Response(bytes)))
      : WebAssembly.compile(bytes);
  }
  if (isPacked) {
    try {
      return await WebAssembly.compileStreaming(unpacked(await fetch(url)));
    } catch {
      // The server has no such file, or declared the packing, so that the browser unpacked it.
      const plain = new URL(url);
      plain.pathname = plain.pathname.replace(/\.gz$/, "");
      return compile(plain);
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
 * Makes an instance of the module. `pauses` says whether searches pause; `shared` is for a module
 * with threads.
 */
export async function instantiate(
  module: WebAssembly.Module,
  host: Host,
  pauses: boolean,
  shared?: Shared,
): Promise<Instance> {
  const exports = await link<Exports>(
    module,
    { ...host, poll: pauses ? new WebAssembly.Suspending!(host.poll) : host.poll },
    shared,
  );
  exports._initialize?.();
  const call = (name: "start" | "line"): (() => number | Promise<number>) =>
    pauses ? WebAssembly.promising!(exports[name]) : exports[name];
  if ((await call("start")()) !== 0) throw new Error("the engine was not made");
  const run = call("line");
  const execute = (line: string) => {
    give(exports, line);
    return run();
  };
  return { execute, work: () => exports.work() !== 0 };
}

/** Makes an idle thread of a module; the returned function runs it. */
export async function instantiateThread(
  module: WebAssembly.Module,
  host: Host,
  shared: Shared,
): Promise<Exports["wasi_thread_start"]> {
  const exports = await link<Exports>(module, host, shared);
  return (number, argument) => exports.wasi_thread_start(number, argument);
}

/** Puts a text into the memory of a module. */
export function give(exports: Buffers, text: string): void {
  const bytes = new TextEncoder().encode(text);
  // The call may grow the memory, which replaces its buffer.
  const place = exports.buffer(bytes.length);
  new Uint8Array(exports.memory.buffer).set(bytes, place);
}

/** The exports of a module. */
export async function link<Exported extends Buffers>(
  module: WebAssembly.Module,
  host: Omit<Host, "poll"> & { poll: Host["poll"] | (() => number) },
  shared?: Shared,
): Promise<Exported> {
  const decoder = new TextDecoder();
  // `TextDecoder` refuses shared memory.
  const bytes = (at: number, length: number) =>
    shared
      ? new Uint8Array(shared.memory.buffer).slice(at, at + length)
      : new Uint8Array(exports.memory.buffer, at, length);
  const text = (at: number, length: number) => decoder.decode(bytes(at, length));
  const instance = await WebAssembly.instantiate(module, {
    zugi: {
      // The clocks of workers have different origins.
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
  const exports = instance.exports as unknown as Exported;
  return exports;
}

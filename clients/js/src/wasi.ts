// The functions of WASI that the module with threads needs: clock and random numbers, no files.

const SUCCESS = 0;
const BAD_FILE = 8;

/** The functions of `wasi_snapshot_preview1` for a module with this memory. */
export function systemOf(memory: WebAssembly.Memory): WebAssembly.ModuleImports {
  const view = () => new DataView(memory.buffer);
  const known: Record<string, (...given: any[]) => number> = {
    clock_time_get(_clock: number, _precision: bigint, at: number) {
      view().setBigUint64(
        at,
        BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6)),
        true,
      );
      return SUCCESS;
    },
    random_get(at: number, length: number) {
      // `getRandomValues` refuses shared memory.
      new Uint8Array(memory.buffer, at, length).set(crypto.getRandomValues(new Uint8Array(length)));
      return SUCCESS;
    },
    environ_get: () => SUCCESS,
    environ_sizes_get(count: number, bytes: number) {
      view().setUint32(count, 0, true);
      view().setUint32(bytes, 0, true);
      return SUCCESS;
    },
    proc_exit(code: number) {
      throw new Error(`the engine has ended with ${code}`);
    },
    sched_yield: () => SUCCESS,
  };
  // All other functions are about files.
  return new Proxy(known, { get: (system, name) => system[String(name)] ?? (() => BAD_FILE) });
}

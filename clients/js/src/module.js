// The module: how it is compiled, and the calls in both directions.

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
 * module says of a bug. With `pauses` the answer of `host.poll` may be a promise.
 *
 * `execute` executes a line: 0 if the session goes on, 1 if it is over. `work` does a little of what
 * can wait: true if nothing is left of it.
 */
export async function instantiate(module, host, pauses) {
  const decoder = new TextDecoder();
  const text = (at, length) => decoder.decode(new Uint8Array(exports.memory.buffer, at, length));
  const { exports } = await WebAssembly.instantiate(module, {
    zugi: {
      now: () => performance.now(),
      poll: pauses ? new WebAssembly.Suspending(host.poll) : host.poll,
      write: (at, length) => host.write(text(at, length)),
      panicked: (at, length) => host.panicked(text(at, length)),
    },
  });
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

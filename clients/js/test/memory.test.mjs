// Memory: in WebAssembly it never gets smaller.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { skip } from "./support.mjs";

/**
 * The module in this thread; returns functions for a line's answer and for its memory in MiB.
 */
async function instance() {
  let said = "";
  const bytes = await readFile(new URL("../zugi.wasm", import.meta.url));
  const text = (at, length) => Buffer.from(exports.memory.buffer, at, length).toString();
  const {
    instance: { exports },
  } = await WebAssembly.instantiate(bytes, {
    zugi: {
      now: () => performance.now(),
      poll: () => 0,
      write: (at, length) => {
        said += text(at, length);
      },
      panicked: (at, length) => {
        throw new Error(text(at, length));
      },
    },
  });
  assert.equal(exports.start(), 0);
  const line = (command) => {
    said = "";
    const at = exports.buffer(Buffer.byteLength(command));
    new Uint8Array(exports.memory.buffer).set(Buffer.from(command), at);
    assert.equal(exports.line(), 0, command);
    return said;
  };
  return {
    line,
    work: () => exports.work() !== 0,
    mib: () => exports.memory.buffer.byteLength / 2 ** 20,
  };
}

test("changes of game, size and level take no more than 200 MiB", { skip }, async () => {
  const { line, work, mib } = await instance();
  assert.ok(mib() < 40, `${mib()} MiB at the start`);
  line("setoption name Hash value 64");
  const peaks = [];
  for (let round = 0; round < 3; round += 1) {
    for (const variant of [
      "zola-4",
      "zola-6",
      "zola-8",
      "zola-10",
      "zvp",
      "zoka",
      "zoka-4",
      "zoka-2v2",
    ]) {
      line(`setoption name UGI_Variant value ${variant}`);
      line(`setoption name Hash value ${round === 1 ? 30 : 64}`);
      line("setoption name UGI_LimitStrength value true");
      assert.match(line("go depth 2"), /^bestmove /m, variant);
      line("setoption name UGI_LimitStrength value false");
      assert.match(line("go nodes 3000"), /^bestmove /m, variant);
    }
    // Small tables, and the results of proofs.
    line("setoption name UGI_Variant value zola-6");
    line("position fen 1b1b1r/1brr2/1rr3/b3b1/b1r1rr/r2b1b b -");
    assert.match(line("go movetime 30"), /^bestmove /m);
    while (!work());
    assert.match(line("go movetime 30"), /^bestmove /m);
    assert.match(line("solve nodes 20000"), /^result unknown /m);
    line("setoption name UGI_Variant value zoka");
    line("setoption name Hash value 64");
    // The tree is as large as it may be.
    assert.match(line("go nodes 1200000"), /^bestmove /m);
    peaks.push(mib());
  }
  assert.ok(peaks.at(-1) <= 200, `${peaks} MiB`);
  assert.ok(peaks.at(-1) <= peaks[0] + 8, `${peaks} MiB`);
});

// Lines in and out of the module, and the ways to stop.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { RawEngine } from "../dist/index.js";
import { compile } from "../dist/module.js";
import { reader, skip, withoutThreads } from "./support.mjs";

const WAYS = ["shared", "restart"];
/** A module without the expected exports. */
const EMPTY = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
/** The last piece can be taken: there is nothing left to search. */
const WON = "position fen 6/6/1br3/6/6/6 b -";

function started(context, options) {
  const raw = new RawEngine(options);
  context.after(() => raw.terminate());
  return [raw, reader(raw)];
}

for (const threads of [false, true])
  test(
    `the signature is that of the program: ${threads ? "with" : "without"} threads`,
    { skip: skip || (threads && withoutThreads) },
    async (context) => {
      const [raw, { until }] = started(context, { threads });
      raw.send("bench");
      const lines = await until("1017947 nodes ");
      assert.match(lines.at(-1), /^1017947 nodes \d+ nps$/);
    },
  );

test(
  "threads help a search, and are there for the next one",
  { skip: skip || withoutThreads },
  async (context) => {
    const [raw, { until }] = started(context, { threads: true });
    raw.send("setoption name Threads value 3");
    for (const variant of ["zola-6", "zoka", "zvp", "zola-8"]) {
      raw.send(`setoption name UGI_Variant value ${variant}`);
      raw.send("go nodes 100000");
      const lines = await until("bestmove ");
      // A system with fewer threads would give an `info string`.
      assert.deepEqual(
        lines.filter((line) => line.startsWith("info string")),
        [],
        variant,
      );
    }
    raw.send("go infinite");
    await until("info depth 5 ");
    raw.send("stop");
    await until("bestmove ");
  },
);

/** Eight checkers: two captures lead to a position in the tables of six. */
const ENDING = "position fen 6/1b1r2/2b3/6/1r1b2/3rrb b -";

test("the tables of small endings are made between the commands", { skip }, async (context) => {
  const [raw, { until }] = started(context);
  raw.send(ENDING);
  // The first search with a limit of time begins to make the tables; each round leaves the worker
  // idle for a moment to continue.
  for (let round = 0; round < 2000; round += 1) {
    raw.send("uginewgame");
    raw.send("go movetime 20");
    const lines = await until("bestmove ");
    // A win of unknown length comes from a table.
    if (lines.some((line) => / score cp 3\d{4} /.test(line))) return;
    await new Promise((done) => setTimeout(done, 5));
  }
  assert.fail("no search has used the tables");
});

test("a proof names the winner, and one that is stopped does not", { skip }, async (context) => {
  for (const stopping of WAYS) {
    const [raw, { until }] = started(context, { stopping });
    raw.send(ENDING);
    raw.send("solve");
    assert.match((await until("result ")).at(-1), /^result p[12]win$/);
    for (const variant of ["zola-6", "zvp"]) {
      raw.send(`setoption name UGI_Variant value ${variant}`);
      raw.send("position startpos");
      raw.send("solve");
      await until("info nodes ");
      raw.send("stop");
      assert.match((await until("result ")).at(-1), /^result unknown/, variant);
    }
  }
});

test("positions of every game without hidden pieces can be proven", { skip }, async (context) => {
  const [raw, { until }] = started(context);
  for (const [variant, fen] of [
    ["zola-4", "4/1rb1/4/4 r"],
    ["zola-8", "8/8/8/3rb3/8/8/8/8 r"],
    ["zola-10", "10/10/10/10/4rb4/10/10/10/10/10 r"],
    ["zvp", "8/w3w3/8/8/8/4B3/1b3w2/w7 w 0"],
  ]) {
    raw.send(`setoption name UGI_Variant value ${variant}`);
    raw.send(`position fen ${fen}`);
    raw.send("solve");
    assert.equal((await until("result ")).at(-1), "result p1win", variant);
  }
});

for (const stopping of WAYS) {
  test(`a stop at any moment has one answer: ${stopping}`, { skip }, async (context) => {
    const [raw, { until }] = started(context, { stopping });
    let answers = 0;
    raw.onLine((line) => {
      answers += Number(line.startsWith("bestmove "));
    });
    for (let round = 0; round < 20; round += 1) {
      raw.send("position startpos");
      raw.send("go infinite");
      raw.send("stop");
      raw.send("stop");
      const [best] = (await until("bestmove ")).slice(-1);
      assert.match(best, /^bestmove [a-f]\d[a-f]\d/);
    }
    raw.send("go depth 2");
    await until("bestmove ");
    raw.send("isready");
    await until("readyok");
    assert.equal(answers, 21);
  });

  test(
    `what has nothing left to search answers after stop: ${stopping}`,
    { skip },
    async (context) => {
      const [raw, { until }] = started(context, { stopping });
      raw.send(WON);
      raw.send("go infinite");
      raw.send("isready");
      assert.ok(!(await until("readyok")).some((line) => line.startsWith("bestmove")));
      raw.send("stop");
      await until("bestmove b4c4");
    },
  );

  test(`the pondered move begins the clock: ${stopping}`, { skip }, async (context) => {
    const [raw, { until }] = started(context, { stopping });
    raw.send("position startpos");
    raw.send("go ponder movetime 30");
    await until("info depth 3 ");
    raw.send("ponderhit");
    await until("bestmove ");
  });

  test(`another search stops one without an end: ${stopping}`, { skip }, async (context) => {
    const [raw, { until }] = started(context, { stopping });
    raw.send("position startpos");
    raw.send("go infinite");
    await until("info depth 3 ");
    raw.send("go depth 2");
    await until("bestmove ");
    await until("bestmove ");
  });

  test(`counts are stopped, too: ${stopping}`, { skip }, async (context) => {
    const [raw, { until }] = started(context, { stopping });
    for (const count of ["perft 30", "go perft 30"]) {
      raw.send(count);
      raw.send("stop");
      await until("info string perft 30 stopped before its end");
    }
    // A count has no `bestmove`. That of the next search counts as its own, so that a later `stop`
    // gives no second one.
    raw.send("go perft 1");
    let answers = 0;
    raw.onLine((line) => {
      if (!line.startsWith("bestmove ")) return;
      answers += 1;
      raw.send("stop");
    });
    raw.send("go depth 1");
    raw.send("isready");
    await until("readyok");
    assert.equal(answers, 1);
  });

  test(`quit ends the engine: ${stopping}`, { skip }, async () => {
    const raw = new RawEngine({ stopping });
    const { until } = reader(raw);
    const ended = new Promise((resolve) => raw.onEnd(resolve));
    raw.send("go infinite");
    await until("info depth 3 ");
    raw.send("quit");
    assert.equal(await ended, "");
    // A listener that is added later is called too.
    assert.equal(await new Promise((resolve) => raw.onEnd(resolve)), "");
  });
}

test("a new worker goes on where the last one was", { skip }, async (context) => {
  const [raw, { until }] = started(context, { stopping: "restart" });
  const lines = [
    "setoption name UGI_Variant value zola-8",
    "setoption name MultiPV value 2",
    "setoption name Hash value nonsense",
    "position startpos moves b8c8",
    "moves b1c1",
  ];
  for (const line of lines) raw.send(line);
  raw.send("query fen");
  const [fen] = (await until("response ")).slice(-1);
  raw.send("go infinite");
  await until("info depth 3 ");
  raw.send("stop");
  const stopped = await until("bestmove ");
  assert.match(stopped.at(-1), /^bestmove [a-h]\d[a-h]\d$/);
  // The refusals are not repeated.
  assert.deepEqual(
    stopped.filter((line) => line.startsWith("info string")),
    [],
  );
  raw.send("query fen");
  assert.deepEqual(await until("response "), [fen]);
  raw.send("go depth 2");
  const infos = await until("bestmove ");
  assert.ok(
    infos.some((line) => line.includes(" multipv 2 ")),
    infos.join("\n"),
  );
});

test("lines wait for the engine, and bad ones are refused", { skip }, async (context) => {
  const [raw, { until }] = started(context);
  assert.throws(
    () => raw.send("isready\nquit"),
    /"isready\\nquit" has an end of a line in it: expected one line/,
  );
  raw.send("nonsense");
  raw.send("isready");
  const lines = await until("readyok");
  assert.match(lines[0], /^info string error: unknown command "nonsense"/);
  assert.throws(
    () => new RawEngine({ stopping: "hope" }),
    /no way to stop "hope": expected one of shared, pause, restart/,
  );
});

test("what cannot be started says so", async () => {
  const raw = new RawEngine({ wasm: new URL("nowhere.wasm", import.meta.url) });
  const reason = await new Promise((resolve) => raw.onEnd(resolve));
  assert.match(reason, /^The engine has failed: .*nowhere\.wasm/);
});

test("a packed module is unpacked, or taken without its ending", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "zugi-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "empty.wasm.gz");
  writeFileSync(file, gzipSync(EMPTY));
  assert.ok((await compile(pathToFileURL(file))) instanceof WebAssembly.Module);
  const asked = [];
  context.mock.method(globalThis, "fetch", async (url) => {
    asked.push(url.href);
    assert.ok(asked.length < 3, "it fetches without end");
    return url.pathname.endsWith(".gz") ? new Response("", { status: 404 }) : new Response(EMPTY);
  });
  await compile(new URL("https://example.org/zugi.wasm.gz?v=3#part"));
  assert.equal(asked.at(-1), "https://example.org/zugi.wasm?v=3#part");
});

test("a module that fails says so", async () => {
  const empty = await WebAssembly.compile(EMPTY);
  const raw = new RawEngine({ wasm: empty });
  raw.send("isready");
  assert.match(
    await new Promise((resolve) => raw.onEnd(resolve)),
    /^The engine has failed: TypeError/,
  );
});

test("a script that closes no engine ends, but not before its work is done", { skip }, () => {
  const module = new URL("../dist/index.js", import.meta.url).href;
  for (const stopping of WAYS) {
    const script = `import { RawEngine, open } from "${module}";
      await (await open({ stopping: "${stopping}" })).play({ depth: 1 });
      new RawEngine({ stopping: "${stopping}" });
      const raw = new RawEngine({ stopping: "${stopping}" });
      raw.onLine((line) => line.startsWith("bestmove") && console.log("done"));
      raw.send("go nodes 20000");`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", script],
      { timeout: 120_000, encoding: "utf8" },
    );
    assert.deepEqual([status, stdout, stderr], [0, "done\n", ""], stopping);
  }
});

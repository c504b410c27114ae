// The engine as an object.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Malformed, Refused, Score, Terminated, Timeout, open } from "../dist/index.js";
import { Connection } from "../dist/connection.js";
import { isEndless, readInfo } from "../dist/lines.js";
import { script, skip } from "./support.mjs";

async function opened(context, options) {
  const engine = await open(options);
  context.after(() => engine.close());
  return engine;
}

test("it plays a move and tells of its position", { skip }, async (context) => {
  const engine = await opened(context);
  assert.match(engine.id.name, /^zugi \d/);
  assert.equal(engine.options.get("Hash").max, 64);
  assert.equal(engine.options.get("Threads").max, 1);
  assert.ok(!engine.options.has("EvalFile") && !engine.options.has("TablePath"));
  await engine.position({ moves: ["b6c6"] });
  assert.equal(await engine.turn(), "p2");
  const best = await engine.play({ depth: 4 });
  assert.ok((await engine.moves()).includes(best.move));
  assert.ok(await engine.isLegal(best.move));
  assert.equal(best.info.depth, 4);
  assert.equal(best.info.score.side, "p2");
  assert.equal((await engine.board()).variant, "zola-6");
});

test("a search is an iterator that is stopped by leaving it", { skip }, async (context) => {
  const engine = await opened(context);
  await engine.configure({ multipv: 3 });
  const search = await engine.go();
  for await (const info of search) if (info.depth === 5) break;
  assert.deepEqual([...search.lines.keys()].sort(), [1, 2, 3]);
  assert.ok(search.lines.get(1).score >= search.lines.get(3).score);
  assert.ok(search.best.move);
  // A search that ends by itself ends the loop.
  let depth = 0;
  for await (const info of await engine.go({ depth: 3 })) depth = info.depth ?? depth;
  assert.equal(depth, 3);
});

test("games share an engine", { skip }, async (context) => {
  const engine = await opened(context);
  await engine.configure({ UGI_Variant: "zola-4" });
  const play = async (first) => {
    const game = await engine.game({ moves: [first] });
    while (!game.over) await game.play((await game.think({ nodes: 200 })).move);
    return game;
  };
  const games = await Promise.all([play("a1a2"), play("a1b1")]);
  for (const game of games) assert.match(game.result, /^p[12]win$/);
  const [game] = games;
  await assert.rejects(game.play("a1a9"), Refused);
  const moves = game.moves.length;
  await game.undo(2);
  assert.equal(game.moves.length, moves - 2);
  assert.ok(!game.over && game.legal.length > 0);
  await assert.rejects(game.undo(1000), /cannot undo 1000 moves: expected 0 to/);
});

test("what is wrong is said, and changes nothing", { skip }, async (context) => {
  const engine = await opened(context);
  await assert.rejects(
    engine.configure({ Threads: 2 }),
    /option "Threads" has no value "2": expected a number from 1 to 1/,
  );
  await assert.rejects(
    engine.configure({ Nonsense: 2 }),
    /unknown option "Nonsense": expected one of Hash, /,
  );
  await assert.rejects(engine.position({ moves: ["a1a9"] }), Refused);
  await assert.rejects(
    engine.play({ depth: -1 }),
    /bad depth -1: expected a whole number, 0 or more/,
  );
  await assert.rejects(
    engine.play({ deepness: 1 }),
    /unknown limit "deepness": expected one of depth, /,
  );
  await assert.rejects(engine.play({}), /such a search never ends: expected a limit, or a timeout/);
  assert.ok((await engine.play({}, 20)).move);
  // After a refused search the next one can begin.
  await assert.rejects(engine.play({ nodes: 100000, searchmoves: ["a1a9"] }), Refused);
  assert.equal((await engine.play({ depth: 3 })).info.depth, 3);
});

test("an engine that is closed says so", { skip }, async () => {
  const engine = await open();
  const search = await engine.go();
  await engine.close();
  await assert.rejects(search.wait(), Terminated);
  await assert.rejects(engine.turn(), Terminated);
});

test("late and bad answers are errors of their own", async () => {
  const attach = script({ "query p1turn": ["response maybe"], "query fen": [] });
  const engine = await open({ attach, timeout: 20 });
  await assert.rejects(
    engine.turn(),
    (error) => error instanceof Malformed && error.line === "response maybe",
  );
  await assert.rejects(engine.fen(), Refused);
  const silent = script({ isready: [] });
  const mute = await open({ attach: silent, timeout: 20 });
  await assert.rejects(
    mute.newGame(),
    (error) => error instanceof Timeout && error.what === "uginewgame",
  );
  await assert.rejects(open({ attach: script({ ugi: [] }), timeout: 20 }), Timeout);
});

test("a search that does not obey keeps nobody waiting", async () => {
  const late = ["bestmove late", "info depth 2 score cp 5", "bestmove right"];
  const engine = await open({
    attach: script({ "query p1turn": ["response true"], "go depth 2": late }),
    timeout: 20,
  });
  await assert.rejects(engine.play({ movetime: 1 }, 0), Timeout);
  const best = await engine.play({ depth: 2 });
  assert.deepEqual([best.move, best.info.depth], ["right", 2]);
});

test("an empty value is written as in UCI", async () => {
  const options = ["option name File type string", "option name Clear type button"];
  const attach = script({ ugi: [...options, "ugiok"] });
  const engine = await open({ attach });
  await engine.configure({ File: "", Clear: null });
  assert.deepEqual(
    attach.sent.filter((line) => line.startsWith("setoption")),
    ["setoption name File value <empty>", "setoption name Clear"],
  );
});

test("a refusal belongs to the first line that it can be about", async () => {
  const run = async (...told) => {
    let tell;
    const refusals = [];
    const raw = { send: () => undefined, onLine: (listener) => (tell = listener), onEnd: () => 0 };
    const connection = new Connection(raw, 10000);
    const refused = (text) => void refusals.push(text);
    connection.begin({ end: "bestmove", take: () => undefined, refused }, "go depth 1");
    const asked = connection.ask(["uginewgame"]);
    for (const line of [...told, "readyok"]) tell(line);
    return [refusals, (await asked)[0].refusals];
  };
  const refusal = "info string error: no";
  assert.deepEqual(await run(refusal), [["no"], []]);
  assert.deepEqual(await run(refusal, "info depth 1", refusal), [["no"], ["no"]]);
  assert.deepEqual(await run("response 1", refusal), [[], ["no"]]);
  assert.deepEqual(await run("bestmove a1a2", refusal), [[], ["no"]]);
});

test("a search ends by any number", () => {
  for (const limit of [{ depth: 1 }, { p1inc: 100 }, { movestogo: 5 }])
    assert.ok(!isEndless(limit), JSON.stringify(limit));
  for (const limit of [{}, { movestogo: 0 }, { depth: 1, infinite: true }, { searchmoves: ["a1"] }])
    assert.ok(isEndless(limit), JSON.stringify(limit));
});

test("scores are in order", () => {
  const [quick, slow, estimate, lost] = [{ mate: 3 }, { mate: 5 }, { cp: 900 }, { mate: -2 }].map(
    (score) => new Score(score),
  );
  assert.ok(quick > slow && slow > estimate && estimate > lost);
  assert.ok(new Score({ mate: -8 }) > lost);
  assert.equal(String(new Score({ cp: 34 }).negated()), "-0.34");
  assert.equal(String(new Score({ mate: 2 }).negated()), "loss in 2 plies");
  assert.equal(new Score({ cp: 50, side: "p2" }).for("p1").cp, -50);
  const info = readInfo(
    "info depth 3 multipv 2 score cp -7 lowerbound wdl 1 2 3 nodes 90 speed 8 pv a1 b2",
    "p1",
  );
  assert.deepEqual(
    [info.depth, info.score.bound, info.wdl, info.other, info.pv],
    [3, "lower", [1, 2, 3], { speed: "8" }, ["a1", "b2"]],
  );
});

test("a known score says who wins", () => {
  const scores = [
    [{ cp: 29999 }, false, "+299.99"],
    [{ cp: 30000 }, true, "winning"],
    [{ cp: -31759 }, true, "losing"],
    [{ cp: 31759, bound: "lower" }, true, "winning"],
    [{ cp: 31759, bound: "upper" }, false, "+317.59"],
    [{ cp: -31759, bound: "lower" }, false, "-317.59"],
    [{ mate: 0 }, true, "loss in 0 plies"],
    [{ mate: 1 }, true, "win in 1 ply"],
    [{ cp: 0 }, false, "+0.00"],
  ];
  for (const [from, isKnown, text] of scores) {
    const score = new Score(from);
    assert.deepEqual([score.isKnown, String(score)], [isKnown, text]);
  }
});

test("the expectation is that of the records, unless a scale is given", () => {
  const near = (found, expected) =>
    assert.ok(Math.abs(found - expected) < 1e-12, `${found}: expected ${expected}`);
  for (const cp of [0, 1, 50, 220, 400, -35, -1000, 20000]) {
    const score = new Score({ cp });
    near(score.expectation(), 1 / (1 + Math.exp(-cp / 220)));
    near(score.expectation() + score.negated().expectation(), 1);
  }
  near(new Score({ cp: 400 }).expectation(400 / Math.log(10)), 10 / 11);
  for (const known of [{ cp: 30000 }, { mate: 9 }, { mate: 0, lost: false }]) {
    assert.equal(new Score(known).expectation(), 1);
    assert.equal(new Score(known).negated().expectation(1e9), 0);
  }
  assert.equal(new Score({ cp: -29999 }).expectation(0.01), 0);
  assert.throws(
    () => new Score({ cp: 1 }).expectation(0),
    /bad scale 0: expected a number above 0/,
  );
});

// Games and matches, with a stand-in for the engine.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused, Terminated, Timeout, match, open, parseOpenings } from "../dist/index.js";
import { counting, script } from "./support.mjs";

const start = (attach, timeout) => open({ attach, timeout });
const stateOf = ({ moves, legal, turn, over, result, fen }) => ({
  moves,
  legal,
  turn,
  over,
  result,
  fen,
});
const searchesOf = (attach) => attach.sent.filter((line) => line.startsWith("go "));

test("calls of a game run one after another, and no move is lost", async () => {
  const engine = await start(counting());
  const game = await engine.game();
  await Promise.all(["0", "1", "2", "3", "4"].map((move) => game.play(move)));
  assert.deepEqual(game.moves, ["0", "1", "2", "3", "4"]);
  // The second one is checked against the position after the first.
  const [first, second] = await Promise.allSettled([game.play("5"), game.play("5")]);
  assert.equal(first.status, "fulfilled");
  assert.ok(second.reason instanceof Refused, second.reason);
  assert.deepEqual([game.moves.at(-1), game.fen], ["5", "after 6"]);
  const [best] = await Promise.all([
    game.think({ depth: 1 }),
    game.play("6"),
    game.undo(2),
    game.play("5"),
  ]);
  assert.deepEqual([best.move, game.moves], ["6", ["0", "1", "2", "3", "4", "5"]]);
});

test("a game is played within a search", async () => {
  const engine = await start(counting());
  const game = await engine.game();
  const search = await engine.go({ infinite: true });
  // `think` waits for that search, and does not block the game meanwhile.
  const thought = game.think({ depth: 1 });
  await game.play("0");
  await search.stop();
  assert.equal((await thought).move, "1");
});

test("a search that fails leaves the game to the next call", async () => {
  const isSearch = (line) => line.startsWith("go ") || line === "stop";
  const attach = counting();
  const deaf = { ...attach, send: (line) => (isSearch(line) ? undefined : attach.send(line)) };
  const engine = await start(deaf, 20);
  const game = await engine.game();
  const [best, played] = await Promise.allSettled([
    game.think({ movetime: 1 }, { timeout: 0 }),
    game.play("0"),
  ]);
  assert.ok(best.reason instanceof Timeout, best.reason);
  assert.equal(played.status, "fulfilled");
  await assert.rejects(game.think({ depth: -1 }), /bad depth -1/);
  await game.play("1");
  assert.deepEqual(game.moves, ["0", "1"]);
});

test("an engine that ends changes no game", async () => {
  for (const last of ["position startpos moves 0 1 2", "query result", "query fen"]) {
    let isDead = false;
    const engine = await start(counting((line) => isDead && line === last));
    const game = await engine.game();
    await game.play("0");
    await game.play("1");
    const before = stateOf(game);
    isDead = true;
    await assert.rejects(game.play("2"), Terminated);
    await assert.rejects(game.think({ depth: 1 }), Terminated);
    assert.deepEqual(stateOf(game), before);
    // The engine told this position before.
    await game.undo();
    assert.deepEqual(stateOf(game), {
      moves: ["0"],
      legal: ["1"],
      turn: "p2",
      over: false,
      result: null,
      fen: "after 1",
    });
    const other = await start(counting());
    assert.deepEqual(
      stateOf(await other.game({ fen: game.start, moves: game.moves })),
      stateOf(game),
    );
  }
});

test("what the engine never told needs it", async () => {
  let isDead = false;
  const engine = await start(counting(() => isDead));
  const game = await engine.game({ moves: ["0"] });
  await game.play("1", "2");
  isDead = true;
  await assert.rejects(game.undo(), Terminated);
  assert.deepEqual(game.moves, ["0", "1", "2"]);
  await game.undo(2);
  assert.deepEqual([game.moves, game.fen], [["0"], "after 1"]);
  await assert.rejects(game.undo(), Terminated);
});

test("there may be nothing to take back", async () => {
  const game = await (await start(counting())).game();
  await game.undo(0);
  await assert.rejects(game.undo(), new Refused("cannot undo 1 move: nothing to take back"));
  await assert.rejects(game.undo(2), new Refused("cannot undo 2 moves: nothing to take back"));
  await game.play("0");
  for (const count of [2, -1, 0.5])
    await assert.rejects(
      game.undo(count),
      new Refused(`cannot undo ${count} moves: expected 0 to 1`),
    );
  assert.deepEqual(game.moves, ["0"]);
});

test("lists of a game are copies", async () => {
  const game = await (await start(counting())).game();
  game.moves.push("9");
  game.legal.pop();
  assert.deepEqual([game.moves, game.legal], [[], ["0"]]);
  assert.throws(() => {
    game.moves = ["9"];
  }, TypeError);
});

test("a game needs an engine of its variant", async () => {
  const attach = counting();
  const [engine, other] = [await start(attach), await start(counting())];
  const game = await engine.game({ moves: ["0"] });
  assert.equal(game.variant, "Small");
  await engine.configure({ UGI_Variant: "large" });
  const before = attach.sent.length;
  for (const call of [() => game.play("1"), () => game.undo(), () => game.think({ depth: 1 })]) {
    await assert.rejects(
      call,
      new TypeError("the engine is set to Large: expected Small, as the game is"),
    );
  }
  assert.equal(attach.sent.length, before);
  assert.deepEqual(game.moves, ["0"]);
  assert.equal((await game.think({ depth: 1 }, { engine: other })).move, "1");
  const large = await engine.game();
  assert.equal(large.variant, "Large");
  await assert.rejects(
    large.think({ depth: 1 }, { engine: other }),
    /set to Small: expected Large/,
  );
  await engine.configure({ UGI_Variant: "Small" });
  await game.play("1");
  assert.deepEqual(game.moves, ["0", "1"]);
  // Calls without `await` keep their order.
  engine.configure({ UGI_Variant: "Large" });
  assert.equal((await engine.game()).variant, "Large");
  // Without that option there is nothing to compare.
  const plain = await start(
    script({
      "query p1turn": ["response true"],
      "query gameover": ["response true"],
      "query result": ["response draw"],
      "query legalmoves": ["response none"],
      "query fen": ["response end"],
    }),
  );
  const ended = await plain.game();
  assert.deepEqual([ended.variant, ended.start, ended.legal], [null, null, []]);
});

test("a match takes a limit, or one for each engine", async () => {
  const lines = (move) => {
    let isOver = false;
    return script((line) => {
      if (line.startsWith("position")) isOver = line.endsWith("b");
      return (
        {
          "query p1turn": [`response ${!isOver}`],
          "query gameover": [`response ${isOver}`],
          "query result": [`response ${isOver ? "p1win" : "none"}`],
          "query legalmoves": ["response none"],
          "query fen": ["response x"],
        }[line] ?? (line.startsWith("go ") ? [`bestmove ${move}`] : undefined)
      );
    });
  };
  const limits = [
    [[{ depth: 1 }, { nodes: 2 }], "go depth 1", "go nodes 2"],
    [{ depth: 3 }, "go depth 3", "go depth 3"],
  ];
  for (const [limit, ...searches] of limits) {
    const attached = [lines("b"), lines("b")];
    const [one, two] = [await start(attached[0]), await start(attached[1])];
    const games = [];
    for await (const game of match(one, two, limit, [["a"]])) games.push(game);
    assert.deepEqual(
      games.map(({ swapped, points, moves }) => [swapped, points, moves]),
      [
        [false, 1, ["a", "b"]],
        [true, 0, ["a", "b"]],
      ],
    );
    assert.deepEqual(
      attached.map(searchesOf),
      searches.map((search) => [search]),
    );
  }
});

test("wrong limits and openings of a match are errors at once", () => {
  const limit = { depth: 1 };
  assert.throws(
    () => match(null, null, limit, ["a1b1", "a1a2"]),
    new TypeError('an opening is "a1b1": expected a list of moves for each one'),
  );
  assert.throws(
    () => match(null, null, limit, "a1b1"),
    new TypeError('openings are "a1b1": expected a list of openings'),
  );
  assert.throws(
    () => match(null, null, [limit, limit, limit]),
    new TypeError("3 limits: expected one, or one for each of the two engines"),
  );
});

test("openings are read without comments, and a wrong line is named", () => {
  const text =
    "\ufeff# zugi openings 3\r\nstartpos moves d2c2 b3b2  # good\n\n; one\n// two\n" +
    "% three\n  startpos\nstartpos moves a1b1 ; four\nstartpos moves a1c1 // five\n";
  assert.deepEqual(parseOpenings(text), [["d2c2", "b3b2"], [], ["a1b1"], ["a1c1"]]);
  assert.deepEqual(parseOpenings(""), []);
  for (const wrong of ["6/6/1br3/6/6/6 b moves a1b1", "startpos a1b1", "a1b1"]) {
    assert.throws(
      () => parseOpenings(`# one\n${wrong}\n`),
      new TypeError(`line 2 "${wrong}": expected startpos moves MOVES`),
    );
  }
});

test("a list of moves is no text", async () => {
  const engine = await start(counting());
  for (const call of [() => engine.game({ moves: "01" }), () => engine.position({ moves: "01" })]) {
    await assert.rejects(call, new TypeError('moves are "01": expected a list of moves'));
  }
});

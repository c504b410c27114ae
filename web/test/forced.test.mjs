// Nobody is to blame for a move that was the only legal one.

import assert from "node:assert/strict";
import { it } from "node:test";
import { load } from "./support.mjs";

/** A line of moves with the scores of player one after them, and how many legal moves there were. */
function lineOf({ Tree, rate }, steps) {
  const tree = new Tree(null);
  let node = tree.root;
  rate(node, { cp: 0 }, 8);
  for (const { choices, cp } of steps) {
    const mover = node.ply % 2 ? "p2" : "p1";
    node.view = {
      over: false,
      result: "none",
      scene: { turn: mover, moves: Array(choices).fill({}), seats: [] },
    };
    node = tree.add(node, `m${node.ply}`);
    node.mover = mover;
    if (cp !== null) rate(node, { cp }, 8);
  }
  return node;
}

it("a forced move is no mistake", async () => {
  const tree = await load("tree");
  for (const [choices, sign] of [
    [1, undefined],
    [2, "??"],
  ]) {
    assert.equal(tree.blame(lineOf(tree, [{ choices, cp: -500 }]))?.sign, sign, `${choices} moves`);
  }
});

it("a game turns at a move for which there was another one", async () => {
  const { Tree, rate, path } = await load("tree");
  const { turningPoint } = await load("turning-point");
  const at = (...steps) => turningPoint(lineOf({ Tree, rate }, steps))?.node.ply ?? null;
  assert.equal(path(lineOf({ Tree, rate }, [{ choices: 2, cp: 0 }])).length, 2);
  assert.equal(at({ choices: 3, cp: -500 }, { choices: 3, cp: -500 }), 1);
  assert.equal(at({ choices: 1, cp: -500 }, { choices: 3, cp: -500 }), null);
  // The last move of one's own with a choice, since the score before it.
  assert.equal(at({ choices: 3, cp: null }, { choices: 3, cp: null }, { choices: 1, cp: -500 }), 1);
  // Another move that lost less.
  assert.equal(at({ choices: 1, cp: -500 }, { choices: 3, cp: -200 }), 2);
});

// Nobody is to blame for a move that was the only legal one.

import assert from "node:assert/strict";
import { it } from "node:test";
import { load } from "./support.mjs";

/** A line of moves with the scores of player one after them, and how many legal moves there were. */
function lineOf({ Tree, rate }, steps) {
  const tree = new Tree(null);
  let node = tree.root;
  rate(node, { cp: 200 }, 8, "engine", 1e6);
  for (const { choices, cp } of steps) {
    const mover = node.ply % 2 ? "p2" : "p1";
    node.view = {
      over: false,
      result: "none",
      scene: { turn: mover, moves: Array(choices).fill({}), seats: [] },
    };
    node = tree.add(node, `m${node.ply}`);
    node.mover = mover;
    if (cp !== null) rate(node, { cp }, 8, "engine", 1e6);
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

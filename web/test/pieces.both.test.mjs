// The picture of each kind of pieces is found by its name, and no two sides look alike.

import assert from "node:assert/strict";
import { it } from "node:test";
import { load } from "./support.mjs";

/** Loads `piece-pictures.ts` with the smallest stand-in for `document` that it needs. */
function pieces() {
  class Made {
    attributes = {};
    children = [];
    setAttribute(name, value) {
      this.attributes[name] = value;
    }
    append(...more) {
      this.children.push(...more);
    }
    replaceChildren(...more) {
      this.children = more;
    }
    cloneNode() {
      return this;
    }
    addEventListener() {}
  }
  globalThis.document = { createElementNS: () => new Made(), createElement: () => new Made() };
  globalThis.Node = Made;
  globalThis.window = {};
  return load("piece-pictures");
}

const scene = (players, kinds) => ({
  players,
  seats: [],
  seat: null,
  kinds: new Map(
    kinds.map(([letter, name, player, glyph = letter]) => [
      letter,
      { letter, name, player, glyph },
    ]),
  ),
});

const { piece } = await pieces();
const arts = (view) =>
  [...view.kinds.keys()].map((letter) => {
    const made = piece(view, letter);
    return [made.attributes["data-art"], made.children[1]?.children[0] ?? ""].join(" ").trim();
  });

it("pictures are found by the names of kinds", () => {
  assert.deepEqual(
    arts(
      scene(
        ["Red", "Blue"],
        [
          ["r", "red checker", "p1"],
          ["b", "blue checker", "p2"],
        ],
      ),
    ),
    ["checker", "checker-ring"],
  );
  assert.deepEqual(
    arts(
      scene(
        ["White", "Black"],
        [
          ["w", "princess", "p1"],
          ["W", "queen", "p1"],
          ["b", "zombie", "p2"],
          ["B", "zombie with a brain", "p2"],
        ],
      ),
    ),
    ["princess", "queen", "zombie", "zombie-brain"],
  );
});

it("two sides never have the same picture", () => {
  const queens = arts(
    scene(
      ["White", "Black"],
      [
        ["Q", "white queen", "p1", "♛"],
        ["q", "black queen", "p2", "♛"],
      ],
    ),
  );
  assert.deepEqual(queens, ["disc ♛", "disc-ring ♛"]);
});

it("a name that no picture has, or that every object has, is a disc", () => {
  const odd = arts(
    scene(
      ["One", "Two"],
      [
        ["c", "constructor", "p1"],
        ["m", "mark-held", "p1"],
        ["k", "back", "p2"],
      ],
    ),
  );
  assert.deepEqual(
    odd.map((art) => art.split(" ")[0]),
    ["disc", "disc", "disc-ring"],
  );
});

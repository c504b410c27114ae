// Links to recorded games: the address of the line, and facts about the game.

import { type Place, writeAddress } from "./address";
import { type GameDoc, docOf } from "./game-doc";
import { session, variants } from "./stores";
import { type Node, type Tree, path } from "./tree";

/** The facts of a link, and the ply at which it opens. */
interface Said {
  at: number;
  names: GameDoc["names"];
  result: string;
  reason: string;
}

export function gameAddress(place: Place, { at, names, result, reason }: Said): string {
  const all = { at: String(at), name1: names.p1, name2: names.p2, result, reason };
  return `${writeAddress(place)}&${new URLSearchParams(all).toString()}`;
}

function readSaid(words: URLSearchParams): Said {
  const text = (name: string): string =>
    (words.get(name) ?? "").replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ").slice(0, 200);
  return {
    at: /^\d{1,5}$/.test(text("at")) ? Number(text("at")) : Infinity,
    names: { p1: text("name1"), p2: text("name2") },
    result: /^(p1win|p2win|draw)$/.exec(text("result"))?.[0] ?? "none",
    reason: text("reason"),
  };
}

/** Shows a line of a tree as the game of a link. */
export async function showLinked(tree: Tree, end: Node, words: URLSearchParams): Promise<void> {
  const { at, names, result, reason } = readSaid(words);
  tree.play(end);
  const node = path(end)[Math.min(at, end.ply)]!;
  const shown = { tree, variant: variants.current, pie: false, turned: false, record: null };
  const doc = docOf(shown, node);
  await session.adopt(tree, node, { ...doc, names, ended: { result, reason, text: "" } });
}

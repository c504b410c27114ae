// A game as a tree: the line that was played, and variations beside it.

import { signal } from "@preact/signals";
import type { View, Line } from "./engine";
import { type Score, expectation, isKnown } from "./info";
import type { Sign } from "./records";
import { type Player, drawsFrom } from "./scene";

/** Who has told a score: the engine of the page at full strength or at a rating, or that of a
 *  player of a record. */
export type Teller = "engine" | `engine at ${number}` | `record ${Player}`;

/** A position of the tree, and how it came about. */
export interface Node {
  parent: Node | null;
  /** The move that led here; empty at the root. */
  move: string;
  /** The variation that goes on first, then the other ones. */
  children: Node[];
  ply: number;
  /** What the engine has said of the position; nothing before it was asked. */
  view: View | null;
  /** Why the game is over here, in the engine's words. */
  ended: string | null;
  /** The score as player one sees it, and the depth that it comes from: the deepest of those
   *  that were told. */
  score: Score | null;
  depth: number;
  /** The same of each who has told one. */
  told: Map<Teller, { score: Score; depth: number }>;
  /** The move that the engine of the page would make here; empty where that is not known. */
  best: string;
  /** Who made the move, as far as that is known without asking. */
  mover: Player | null;
  /** Whether nobody chose what came of the move, once that is known: ask `isForced`. */
  only?: boolean;
  /** How long the move took in a record, and the like. */
  note: string;
  /** What a person thinks of the move, and has written about it. */
  sign: Sign | null;
  comment: string;
}

const node = (parent: Node | null, move: string): Node => ({
  parent,
  move,
  children: [],
  ply: parent ? parent.ply + 1 : 0,
  view: null,
  ended: null,
  score: null,
  depth: 0,
  told: new Map(),
  best: "",
  mover: null,
  note: "",
  sign: null,
  comment: "",
});

export class Tree {
  readonly root = node(null, "");
  private readonly revision = signal(0);

  /** A game that begins with this position, the usual one if there is none. */
  constructor(readonly fen: string | null) {}

  /** Moves, or what is said of them, are others now. */
  changed(): void {
    this.revision.value += 1;
  }

  /** The view that calls this runs again after a change. */
  read(): void {
    void this.revision.value;
  }

  /** The node after a move: the one that there is, or a new one. */
  add(parent: Node, move: string, first = false): Node {
    let child = parent.children.find((child) => child.move === move);
    if (!child) {
      child = node(parent, move);
      parent.children.push(child);
    }
    if (first) this.promote(child);
    return child;
  }

  /** Makes a node the first one among its siblings, also one that was cut off. */
  promote(child: Node): void {
    const { parent } = child;
    if (parent)
      parent.children = [child, ...parent.children.filter(({ move }) => move !== child.move)];
  }

  /** Makes the line to a node the main line. */
  promoteLine(end: Node): void {
    for (let at: Node | null = end; at?.parent; at = at.parent) this.promote(at);
    this.changed();
  }

  /** Cuts a node off, with all that follows; gives back the one before it. */
  cut(child: Node): Node {
    if (!child.parent) return child;
    child.parent.children = child.parent.children.filter((sibling) => sibling !== child);
    this.changed();
    return child.parent;
  }

  /** The start, and the moves to a node. */
  line(end: Node): Line {
    return {
      fen: this.fen,
      moves: path(end)
        .slice(1)
        .map((node) => node.move),
    };
  }

  /** The nodes of the main line, or of that through a node. */
  main(through: Node = this.root): Node[] {
    const nodes = path(through);
    for (let at = through.children[0]; at; at = at.children[0]) nodes.push(at);
    return nodes;
  }
}

/** The nodes from the root to one of them. */
export function path(end: Node): Node[] {
  const nodes: Node[] = [];
  for (let at: Node | null = end; at; at = at.parent) nodes.unshift(at);
  return nodes;
}

/** How many moves of two sides in turn there would be before the first one of a game, so that each
 *  pair begins with one of player one; `root` is the first node of the game. */
const late = (root: Node): number =>
  Number((root.view?.scene.turn ?? root.children[0]?.mover) === "p2");

/** Whether a move is the first one of its pair. */
export const isFirst = (node: Node, root: Node): boolean => (node.ply + late(root)) % 2 === 1;

/** The number of a move as the list of moves has it: that of the pair where two sides move in turn,
 *  else that of the move alone. */
export function moveNumber(node: Node, root = path(node)[0]!): number {
  return (root.view ?? node.view)?.scene.seats.length
    ? node.ply
    : Math.ceil((node.ply + late(root)) / 2);
}

/** The lines beside a line that begins at the root, and those beside them: where each one
 *  branches off, and its nodes. Lines are numbered as they come, the first one is 0. */
export function beside(main: Node[]): { from: number; ply: number; nodes: Node[] }[] {
  const lines = [main];
  const found: { from: number; ply: number; nodes: Node[] }[] = [];
  for (let from = 0; from < lines.length; from += 1) {
    // What stands beside the first move of a variation belongs to the line before it.
    for (const node of lines[from]?.slice(1) ?? []) {
      for (const other of node.parent?.children ?? []) {
        if (other === node) continue;
        const line = [other];
        for (let at = other.children[0]; at; at = at.children[0]) line.push(at);
        lines.push(line);
        found.push({ from, ply: other.ply, nodes: line });
      }
    }
  }
  return found;
}

/** A score beside one that was told before: engines that know who wins may forget how soon, but the
 *  soonest end that was proven stays proven. */
export function firm(before: Score | null | undefined, score: Score): Score {
  if (!before || !("mate" in before)) return score;
  const [value, weaker] =
    "mate" in score
      ? [score.mate, Math.abs(score.mate) > Math.abs(before.mate)]
      : [score.cp, isKnown(score)];
  return weaker && before.mate > 0 === value > 0 ? before : score;
}

/** Keeps a score, unless a better one is known. */
export function rate(node: Node, told: Score, depth: number, teller: Teller = "engine"): boolean {
  const score = firm(node.told.get(teller)?.score, told);
  if (depth >= (node.told.get(teller)?.depth ?? 0)) node.told.set(teller, { score, depth });
  if (node.score && node.depth > depth) return false;
  node.score = score;
  node.depth = depth;
  return true;
}

/** What player one may expect after the result of a game, if it is over. */
export function resultOf(node: Node): number | null {
  const result = node.view?.over ? node.view.result : "none";
  return { p1win: 1, p2win: 0, draw: 0.5 }[result] ?? null;
}

/** What player one may expect at a node, if that is known: a result, or a score. */
export const worth = (node: Node): number | null =>
  resultOf(node) ?? (node.score && expectation(node.score));

/** What player one may expect at a node in the eyes of one who has told a score of it. */
function worthTo(teller: Teller, node: Node): number | null {
  const told = node.told.get(teller);
  return resultOf(node) ?? (told ? expectation(told.score) : null);
}

/** What somebody who told a score before a move expects after it. Engines of a record tell
 *  nothing but in their own turns: then it is what they expect at their next one. */
function afterwards(teller: Teller, node: Node): number | null {
  if (!teller.startsWith("record ")) return worthTo(teller, node);
  for (let at: Node | undefined = node; at; at = at.children[0]) {
    const known = worthTo(teller, at);
    if (known !== null || at.children[0]?.mover === node.mover) return known;
  }
  return null;
}

/** Whether nobody chose what came of a move, as far as the position before it is known: it was the only
 *  legal one, or turned a piece over. */
export function isForced(node: Node): boolean {
  const scene = node.parent?.view?.scene;
  const move = scene?.moves.find(({ text }) => text === node.move);
  return (node.only ||=
    scene?.moves.length === 1 || (move !== undefined && drawsFrom(scene!, move) !== null));
}

/** What a move has lost of a win, if one and the same engine has told scores before and after
 *  it: engines that disagree say nothing of each other's moves. Of several the deepest counts. */
export function lost(node: Node): number {
  const { parent, mover } = node;
  if (!parent || !mover || isForced(node)) return 0;
  let [loss, deepest] = [0, -1];
  for (const [teller, { depth }] of parent.told) {
    const own = !teller.startsWith("record ") || teller === `record ${mover}`;
    const [before, after] = [worthTo(teller, parent), own ? afterwards(teller, node) : null];
    if (before === null || after === null || depth <= deepest) continue;
    [loss, deepest] = [mover === "p1" ? before - after : after - before, depth];
  }
  // Where the deepest score says that there was little to lose, no more is lost.
  const chances = worth(parent);
  return chances === null ? loss : Math.min(loss, mover === "p1" ? chances : 1 - chances);
}

/** The marks of moves: what one has to cost, in wins, and what it is called. */
export const MARKS = [
  { sign: "??", least: 0.2, name: "blunder" },
  { sign: "?", least: 0.1, name: "mistake" },
  { sign: "?!", least: 0.05, name: "inaccuracy" },
] as const;

export type Mark = (typeof MARKS)[number];

/** How bad a move was; nothing for one that was not, or that the engine would make by now. */
export function blame(node: Node): Mark | null {
  const loss = node.parent?.best === node.move ? 0 : lost(node);
  return MARKS.find(({ least }) => loss >= least) ?? null;
}

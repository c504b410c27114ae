// A game as a tree: the line that was played, and variations beside it.

import type { View, Line } from "./engine";
import { type Score, expectation } from "./info";
import type { Player } from "./scene";

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
  /** The score as player one sees it, and the depth that it comes from. */
  score: Score | null;
  depth: number;
  /** Who made the move, as far as that is known without asking. */
  mover: Player | null;
  /** What a record says about the move. */
  note: string;
}

const node = (parent: Node | null, move: string): Node => ({
  parent, move, children: [], ply: parent ? parent.ply + 1 : 0,
  view: null, score: null, depth: 0, mover: null, note: "",
});

export class Tree {
  readonly root = node(null, "");

  /** A game that begins with this position, the usual one if there is none. */
  constructor(readonly fen: string | null) {}

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
    if (parent) parent.children = [child, ...parent.children.filter(({ move }) => move !== child.move)];
  }

  /** Makes the line to a node the main line. */
  promoteLine(end: Node): void {
    for (let at: Node | null = end; at?.parent; at = at.parent) this.promote(at);
  }

  /** Cuts a node off, with all that follows; gives back the one before it. */
  cut(child: Node): Node {
    if (!child.parent) return child;
    child.parent.children = child.parent.children.filter((sibling) => sibling !== child);
    return child.parent;
  }

  /** The start, and the moves to a node. */
  line(end: Node): Line {
    return { fen: this.fen, moves: path(end).slice(1).map((node) => node.move) };
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

/** The lines beside a line that begins at the root, and those beside them: where each one
 *  branches off, and its moves. Lines are numbered as they come, the first one is 0. */
export function beside(main: Node[]): { from: number; ply: number; moves: string[] }[] {
  const lines = [main];
  const found: { from: number; ply: number; moves: string[] }[] = [];
  for (let from = 0; from < lines.length; from += 1) {
    // What stands beside the first move of a variation belongs to the line before it.
    for (const node of lines[from]?.slice(1) ?? []) {
      for (const other of node.parent?.children ?? []) {
        if (other === node) continue;
        const line = [other];
        for (let at = other.children[0]; at; at = at.children[0]) line.push(at);
        lines.push(line);
        found.push({ from, ply: other.ply, moves: line.map(({ move }) => move) });
      }
    }
  }
  return found;
}

/** Keeps a score, unless a better one is known. */
export function rate(node: Node, score: Score, depth: number): boolean {
  if (node.score && node.depth > depth) return false;
  node.score = score;
  node.depth = depth;
  return true;
}

/** What player one may expect at a node, if that is known: a result, or a score. */
export function worth(node: Node): number | null {
  const result = node.view?.over ? node.view.result : "none";
  if (result === "p1win") return 1;
  if (result === "p2win") return 0;
  if (result === "draw") return 0.5;
  return node.score ? expectation(node.score) : null;
}

/** How bad a move was: `??` if it cost a third of a win, `?` if a sixth, else nothing. */
export function blame(node: Node): "" | "?" | "??" {
  if (!node.parent || !node.mover) return "";
  const [before, after] = [worth(node.parent), worth(node)];
  if (before === null || after === null) return "";
  const lost = node.mover === "p1" ? before - after : after - before;
  return lost >= 1 / 3 ? "??" : lost >= 1 / 6 ? "?" : "";
}

// A game as a tree: the played line and its variations.

import { batch, signal } from "@preact/signals";
import type { View, Line } from "./engine";
import { KNOWN, type Score, expectation, winnerIn } from "./info";
import type { Sign } from "./records";
import type { Move } from "./move";
import { type Player, turnName } from "./scene";
import { Frames } from "./state";

/** The source of a score: the engine of the page at full strength or at a rating, or the engine of
 *  a player of a record. */
export type Evaluator = "engine" | `engine at ${number}` | `record ${Player}`;

/** A score as player one sees it, and depth and nodes of the search; 0 if unknown. */
export interface Evaluation {
  score: Score;
  depth: number;
  nodes: number;
}

/** A position, and the move that led to it. */
export interface Node {
  parent: Node | null;
  /** The main continuation first. */
  children: Node[];
  ply: number;
  view: View | null;
  /** The move that led here; empty at the root. */
  move: string;
  /** The deepest evaluation at full strength, as player one sees it. */
  score: Score | null;
  depth: number;
  evaluations: Map<Evaluator, Evaluation>;
  /** The best move for the engine of the page; empty if unknown. */
  best: string;
  /** The player of the move, if known. */
  mover: Player | null;
  /** Whether the move is known to be forced; `isForced` sets it. */
  only: boolean;
  /** Depth and time of the move in a record. */
  note: string;
  /** A person's sign for the move, and comment on it. */
  sign: Sign | null;
  comment: string;
}

const node = (parent: Node | null, move: string): Node => ({
  parent,
  move,
  children: [],
  ply: parent ? parent.ply + 1 : 0,
  view: null,
  score: null,
  depth: 0,
  evaluations: new Map(),
  best: "",
  mover: null,
  only: false,
  note: "",
  sign: null,
  comment: "",
});

export class Tree {
  readonly root = node(null, "");
  /** The last node of the line that was played, which no analysis changes; null if no game was
   *  played. Each of its nodes is the first of its siblings. */
  played: Node | null = null;
  private readonly revision = signal(0);
  private readonly views = new Frames();
  private readonly scores = new Frames();

  /** `fen` is the start position; null for that of the game. */
  constructor(readonly fen: string | null) {}

  private changed(): void {
    this.revision.value += 1;
  }

  /** Lets the caller run again when moves or remarks change. */
  read(): void {
    void this.revision.value;
  }

  /** Lets the caller run again when the engine has answered a position. */
  readViews(): void {
    this.views.read();
  }

  /** Lets the caller run again when scores change. */
  readScores(): void {
    this.scores.read();
  }

  /** Returns the node after a move, and adds it if it is missing. */
  add(parent: Node, move: string): Node {
    let child = parent.children.find((child) => child.move === move);
    if (!child) {
      child = node(parent, move);
      parent.children.push(child);
      this.changed();
    }
    child.mover ??= parent.view?.scene.turn ?? null;
    return child;
  }

  /** Adds the missing moves of a line after a node; returns its last node. */
  addLine(from: Node, moves: string[]): Node {
    return batch(() => moves.reduce((node, move) => this.add(node, move), from));
  }

  setView(node: Node, view: View): void {
    node.view = view;
    this.views.changed();
  }

  rate(node: Node, score: Score, depth: number, evaluator?: Evaluator, nodes?: number): boolean {
    this.scores.changed();
    return rate(node, score, depth, evaluator, nodes);
  }

  spreadProofs(end: Node): void {
    this.scores.changed();
    spreadProofs(path(end));
  }

  remark(node: Node, comment: string, sign = node.sign): void {
    Object.assign(node, { comment, sign });
    this.changed();
  }

  /** Makes the line to a node the played line. */
  play(end: Node | null): void {
    batch(() => {
      this.played = end;
      for (let at = end; at?.parent; at = at.parent) this.promote(at);
      this.changed();
    });
  }

  isPlayed(node: Node): boolean {
    return this.played !== null && path(this.played).includes(node);
  }

  private promote(child: Node): void {
    const { parent } = child;
    if (!parent || parent.children[0] === child) return;
    parent.children = [child, ...parent.children.filter((other) => other !== child)];
    this.changed();
  }

  /** The nodes on the path to `end` that may become the first of their siblings. Nodes on the
   *  played line and their siblings may not. */
  private promotable(end: Node): Node[] {
    const kept = new Set(this.played && path(this.played).slice(0, -1));
    return path(end).filter(({ parent }) => parent && !kept.has(parent));
  }

  mayPromote(end: Node): boolean {
    return this.promotable(end).some((node) => node.parent?.children[0] !== node);
  }

  /** Makes a line the first one, without changing the played line. */
  promoteLine(end: Node): void {
    batch(() => {
      for (const node of this.promotable(end)) this.promote(node);
    });
  }

  /** Removes a node and its descendants; returns its parent. */
  cut(child: Node): Node {
    if (!child.parent) return child;
    child.parent.children = child.parent.children.filter((sibling) => sibling !== child);
    this.changed();
    return child.parent;
  }

  line(end: Node): Line {
    return {
      fen: this.fen,
      moves: path(end)
        .slice(1)
        .map((node) => node.move),
    };
  }

  /** The main line through a node, from the root to its end or that of the played line. */
  main(through: Node = this.root): Node[] {
    const nodes = path(through);
    let at: Node | undefined = through;
    while (at !== this.played && (at = at.children[0])) nodes.push(at);
    return nodes;
  }
}

/** The nodes from the root to a node. */
export function path(end: Node): Node[] {
  const nodes: Node[] = [];
  for (let at: Node | null = end; at; at = at.parent) nodes.unshift(at);
  return nodes;
}

/** 1 if player two begins: a pair of moves begins with player one. */
const offset = (root: Node): number =>
  Number((root.view?.scene.turn ?? root.children[0]?.mover) === "p2");

/** Whether a move is the first one of its pair. */
export const beginsPair = (node: Node, root: Node): boolean => (node.ply + offset(root)) % 2 === 1;

/** The number of a move in the list: of its pair if two sides move in turn, else of the move. */
export function moveNumber(node: Node, root = path(node)[0]!): number {
  return (root.view ?? node.view)?.scene.seats.length
    ? node.ply
    : Math.ceil((node.ply + offset(root)) / 2);
}

/** The line from a node along the first moves. */
export function lineFrom(first: Node): Node[] {
  const line = [first];
  for (let at = first.children[0]; at; at = at.children[0]) line.push(at);
  return line;
}

/** The variations of a line from the root, and their variations. `from` is the number of the line
 *  that a variation leaves: 0 for the main line, then in the order of the result. `ply` is the ply
 *  of its first move, also after the end of the played line. */
export function variations(main: Node[]): { from: number; ply: number; nodes: Node[] }[] {
  const lines = [main];
  const found: { from: number; ply: number; nodes: Node[] }[] = [];
  for (let from = 0; from < lines.length; from += 1) {
    const own = lines[from]!;
    // Without the siblings of the first move: they are variations of the line that this one leaves.
    const others = own
      .slice(1)
      .flatMap((node) => node.parent!.children.filter((it) => it !== node));
    for (const other of [...others, ...own.at(-1)!.children]) {
      const nodes = lineFrom(other);
      lines.push(nodes);
      found.push({ from, ply: other.ply, nodes });
    }
  }
  return found;
}

export const withVariations = (main: Node[]): Node[][] => [
  main,
  ...variations(main).map(({ nodes }) => nodes),
];

/** The better proof of two scores: an engine that knows who wins may report a later end, but the
 *  soonest proven end stays proven. An estimate never takes the place of a proof. */
export function betterProof(before: Score | null | undefined, score: Score): Score {
  if (!before || winnerIn(before) === null) return score;
  if (winnerIn(score) === null) return before;
  if (!("mate" in before)) return score;
  const [value, weaker] =
    "mate" in score ? [score.mate, Math.abs(score.mate) > Math.abs(before.mate)] : [score.cp, true];
  return weaker && before.mate > 0 === value > 0 ? before : score;
}

/** An evaluation below full strength is stored for its evaluator only. */
export function rate(
  node: Node,
  found: Score,
  depth: number,
  evaluator: Evaluator = "engine",
  nodes = 0,
): boolean {
  const score = betterProof(node.evaluations.get(evaluator)?.score, found);
  if (depth >= (node.evaluations.get(evaluator)?.depth ?? 0))
    node.evaluations.set(evaluator, { score, depth, nodes });
  if (isWeak(evaluator) || (node.score && node.depth > depth)) return false;
  node.score = score;
  node.depth = depth;
  return true;
}

export const isWeak = (evaluator: Evaluator): boolean => evaluator.startsWith("engine at ");

/** The points of player one, 0 to 1, if the game is over. */
export const resultIn = ({ over, result }: View): number | null =>
  (over ? { p1win: 1, p2win: 0, draw: 0.5 }[result] : null) ?? null;

export const resultOf = ({ view }: Node): number | null => view && resultIn(view);

/** The expected points of player one, by the result or the score. */
export const worth = (node: Node): number | null =>
  resultOf(node) ?? (node.score && expectation(node.score));

/** The points of player one, 0.5 for a draw, if the game is over or the engine has proven who wins;
 *  otherwise null. */
export function provenWorth(node: Node): number | null {
  const score = node.evaluations.get("engine")?.score;
  return resultOf(node) ?? (score ? winnerIn(score) : null);
}

/** Adds the consequences of proofs. A position is won for the player to move if the next one is won
 *  for that player. If a position is lost for the player to move, the next one is lost for that
 *  player, too. Moves with a random outcome prove nothing. */
function spreadProofs(line: Node[]): void {
  const steps = line.slice(1).map((node, at) => [line[at]!, node] as const);
  const prove = (node: Node, worth: number): void => {
    const score = { cp: worth ? KNOWN : -KNOWN };
    if (provenWorth(node) === null) rate(node, score, node.depth + 1);
  };
  for (const [before, after] of steps.toReversed()) {
    const wins = after.mover && Number(after.mover === "p1");
    if (wins !== null && provenWorth(after) === wins && !moveOf(after)?.heap) prove(before, wins);
  }
  for (const [before, after] of steps) {
    const loses = after.mover && Number(after.mover === "p2");
    if (loses !== null && provenWorth(before) === loses && !moveOf(after)?.heap)
      prove(after, loses);
  }
}

/** The move that led to a node, if the position before it is known. */
export const moveOf = ({ parent, move }: Node): Move | undefined =>
  parent?.view?.scene.moves.find(({ text }) => text === move);

/** Whether a move was the only legal one or turned a piece over, as far as that is known. */
export function isForced(node: Node): boolean {
  const moves = node.parent?.view?.scene.moves;
  return (node.only ||= moves?.length === 1 || Boolean(moveOf(node)?.heap));
}

export function lastMoveText(node: Node): string {
  if (!node.parent) return "Start of the game.";
  const before = node.parent.view?.scene;
  const move = moveOf(node);
  return before && move ? `${turnName(before)}: ${move.words}.` : `${node.move}.`;
}

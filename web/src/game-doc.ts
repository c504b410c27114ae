// A game as plain data: the game of this tab, a game put aside, what is analysed, and the games of
// a file. The address of a position has its own form.

import type { Limit } from "./clock";
import {
  type Reader,
  either,
  flag,
  line,
  list,
  matching,
  number,
  obj,
  oneOf,
  orNull,
  where,
  whole,
} from "./decode";
import type { Ending, Game, Settings, Side } from "./game";
import type { Score } from "./info";
import { SIGNS } from "./records";
import { type Player, PLAYERS } from "./scene";
import { type Facts, type Node, type Rating, type Teller, Tree, isForced, path } from "./tree";

/** A position, and the move that led to it. */
export interface NodeDoc extends Omit<Facts, "told"> {
  /** The number of the node before it. */
  up: number;
  told: (Rating & { teller: Teller })[];
}

/** How a game is played on this page. */
export interface Play {
  settings: Settings;
  /** The numbers of the nodes where it began, and to which it has come. */
  start: number;
  live: number;
  /** Milliseconds on the clocks, if there are some. */
  clocks: Record<Player, number> | null;
}

export interface GameDoc {
  /** The number in its file; 0 for a game of this page. */
  number: number;
  variant: string;
  pie: boolean;
  fen: string | null;
  /** Empty where nobody is named. */
  names: Record<Player, string>;
  /** Event, place, day and the like, for people. */
  facts: string;
  /** The tree: the root, the main line, and the variations, each node after the one before it. */
  nodes: NodeDoc[];
  /** The number of the node in view. */
  at: number;
  turned: boolean;
  /** Null for what is analysed or was recorded. */
  play: Play | null;
  /** How it ended, where the rules have not ended it; in records always. */
  ended: Ending | null;
}

/** The most nodes of a tree that is kept. */
export const MOST_NODES = 20_000;
const LONGEST_FEN = 65_536;
const MOST_MS = 1e9;

const byPlayer = <T>(read: Reader<T>): Reader<Record<Player, T>> => obj({ p1: read, p2: read });
const nodeNumber = whole(0, MOST_NODES);
const name = line(1000);
const score = either<Score>("a score", obj({ cp: number() }), obj({ mate: number() }));
const teller = matching(
  "who tells a score",
  /^(engine( at -?\d{1,6})?|record p[12])$/,
) as Reader<Teller>;

const readNode = obj<NodeDoc>({
  up: nodeNumber,
  // The root has no move.
  move: matching("a move, one word", /^\S{0,64}$/),
  mover: orNull(oneOf(...PLAYERS)),
  only: flag,
  sign: orNull(oneOf(...SIGNS)),
  comment: line(),
  note: line(),
  best: line(),
  score: orNull(score),
  depth: number(),
  told: list(obj({ teller, score, depth: number() })),
});

const readSide = either<Side>(
  "a person or an engine",
  obj({ is: oneOf("person") }),
  obj({ is: oneOf("engine"), elo: orNull(number(-1e5, 1e5)) }),
);

export const readLimit = either<Limit>(
  "a limit of time or depth",
  obj({ kind: oneOf("move"), ms: number(1, MOST_MS) }),
  obj({ kind: oneOf("depth"), depth: number(1, 1000) }),
  obj({ kind: oneOf("clock"), base: number(1, MOST_MS), increment: number(0, MOST_MS) }),
);

const readSettings = obj<Settings>({
  variant: name,
  limit: readLimit,
  pie: flag,
  here: flag,
  sides: byPlayer(readSide),
});

const readPlay = where(
  "clocks in games with clocks",
  obj<Play>({
    settings: readSettings,
    start: nodeNumber,
    live: nodeNumber,
    clocks: orNull(byPlayer(number(0, MOST_MS))),
  }),
  ({ settings, clocks }) => (clocks !== null) === (settings.limit.kind === "clock"),
);

/** Reads what `docOf` has written and somebody else may have changed. */
export const readDoc = where(
  "nodes of a tree",
  obj<GameDoc>({
    number: number(),
    variant: name,
    pie: flag,
    fen: orNull(line(LONGEST_FEN)),
    names: byPlayer(line()),
    facts: line(),
    nodes: list(readNode, MOST_NODES),
    at: nodeNumber,
    turned: flag,
    play: orNull(readPlay),
    ended: orNull(
      obj<Ending>({
        result: oneOf("p1win", "p2win", "draw", "none"),
        text: line(),
        reason: line(),
      }),
    ),
  }),
  ({ nodes, at, play }) =>
    nodes.every(({ up, move }, number) => (number ? up < number && move !== "" : move === "")) &&
    [at, play?.start ?? 0, play?.live ?? 0].every((number) => number < nodes.length),
);

/** A tree with what it is part of. */
export interface Shown {
  tree: Tree;
  variant: string;
  /** Whether the game has the pie rule. */
  pie: boolean;
  turned: boolean;
  record: GameDoc | null;
}

/** The nodes of a tree, the main line first, each after the one before it. */
function nodesOf({ root }: Tree): Node[] {
  const nodes: Node[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    nodes.push(node);
    open.push(...node.children.toReversed());
  }
  return nodes;
}

/** A tree as data, with its game if it has one. Of a tree that is too large the line of the node, or of the game,
 *  is left. */
export function docOf(shown: Shown, at: Node, game: Game | null = null): GameDoc {
  const { tree, variant, pie, turned, record } = shown;
  const own = path(game?.live ?? at);
  const all = nodesOf(tree);
  // The line of a game that is put aside may have been cut off.
  const nodes = [...new Set(all.length > MOST_NODES ? own : [...all, ...own])];
  const numbers = new Map(nodes.map((node, number) => [node, number]));
  const numberOf = (node: Node | null): number => (node && numbers.get(node)) ?? 0;
  return {
    number: record?.number ?? 0,
    variant,
    pie,
    fen: tree.fen,
    names: record?.names ?? { p1: "", p2: "" },
    facts: record?.facts ?? "",
    nodes: nodes.map((node) => ({
      up: numberOf(node.parent),
      move: node.move,
      mover: node.mover,
      only: isForced(node),
      sign: node.sign,
      comment: node.comment,
      note: node.note,
      best: node.best,
      score: node.score,
      depth: node.depth,
      told: [...node.told].map(([teller, rating]) => ({ teller, ...rating })),
    })),
    at: numberOf(at),
    turned,
    play: game && {
      settings: game.settings,
      start: numberOf(game.start),
      live: numberOf(game.live),
      clocks: game.clocks && { p1: game.clocks.of("p1"), p2: game.clocks.of("p2") },
    },
    ended: game ? game.ended : (record?.ended ?? null),
  };
}

/** Adds nodes to a tree that begins like theirs, and gives them back by their numbers. */
export function grow(tree: Tree, nodes: NodeDoc[]): Node[] {
  const grown: Node[] = [];
  for (const { up, told, ...facts } of nodes) {
    const parent = grown[up];
    const node = parent ? tree.add(parent, facts.move) : tree.root;
    const ratings = told.map(({ teller, ...rating }) => [teller, rating] as const);
    grown.push(Object.assign(node, facts, { told: new Map(ratings) }));
  }
  return grown;
}

/** The moves of the main line. */
export function mainMoves({ nodes }: GameDoc): string[] {
  let length = 1;
  while (nodes[length]?.up === length - 1) length += 1;
  return nodes.slice(1, length).map(({ move }) => move);
}

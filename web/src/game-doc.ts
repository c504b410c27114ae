// A game as plain data: of this tab, or of a file. The address of a position has its own form.

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
  optional,
  orNull,
  where,
  whole,
} from "./decode";
import type { Score } from "./info";
import { SIGNS } from "./records";
import { type Player, PLAYERS } from "./scene";
import { type Node, type Evaluator, Tree, isForced, path } from "./tree";

/** The player of a side: a person, or the engine at a rating or at full strength. */
export type Side = { is: "person" } | { is: "engine"; elo: number | null };

const MOST_NODES = 20_000;
const LONGEST_FEN = 65_536;
const MOST_MS = 1e9;

const byPlayer = <T>(read: Reader<T>): Reader<Record<Player, T>> => obj({ p1: read, p2: read });
const nodeNumber = whole(0, MOST_NODES);
const name = line(1000);
const score = either<Score>("a score", obj({ cp: number() }), obj({ mate: number() }));
const evaluator = matching(
  "who tells a score",
  /^(engine( at -?\d{1,6})?|record p[12])$/,
) as Reader<Evaluator>;

const readNode = obj({
  /** The number of its parent. */
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
  evaluations: list(obj({ evaluator, score, depth: number(), nodes: optional(number(), 0) })),
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

const readSettings = obj({
  variant: name,
  limit: readLimit,
  pie: flag,
  /** Whether the game starts from the position in view. */
  here: flag,
  sides: byPlayer(readSide),
});
export type Settings = ReturnType<typeof readSettings>;

/** The end of a game, by the rules or otherwise. */
const readEnding = obj({
  result: oneOf<string>("p1win", "p2win", "draw", "none"),
  text: line(),
  /** The reason in the words of records. */
  reason: line(),
});
export type Ending = ReturnType<typeof readEnding>;

/** The state of a game of this page. */
const readPlay = where(
  "clocks in games with clocks",
  obj({
    settings: readSettings,
    /** The numbers of its first and last node. */
    start: nodeNumber,
    live: nodeNumber,
    /** Milliseconds on the clocks; null without clocks. */
    clocks: orNull(byPlayer(number(0, MOST_MS))),
  }),
  ({ settings, clocks }) => (clocks !== null) === (settings.limit.kind === "clock"),
);

export const readDoc = where(
  "nodes of a tree",
  obj({
    /** Its id among the games of this browser; empty if it is none of them. */
    id: matching("a name of a game", /^[a-z\d]{0,64}$/),
    /** When it began, in milliseconds since 1970; 0 if unknown. */
    started: number(0, 8.64e15),
    /** The number in its file; 0 for a game of this page. */
    number: number(),
    variant: name,
    pie: flag,
    fen: orNull(line(LONGEST_FEN)),
    /** Empty if unknown. */
    names: byPlayer(line()),
    /** Event, place, day and the like, for people. */
    facts: line(),
    /** The root, the main line, and the variations; parents come first. */
    nodes: list(readNode, MOST_NODES),
    /** The number of the last node of the line that was played; null if no game was played. */
    played: orNull(nodeNumber),
    /** The number of the node in view. */
    at: nodeNumber,
    turned: flag,
    /** Null for analysed and recorded games. */
    play: orNull(readPlay),
    /** The end, also by the rules; null if the game goes on or none was played. Recorded games
     *  always have it, perhaps with the result `none`. */
    ended: orNull(readEnding),
  }),
  ({ nodes, at, play, played }) =>
    nodes.every(({ up, move }, number) => (number ? up < number && move !== "" : move === "")) &&
    [at, play?.start ?? 0, play?.live ?? 0, played ?? 0].every((number) => number < nodes.length),
);
export type GameDoc = ReturnType<typeof readDoc>;

/** The data of a game of this page beyond its tree. */
interface Played {
  id: string;
  started: number;
  settings: Settings;
  start: Node;
  live: Node;
  head: Node;
  ended: Ending | null;
  clocks: { of(player: Player): number } | null;
}

/** A tree, and how it is shown: its variant, pie rule, orientation and record. */
export interface Shown {
  tree: Tree;
  variant: string;
  /** Whether the pie rule is on. */
  pie: boolean;
  turned: boolean;
  record: GameDoc | null;
}

/** The nodes of a tree in the order of `GameDoc`. */
function nodesOf({ root }: Tree): Node[] {
  const nodes: Node[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    nodes.push(node);
    open.push(...node.children.toReversed());
  }
  return nodes;
}

/** The end of a game, also by the rules; null if it goes on. */
export function endOf({ ended, live }: Pick<Played, "ended" | "live">): Ending | null {
  const { view } = live;
  return ended ?? (view?.over ? { result: view.result, text: "", reason: "rules" } : null);
}

/** A tree as data: if it is too large, only the played line, or that to the node in view. */
export function docOf(shown: Shown, at: Node, game: Played | null = null): GameDoc {
  const { tree, variant, pie, turned, record } = shown;
  const all = nodesOf(tree);
  const nodes = all.length > MOST_NODES ? path(tree.played ?? at) : all;
  const numbers = new Map(nodes.map((node, number) => [node, number]));
  const numberOf = (node: Node | null): number => (node && numbers.get(node)) ?? 0;
  return {
    id: (game ?? record)?.id ?? "",
    started: (game ?? record)?.started ?? 0,
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
      evaluations: [...node.evaluations].map(([evaluator, evaluation]) => ({
        evaluator,
        ...evaluation,
      })),
    })),
    played: tree.played && numberOf(tree.played),
    at: numberOf(at),
    turned,
    play: game && {
      settings: game.settings,
      start: numberOf(game.start),
      live: numberOf(game.head),
      clocks: game.clocks && { p1: game.clocks.of("p1"), p2: game.clocks.of("p2") },
    },
    ended: game ? endOf(game) : (record?.ended ?? null),
  };
}

/** Adds the nodes of a document to a tree; returns them by their numbers. */
export function grow(tree: Tree, { nodes, played }: Pick<GameDoc, "nodes" | "played">): Node[] {
  const grown: Node[] = [];
  for (const { up, evaluations, ...facts } of nodes) {
    const parent = grown[up];
    const node = parent ? tree.add(parent, facts.move) : tree.root;
    const entries = evaluations.map(
      ({ evaluator, ...evaluation }) => [evaluator, evaluation] as const,
    );
    grown.push(Object.assign(node, facts, { evaluations: new Map(entries) }));
  }
  tree.play(played === null ? null : grown[played]!);
  return grown;
}

// A game that was opened or is analysed, as text of this tab that outlives a reload: its tree with
// remarks and scores, where it came from, and whether the engine is on. What is read back is text
// from outside, like any other.

import type { App } from "./app";
import { Refused } from "./engine";
import type { Ending } from "./game";
import type { Score } from "./info";
import { type Recorded, SIGNS } from "./records";
import { PLAYERS } from "./scene";
import { type Node, type Teller, Tree, isForced } from "./tree";

const KEY = "zugi-tree";
/** The most positions of a tree, and characters of the games of a file, that are kept. */
const MOST_NODES = 20_000;
const MOST_GAMES = 1_000_000;

/** A node: the number of the one before it, and what is known of the move and the position. */
type KeptNode = [
  number,
  Pick<Node, "move" | "mover" | "only" | "sign" | "comment" | "note" | "best" | "score" | "depth">,
  [Teller, { score: Score; depth: number }][],
];

interface Kept {
  engine: string;
  address: string;
  variant: string;
  pie: boolean;
  fen: string | null;
  turned: boolean;
  analysing: boolean;
  nodes: KeptNode[];
  /** The number of the node in view. */
  at: number;
  /** How the game in view ended, if people or clocks have ended it. */
  ended: Ending | null;
  record: Recorded | null;
  /** The games of the file, with what is said of them, and which one it is. */
  games: Recorded[];
  count: string;
  chosen: string;
}

/** The nodes of a tree, each after the one before it. */
function listOf({ root }: Tree): Node[] {
  const nodes = [root];
  for (let at = 0; at < nodes.length && nodes.length <= MOST_NODES; at += 1)
    nodes.push(...nodes[at]!.children);
  return nodes;
}

function keptOf(app: App, address: string): Kept | null {
  const { tree, record, records } = app;
  const nodes = listOf(tree);
  const wanted = !app.puzzle && (nodes.length > 1 || app.analysis.on) && nodes.length <= MOST_NODES;
  if (!wanted) return null;
  const numbers = new Map(nodes.map((node, at) => [node, at]));
  const games =
    record && records.includes(record) && JSON.stringify(records).length <= MOST_GAMES
      ? records
      : record
        ? [record]
        : [];
  return {
    engine: app.engine.name,
    address,
    variant: app.variant,
    pie: app.pie,
    fen: tree.fen,
    turned: app.turned,
    analysing: app.analysis.on,
    nodes: nodes.map((node) => {
      const { parent, move, mover, sign, comment, note, best, score, depth, told } = node;
      return [
        parent ? numbers.get(parent)! : 0,
        { move, mover, only: isForced(node), sign, comment, note, best, score, depth },
        [...told],
      ];
    }),
    at: numbers.get(app.node) ?? 0,
    ended: app.game?.ended ?? null,
    record,
    games,
    count: games === records ? app.recordsText : "",
    chosen: app.recordFacts.text,
  };
}

/** Nothing is kept any more. */
function forget(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** Keeps what is in view; of a game that is played, what stands beside its moves, too. */
export function keepTree(app: App, address: string): void {
  try {
    const kept = keptOf(app, address);
    if (kept)
      sessionStorage.setItem(
        KEY,
        JSON.stringify(kept, (_, value: unknown) =>
          typeof value === "string" ? value.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ") : value,
        ),
      );
    else sessionStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing, or has no room for so much: a reload begins anew.
    forget();
  }
}

const isScore = (value: Score | null): boolean =>
  value !== null && Number.isFinite("mate" in value ? value.mate : value.cp);
const isEnding = (value: Ending | null | undefined): boolean =>
  value == null ||
  (/^(p[12]win|draw|none)$/.test(value.result) &&
    [value.text, value.reason].every((word) => typeof word === "string"));
const isMove = (move: string): boolean => /^\S{1,64}$/.test(move);

/** Whether a game of a file is one; throws if it is something else. */
const isGame = ({
  names,
  opening,
  moves,
  variations,
  fen,
  remarks,
  scores,
  variant,
}: Recorded): boolean =>
  PLAYERS.every((player) => typeof names[player] === "string") &&
  [...opening, ...moves.map(({ move }) => move), ...variations.flatMap(({ moves }) => moves)].every(
    isMove,
  ) &&
  (fen === null || typeof fen === "string") &&
  Array.isArray(remarks) &&
  Array.isArray(scores) &&
  typeof variant === "string";

/** What a text has kept; nothing if it does not fit. */
export function readTree(text: string): Kept | null {
  try {
    const kept = JSON.parse(text, (_, value: unknown) => {
      // A text of an earlier page must not become a second command.
      if (typeof value === "string" && /[\p{Cc}\p{Zl}\p{Zp}]/u.test(value))
        throw new TypeError(value);
      return value;
    }) as Kept;
    const words = [kept.engine, kept.address, kept.variant, kept.count, kept.chosen].every(
      (word) => typeof word === "string",
    );
    const fits =
      words &&
      isEnding(kept.ended) &&
      (kept.fen === null || typeof kept.fen === "string") &&
      kept.nodes.length <= MOST_NODES &&
      kept.nodes[kept.at] !== undefined &&
      kept.nodes.every(
        ([up, { move, mover, sign, comment, note, best, score, depth }, told], at) =>
          (at ? up >= 0 && up < at && isMove(move) : move === "") &&
          (mover === null || PLAYERS.includes(mover)) &&
          (sign === null || SIGNS.includes(sign)) &&
          [comment, note, best].every((word) => typeof word === "string") &&
          (score === null || isScore(score)) &&
          Number.isFinite(depth) &&
          told.every(
            ([teller, { score, depth }]) =>
              typeof teller === "string" && isScore(score) && Number.isFinite(depth),
          ),
      );
    return fits && [...kept.games, ...(kept.record ? [kept.record] : [])].every(isGame)
      ? kept
      : null;
  } catch {
    return null;
  }
}

/** Adds what was kept to a tree, from the root on; gives back the nodes by their numbers. */
function grow(tree: Tree, nodes: KeptNode[]): Node[] {
  const grown = [tree.root];
  for (const [up, { move, mover, only, sign, comment, note, best, score, depth }, told] of nodes) {
    const node = move ? tree.add(grown[up]!, move) : tree.root;
    if (move) grown.push(node);
    Object.assign(node, {
      mover,
      only: only === true,
      sign,
      comment,
      note,
      best,
      score,
      depth,
      told: new Map(told),
    });
  }
  return grown;
}

/** Adds what was kept to the game that is gone back to. */
function rejoin({ tree, game, variant }: App, kept: Kept): boolean {
  if (!game || kept.variant !== variant || kept.fen !== tree.fen) return false;
  grow(tree, kept.nodes);
  game.ended = kept.ended ?? null;
  return true;
}

/** Shows what was kept, if it was in view at this address; says whether it is. */
export async function reopenTree(app: App, address: string): Promise<boolean> {
  const kept = readTree(sessionStorage.getItem(KEY) ?? "");
  if (kept?.engine !== app.engine.name || !["", kept.address].includes(address)) return false;
  if (app.game) return rejoin(app, kept);
  try {
    await app.attempt(async () => {
      const tree = await app.plant(kept.variant, kept.fen);
      await app.engine.trySet("PieRule", String(kept.pie));
      app.pie = kept.pie;
      const node = grow(tree, kept.nodes)[kept.at] ?? tree.root;
      node.view ??= await app.engine.view(tree.line(node));
      await app.adopt(tree, node, kept.record);
    });
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
  app.turned = kept.turned;
  app.records = kept.games;
  if (kept.games.length) {
    app.recordsText = kept.count;
    app.recordAsked = kept.games.find(({ number }) => number === kept.record?.number) ?? null;
    app.recordFacts = { text: kept.chosen };
  }
  app.analysis.switch(kept.analysing);
  return true;
}

// Writes games as records of text, or in Portable Game Notation: see `docs/reference/records.md`.

import { type GameDoc, grow } from "./game-doc";
import type { Score } from "./info";
import { PLAYERS, type Player } from "./scene";
import { type Node, type Evaluator, Tree, lineFrom, resultOf, variations } from "./tree";

const escaped = (text: string, more = ""): string =>
  [...text]
    .map((found) =>
      found === "\\"
        ? "\\\\"
        : /[\p{Cc}\p{Zl}\p{Zp}]/u.test(found) || more.includes(found)
          ? `\\u{${found.codePointAt(0)?.toString(16)}}`
          : found,
    )
    .join("");

interface Head {
  number: number;
  variant: string;
  names: Record<Player, string>;
  fen: string | null;
  result: string;
  reason: string;
}

/** A score as `cp 12` or `mate 3`. */
const scoreWords = (score: Score, between: string, sign = 1): string =>
  "mate" in score
    ? `mate${between}${Math.trunc(sign * score.mate)}`
    : `cp${between}${Math.round(sign * score.cp)}`;

/** The words in the braces of a move. */
function braces({ parent, mover, sign, comment }: Node, scored: boolean): string {
  // The score is that of the position before the move, for its player.
  const score = scored && mover && parent?.score;
  const said = score
    ? [scoreWords(score, " ", mover === "p1" ? 1 : -1), `depth ${parent.depth}`]
    : [];
  // A record needs a time for each move; the page does not know it.
  said.push("time 0");
  if (sign) said.push(`annotation ${sign}`);
  if (comment) said.push(`comment ${escaped(comment, "{}")}`);
  return said.join(", ");
}

/** The evaluation of a position by one source, or its result. */
function evaluationWords(evaluator: Evaluator, node: Node): string {
  const evaluation = node.evaluations.get(evaluator);
  const result = resultOf(node);
  const best = evaluation?.depth === node.depth && node.best ? `/${escaped(node.best)}` : "";
  const value =
    result !== null ? `end${2 * result - 1}` : evaluation ? scoreWords(evaluation.score, "") : "-";
  const { depth = 0, nodes = 0 } = evaluation ?? {};
  const effort = `${depth}${nodes ? `n${nodes}` : ""}`;
  return `${node.mover ?? "-"}:${value}${value === "-" ? "" : `/${effort}${best}`}`;
}

/** Writes a line from the root, and its variations; with scores if `scored`. */
export function writeRecord(head: Head, main: Node[], scored: boolean): string {
  const lines = [`[number ${head.number}]`, `[variant ${head.variant}]`];
  for (const player of PLAYERS) lines.push(`[${player} ${escaped(head.names[player])}]`);
  if (head.fen !== null) lines.push(`[fen ${head.fen}]`);
  lines.push(`[result ${head.result}]`, `[reason ${head.reason || "rules"}]`);
  for (const node of main.slice(1)) {
    const mover = node.mover ? `${node.mover} ` : "";
    lines.push(`${node.ply} ${mover}${escaped(node.move)} {${braces(node, scored)}}`);
  }
  const beside = variations(main);
  for (const { from, ply, nodes } of beside)
    lines.push(`; variation ${from} ${ply} ${nodes.map(({ move }) => escaped(move)).join(" ")}`);
  for (const [at, { nodes }] of beside.entries())
    for (const { ply, sign, comment } of nodes)
      if (sign || comment)
        lines.push(escaped(`; remark ${at + 1} ${ply} ${sign ?? "-"} ${comment}`).trimEnd());
  if (!scored) return `${lines.join("\n")}\n\n`;
  const all = [main, ...beside.map(({ nodes }) => nodes)];
  const evaluators = new Set(all.flat().flatMap(({ evaluations }) => [...evaluations.keys()]));
  // The scores of players are already with their moves.
  if ([...evaluators].some((evaluator) => !evaluator.startsWith("record ")))
    for (const [at, nodes] of all.entries())
      for (const evaluator of evaluators) {
        const words = nodes.map((node) => evaluationWords(evaluator, node)).join(" ");
        lines.push(`; scores ${at} ${evaluator.replaceAll(" ", "_")} ${words}`);
      }
  return `${lines.join("\n")}\n\n`;
}

const PGN_RESULTS: Record<string, string> = { p1win: "1-0", p2win: "0-1", draw: "1/2-1/2" };

/** The widest line of moves in PGN. */
const WIDTH = 79;

/** The longest word of a comment in PGN. */
const LONGEST_WORD = 60;

/** Whether a move can be a word of PGN. */
const isWord = (move: string): boolean =>
  move.length <= LONGEST_WORD && !/[\s\p{Cc}{}()[\]<>;"%$*!?.]|^\d+$/u.test(move);

function commentWords(text: string): string[] {
  const plain = text
    .replaceAll("{", "(")
    .replaceAll("}", ")")
    .replace(/\p{Cc}/gu, " ");
  const words = plain
    .split(/\s+/)
    .flatMap((word) => word.match(new RegExp(`.{1,${LONGEST_WORD}}`, "gu")) ?? []);
  return words.length ? `{${words.join(" ")}}`.split(" ") : [];
}

/** The words of a line in PGN; the variations follow the moves that they replace. A move
 *  without a known player is player two's after a move of player one; otherwise its ply decides:
 *  odd plies are player one's. */
function lineWords(line: Node[], played: Node | null, isVariation = false): string[] {
  const words: string[] = [];
  let [number, before] = [Math.ceil(line[0]!.ply / 2), null as Player | null];
  let commented = true;
  for (const [at, node] of line.entries()) {
    const mover = node.mover ?? (before === "p1" || node.ply % 2 === 0 ? "p2" : "p1");
    const follows = before === "p1" && mover === "p2";
    if (at && !follows) number += 1;
    if (mover === "p1") words.push(`${number}.`);
    else if (!follows || commented) words.push(`${number}...`);
    const said = isWord(node.move) ? node.comment : `${node.move} ${node.comment}`;
    words.push(`${isWord(node.move) ? node.move : "--"}${node.sign ?? ""}`);
    const comment = commentWords(said);
    words.push(...comment);
    // The siblings of a variation's first move are variations of the line that it leaves.
    const beside = at || !isVariation ? (node.parent?.children ?? []) : [];
    const siblings = beside.filter((one) => one !== node);
    const others = [...siblings, ...(node === played ? node.children : [])];
    for (const other of others) words.push("(", ...lineWords(lineFrom(other), null, true), ")");
    [before, commented] = [mover, comment.length + others.length > 0];
  }
  return words;
}

const tag = (name: string, value: string): string =>
  `[${name} "${value.replace(/["\\]/g, "\\$&").replace(/\p{Cc}/gu, " ")}"]`;

/** The limit of a game in the form of PGN. */
function timeWords(play: GameDoc["play"]): string {
  const limit = play?.settings.limit;
  if (limit?.kind === "move") return `1/${limit.ms / 1000}`;
  if (limit?.kind !== "clock") return limit ? "-" : "?";
  return `${limit.base / 1000}${limit.increment ? `+${limit.increment / 1000}` : ""}`;
}

/** Writes a game in PGN: player one is White. */
export function writePgn(doc: GameDoc, round: number): string {
  const tree = new Tree(doc.fen);
  grow(tree, doc);
  const main = tree.main(tree.played ?? tree.root).slice(1);
  const { result = "none", reason = "" } = doc.ended ?? {};
  const score = PGN_RESULTS[result] ?? "*";
  const date = doc.started ? new Date(doc.started).toISOString().slice(0, 10) : "????-??-??";
  const tags = [
    tag("Event", doc.play ? "zugi" : doc.facts || "?"),
    tag("Site", "?"),
    tag("Date", date.replaceAll("-", ".")),
    tag("Round", String(round)),
    tag("White", doc.names.p1 || "p1"),
    tag("Black", doc.names.p2 || "p2"),
    tag("Result", score),
    tag("Variant", doc.variant),
    ...(doc.fen === null ? [] : [tag("SetUp", "1"), tag("FEN", doc.fen)]),
    tag("PlyCount", String(main.length)),
    tag("TimeControl", timeWords(doc.play)),
  ];
  const words = main.length ? lineWords(main, tree.played) : [];
  // The last comment of PGN is read as the reason.
  if (reason && (reason !== "rules" || main.at(-1)?.comment)) words.push(`{${reason}}`);
  let text = "";
  let column = 0;
  for (const word of [...words, score]) {
    const fits = column + 1 + word.length <= WIDTH;
    text += column ? (fits ? " " : "\n") : "";
    text += word;
    column = (fits && column ? column + 1 : 0) + word.length;
  }
  return `${tags.join("\n")}\n\n${text}\n\n`;
}

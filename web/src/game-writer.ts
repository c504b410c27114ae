// Writes a game as a record of text as in `docs/reference/records.md`.

import type { Score } from "./info";
import { PLAYERS, type Player } from "./scene";
import { type Node, type Evaluator, resultOf, variations } from "./tree";

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

export interface Head {
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
function braces({ parent, mover, sign, comment }: Node): string {
  // The score is that of the position before the move, for its player.
  const score = mover && parent?.score;
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

/** Writes a line from the root, and its variations. */
export function writeRecord(head: Head, main: Node[]): string {
  const lines = [`[number ${head.number}]`, `[variant ${head.variant}]`];
  for (const player of PLAYERS) lines.push(`[${player} ${escaped(head.names[player])}]`);
  if (head.fen !== null) lines.push(`[fen ${head.fen}]`);
  lines.push(`[result ${head.result}]`, `[reason ${head.reason || "rules"}]`);
  for (const node of main.slice(1)) {
    const mover = node.mover ? `${node.mover} ` : "";
    lines.push(`${node.ply} ${mover}${escaped(node.move)} {${braces(node)}}`);
  }
  const beside = variations(main);
  for (const { from, ply, nodes } of beside)
    lines.push(`; variation ${from} ${ply} ${nodes.map(({ move }) => escaped(move)).join(" ")}`);
  for (const [at, { nodes }] of beside.entries())
    for (const { ply, sign, comment } of nodes)
      if (sign || comment)
        lines.push(escaped(`; remark ${at + 1} ${ply} ${sign ?? "-"} ${comment}`).trimEnd());
  const all = [main, ...beside.map(({ nodes }) => nodes)];
  const evaluators = new Set(all.flat().flatMap(({ evaluations }) => [...evaluations.keys()]));
  // The scores of players are with their moves already.
  if ([...evaluators].some((evaluator) => !evaluator.startsWith("record ")))
    for (const [at, nodes] of all.entries())
      for (const evaluator of evaluators) {
        const words = nodes.map((node) => evaluationWords(evaluator, node)).join(" ");
        lines.push(`; scores ${at} ${evaluator.replaceAll(" ", "_")} ${words}`);
      }
  return `${lines.join("\n")}\n\n`;
}

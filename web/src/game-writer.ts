// A game as a record, in the form of the text of `docs/reference/records.md`, with its variations
// and remarks.

import type { Score } from "./info";
import { PLAYERS, type Player } from "./scene";
import { type Node, type Teller, resultOf, variations } from "./tree";

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

/** What stands above the moves of a game. */
export interface Head {
  number: number;
  variant: string;
  names: Record<Player, string>;
  fen: string | null;
  result: string;
  reason: string;
}

/** A score as `cp 12` or `mate 3`, for player one or for the one who sees it. */
const scoreWords = (score: Score, between: string, sign = 1): string =>
  "mate" in score
    ? `mate${between}${Math.trunc(sign * score.mate)}`
    : `cp${between}${Math.round(sign * score.cp)}`;

/** What is said in the braces of a move. */
function braces({ parent, mover, sign, comment }: Node): string {
  // A score is that of the position before the move, for the one who makes it.
  const score = mover && parent?.score;
  const said = score
    ? [scoreWords(score, " ", mover === "p1" ? 1 : -1), `depth ${parent.depth}`]
    : [];
  // A record has a time for each move; how long people took is not kept.
  said.push("time 0");
  if (sign) said.push(`annotation ${sign}`);
  if (comment) said.push(`comment ${escaped(comment, "{}")}`);
  return said.join(", ");
}

/** What one has told of a position: a result is told as the end of the game. */
function told(teller: Teller, node: Node): string {
  const rating = node.told.get(teller);
  const result = resultOf(node);
  const best = rating?.depth === node.depth && node.best ? `/${escaped(node.best)}` : "";
  const value =
    result !== null ? `end${2 * result - 1}` : rating ? scoreWords(rating.score, "") : "-";
  return `${node.mover ?? "-"}:${value}${value === "-" ? "" : `/${rating?.depth ?? 0}${best}`}`;
}

/** A game in the form of the text: a line from the root on, and the variations beside it. */
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
  const tellers = new Set(all.flat().flatMap(({ told }) => [...told.keys()]));
  // Moves alone have room for what a player thinks in their own turns.
  if ([...tellers].some((teller) => !teller.startsWith("record ")))
    for (const [at, nodes] of all.entries())
      for (const teller of tellers) {
        const words = nodes.map((node) => told(teller, node)).join(" ");
        lines.push(`; scores ${at} ${teller.replaceAll(" ", "_")} ${words}`);
      }
  return `${lines.join("\n")}\n\n`;
}

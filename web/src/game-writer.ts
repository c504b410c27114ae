// A game as a record, in the form of the text of `docs/reference/records.md`, with its variations
// and remarks.

import type { Recorded } from "./records";
import { PLAYERS } from "./scene";

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

/** A game in the form of the text. */
export function writeRecord(game: Recorded): string {
  const lines = [`[number ${game.number}]`, `[variant ${game.variant}]`];
  for (const player of PLAYERS) lines.push(`[${player} ${escaped(game.names[player])}]`);
  if (game.fen !== null) lines.push(`[fen ${game.fen}]`);
  lines.push(`[result ${game.result}]`, `[reason ${game.reason || "rules"}]`);
  game.moves.forEach(({ move, player, score, depth, sign, comment }, index) => {
    const said = score
      ? [
          `${"mate" in score ? `mate ${Math.trunc(score.mate)}` : `cp ${Math.round(score.cp)}`}`,
          `depth ${depth}`,
        ]
      : [];
    // A record has a time for each move; how long people took is not kept.
    said.push("time 0");
    if (sign) said.push(`annotation ${sign}`);
    if (comment) said.push(`comment ${escaped(comment, "{}")}`);
    lines.push(`${index + 1} ${player ? `${player} ` : ""}${escaped(move)} {${said.join(", ")}}`);
  });
  for (const { from, ply, moves } of game.variations)
    lines.push(`; variation ${from} ${ply} ${moves.map((move) => escaped(move)).join(" ")}`);
  for (const { line, ply, sign, comment } of game.remarks)
    lines.push(escaped(`; remark ${line} ${ply} ${sign ?? "-"} ${comment}`).trimEnd());
  for (const { line, teller, all } of game.scores) {
    const told = all.map(({ mover, score, depth, best, end }) => {
      const value = !score
        ? "-"
        : `${end ? "end" : "mate" in score ? "mate" : "cp"}${"mate" in score ? Math.trunc(score.mate) : Math.round(score.cp)}/${depth}${best && `/${escaped(best)}`}`;
      return `${mover ?? "-"}:${value}`;
    });
    lines.push(`; scores ${line} ${teller.replaceAll(" ", "_")} ${told.join(" ")}`);
  }
  return `${lines.join("\n")}\n\n`;
}

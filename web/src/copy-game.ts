// The game in view as a record, for the clipboard.

import type { App } from "./app";
import { copy } from "./files";
import { writeRecord } from "./game-writer";
import type { Score } from "./info";
import { type Recorded, lineOf } from "./records";
import type { Player } from "./scene";
import { type Node, beside } from "./tree";

/** The line in view, up to its end, and the variations beside it, as a record. */
export function recordOf(app: App): Recorded {
  const main = app.tree.main(app.node);
  const nodes = main.slice(1);
  const own = (score: Score | null, first: boolean): Score | null => {
    if (!score || first) return score;
    return "cp" in score ? { cp: 0 - score.cp } : { mate: 0 - score.mate };
  };
  const end = nodes.at(-1)?.view ?? app.node.view;
  const side = app.game?.settings.sides;
  // How a recorded game ended says nothing of other lines.
  const record = app.record && lineOf(app.record, 0).join(" ") === nodes.map(({ move }) => move).join(" ") ? app.record : null;
  const name = (player: Player): string => app.record?.names[player] || (side?.[player].is === "engine" ? app.engine.name : "person");
  const lines = beside(main);
  const said = ({ sign, comment }: Node): boolean => sign !== null || comment !== "";
  return {
    number: app.record?.number || 1, variant: app.variant, names: { p1: name("p1"), p2: name("p2") }, facts: "",
    fen: app.tree.fen, opening: [], result: app.game?.ended?.result ?? record?.result ?? end?.result ?? "none", reason: app.game?.ended?.reason ?? record?.reason ?? "rules",
    variations: lines.map(({ from, ply, nodes }) => ({ from, ply, moves: nodes.map(({ move }) => move) })),
    remarks: lines.flatMap(({ nodes }, at) => nodes.filter(said).map(({ ply, sign, comment }) => ({ line: at + 1, ply, sign, comment }))),
    moves: nodes.map((node) => ({
      move: node.move, player: node.mover, depth: node.parent?.depth ?? 0, note: "", sign: node.sign, comment: node.comment,
      score: node.mover ? own(node.parent?.score ?? null, node.mover === "p1") : null,
    })),
  };
}

export const copyGame = (app: App): Promise<void> => copy("Game", writeRecord(recordOf(app)));

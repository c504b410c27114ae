// Proofs of the winner of the position in view, by an engine on the person's machine: on a server
// they would cost the host too much.

import { say } from "./dom";
import { readInfo } from "../../clients/js/src/lines";
import { short } from "./info";
import { type Scene, nameOf } from "./scene";
import { connection, play, position } from "./stores";
import { analysis } from "./stores/analysis";

/** The most moves of the line that show. */
const SHOWN = 12;

function progress(scene: Scene, text: string): string | null {
  const { nodes, lostmoves, rootmoves } = readInfo(text);
  return nodes === undefined || rootmoves === undefined
    ? null
    : `Proving: ${short(nodes)} positions; ${lostmoves} of ${rootmoves} moves of ${nameOf(scene, scene.turn)} are known to lose.`;
}

function ended(scene: Scene, result: string | null, line: string[]): string {
  if (result === "draw") return "Proven: a draw.";
  if (result !== "p1win" && result !== "p2win")
    return result === "unknown" ? "Stopped: it is not known who wins." : "";
  const shown = line.slice(0, SHOWN).join(" ");
  const rest = line.length > SHOWN ? ` \u2026 (${line.length} moves)` : "";
  return `Proven: ${nameOf(scene, result === "p1win" ? "p1" : "p2")} wins${shown && `, for instance by ${shown}${rest}`}.`;
}

/** Begins a proof, or stops it; announces the result. */
export async function prove(): Promise<void> {
  const { scene, node } = position;
  if (analysis.proof?.running) return analysis.proof.running.stop();
  if (!scene) return;
  play.leave();
  let line: string[] = [];
  const running = connection.engine.solve(position.tree.line(node), (text) => {
    if (text.startsWith("line ")) line = text.trim().split(/\s+/).slice(1);
    const told = progress(scene, text);
    if (told && analysis.proof?.running === running) analysis.proof = { node, text: told, running };
  });
  analysis.proof = { node, text: "Proving: small endings first.", running };
  const result = await running.best;
  if (analysis.proof?.running !== running) return;
  const text = ended(scene, result, line);
  analysis.proof = { node, text, running: null };
  if (text) say(text);
}

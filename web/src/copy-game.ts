// What goes to the clipboard: the position, its address, and the game in view as a record.

import type { App } from "./app";
import { showText } from "./text-dialog";
import { byId, el, say } from "./dom";
import { addressOf } from "./files";
import { writeRecord } from "./game-writer";
import { save } from "./image";
import type { Score } from "./info";
import { levelWords } from "./levels";
import { type Recorded, type Scores, type Told, lineOf } from "./records";
import type { Player } from "./scene";
import { type Node, beside, resultOf } from "./tree";

/** Copies a text, or shows it where the browser does not let pages copy. */
async function copy(what: string, text: string, more = ""): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
    byId("note").textContent = `${what} copied.${more}`;
    // Seen also where the menu has closed.
    const seen = el(
      "p",
      { class: "copied", "aria-hidden": "true", animationend: () => seen.remove() },
      `${what} copied.${more}`,
    );
    document.body.append(seen);
  } catch {
    await showText(what, text, "Copy the text:");
  }
}

/** What has been told of the positions of some lines, if the engine of the page has told some of it:
 *  moves alone have room for what one player thinks in their own turns. */
function scoresOf(lines: Node[][]): Scores[] {
  const tellers = [...new Set(lines.flat().flatMap(({ told }) => [...told.keys()]))];
  if (tellers.every((teller) => teller.startsWith("record "))) return [];
  return lines.flatMap((nodes, line) =>
    tellers.map((teller) => ({
      line,
      teller,
      all: nodes.map((node): Told => {
        const told = node.told.get(teller);
        const result = resultOf(node);
        const score = result === null ? (told?.score ?? null) : { mate: 2 * result - 1 };
        return {
          mover: node.mover,
          score,
          depth: told?.depth ?? 0,
          best: told && told.depth === node.depth ? node.best : "",
          end: result !== null,
        };
      }),
    })),
  );
}

/** The line in view, up to its end, and the variations beside it, as a record. */
export function recordOf(app: App): Recorded {
  const main = app.tree.main(app.node);
  const nodes = main.slice(1);
  const own = (score: Score | null, first: boolean): Score | null => {
    if (!score || first) return score;
    return "cp" in score ? { cp: 0 - score.cp } : { mate: 0 - score.mate };
  };
  const end = nodes.at(-1)?.view ?? app.node.view;
  const { parked } = app.suspended;
  const game = app.game ?? (parked?.tree === app.tree ? parked.game : null);
  const ended = app.game || game?.live === main.at(-1) ? game?.ended : null;
  // How a recorded game ended says nothing of other lines.
  const record =
    app.record && lineOf(app.record, 0).join(" ") === nodes.map(({ move }) => move).join(" ")
      ? app.record
      : null;
  const name = (player: Player): string => {
    const side = game?.settings.sides[player];
    const level =
      side?.is === "engine" && side.elo !== null
        ? `, ${levelWords(app.engine.options.get("UGI_Elo"), side.elo)}`
        : "";
    return (
      app.record?.names[player] || (side?.is === "engine" ? `${app.engine.name}${level}` : "person")
    );
  };
  const lines = beside(main);
  const said = ({ sign, comment }: Node): boolean => sign !== null || comment !== "";
  return {
    number: app.record?.number || 1,
    variant: app.variant,
    names: { p1: name("p1"), p2: name("p2") },
    facts: "",
    fen: app.tree.fen,
    opening: [],
    result: ended?.result ?? record?.result ?? end?.result ?? "none",
    reason: ended?.reason ?? record?.reason ?? "rules",
    variations: lines.map(({ from, ply, nodes }) => ({
      from,
      ply,
      moves: nodes.map(({ move }) => move),
    })),
    remarks: lines.flatMap(({ nodes }, at) =>
      nodes.filter(said).map(({ ply, sign, comment }) => ({ line: at + 1, ply, sign, comment })),
    ),
    scores: scoresOf([main, ...lines.map(({ nodes }) => nodes)]),
    moves: nodes.map((node) => ({
      move: node.move,
      player: node.mover,
      depth: node.parent?.depth ?? 0,
      note: "",
      sign: node.sign,
      comment: node.comment,
      score: node.mover ? own(node.parent?.score ?? null, node.mover === "p1") : null,
    })),
  };
}

export const copyGame = (app: App): Promise<void> => copy("Game", writeRecord(recordOf(app)));
export const copyPosition = (app: App): Promise<void> => copy("Position", app.node.view?.fen ?? "");
/** A link leads to the position in view; what comes after it is in copies of the game alone. */
export async function copyLink(app: App): Promise<void> {
  await copy(
    "Link",
    location.href.replace(/#.*$/, "") + addressOf(app),
    app.node.children.length ? " It leads to this position: what follows is in Copy game." : "",
  );
}

/** Saves the game in view as a file, which Open games reads. */
export function saveGameFile(app: App): void {
  const name = `${app.variant || "game"}-${new Date().toISOString().slice(0, 10)}.txt`;
  save(new Blob([writeRecord(recordOf(app))], { type: "text/plain" }), name);
  say(`${name} saved`);
}

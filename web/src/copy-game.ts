// Copies the position, its address, and the game in view as a record.

import { connection, play, position, variants } from "./stores";
import { showText } from "./text-dialog";
import { byId, el, say } from "./dom";
import { mainMoves } from "./game-doc";
import { writeRecord } from "./game-writer";
import { save } from "./image";
import { levelWords } from "./levels";
import type { Player } from "./scene";
import { isLine } from "./tree";

/** Copies a text, or shows it if the browser forbids that. */
async function copy(what: string, text: string, more = ""): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
    byId("note").textContent = `${what} copied.${more}`;
    // This is visible even when the menu is closed.
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

/** The line in view with its variations, as a record. */
function recordOf(): string {
  const { tree, node, record } = position;
  const main = tree.main(node);
  const last = main.at(-1)!;
  const { aside } = play;
  const game = play.game ?? (aside?.tree === tree ? aside.game : null);
  const ended = play.game || game?.live === last ? game?.ended : null;
  // The end of a recorded game is not that of other lines.
  const recorded = record && isLine(mainMoves(record), last) ? record.ended : null;
  const name = (player: Player): string => {
    const side = game?.settings.sides[player];
    const level =
      side?.is === "engine" && side.elo !== null ? `, ${levelWords(connection.elo, side.elo)}` : "";
    return (
      record?.names[player] || (side?.is === "engine" ? `${connection.name}${level}` : "person")
    );
  };
  return writeRecord(
    {
      number: record?.number || 1,
      variant: variants.current,
      names: { p1: name("p1"), p2: name("p2") },
      fen: tree.fen,
      result: (ended ?? recorded)?.result ?? (last.view ?? node.view)?.result ?? "none",
      reason: (ended ?? recorded)?.reason ?? "rules",
    },
    main,
  );
}

export const copyGame = (): Promise<void> => copy("Game", recordOf());
export const copyPosition = (): Promise<void> => copy("Position", position.node.view?.fen ?? "");
/** Copies a link to the position in view, which has no later moves. */
export async function copyLink(): Promise<void> {
  await copy(
    "Link",
    location.href.replace(/#.*$/, "") + position.address(),
    position.node.children.length
      ? " It leads to this position: what follows is in Copy game."
      : "",
  );
}

/** Saves the game in view as a file of games. */
export function saveGameFile(): void {
  const name = `${variants.current || "game"}-${new Date().toISOString().slice(0, 10)}.txt`;
  save(new Blob([recordOf()], { type: "text/plain" }), name);
  say(`${name} saved`);
}

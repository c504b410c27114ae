// Copies the position, its address, and the game in view as a record.

import type { App } from "./app";
import { showText } from "./text-dialog";
import { byId, el, say } from "./dom";
import { addressOf } from "./files";
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
function recordOf(app: App): string {
  const main = app.tree.main(app.node);
  const last = main.at(-1)!;
  const { current } = app.suspended;
  const game = app.game ?? (current?.tree === app.tree ? current.game : null);
  const ended = app.game || game?.live === last ? game?.ended : null;
  // The end of a recorded game is not that of other lines.
  const recorded = app.record && isLine(mainMoves(app.record), last) ? app.record.ended : null;
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
  return writeRecord(
    {
      number: app.record?.number || 1,
      variant: app.variant,
      names: { p1: name("p1"), p2: name("p2") },
      fen: app.tree.fen,
      result: (ended ?? recorded)?.result ?? (last.view ?? app.node.view)?.result ?? "none",
      reason: (ended ?? recorded)?.reason ?? "rules",
    },
    main,
  );
}

export const copyGame = (app: App): Promise<void> => copy("Game", recordOf(app));
export const copyPosition = (app: App): Promise<void> => copy("Position", app.node.view?.fen ?? "");
/** Copies a link to the position in view, which has no later moves. */
export async function copyLink(app: App): Promise<void> {
  await copy(
    "Link",
    location.href.replace(/#.*$/, "") + addressOf(app),
    app.node.children.length ? " It leads to this position: what follows is in Copy game." : "",
  );
}

/** Saves the game in view as a file of games. */
export function saveGameFile(app: App): void {
  const name = `${app.variant || "game"}-${new Date().toISOString().slice(0, 10)}.txt`;
  save(new Blob([recordOf(app)], { type: "text/plain" }), name);
  say(`${name} saved`);
}

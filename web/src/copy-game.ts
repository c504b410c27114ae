// Copies the position, links, and the game in view as a record.

import { play, position, variants } from "./stores";
import { showText } from "./dialogs";
import { byId, el, say } from "./dom";
import { endOf } from "./game-doc";
import { writeRecord } from "./game-writer";
import { save } from "./image";
import { namesOf } from "./kept-games";
import { gameAddress } from "./linked-game";
import type { Player } from "./scene";
import { path, withVariations } from "./tree";

/** Copies a text, or shows it if the browser forbids that. */
async function copy(what: string, text: string, more = ""): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied${more && `.${more}`}`);
    byId("note").textContent = `${what} copied.${more}`;
    // This is visible even when the menu is closed.
    const seen = el(
      "p",
      { class: "copied", "aria-hidden": "true", animationend: () => seen.remove() },
      `${what} copied.${more}`,
    );
    document.body.append(seen);
  } catch {
    await showText(what, text);
  }
}

/** The names of the players and the end of the game in view, for any of its positions. In files,
 *  players without a name are `p1` and `p2`. */
function headOf(): { names: Record<Player, string>; result: string; reason: string } {
  const { tree, node, record } = position;
  const game = play.own;
  const names = game ? namesOf(game) : record?.names;
  const { view } = tree.main(node).at(-1)!;
  const ended = game
    ? endOf(game)
    : tree.played && record
      ? record.ended
      : { result: view?.result ?? "none", reason: "rules" };
  return {
    names: { p1: names?.p1 || "p1", p2: names?.p2 || "p2" },
    result: ended?.result ?? "none",
    reason: ended?.reason ?? "rules",
  };
}

/** The line that was played, or else the one in view, with its variations, as a record. */
function recordOf(scored: boolean): string {
  const { tree, node, record } = position;
  const head = { number: record?.number || 1, variant: variants.current, fen: tree.fen };
  return writeRecord({ ...head, ...headOf() }, tree.main(tree.played ?? node), scored);
}

/** Copies the game without scores; a saved file has them. */
export const copyGame = (): Promise<void> => copy("Game", recordOf(false));
export const copyPosition = (): Promise<void> => copy("Position", position.node.view?.fen ?? "");

const linkTo = (hash: string): string => location.href.replace(/#.*$/, "") + hash;

/** Copies a link to the position in view; the link has no later moves. */
export const copyLink = (): Promise<void> => copy("Link", linkTo(position.address()));

/** Copies a link to the game in view, which opens at the position in view, or where a variation
 *  leaves the played line. It has no variations and no comments. */
export async function copyGameLink(): Promise<void> {
  const { tree, node } = position;
  const line = tree.main(tree.played ?? node);
  const { ply } = path(node).findLast((one) => line.includes(one))!;
  const remarks = withVariations(line)
    .flat()
    .some(({ comment, sign }) => comment || sign);
  const place = { variant: variants.current, ...tree.line(line.at(-1)!) };
  const link = linkTo(gameAddress(place, { at: ply, ...headOf() }));
  await copy("Link", link, remarks ? " Comments and arrows are only in Copy game." : "");
}

export function saveGameFile(): void {
  const name = `${variants.current || "game"}-${new Date().toISOString().slice(0, 10)}.txt`;
  save(new Blob([recordOf(true)], { type: "text/plain" }), name);
  say(`${name} saved`);
}

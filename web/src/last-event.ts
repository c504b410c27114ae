// What the last move has done that is worth a sentence beside the one that leads the game.

import type { App } from "./app";
import { onlyPerson } from "./seats";
import { sentence } from "./sheet";

/** A piece that has become another one, or was turned over, in the words of the game; or else the
 *  move that the person has made while the engine thinks. */
export function eventWords(app: App): string {
  const { node, sheet, game } = app;
  const before = node.parent?.view?.scene;
  const actions = before?.moves.find(({ text }) => text === node.move)?.actions;
  if (!before || !actions || !game || game.live !== node) return "";
  const said = (key: string, gaps: Record<string, string>): string => {
    const found = sentence(sheet, key, gaps);
    return found ? [found.say.replace(/\.$/, ""), found.how.replace(/\.$/, "")].filter(Boolean).join(". ") + "." : "";
  };
  const name = (letter: string | undefined): string => before.kinds.get(letter ?? "")?.name ?? "piece";
  const landing = actions.findLast(({ does }) => does === "put");
  const change = actions.findLast(({ does }) => does === "change");
  if (change && "square" in change && landing && "square" in landing) {
    const gaps = { "square": change.square, "piece": name(before.pieces.get(change.square)).toLowerCase() };
    const words = change.square === landing.square ? said(`promoted.${before.turn}`, gaps) : said("converted", gaps);
    if (words) return words;
  }
  if (!game.thinking || onlyPerson(app) !== before.turn) return "";
  const turned = actions.find(({ does }) => does === "take");
  if (turned && "letter" in turned && !landing) {
    const words = said("turnedOver", { "piece": name(turned.letter) });
    if (words) return words;
  }
  return `You played ${node.move === "0000" ? "a pass" : node.move}.`;
}

// What the last move has done that is worth a sentence beside the one that leads the game.

import type { App } from "./app";
import { playedWords } from "./moves";
import { nameOf, seatName } from "./scene";
import { sentence } from "./sheet";
import { onlyPerson } from "./status";

/** What the engine has played, and what has become of pieces, in the words of the game; or else the
 *  move that the person has made while the engine thinks. */
export function eventWords(app: App): string {
  const { node, sheet, game } = app;
  const before = node.parent?.view?.scene;
  const actions = before?.moves.find(({ text }) => text === node.move)?.actions;
  if (!before || !actions || !game || game.live !== node) return "";
  const said = (key: string, gaps: Record<string, string>): string => {
    const found = sentence(sheet, key, gaps);
    return found
      ? [found.say.replace(/\.$/, ""), found.how.replace(/\.$/, "")].filter(Boolean).join(". ") +
          "."
      : "";
  };
  const name = (letter: string | undefined): string =>
    before.kinds.get(letter ?? "")?.name ?? "piece";
  const landing = actions.findLast(({ does }) => does === "put");
  const at = landing && "square" in landing ? landing.square : "";
  const changed = [
    ...new Set(actions.flatMap((action) => (action.does === "change" ? [action.square] : []))),
  ];
  const bitten = at ? changed.filter((square) => square !== at) : [];
  const gaps = {
    square: bitten[0] ?? at,
    squares: bitten.join(" and "),
    piece: name(before.pieces.get(bitten[0] ?? at)).toLowerCase(),
  };
  const words = [
    bitten.length ? said(bitten.length > 1 ? "converted.many" : "converted", gaps) : "",
    changed.includes(at) ? said(`promoted.${before.turn}`, gaps) : "",
  ];
  const person = onlyPerson(app);
  // What the engine has played is said beside whose turn it is.
  if (person && !game.thinking && before.turn !== person && !game.hint) {
    const who =
      before.seats.length && before.seat !== null
        ? seatName(before, before.seat)
        : nameOf(before, before.turn);
    words.unshift(`${who} ${playedWords(before, node, sheet)}.`);
  }
  if (words.some(Boolean)) return words.filter(Boolean).join(" ");
  if (!game.thinking || person !== before.turn) return "";
  const turned = actions.find(({ does }) => does === "take");
  if (turned && "letter" in turned && !landing) {
    const words = said("turnedOver", { piece: name(turned.letter) });
    if (words) return words;
  }
  return `You ${playedWords(before, node, sheet)}.`;
}

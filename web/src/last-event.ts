// The last event of the game, beside the status sentence.

import { playedWords } from "./moves";
import { nameOf, seatName, turnName, listed } from "./scene";
import { sentence } from "./sheet";
import { play, position } from "./stores";
import { moveOf } from "./tree";

/** Who begins and why, until the person has moved, if the sheet has a sentence for it. */
function beginningWords(): string {
  const { node, sheet } = position;
  const { game } = play;
  if (!game || game.reading || game.settings.here || game.live !== node) return "";
  const first = node === game.start ? node : node.parent;
  const scene = first?.view?.scene;
  if (first !== game.start || !scene) return "";
  // If the engine began, the sentence stays after its move.
  if (node !== first && (!game.person || scene.turn === game.person)) return "";
  const key = scene.seats.length > 2 ? "begins.many" : "begins";
  const found = sentence(sheet, key, { side: turnName(scene) });
  return found ? `${found.say}.` : "";
}

/** The beginning in words, or else the last move. */
export const eventWords = (): string => beginningWords() || lastMoveWords();

/** The last move: the engine's move in the words of the game, then captured pieces that became
 *  others and promotions of either side. While the engine thinks, the person's move if nothing else
 *  is said; empty otherwise. */
function lastMoveWords(): string {
  const { node, sheet } = position;
  const { game } = play;
  const before = node.parent?.view?.scene;
  const move = moveOf(node);
  if (!before || !move || !game || game.live !== node) return "";
  const said = (key: string, gaps: Record<string, string>): string => {
    const { say = "", how = "" } = sentence(sheet, key, gaps) ?? {};
    const sentences = [say, how].filter(Boolean);
    return sentences.map((words) => words.replace(/\.?$/, ".")).join(" ");
  };
  const name = (letter = ""): string => before.kinds.get(letter)?.name ?? "piece";
  const at = move.to ?? "";
  const changed = [...new Set(move.motion.changed)];
  const bitten = at ? changed.filter((square) => square !== at) : [];
  const gaps = {
    square: bitten[0] ?? at,
    squares: listed(bitten),
    piece: name(before.pieces.get(bitten[0] ?? at)).toLowerCase(),
  };
  const words = [
    bitten.length ? said(bitten.length > 1 ? "converted.many" : "converted", gaps) : "",
    changed.includes(at) ? said(`promoted.${before.turn}`, gaps) : "",
  ];
  const { person } = game;
  if (person && !game.thinking && before.turn !== person && !game.hint) {
    const who =
      before.seats.length && before.seat !== null
        ? seatName(before, before.seat)
        : nameOf(before, before.turn);
    words.unshift(`${who} ${playedWords(before, node, sheet)}.`);
  }
  if (words.some(Boolean)) return words.filter(Boolean).join(" ");
  if (!game.thinking || person !== before.turn) return "";
  if (move.drawn !== null && !at) {
    const words = said("turnedOver", { piece: name(move.drawn) });
    if (words) return words;
  }
  return `You ${playedWords(before, node, sheet)}.`;
}

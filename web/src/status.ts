// The state of the game in view, in words.

import {
  type Player,
  type Scene,
  capital,
  areAllTurnedOver,
  listed,
  markName,
  ofWhom,
  seatName,
  turnName,
  whoHas,
  whoIs,
} from "./scene";
import { type Sheet, sentence } from "./sheet";
import type { Game } from "./stores/game";
import { endWords } from "./recorded-result";
import { ownedName, resultWords } from "./words";
import type { position } from "./stores/position";

/** A sentence for each piece that has a lasting mark since this move: "Red’s Scorer 5 on d4 is safe
 *  for good." A mark is lasting if the sheet has a sentence for it. Empty if nothing. */
export function newMarks({ node, sheet }: InView): string {
  const before = node.parent?.view?.scene;
  const scene = node.view?.scene;
  if (!before || !scene) return "";
  return scene.marks
    .filter(({ name }) => sheet?.sentences.has(`mark.${name}`))
    .flatMap(({ name, squares }) => {
      const old = before.marks.find((mark) => mark.name === name)?.squares ?? [];
      // A piece that had the mark on another square has no new mark.
      const had = new Set(old.map((square) => before.pieces.get(square)));
      return squares.flatMap((square) => {
        const letter = scene.pieces.get(square);
        return letter === undefined || had.has(letter)
          ? []
          : [`${capital(ownedName(scene, letter))} on ${square} is ${markName(scene, name)}.`];
      });
    })
    .join(" ");
}

/** The parts of the position in view that the words need. */
type InView = Readonly<Pick<typeof position, "node" | "tree" | "record" | "sheet">>;

/** The sentence for the last turn of a game, if another seat has placed its last piece. It names
 *  the mover, or says "Your" if the person is to move. */
export function lastTurn(scene: Scene, sheet: Sheet | null, person: Player | null): string {
  const done = scene.seats.findIndex(
    ({ places }, at) =>
      at !== scene.seat &&
      areAllTurnedOver(places) &&
      places.every(({ name, pieces }) => !sheet?.places.get(name)?.done || !pieces.size),
  );
  const found = done >= 0 ? sentence(sheet, "turn.last", { other: seatName(scene, done) }) : null;
  const whose = person === scene.turn ? "Your" : ofWhom(turnName(scene));
  return found?.say.replace(/^Your\b/, whose) ?? "";
}

/** The squares of the pieces that must capture: where captures are compulsory, all legal moves are
 *  captures. */
export const capturers = ({ moves }: Scene): string[] => [
  ...new Set(moves.flatMap(({ from }) => from ?? [])),
];

/** The pieces that must capture, in the words of the game. */
export function capturersWords(scene: Scene, sheet: Sheet | null): string {
  const squares = capturers(scene);
  const [square = ""] = squares;
  const piece = scene.kinds.get(scene.pieces.get(square) ?? "")?.name ?? "piece";
  const key = squares.length > 1 ? "refused.mustCapture.many" : "refused.mustCapture";
  return sentence(sheet, key, { square, squares: listed(squares), piece })?.say ?? "";
}

/** The sentences that captures are compulsory now, and for which pieces; otherwise empty. */
function mustCapture(scene: Scene, sheet: Sheet | null): string {
  const areAll = scene.moves.every(({ victims }) => victims.length);
  const must = areAll ? sentence(sheet, "mustCapture.many", {}) : null;
  return must ? `${must.say}. ${capturersWords(scene, sheet)}` : "";
}

export function status(game: Game | null, position: InView): string {
  const { node } = position;
  if (!node.view) return "Waiting for the engine\u2026";
  const { scene, over, result } = node.view;
  if (game?.ended) return game.ended.text;
  if (over) return `${resultWords(scene, result)}.`;
  const recorded = recordedEnd(position);
  if (recorded !== null && !game) return recorded;
  if (game && game.live !== node)
    return node.ply > game.live.ply
      ? "A move that was taken back."
      : "An earlier position of the game.";
  const name = (game?.note ? `${game.note} ` : "") + turnName(scene);
  if (game?.thinking) return `${whoIs(name)} thinking\u2026`;
  const hint = game?.hint ? ` Hint: ${game.hint.words}.` : "";
  const only = scene.moves.length === 1 && scene.moves[0]?.verb === "pass";
  const last = game && lastTurn(scene, position.sheet, game.person);
  const must = game && mustCapture(scene, position.sheet);
  return only
    ? `${whoHas(name)} to ${position.sheet?.verbs.get("pass")?.name.toLowerCase() || "pass"}.`
    : `${name} to move${scene.again ? ", twice" : ""}.${last ? ` ${last}.` : ""}${must ? ` ${must}` : ""}${hint}`;
}

/** The turn or the end of a game in few words; empty without a game. */
export function turnWords(game: Game | null, scene: Scene): string {
  if (!game) return "";
  if (game.over) return "The game is over";
  const turn = game.live.view?.scene ?? scene;
  if (game.thinking) return `${whoIs(turnName(turn))} thinking\u2026`;
  return game.person === turn.turn ? "Your turn" : `${turnName(turn)} to move`;
}

/** The end of the record in view in words, if the position is that end. */
export function recordedEnd({ node, record, tree }: InView): string | null {
  const scene = node.view?.scene;
  return record?.ended && scene && node === tree.played
    ? endWords(scene, record.ended.result, record.ended.reason)
    : null;
}

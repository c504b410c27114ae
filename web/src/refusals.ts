// The reasons of refused touches, in the later part of the page.

import { connection, play, position, touches } from "./stores";
import type { Refusal } from "./stores/touches";
import type { Objection } from "./engine";
import { chosenSaid, heldWords, nameAt } from "./prompt";
import {
  type Scene,
  coordinates,
  nameOf,
  ofWhom,
  seatOf,
  squareName,
  turnName,
  whoIs,
} from "./scene";
import { sentence } from "./sheet";
import { capturers, capturersWords } from "./status";

/** The most characters of a typed text that are quoted. */
const LONGEST = 64;

/** Whether a text can be a move: one word. */
export const isWord = (text: string): boolean => /^\S{1,64}$/.test(text);

/** The sheet's words for a reason of the engine, the key of its rule, and the pieces that hop. */
function ruleOf(
  objection: Objection | null,
  gaps: Record<string, string>,
  marked = true,
): { soft: string; rule?: string | null; hops?: string[] } {
  const { scene, sheet } = position;
  if (scene && mustCapture(objection))
    return {
      soft: capturersWords(scene, sheet),
      rule: objection!.rule || null,
      hops: capturers(scene),
    };
  if (objection?.sentence === "refused.foreign" && !play.game?.person)
    return { soft: `${gaps["side"]} to move.` };
  const key = objection?.sentence ?? "refused.default";
  // The default sentence is about marked squares. For a typed word or a stuck piece there are none.
  const found = marked || key !== "refused.default" ? sentence(sheet, key, gaps) : null;
  return { soft: found?.how || found?.say || "", rule: objection?.rule || null };
}

const mustCapture = (objection: Objection | null): boolean =>
  objection?.sentence === "refused.mustCapture";

/** The engine's reason, without the square's name and words that the sheet's rule repeats. */
function shortened(objection: Objection, square: string, rule: string): string {
  const { reason } = objection;
  const [first = "", ...more] = reason.replace(`${square} is `, "it is ").split(": ");
  const rest = more.join(": ");
  // `capturersWords` names the pieces that must capture.
  if (mustCapture(objection)) return first;
  return rest && !rule.toLowerCase().startsWith(rest.toLowerCase()) ? `${first}: ${rest}` : first;
}

/** The refusal of a touch that has no effect. */
export async function reasonOf(square: string): Promise<Refusal | null> {
  const { scene, node } = position;
  const { input } = touches;
  if (!scene || !input) return null;
  const turn = turnName(scene);
  if (!play.free) return unfree(square, ofWhom(turn));
  const letter = scene.pieces.get(square);
  const owner = letter === undefined ? null : (scene.kinds.get(letter)?.player ?? null);
  const { picked } = input;
  if (picked !== null) {
    const from = picked.replace(/^place:/, "");
    const [objection = null] = square.includes(":")
      ? []
      : await connection.engine.why(position.tree.line(node), `${from} ${square}`);
    const held = heldWords(picked);
    const gaps = { square: picked, piece: held, side: turn, goal: square };
    const { soft, rule, hops } = ruleOf(objection, gaps);
    const kept = sentence(position.sheet, "held", gaps)?.say ?? `${held} is still in your hand.`;
    if (objection === null)
      return { square, bold: "Not there.", soft: `The marked squares can be reached. ${kept}` };
    // An error of the parser of moves is no answer to a click.
    const why = objection.isMove ? `: ${shortened(objection, square, soft)}` : "";
    return {
      square,
      bold: `Not to ${square}${why}.`,
      soft: `${soft} ${kept}`.trim(),
      rule,
      ...(hops && { hops }),
    };
  }
  const gaps = { square, piece: nameAt(square), side: turn };
  if (owner !== null && owner !== scene.turn && !scene.seats.length) {
    const name = nameAt(square);
    // If both sides have such pieces, the owner is named.
    const both = [...scene.kinds.values()].filter((kind) => kind.name === name).length > 1;
    const whose = both
      ? `${ofWhom(nameOf(scene, owner))} ${name}`
      : `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
    const foreign = play.game?.person
      ? sentence(position.sheet, "refused.foreign", gaps)?.say
      : null;
    return { square, bold: `That is ${whose}.`, soft: foreign ?? `${whoIs(turn)} to move.` };
  }
  if (letter === undefined)
    return input.origins().size
      ? { square, bold: `${chosenSaid()?.bold ?? "Pick a piece first"}.` }
      : null;
  const own = scene.seat === null || seatOf(scene, letter) === scene.seat;
  if (!own) return { square, bold: "That piece is not yours." };
  return stuck(square, gaps);
}

/** The reason why no piece can be moved in the position in view. */
function unfree(square: string, whose: string): Refusal | null {
  const { game } = play;
  if (!connection.connected || position.ahead) return null;
  const soft = game ? "An analysis lets you try other moves." : "";
  if (game ? game.over : position.node.view?.over)
    return { square, bold: "The game is over.", soft };
  if (!game) return null;
  if (game.live === position.node) return { square, bold: `It is ${whose} turn.` };
  return { square, bold: "This is an earlier position.", soft: "Go back to the game to move." };
}

/** The neighbours of a square. */
function beside(scene: Scene, square: string): string[] {
  const [file, rank] = coordinates(scene, square) ?? [0, 0];
  return [...Array(scene.files * scene.ranks).keys()].flatMap((at) => {
    const steps = [(at % scene.files) - file, Math.floor(at / scene.files) - rank];
    return Math.max(...steps.map(Math.abs)) === 1 ? [squareName(scene.files, at)] : [];
  });
}

/** The reason why a piece cannot move: perhaps others must. Otherwise the sheet's sentence about
 *  the piece takes precedence over the reason why it cannot go to a neighbouring square. */
async function stuck(square: string, gaps: Record<string, string>): Promise<Refusal> {
  const { scene, node } = position;
  const words = sentence(position.sheet, "refused.stuck", gaps);
  const bold = words?.say ?? `The ${nameAt(square)} on ${square} cannot move now.`;
  if (!scene) return { square, bold };
  const steps = beside(scene, square).map((goal) => `${square} ${goal}`);
  const objections = await connection.engine.why(position.tree.line(node), ...steps);
  const must = objections.find(mustCapture);
  if (must) return { square, bold: "You must capture.", ...ruleOf(must, gaps) };
  const own = objections.filter((it) => it?.isMove && it.rule);
  const told = own.find((it) => it?.sentence !== "refused.default") ?? own[0] ?? null;
  const { soft, rule = null } = ruleOf(told, gaps, false);
  return { square, bold, soft: words?.how || soft, rule };
}

/** Shows why a typed word is no legal move. */
export async function refuseTyped(word: string): Promise<void> {
  const { scene, node } = position;
  const [objection = null] = isWord(word)
    ? await connection.engine.why(position.tree.line(node), word)
    : [];
  // Another position is in view.
  if (!scene || position.node !== node) return;
  const squares = word.match(/[a-z]\d+/g) ?? [];
  const [square = "", goal = square] = [squares[0], squares.at(-1)];
  if (!objection?.isMove) {
    const example = scene.moves.find(({ text }) => text !== "0000")?.text;
    return touches.refuse({
      square: goal,
      bold: word ? `"${word.slice(0, LONGEST)}" is no move here.` : "No move is typed yet.",
      soft: example ? `A move is typed like this: ${example}.` : "",
    });
  }
  const gaps = { square, piece: nameAt(square), side: turnName(scene), goal };
  const rest = ruleOf(objection, gaps, false);
  const bold = `Not ${word}: ${shortened(objection, goal, rest.soft)}.`;
  touches.refuse({ square: goal, bold, ...rest });
}

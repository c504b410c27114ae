// The status sentence: the possible moves, the picked piece, and the reason of a refused touch.
// Words come from the game's sheet and from the engine, if they have them.

import { Aside, Verbs } from "./actions";
import { Icon } from "./icon";
import { eventWords } from "./last-event";
import type { Move } from "./move";
import type { MoveInput } from "./move-input";
import {
  type Scene,
  PLAYERS,
  capital,
  nameOf,
  ofWhom,
  other,
  seatName,
  seatOf,
  turnName,
} from "./scene";
import { forWhom } from "./score-words";
import { inWords, kindLine, sentence } from "./sheet";
import { lastTurn, status } from "./status";
import { analysis, connection, play, position, touches } from "./stores";
import { moveName } from "./words";

/** The most characters of the last event that leave room for another sentence. */
const ROOM = 32;

/** The most ways that are named one by one. */
const MOST_WAYS = 3;

interface Said {
  bold: string;
  soft: string;
}

/** A sentence of the sheet; `plain` stands in for its missing second part. */
function said(key: string, gaps: Record<string, string | number> = {}, plain = ""): Said | null {
  const found = sentence(position.sheet, key, gaps);
  return found && { bold: found.say, soft: found.how || plain };
}

export const nameAt = (square: string): string =>
  position.scene?.kinds.get(position.scene.pieces.get(square) ?? "")?.name ?? "piece";

/** The picked piece, for a sentence. */
export function heldWords(picked: string): string {
  if (!picked.includes(":")) return picked;
  return position.scene?.kinds.get(picked.split(":").at(-1) ?? "")?.name ?? "The piece";
}

/** The next choice for the chosen kind of moves. */
export function chosenSaid(): Said | null {
  const { input } = touches;
  return input?.kind && input.picked === null ? said(`chosen.${input.kind}`) : null;
}

export const takes = ({ victims }: Move): boolean => victims.length > 0;

const many = (count: number, one: string): string =>
  `${inWords(count)} ${count === 1 ? one : `${one}s`}`;

/** The numbers of squares to go to, and of captures. */
function numbersOf(input: MoveInput): { steps: number; captures: number } {
  const taking = [...input.targets().values()];
  const captures = taking.filter(Boolean).length;
  return { steps: taking.length - captures, captures };
}

/** These numbers, in the game's word for captures. */
function choicesOf(input: MoveInput): string {
  const { steps, captures } = numbersOf(input);
  const capture = position.sheet?.verbs.get("strike")?.name ?? "Capture";
  return [steps && `\u25cf Go there (${steps})`, captures && `\u25ce ${capture} (${captures})`]
    .filter(Boolean)
    .join("   ");
}

/** The sentence that a piece must capture, and the first squares where its moves differ. */
function mustCapture(ways: Move[], plain = ""): Said | null {
  const square = ways[0]?.touches[0];
  if (square === undefined) return null;
  const goals = [...new Set(ways.map(({ touches }) => touches[1]))];
  const gaps = {
    square,
    piece: nameAt(square),
    count: many(ways.length, "way"),
    goal: goals.join(" or "),
  };
  // The ways are the same up to the square before this one.
  const apart = ways[0]!.touches.findIndex((touch, at) =>
    ways.some(({ touches }) => touches[at] !== touch),
  );
  const most = new Map<string, number>();
  for (const { touches, victims } of ways) {
    const by = touches[apart];
    if (by !== undefined) most.set(by, Math.max(most.get(by) ?? 0, victims.length));
  }
  if (apart > 1 && most.size > 1 && most.size <= MOST_WAYS) {
    const named = [...most].map(([square, count]) => {
      const { bold = "" } = said("way", { square, count: inWords(count) }) ?? {};
      return bold.charAt(0).toLowerCase() + bold.slice(1);
    });
    const choice = said("mustCapture.choice", { ...gaps, ways: named.join(", ") }, plain);
    if (choice && named.every(Boolean)) return choice;
  }
  return said("mustCapture", gaps, plain);
}

/** The moves of the picked piece in words. */
function pickedSaid(): Said | null {
  const { scene } = position;
  const { input } = touches;
  if (!scene || !input || input.picked === null) return null;
  const { picked, underway } = input;
  const numbers = numbersOf(input);
  // Games with places have buttons for their kinds of moves.
  const plain = scene.seats.length ? "" : choicesOf(input);
  const targets = [...input.targets().keys()];
  const letter = scene.pieces.get(picked);
  const gaps = {
    ...numbers,
    square: underway?.at ?? picked,
    piece: heldWords(picked.includes(":") ? picked : `:${letter ?? ""}`),
    goals: targets.join(" or "),
    goal: targets[0] ?? "",
    count: many(targets.length, "square"),
  };
  if (underway) return said("underway", { ...gaps, count: inWords(underway.taken.length) }, plain);
  if (picked.includes(":")) return said("picked.hand", gaps, plain);
  const [best] = scene.moves
    .filter(({ verb, from }) => scene.seats.length && verb === "strike" && from === picked)
    .sort((one, other) => other.points - one.points);
  const strike =
    best &&
    said("picked.strike", { ...gaps, goal: best.victims[0] ?? "", points: best.points }, plain);
  const isForced = numbers.captures > 0 && scene.moves.every(takes);
  return (
    strike ??
    (isForced
      ? mustCapture(
          input.possible.map(({ move }) => move),
          plain,
        )
      : null) ??
    said(`picked.${letter}`, gaps, plain) ??
    said("picked", gaps, plain)
  );
}

/** The moves of the turn in words. */
function turnSaid(): Said | null {
  const { scene, sheet } = position;
  const { game } = play;
  if (!scene || !game || !sheet || !play.free || game.note) return null;
  const { moves } = scene;
  const turn = turnName(scene);
  const alone = game.person !== null;
  const first = [...scene.kinds.values()].find((kind) => kind.player === scene.turn);
  const letters = new Set(moves.map(({ from }) => scene.pieces.get(from ?? "")));
  const movers = [...scene.kinds].filter(([letter]) => letters.has(letter));
  const names = movers.map(([, { name }]) => name).join(" or ");
  const gaps = {
    who: alone ? "Your turn" : `${ofWhom(turn)} turn`,
    side: turn.toLowerCase(),
    other:
      scene.seat === null
        ? nameOf(scene, other(scene.turn))
        : seatName(scene, (scene.seat + 1) % scene.seats.length),
    piece: (names || (first?.name ?? "piece")).toLowerCase(),
  };
  if (game.hint) {
    const { move: text, words } = game.hint;
    const move = moves.find((move) => move.text === text);
    const key = move && takes(move) ? "hint.capture" : "hint.step";
    const count = inWords(move?.victims.length ?? 0);
    return move ? said(key, { ...gaps, move: words, count }) : null;
  }
  if (moves.length === 1 && moves[0]!.verb === "pass") return alone ? said("pass", gaps) : null;
  if (moves.some(({ text }) => text === "swap")) return said("swap", gaps);
  const last = lastTurn(scene, sheet, game.person);
  if (last) return { bold: last, soft: "" };
  const before = position.node.parent?.view?.scene;
  const isSecond = scene.seat !== null && before?.seat === scene.seat;
  if (scene.again || isSecond) {
    // The first such turn in a row is explained.
    const why = isSecond && !before?.again ? said("solo", { side: turn }) : null;
    const found = said(isSecond ? "turn.second" : "turn.first", gaps) ?? said("turn", gaps);
    return found && { ...found, soft: why ? `${why.bold}.` : found.soft };
  }
  if (moves.length && moves.every(takes)) {
    const from = [...new Set(moves.flatMap((move) => move.from ?? []))];
    const must =
      from.length === 1
        ? mustCapture(moves)
        : said("mustCapture.many", { ...gaps, squares: from.join(", ") });
    if (must) return must;
  }
  const found = (position.node.parent ? null : said("turn.start", gaps)) ?? said("turn", gaps);
  // Kinds that do not move as the sentence of the turn says.
  const others = movers.flatMap(([letter]) => sheet.sentences.get(`picked.${letter}`) ?? []);
  if (!found || !others.length) return found;
  const each = movers.map(([letter, { name }]) => `${name}: ${kindLine(sheet, scene, letter)}`);
  const soft =
    others.length === movers.length
      ? others[0]!.how
      : each.map((words) => `${capital(words)}.`).join(" ");
  return { ...found, soft };
}

/** The sentence of the position in view. */
function saidNow(): Said {
  const { scene, node } = position;
  const { game } = play;
  const { input } = touches;
  if (scene && !connection.connected && !connection.lostLink)
    return {
      bold: "The engine is being fetched\u2026",
      soft: "You can move as soon as it is here.",
    };
  const found =
    (play.free ? (pickedSaid() ?? chosenSaid()) : null) ?? analysis.here(analysis.mistake);
  if (found) return found;
  const now = status(game, position);
  if (analysis.done) return { bold: analysis.done, soft: now };
  const task = play.exercise?.said();
  if (task) return task;
  const event = eventWords();
  const turn = turnSaid();
  if (turn) {
    // A short sentence leaves room for another one in the line.
    const more = game?.thinking || event.length > ROOM ? "" : turn.soft;
    return { bold: turn.bold, soft: `${event} ${more}`.trim() };
  }
  const why = node.view?.ended;
  const plain = play.free && input?.picked ? choicesOf(input) : "";
  const soft = why ? `${capital(why)}.` : event || plain || (analysis.on ? judgement() : "");
  return { bold: now, soft };
}

/** The score and the best move of the position in view, once the engine has searched it. */
export function judgement(): string {
  const [best] = analysis.lines;
  const { scene, node } = position;
  return best && scene
    ? `${forWhom(best, node, scene, connection.engine.scale)} Best: ${moveName(scene, best.line[0] ?? "")}.`
    : "";
}

/** The sentence of the sheet for a mark on a piece of the side to move. */
function markSaid(): Said | null {
  const { scene, sheet } = position;
  if (!scene || !play.free || touches.input?.picked !== null) return null;
  const own = (square: string): boolean =>
    scene.kinds.get(scene.pieces.get(square) ?? "")?.player === scene.turn;
  const mark = scene.marks.find(
    ({ name, squares }) => sheet?.sentences.has(`mark.${name}`) && squares.some(own),
  );
  return mark ? said(`mark.${mark.name}`) : null;
}

/** The letter of the icon: the picked piece, the winner, or the side to move. */
function letterNow(scene: Scene): string | undefined {
  const { view } = position.node;
  const picked = play.free ? touches.input?.picked : null;
  const held = picked ? (scene.pieces.get(picked) ?? picked.split(":").at(-1)) : undefined;
  if (held !== undefined && scene.kinds.has(held)) return held;
  const result = play.game?.ended?.result ?? (view?.over ? view.result : "");
  const winner = PLAYERS.find((player) => result === `${player}win`);
  return [...scene.kinds.keys()].find((letter) =>
    winner || scene.seat === null
      ? scene.kinds.get(letter)!.player === (winner ?? scene.turn)
      : seatOf(scene, letter) === scene.seat,
  );
}

export function Prompt() {
  const { scene } = position;
  const { refusal } = touches;
  if (analysis.mistake || analysis.on) position.tree.readScores();
  const letter = scene ? letterNow(scene) : undefined;
  const { bold, soft } = saidNow();
  const judged = analysis.on && soft === judgement();
  const pill = markSaid();
  const [word, more] = pill?.bold.split(":") ?? [];
  const over = position.node.view?.over || play.game?.ended;
  return (
    <div
      id="prompt"
      class={refusal ? "no" : analysis.here(analysis.mistake) ? "task" : ""}
      data-turn={scene && !over ? turnName(scene) : ""}
    >
      <span id="prompt-icon">
        {scene && letter !== undefined && <Icon scene={scene} letter={letter} />}
      </span>
      <div class="say">
        <div class="words">
          <p id="status">{bold}</p>
          <span
            id="pill"
            class="pill"
            hidden={!pill}
            title={pill ? `${pill.bold}. ${pill.soft}` : undefined}
          >
            {word}
            {/* The sentence of a puzzle leaves room for one word. */}
            {more && !play.puzzle && <span class="more">:{more}</span>}
          </span>
          <p id="how" class={judged ? "small judged" : "small"}>
            {soft}
          </p>
          <p id="refusal" role="alert">
            {refusal && (
              <>
                <b>{refusal.bold}</b> {refusal.soft}
              </>
            )}
          </p>
        </div>
        <Verbs />
      </div>
      <Aside />
    </div>
  );
}

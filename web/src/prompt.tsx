// The status sentence: the possible moves, the picked piece, and the reason of a refused touch.
// Words come from the game's sheet and from the engine, if they have them.

import { Aside, Verbs } from "./actions";
import { eventWords } from "./last-event";
import { Icon } from "./icon";
import type { Move } from "./move";
import { type Scene, capital, nameOf, other, seatName, seatOf, turnName, ofWhom } from "./scene";
import { forWhom } from "./score-words";
import { inWords, kindLine, sentence } from "./sheet";
import { lastTurn, status } from "./status";
import { analysis, connection, play, position, touches } from "./stores";
import { moveName } from "./words";

/** The most characters of the last event that leave room for another sentence. */
const ROOM = 32;

interface Said {
  bold: string;
  soft: string;
}

const COMING: Said = {
  bold: "The engine is being fetched\u2026",
  soft: "You can move as soon as it is here.",
};

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
  const { sheet } = position;
  return input?.kind && input.picked === null
    ? withSoft(sentence(sheet, `chosen.${input.kind}`, {}), "")
    : null;
}

export const takes = ({ victims }: Move): boolean => victims.length > 0;
const many = (count: number, one: string, more = `${one}s`): string =>
  `${inWords(count)} ${count === 1 ? one : more}`;

/** The numbers of squares to go to and of captures, in the game's word for captures. */
const choicesIn = (steps: number, captures: number): string =>
  [
    steps && `\u25cf Go there (${steps})`,
    captures && `\u25ce ${position.sheet?.verbs.get("strike")?.name ?? "Capture"} (${captures})`,
  ]
    .filter(Boolean)
    .join("   ");

/** The most ways that are named one by one. */
const MOST_WAYS = 3;

/** The sentence that a piece must capture, and the first squares where its moves differ. */
function mustCapture(ways: Move[]): { say: string; how: string } | null {
  const { scene, sheet } = position;
  const square = ways[0]?.touches[0];
  if (!scene || square === undefined) return null;
  const goals = [...new Set(ways.map(({ touches }) => touches[1]))];
  const gaps = {
    square: square,
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
    const named = [...most]
      .map(
        ([by, count]) => sentence(sheet, "way", { square: by, count: inWords(count) })?.say ?? "",
      )
      .map((say) => say.charAt(0).toLowerCase() + say.slice(1));
    const choice = sentence(sheet, "mustCapture.choice", { ...gaps, ways: named.join(", ") });
    if (choice && named.every(Boolean)) return choice;
  }
  return sentence(sheet, "mustCapture", gaps);
}

/** The moves of the picked piece in words. */
function pickedSaid(): Said | null {
  const { scene, sheet } = position;
  const { input } = touches;
  if (!scene || !input || input.picked === null) return null;
  const { picked, underway } = input;
  const targets = [...input.targets()];
  const captures = targets.filter(([, taking]) => taking).length;
  const steps = targets.length - captures;
  // Games with places have buttons for their kinds of moves.
  const plain = scene.seats.length ? "" : choicesIn(steps, captures);
  const goals = targets.map(([touch]) => touch).join(" or ");
  const letter = scene.pieces.get(picked);
  const gaps = {
    square: underway?.at ?? picked,
    piece: heldWords(picked.includes(":") ? picked : `:${letter ?? ""}`),
    steps: steps,
    captures: captures,
    goals: goals,
    goal: targets[0]?.[0] ?? "",
    count: many(targets.length, "square"),
  };
  if (underway)
    return withSoft(
      sentence(sheet, "underway", { ...gaps, count: inWords(underway.taken.length) }),
      plain,
    );
  if (picked.includes(":")) return withSoft(sentence(sheet, "picked.hand", gaps), plain);
  const strikes = scene.moves.filter(({ verb, from }) => verb === "strike" && from === picked);
  const best = scene.seats.length
    ? strikes.sort((one, other) => other.points - one.points)[0]
    : undefined;
  if (best) {
    const [goal = ""] = best.victims;
    const found = sentence(sheet, "picked.strike", { ...gaps, goal, points: best.points });
    if (found) return withSoft(found, plain);
  }
  const forced =
    captures > 0 && scene.moves.every(takes)
      ? mustCapture(input.possible.map(({ move }) => move))
      : null;
  const ofKind = sentence(sheet, `picked.${letter}`, gaps);
  return withSoft(forced ?? ofKind ?? sentence(sheet, "picked", gaps), plain);
}

const withSoft = (found: { say: string; how: string } | null, plain: string): Said | null =>
  found && { bold: found.say, soft: found.how || plain };

/** The moves of the turn in words. */
function turnSaid(): Said | null {
  const { scene, sheet } = position;
  const { game } = play;
  if (!scene || !game || !sheet || !play.free || game.note) return null;
  const turn = turnName(scene);
  const alone = game.person !== null;
  const two =
    scene.seat === null
      ? nameOf(scene, other(scene.turn))
      : seatName(scene, (scene.seat + 1) % scene.seats.length);
  const first = [...scene.kinds.values()].find((kind) => kind.player === scene.turn);
  const letters = new Set(scene.moves.map(({ from }) => scene.pieces.get(from ?? "")));
  const movers = [...scene.kinds].filter(([letter]) => letters.has(letter));
  // Kinds that do not move as the sentence of the turn says.
  const others = movers.flatMap(([letter]) => sheet.sentences.get(`picked.${letter}`) ?? []);
  const gaps = {
    who: alone ? "Your turn" : `${ofWhom(turn)} turn`,
    side: turn.toLowerCase(),
    other: two,
    piece: (
      movers.map(([, { name }]) => name).join(" or ") ||
      (first?.name ?? "piece")
    ).toLowerCase(),
  };
  const said = (key: string, more: Record<string, string> = {}): Said | null => {
    const found = sentence(sheet, key, { ...gaps, ...more });
    return found && { bold: found.say, soft: found.how };
  };
  const { moves } = scene;
  if (game.hint) {
    const move = moves.find(({ text }) => text === game.hint?.move);
    const count = move?.victims.length ?? 0;
    return move
      ? said(count ? "hint.capture" : "hint.step", { move: game.hint.words, count: inWords(count) })
      : null;
  }
  if (moves.length === 1 && moves[0]!.verb === "pass") return alone ? said("pass") : null;
  if (moves.some(({ text }) => text === "swap")) return said("swap");
  const last = lastTurn(scene, sheet, game.person);
  if (last) return { bold: last, soft: "" };
  const before = position.node.parent?.view?.scene;
  const isSecond = scene.seat !== null && before?.seat === scene.seat;
  if (scene.again || isSecond) {
    // The first such turn in a row is explained.
    const why = isSecond && !before?.again ? sentence(sheet, "solo", { side: turn }) : null;
    const found = said(isSecond ? "turn.second" : "turn.first") ?? said("turn");
    return found && { ...found, soft: why ? `${why.say}.` : found.soft };
  }
  if (moves.length && moves.every(takes)) {
    const from = [...new Set(moves.flatMap((move) => move.from ?? []))];
    const must =
      from.length === 1
        ? withSoft(mustCapture(moves), "")
        : said("mustCapture.many", { squares: from.join(", ") });
    if (must) return must;
  }
  const found = (position.node.parent === null ? said("turn.start") : null) ?? said("turn");
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
  const why = position.node.view?.ended ?? "";
  const ended = why && `${capital(why)}.`;
  const picked = play.free ? (pickedSaid() ?? chosenSaid()) : null;
  const event = eventWords();
  const turn = turnSaid();
  const mistake = analysis.here(analysis.mistake);
  const { done } = analysis;
  // A short sentence leaves room for another one in the line.
  const more = !turn || play.game?.thinking || event.length > ROOM ? "" : turn.soft;
  const waits = position.scene !== null && !connection.connected && !connection.lostLink;
  return (
    (waits ? COMING : null) ??
    picked ??
    mistake ??
    (done ? { bold: done, soft: status(play.game, position) } : null) ??
    play.exercise?.said() ??
    (turn && { ...turn, soft: `${event} ${more}`.trim() }) ?? {
      bold: status(play.game, position),
      soft: ended || event || plainChoices() || (analysis.on ? judgement() : ""),
    }
  );
}

/** The score and the best move of the position in view, once the engine has searched it. */
export function judgement(): string {
  const [best] = analysis.lines;
  const { scene, node } = position;
  return best && scene
    ? `${forWhom(best, node, scene, connection.engine.scale)} Best: ${moveName(scene, best.line[0] ?? "")}.`
    : "";
}

/** The numbers of captures and steps of the picked piece. */
function plainChoices(): string {
  const targets = play.free && touches.input?.picked ? [...touches.input.targets().values()] : [];
  const captures = targets.filter((taking) => taking).length;
  const steps = targets.length - captures;
  return choicesIn(steps, captures);
}

/** The sentence of the sheet for a mark on a piece of the side to move. */
function markSaid(): { say: string; how: string } | null {
  const { scene, sheet } = position;
  if (!scene || !play.free || touches.input?.picked !== null) return null;
  const own = (square: string): boolean =>
    scene.kinds.get(scene.pieces.get(square) ?? "")?.player === scene.turn;
  const mark = scene.marks.find(
    ({ name, squares }) => sheet?.sentences.has(`mark.${name}`) && squares.some(own),
  );
  return mark ? sentence(sheet, `mark.${mark.name}`, {}) : null;
}

/** The letter of the icon: the picked piece, the winner, or the side to move. */
function letterNow(scene: Scene): string | undefined {
  const result =
    play.game?.ended?.result ?? (position.node.view?.over ? position.node.view.result : "");
  const picked = play.free ? touches.input?.picked : null;
  const held = picked ? (scene.pieces.get(picked) ?? picked.split(":").at(-1)) : undefined;
  if (held !== undefined && scene.kinds.has(held)) return held;
  return [...scene.kinds.keys()].find((letter) =>
    result.endsWith("win")
      ? scene.kinds.get(letter)?.player === result.slice(0, 2)
      : scene.seat === null
        ? scene.kinds.get(letter)?.player === scene.turn
        : seatOf(scene, letter) === scene.seat,
  );
}

export function Prompt() {
  const { scene } = position;
  const { refusal } = touches;
  if (analysis.mistake || analysis.on) position.tree.readScores();
  const letter = scene && letterNow(scene);
  const { bold, soft } = saidNow();
  const pill = markSaid();
  const over = position.node.view?.over || play.game?.ended;
  return (
    <div
      id="prompt"
      class={refusal ? "no" : analysis.here(analysis.mistake) ? "task" : ""}
      data-turn={scene && !over ? turnName(scene) : ""}
    >
      <span id="prompt-icon">
        {scene && letter !== undefined && <Icon {...{ scene, letter: letter! }} />}
      </span>
      <div class="say">
        <div class="words">
          <p id="status">{bold}</p>
          <span
            id="pill"
            class="pill"
            hidden={!pill}
            title={pill ? `${pill.say}. ${pill.how}` : undefined}
          >
            {/* The sentence of a puzzle leaves room for one word. */}
            {play.puzzle ? pill?.say.split(":")[0] : pill?.say}
          </span>
          <p id="how" class="small">
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

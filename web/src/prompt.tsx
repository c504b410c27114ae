// The sentence that leads the game: what can be done, what is in the hand, and why a touch was
// refused. Words come from the game's sheet and from the engine where they tell them.

import type { App } from "./app";
import { Aside, Verbs } from "./actions";
import { eventWords } from "./last-event";
import { Icon } from "./icon";
import type { Move } from "./move";
import { type Scene, nameOf, other, seatName, seatOf, turnName, ofWhom } from "./scene";
import { forWhom } from "./score-words";
import { inWords, sentence } from "./sheet";
import { onlyPerson, status } from "./status";
import { moveName } from "./words";

/** The most characters of what has happened that another sentence stands beside. */
const ROOM = 32;

interface Said {
  bold: string;
  soft: string;
}

const COMING: Said = {
  bold: "The engine is being fetched\u2026",
  soft: "You can move as soon as it is here.",
};

export const nameAt = (app: App, square: string): string =>
  app.scene?.kinds.get(app.scene.pieces.get(square) ?? "")?.name ?? "piece";

/** What is in the hand, for a sentence. */
export function heldWords(app: App, picked: string): string {
  if (!picked.includes(":")) return picked;
  return app.scene?.kinds.get(picked.split(":").at(-1) ?? "")?.name ?? "The piece";
}

/** What is to be chosen for the kind of moves that was pressed. */
export function chosenSaid({ input, sheet }: App): Said | null {
  return input?.kind && input.picked === null
    ? withSoft(sentence(sheet, `chosen.${input.kind}`, {}), "")
    : null;
}

export const takes = ({ victims }: Move): boolean => victims.length > 0;
const many = (count: number, one: string, more = `${one}s`): string =>
  `${inWords(count)} ${count === 1 ? one : more}`;

/** How many squares a piece can go to, and how many captures it has, in the game's word for them. */
const choicesIn = ({ sheet }: App, steps: number, captures: number): string =>
  [
    steps && `\u25cf Go there (${steps})`,
    captures && `\u25ce ${sheet?.verbs.get("strike")?.name ?? "Capture"} (${captures})`,
  ]
    .filter(Boolean)
    .join("   ");

/** The most ways that are named one by one. */
const MOST_WAYS = 3;

/** That a piece must capture, where it can, and between which ways it can be chosen. */
function mustCapture(app: App, ways: Move[]): { say: string; how: string } | null {
  const { scene, sheet } = app;
  const square = ways[0]?.touches[0];
  if (!scene || square === undefined) return null;
  const goals = [...new Set(ways.map(({ touches }) => touches[1]))];
  const gaps = {
    square: square,
    piece: nameAt(app, square),
    count: many(ways.length, "way"),
    goal: goals.join(" or "),
  };
  // They go together as far as to the square before this one.
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

/** What can be done with what is in the hand. */
function pickedSaid(app: App): Said | null {
  const { scene, input, sheet } = app;
  if (!scene || !input || input.picked === null) return null;
  const { picked, underway } = input;
  const targets = [...input.targets()];
  const captures = targets.filter(([, taking]) => taking).length;
  const steps = targets.length - captures;
  // Games with places have their kinds of moves there.
  const plain = scene.seats.length ? "" : choicesIn(app, steps, captures);
  const goals = targets.map(([touch]) => touch).join(" or ");
  const letter = scene.pieces.get(picked);
  const gaps = {
    square: underway?.at ?? picked,
    piece: heldWords(app, picked.includes(":") ? picked : `:${letter ?? ""}`),
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
      ? mustCapture(
          app,
          input.possible.map(({ move }) => move),
        )
      : null;
  const name = scene.kinds.get(letter ?? "")?.name ?? "";
  const promoted = /queen|brain/.test(name) ? sentence(sheet, "picked.promoted", gaps) : null;
  return withSoft(forced ?? promoted ?? sentence(sheet, "picked", gaps), plain);
}

const withSoft = (found: { say: string; how: string } | null, plain: string): Said | null =>
  found && { bold: found.say, soft: found.how || plain };

/** What a person may do in their turn. */
function turnSaid(app: App): Said | null {
  const { scene, game, sheet } = app;
  if (!scene || !game || !sheet || !app.free || game.note) return null;
  const turn = turnName(scene);
  const alone = onlyPerson(app) !== null;
  const two =
    scene.seat === null
      ? nameOf(scene, other(scene.turn))
      : seatName(scene, (scene.seat + 1) % scene.seats.length);
  const first = [...scene.kinds.values()].find((kind) => kind.player === scene.turn);
  const gaps = {
    who: alone ? "Your turn" : `${ofWhom(turn)} turn`,
    side: turn.toLowerCase(),
    other: two,
    piece: (first?.name ?? "piece").toLowerCase(),
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
  if (scene.again) {
    const before = app.node.parent?.view?.scene;
    return said(before?.seat === scene.seat ? "turn.second" : "turn.first") ?? said("turn");
  }
  if (moves.length && moves.every(takes)) {
    const from = [...new Set(moves.flatMap((move) => move.from ?? []))];
    const must =
      from.length === 1
        ? withSoft(mustCapture(app, moves), "")
        : said("mustCapture.many", { squares: from.join(", ") });
    if (must) return must;
  }
  return (app.node.parent === null ? said("turn.start") : null) ?? said("turn");
}

/** The sentence of the position in view. */
function saidNow(app: App): Said {
  const why = app.node.view?.ended ?? "";
  const ended = why && `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
  const picked = app.free ? (pickedSaid(app) ?? chosenSaid(app)) : null;
  const event = eventWords(app);
  const turn = turnSaid(app);
  const mistake = app.mistake?.node === app.node ? app.mistake : null;
  const done =
    app.mistake?.then && app.node.parent === app.mistake.node && app.node.move === app.mistake.best
      ? { bold: app.mistake.then, soft: status(app) }
      : null;
  // A short sentence leaves room for another one in the line.
  const more = !turn || app.game?.thinking || event.length > ROOM ? "" : turn.soft;
  const waits = app.scene !== null && !app.connected && !app.lostLink;
  return (
    (waits ? COMING : null) ??
    picked ??
    mistake ??
    done ??
    app.puzzle?.said() ??
    (turn && { ...turn, soft: `${event} ${more}`.trim() }) ?? {
      bold: status(app),
      soft: ended || event || plainChoices(app) || judgement(app),
    }
  );
}

/** What the engine thinks of the position in view, while it is analysed. */
function judgement(app: App): string {
  const { analysis, node } = app;
  const best = analysis.on && analysis.node === node ? analysis.lines[0] : undefined;
  return best && app.scene
    ? `${forWhom(app, best)} Best: ${moveName(app.scene, best.line[0] ?? "")}.`
    : "";
}

/** What can be done with the piece in the hand, in numbers. */
function plainChoices(app: App): string {
  const targets = app.free && app.input?.picked ? [...app.input.targets().values()] : [];
  const captures = targets.filter((taking) => taking).length;
  const steps = targets.length - captures;
  return choicesIn(app, steps, captures);
}

/** What a mark on a piece of the side to move means for the turn, where the game has a sentence for
 *  it. */
function markSaid({ scene, sheet, input, free }: App): { say: string; how: string } | null {
  if (!scene || !free || input?.picked !== null) return null;
  const own = (square: string): boolean =>
    scene.kinds.get(scene.pieces.get(square) ?? "")?.player === scene.turn;
  const mark = scene.marks.find(
    ({ name, squares }) => sheet?.sentences.has(`mark.${name}`) && squares.some(own),
  );
  return mark ? sentence(sheet, `mark.${mark.name}`, {}) : null;
}

/** What is in the hand, the winner, or who is to move. */
function letterNow(app: App, scene: Scene): string | undefined {
  const result = app.game?.ended?.result ?? (app.node.view?.over ? app.node.view.result : "");
  const picked = app.free ? app.input?.picked : null;
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

export function Prompt({ app }: { app: App }) {
  const { scene, refusal } = app;
  if (app.mistake || app.analysis.on) app.evaluations.read();
  const letter = scene && letterNow(app, scene);
  const { bold, soft } = saidNow(app);
  const pill = markSaid(app);
  const over = app.node.view?.over || app.game?.ended;
  return (
    <div id="prompt" class={refusal ? "no" : ""} data-turn={scene && !over ? turnName(scene) : ""}>
      <span id="prompt-icon">
        {scene && letter !== undefined && <Icon {...{ scene, letter: letter! }} />}
      </span>
      <div class="say">
        <p id="status">{bold}</p>
        <span id="pill" class="pill" hidden={!pill} title={pill?.how}>
          {pill?.say}
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
        <Verbs app={app} />
      </div>
      <Aside app={app} />
    </div>
  );
}

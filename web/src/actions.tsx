// The buttons of the page: in the status sentence, kinds of moves and moves without a square;
// beside it, the most likely action; below the moves, the actions of a game.

import { useLayoutEffect, useRef } from "preact/hooks";
import { Button, type IconName } from "./button";
import { askWhether } from "./dialogs";
import { say } from "./dom";
import type { Move } from "./move";
import { capital } from "./scene";
import { sentence } from "./sheet";
import { HINT, TAKE_BACK } from "./shortcuts";
import { analysis, connection, panel, play, position, session, tasks, touches } from "./stores";
import type { Game } from "./stores/game";
import { choicesOf } from "./verbs";

/** A box of buttons that come and go. If a focused button disappears, the focus returns to a button
 *  with the same `data-key`, unless the focus has moved elsewhere. */
export function Keeping(attributes: { [attribute: string]: unknown }) {
  const box = useRef<HTMLDivElement>(null);
  const lost = useRef<string | undefined>(undefined);
  // The elements are still those before this render.
  const now = document.activeElement;
  if (now instanceof HTMLElement && box.current?.contains(now)) lost.current = now.dataset.key;
  else if (now && now !== document.body) lost.current = undefined;
  useLayoutEffect(() => {
    if (lost.current !== undefined && (document.activeElement ?? document.body) === document.body)
      box.current
        ?.querySelector<HTMLElement>(`[data-key="${CSS.escape(lost.current)}"]`)
        ?.focus({ preventScroll: true });
  });
  return <div ref={box} {...attributes} />;
}

export interface Action {
  key: string;
  text: string;
  act(): void;
  icon?: IconName;
  can?: boolean;
  /** The keyboard key that clicks the button. */
  shortcut?: string;
  /** The label in the bar on telephones, for an action that shows a puzzle's or lesson's answer. */
  short?: string;
}

/** The button of an action. By its `key` the element stays the same if the engine moves during a
 *  click. */
const button = (
  { key, text, act, icon, can = true, shortcut }: Action,
  more: object = {},
  sum?: string,
) => (
  <Button
    key={key}
    data-key={key}
    data-shortcut={shortcut}
    icon={icon}
    disabled={!can}
    // The second click of a double click would act in the next position.
    act={({ detail }) => detail < 2 && act()}
    {...more}
  >
    <span>{text}</span>
    {sum && [" ", <span class="sum">{sum}</span>]}
  </Button>
);

/** Passes although other moves are legal, after a question. */
async function pass(move: Move): Promise<void> {
  const { node, sheet } = position;
  const note = `${capital(sheet?.verbs.get("pass")?.line || "do nothing")}.`;
  if ((await askWhether("Pass?", note, "Pass")) && position.node === node) await play.make(move);
}

/** The buttons of moves without squares. */
function buttonsOfMoves(kinds: number) {
  const { scene, sheet } = position;
  const moves = play.free && scene ? (touches.input?.movesWithoutTouches() ?? []) : [];
  return moves.map((move, at) => {
    const passes = move.verb === "pass";
    const plain = passes ? "Pass" : capital(move.words);
    const text = sheet?.verbs.get(passes ? "pass" : move.text)?.name || plain;
    const act = (): void =>
      tasks.run(passes && scene!.moves.length > 1 ? pass(move) : play.make(move));
    const shortcut = String(kinds + at + 1);
    return button(
      { key: `move ${move.text} ${text}`, text, act, icon: passes ? "pass" : "swap", shortcut },
      { class: kinds && passes ? "quiet" : "primary", "data-move": move.text },
    );
  });
}

function verbs() {
  const { scene, sheet } = position;
  const { input } = touches;
  if (!scene || !input || !play.free) return [];
  const choices = choicesOf(scene, sheet).filter(({ verb }) => verb !== "pass");
  return choices.map(({ verb, name, line, icon, moves, count }, at) => {
    const chosen = input.kind === verb;
    const act = (): void => {
      touches.clearRefusal();
      if (!moves.length)
        return touches.refuse({
          square: "",
          bold: `${name} is not possible now.`,
          soft: sentence(sheet, `none.${verb}`, {})?.say || (line && `${capital(line)}.`),
        });
      input.limit(chosen ? () => true : (move) => move.verb === verb, chosen ? "" : verb);
      const [only, ...others] = input.origins();
      if (!chosen && only && !others.length && input.picked === null) return play.touch(only);
      const next = sentence(sheet, `chosen.${verb}`, {})?.say ?? "";
      say(chosen ? `${name} laid down` : `${name}. ${next}`);
    };
    return button(
      { key: `verb ${verb}`, text: name, act, icon, shortcut: String(at + 1) },
      {
        class: "verb",
        title: line,
        "data-verb": verb,
        "aria-pressed": chosen,
        // Not `disabled`, because a click on the button says why there is no such move.
        "aria-disabled": moves.length === 0,
      },
      moves.length ? count : "",
    );
  });
}

export function Verbs() {
  const kinds = verbs();
  return (
    <Keeping id="verbs" class="buttons">
      {kinds}
      {buttonsOfMoves(kinds.length)}
    </Keeping>
  );
}

async function resign(game: Game): Promise<void> {
  if (await askWhether("Resign?", "The game is over then, and the other side has won.", "Resign"))
    game.resign();
}

function inGame(game: Game): Action[] {
  const back: Action = {
    key: "back-action",
    text: "Take back",
    act: () => tasks.run(game.takeBack()),
    icon: "undo",
    shortcut: TAKE_BACK,
    can: game.before !== null,
  };
  if (game.over) {
    // Leaves the game for an analysis, at the last position in which the person was to move.
    const look = (): void => {
      play.analyse(true);
      position.goTo(game.before ?? game.live);
    };
    const rematch = (): void => tasks.run(session.rematch(game));
    return [
      game.ended && game.clocks
        ? { key: "look", text: "Go back in analysis", act: look, icon: "eye" }
        : back,
      { key: "rematch", text: "Rematch", act: rematch, icon: "again" },
    ];
  }
  if (!game.plays("person"))
    return [{ key: "stop", text: "Stop", act: () => play.leave(), icon: "close" }];
  const hint = (): void => {
    touches.clearRefusal();
    touches.input?.clear();
    tasks.run(game.askHint());
  };
  const can = game.waitsForPerson(position.node);
  return [
    back,
    { key: "hint", text: "Hint", act: hint, icon: "bulb", shortcut: HINT, can },
    { key: "resign", text: "Resign", act: () => tasks.run(resign(game)), icon: "flag" },
  ];
}

/** The actions without a game, such as those of a puzzle. */
function withoutGame(): Action[] {
  const { exercise } = play;
  const free =
    connection.connected &&
    position.node.view?.over === false &&
    !exercise?.secret &&
    !play.lesson?.isOpen;
  const playOn = (): void => tasks.run(session.playOn());
  const on: Action = { key: "play-on", text: "Play on from here", act: playOn, icon: "go" };
  return [...(exercise?.actions ?? []), ...(free ? [on] : [])];
}

/** The actions below the moves. */
export const actionsOf = (): Action[] => (play.game ? inGame(play.game) : withoutGame());

export function Actions() {
  const actions = actionsOf();
  const narrow = play.exercise?.actions ?? [];
  // These buttons are only as wide as their words, so that they fit into one line.
  const style = { flex: "auto", paddingInline: "0" };
  return (
    <Keeping id="actions" class="foot" hidden={!actions.length}>
      {actions.map((action) =>
        button(action, narrow.some(({ key }) => key === action.key) ? { style } : {}),
      )}
    </Keeping>
  );
}

export function BackToGame() {
  const back = (): void => tasks.run(session.back());
  return button(
    { key: "parked", text: "Back to the game", act: back, icon: "prev" },
    { class: "edge" },
  );
}

/** The most likely action, beside the sentence. */
function wanted() {
  const { game, exercise } = play;
  const { input, refusal } = touches;
  const edge = (key: string, text: string, act: () => void, icon?: IconName) =>
    button({ key, text, act, icon }, { class: "edge", title: icon && text });
  const layDown = (): void => {
    touches.clearRefusal();
    touches.layDown();
  };
  const cancel =
    play.free &&
    input &&
    input.picked !== null &&
    button(
      { key: "lay", text: "", act: layDown, icon: "close" },
      { class: "tool", "aria-label": "Lay it down" },
    );
  if (refusal?.rule)
    return [edge("rule", "See the rule", () => panel.showRule(refusal.rule!), "book"), cancel];
  if (exercise?.next) return button(exercise.next, { class: "primary" });
  if (play.suspended && !exercise) return <BackToGame />;
  if (game?.held) {
    const act = (): void => {
      game.release();
      game.proceed();
    };
    return button({ key: "go-on", text: "Go on", act }, { class: "primary" });
  }
  const now = game && !game.over && game.plays("engine") && game.thinking;
  const away = game && position.node !== game.live;
  const mistake = analysis.here(analysis.mistake);
  const made = mistake && mistake.made !== mistake.node ? mistake.made : null;
  if (!now && !away && !made) return cancel;
  const end = (): void => position.goTo(game!.live);
  return [
    made && edge("why", "See why", () => tasks.later("refute", made)),
    now && edge("now", "Move now", () => game.moveNow(), "go"),
    // Beside another button there is room for few words, and on a telephone only for a sign.
    away &&
      (made ? edge("live", "To the end", end, "last") : edge("live", "Back to the game", end)),
  ];
}

export const Aside = () => (
  <Keeping id="aside" class="buttons">
    {wanted()}
  </Keeping>
);

// The buttons of the page: in the status sentence, kinds of moves and moves without a square;
// beside it, the most likely action; below the moves, the actions of a game.

import { askWhether } from "./dialogs";
import { say } from "./dom";
import type { Game } from "./stores/game";
import type { IconName } from "./icons";
import { Keeping } from "./keeping";
import type { Move } from "./move";
import { capital } from "./scene";
import { sentence } from "./sheet";
import { analysis, connection, panel, play, position, session, tasks, touches } from "./stores";
import { choicesOf } from "./verbs";
import { Button } from "./button";
import { HINT, TAKE_BACK } from "./shortcuts";

export interface Action {
  key: string;
  text: string;
  act(): void;
  icon?: IconName;
  can?: boolean;
  /** The key of the keyboard that clicks its button. */
  shortcut?: string;
  /** The label in the bar on telephones, for an action that shows a puzzle's or lesson's answer. */
  short?: string;
}

/** The button of an action; its `key` keeps the element if the engine moves during a click. */
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
  const line = sheet?.verbs.get("pass")?.line || "do nothing";
  const note = `${capital(line)}.`;
  if ((await askWhether("Pass?", note, "Pass")) && position.node === node) await play.make(move);
}

/** The buttons of moves without squares. */
function buttonsOfMoves(kinds: number) {
  const { scene, sheet } = position;
  const moves = play.free && scene ? (touches.input?.movesWithoutTouches() ?? []) : [];
  return moves.map((move, at) => {
    const passes = move.verb === "pass";
    const text =
      sheet?.verbs.get(passes ? "pass" : move.text)?.name ||
      (passes ? "Pass" : capital(move.words));
    return button(
      {
        key: `move ${move.text} ${text}`,
        text,
        act: () => tasks.run(passes && scene!.moves.length > 1 ? pass(move) : play.make(move)),
        icon: passes ? "pass" : "swap",
        shortcut: String(kinds + at + 1),
      },
      { class: kinds && passes ? "quiet" : "primary", "data-move": move.text },
    );
  });
}

/** The buttons of the kinds of moves. */
function verbs() {
  const { scene } = position;
  const { input } = touches;
  if (!scene || !input || !play.free) return [];
  const choices = choicesOf(scene, position.sheet).filter(({ verb }) => verb !== "pass");
  return choices.map(({ verb, name, line, icon, moves, count }, at) => {
    const chosen = input.kind === verb;
    const act = (): void => {
      touches.clearRefusal();
      if (!moves.length)
        return touches.refuse({
          square: "",
          bold: `${name} is not possible now.`,
          soft: sentence(position.sheet, `none.${verb}`, {})?.say || (line && `${capital(line)}.`),
        });
      input.limit(chosen ? () => true : (move) => move.verb === verb, chosen ? "" : verb);
      const [only, ...others] = input.origins();
      if (!chosen && only && !others.length && input.picked === null) return play.touch(only);
      const { say: next = "" } = sentence(position.sheet, `chosen.${verb}`, {}) ?? {};
      say(chosen ? `${name} laid down` : `${name}. ${next}`);
    };
    return button(
      {
        key: `verb ${verb}`,
        text: name,
        act,
        icon,
        shortcut: String(at + 1),
      },
      {
        class: "verb",
        title: line,
        "data-verb": verb,
        "aria-pressed": chosen,
        // A click on it says why.
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
  const people = game.plays("person");
  const actions: Action[] = [];
  if (game.ended && game.clocks) {
    // Leaves the game for an analysis, at the last position in which the person was to move.
    const act = (): void => {
      play.analyse(true);
      position.goTo(game.before ?? game.live);
    };
    actions.push({ key: "look", text: "Go back in analysis", act, icon: "eye" });
  } else if (people || game.over)
    actions.push({
      key: "back-action",
      text: "Take back",
      act: () => tasks.run(game.takeBack()),
      icon: "undo",
      shortcut: TAKE_BACK,
      can: game.before !== null,
    });
  if (game.over)
    actions.push({
      key: "rematch",
      text: "Rematch",
      act: () => tasks.run(session.rematch(game)),
      icon: "again",
    });
  else if (people) {
    const hint = (): void => {
      touches.clearRefusal();
      touches.input?.clear();
      tasks.run(game.askHint());
    };
    actions.push(
      {
        key: "hint",
        text: "Hint",
        act: hint,
        icon: "bulb",
        shortcut: HINT,
        can: game.waitsForPerson(position.node),
      },
      { key: "resign", text: "Resign", act: () => tasks.run(resign(game)), icon: "flag" },
    );
  } else actions.push({ key: "stop", text: "Stop", act: () => play.leave(), icon: "close" });
  return actions;
}

/** The actions without a game, such as those of a puzzle. */
function withoutGame(): Action[] {
  const { exercise } = play;
  const free =
    connection.connected &&
    position.node.view?.over === false &&
    !exercise?.secret &&
    !play.lesson?.isOpen;
  return [
    ...(exercise?.actions ?? []),
    ...(free
      ? [
          {
            key: "play-on",
            text: "Play on from here",
            act: () => tasks.run(session.playOn()),
            icon: "go",
          } as const,
        ]
      : []),
  ];
}

export const BackToGame = () =>
  button(
    {
      key: "parked",
      text: "Back to the game",
      icon: "prev",
      act: () => tasks.run(session.back()),
    },
    { class: "edge" },
  );

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

/** The most likely action, beside the sentence. */
function wanted() {
  const { game, exercise } = play;
  const { input, refusal } = touches;
  const edge = (key: string, text: string, act: () => void, icon?: IconName) =>
    button({ key, text, act, ...(icon && { icon }) }, { class: "edge", title: icon && text });
  const cancel =
    play.free &&
    input &&
    input.picked !== null &&
    button(
      {
        key: "lay",
        text: "",
        icon: "close",
        act() {
          touches.clearRefusal();
          touches.layDown();
        },
      },
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
  return now || away || made
    ? [
        made && edge("why", "See why", () => tasks.later("refute", made)),
        now && edge("now", "Move now", () => game.moveNow(), "go"),
        // Beside another button there is room for few words, and on a telephone only for a sign.
        away &&
          (made
            ? edge("live", "To the end", () => position.goTo(game.live), "last")
            : edge("live", "Back to the game", () => position.goTo(game.live))),
      ]
    : cancel;
}

export const Aside = () => (
  <Keeping id="aside" class="buttons">
    {wanted()}
  </Keeping>
);

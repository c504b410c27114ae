// Buttons of the turn: kinds of moves and moves without a touch in the sentence, the one thing
// that is wanted most beside it, and what else can be done in a game below the moves.

import type { App } from "./app";
import { byId, el, put, putKeeping } from "./dom";
import { type IconName, glyph } from "./icons";
import type { Game } from "./game";
import type { Verb } from "./move";
import { forgive, refusedRule } from "./prompt";
import { PLAYERS, other } from "./scene";
import type { Node } from "./tree";
import { type Choice, choicesOf } from "./verbs";

/** The buttons by what they are: they stay, so that no click gets lost when the engine moves
 *  between the press and the release. */
const actions = new Map<string, { made: HTMLButtonElement; act: () => void }>();

/** What the buttons need of the page. */
export interface Deeds {
  /** Carries something out; what goes wrong is told. */
  run(task: Promise<unknown>): void;
  visit(node: Node): void;
  touch(what: string): void;
  /** Shows where a rule stands. */
  rule(key: string): void;
}

/** The kind of moves that was chosen, and in which position. */
let chosen: { node: Node; verb: Verb } | null = null;

function action(
  key: string,
  text: string,
  act: () => void,
  icon: IconName | null = null,
  can = true,
): HTMLButtonElement {
  const known = actions.get(key);
  if (known) known.act = act;
  const made =
    known?.made ??
    el(
      "button",
      {
        type: "button",
        click: (event: MouseEvent) => {
          // The second click of a double click would be for another position, perhaps another seat.
          if (event.detail < 2) actions.get(key)?.act();
        },
      },
      icon && glyph(icon),
      el("span", {}, text),
    );
  if (!known) actions.set(key, { made, act });
  made.dataset.key = key;
  made.disabled = !can;
  return made;
}

/** Moves that are made by a button alone. */
function ofMoves(app: App, { run }: Deeds, quiet: boolean): HTMLElement[] {
  const { scene, sheet } = app;
  const moves = app.free && scene ? (app.hand?.spoken() ?? []) : [];
  return moves.map((move) => {
    const isPass = move.verb === "pass";
    const named = sheet?.verbs.get(isPass ? "pass" : move.text)?.name;
    const text =
      named || (isPass ? "Pass" : move.words.charAt(0).toUpperCase() + move.words.slice(1));
    const made = action(
      `move ${move.text} ${text}`,
      text,
      () => run(app.make(move)),
      isPass ? "pass" : "swap",
    );
    made.className = quiet && isPass ? "quiet" : "primary";
    made.dataset.move = move.text;
    return made;
  });
}

/** The kinds of moves of a turn. */
function ofVerbs(app: App, deeds: Deeds): HTMLElement[] {
  const { scene, hand, node } = app;
  if (!scene || !hand || !app.free) return [];
  const choices = choicesOf(scene, app.sheet).filter(({ verb }) => verb !== "pass");
  return choices.map(({ verb, name, line, icon, moves, count }: Choice) => {
    const press = (): void => {
      forgive();
      const now = chosen?.node === node && chosen.verb === verb;
      hand.limit(now ? () => true : (move) => move.verb === verb, now ? "" : verb);
      chosen = now ? null : { node, verb };
      const [only, ...others] = hand.origins();
      if (!now && only && !others.length && hand.picked === null) deeds.touch(only);
      else app.screen.draw(null);
    };
    const made = action(`verb ${verb}`, name, press, icon, moves.length > 0);
    made.className = "verb";
    made.title = line;
    made.dataset.verb = verb;
    made.setAttribute("aria-pressed", String(chosen?.node === node && chosen.verb === verb));
    const sum = moves.length ? count : "";
    if (made.dataset.count !== sum) {
      made.dataset.count = sum;
      made.querySelector(".sum")?.remove();
      if (sum) made.append(" ", el("span", { class: "sum" }, sum));
    }
    return made;
  });
}

async function resign(game: Game): Promise<void> {
  const { askWhether } = await import("./extra");
  if (await askWhether("Resign?", "The game is over then, and the other side has won.", "Resign"))
    game.resign();
}

/** Leaves a game that has ended, to look at it, before what was played last. */
function lookBack(app: App, game: Game, visit: (node: Node) => void): void {
  app.analysis.switch(true);
  visit(game.before ?? game.live);
}

function ofGame(app: App, game: Game, { run, visit }: Deeds): HTMLElement[] {
  const shown: HTMLElement[] = [];
  const people = PLAYERS.some((player) => game.settings.sides[player].is === "person");
  const timeless = !(game.ended && game.clocks);
  if (!timeless)
    shown.push(action("look", "Go back in analysis", () => lookBack(app, game, visit), "eye"));
  else if (people || game.over)
    shown.push(
      action(
        "back-action",
        "Take back",
        () => run(game.takeBack()),
        "undo",
        game.live.parent !== null,
      ),
    );
  if (game.over) shown.push(action("rematch", "Rematch", () => run(game.rematch()), "again"));
  if (!game.over && people) {
    shown.push(
      action(
        "hint",
        "Hint",
        () => {
          forgive();
          run(game.askHint());
        },
        "bulb",
        game.waitsForPerson(app.node),
      ),
    );
    shown.push(action("resign", "Resign", () => run(resign(game)), "flag"));
  }
  if (!game.over && !people) shown.push(action("stop", "Stop", () => app.leaveGame(), "close"));
  return shown;
}

/** The one thing that is wanted most now, beside the sentence. */
function wanted(app: App, deeds: Deeds): HTMLElement[] {
  const { game, hand } = app;
  const lay = app.free && hand && hand.picked !== null ? [layDown(app)] : [];
  if (refusedRule() !== null)
    return [
      edged(action("rule", "See the rule", () => deeds.rule(refusedRule() ?? ""), "book")),
      ...lay,
    ];
  const next = app.puzzle?.next();
  if (next) return [primary(next)];
  if (app.suspended.game) return [edged(parked(app, deeds))];
  if (game?.held) {
    return [
      primary(
        action("go-on", "Go on", () => {
          game.release();
          game.proceed();
          app.screen.draw(null);
        }),
      ),
    ];
  }
  const shown: HTMLElement[] = [];
  const engines = game && PLAYERS.some((player) => game.settings.sides[player].is === "engine");
  if (game && !game.over && engines && game.thinking)
    shown.push(edged(action("now", "Move now", () => game.moveNow(), "go")));
  if (game && app.node !== game.live)
    shown.push(edged(action("live", "Back to the game", () => deeds.visit(game.live))));
  return shown.length ? shown : lay;
}

const parked = (app: App, { run }: Deeds): HTMLElement =>
  action("parked", "Back to the game", () => run(app.suspended.back()));

/** What can be done without a game: most of all to solve a puzzle. */
function ofPuzzle(app: App, deeds: Deeds): HTMLElement[] {
  const { puzzle } = app;
  const free = app.connected && app.node.view?.over === false && !puzzle?.secret;
  return [
    ...(puzzle?.buttons() ?? []),
    ...(free ? [action("play-on", "Play on from here", () => deeds.run(playOn(app)), "go")] : []),
    ...(puzzle?.next() && app.suspended.game
      ? [Object.assign(parked(app, deeds), { className: "" })]
      : []),
  ];
}

/** A game against the engine from the position in view, for the side to move. */
async function playOn(app: App): Promise<void> {
  const { scene } = app;
  if (!scene) return;
  const last = app.usual();
  const engine = PLAYERS.map((player) => last.sides[player]).find(({ is }) => is === "engine") ?? {
    is: "engine",
    elo: null,
  };
  const sides = {
    [scene.turn]: { is: "person" },
    [other(scene.turn)]: engine,
  } as typeof last.sides;
  await app.newGame({ ...last, variant: app.variant, here: true, sides });
}

function layDown(app: App): HTMLElement {
  const made = action(
    "lay",
    "",
    () => {
      forgive();
      app.dropHand();
    },
    "close",
  );
  made.className = "tool";
  made.setAttribute("aria-label", "Lay it down");
  return made;
}

const primary = (made: HTMLElement): HTMLElement => Object.assign(made, { className: "primary" });
const edged = (made: HTMLElement): HTMLElement => Object.assign(made, { className: "edge" });

function fill(box: HTMLElement, shown: HTMLElement[]): void {
  if (shown.length !== box.children.length || shown.some((made, at) => made !== box.children[at])) {
    if (shown.length) putKeeping(box, shown);
    else if (box.contains(document.activeElement)) putKeeping(box, shown);
    else put(box, []);
  }
}

/** Shows what can be done now. */
export function drawActions(app: App, deeds: Deeds): void {
  if (chosen && chosen.node !== app.node) chosen = null;
  const verbs = ofVerbs(app, deeds);
  fill(byId("verbs"), [...verbs, ...ofMoves(app, deeds, verbs.length > 0)]);
  fill(byId("aside"), wanted(app, deeds));
  fill(byId("actions"), app.game ? ofGame(app, app.game, deeds) : ofPuzzle(app, deeds));
  byId("actions").hidden = !byId("actions").children.length;
}

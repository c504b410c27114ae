// The buttons below the board: moves that are made by buttons, and whatever else can be done
// in a game.

import type { App } from "./app";
import { askWhether } from "./dialogs";
import { byId, el, putKeeping } from "./dom";
import type { Game } from "./play";
import { PLAYERS } from "./scene";
import type { Node } from "./tree";
import { moveWords } from "./words";

/** The buttons by what they are: they stay, so that no click gets lost when the engine moves
 *  between the press and the release. */
const actions = new Map<string, { made: HTMLButtonElement; act: () => void }>();

/** What the buttons need of the page. */
export interface Deeds {
  /** Carries something out; what goes wrong is told. */
  run(task: Promise<unknown>): void;
  visit(node: Node): void;
}

function action(key: string, text: string, act: () => void, can = true): HTMLElement {
  const known = actions.get(key);
  if (known) known.act = act;
  const made = known?.made ?? el("button", { type: "button", click: (event: MouseEvent) => {
    // The second click of a double click would be for another position, perhaps another seat.
    if (event.detail < 2) actions.get(key)?.act();
  } }, text);
  if (!known) actions.set(key, { made, act });
  made.dataset.key = key;
  made.disabled = !can;
  return made;
}

function ofMoves(app: App, { run }: Deeds): HTMLElement[] {
  const { scene } = app;
  const moves = app.free && scene ? app.hand?.spoken() ?? [] : [];
  return moves.map((move) => {
    const words = scene ? moveWords(scene, move) : move.text;
    const text = move.actions.length === 0 ? "Pass" : words.charAt(0).toUpperCase() + words.slice(1);
    const made = action(`move ${move.text} ${text}`, text, () => run(app.make(move)));
    made.className = "primary";
    made.dataset.move = move.text;
    return made;
  });
}

async function resign(game: Game): Promise<void> {
  if (await askWhether("Resign?", "The game is over then, and the other side has won.", "Resign")) game.resign();
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
  if (!timeless) shown.push(action("look", "Go back in analysis", () => lookBack(app, game, visit)));
  else if (people || game.over) shown.push(action("back", "Take back", () => run(game.takeBack()), game.live.parent !== null));
  if (game.over) shown.push(action("rematch", "Rematch", () => run(game.rematch())));
  if (!game.over && people) {
    shown.push(action("hint", "Hint", () => run(game.askHint()), game.waitsForPerson(app.node)));
    shown.push(action("resign", "Resign", () => run(resign(game))));
  }
  if (!game.over && !people) shown.push(action("stop", "Stop", () => app.leaveGame()));
  if (game.held) {
    const on = action("go-on", "Go on", () => {
      game.release();
      game.proceed();
      app.screen.draw(null);
    });
    on.className = "primary";
    shown.unshift(on);
  }
  const engines = PLAYERS.some((player) => game.settings.sides[player].is === "engine");
  if (!game.over && engines) shown.push(action("now", "Move now", () => game.moveNow(), game.thinking));
  if (app.node !== game.live) shown.push(action("live", "Back to the game", () => visit(game.live)));
  return shown;
}

/** Shows what can be done now. */
export function drawActions(app: App, deeds: Deeds): void {
  const shown = [...ofMoves(app, deeds), ...(app.game ? ofGame(app, app.game, deeds) : [])];
  if (app.parking.game) {
    const back = action("parked", "Back to the game", () => deeds.run(app.parking.back()));
    back.className = "primary";
    shown.unshift(back);
  }
  const box = byId("actions");
  if (shown.length !== box.children.length || shown.some((made, at) => made !== box.children[at])) putKeeping(box, shown);
}

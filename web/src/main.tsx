// The start of the page: its views and its listeners.

import { effect, untracked } from "@preact/signals";
import { render } from "preact";
import { askWhether, chooseMove } from "./dialogs";
import { takeDrops } from "./files";
import { greet } from "./first-visit";
import { eventWords } from "./last-event";
import { listenKeys } from "./keyboard";
import { keepFinished } from "./levels";
import { alertLowTime } from "./low-time-alert";
import { watchTabs } from "./other-tabs";
import { Page } from "./page";
import { soundOf, soundOfEnd, soundOfRefusal } from "./sound";
import { settled } from "./state";
import { analysis, chosen, connection, panel, position, tasks, touches } from "./stores";
// These stores get their dialogs here.
import { play } from "./stores/play";
import { session } from "./stores/session";
import { turnWords } from "./status";
import { type Node, moveOf } from "./tree";

/** The sound of a move that was just made, and of the end of its game. */
function soundOfArrival(made: Node): void {
  const move = moveOf(made);
  if (move) soundOf(move);
  if (play.game?.over) soundOfEnd();
}

play.choose = chooseMove;
session.greet = greet;
session.beginning = eventWords;
session.confirmNewGame = () => askWhether("Begin a new game?", play.consequenceWords, "New game");

effect(() => analysis.follow());
render(<Page />, document.body);

tasks.awaits(tasks.ready);
// Programs that use the page wait for `data-ready` before a touch.
effect(() => {
  const { dataset } = document.documentElement;
  if (tasks.awaited) delete dataset.ready;
  else dataset.ready = "";
});
settled(() => {
  const { scene, sheet } = position;
  if (!scene) return;
  const name = `${sheet?.title || scene.variant} \u2013 ${connection.name}`;
  document.title = [turnWords(play.game, scene), name].filter(Boolean).join(" \u2013 ");
});
settled(() => {
  const { game } = play;
  if (game?.over && game.live !== game.start && game.plays("person")) keepFinished();
});
settled(() => session.keep());
// Scrolls to the board when a game begins or comes back into view.
settled(() => {
  if (play.game) scrollTo(0, 0);
});
// Reviews a finished game once, whatever is in view.
settled(() => {
  const { game } = play;
  if (!game?.over || !connection.connected || tasks.awaited || analysis.left) return;
  const end = game.live;
  if (analysis.reviewed !== end && !analysis.isWhole(end)) tasks.later("review", end);
});
settled(() => {
  const { editing } = panel;
  // Another game has been opened meanwhile.
  if (editing && editing.tree !== position.tree) editing.close();
});
settled(() => {
  if (touches.refusal && chosen.sound) soundOfRefusal();
});
settled(() => {
  const { game } = play;
  if (game?.ticks) alertLowTime(game);
});

settled(() => {
  const { made } = position.arrival;
  untracked(() => made && chosen.sound && soundOfArrival(made));
});

const open = (file: File): void => tasks.later("openFile", file);
takeDrops(open, (error) => tasks.trouble(error));
addEventListener("paste", ({ clipboardData, target }) => {
  const text = clipboardData?.getData("text/plain");
  if (text && !(target as Element).closest("input, textarea, dialog"))
    tasks.later("readGiven", text);
});
addEventListener("hashchange", () => session.followLink());
addEventListener("pagehide", () => session.save());
listenKeys();
tasks.run(watchTabs(location.hash));
connection.connect();
// Loads the rest after the board.
tasks.ready
  .then(() => tasks.fetchLater())
  .then(({ listenBack, listenWheel, watchFocus, watchGames }) => {
    watchFocus();
    watchGames();
    listenWheel();
    listenBack();
  })
  .catch((error) => tasks.trouble(error));

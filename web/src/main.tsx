// The page begins: its state, its views, and what listens to all of it.

import { effect } from "@preact/signals";
import { render } from "preact";
import { readAddress } from "./address";
import { followed, keepAddress, keepGame } from "./address-bar";
import { App } from "./app";
import { showCards } from "./cards";
import { askWhether, chooseMove } from "./dialogs";
import { takeDrops } from "./files";
import { listenKeys } from "./keyboard";
import { later } from "./lazy";
import { alertLowTime } from "./low-time-alert";
import { watchTabs } from "./other-tabs";
import { Page } from "./page";
import { soundOf, soundOfEnd, soundOfRefusal } from "./sound";
import { settled } from "./state";
import { chosen } from "./switches";
import { type Node, moveOf } from "./tree";

const app = new App({
  choose: chooseMove,
  sure: () =>
    askWhether("Begin a new game?", "The game that is being played is over then.", "New game"),
  cards: () => showCards(app),
});

render(<Page app={app} />, document.body);

app.awaits(app.ready);
// Whoever uses the page by a program waits for `data-ready` before a touch.
effect(() => {
  const { dataset } = document.documentElement;
  if (app.awaited) delete dataset.ready;
  else dataset.ready = "";
});
settled(() => {
  const { scene, sheet } = app;
  if (scene) document.title = `${sheet?.title || scene.variant} \u2013 ${app.engine.name}`;
});
settled(() => keepAddress(app));
settled(() => {
  // Another game has been opened meanwhile.
  if (app.editing && app.editing.tree !== app.tree) app.editing.close();
});
settled(() => {
  if (app.refusal && chosen.sound) soundOfRefusal();
});
settled(() => {
  const { game } = app;
  if (game?.ticks) alertLowTime(game);
});

let heard: Node | null = null;
// A move that was just made is heard, and so is the end of a game.
settled(() => {
  const { node, game } = app;
  const made = node !== heard && node.parent === heard && heard !== null;
  heard = node;
  if (!made || !chosen.sound) return;
  const move = moveOf(node);
  if (move) soundOf(move);
  if (game?.over) soundOfEnd();
});

const open = (file: File): void => app.later(({ openFile }) => openFile(app, file));
takeDrops(open, (error) => app.trouble(error));
addEventListener("paste", ({ clipboardData, target }) => {
  const text = clipboardData?.getData("text/plain");
  if (text && !(target as Element).closest("input, textarea, dialog"))
    app.later(({ readGiven }) => readGiven(app, text));
});
addEventListener("hashchange", () => {
  app.clearTrouble();
  // The position in view may go on, and has another address.
  const task = app.follow(readAddress(followed())).finally(() => keepAddress(app));
  app.awaits(task);
  app.run(task);
});
addEventListener("pagehide", () => keepGame(app));
listenKeys(app);
app.run(watchTabs(app, location.hash));
app.connect();
// After the board comes what is wanted next.
app.ready.then(later).catch(() => undefined);

// Who sits at the board, beside it: the players with their clocks, and what lies before the
// seats, such as hands.

import type { App } from "./app";
import { clockText } from "./clock";
import { el, putKeeping } from "./dom";
import { recordedEnd } from "./ends";
import type { Touch } from "./hand";
import { dotOf } from "./pieces";
import { LOOK, type Offers, handRow, pointsOf, seatRows } from "./places";
import { type Player, nameOf } from "./scene";
import type { Tree } from "./tree";

/** Who plays a side, for people. */
function whoPlays(app: App, player: Player): string {
  if (app.record) return app.record.names[player];
  const side = app.game?.settings.sides[player];
  if (!side) return "";
  if (side.is === "person") return "Person";
  return side.elo === null ? app.engine.name : `${app.engine.name} at ${side.elo}`;
}

interface Shown {
  touch: (touch: Touch) => void;
  /** Whether somebody may touch what lies there. */
  open: boolean;
}

/** The largest height that what is above the board has had in a game, for a player at a width. */
const highest: { tree: Tree | null; key: string; height: number } = { tree: null, key: "", height: 0 };

/** The most that stays empty for that, in pixels: one row of things. */
const ONE_ROW = 30;

/** The board must not move under a finger because somebody has a row more in hand than before;
 *  many rows that have gone are not waited for. */
function keepHeight(box: HTMLElement, { tree }: App, player: Player): void {
  if (box.id !== "far") return;
  const key = `${player} ${box.clientWidth}`;
  box.style.minHeight = "";
  const now = box.offsetHeight;
  const same = highest.tree === tree && highest.key === key;
  highest.height = same ? Math.min(Math.max(highest.height, now), now + ONE_ROW) : now;
  Object.assign(highest, { tree, key });
  box.style.minHeight = `${highest.height}px`;
}

/** Shows the bar of a player, and the rows of the seats that play for them. */
export function drawSide(box: HTMLElement, app: App, player: Player, shown: Shown): void {
  const { scene, hand } = app;
  if (!scene) return;
  const ended = app.node.view?.over || (app.game ? app.game.ended !== null : recordedEnd(app, app.node) !== null);
  const turn = scene.turn === player && !ended;
  box.classList.toggle("turn", turn);
  box.dataset.player = player;
  const clocks = app.game?.clocks;
  const clock = clocks ? el("span", { class: "clock", "data-clock": player, role: "timer", "aria-label": `${nameOf(scene, player)}\u2019s clock` }, clockText(clocks.of(player))) : null;
  const offers: Offers = (touch) => {
    const can = shown.open && (hand?.targets().has(touch) || hand?.origins().has(touch));
    return can ? { pressed: hand?.picked === touch, click: () => shown.touch(touch) } : null;
  };
  const title = el("div", { class: "title" },
    dotOf(scene, player),
    el("strong", {}, nameOf(scene, player)),
    el("span", { class: "who" }, whoPlays(app, player)),
    handRow(scene, player, turn ? offers : LOOK),
    pointsOf(scene, player), turn ? el("span", { class: "to-move" }, "to move") : null, clock);
  putKeeping(box, [title, ...seatRows(scene, player, turn, offers)]);
  keepHeight(box, app, player);
}

// Who sits at the board, beside it: the players with their clocks, and what lies before the
// seats, such as hands.

import type { App } from "./app";
import { clockText } from "./clock";
import { el, put } from "./dom";
import type { Touch } from "./hand";
import { back, icon, inkOf } from "./pieces";
import { type Counts, type Player, type Scene, nameOf } from "./scene";

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

function thing(app: App, scene: Scene, letter: string, many: number, touch: Touch, shown: Shown): HTMLElement {
  const { hand } = app;
  const can = shown.open && (hand?.targets().has(touch) || hand?.origins().has(touch));
  const name = scene.kinds.get(letter)?.name ?? letter;
  const count = many > 1 ? el("span", { class: "count" }, `\u00d7${many}`) : null;
  if (!can) return el("span", { class: "thing", title: name, role: "img", "aria-label": many > 1 ? `${name} \u00d7${many}` : name }, icon(scene, letter), count);
  return el("button", {
    type: "button", class: "thing", title: name, "data-touch": touch,
    "aria-pressed": hand?.picked === touch, click: () => shown.touch(touch),
  }, icon(scene, letter), el("span", { class: "unseen" }, name), count);
}

function heap(app: App, scene: Scene, name: string, seat: number, pieces: Counts, shown: Shown): HTMLElement {
  const touch = `heap:${name}`;
  const many = [...pieces.values()].reduce((sum, n) => sum + n, 0);
  const what = [...pieces].map(([letter, n]) => `${n} ${scene.kinds.get(letter)?.name ?? letter}`).join(", ");
  const said = `\u00d7${many} face down: ${what || "none"}`;
  if (!many) return el("span", { class: "none" }, "\u2013");
  if (!shown.open || !app.hand?.origins().has(touch)) {
    return el("span", { class: "thing", title: said, role: "img", "aria-label": said }, back(scene, seat), el("span", { class: "count" }, `\u00d7${many}`));
  }
  return el("button", {
    type: "button", class: "thing", title: `Turn one over. ${said}`, "data-touch": touch, click: () => shown.touch(touch),
  }, back(scene, seat), el("span", { class: "count" }, `\u00d7${many}`), el("span", { class: "unseen" }, "face down, turn one over"));
}

/** What lies before a seat, place by place. */
function places(app: App, scene: Scene, seat: number, shown: Shown): HTMLElement[] {
  const view = scene.seats[seat];
  if (!view) return [];
  const own = { ...shown, open: shown.open && scene.seat === seat };
  return view.places.map((place) => {
    const things = place.faceDown
      ? [heap(app, scene, place.name, seat, place.pieces, own)]
      : [...place.pieces].map(([letter, many]) => thing(app, scene, letter, many, `place:${place.name}:${letter}`, own));
    if (!things.length) things.push(el("span", { class: "none" }, "\u2013"));
    return el("span", { class: "place" }, el("span", { class: "label" }, place.name), ...things);
  });
}

/** Shows the bar of a player, and the rows of the seats that play for them. */
export function drawSide(box: HTMLElement, app: App, player: Player, shown: Shown): void {
  const { scene } = app;
  if (!scene) return;
  const index = player === "p1" ? 0 : 1;
  const turn = scene.turn === player && !app.node.view?.over && !app.game?.ended;
  box.classList.toggle("turn", turn);
  const clocks = app.game?.clocks;
  const clock = clocks ? el("span", { class: "clock", "data-clock": player }, clockText(clocks.of(player))) : null;
  const points = scene.scores ? el("span", { class: "points" }, `${scene.scores[index]} ${scene.scores[index] === 1 ? "point" : "points"}`) : null;
  const hand = [...scene.hands[index]].map(([letter, many]) =>
    thing(app, scene, letter, many, `hand:${letter}`, { ...shown, open: shown.open && turn }));
  const title = el("div", { class: "title" },
    el("span", { class: `dot ink-${inkOf(scene, index)}` }),
    el("strong", {}, nameOf(scene, player)),
    el("span", { class: "who" }, whoPlays(app, player)),
    hand.length ? el("span", { class: "place" }, ...hand) : null,
    points, turn ? el("span", { class: "to-move" }, "to move") : null, clock);
  const rows = scene.seats.flatMap((seat, at) => {
    // A seat whose side is not known yet stands with player two but for the first one.
    const side = seat.player ?? (at === 0 ? "p1" : "p2");
    if (side !== player) return [];
    const name = el("span", { class: "seat-name" }, el("span", { class: `dot ink-${inkOf(scene, at)}` }), seat.name);
    const row = el("div", { class: `seat${scene.seat === at && turn ? " turn" : ""}` }, name, ...places(app, scene, at, shown));
    return [row];
  });
  const focused = document.activeElement instanceof HTMLElement && box.contains(document.activeElement) ? document.activeElement.dataset.touch : undefined;
  put(box, [title, ...rows]);
  if (focused !== undefined) box.querySelector<HTMLElement>(`[data-touch="${CSS.escape(focused)}"]`)?.focus();
}

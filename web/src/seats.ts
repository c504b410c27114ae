// Who sits at the board, in a tray for each player: the clock, the points, the pieces that are
// left, and what lies before the seats.

import type { App } from "./app";
import { clockText } from "./clock";
import { el, putKeeping } from "./dom";
import type { Touch } from "./move";
import { levelWords } from "./levels";
import { dotOf, icon } from "./pieces";
import { LOOK, type Offers, handRow, seatRows } from "./places";
import { PLAYERS, type Player, type Scene, nameOf, ofWhom } from "./scene";
import type { Tree } from "./tree";

/** The only person in a game; nothing where there are two or none. */
export function onlyPerson({ game }: App): Player | null {
  const people = PLAYERS.filter((player) => game?.settings.sides[player].is === "person");
  return people.length === 1 ? people[0]! : null;
}

/** Who plays a side, for people. */
function whoPlays(app: App, player: Player): (string | HTMLElement)[] {
  if (app.record) return [app.record.names[player]];
  const side = app.game?.settings.sides[player];
  if (!side) return [];
  if (side.is === "person") return [onlyPerson(app) ? "You" : "Person"];
  const { name } = app.engine;
  // A telephone has room for the level only.
  return side.elo === null
    ? [name]
    : [
        el("span", { class: "wide" }, `${name} \u00b7 `),
        levelWords(app.engine.options.get("UGI_Elo"), side.elo),
      ];
}

interface Shown {
  touch: (touch: Touch) => void;
  /** Whether somebody may touch what lies there. */
  open: boolean;
}

/** The largest height that what is above the board has had in a game, for a player at a width. */
const highest: { tree: Tree | null; key: string; height: number } = {
  tree: null,
  key: "",
  height: 0,
};

/** The most that stays empty for that, in pixels: one row of things. */
const ONE_ROW = 30;

/** The board must not move under a finger because somebody has a row more in hand than before;
 *  many rows that have gone are not waited for. */
export function keepHeight(box: HTMLElement, { tree }: App): void {
  box.style.minHeight = "";
  const key = `${box.dataset.player} ${box.clientWidth} ${document.body.className}`;
  const now = box.offsetHeight;
  const same = highest.tree === tree && highest.key === key;
  highest.height = same ? Math.min(Math.max(highest.height, now), now + ONE_ROW) : now;
  Object.assign(highest, { tree, key });
  if (highest.height > now) box.style.minHeight = `${highest.height}px`;
}

/** The most pieces that are shown one by one. */
const MOST_SHOWN = 20;

const lettersOf = (scene: Scene, player: Player): string[] =>
  [...scene.pieces.values()].filter((letter) => scene.kinds.get(letter)?.player === player);

/** The pieces of a player that are left, and pale those that are lost. */
function army(app: App, scene: Scene, player: Player): HTMLElement | null {
  if (scene.seats.length || scene.hands.some((hand) => hand.size)) return null;
  const order = [...scene.kinds.keys()].reverse();
  const left = lettersOf(scene, player).sort(
    (one, other) => order.indexOf(one) - order.indexOf(other),
  );
  const start = app.tree.root.view?.scene;
  const before = start?.variant === scene.variant ? lettersOf(start, player).length : 0;
  const plain = [...scene.kinds.values()].find((kind) => kind.player === player)?.letter;
  if (!left.length && !before) return null;
  const shown = Math.max(left.length, before) > MOST_SHOWN ? left.slice(0, 1) : left;
  const pale =
    shown.length === left.length && plain !== undefined ? Math.max(0, before - left.length) : 0;
  const gone = [...Array(pale).keys()].map(() => {
    const made = icon(scene, plain!);
    made.classList.add("gone");
    return made;
  });
  return el(
    "div",
    { class: "army", role: "img", "aria-label": `${left.length} on the board` },
    ...shown.map((letter) => icon(scene, letter)),
    ...gone,
    el("span", { class: "small" }, String(left.length)),
  );
}

/** The points of a player, and where they come from. */
function points(scene: Scene, player: Player): HTMLElement | null {
  const at = player === "p1" ? 0 : 1;
  const score = scene.scores?.[at];
  if (score === undefined) return null;
  const sum = scene.tally.length
    ? scene.tally.reduce((all, { points }) => all + points[at], 0)
    : score;
  const parts = scene.tally.map(({ name, points }) => `${points[at]} ${name}`).join(" + ");
  return el(
    "span",
    { class: "points" },
    el("b", {}, String(sum)),
    el(
      "span",
      { class: parts ? "small" : "small unseen" },
      parts || (sum === 1 ? " point" : " points"),
    ),
  );
}

/** Shows the tray of a player, with the rows of the seats that play for them. */
export function drawSide(box: HTMLElement, app: App, player: Player, shown: Shown): void {
  const { scene, hand, game } = app;
  if (!scene) return;
  const ended =
    app.node.view?.over || (game ? game.ended !== null : app.recordedEnd(app.node) !== null);
  const turn = scene.turn === player && !ended;
  box.classList.toggle("turn", turn);
  box.dataset.player = player;
  const clocks = game?.clocks;
  const clock = clocks
    ? el(
        "span",
        {
          class: "clock",
          "data-clock": player,
          role: "timer",
          "aria-label": `${ofWhom(nameOf(scene, player))} clock`,
        },
        clockText(clocks.of(player)),
      )
    : null;
  const offers: Offers = (touch) => {
    const can = shown.open && (hand?.targets().has(touch) || hand?.origins().has(touch));
    return can ? { pressed: hand?.picked === touch, click: () => shown.touch(touch) } : null;
  };
  const live = game !== null && game.live === app.node;
  const pill =
    live && game.thinking
      ? "thinking"
      : live && onlyPerson(app) === player
        ? "your turn"
        : "to move";
  const title = el(
    "div",
    { class: "title" },
    dotOf(scene, player),
    el(
      "div",
      { class: "names" },
      el(
        "span",
        {},
        el("strong", {}, nameOf(scene, player)),
        turn ? el("span", { class: "to-move" }, pill) : null,
      ),
      el("span", { class: "who" }, ...whoPlays(app, player)),
    ),
    handRow(scene, player, turn ? offers : LOOK),
    points(scene, player),
    clock,
  );
  putKeeping(box, [
    title,
    army(app, scene, player),
    ...seatRows(scene, player, turn, offers, app.sheet),
  ]);
}

// The end of a game, on the board: who has won and why, where it turned, and what can be done
// next. Once it is closed it does not come back.

import type { App } from "./app";
import { byId, button, calm, el, put, svg } from "./dom";
import { type IconName, glyph } from "./icons";
import { keepLevel } from "./kept-level";
import { ratings } from "./levels";
import { piece } from "./pieces";
import { showMistake } from "./mistakes";
import { playedWords } from "./moves";
import { PLAYERS, type Player, type Scene, nameOf, other, whoWins } from "./scene";
import { onlyPerson } from "./seats";
import { status } from "./status";
import { type Node, moveNumber, moveOf, path } from "./tree";
import { turningPoint } from "./turning-point";

/** The game whose end was shown last, from when on, and whether it was closed. */
let shown: { game: object; from: number; closed: boolean } | null = null;

/** Milliseconds in which the pieces of the winner are looked at before the card comes. */
const CHEER_MS = 600;

/** The points of both sides, in games that have some. */
const sumsOf = ({ scores, tally }: Scene): number[] | null =>
  scores &&
  PLAYERS.map((_, at) =>
    tally.length ? tally.reduce((all, { points }) => all + points[at]!, 0) : scores[at]!,
  );

/** Where they come from. */
function table(app: App): HTMLElement | null {
  const { scene } = app;
  const sums = scene && sumsOf(scene);
  if (!scene || !sums) return null;
  const rows = [...scene.tally, { name: "points", points: sums }];
  return el(
    "table",
    {},
    el("tr", {}, el("th"), ...PLAYERS.map((player) => el("th", {}, nameOf(scene, player)))),
    ...rows.map(({ name, points }) =>
      el(
        "tr",
        {},
        el("th", {}, name.charAt(0).toUpperCase() + name.slice(1)),
        ...points.map((n) => el("td", {}, String(n))),
      ),
    ),
  );
}

/** How many pieces a move has captured; nothing where the position before it is not known. */
function takenBy(node: Node): number | null {
  const scene = node.parent?.view?.scene;
  if (!scene) return null;
  return (moveOf(node)?.victims ?? []).filter(
    (square) =>
      node.mover && scene.kinds.get(scene.pieces.get(square) ?? "")?.player === other(node.mover),
  ).length;
}

/** The moves of a game, and what a player has captured. */
function figures(app: App, player: Player): HTMLElement {
  const { node, scene } = app;
  const moves = moveNumber(node);
  const shown: [number, string][] = [[moves, moves === 1 ? "move" : "moves"]];
  const captured = path(node)
    .slice(1)
    .map((made) => (made.mover === player ? takenBy(made) : 0));
  // After a reload the positions before it are not known.
  if (scene && captured.every((count) => count !== null))
    shown.push([
      captured.reduce((sum, count) => sum + count, 0),
      `captured by ${nameOf(scene, player)}`,
    ]);
  return el(
    "dl",
    { class: "figures" },
    ...shown.map(([count, what]) => el("div", {}, el("dt", {}, what), el("dd", {}, String(count)))),
  );
}

/** The picture of the winner between two twigs of laurel. */
const crest = (scene: Scene, letter: string): SVGElement =>
  svg(
    "svg",
    { class: "crest", viewBox: "-60 -60 120 112", "aria-hidden": "true" },
    svg("path", {
      d: "M-44 -20C-56 12 -38 40 -12 48M44 -20C56 12 38 40 12 48M-49 0l-9-7M-47 16l-11-2M-39 31l-11 3M-27 42l-8 7M49 0l9-7M47 16l11-2M39 31l11 3M27 42l8 7",
    }),
    svg("circle", { r: 47 }),
    svg("g", { transform: "scale(8.8)" }, piece(scene, letter)),
  );

/** A button with its drawing. */
const drawn = (icon: IconName, text: string, click: () => void, kind = "edge"): HTMLElement =>
  el("button", { type: "button", class: kind, click }, glyph(icon), el("span", {}, text));

interface Deeds {
  run(task: Promise<unknown>): void;
  visit(node: Node): void;
  newGame(): void;
  /** Lets the pieces of the winner hop. */
  cheer(player: Player): void;
}

/** A level above or below that of the engine, after a win or a loss. */
function another(app: App, won: boolean, { run }: Deeds): HTMLElement | null {
  const { game } = app;
  const player = game && onlyPerson(app);
  if (!game || !player) return null;
  const rival = player === "p1" ? "p2" : "p1";
  const side = game.settings.sides[rival];
  const all = ratings(app.engine.options.get("UGI_Elo"));
  const level = side.is === "engine" && side.elo !== null ? all.indexOf(side.elo) + 1 : 0;
  const next = level + (won ? 1 : -1);
  const elo = all[next - 1];
  if (!level || elo === undefined) return null;
  return button(
    `Try level ${next}`,
    () => {
      keepLevel(app.engine.options.get("UGI_Elo"), elo);
      run(
        app.newGame({
          ...game.settings,
          sides: { ...game.settings.sides, [rival]: { is: "engine", elo } },
        }),
      );
    },
    { class: "edge" },
  );
}

/** Shows the card of the end, or takes it away. */
export function drawEnd(app: App, deeds: Deeds): void {
  const { game, node, scene } = app;
  const box = byId("end");
  const result = game?.ended?.result ?? node.view?.result ?? "none";
  const over = game?.over === true && app.node === game.live && scene !== null;
  const winner = PLAYERS.find((player) => result === `${player}win`);
  if (over && shown?.game !== game) {
    const wait = winner && !calm() ? CHEER_MS : 0;
    shown = { game, from: performance.now() + wait, closed: false };
    if (winner) deeds.cheer(winner);
    if (wait) setTimeout(() => drawEnd(app, deeds), wait);
  }
  box.hidden = !over || shown?.closed !== false || performance.now() < shown.from;
  if (box.hidden || !scene || !game) return put(box, []);
  const close = (): void => {
    if (shown) shown.closed = true;
    box.hidden = true;
  };
  const person = onlyPerson(app);
  const sums = winner && game.ended === null ? sumsOf(scene) : null;
  const score = sums ? `, ${Math.max(...sums)} to ${Math.min(...sums)}` : "";
  const title = !winner
    ? "Draw"
    : winner === person
      ? `You win${score || "!"}`
      : `${whoWins(nameOf(scene, winner))}${score}`;
  const letter = [...scene.kinds.values()].find((kind) => kind.player === winner)?.letter;
  const point = turningPoint(node);
  const why = node.view?.ended;
  const by =
    game.ended?.text ?? (why ? `${why.charAt(0).toUpperCase()}${why.slice(1)}.` : status(app));
  const next = person ? ` as ${nameOf(scene, other(person))}` : "";
  put(box, [
    el(
      "div",
      {
        class: "card",
        role: "group",
        "aria-label": "The end",
        keydown: (event: KeyboardEvent) => event.key === "Escape" && close(),
      },
      letter !== undefined && crest(scene, letter),
      el(
        "button",
        { type: "button", class: "tool", "aria-label": "Close, look at the board", click: close },
        glyph("close"),
      ),
      el("h2", {}, title),
      el("p", { class: "small" }, by),
      table(app) ?? figures(app, person ?? winner ?? "p1"),
      point &&
        el(
          "div",
          { class: "turned" },
          el(
            "span",
            { class: "small" },
            el("b", {}, `It turned at move ${moveNumber(point.node)}`),
            ` ${nameOf(scene, point.node.mover!)} ${playedWords(point.node.parent?.view?.scene, point.node, app.sheet)}, and ${point.node.mover === person ? "your" : "their"} winning chances went down by ${Math.round(100 * point.loss)} %.`,
          ),
          button("See it", () => deeds.run(showMistake(app, point.node, point.loss)), {
            class: "edge",
          }),
        ),
      el(
        "div",
        { class: "buttons" },
        drawn("again", `Rematch${next}`, () => deeds.run(game.rematch()), "primary"),
        drawn("eye", "Analyse", () => app.analysis.switch(true)),
        drawn("new", "New game", deeds.newGame),
        person && winner && another(app, winner === person, deeds),
      ),
    ),
  ]);
}

// The cards of a game, each with a board, and the whole of its rules: under Rules in the panel.
// Before the first game of a person they are shown by `cards.ts`. Both are fetched when they are
// wanted.

import type { App } from "./app";
import { drawArrow } from "./arrows";
import { button, byId, el, put, svg } from "./dom";
import { Drawing } from "./drawing";
import { type Scene, squareName } from "./scene";
import type { Card, Sheet } from "./sheet";

/** A small board that is only looked at. */
export function miniature(scene: Scene, tint = true): { box: HTMLElement; drawing: Drawing } {
  const box = el("div", { class: `board mini${tint ? "" : " chequered"}`, "aria-hidden": "true" });
  const drawing = new Drawing(box);
  drawing.show({ ...scene, last: [] }, false, null);
  return { box, drawing };
}

/** The board of a card. */
function figure(card: Card): HTMLElement {
  const scene: Scene = card.bare ? { ...card.scene, pieces: new Map() } : card.scene;
  const { box, drawing } = miniature(scene);
  const at = (square: string): [number, number] => drawing.middle(square) ?? [0, 0];
  const { layers } = drawing;
  if (card.picked) put(layers.picked, [drawing.area(card.picked, "picked")]);
  const goals = card.arrows.length
    ? []
    : card.scene.moves.filter(({ from }) => from !== null && from === card.picked);
  put(layers.hints, [
    ...(card.numbers
      ? scene.squares.map((shade, index) => {
          const [x, y] = at(squareName(scene.files, index));
          return svg("text", { x, y, class: "level" }, shade ?? "");
        })
      : []),
    ...goals.map((move) => {
      const [x, y] = at(move.touches.at(-1) ?? "");
      return svg("circle", { cx: x, cy: y, r: 1.3, class: "target" });
    }),
    ...card.circles.map((square) =>
      svg("circle", { cx: at(square)[0], cy: at(square)[1], r: 4.5, class: "own" }),
    ),
    ...card.crosses.map((square) =>
      svg("path", { d: `M${at(square)[0] - 3} ${at(square)[1] - 3}l6 6m0 -6l-6 6`, class: "own" }),
    ),
  ]);
  put(
    layers.arrows,
    card.arrows.map((text) => {
      const move = card.scene.moves.find((move) => move.text === text);
      const squares = move?.squares ?? [];
      return squares.length ? drawArrow(drawing, { squares, rank: 1 }, false) : null;
    }),
  );
  return el("figure", {}, box);
}

export const cardOf = (card: Card, at: number, more: HTMLElement | null = null): HTMLElement =>
  el(
    "li",
    { "data-rule": card.key },
    figure(card),
    el(
      "div",
      {},
      el("h3", {}, el("i", {}, String(at + 1)), card.title),
      el("p", {}, card.text),
      more,
    ),
  );

/** Shows the position of a card, with what is to be done there. */
async function tryCard(app: App, card: Card): Promise<void> {
  await app.open({ variant: null, fen: card.position, moves: [] });
  const best = card.play[0]!;
  app.slip = {
    node: app.node,
    made: app.node,
    best,
    bold: `Try it: ${card.title}`,
    soft: card.text,
    then: "That is it.",
  };
  app.screen.draw(null);
}

let drawn: Sheet | null = null;

/** Fills the tab of the rules, if the game has changed. */
export function drawRules(app: App, run: (task: Promise<unknown>) => void): void {
  const { sheet } = app;
  if (sheet === drawn) return;
  drawn = sheet;
  if (!sheet) return put(byId("pane-rules"), []);
  const tried = (card: Card): HTMLElement | null =>
    card.play.length && card.position
      ? button("Try it on the board", () => run(tryCard(app, card)), { class: "edge" })
      : null;
  const by = [sheet.author && `By ${sheet.author}`, sheet.year].filter(Boolean).join(", ");
  put(byId("pane-rules"), [
    by && el("p", { class: "small by" }, by),
    el("ol", { class: "cards" }, ...sheet.cards.map((card, at) => cardOf(card, at, tried(card)))),
    el("h3", { class: "all" }, "All the rules"),
    ...sheet.rules.map(({ key, text }) =>
      el(
        "p",
        { class: "rule", "data-rule": sheet.cards.some((card) => card.key === key) ? null : key },
        text,
      ),
    ),
  ]);
}

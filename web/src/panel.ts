// The score bar, and the lines of the engine: as text to click through, and as arrows.

import type { App } from "./app";
import type { Arrow } from "./board";
import { byId, el, put } from "./dom";
import { touchesOf } from "./hand";
import { type Info, scoreText, short } from "./info";
import { inkOfPlayer } from "./pieces";
import { nameOf } from "./scene";
import { worth } from "./tree";

/** Arrows for the first moves of the lines in view, and for a hint. */
export function arrowsOf(app: App): Arrow[] {
  const { scene, analysis } = app;
  if (!scene) return [];
  const texts: string[] = [];
  if (analysis.on && analysis.node === app.node) texts.push(...analysis.lines.map((info) => info?.line[0] ?? ""));
  if (app.game?.hint?.move && app.game.live === app.node) texts.push(app.game.hint.move);
  return texts.flatMap((text, rank) => {
    const move = text ? scene.moves.find((move) => move.text === text) : undefined;
    const squares = move ? touchesOf(scene, move).filter((touch) => !touch.includes(":")) : [];
    return squares.length ? [{ squares, rank }] : [];
  });
}

function lineRow(app: App, info: Info): HTMLElement {
  const start = app.node;
  const moves = info.line.slice(0, 24).map((move, index) =>
    el("button", {
      type: "button", class: "move",
      click: () => {
        let node = start;
        for (const text of info.line.slice(0, index + 1)) node = app.tree.add(node, text);
        void app.visit(node);
      },
    }, move === "0000" ? "pass" : move));
  const odds = info.wdl && el("span", { class: "odds", title: "win, draw, loss of the first player, in percent" },
    info.wdl.map((part) => Math.round(part / 10)).join(" / "));
  return el("li", {}, el("span", { class: `score ink-${app.scene ? inkOfPlayer(app.scene, isFirst(info) ? "p1" : "p2") : "black"}` }, scoreText(info.score)), odds, el("span", { class: "pv" }, ...moves));
}

const isFirst = ({ score }: Info): boolean => ("cp" in score ? score.cp : score.mate) >= 0;

/** Draws what is known of the position in view. */
export function drawPanel(app: App): void {
  const { analysis, node, scene } = app;
  const share = worth(node);
  const bar = byId("bar");
  const percent = Math.round(100 * (share ?? 0.5));
  bar.style.setProperty("--share", `${percent}%`);
  const inks = scene ? [inkOfPlayer(scene, "p1"), inkOfPlayer(scene, "p2")] : ["white", "black"];
  bar.className = `ink-${inks[1]}${share === null ? " unknown" : ""}${app.turned ? " turned" : ""}`;
  byId("share").className = `ink-${inks[0]}`;
  const text = node.score && !node.view?.over ? scoreText(node.score) : "";
  bar.setAttribute("aria-label", share === null ? "No score yet" : `Score for ${scene ? nameOf(scene, "p1") : "the first player"}: ${text || `${percent} %`}`);
  const lines = analysis.node === node ? analysis.lines.filter((info) => info !== undefined) : [];
  const [best] = lines;
  const facts = best
    ? [`depth ${best.depth}`, best.nodes === null ? "" : `${short(best.nodes)} nodes`, best.speed === null ? "" : `${short(best.speed)}/s`]
    : [analysis.on && !node.view?.over ? "\u2026" : ""];
  put(byId("depth"), [facts.filter(Boolean).join(" \u00b7 ")]);
  const list = byId("lines");
  // Whoever is about to click on a move must not have it taken away.
  if (!list.matches(":hover") && !list.contains(document.activeElement)) {
    put(list, lines.slice(0, analysis.on ? analysis.count : 1).map((info) => lineRow(app, info)));
  }
  put(byId("look-through"), [analysis.left ? `Stop (${analysis.left} left)` : "Score all moves"]);
}

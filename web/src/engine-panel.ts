// The score bar, and the lines of the engine: as text to click through, and as arrows.

import type { App } from "./app";
import type { Arrow } from "./arrows";
import { byId, el, put } from "./dom";
import { type Info, scoreText, short } from "./info";
import { inkOfPlayer } from "./pieces";
import { farther, rove, stopAt } from "./roving-tabindex";
import { nameOf } from "./scene";
import { moveName } from "./words";
import { chancesOf, forWhom, isEven, isFirst, percents } from "./score-words";
import { type Node, blame, worth } from "./tree";

/** What the list shows, of which position, and from which telling of the engine it comes.
 *  Whoever is about to choose a move in it must not have it taken away, so that it stays for a
 *  while; the arrows are those of the list. */
const list: { node: Node | null; lines: Info[]; from: Info[]; pressed: boolean } = {
  node: null,
  lines: [],
  from: [],
  pressed: false,
};

/** The moves in the lines that are in sight: those of long lines are cut off. */
function movesOf(row: ParentNode): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(".move")].filter((made) => {
    const box = made.parentElement;
    return !box || made.offsetTop - box.offsetTop < box.clientHeight;
  });
}

/** Where a key leads in the lines: to the sides within one, up and down to another one. */
function wayInLines(from: HTMLElement, key: string): HTMLElement | undefined {
  const box = byId("lines");
  const rows = [...box.children];
  const row = rows.findIndex((row) => row.contains(from));
  const own = movesOf(rows[row] ?? box);
  const beside = (at: number): HTMLElement | undefined =>
    movesOf(rows[Math.min(Math.max(at, 0), rows.length - 1)] ?? box)[0];
  switch (key) {
    case "ArrowLeft":
      return farther(own, from, -1);
    case "ArrowRight":
      return farther(own, from, 1);
    case "Home":
      return own[0];
    case "End":
      return own.at(-1);
    case "ArrowUp":
      return beside(row - 1);
    case "ArrowDown":
      return beside(row + 1);
    default:
      return undefined;
  }
}

/** Keeps the list as it is while somebody presses on it, and lets keys lead through it. */
export function holdLines(draw: () => void): void {
  const box = byId("lines");
  box.addEventListener("pointerdown", () => (list.pressed = true));
  // What was held back is shown when nobody is there any more.
  for (const end of ["pointerleave", "focusout"]) box.addEventListener(end, () => setTimeout(draw));
  // The click comes after the release.
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => setTimeout(() => (list.pressed = false)));
  rove(box, () => [...box.querySelectorAll<HTMLElement>(".move")], wayInLines);
}

/** The lines of the position in view that are shown now. */
function linesOf(app: App): Info[] {
  const { analysis, node } = app;
  const box = byId("lines");
  // A finger leaves no pointer behind, though browsers say that it hovers.
  const hovered = matchMedia("(hover: hover)").matches && box.matches(":hover");
  const kept = list.pressed || hovered || box.contains(document.activeElement);
  const secret = app.game?.secret === true;
  if (list.node === node && kept && list.lines.length && !secret) return list.lines;
  list.node = node;
  list.from = !secret && analysis.node === node ? analysis.lines : [];
  list.lines = list.from.slice(0, analysis.on ? analysis.count : 1);
  return list.lines;
}

/** The depth and the speed of the search: what was told last, also while the list is held. */
function factsOf({ analysis, game, node }: App, lines: Info[]): (string | HTMLElement)[] {
  if (game?.secret) return ["shown after the game"];
  const told = analysis.node === node ? analysis.lines : [];
  const best = told[0] ?? lines[0];
  if (!best) return analysis.on && !node.view?.over ? ["\u2026"] : [];
  return [
    `depth ${best.depth}`,
    el("span", {}, best.nodes === null ? "" : ` \u00b7 ${short(best.nodes)} nodes`),
    best.speed === null ? "" : ` \u00b7 ${short(best.speed)}/s`,
  ];
}

/** Arrows for the first moves of the lines in view, and for a hint. */
export function arrowsOf(app: App): Arrow[] {
  const { scene, analysis } = app;
  if (!scene || app.preview === app.node) return [];
  const texts: string[] = [];
  if (analysis.on && list.node === app.node)
    texts.push(...list.lines.map(({ line }) => line[0] ?? ""));
  if (app.game?.hint?.move && app.game.live === app.node) texts.push(app.game.hint.move);
  const slip = app.slip?.node === app.node ? app.slip : null;
  if (!texts.length && slip) texts.push(slip.best);
  const threat =
    app.threat?.node === app.node && app.threat.squares.length
      ? [{ squares: app.threat.squares, rank: 0, kind: "danger" } as const]
      : [];
  const arrow = (text: string, rank: number, kind?: Arrow["kind"]): Arrow[] => {
    const move = text ? scene.moves.find((move) => move.text === text) : undefined;
    const squares = move?.squares ?? [];
    return squares.length ? [{ squares, rank, ...(kind && { kind }) }] : [];
  };
  return [
    ...threat,
    ...(app.puzzle?.arrows ?? []),
    ...arrow(slip?.made.move ?? "", 0, "danger"),
    ...texts.flatMap((text, rank) => arrow(text, rank)),
  ];
}

function lineRow(app: App, info: Info): HTMLElement {
  const start = app.node;
  const show = (moves: string[]): void =>
    void import("./extra").then(({ preview }) => preview(app, start, moves));
  const moves = info.line.slice(0, 24).map((move, index) =>
    el(
      "button",
      {
        // The first move is one of the position in view, which has words for it.
        type: "button",
        class: "move",
        title: index === 0 && app.scene?.seats.length ? moveName(app.scene, move) : null,
        pointermove: ({ pointerType, movementX, movementY }: PointerEvent) =>
          pointerType === "mouse" &&
          (movementX || movementY) &&
          show(info.line.slice(0, index + 1)),
        click: () => {
          let node = start;
          for (const text of info.line.slice(0, index + 1)) node = app.tree.add(node, text);
          void app.visit(node);
        },
      },
      move === "0000" ? "pass" : move,
    ),
  );
  const chances = chancesOf(app, info);
  const odds =
    info.wdl &&
    el(
      "span",
      { class: "odds", title: chances, role: "img", "aria-label": chances },
      percents(info.wdl).join(" / "),
    );
  return el(
    "li",
    { pointerleave: () => show([]) },
    el("span", { class: "rank" }, String(info.rank)),
    el(
      "span",
      {
        class: `score ${!isEven(info) && app.scene ? `ink-${inkOfPlayer(app.scene, isFirst(info) ? "p1" : "p2")}` : ""}`,
      },
      scoreText(info.score),
    ),
    odds,
    el("span", { class: "pv" }, ...moves),
  );
}

/** What can be asked of the engine. In an analysis a button that can do nothing now keeps its place. */
function drawButtons(app: App, secret: boolean): void {
  const { analysis, node, proof } = app;
  const next = byId<HTMLButtonElement>("next-slip");
  next.disabled = !app.tree.main(node).some(blame);
  next.hidden = next.disabled && !analysis.on;
  const threat = byId<HTMLButtonElement>("threat");
  threat.hidden = !analysis.on;
  threat.disabled = node.view?.over !== false;
  threat.setAttribute("aria-pressed", String(app.threat?.node === node));
  put(byId("proof"), proof?.node === node ? [proof.text] : []);
  const prove = byId<HTMLButtonElement>("prove");
  prove.hidden = secret || !app.engine.isOwn;
  prove.disabled = node.view?.over !== false;
  put(prove, [proof?.running ? "Stop the proof" : "Prove who wins"]);
  put(byId("look-through"), [analysis.left ? `Stop (${analysis.left} left)` : "Score all moves"]);
}

/** Draws what is known of the position in view. */
export function drawPanel(app: App): void {
  const { analysis, node, scene } = app;
  // In a game against the engine its opinion would be a hint.
  const secret = app.game?.secret === true;
  const share = secret ? null : worth(node);
  const bar = byId("bar");
  const percent = Math.round(100 * (share ?? 0.5));
  bar.style.setProperty("--share", `${percent}%`);
  const inks = scene ? [inkOfPlayer(scene, "p1"), inkOfPlayer(scene, "p2")] : ["white", "black"];
  bar.className = `ink-${inks[1]}${share === null ? " unknown" : ""}${app.turned ? " turned" : ""}`;
  byId("share").className = `ink-${inks[0]}`;
  const text = node.score && !node.view?.over ? scoreText(node.score) : "";
  bar.setAttribute(
    "aria-label",
    secret
      ? "The score is shown after the game"
      : share === null
        ? "No score yet"
        : `Score for ${scene ? nameOf(scene, "p1") : "the first player"}: ${text || `${percent} %`}`,
  );
  const before = list.lines;
  const lines = linesOf(app);
  put(byId("depth"), factsOf(app, lines));
  const box = byId("lines");
  if (lines !== before || !lines.length) {
    const had = box.contains(document.activeElement);
    put(
      box,
      lines.map((info) => lineRow(app, info)),
    );
    const moves = [...box.querySelectorAll<HTMLElement>(".move")];
    stopAt(moves, moves[0]);
    // Who has gone into a line by the keyboard goes on in the list of moves.
    if (had) document.querySelector<HTMLElement>("#moves [aria-current]")?.focus();
  }
  const best = lines[0] && scene ? forWhom(app, lines[0]) : "";
  const held = analysis.node === node && analysis.lines.length > 0 && analysis.lines !== list.from;
  const note = held
    ? "The lines do not change while the pointer is on them."
    : best &&
      (chancesOf(app, lines[0]!) ||
        `Plus is good for ${nameOf(scene!, "p1")}, minus for ${nameOf(scene!, "p2")}.`);
  byId("danger").textContent = app.threat?.node === node ? app.threat.words : "";
  put(byId("whose"), best ? [el("b", {}, best)] : []);
  byId("plus").textContent = note;
  // Room for all lines, so that what is below them stays where it is.
  box.style.setProperty("--count", String(analysis.on ? analysis.count : 1));
  drawButtons(app, secret);
}

// The moves of a game: the main line, and variations in brackets.

import { el, put } from "./dom";
import { scoreText } from "./info";
import { wordsOf } from "./own-arrows";
import { dot } from "./pieces";
import { farther, rove, stopAt } from "./roving-tabindex";
import type { Sign } from "./records";
import { type Scene, seatName, turnName } from "./scene";
import { type Sheet, sentence } from "./sheet";
import { type Node, type Tree, beginsPair, blame, moveNumber, moveOf } from "./tree";

/** What the list is drawn with. */
interface View {
  now: Node;
  sheet: Sheet | null;
  /** Whether what engines think of the moves is a hint, and not shown. */
  secret: boolean;
  visit: (node: Node) => void;
  root?: Node;
}

/** A move in the words of a game with places; null if it has none. */
export function logWords(scene: Scene, node: Node, sheet: Sheet | null): string | null {
  const found = moveOf(node);
  if (!found?.verb || !scene.seats.length) return null;
  const { verb, from, victims, drawn, points } = found;
  const square = victims[0] ?? found.to ?? from ?? "";
  const letter = victims.length
    ? scene.pieces.get(square)
    : (verb !== "exchange" && drawn) || scene.pieces.get(from ?? "");
  const name = scene.kinds.get(letter ?? "")?.name ?? "a piece";
  const piece = / \d+$/.test(name) ? name : `a ${name}`;
  const words = sentence(sheet, `log.${verb}`, { piece, square, from: from ?? "", points })?.say;
  return words ? words.charAt(0).toLowerCase() + words.slice(1) : null;
}

/** The words after the name of the player: those of the game, or "played" and the notation. */
export const playedWords = (scene: Scene | undefined, node: Node, sheet: Sheet | null): string =>
  (scene && logWords(scene, node, sheet)) ??
  (node.move === "0000" ? "passed" : `played ${node.move}`);

/** How the sign of a person is shown: like what an analysis has found. */
const LOOKS: Record<Sign, string> = {
  "!!": "good",
  "!": "good",
  "!?": "good",
  "?!": "inaccuracy",
  "?": "mistake",
  "??": "blunder",
};

const notation = (node: Node): string => (node.move === "0000" ? "pass" : node.move);

function entry(node: Node, { now, sheet, secret, visit, root = node }: View): HTMLElement {
  const bad = secret ? null : blame(node);
  // What a person thinks of a move goes before what was measured.
  const sign = node.sign ?? bad?.sign;
  const look = node.sign ? LOOKS[node.sign] : bad?.name;
  const score = node.score && !secret ? scoreText(node.score) : "";
  const number = moveNumber(node, root);
  const before = node.parent?.view?.scene;
  const words =
    before && before.seats.length && before.seat !== null ? logWords(before, node, sheet) : null;
  const text =
    words === null || !before || before.seat === null
      ? [notation(node), sign]
      : [
          dot(before, before.seat),
          el("span", {}, el("b", {}, seatName(before, before.seat)), ` ${words}`, sign),
          el("code", {}, notation(node)),
        ];
  return el(
    "button",
    {
      type: "button",
      class: `move ${beginsPair(node, root) ? "first" : "second"}${look ? ` ${look}` : ""}`,
      "data-text": node.move,
      title: [bad?.name, score, node.note].filter(Boolean).join(", ") || null,
      "aria-current": node === now ? "step" : null,
      click: () => visit(node),
    },
    el("span", { class: "number", "data-no": number }, `${number}.`),
    ...text,
  );
}

/** A line from one of its nodes on, and the variations beside it. */
function line(first: Node, view: View): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let node: Node | undefined = first; node; node = node.children[0]) {
    parts.push(entry(node, view));
    const words = wordsOf(node.comment);
    if (words) parts.push(el("p", { class: "remark" }, words));
    const siblings: Node[] = node.parent?.children ?? [];
    // Beside the first of some siblings stand the other ones.
    if (siblings[0] === node) {
      for (const other of siblings.slice(1)) {
        parts.push(el("div", { class: "variation" }, ...line(other, view)));
      }
    }
  }
  return parts;
}

const buttonsOf = (box: HTMLElement): HTMLElement[] => [
  ...box.querySelectorAll<HTMLElement>(".move"),
];

/** Lets arrows up and down lead through the list; those to the sides step through the game. */
export function roveMoves(box: HTMLElement): void {
  const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 };
  // A list that is drawn anew between the press and the release makes no click of them.
  let pressed: HTMLElement | null = null;
  box.addEventListener(
    "pointerdown",
    ({ target, button }) =>
      (pressed = button === 0 ? (target as Element).closest<HTMLElement>(".move") : null),
  );
  addEventListener("pointerup", ({ target }) => {
    if (pressed && !pressed.isConnected && box.contains(target as Element)) pressed.click();
    pressed = null;
  });
  rove(
    box,
    () => buttonsOf(box),
    (from, key) => {
      const by = steps[key];
      return by === undefined ? undefined : farther(buttonsOf(box), from, by);
    },
  );
}

/** The position that was in view when the list was drawn last. */
let shown: Node | null = null;

/** Shows the tree, with the position in view in sight. */
export function drawMoves(box: HTMLElement, tree: Tree, view: View): void {
  const { now, sheet, visit } = view;
  const had = buttonsOf(box).findIndex((made) => made === document.activeElement);
  const first = tree.root.children[0];
  const start = el(
    "button",
    {
      type: "button",
      class: "move start",
      "aria-current": now === tree.root ? "step" : null,
      click: () => visit(tree.root),
    },
    first || tree.root.view?.scene.turn === "p2"
      ? "Start"
      : (sentence(sheet, "empty", { side: now.view ? turnName(now.view.scene) : "" })?.say ??
          "Start"),
  );
  // Two sides that move in turn have a column each.
  const paired = now.view?.scene.seats.length === 0;
  box.classList.toggle("paired", paired);
  box.classList.toggle("log", !paired && sheet?.sentences.has("log.move") === true);
  put(box, [start, ...(first ? line(first, { ...view, root: tree.root }) : [])]);
  const current = box.querySelector<HTMLElement>("[aria-current]");
  if (!current) return;
  // Whoever has gone to another move stays there while nothing but marks has changed.
  const stop = (had >= 0 && shown === now && buttonsOf(box)[had]) || current;
  shown = now;
  stopAt(buttonsOf(box), stop);
  if (had >= 0) stop.focus({ preventScroll: true });
  // The start alone is in sight.
  if (first) showInList(stop, box);
}

/** The height of the list when a move was scrolled into sight last. */
let height = 0;

/** Scrolls a move into sight. The list moves by itself, never the page. */
function showInList(move: HTMLElement, list: HTMLElement): void {
  // What is said about a move is seen with it.
  const next = move.nextElementSibling;
  const last = next instanceof HTMLElement && next.matches(".remark") ? next : move;
  height = list.clientHeight;
  // Where even the list has no room, the panel scrolls, too.
  for (const box of [list, list.closest<HTMLElement>(".pane")!]) {
    const { top, bottom } = box.getBoundingClientRect();
    box.scrollTop += Math.min(
      Math.max(0, last.getBoundingClientRect().bottom - bottom),
      move.getBoundingClientRect().top - top,
    );
  }
}

/** Keeps the move in view in sight when the engine needs more or less room. */
export function keepInSight(box: HTMLElement): void {
  const current = box.querySelector<HTMLElement>("[aria-current]");
  if (box.clientHeight !== height && current) showInList(current, box);
}

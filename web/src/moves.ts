// The moves of a game: the main line, and variations in brackets.

import { el, put } from "./dom";
import { scoreText } from "./info";
import { farther, rove, stopAt } from "./rove";
import { type Node, type Tree, blame } from "./tree";

function entry(node: Node, now: Node, visit: (node: Node) => void): HTMLElement {
  const bad = blame(node);
  const score = node.score ? scoreText(node.score) : "";
  const made = el("button", {
    type: "button", class: `move ${node.ply % 2 ? "first" : "second"}${bad ? ` ${bad.name}` : ""}`,
    title: [bad?.name, score, node.note].filter(Boolean).join(", ") || null,
    "aria-current": node === now ? "step" : null,
    click: () => visit(node),
  }, el("span", { class: "number" }, `${node.ply}.`), node.move === "0000" ? "pass" : node.move, bad?.sign);
  return made;
}

/** A line from one of its nodes on, and the variations beside it. */
function line(first: Node, now: Node, visit: (node: Node) => void): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let node: Node | undefined = first; node; node = node.children[0]) {
    parts.push(entry(node, now, visit));
    const siblings: Node[] = node.parent?.children ?? [];
    // Beside the first of some siblings stand the other ones.
    if (siblings[0] === node) {
      for (const other of siblings.slice(1)) {
        parts.push(el("div", { class: "variation" }, ...line(other, now, visit)));
      }
    }
  }
  return parts;
}

const buttonsOf = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>(".move")];

/** Lets arrows up and down lead through the list; those to the sides step through the game. */
export function roveMoves(box: HTMLElement): void {
  const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 };
  rove(box, () => buttonsOf(box), (from, key) => {
    const by = steps[key];
    return by === undefined ? undefined : farther(buttonsOf(box), from, by);
  });
}

/** The position that was in view when the list was drawn last. */
let shown: Node | null = null;

/** Shows the tree, with the position in view in sight. */
export function drawMoves(box: HTMLElement, tree: Tree, now: Node, visit: (node: Node) => void): void {
  const had = buttonsOf(box).findIndex((made) => made === document.activeElement);
  const start = el("button", {
    type: "button", class: "move start", "aria-current": now === tree.root ? "step" : null,
    click: () => visit(tree.root),
  }, "Start");
  const first = tree.root.children[0];
  // Two sides that move in turn have a column each.
  box.classList.toggle("paired", now.view?.scene.seats.length === 0);
  put(box, [start, ...(first ? line(first, now, visit) : [])]);
  const current = box.querySelector<HTMLElement>("[aria-current]");
  if (!current) return;
  // Whoever has gone to another move stays there while nothing but marks has changed.
  const stop = (had >= 0 && shown === now && buttonsOf(box)[had]) || current;
  shown = now;
  stopAt(buttonsOf(box), stop);
  if (had >= 0) stop.focus({ preventScroll: true });
  // The list moves by itself, never the page.
  box.scrollTop = stop.offsetTop - box.offsetTop - box.clientHeight / 2;
}

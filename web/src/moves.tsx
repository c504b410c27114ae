// The moves of a game: the main line, and variations in brackets.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "./button";
import { Dot, Icon } from "./icon";
import { markOf } from "./marks";
import { wordsOf } from "./own-arrows";
import type { Sign } from "./records";
import { farther, rove, stopAt } from "./roving-tabindex";
import { type Scene, seatName, turnName } from "./scene";
import { briefScore, scoreText } from "./score-words";
import { type Sheet, sentence } from "./sheet";
import { analysis, chosen, play, position } from "./stores";
import { type Node, beginsPair, moveNumber, moveOf } from "./tree";
import { capturePath } from "./words";

/** A move in the words of a game with places; null if it has none. */
function logWords(scene: Scene, node: Node, sheet: Sheet | null): string | null {
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
  (node.move === "0000" ? "passed" : `played ${capturePath(moveOf(node))?.join("×") ?? node.move}`);

/** The look of a person's sign: bad ones look like the engine's marks. */
const LOOKS: Record<Sign, string> = {
  "!!": "good",
  "!": "good",
  "!?": "good",
  "?!": "inaccuracy",
  "?": "mistake",
  "??": "blunder",
};

/** The squares of captured pieces that become others. */
function changedCaptures(node: Node): string[] {
  const made = moveOf(node);
  return made?.motion.changed.filter((square) => made.victims.includes(square)) ?? [];
}

/** The notation of a move. In captures a cross is shown between the squares; it is not part of the
 *  move text that is typed and stored in files. Captured pieces that become others follow. */
function Notation({ node }: { node: Node }) {
  const { move, parent } = node;
  if (move === "0000") return <>pass</>;
  const squares = capturePath(moveOf(node));
  if (!squares) return <>{move}</>;
  const after = new Map(moveOf(node)?.changes);
  return (
    <>
      {squares.map((square, at) =>
        at < squares.length - 1 ? <span class="takes">{square}</span> : square,
      )}
      {changedCaptures(node).map((square) => (
        <Icon scene={parent!.view!.scene} letter={after.get(square)!} kind="bite" />
      ))}
    </>
  );
}

/** The score after a move, beside it, if wanted. */
function Beside({ node: { score } }: { node: Node }) {
  const { scene } = position;
  if (!chosen.scores || !score || !scene || play.secret || analysis.left) return null;
  return <small class="score">{briefScore(score, scene)}</small>;
}

/** The list entry of a move, in the main line or a variation; `root` begins the game. */
function entry(node: Node, root: Node, isMain: boolean) {
  const { scene, sheet } = position;
  const { secret } = play;
  // Marks are not final during a review.
  const bad = secret || analysis.left ? null : markOf(node);
  // A person's sign takes precedence over the engine's mark.
  const sign = node.sign ?? bad?.sign;
  const look = node.sign ? LOOKS[node.sign] : bad?.name;
  const number = moveNumber(node, root);
  const begins = beginsPair(node, root);
  const bitten = changedCaptures(node);
  const title = [
    bad?.name,
    !secret && node.score && scene && scoreText(node.score, scene),
    node.note,
    bitten.length && `bites ${bitten.join(", ")}`,
  ];
  const before = node.parent?.view?.scene;
  const seat = before?.seats.length ? before.seat : null;
  const words = before && seat !== null ? logWords(before, node, sheet) : null;
  return (
    <Button
      class={`move ${begins ? "first" : "second"}${look ? ` ${look}` : ""}`}
      data-text={node.move}
      title={title.filter(Boolean).join(", ") || undefined}
      aria-current={node === position.node ? "step" : undefined}
      act={() => position.goTo(node)}
    >
      <span class="number" data-no={number}>
        {number}
        {begins || isMain || before?.seats.length ? "." : "\u2026"}
      </span>
      {words === null ? (
        <span>
          <Notation node={node} />
          {sign}
        </span>
      ) : (
        <>
          <Dot scene={before!} seat={seat!} />
          <span>
            <b>{seatName(before!, seat!)}</b> {words}
            {sign}
          </span>
        </>
      )}
      <Beside node={node} />
      {/* The notation of a pass, or of a piece that is turned over, only repeats the words. */}
      {words !== null && !moveOf(node)?.heap && node.move !== "0000" && (
        <code aria-hidden="true">
          <Notation node={node} />
        </code>
      )}
    </Button>
  );
}

/** The line from a node with its variations; those that continue the played line follow its end. */
function line(first: Node, root: Node, isMain = false): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  for (let node: Node | undefined = first; node; node = node.children[0]) {
    parts.push(entry(node, root, isMain));
    const words = wordsOf(node.comment);
    if (words) parts.push(<p class="remark">{words}</p>);
    // The first sibling is followed by the other ones.
    const [main, ...others]: Node[] = node.parent?.children ?? [];
    if (main === node) for (const other of others) parts.push(variation(other, root));
    if (node === position.tree.played) {
      for (const other of node.children) parts.push(variation(other, root));
      break;
    }
  }
  return parts;
}

const variation = (first: Node, root: Node): ComponentChildren => (
  <div class="variation" role="group" aria-label="Side line">
    {line(first, root)}
  </div>
);

const buttonsOf = (box: HTMLElement): HTMLElement[] => [
  ...box.querySelectorAll<HTMLElement>(".move"),
];

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 };

/** Scrolls a move into view in the list; the page does not scroll. */
function showInList(move: HTMLElement, list: HTMLElement): void {
  // The comment on a move is shown with it.
  const next = move.nextElementSibling;
  const last = next instanceof HTMLElement && next.matches(".remark") ? next : move;
  // If the list itself is cut off, the panel scrolls, too.
  for (const box of [list, list.closest<HTMLElement>(".pane")!]) {
    const { top, bottom } = box.getBoundingClientRect();
    box.scrollTop += Math.min(
      Math.max(0, last.getBoundingClientRect().bottom - bottom),
      move.getBoundingClientRect().top - top,
    );
  }
}

/** The list of moves, scrolled to the one in view. */
export function Moves() {
  const { tree, node, sheet, scene } = position;
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef<Node | null>(null);
  tree.read();
  if (!play.secret) tree.readScores();
  tree.readViews();
  // Marks change during a review.
  void analysis.left;
  const { root } = tree;
  const [first] = root.children;
  const hadFocus = box.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    const list = box.current!;
    // Up and down move through the list; left and right step through the game.
    rove(
      list,
      () => buttonsOf(list),
      (from, key) => (key in STEPS ? farther(buttonsOf(list), from, STEPS[key]!) : undefined),
    );
    // The list changes its height with the engine's lines.
    const watched = new ResizeObserver(() => {
      const current = list.querySelector<HTMLElement>("[aria-current]");
      if (current) showInList(current, list);
    });
    watched.observe(list);
    return () => watched.disconnect();
  }, []);
  useLayoutEffect(() => {
    const list = box.current!;
    const current = list.querySelector<HTMLElement>("[aria-current]");
    if (!current) return;
    const focused = buttonsOf(list).find((button) => button === document.activeElement);
    // The focus stays on another move while only marks change.
    const stop = (shown.current === node && focused) || current;
    shown.current = node;
    stopAt(buttonsOf(list), stop);
    if (hadFocus) stop.focus({ preventScroll: true });
    // Without moves, the start is in view anyway.
    if (first) showInList(stop, list);
  });
  const start =
    first || root.view?.scene.turn === "p2"
      ? "Start"
      : (sentence(sheet, "empty", { side: scene ? turnName(scene) : "" })?.say ?? "Start");
  // Two sides that move in turn have a column each.
  const paired = scene?.seats.length === 0;
  const log = !paired && sheet?.sentences.has("log.move");
  return (
    <div
      id="moves"
      class={paired ? "paired" : log ? "log" : ""}
      role="group"
      aria-label="Moves"
      ref={box}
    >
      <Button
        class="move start"
        aria-current={node === root ? "step" : undefined}
        act={() => position.goTo(root)}
      >
        {start}
      </Button>
      {first && line(first, root, true)}
    </div>
  );
}

// The score bar, and the lines of the engine: as text to click through, and as arrows.

import { useLayoutEffect, useReducer, useRef } from "preact/hooks";
import { type Arrow, arrowsOfMove } from "./arrows";
import { Button } from "./button";
import { type Info, short } from "./info";
import { lineOfMarks, markOf } from "./marks";
import { inkOfPlayer } from "./piece-pictures";
import { farther, rove, stopAt } from "./roving-tabindex";
import { PLAYERS, counted, nameOf } from "./scene";
import { chancesOf, forWhom, isEven, isFirst, percents, scoreText } from "./score-words";
import { NEXT_MISTAKE, shortcut } from "./shortcuts";
import { analysis, connection, play, position, tasks } from "./stores";
import type { PlainTask } from "./stores/tasks";
import { type Node, worth } from "./tree";
import { lineWord, moveName } from "./words";

const FIRST_MOVE = shortcut("l", "in analysis: the first move of line 1");
const THREAT = shortcut("x", "in analysis: the threat");

/** The lines in the list. They do not change while they have the pointer or the focus, so that a
 *  click hits the visible move. The arrows on the board are those of the list. */
export interface ShownLines {
  node: Node | null;
  lines: Info[];
  /** All lines of the engine when the list was made. */
  from: Info[];
}

/** The visible moves: long lines are cut off. */
const movesOf = (row: Element): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(".move")].filter((made) => {
    const box = made.parentElement!;
    return made.offsetTop - box.offsetTop < box.clientHeight;
  });

/** The move to which a key leads: left and right within a line, up and down to another one. */
function wayInLines(box: HTMLElement, from: HTMLElement, key: string): HTMLElement | undefined {
  const rows = [...box.children] as HTMLElement[];
  const row = rows.find((row) => row.contains(from))!;
  const own = movesOf(row);
  const beside = (by: number): HTMLElement | undefined => movesOf(farther(rows, row, by)!)[0];
  const ways: Record<string, () => HTMLElement | undefined> = {
    ArrowLeft: () => farther(own, from, -1),
    ArrowRight: () => farther(own, from, 1),
    Home: () => own[0],
    End: () => own.at(-1),
    ArrowUp: () => beside(-1),
    ArrowDown: () => beside(1),
  };
  return ways[key]?.();
}

export function useLines(): ShownLines {
  const { node } = position;
  const shown = useRef<ShownLines>({ node: null, lines: [], from: [] });
  const pressed = useRef(false);
  const { lines } = analysis;
  const [, showHeld] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const box = document.getElementById("lines")!;
    box.addEventListener("pointerdown", () => (pressed.current = true));
    for (const end of ["pointerleave", "focusout"])
      box.addEventListener(end, () => setTimeout(() => showHeld(undefined)));
    // The click comes after the release.
    for (const end of ["pointerup", "pointercancel"])
      addEventListener(end, () => setTimeout(() => (pressed.current = false)));
    rove(
      box,
      () => [...box.querySelectorAll<HTMLElement>(".move")],
      (from, key) => wayInLines(box, from, key),
    );
  }, []);
  const box = document.getElementById("lines");
  // After a touch browsers report a hover, although no pointer is there.
  const hovered = matchMedia("(hover: hover)").matches && box?.matches(":hover");
  const kept = pressed.current || hovered || box?.contains(document.activeElement);
  const secret = play.game?.secret === true;
  const { current } = shown;
  if (current.node === node && kept && current.lines.length && !secret) return current;
  const from = secret ? [] : lines;
  const count = analysis.on ? analysis.count : 1;
  const length = Math.min(count, from.length);
  if (current.node !== node || current.from !== from || current.lines.length !== length)
    shown.current = { node, lines: from.slice(0, count), from };
  return shown.current;
}

/** The search's progress, also while the list of lines does not change; a tooltip shows the speed. */
function Facts({ lines }: { lines: Info[] }) {
  const { game } = play;
  const { node } = position;
  if (game?.secret) return "shown after the game";
  const best = analysis.lines[0] ?? lines[0];
  if (!best) return analysis.on && !node.view?.over ? "\u2026" : null;
  return (
    <>
      <span>{counted(best.depth, "turn")} ahead</span>{" "}
      {best.nodes !== null && (
        <span title={best.speed === null ? "" : `${short(best.speed)} in a second`}>
          {`\u00b7 ${short(best.nodes)} positions`}
        </span>
      )}
    </>
  );
}

/** Arrows for the first moves of the lines in view, a hint, a mistake and its better move, the
 *  threat, and those of a puzzle or lesson. */
export function arrowsOf({ lines }: ShownLines): Arrow[] {
  const { scene } = position;
  if (!scene || analysis.here(analysis.preview)) return [];
  const texts: string[] = [];
  if (analysis.on) texts.push(...lines.map(({ line }) => line[0] ?? ""));
  if (play.game?.hint?.move && play.game.live === position.node) texts.push(play.game.hint.move);
  const mistake = analysis.here(analysis.mistake);
  if (!texts.length && mistake) texts.push(mistake.best);
  const { squares = [] } = analysis.here(analysis.threat) ?? {};
  const threat = squares.length ? [{ squares, rank: 0, kind: "danger" } as const] : [];
  return [
    ...threat,
    ...(play.exercise?.arrows ?? []),
    ...arrowsOfMove(scene, mistake?.made.move ?? "", 0, "danger"),
    ...texts.flatMap((text, rank) => arrowsOfMove(scene, text, rank)),
  ];
}

function Line({ info }: { info: Info }) {
  const { node: start, scene, sheet } = position;
  const show = (moves: string[]): void => analysis.showLine(start, moves);
  const { scale } = connection.engine;
  const chances = scene ? chancesOf(info, scene) : "";
  const ink = !isEven(info, scale) && scene && inkOfPlayer(scene, isFirst(info) ? "p1" : "p2");
  const moves = info.line.slice(0, 24).map((move, index) => {
    const line = info.line.slice(0, index + 1);
    return (
      <Button
        class="move"
        data-shortcut={info.rank === 1 && index === 0 ? FIRST_MOVE : undefined}
        // The first move belongs to the position in view, which has words for it.
        title={index === 0 && scene?.seats.length ? moveName(scene, move) : undefined}
        onPointerMove={({ pointerType, movementX, movementY }: PointerEvent) =>
          pointerType === "mouse" && (movementX || movementY) && show(line)
        }
        act={() => {
          position.goTo(position.tree.addLine(start, line));
          tasks.later("tellMoves");
        }}
      >
        {scene && index === 0 && !scene.seats.length
          ? moveName(scene, move)
          : lineWord(scene, sheet, move)}
      </Button>
    );
  });
  return (
    <li onPointerLeave={() => show([])}>
      <span class="rank">{info.rank}</span>
      <span class={`score ${ink ? `ink-${ink}` : ""}`}>
        {scene && scoreText(info.score, scene)}
      </span>
      {info.wdl && (
        <span class="odds" title={chances} role="img" aria-label={chances}>
          {percents(info.wdl).join(" / ")}
        </span>
      )}
      <span class="pv">{moves}</span>
    </li>
  );
}

/** The expected result, as a bar beside the board. */
export function ScoreBar() {
  const { node, scene, tree, turned } = position;
  tree.readScores();
  const secret = play.game?.secret === true;
  const share = secret ? null : worth(node);
  const percent = Math.round(100 * (share ?? 0.5));
  const [own, other] = scene
    ? PLAYERS.map((player) => inkOfPlayer(scene, player))
    : ["white", "black"];
  const text = node.score && scene && !node.view?.over ? scoreText(node.score, scene) : "";
  const who = scene ? nameOf(scene, "p1") : "the first player";
  const label = secret
    ? "The score is shown after the game"
    : share === null
      ? "No score yet"
      : `Score for ${who}: ${text || `${percent} %`}`;
  return (
    <div
      id="bar"
      class={`ink-${other}${share === null ? " unknown" : ""}${turned ? " turned" : ""}`}
      role="img"
      aria-label={label}
      style={{ "--share": `${percent}%` }}
    >
      <div id="share" class={`ink-${own}`}></div>
    </div>
  );
}

/** The buttons of the engine. In an analysis "Next mistake" keeps its place while it is disabled;
 *  elsewhere it is hidden then. */
function Buttons({ note }: { note: string }) {
  const { node, tree } = position;
  tree.readViews();
  tree.readScores();
  const line = lineOfMarks(tree, node);
  const last = line.at(-1)!;
  const end = play.game?.over ? play.game.live : tree.main(node).at(-1)!;
  const isReviewed = analysis.isReviewed(end);
  const review = analysis.left ? `Stop (${analysis.left} left)` : "Score all moves";
  const doubts = tasks.part?.doubtsIn(last).length ?? 0;
  const calm = !doubts && !line.some(markOf);
  const none = analysis.isWhole(last)
    ? "No mistake is found in this game."
    : "No mistake is known yet: Score all moves looks for them.";
  const over = node.view?.over !== false;
  const button = (id: string, text: string, task: PlainTask, more: object) => (
    <Button id={id} class="edge" act={() => tasks.later(task)} {...more}>
      {text}
    </Button>
  );
  return (
    <div class="buttons">
      {tasks.part?.ownMistakes() ? (
        <tasks.part.Learn />
      ) : (
        button("review", review, "toggleReview", {
          disabled: isReviewed,
          title: isReviewed ? "All moves have scores." : undefined,
        })
      )}
      {/* A lesson has a button of its own. */}
      {!play.lesson?.isOpen &&
        button("next-mistake", doubts ? "Doubtful move" : "Next mistake", "nextMistake", {
          "data-shortcut": NEXT_MISTAKE,
          "data-why": none,
          title: calm ? none : undefined,
          disabled: calm,
          hidden: calm && !analysis.on,
        })}
      {button("threat", "Threat", "showThreat", {
        "data-shortcut": THREAT,
        "aria-pressed": analysis.here(analysis.threat) !== null,
        disabled: over,
        hidden: !analysis.on,
      })}
      {button("prove", analysis.proof?.running ? "Stop the proof" : "Prove who wins", "prove", {
        disabled: over,
        hidden: play.game?.secret === true || !connection.engine.isOwn,
      })}
      <p id="plus" class="small">
        {note}
      </p>
    </div>
  );
}

export function EnginePanel({ lines: { lines, from } }: { lines: ShownLines }) {
  const { scene, node } = position;
  const box = useRef<HTMLOListElement>(null);
  const hadFocus = box.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    const moves = [...box.current!.querySelectorAll<HTMLElement>(".move")];
    stopAt(moves, moves[0]);
    // A focus on a move of a line goes to the list of moves.
    if (hadFocus) document.querySelector<HTMLElement>("#moves [aria-current]")?.focus();
  }, [lines]);
  const best = lines[0] && scene ? forWhom(lines[0], node, scene, connection.engine.scale) : "";
  const held = analysis.lines.length > 0 && analysis.lines !== from;
  const note = held
    ? "The lines do not change while the pointer is on them."
    : best &&
      (chancesOf(lines[0]!, scene!) ||
        `Plus is good for ${nameOf(scene!, "p1")}, minus for ${nameOf(scene!, "p2")}.`);
  return (
    <section id="analysis" aria-labelledby="analysis-title" hidden={play.secret}>
      <div class="line">
        <h2 id="analysis-title">Engine</h2>
        <p id="whose">{best && <b>{best}</b>}</p>
        <span id="depth">
          <Facts lines={lines} />
        </span>
        <label class="small">
          Lines{" "}
          <select
            id="count"
            value={analysis.count}
            onChange={({ currentTarget }) => analysis.show(Number(currentTarget.value))}
          >
            {[1, 2, 3, 5].map((count) => (
              <option value={count}>{count}</option>
            ))}
          </select>
        </label>
      </div>
      <Buttons note={note} />
      {/* Room for all lines, so that the elements below do not move. */}
      <ol id="lines" ref={box} style={{ "--count": String(analysis.on ? analysis.count : 1) }}>
        {lines.map((info) => (
          <Line key={info.line[0]} info={info} />
        ))}
      </ol>
      <p id="danger" class="blunder">
        {analysis.here(analysis.threat)?.words}
      </p>
      <p id="proof" class="small">
        {analysis.here(analysis.proof)?.text}
      </p>
    </section>
  );
}

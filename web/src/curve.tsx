// The score curve of a game, which can be clicked, and a summary for each side.

import { useId, useRef } from "preact/hooks";
import { Button } from "./button";
import { PlayerDot } from "./icon";
import { MARKS, type Mark, fallenTo, markOf } from "./marks";
import { inkOfPlayer } from "./piece-pictures";
import { PLAYERS, type Player, type Scene, counted, nameOf } from "./scene";
import { scoreText } from "./score-words";
import { analysis, play, position, tasks } from "./stores";
import { type Node, isForced, path, provenWorth, worth } from "./tree";

const HEIGHT = 60;

const DASH = "A dash: scores fell, but the engine is not sure of a mistake.";

/** Whether a move is as good as the engine's; null if this is unknown, or if every move would be as
 *  good: a forced move, or a move in a lost position. */
function isBest(node: Node): boolean | null {
  const { parent, mover, move } = node;
  if (!parent || !mover || isForced(node)) return null;
  const before = provenWorth(parent);
  if (before === Number(mover === "p2")) return null;
  if (before !== null) return provenWorth(node) === before;
  return parent.best ? parent.best === move : null;
}

/** The number of moves with this mark. A dash instead of 0 if some move would have the mark by the
 *  scores of short searches; such scores give no marks. */
function marksOf(made: Node[], { name }: Mark): number | string {
  const count = made.filter((node) => markOf(node)?.name === name).length;
  const isOpen = (node: Node): boolean => markOf(node) === null && fallenTo(node)?.name === name;
  return count || (made.some(isOpen) ? "–" : 0);
}

const BEST = "as good as the engine’s, of those that mattered";

/** The marks of each side, the mildest first, and the number of moves as good as the engine's. */
function Summary({ scene, nodes }: { scene: Scene; nodes: Node[] }) {
  const rows = PLAYERS.map((player) => {
    const made = nodes.filter((node) => node.mover === player);
    const judged = made.map(isBest).filter((best) => best !== null);
    return {
      player,
      marks: MARKS.toReversed().map((mark) => marksOf(made, mark)),
      best: judged.length ? `${judged.filter(Boolean).length} of ${judged.length}` : "none",
    };
  });
  return (
    <table id="summary">
      <caption class="small">
        Best moves: {BEST}.{rows.some(({ marks }) => marks.includes("–")) && ` ${DASH}`}
      </caption>
      <thead>
        <tr>
          <td />
          {MARKS.toReversed().map(({ name, several, sign, least }) => (
            <th scope="col" title={`${100 * least} % of a win lost`}>
              <span class={name}>{sign}</span> <span class="word">{several}</span>
            </th>
          ))}
          <th scope="col" title={BEST}>
            best moves
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ player, marks, best }) => (
          <tr>
            <th scope="row">
              <PlayerDot scene={scene} player={player} /> {nameOf(scene, player)}
            </th>
            {marks.map((count) => (
              <td title={count === "–" ? DASH : undefined}>{count}</td>
            ))}
            <td>{best}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The end of a reviewed game in which one person played, and the number of that person's mistakes;
 *  null without mistakes, and during a puzzle or lesson. */
export function ownMistakes(): { end: Node; person: Player; count: number } | null {
  position.tree.readScores();
  const { own: game } = play;
  const person = game?.over ? game.person : null;
  if (!person || !game || analysis.left || !analysis.isWhole(game.live)) return null;
  const count = path(game.live).filter((node) => node.mover === person && markOf(node)).length;
  return count && !play.exercise ? { end: game.live, person, count } : null;
}

/** A button to one's own mistakes. */
export function Learn() {
  const own = ownMistakes();
  if (!own) return null;
  const { end, person, count } = own;
  return (
    <Button class="edge learn" icon="bulb" act={() => tasks.later("learn", end, person)}>
      <span>Learn from your {count === 1 ? "mistake" : `${count} mistakes`}</span>
    </Button>
  );
}

/** The steps of the keys along the curve. */
const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: 10,
  PageDown: -10,
  Home: -Infinity,
  End: Infinity,
};

export function Curve() {
  const box = useRef<HTMLDivElement>(null);
  const clip = useId();
  const { tree, node, scene } = position;
  tree.read();
  tree.readViews();
  tree.readScores();
  const nodes = tree.main(node);
  const end = nodes.length - 1;
  const here = nodes.indexOf(node);
  const known = nodes.flatMap((node, at) => {
    const value = worth(node);
    return value === null ? [] : [{ at, y: HEIGHT * (1 - value) }];
  });
  const { left, total } = analysis;
  // During a game the curve would be a hint; during a review it is not final.
  const shown = play.game?.over !== false && known.length > 1 && !left;
  const goTo = (at: number): void => position.goTo(nodes[Math.min(Math.max(at, 0), end)]!);
  const onClick = ({ clientX }: MouseEvent): void => {
    const { left, width } = box.current!.getBoundingClientRect();
    goTo(Math.round(((clientX - left) / width) * end));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    goTo(Math.max(0, nodes.indexOf(position.asked)) + step);
  };
  const x = (at: number): number => (100 * at) / Math.max(1, end);
  const points = known.map(({ at, y }) => `${x(at).toFixed(2)},${y.toFixed(2)}`);
  const middle = HEIGHT / 2;
  const [from, to] = [known[0], known.at(-1)].map((one) => `${x(one?.at ?? 0)},${middle}`);
  const upright = (at: number, kind: string) => (
    <line x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} class={kind} />
  );
  return (
    <div id="curve-box" hidden={!shown && !left}>
      {left > 0 && (
        <progress aria-label="Looking through the game" max={total} value={total - left} />
      )}
      <div class="poles" hidden={!shown}>
        {scene && (
          <div aria-hidden="true">
            {PLAYERS.map((player) => (
              <span>
                <PlayerDot scene={scene} player={player} /> {nameOf(scene, player)}
              </span>
            ))}
          </div>
        )}
        <div
          id="curve"
          role="slider"
          tabIndex={0}
          aria-label="Score curve"
          aria-valuemin={0}
          aria-valuemax={end}
          aria-valuenow={here}
          aria-valuetext={[
            here > 0 ? `after ${counted(here, "move")}` : "the start",
            node.score && scene ? scoreText(node.score, scene) : "no score",
          ].join(", ")}
          ref={box}
          onClick={onClick}
          onKeyDown={onKeyDown}
        >
          {shown && (
            <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
              {PLAYERS.map((player, at) => (
                <g class={`ink-${scene ? inkOfPlayer(scene, player) : "black"}`}>
                  <clipPath id={clip + player}>
                    <rect x={0} y={at * middle} width={100} height={middle} />
                  </clipPath>
                  <polygon
                    points={[from, ...points, to].join(" ")}
                    class="area"
                    clip-path={`url(#${clip}${player})`}
                  />
                </g>
              ))}
              <line x1={0} x2={100} y1={middle} y2={middle} class="even" />
              {nodes.map((node, at) => {
                const bad = markOf(node);
                return bad && upright(at, bad.name);
              })}
              <polyline points={points.join(" ")} class="line" />
              {upright(here, "now")}
            </svg>
          )}
        </div>
      </div>
      {shown && scene && analysis.isWhole(nodes[end]!) ? (
        <Summary scene={scene} nodes={nodes} />
      ) : (
        <p id="legend" class="small" hidden={!shown}>
          winning chances down by <span class="inaccuracy">?!</span>5 %{" "}
          <span class="mistake">?</span>10 % <span class="blunder">??</span>20 %
        </p>
      )}
    </div>
  );
}

// The scores of a game as a curve that can be clicked.

import { useRef } from "preact/hooks";
import { play, position } from "./stores";
import { blame, worth } from "./tree";

const HEIGHT = 60;

export function Curve() {
  const box = useRef<HTMLDivElement>(null);
  const { tree, node } = position;
  tree.read();
  tree.readViews();
  tree.readScores();
  const nodes = tree.main(node);
  const known = nodes.flatMap((node, at) => {
    const value = worth(node);
    return value === null ? [] : [{ at, y: HEIGHT * (1 - value) }];
  });
  // While a game is played, its curve would be a hint.
  const shown = play.game?.over !== false && known.length > 1;
  const goTo = (at: number): void => {
    const node = nodes[Math.min(Math.max(at, 0), nodes.length - 1)];
    if (node) position.goTo(node);
  };
  const onClick = ({ clientX }: MouseEvent): void => {
    const { left, width } = box.current!.getBoundingClientRect();
    goTo(Math.round(((clientX - left) / width) * (nodes.length - 1)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const now = Math.max(0, nodes.indexOf(position.asked));
    const steps: Record<string, number> = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      PageUp: now + 10,
      PageDown: now - 10,
      Home: 0,
      End: nodes.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    goTo(to);
  };
  const x = (at: number): number => (100 * at) / Math.max(1, nodes.length - 1);
  const points = known.map(({ at, y }) => `${x(at).toFixed(2)},${y.toFixed(2)}`);
  const middle = HEIGHT / 2;
  const area = [
    `${x(known[0]?.at ?? 0)},${middle}`,
    ...points,
    `${x(known.at(-1)?.at ?? 0)},${middle}`,
  ];
  const here = nodes.indexOf(position.node);
  const upright = (at: number, kind: string) => (
    <line x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} class={kind} />
  );
  return (
    <div id="curve-box" hidden={!shown}>
      <div
        id="curve"
        role="slider"
        tabIndex={0}
        aria-label="Score curve"
        aria-valuemin={0}
        aria-valuemax={nodes.length - 1}
        aria-valuenow={Math.max(0, here)}
        aria-valuetext={here > 0 ? `after ${here} moves` : "the start"}
        ref={box}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {shown && (
          <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            <polygon points={area.join(" ")} class="area" />
            <line x1={0} x2={100} y1={middle} y2={middle} class="even" />
            {nodes.map((node, at) => {
              const bad = blame(node);
              return bad && upright(at, bad.name);
            })}
            <polyline points={points.join(" ")} class="line" />
            {here >= 0 && upright(here, "now")}
          </svg>
        )}
      </div>
      <p id="legend" class="small">
        winning chances down by <span class="inaccuracy">?!</span>5 % <span class="mistake">?</span>
        10 % <span class="blunder">??</span>20 %
      </p>
    </div>
  );
}

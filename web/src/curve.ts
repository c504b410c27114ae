// The scores of a game as a curve that can be clicked.

import { put, svg } from "./dom";
import { type Node, blame, worth } from "./tree";

const HEIGHT = 60;

export class Curve {
  private nodes: Node[] = [];

  constructor(
    private readonly box: HTMLElement,
    private readonly visit: (node: Node) => void,
    asked: () => Node,
  ) {
    box.addEventListener("click", (event) => {
      const area = box.getBoundingClientRect();
      const at = Math.round(((event.clientX - area.left) / area.width) * (this.nodes.length - 1));
      this.go(at);
    });
    box.addEventListener("keydown", (event) => {
      const now = Math.max(0, this.nodes.indexOf(asked()));
      const steps: Record<string, number> = {
        ArrowLeft: now - 1,
        ArrowDown: now - 1,
        ArrowRight: now + 1,
        ArrowUp: now + 1,
        PageUp: now + 10,
        PageDown: now - 10,
        Home: 0,
        End: this.nodes.length - 1,
      };
      const to = steps[event.key];
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      this.go(to);
    });
  }

  private go(at: number): void {
    const node = this.nodes[Math.min(Math.max(at, 0), this.nodes.length - 1)];
    if (node) this.visit(node);
  }

  /** Draws the line of a game; the box is hidden while there is nothing to be seen. */
  draw(nodes: Node[], now: Node): boolean {
    this.nodes = nodes;
    const known = nodes.flatMap((node, at) => {
      const value = worth(node);
      return value === null ? [] : [{ at, y: HEIGHT * (1 - value) }];
    });
    const shown = known.length > 1;
    if (!shown) return false;
    const last = Math.max(1, nodes.length - 1);
    const x = (at: number): number => (100 * at) / last;
    const points = known.map(({ at, y }) => `${x(at).toFixed(2)},${y.toFixed(2)}`);
    const area = [
      `${x(known[0]!.at)},${HEIGHT / 2}`,
      ...points,
      `${x(known.at(-1)!.at)},${HEIGHT / 2}`,
    ];
    const here = nodes.indexOf(now);
    const marks = nodes.flatMap((node, at) => {
      const bad = blame(node);
      return bad ? [svg("line", { x1: x(at), x2: x(at), y1: 0, y2: HEIGHT, class: bad.name })] : [];
    });
    put(this.box, [
      svg(
        "svg",
        { viewBox: `0 0 100 ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("polygon", { points: area.join(" "), class: "area" }),
        svg("line", { x1: 0, x2: 100, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "even" }),
        ...marks,
        svg("polyline", { points: points.join(" "), class: "line" }),
        here >= 0 && svg("line", { x1: x(here), x2: x(here), y1: 0, y2: HEIGHT, class: "now" }),
      ),
    ]);
    this.box.setAttribute("aria-valuemax", String(nodes.length - 1));
    this.box.setAttribute("aria-valuenow", String(Math.max(0, here)));
    this.box.setAttribute("aria-valuetext", here > 0 ? `after ${here} moves` : "the start");
    return true;
  }
}

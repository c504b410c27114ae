// The board: a drawing, and a grid of cells for input above it. It knows squares, but no moves.

import { type Arrow, drawArrow } from "./arrows";
import { el, put, svg } from "./dom";
import { Drawing } from "./board-drawing";
import { type Flight, fly } from "./flight";
import type { Path } from "./jumps";
import type { Underway } from "./move-input";
import { type Motion, glide, hop, onward } from "./motion";
import { colourOf, toggled } from "./own-arrows";
import { type Player, type Scene, coordinates, levelOf, squareName } from "./scene";
import { squareWords } from "./words";

/** What the board shows besides its pieces. */
export interface Marks {
  picked: string | null;
  /** Target squares, and whether a move to the square captures. */
  targets: Map<string, boolean>;
  movable: Set<string>;
  /** Squares whose pieces are underlined: they have moves. */
  able?: Set<string>;
  /** The piece that is drawn part of the way along its path. */
  underway: Underway | null;
  /** Paths of the picked piece on which it captures. */
  paths?: Path[];
  /** The points of captures, or the numbers of captured pieces, by the last square of the move. */
  gains?: Map<string, string>;
  /** The points of capturable pieces, before a piece is picked. */
  offers?: Map<string, string>;
  arrows: Arrow[];
  /** Whether squares show their shades instead of a chequered board. */
  tint: boolean;
  /** A square on which a touch was refused. */
  wrong?: string | null;
  /** Whether pieces can be picked up by dragging. */
  drag: boolean;
}

export interface BoardState extends Marks {
  scene: Scene;
  turned: boolean;
  /** The names of the pictures on squares. */
  pictures: [string, string][];
  /** The drawings of the person. */
  own: Arrow[];
}

interface BoardListener {
  /** A square was touched: by a click, a key, or at the end of a drag. */
  touched(square: string): void;
  /** The person lays the picked piece down on a square where it cannot go; null if it is laid down
   *  beside all squares, by a second touch or by a right click. */
  dropped(on: string | null): void;
  /** The person has drawn an arrow or a ring, or removed one. */
  drawn(own: Arrow[]): void;
}

const BARE: Marks = {
  picked: null,
  targets: new Map(),
  movable: new Set(),
  underway: null,
  arrows: [],
  tint: false,
  drag: false,
};

/** A ring with four ticks around a captured piece, or a smaller ring with a dot on the square
 *  behind it where the capturing piece lands. */
function aim([x, y]: [number, number], taken: boolean): SVGElement {
  const outer = taken ? 4.4 : 2.3;
  const inner = taken
    ? "M0 -4.4V-3.3M0 4.4V3.3M-4.4 0H-3.3M4.4 0H3.3"
    : "M-.6 0A.6 .6 0 1 1 0 .6A.6 .6 0 0 1 -.6 0";
  const d = `M${-outer} 0A${outer} ${outer} 0 1 1 0 ${outer}A${outer} ${outer} 0 0 1 ${-outer} 0${inner}`;
  return svg(
    "g",
    { class: "target takes", transform: `translate(${x} ${y})` },
    svg("path", { d, class: "halo" }),
    svg("path", { d }),
  );
}

/** The points of a capture, or the number of captured pieces. */
function tag([x, y]: [number, number], text: string): SVGElement {
  const width = 1.3 * text.length + 1.8;
  return svg(
    "g",
    { class: "tag", transform: `translate(${x} ${y})` },
    svg("rect", { x: -width / 2, y: -1.7, width, height: 3.4, rx: 1.7 }),
    svg("text", {}, text),
  );
}

/** Above this number of target squares, the dots are smaller. */
const MANY = 12;

/** Stripes over a square whose middle is the origin. */
const STRIPES = [...Array(9).keys()]
  .map((n) => {
    const [least, most] = [Math.max(-5, 2 * n - 13), Math.min(5, 2 * n - 3)];
    return `M${least} ${most}L${most} ${least}`;
  })
  .join("");

/** A piece that a finger drags is drawn this far above it. */
const ABOVE_PX = 40;

export class Board {
  private marks = BARE;
  private focus = "a1";
  private readonly drawing: Drawing;
  private readonly grid = el("div", { class: "cells", role: "grid", "aria-label": "Board" });
  private readonly cells = new Map<string, HTMLElement>();
  /** Whether arrow keys walk over the squares; after a click they step through the game. */
  private walking = false;
  /** Whether the last input was a pointer, not a key. */
  private clicked = false;
  /** The square under a finger that may be scrolling the page. */
  private tapped: string | null = null;
  private drag: {
    square: string;
    piece: SVGGElement | null;
    x: number;
    y: number;
    fresh: boolean;
    pointer: number;
    lift: number;
  } | null = null;
  /** The moved piece is already drawn on `to` instead of `from`, so its motion begins there. */
  private carried: { from: string; to: string } | null = null;
  /** The value of `carried` before the last redraw. */
  private before: { from: string; to: string } | null = null;
  /** The drawings of the person, and the start of the current one. */
  private own: Arrow[] = [];
  private pen: { square: string; pointer: number; colour: string } | null = null;
  /** The square under the pointer. */
  private pointed: string | null = null;
  private led: Underway | null = null;

  constructor(
    private readonly box: HTMLElement,
    private readonly listener: BoardListener,
  ) {
    this.drawing = new Drawing(box);
    box.append(this.grid);
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.watchFocus();
    this.grid.addEventListener("pointerdown", (event) => this.down(event));
    this.grid.addEventListener("pointermove", (event) => this.move(event));
    this.grid.addEventListener("pointerup", (event) => this.up(event));
    const point = (square: string | null): void => {
      this.pointed = square;
      if (this.marks.paths?.length) this.drawPaths();
    };
    this.grid.addEventListener("pointerover", ({ target }) => point(this.squareOf(target)));
    this.grid.addEventListener("pointerleave", () => point(null));
    this.grid.addEventListener("pointercancel", (event) => {
      this.tapped = null;
      if (this.drag?.pointer === event.pointerId) this.letGo();
    });
    // A right click cancels a drag.
    this.grid.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      if (!this.drag) return;
      this.letGo();
      this.listener.dropped(null);
    });
    // A screen reader clicks without a pointer.
    this.grid.addEventListener("click", (event) => {
      const square = this.squareOf(event.target);
      if (square && (event.detail === 0 || square === this.tapped)) this.listener.touched(square);
      this.tapped = null;
    });
  }

  /** Shows a position with its marks; a new position comes with the motion that led to it. */
  set(state: BoardState, motion: Motion | null): void {
    const { scene, turned, pictures, underway } = state;
    const { drawing, led } = this;
    this.own = state.own;
    const repainted = drawing.pictures.join() !== pictures.join();
    if (repainted) drawing.pictures = pictures;
    const moves = drawing.scene !== scene && !repainted;
    // Whether a dropped piece goes back, because its move is not made.
    const back =
      !moves &&
      this.carried &&
      !led &&
      !underway &&
      state.drag &&
      state.picked !== this.carried.from;
    if (
      moves ||
      repainted ||
      back ||
      drawing.turned !== turned ||
      led?.from !== underway?.from ||
      led?.at !== underway?.at
    ) {
      this.letGo();
      this.before = back ? null : this.carried;
      this.carried = this.led = null;
      const whole = moves ? motion : null;
      const rest = whole && this.before ? onward(whole, this.before.from, this.before.to) : whole;
      if (drawing.show(scene, turned, rest)) this.lay(scene);
    }
    // If a key has picked a piece beside the board, the focus goes to a target square.
    const [goal] = state.targets.keys();
    const taken = state.picked?.includes(":") && state.picked !== this.marks.picked;
    this.mark(state);
    if (taken && goal !== undefined && !this.clicked)
      this.focusCell(state.targets.has(this.focus) ? this.focus : goal);
  }

  /** Draws the piece part of the way along its path; returns the scene with the piece there. */
  private lead(scene: Scene, way: Underway | null): Scene {
    const letter = way && scene.pieces.get(way.from);
    if (!way || letter === null || letter === undefined) return scene;
    if (this.led?.at !== way.at) {
      const begin = this.before?.from === way.from ? this.before.to : way.from;
      this.drawing.lead(this.led?.at ?? way.from, way.at, way.taken);
      this.drawing.leave(way.from);
      const figure = this.drawing.drawn.get(way.at)?.firstElementChild;
      if (figure && begin !== way.at) glide(figure, this.drawing.middles([begin, way.at]));
      this.led = way;
      this.carried = { from: way.from, to: way.at };
    }
    const pieces = new Map(scene.pieces);
    // A chain may come back to its first square.
    pieces.delete(way.from);
    pieces.set(way.at, letter);
    return { ...scene, pieces };
  }

  /** Animates pieces from beside the board to their squares. */
  receive(flights: Flight[]): void {
    const { scene, drawn } = this.drawing;
    for (const { square, from } of flights) {
      const letter = scene?.pieces.get(square);
      const [there, cell] = [drawn.get(square), this.cells.get(square)];
      if (scene && letter !== undefined && there && cell)
        fly(scene, letter, from, cell.getBoundingClientRect(), there);
    }
  }

  /** Lets the pieces of the winner hop. */
  cheer(player: Player): void {
    const { scene, drawn } = this.drawing;
    if (!scene) return;
    this.hop(
      [...drawn.keys()].filter(
        (square) => scene.kinds.get(scene.pieces.get(square) ?? "")?.player === player,
      ),
    );
  }

  hop(squares: string[]): void {
    const { scene, drawn } = this.drawing;
    if (!scene) return;
    hop(
      squares.flatMap((square) => {
        const [piece, at] = [drawn.get(square)?.firstElementChild, this.drawing.middle(square)];
        return piece && at
          ? [{ piece, distance: Math.hypot(at[0] - 5 * scene.files, at[1] - 5 * scene.ranks) }]
          : [];
      }),
    );
  }

  private mark(marks: Marks): void {
    this.marks = marks;
    const { layers } = this.drawing;
    if (!this.drawing.scene) return;
    const scene = this.lead(this.drawing.scene, marks.underway);
    const hints: (SVGElement | null)[] = [];
    for (const square of marks.able ?? []) {
      const at = this.drawing.middle(square);
      if (at)
        for (const kind of ["able halo", "able"])
          hints.push(svg("path", { d: `M${at[0] - 2} ${at[1] + 4.3}h4`, class: kind }));
    }
    for (const [square, made] of this.drawing.drawn)
      made.firstElementChild?.classList.toggle("up", square === marks.picked);
    put(layers.picked, [marks.picked ? this.drawing.area(marks.picked, "picked") : null]);
    const dot = marks.targets.size > MANY ? 0.9 : 1.3;
    for (const [square, takes] of marks.targets) {
      const at = this.drawing.middle(square);
      if (!at) continue;
      const [gain, victim] = [marks.gains?.get(square), scene.pieces.has(square)];
      if (victim || (takes && !gain)) hints.push(aim(at, victim));
      if (gain) hints.push(tag(at, gain));
      else if (!takes && !victim)
        hints.push(svg("circle", { cx: at[0], cy: at[1], r: dot, class: "target" }));
    }
    for (const [square, gain] of marks.offers ?? []) {
      const at = this.drawing.middle(square);
      if (at) hints.push(svg("g", { class: "ghost" }, aim(at, true)), tag(at, gain));
    }
    const wrong = marks.wrong && this.drawing.middle(marks.wrong);
    if (wrong) {
      const transform = `translate(${wrong.join(" ")})${scene.tilt ? "rotate(-45)" : ""}`;
      const square = svg("rect", { x: -5, y: -5, width: 10, height: 10 });
      hints.push(svg("g", { class: "wrong", transform }, square, svg("path", { d: STRIPES })));
    }
    put(layers.hints, hints);
    this.drawPaths();
    put(
      layers.arrows,
      [...marks.arrows, ...this.own].map((arrow) =>
        drawArrow(this.drawing, arrow, marks.arrows.length > 1),
      ),
    );
    this.box.classList.toggle("chequered", !marks.tint);
    this.box.classList.toggle("tilted", scene.tilt);
    for (const [square, cell] of this.cells) {
      const said = [squareWords(scene, square)];
      // Which squares a piece can go to depends on their levels.
      const level = marks.picked === null ? null : levelOf(scene, square);
      if (level !== null) said.push(`level ${level}`);
      if (marks.underway?.at === square) said.push("underway");
      if (marks.underway?.taken.includes(square)) said.push("taken");
      if (marks.targets.has(square)) said.push("can be gone to");
      else if (marks.movable.has(square)) said.push("can move");
      const offer = marks.offers?.get(square);
      if (offer) said.push(`${offer} if taken`);
      if (scene.last.includes(square)) said.push("last move");
      cell.setAttribute("data-piece", scene.pieces.get(square) ?? "");
      cell.setAttribute("aria-label", said.join(", "));
      cell.setAttribute("aria-selected", String(marks.picked === square));
      cell.classList.toggle(
        "movable",
        marks.movable.has(square) || marks.targets.has(square) || marks.underway?.at === square,
      );
    }
  }

  /** Draws the paths of the picked piece, with a cross on each piece that it captures: all paths,
   *  or those over the square under the pointer. */
  private drawPaths(): void {
    const { pointed, drawing } = this;
    const { paths = [], gains } = this.marks;
    const { layers } = drawing;
    // Paths that end under the pointer take precedence.
    const ends = paths.filter(({ squares }) => squares.at(-1) === pointed);
    const over = paths.filter(({ squares }) => pointed !== null && squares.includes(pointed));
    const shown = [ends, over].find(({ length }) => length) ?? paths;
    const ways = shown.map(
      ({ squares }) =>
        `M${drawing
          .middles(squares)
          .map((at) => at.join(" "))
          .join("L")}`,
    );
    put(layers.ways, [ways.length > 0 && svg("path", { d: ways.join(""), class: "way" })]);
    const away = drawing.scene?.tilt ? 3.8 : 3.2;
    // Dots on the squares of the paths, except squares with points or a piece.
    const stops = shown
      .flatMap(({ squares }) => squares.slice(1))
      .filter((square) => !gains?.has(square) && !drawing.drawn.has(square));
    const crossed = shown.flatMap(({ taken }) => taken);
    put(layers.crosses, [
      ...drawing
        .middles(new Set(stops))
        .map(([cx, cy]) => svg("circle", { cx, cy, r: 1.5, class: "stop" })),
      ...drawing
        .middles(new Set(crossed))
        .map(([x, y]) =>
          svg(
            "g",
            { class: "cross", transform: `translate(${x + away} ${y - away})` },
            svg("circle", { r: 1.9 }),
            svg("path", { d: "M-.8 -.8L.8 .8M.8 -.8L-.8 .8" }),
          ),
        ),
    ]);
  }

  /** Focuses a square, by default the one that had the focus last. */
  focusCell(square = this.focus): void {
    this.setFocus(square);
    this.cells.get(this.focus)?.focus();
  }

  /** Tracks whether the board got the focus by keys or by a click. */
  private watchFocus(): void {
    addEventListener("pointerdown", () => (this.clicked = true), true);
    addEventListener("keydown", () => (this.clicked = false), true);
    this.grid.addEventListener("focusin", (event) => {
      if (!this.grid.contains(event.relatedTarget as Node | null)) this.walking = !this.clicked;
    });
    this.grid.addEventListener("pointerdown", () => (this.walking = false));
  }

  /** Lays a cell above each square. */
  private lay(scene: Scene): void {
    const { files, ranks, squares } = scene;
    const { turned } = this.drawing;
    this.cells.clear();
    const order = (n: number, back: boolean): number[] =>
      [...Array(n).keys()].map((at) => (back ? n - 1 - at : at));
    const rows = order(ranks, !turned).map((rank) => {
      const cells = order(files, turned).map((file) => {
        const index = rank * files + file;
        if ((squares[index] ?? null) === null) return el("div", { role: "gridcell" });
        const square = squareName(files, index);
        const cell = el("div", {
          role: "gridcell",
          tabindex: -1,
          "data-square": square,
          class: "cell",
        });
        this.cells.set(square, cell);
        return cell;
      });
      return el("div", { role: "row", class: "row" }, ...cells);
    });
    const had = this.grid.contains(document.activeElement);
    const { walking } = this;
    put(this.grid, rows);
    this.setFocus(
      this.cells.has(this.focus) ? this.focus : ([...this.cells.keys()].at(-1) ?? "a1"),
    );
    if (had) this.cells.get(this.focus)?.focus();
    this.walking = walking;
  }

  private setFocus(square: string): void {
    this.cells.get(this.focus)?.setAttribute("tabindex", "-1");
    if (this.cells.has(square)) this.focus = square;
    this.cells.get(this.focus)?.setAttribute("tabindex", "0");
  }

  private squareOf(target: EventTarget | null): string | null {
    const cell = target instanceof Element ? target.closest<HTMLElement>("[data-square]") : null;
    return cell?.dataset.square ?? null;
  }

  private key(event: KeyboardEvent): void {
    const { scene, turned } = this.drawing;
    const square = this.squareOf(event.target);
    if (!scene || !square || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    let step = steps[event.key];
    // On a board that stands on its corner, up is up on the screen.
    if (step && scene.tilt) step = [step[0] + step[1], step[1] - step[0]];
    if (step && !this.walking) return;
    if (step) {
      const way = turned ? -1 : 1;
      let [file, rank] = coordinates(scene, square)!;
      const name = (): string => squareName(scene.files, rank * scene.files + file);
      const inside = (): boolean =>
        file >= 0 && rank >= 0 && file < scene.files && rank < scene.ranks;
      // Skips gaps between squares.
      do [file, rank] = [file + way * step[0], rank + way * step[1]];
      while (inside() && !this.cells.has(name()));
      if (inside()) this.focusCell(name());
    } else if (event.key === "Enter" || event.key === " ") {
      this.walking = true;
      this.listener.touched(square);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private down(event: PointerEvent): void {
    const square = this.squareOf(event.target);
    if (!square) return;
    const { scene, drawn } = this.drawing;
    const { movable, targets } = this.marks;
    if (event.button === 2 && !this.drag)
      this.pen = { square, pointer: event.pointerId, colour: colourOf(event) };
    if (event.button !== 0) return;
    if (this.own.length && !scene?.pieces.has(square) && !targets.has(square)) this.scribble([]);
    if (!event.isPrimary || (this.drag && this.drag.pointer !== event.pointerId)) return;
    this.setFocus(square);
    this.tapped = null;
    // A finger may be about to scroll the page if nothing can be dragged there.
    const own = this.led?.at === square || movable.has(square);
    if (!own && !targets.has(square) && event.pointerType !== "mouse") {
      this.tapped = square;
      return;
    }
    this.drag = null;
    const can = this.marks.drag && own && drawn.has(square) && !targets.has(square);
    const fresh = this.marks.picked !== square;
    if (!can || fresh) this.listener.touched(square);
    if (!can) return;
    this.drag = {
      square,
      piece: null,
      x: event.clientX,
      y: event.clientY,
      fresh,
      pointer: event.pointerId,
      lift: event.pointerType === "touch" ? ABOVE_PX : 0,
    };
    this.grid.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const { drag } = this;
    if (drag?.pointer !== event.pointerId) return;
    const { scene } = this.drawing;
    const at = drag && this.drawing.middle(drag.square);
    if (!drag || !at || !scene) return;
    const unit =
      this.drawing.svg.viewBox.baseVal.width / this.drawing.svg.getBoundingClientRect().width;
    const [dx, dy] = [(event.clientX - drag.x) * unit, (event.clientY - drag.y) * unit];
    if (!drag.piece) {
      const piece = this.drawing.drawn.get(drag.square);
      // The touch may have made a move.
      if (Math.hypot(dx, dy) < 1.5 || !piece || this.marks.picked !== drag.square) return;
      drag.piece = piece;
      // Above the marks of its targets.
      this.drawing.layers.held.append(piece);
      piece.classList.add("held");
    }
    drag.piece.setAttribute(
      "transform",
      `translate(${at[0] + dx} ${at[1] + dy - drag.lift * unit})`,
    );
    this.drawing.leave(this.led?.from ?? drag.square);
    const over = this.under(event);
    put(this.drawing.layers.over, [
      over !== null && this.marks.targets.has(over) && this.drawing.area(over, "over"),
    ]);
  }

  private under({ clientX, clientY }: PointerEvent): string | null {
    const under = document.elementsFromPoint(clientX, clientY).map((found) => this.squareOf(found));
    return under.find((square) => square !== null) ?? null;
  }

  /** Replaces the drawings of the person. */
  private scribble(own: Arrow[]): void {
    this.own = own;
    this.mark(this.marks);
    this.listener.drawn(own);
  }

  private up(event: PointerEvent): void {
    const { drag, pen } = this;
    if (pen?.pointer === event.pointerId && event.button === 2) {
      this.pen = null;
      const to = this.under(event);
      if (to !== null)
        this.scribble(toggled(this.own, pen.square === to ? [to] : [pen.square, to], pen.colour));
      return;
    }
    // Another finger neither moves nor drops the piece.
    if (drag?.pointer !== event.pointerId) return;
    const square = this.under(event);
    if (drag.piece && square !== drag.square) {
      if (square && this.marks.targets.has(square)) this.land(drag.square, square);
      else {
        // A piece that has moved part of its path stays there, and the drag can be tried again.
        const waits = this.led !== null;
        this.letGo();
        if (!waits) this.listener.dropped(square);
      }
      return;
    }
    this.letGo();
    if (!drag.piece && !drag.fresh) this.listener.dropped(null);
  }

  /** Ends a drag on a target: the piece stays there while the move is made. */
  private land(from: string, to: string): void {
    this.letGo(to);
    this.carried = { from: this.led?.from ?? from, to };
    this.listener.touched(to);
  }

  /** Ends a drag: the piece goes back, or to `to`. */
  private letGo(to: string | null = null): void {
    const { drag } = this;
    this.drag = null;
    if (!drag?.piece) return;
    const at = this.drawing.middle(to ?? drag.square);
    if (at) drag.piece.setAttribute("transform", `translate(${at[0]} ${at[1]})`);
    drag.piece.classList.remove("held");
    this.drawing.layers.pieces.append(drag.piece);
    put(this.drawing.layers.over, []);
    if (to === null) this.drawing.leave(this.led?.from ?? null);
  }
}

// The board: a drawing, and above it a grid of cells that are clicked, dragged between, and
// gone through by keys. It knows squares and pieces, and no moves.

import { el, put, svg } from "./dom";
import { fade, glide, type Motion } from "./motion";
import { piece } from "./pieces";
import { type Scene, coordinates, squareName } from "./scene";
import { squareWords } from "./words";

/** An arrow of the analysis, from square to square; a ring where it has one square only. */
export interface Arrow {
  squares: string[];
  /** How good its line is among those shown: 0 is the best one. */
  rank: number;
}

/** What is marked on the board beside its pieces. */
export interface Marks {
  picked: string | null;
  /** Squares that can be gone to, and whether something is captured there. */
  targets: Map<string, boolean>;
  movable: Set<string>;
  arrows: Arrow[];
  /** Whether shades of squares are shown as such, and not as a chequered board. */
  tint: boolean;
  /** Whether pieces can be picked up by dragging. */
  drag: boolean;
}

export interface BoardListener {
  /** A square was touched: by a click, a key, or at the end of a drag. */
  touched(square: string): void;
  /** What is in the hand is laid down. */
  dropped(): void;
}

const BARE: Marks = { picked: null, targets: new Map(), movable: new Set(), arrows: [], tint: false, drag: false };

export class Board {
  private scene: Scene | null = null;
  private marks = BARE;
  private turned = false;
  private focus = "a1";
  private readonly drawing = svg("svg", { class: "drawing", "aria-hidden": "true" });
  private readonly grid = el("div", { class: "cells", role: "grid", "aria-label": "Board" });
  private readonly layers = {
    squares: svg("g"), last: svg("g"), names: svg("g", { class: "names" }), hints: svg("g"),
    pieces: svg("g"), marks: svg("g", { class: "signs" }), arrows: svg("g", { class: "arrows" }),
  };
  private readonly cells = new Map<string, HTMLElement>();
  private readonly drawn = new Map<string, SVGGElement>();
  private drag: { square: string; piece: SVGGElement; x: number; y: number; moved: boolean; fresh: boolean } | null = null;

  constructor(private readonly box: HTMLElement, private readonly listener: BoardListener) {
    this.drawing.append(...Object.values(this.layers));
    box.append(this.drawing, this.grid);
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.grid.addEventListener("pointerdown", (event) => this.down(event));
    this.grid.addEventListener("pointermove", (event) => this.move(event));
    this.grid.addEventListener("pointerup", (event) => this.up(event));
    this.grid.addEventListener("pointercancel", () => this.letGo());
    // A screen reader clicks without a pointer.
    this.grid.addEventListener("click", (event) => {
      const square = this.squareOf(event.target);
      if (event.detail === 0 && square) this.listener.touched(square);
    });
  }

  /** Shows a position, with the motion that has led to it. */
  show(scene: Scene, turned: boolean, motion: Motion | null): void {
    const same = this.scene && this.scene.files === scene.files && this.scene.ranks === scene.ranks &&
      this.turned === turned && this.scene.squares.join() === scene.squares.join();
    const before = this.scene;
    this.letGo();
    this.scene = scene;
    this.turned = turned;
    if (!same) this.lay(scene);
    this.layers.pieces.replaceChildren();
    this.drawn.clear();
    for (const [square, letter] of scene.pieces) {
      const at = this.middle(square);
      if (!at) continue;
      const made = svg("g", { transform: `translate(${at[0]} ${at[1]})` }, piece(scene, letter));
      this.drawn.set(square, made);
      this.layers.pieces.append(made);
    }
    if (motion && same && before) this.animate(motion, before);
    put(this.layers.last, [...new Set(scene.last)].map((square) => this.area(square, "last")));
    const signs = scene.marks.flatMap((mark) => mark.squares.map((square) => {
      const at = this.middle(square);
      return at && svg("text", { x: at[0] + 3.5, y: at[1] - 3.2 }, mark.sign);
    }));
    put(this.layers.marks, signs);
    for (const [square, cell] of this.cells) cell.setAttribute("data-piece", scene.pieces.get(square) ?? "");
    this.mark(this.marks);
  }

  /** Shows what can be done, and what the engine thinks. */
  mark(marks: Marks): void {
    this.marks = marks;
    const { scene } = this;
    if (!scene) return;
    const hints: (SVGElement | null)[] = [];
    if (marks.picked) hints.push(this.area(marks.picked, "picked"));
    for (const [square, takes] of marks.targets) {
      const at = this.middle(square);
      if (!at) continue;
      const full = takes || scene.pieces.has(square);
      hints.push(svg("circle", { cx: at[0], cy: at[1], r: full ? 4.35 : 1.3, class: full ? "target takes" : "target" }));
    }
    put(this.layers.hints, hints);
    put(this.layers.arrows, marks.arrows.map((arrow) => this.arrow(arrow)));
    this.box.classList.toggle("tinted", marks.tint);
    for (const [square, cell] of this.cells) {
      const said = [squareWords(scene, square)];
      if (marks.targets.has(square)) said.push("can be gone to");
      else if (marks.movable.has(square)) said.push("can move");
      if (scene.last.includes(square)) said.push("last move");
      cell.setAttribute("aria-label", said.join(", "));
      cell.setAttribute("aria-selected", String(marks.picked === square));
      cell.classList.toggle("movable", marks.movable.has(square) || marks.targets.has(square));
    }
  }

  /** Puts the focus onto the square that had it last. */
  focusCell(square = this.focus): void {
    this.setFocus(square);
    this.cells.get(this.focus)?.focus();
  }

  private lay(scene: Scene): void {
    const { files, ranks, squares } = scene;
    this.drawing.setAttribute("viewBox", `0 0 ${10 * files} ${10 * ranks}`);
    this.box.style.setProperty("--files", String(files));
    this.box.style.setProperty("--ranks", String(ranks));
    const shades = Math.max(1, ...squares.map((shade) => shade ?? 0));
    const plain = new Set(squares.filter((shade) => shade !== null)).size;
    const drawn: SVGElement[] = [];
    const names: SVGElement[] = [];
    this.cells.clear();
    const rows: HTMLElement[] = [];
    const order = (n: number, back: boolean): number[] => [...Array(n).keys()].map((at) => (back ? n - 1 - at : at));
    for (const rank of order(ranks, !this.turned)) {
      const row = el("div", { role: "row", class: "row" });
      for (const file of order(files, this.turned)) {
        const shade = squares[rank * files + file];
        const square = squareName(files, rank * files + file);
        const area = this.area(square, "square");
        if (shade === null || shade === undefined || !area) {
          row.append(el("div", { role: "gridcell" }));
          continue;
        }
        // Two shades at most are those of a chequered board as the game wants it.
        const dark = plain > 2 || plain === 1 ? (file + rank) % 2 === 0 : shade > 0;
        area.classList.add(dark ? "dark" : "light");
        area.style.setProperty("--shade", shades > 1 ? String((shade - 1) / (shades - 1)) : "0.5");
        drawn.push(area);
        const cell = el("div", { role: "gridcell", tabindex: -1, "data-square": square, class: "cell" });
        this.cells.set(square, cell);
        row.append(cell);
      }
      rows.push(row);
    }
    const [left, bottom] = [this.turned ? files - 1 : 0, this.turned ? ranks - 1 : 0];
    for (let file = 0; file < files; file += 1) {
      const at = this.middle(squareName(files, bottom * files + file));
      if (at) names.push(svg("text", { x: at[0] + 4.7, y: at[1] + 4.6, class: "file" }, String.fromCharCode(97 + file)));
    }
    for (let rank = 0; rank < ranks; rank += 1) {
      const at = this.middle(squareName(files, rank * files + left));
      if (at) names.push(svg("text", { x: at[0] - 4.7, y: at[1] - 4.6, class: "rank" }, String(rank + 1)));
    }
    put(this.layers.squares, drawn);
    put(this.layers.names, names);
    const had = this.grid.contains(document.activeElement);
    put(this.grid, rows);
    this.setFocus(this.cells.has(this.focus) ? this.focus : [...this.cells.keys()].at(-1) ?? "a1");
    if (had) this.cells.get(this.focus)?.focus();
  }

  /** The middle of a square in the drawing. */
  private middle(square: string): [number, number] | null {
    const { scene } = this;
    const at = scene && coordinates(scene, square);
    if (!scene || !at) return null;
    const [file, rank] = this.turned ? [scene.files - 1 - at[0], scene.ranks - 1 - at[1]] : at;
    return [10 * file + 5, 10 * (scene.ranks - 1 - rank) + 5];
  }

  private area(square: string, kind: string): SVGRectElement | null {
    const at = this.middle(square);
    return at && svg("rect", { x: at[0] - 5, y: at[1] - 5, width: 10, height: 10, class: kind });
  }

  private arrow({ squares, rank }: Arrow): SVGElement | null {
    const places = squares.map((square) => this.middle(square)).filter((at) => at !== null);
    const [from, to] = [places.at(-2), places.at(-1)];
    if (!to) return null;
    const kind = `arrow rank-${Math.min(rank, 3)}`;
    if (!from || (from[0] === to[0] && from[1] === to[1])) {
      return svg("circle", { cx: to[0], cy: to[1], r: 4.2, class: `${kind} ring` });
    }
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy);
    const [ux, uy] = [dx / length, dy / length];
    const tip = [to[0] - ux * 0.8, to[1] - uy * 0.8] as const;
    const neck = [tip[0] - ux * 3, tip[1] - uy * 3] as const;
    const head = [tip, [neck[0] - uy * 1.9, neck[1] + ux * 1.9], [neck[0] + uy * 1.9, neck[1] - ux * 1.9]];
    const way = [...places.slice(0, -1), neck].map(([x, y]) => `${x},${y}`).join(" ");
    return svg("g", { class: kind },
      svg("polyline", { points: way }),
      svg("polygon", { points: head.map(([x, y]) => `${x},${y}`).join(" ") }));
  }

  private animate(motion: Motion, before: Scene): void {
    for (const { squares } of motion.ways) {
      const made = this.drawn.get(squares.at(-1) ?? "");
      const places = squares.map((square) => this.middle(square)).filter((at) => at !== null);
      const figure = made?.firstElementChild;
      if (made && figure) {
        // What moves is drawn above all other pieces.
        this.layers.pieces.append(made);
        glide(figure, places);
      }
    }
    for (const square of motion.taken) {
      const letter = before.pieces.get(square);
      const at = this.middle(square);
      if (letter === undefined || !at) continue;
      const ghost = svg("g", { transform: `translate(${at[0]} ${at[1]})` }, piece(before, letter));
      this.layers.pieces.prepend(ghost);
      fade(ghost);
    }
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
    const { scene } = this;
    const square = this.squareOf(event.target);
    if (!scene || !square || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
    };
    const step = steps[event.key];
    if (step) {
      const way = this.turned ? -1 : 1;
      let at = coordinates(scene, square);
      // Steps over what is no square.
      while (at) {
        const [file, rank]: [number, number] = [at[0] + way * step[0], at[1] + way * step[1]];
        const inside = file >= 0 && rank >= 0 && file < scene.files && rank < scene.ranks;
        const next = inside ? squareName(scene.files, rank * scene.files + file) : null;
        if (next === null) break;
        if (this.cells.has(next)) {
          this.focusCell(next);
          break;
        }
        at = [file, rank];
      }
    } else if (event.key === "Enter" || event.key === " ") this.listener.touched(square);
    else if (event.key === "Escape") this.listener.dropped();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private down(event: PointerEvent): void {
    const square = this.squareOf(event.target);
    if (!square || event.button !== 0 || !event.isPrimary) return;
    this.setFocus(square);
    const made = this.drawn.get(square);
    const target = this.marks.targets.has(square);
    if (this.marks.drag && made && this.marks.movable.has(square) && !target) {
      const fresh = this.marks.picked !== square;
      if (fresh) this.listener.touched(square);
      this.drag = { square, piece: made, x: event.clientX, y: event.clientY, moved: false, fresh };
      this.grid.setPointerCapture(event.pointerId);
    } else {
      this.drag = null;
      this.listener.touched(square);
    }
  }

  private move(event: PointerEvent): void {
    const { drag, scene } = this;
    const at = drag && this.middle(drag.square);
    if (!drag || !at || !scene) return;
    const unit = (10 * scene.files) / this.grid.getBoundingClientRect().width;
    const [dx, dy] = [(event.clientX - drag.x) * unit, (event.clientY - drag.y) * unit];
    if (!drag.moved && Math.hypot(dx, dy) < 1.5) return;
    drag.moved = true;
    this.layers.pieces.append(drag.piece);
    drag.piece.setAttribute("transform", `translate(${at[0] + dx} ${at[1] + dy})`);
    drag.piece.classList.add("held");
  }

  private up(event: PointerEvent): void {
    const { drag } = this;
    if (!drag) return;
    const under = document.elementsFromPoint(event.clientX, event.clientY).map((found) => this.squareOf(found));
    const square = under.find((square) => square !== null) ?? null;
    this.letGo();
    if (drag.moved && square !== drag.square) {
      if (square && this.marks.targets.has(square)) this.listener.touched(square);
      else this.listener.dropped();
    } else if (!drag.moved && !drag.fresh) this.listener.dropped();
  }

  private letGo(): void {
    const { drag } = this;
    const at = drag && this.middle(drag.square);
    if (drag && at) {
      drag.piece.setAttribute("transform", `translate(${at[0]} ${at[1]})`);
      drag.piece.classList.remove("held");
    }
    this.drag = null;
  }
}

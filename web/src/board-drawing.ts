// The picture of a board with its pieces, for the page and for the report of a match. It takes no
// input; `board.ts` lays cells above it.

import { ART } from "./art";
import { put, svg } from "./dom";
import { type Motion, fade, glide, turnOver } from "./motion";
import { picture, piece } from "./piece-pictures";
import { type Mark, type Scene, coordinates, squareName } from "./scene";

/** Small pictures on squares, drawn below the pieces, such as a crown. */
const DECOR: Record<string, string> = {
  crown: "M-2.4 1.9L-3 -1.6L-1.3 -.3L0 -2.4L1.3 -.3L3 -1.6L2.4 1.9Z",
  brain:
    "M-.1 -2.2C-1 -3 -2.4 -2.3 -2.3 -1.1C-3.3 -.6 -3 1.1 -2 1.3C-1.7 2.4 -.3 2.6 0 1.7C.3 2.6 1.7 2.4 2 1.3C3 1.1 3.3 -.6 2.3 -1.1C2.4 -2.3 1 -3 .1 -2.2ZM0 -2V1.7",
};

type Point = [x: number, y: number];

export class Drawing {
  readonly svg = svg("svg", { class: "drawing", "aria-hidden": "true" });
  /** From bottom to top. */
  readonly layers = {
    squares: svg("g"),
    last: svg("g"),
    names: svg("g", { class: "names" }),
    picked: svg("g"),
    left: svg("g"),
    over: svg("g"),
    ways: svg("g"),
    pieces: svg("g"),
    hints: svg("g"),
    crosses: svg("g"),
    marks: svg("g", { class: "signs" }),
    held: svg("g"),
    arrows: svg("g", { class: "arrows" }),
  };
  /** The piece on each square, as it is drawn. */
  readonly drawn = new Map<string, SVGGElement>();
  scene: Scene | null = null;
  turned = false;
  /** The values from which the squares were drawn, as one text. */
  private laid = "";
  private plate: SVGElement | null = null;
  /** Squares with the names of their pictures. */
  pictures: [string, string][] = [];

  constructor(private readonly box: HTMLElement) {
    this.svg.append(...Object.values(this.layers));
    box.append(this.svg);
  }

  /** Shows a position, with the motion that led to it. Returns whether the squares are new. */
  show(scene: Scene, turned: boolean, motion: Motion | null): boolean {
    const [before, laid] = [this.scene, this.laid];
    const { files, ranks, tilt, squares } = scene;
    this.laid = [files, ranks, tilt, turned, squares, this.pictures].join();
    const same = laid === this.laid;
    this.scene = scene;
    this.turned = turned;
    if (!same) this.lay(scene);
    for (const layer of [this.layers.pieces, this.layers.held]) layer.replaceChildren();
    this.leave(null);
    this.drawn.clear();
    for (const [square, letter] of scene.pieces) {
      const at = this.middle(square);
      if (!at) continue;
      const made = svg("g", { transform: `translate(${at[0]} ${at[1]})` }, piece(scene, letter));
      this.drawn.set(square, made);
      this.layers.pieces.append(made);
    }
    if (motion && same && before) this.animate(motion, before);
    put(
      this.layers.last,
      [...new Set(scene.last)].map((square) => this.area(square, "last")),
    );
    put(
      this.layers.marks,
      scene.marks.flatMap((mark) => mark.squares.map((square) => this.sign(mark, square))),
    );
    return !same;
  }

  middle(square: string): Point | null {
    const { scene } = this;
    const at = scene && coordinates(scene, square);
    if (!scene || !at) return null;
    const [file, rank] = this.turned ? [scene.files - 1 - at[0], scene.ranks - 1 - at[1]] : at;
    const [x, y] = [10 * file + 5, 10 * (scene.ranks - 1 - rank) + 5];
    if (!scene.tilt) return [x, y];
    // Turned about the middle of the board, so that the first square is the lowest one.
    const [cx, cy] = [5 * scene.files, 5 * scene.ranks];
    return [cx + (x - cx + y - cy) * Math.SQRT1_2, cy + (y - cy - x + cx) * Math.SQRT1_2];
  }

  /** The middles of those squares that the board has. */
  middles(squares: Iterable<string>): Point[] {
    return [...squares].map((square) => this.middle(square)).filter((at) => at !== null);
  }

  /** A sign of a mark in the corner of its square. */
  private sign({ name, sign }: Mark, square: string): SVGGElement | null {
    const at = this.middle(square);
    if (!at) return null;
    const art = `mark-${name}`;
    const badge = [svg("circle", { r: 1.7, class: "badge" }), svg("text", {}, sign)];
    return svg(
      "g",
      { transform: `translate(${at[0] + 3.3} ${at[1] - 3.3})` },
      ...(Object.hasOwn(ART, art) ? [picture(art)] : badge),
    );
  }

  /** Dims the origin of a lifted piece; null removes the mark. */
  leave(square: string | null): void {
    const at = square === null ? null : this.middle(square);
    put(this.layers.left, [at && svg("circle", { cx: at[0], cy: at[1], r: 4.2, class: "left" })]);
  }

  /** Draws a piece farther on its path, and dims its captures so far. */
  lead(from: string, to: string, taken: string[]): void {
    const made = this.drawn.get(from);
    const at = this.middle(to);
    if (!made || !at) return;
    this.drawn.delete(from);
    this.drawn.set(to, made);
    made.setAttribute("transform", `translate(${at[0]} ${at[1]})`);
    this.layers.pieces.append(made);
    for (const square of taken) this.drawn.get(square)?.classList.add("taken");
  }

  /** The rectangle of a square, with a class; null if there is no such square. */
  area(square: string, kind: string): SVGRectElement | null {
    const at = this.middle(square);
    if (!at) return null;
    const tilt = this.scene?.tilt ? `rotate(-45 ${at[0]} ${at[1]})` : null;
    // Where squares have levels, a mark leaves their edges free.
    const half = /last|picked/.test(kind) && this.svg.matches(".levels") ? 4.65 : 5;
    return svg("rect", {
      x: at[0] - half,
      y: at[1] - half,
      width: 2 * half,
      height: 2 * half,
      class: kind,
      transform: tilt,
    });
  }

  private lay(scene: Scene): void {
    const { files, ranks, squares } = scene;
    this.frame(scene);
    const shades = squares.filter((shade) => shade !== null);
    const [least, most] = [Math.min(...shades), Math.max(...shades)];
    // If the least shade is 0, squares of shade 0 are unused; otherwise shades are levels.
    const mode = least === most ? "plain" : least === 0 ? "used" : "levels";
    this.svg.setAttribute("class", `drawing ${mode}${scene.tilt ? " tilt" : ""}`);
    const drawn = squares.map((shade, index) => {
      const area = shade === null ? null : this.area(squareName(files, index), "square");
      if (shade === null || !area) return null;
      const chequer = ((index % files) + Math.floor(index / files)) % 2 === 0;
      area.classList.add((mode === "levels" ? chequer : shade > 0) ? "dark" : "light");
      area.style.setProperty(
        "--level",
        `${most > least ? Math.round((100 * (shade - least)) / (most - least)) : 0}%`,
      );
      return area;
    });
    put(this.layers.squares, [
      this.plate,
      ...drawn,
      ...this.pictures.map(([square, name]) => {
        const at = this.middle(square);
        return at && Object.hasOwn(DECOR, name)
          ? svg("path", {
              d: DECOR[name]!,
              class: "decor",
              transform: `translate(${at[0]} ${at[1]})`,
            })
          : null;
      }),
    ]);
    put(this.layers.names, this.names(files, ranks));
  }

  /** Draws the frame, and sets its width for the layers above. */
  private frame({ files, ranks, tilt }: Scene): void {
    const [width, height] = [10 * files, 10 * ranks];
    // A small board has no names in its frame.
    const edge = (this.box.matches(".mini") ? 0.08 : 0.35) * Math.max(files, ranks);
    const diagonal = (width + height) * Math.SQRT1_2;
    const [over, up] = tilt ? [(diagonal - width) / 2, (diagonal - height) / 2] : [0, 0];
    const [left, top] = [over + edge, up + edge];
    this.svg.setAttribute("viewBox", `${-left} ${-top} ${width + 2 * left} ${height + 2 * top}`);
    const sizes = {
      "--files": files,
      "--ranks": ranks,
      "--across": width + 2 * left,
      "--up": height + 2 * top,
      "--left": `${(100 * left) / (width + 2 * left)}%`,
      "--top": `${(100 * top) / (height + 2 * top)}%`,
    };
    for (const [name, size] of Object.entries(sizes))
      this.box.style.setProperty(name, String(size));
    const around = tilt ? edge * Math.SQRT1_2 : edge;
    this.plate = svg("rect", {
      x: -around,
      y: -around,
      width: width + 2 * around,
      height: height + 2 * around,
      class: "plate",
      rx: tilt ? 0 : edge * 0.8,
      transform: tilt ? `rotate(-45 ${width / 2} ${height / 2})` : null,
    });
  }

  /** The names of files and ranks: in the frame, or outside of it on a board that stands on its
   *  corner. */
  private names(files: number, ranks: number): SVGElement[] {
    const [left, bottom] = [this.turned ? files - 1 : 0, this.turned ? ranks - 1 : 0];
    const tilt = this.scene?.tilt === true;
    const away = 5 + 0.175 * Math.max(files, ranks);
    const slant = 3.5 + 2.6;
    const below: Point = tilt ? [slant, slant] : [0, away];
    const beside: Point = tilt ? [-slant, slant] : [-away, 0];
    const name = (index: number, text: string, [dx, dy]: Point): SVGElement | null => {
      const at = this.middle(squareName(files, index));
      return at && svg("text", { x: at[0] + dx, y: at[1] + dy }, text);
    };
    const named = [
      ...[...Array(files).keys()].map((file) =>
        name(bottom * files + file, String.fromCharCode(97 + file), below),
      ),
      ...[...Array(ranks).keys()].map((rank) =>
        name(rank * files + left, String(rank + 1), beside),
      ),
    ];
    return named.filter((made) => made !== null);
  }

  private animate(motion: Motion, before: Scene): void {
    for (const { squares } of motion.ways) {
      const made = this.drawn.get(squares.at(-1) ?? "");
      const figure = made?.firstElementChild;
      if (made && figure) {
        // Moving pieces are drawn above all others.
        this.layers.pieces.append(made);
        glide(figure, this.middles(squares));
      }
    }
    for (const square of motion.changed) {
      const figure = this.drawn.get(square)?.firstElementChild;
      if (figure && !motion.ways.some(({ squares }) => squares.at(-1) === square)) turnOver(figure);
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
}

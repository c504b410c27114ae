// The picture of a board with its pieces: the same on the page and in the report of a match.
// It is looked at only; what can be touched is laid above it by `board.ts`.

import { put, svg } from "./dom";
import { type Motion, fade, glide } from "./motion";
import { piece } from "./pieces";
import { type Scene, coordinates, squareName } from "./scene";

export class Drawing {
  readonly svg = svg("svg", { class: "drawing", "aria-hidden": "true" });
  /** From below to above. */
  readonly layers = {
    squares: svg("g"), last: svg("g"), names: svg("g", { class: "names" }), hints: svg("g"), left: svg("g"),
    pieces: svg("g"), marks: svg("g", { class: "signs" }), arrows: svg("g", { class: "arrows" }),
  };
  /** The piece on each square, as it is drawn. */
  readonly drawn = new Map<string, SVGGElement>();
  scene: Scene | null = null;
  turned = false;

  constructor(private readonly box: HTMLElement) {
    this.svg.append(...Object.values(this.layers));
    box.append(this.svg);
  }

  /** Shows a position, with the motion that has led to it. Says whether the squares are new. */
  show(scene: Scene, turned: boolean, motion: Motion | null): boolean {
    const before = this.scene;
    const same = before !== null && before.files === scene.files && before.ranks === scene.ranks &&
      this.turned === turned && before.squares.join() === scene.squares.join();
    this.scene = scene;
    this.turned = turned;
    if (!same) this.lay(scene);
    this.layers.pieces.replaceChildren();
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
    put(this.layers.last, [...new Set(scene.last)].map((square) => this.area(square, "last")));
    const signs = scene.marks.flatMap((mark) => mark.squares.map((square) => {
      const at = this.middle(square);
      return at && svg("text", { x: at[0] + 3.5, y: at[1] - 3.2 }, mark.sign);
    }));
    put(this.layers.marks, signs);
    return !same;
  }

  /** The middle of a square in the drawing. */
  middle(square: string): [number, number] | null {
    const { scene } = this;
    const at = scene && coordinates(scene, square);
    if (!scene || !at) return null;
    const [file, rank] = this.turned ? [scene.files - 1 - at[0], scene.ranks - 1 - at[1]] : at;
    return [10 * file + 5, 10 * (scene.ranks - 1 - rank) + 5];
  }

  /** Shows from where a piece was taken up: a dim place. */
  leave(square: string | null): void {
    const at = square === null ? null : this.middle(square);
    put(this.layers.left, [at && svg("circle", { cx: at[0], cy: at[1], r: 3.75, class: "left" })]);
  }

  /** Shows a piece farther on its way, and dims what it has captured so far. */
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

  /** A square as a rectangle of a class; nothing where there is none. */
  area(square: string, kind: string): SVGRectElement | null {
    const at = this.middle(square);
    return at && svg("rect", { x: at[0] - 5, y: at[1] - 5, width: 10, height: 10, class: kind });
  }

  private lay(scene: Scene): void {
    const { files, ranks, squares } = scene;
    this.svg.setAttribute("viewBox", `0 0 ${10 * files} ${10 * ranks}`);
    this.box.style.setProperty("--files", String(files));
    this.box.style.setProperty("--ranks", String(ranks));
    const shades = Math.max(1, ...squares.map((shade) => shade ?? 0));
    const plain = new Set(squares.filter((shade) => shade !== null)).size;
    const drawn = squares.map((shade, index) => {
      const area = shade === null ? null : this.area(squareName(files, index), "square");
      if (shade === null || !area) return null;
      // Two shades at most are those of a chequered board as the game wants it.
      const chequer = ((index % files) + Math.floor(index / files)) % 2 === 0;
      const dark = plain > 2 || plain === 1 ? chequer : shade > 0;
      area.classList.add(dark ? "dark" : "light");
      area.style.setProperty("--shade", shades > 1 ? String((shade - 1) / (shades - 1)) : "0.5");
      return area;
    });
    put(this.layers.squares, drawn);
    put(this.layers.names, this.names(files, ranks));
  }

  private names(files: number, ranks: number): SVGElement[] {
    const names: SVGElement[] = [];
    const [left, bottom] = [this.turned ? files - 1 : 0, this.turned ? ranks - 1 : 0];
    for (let file = 0; file < files; file += 1) {
      const at = this.middle(squareName(files, bottom * files + file));
      if (at) names.push(svg("text", { x: at[0] + 4.7, y: at[1] + 4.6, class: "file" }, String.fromCharCode(97 + file)));
    }
    for (let rank = 0; rank < ranks; rank += 1) {
      const at = this.middle(squareName(files, rank * files + left));
      if (at) names.push(svg("text", { x: at[0] - 4.7, y: at[1] - 4.6, class: "rank" }, String(rank + 1)));
    }
    return names;
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
}

// Setting up a position by hand: the pieces to choose from, whose turn it is, and the places
// beside the board. What is set up is in `position-editor.ts`.

import type { App } from "./app";
import type { Board } from "./board";
import { button, byId, el, put, say } from "./dom";
import { dot, dotOf, icon } from "./pieces";
import type { Game } from "./game";
import { type Player, nameOf, seatName, sideOf, ofWhom } from "./scene";
import { Editor, type Slot, Unfit } from "./position-editor";
import type { Node, Tree } from "./tree";
import { ownedName } from "./words";

const many = (n: number, name: string): string => (n > 1 ? `${n} ${name}` : name);

export class Editing {
  editor: Editor | null = null;
  /** The game that was in view when the set-up began. */
  tree: Tree | null = null;
  /** The game that was being played then. */
  private game: Game | null = null;
  /** The position that is changed. */
  private from: Node | null = null;
  private changes = 0;

  /** `tint` says whether squares are tinted; `closed` is called when the position in view is
   *  to be shown again. */
  constructor(
    private readonly app: App,
    private readonly board: Board,
    private readonly tint: () => boolean,
    private readonly closed: () => void,
  ) {}

  /** Whether the engine writes positions: else only a text can be given. */
  private get canWrite(): boolean {
    return this.app.engine.answers("text");
  }

  /** Begins with the position in view. */
  async open(): Promise<void> {
    const { app } = this;
    app.analysis.switch(false);
    this.game = app.game;
    app.leaveGame();
    // A move that is being made when this begins is made first.
    await app.views.idle();
    const { scene, node } = app;
    if (!scene) return;
    this.editor = new Editor(scene);
    this.from = node;
    this.tree = app.tree;
    byId("setup").hidden = false;
    document.body.classList.add("editing");
    this.draw();
    byId<HTMLInputElement>("set-text").value = node.view?.fen ?? "";
    byId("setup").querySelector("button")?.focus();
  }

  close(): void {
    const had = byId("setup").contains(document.activeElement);
    this.editor = null;
    byId("setup").hidden = true;
    if (had) byId("setup-open").focus();
    document.body.classList.remove("editing");
    this.closed();
  }

  /** Leaves everything as it was before. */
  async cancel(): Promise<void> {
    const { current } = this.app.suspended;
    this.close();
    if (current && current.game === this.game) await this.app.suspended.back();
  }

  /** Shows the position that was set up, or the one that a text says. */
  async finish(fen: string | null): Promise<void> {
    if (!this.editor) return;
    const text = fen ?? (await this.text(this.editor));
    await this.app.open({ variant: null, fen: text, moves: [] });
    byId("trouble").hidden = true;
    if (this.editor) this.close();
  }

  private text({ setup }: Editor): Promise<string> {
    return this.app.engine.text(this.app.tree.line(this.from ?? this.app.node), setup);
  }

  /** A square was touched. */
  touch(square: string): void {
    const { editor } = this;
    if (!editor || !this.canWrite) return;
    editor.touch(square);
    this.changed(`${square}: ${this.ownName(editor.scene.pieces.get(square)) ?? "empty"}`);
  }

  clear(): void {
    this.editor?.clear();
    this.changed("Everything is taken off");
  }

  private kindName(letter: string | undefined): string | undefined {
    return letter === undefined
      ? undefined
      : (this.editor?.scene.kinds.get(letter)?.name ?? letter);
  }

  private ownName(letter: string | undefined): string | undefined {
    return letter === undefined || !this.editor ? undefined : ownedName(this.editor.scene, letter);
  }

  /** Draws what was changed, says it, and shows how it is written. */
  private changed(words: string): void {
    this.draw();
    say(words);
    const { editor } = this;
    if (!editor) return;
    const now = ++this.changes;
    this.text(editor).then(
      (text) => {
        if (now === this.changes) byId<HTMLInputElement>("set-text").value = text;
      },
      (error: unknown) => this.app.trouble(error),
    );
  }

  private slotWords(slot: Slot): string {
    const held = [...slot.counts].map(([letter, n]) => many(n, this.kindName(letter) ?? letter));
    return `${ofWhom(this.editor ? seatName(this.editor.scene, slot.owner) : "")} ${slot.name}: ${held.join(", ") || "empty"}`;
  }

  private add(slot: Slot): void {
    try {
      this.editor?.add(slot);
      this.changed(this.slotWords(slot));
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      this.app.trouble(error);
    }
  }

  private remove(slot: Slot, letter: string): void {
    this.editor?.remove(slot, letter);
    this.changed(this.slotWords(slot));
  }

  draw(): void {
    const { app, editor } = this;
    if (!editor) return;
    const { scene } = editor;
    const focused =
      document.activeElement instanceof HTMLElement
        ? document.activeElement.dataset.edit
        : undefined;
    this.board.show(scene, app.turned, null);
    this.board.mark({
      picked: null,
      targets: new Map(),
      movable: new Set(),
      underway: null,
      arrows: [],
      tint: this.tint(),
      drag: false,
    });
    put(byId("brushes"), [...editor.kinds().map((letter) => this.brush(letter)), this.brush(null)]);
    for (const id of ["brushes", "set-done", "set-clear"]) byId(id).hidden = !this.canWrite;
    // Where texts do not say whose turn it is, it follows from the pieces.
    byId("turn-line").hidden = !this.canWrite || this.from?.view?.fen?.includes(" ") !== true;
    put(
      byId("turn"),
      editor.movers().map((name, at) =>
        button(
          name,
          () => {
            editor.turn = at;
            this.changed(`${name} to move`);
          },
          { "aria-pressed": editor.turn === at, "data-edit": `turn ${at}` },
        ),
      ),
    );
    const [far, near]: [Player, Player] = app.turned ? ["p1", "p2"] : ["p2", "p1"];
    this.side(byId("far"), editor, far);
    this.side(byId("near"), editor, near);
    byId("set-hint").hidden = !editor.slots(0).length || !this.canWrite;
    if (focused === undefined) return;
    const again = document.querySelector<HTMLElement>(`[data-edit="${CSS.escape(focused)}"]`);
    // What was the last one of its kind is gone; the place is still there.
    (
      again ??
      document.querySelector<HTMLElement>(
        `[data-edit="${CSS.escape(focused.replace(/ \S+$/, ""))}"]`,
      )
    )?.focus();
  }

  private brush(letter: string | null): HTMLElement {
    const { editor } = this;
    const name = this.ownName(letter ?? undefined) ?? "Take off";
    const made = button(
      "",
      () => {
        if (editor) editor.brush = letter;
        this.draw();
      },
      {
        class: "thing",
        "aria-pressed": editor?.brush === letter,
        "aria-label": name,
        title: name,
        "data-brush": letter ?? "none",
        "data-edit": `brush ${letter ?? "none"}`,
      },
    );
    put(made, [letter === null || !editor ? "\u2715" : icon(editor.scene, letter)]);
    return made;
  }

  /** What lies before a player, or before the seats that play for them, to be changed. */
  private side(box: HTMLElement, editor: Editor, player: Player): void {
    const { scene } = editor;
    const title = el(
      "div",
      { class: "title" },
      dotOf(scene, player),
      el("strong", {}, nameOf(scene, player)),
    );
    box.classList.remove("turn");
    box.style.minHeight = "";
    const rows = scene.seats.flatMap((_, at) => {
      if (sideOf(scene, at) !== player) return [];
      const name = el("span", { class: "seat-name" }, dot(scene, at), seatName(scene, at));
      return [el("div", { class: "seat" }, name, ...this.places(editor, at))];
    });
    put(box, [title, ...rows]);
  }

  private places(editor: Editor, owner: number): HTMLElement[] {
    return editor.slots(owner).map((slot) => {
      const where = `${ofWhom(seatName(editor.scene, owner))} ${slot.name}`;
      const key = `slot ${owner} ${slot.name}`;
      const things = [...slot.counts].map(([letter, n]) => {
        const name = this.kindName(letter) ?? letter;
        const label = `${many(n, name)} in ${where}`;
        return el(
          "button",
          {
            type: "button",
            class: "thing",
            title: label,
            "aria-label": label,
            "data-edit": `${key} ${letter}`,
            click: () => (editor.brush === null ? this.remove(slot, letter) : this.add(slot)),
            keydown: (event: KeyboardEvent) => {
              if (event.key !== "Delete" && event.key !== "Backspace") return;
              event.preventDefault();
              this.remove(slot, letter);
            },
          },
          icon(editor.scene, letter),
          n > 1 ? el("span", { class: "count" }, `\u00d7${n}`) : null,
        );
      });
      const brush = this.ownName(editor.brush ?? undefined);
      const says =
        brush === undefined ? `Add to ${where}: choose a piece first` : `Add ${brush} to ${where}`;
      return el(
        "span",
        { class: "place", role: "group", "aria-label": where },
        el("span", { class: "label" }, slot.name),
        ...things,
        button("+", () => this.add(slot), {
          class: "thing add",
          "aria-label": says,
          title: says,
          "data-edit": key,
        }),
      );
    });
  }
}

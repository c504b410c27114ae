// The set-up of a position: the pieces to choose from, the side to move, and the places beside the
// board. Its state is in `position-editor.ts`.

import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "./button";
import { say } from "./dom";
import { Refused } from "./engine";
import { focusBoard } from "./focus";
import { Dot, Icon, PlayerDot } from "./icon";
import { Editor, type Slot, Unfit } from "./position-editor";
import { type Player, type Scene, nameOf, ofWhom, seatName, sideOf } from "./scene";
import { track } from "./state";
import { status } from "./status";
import { connection, panel, play, position, session, tasks, variants } from "./stores";
import type { Game } from "./stores/game";
import type { Node } from "./tree";
import { ownedName } from "./words";

const many = (n: number, name: string): string => (n > 1 ? `${n} ${name}` : name);

const takesOff = ({ key }: KeyboardEvent): boolean => key === "Delete" || key === "Backspace";

/** Begins with the position in view. */
export async function openEditor(): Promise<void> {
  if (panel.editing) return;
  play.analyse(false);
  const { atStake, game } = play;
  play.leave(true);
  // Waits for a move that is being made.
  await position.questions.idle();
  const { scene, node } = position;
  if (!scene) return;
  panel.edit(new Editing(new Editor(scene), game, node));
  say(`Set up a position${atStake ? ": the game is put aside" : ""}`);
}

export class Editing {
  private changes = 0;
  private text: string;
  readonly tree;

  constructor(
    private readonly editor: Editor,
    /** The game that was being played when the set-up began. */
    private readonly game: Game | null,
    private readonly from: Node,
  ) {
    this.text = from.view?.fen ?? "";
    track(this);
    this.tree = position.tree;
  }

  /** A copy, because the board draws its pieces again only for another scene. */
  get scene(): Scene {
    void this.changes;
    return { ...this.editor.scene };
  }

  get mover(): string {
    return this.editor.movers()[this.editor.turn] ?? "";
  }

  close(): void {
    const had = document.getElementById("setup")?.contains(document.activeElement);
    panel.endEditing();
    if (had) focusBoard();
  }

  /** Closes the set-up, and returns to the suspended game. */
  async cancel(): Promise<void> {
    const { aside } = play;
    tasks.clearTrouble();
    this.close();
    if (aside && aside.game === this.game) await session.back();
    say(`Set-up cancelled. ${status(play.game, position)}`);
  }

  /** Shows the position that was set up, or that of a text. */
  private async finish(fen: string | null = null): Promise<void> {
    const text = fen ?? (await position.written(this.from, this.editor.setup));
    try {
      await session.open({ variant: null, fen: text, moves: [] });
    } catch (error) {
      throw error instanceof Refused && fen === null ? this.inNames(error) : error;
    }
    tasks.clearTrouble();
    if (panel.editing === this) this.close();
    say(`Position set. ${status(play.game, position)}`);
  }

  /** The refusal with names of seats instead of letters, and without the trailing "as FIELD". */
  private inNames({ message, details }: Refused): Refused {
    const name = (_: string, letter: string): string =>
      seatName(this.editor.scene, letter.charCodeAt(0) - 97);
    const words = message.replace(/\bseat ([a-d])\b/g, name).replace(/,? as [A-Z]+\.$/, ".");
    return new Refused(words, details);
  }

  private async fillStart(): Promise<void> {
    const { scene } = await variants.facts(variants.current);
    if (!scene || panel.editing !== this) return;
    this.editor.fill(scene);
    this.changed("The start position");
  }

  touch(square: string): void {
    const { editor } = this;
    if (!connection.writes) return;
    editor.touch(square);
    this.changed(`${square}: ${this.ownName(editor.scene.pieces.get(square)) ?? "empty"}`);
  }

  /** Takes the piece off the focused square. */
  private readonly takeOff = (event: KeyboardEvent): void => {
    if (!takesOff(event) || !connection.writes) return;
    const { square = "" } = (event.target as HTMLElement).dataset;
    const name = this.ownName(this.editor.scene.pieces.get(square));
    if (name === undefined) return;
    this.editor.takeOff(square);
    this.changed(`${square}: ${name} taken off`);
  };

  private kindName(letter: string): string {
    return this.editor.scene.kinds.get(letter)?.name ?? letter;
  }

  private ownName(letter: string | null | undefined): string | undefined {
    return letter == null ? undefined : ownedName(this.editor.scene, letter);
  }

  /** Announces a change, and shows the text of the position. */
  private changed(words: string): void {
    const now = (this.changes += 1);
    say(words);
    const written = position.written(this.from, this.editor.setup);
    const show = (text: string): void => {
      if (now === this.changes) this.text = text;
    };
    tasks.run(written.then(show));
  }

  private whereOf({ owner, name }: Slot): string {
    return `${ofWhom(seatName(this.editor.scene, owner))} ${name}`;
  }

  private tell(slot: Slot): void {
    const held = [...slot.counts].map(([letter, n]) => many(n, this.kindName(letter)));
    this.changed(`${this.whereOf(slot)}: ${held.join(", ") || "empty"}`);
  }

  private add(slot: Slot): void {
    try {
      this.editor.add(slot);
      this.tell(slot);
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      tasks.trouble(error);
    }
  }

  private remove(slot: Slot, letter: string): void {
    this.editor.remove(slot, letter);
    this.tell(slot);
  }

  private brush(letter: string | null) {
    const { editor } = this;
    const name = letter ?? "none";
    const choose = (): void => {
      editor.brush = letter;
      this.changes += 1;
    };
    return (
      <Button
        class="thing"
        aria-pressed={editor.brush === letter}
        label={this.ownName(letter) ?? "Take off"}
        data-brush={name}
        data-edit={`brush ${name}`}
        act={choose}
      >
        {letter === null ? "\u2715" : <Icon scene={editor.scene} letter={letter} />}
      </Button>
    );
  }

  /** The pieces, the side to move, and the position as a text. */
  readonly Panel = () => {
    const { editor } = this;
    void this.changes;
    const field = useRef<HTMLInputElement>(null);
    useLayoutEffect(() => {
      field.current!.closest("section")!.querySelector("button")?.focus();
      addEventListener("keydown", this.takeOff);
      return () => removeEventListener("keydown", this.takeOff);
    }, []);
    const run = (act: () => Promise<void>) => (): void => tasks.run(act());
    const submit = (event: Event): void => {
      event.preventDefault();
      tasks.run(this.finish(field.current!.value.replace(/\s+/g, " ").trim()));
    };
    const setTurn = (turn: number, name: string): void => {
      editor.turn = turn;
      this.changed(`${name} to move`);
    };
    const clear = (): void => {
      editor.clear();
      this.changed("Everything is taken off");
    };
    const { writes: canWrite } = connection;
    const hidden = !canWrite;
    // If the text has no side to move, the side follows from the pieces.
    const tellsTurn = canWrite && this.from.view?.fen?.includes(" ") === true;
    return (
      <section id="setup" aria-labelledby="setup-title">
        <h2 id="setup-title">Set up a position</h2>
        <div id="brushes" role="group" aria-label="Pieces" hidden={hidden}>
          {[...editor.kinds(), null].map((letter) => this.brush(letter))}
        </div>
        <p id="set-hint" class="small" hidden={!editor.slots(0).length || hidden}>
          Choose a piece, then click squares, or + beside the board. ✕ takes off; with the keyboard,
          Delete does too.
        </p>
        <div id="turn-line" class="line" hidden={!tellsTurn}>
          <span>To move</span>
          <span id="turn" class="buttons" role="group" aria-label="To move">
            {editor.movers().map((name, at) => (
              <Button
                aria-pressed={editor.turn === at}
                data-edit={`turn ${at}`}
                act={() => setTurn(at, name)}
              >
                {name}
              </Button>
            ))}
          </span>
        </div>
        <div class="buttons">
          <Button id="set-done" class="primary" hidden={hidden} act={run(() => this.finish())}>
            Done
          </Button>
          <Button id="set-clear" class="edge" hidden={hidden} act={clear}>
            Clear
          </Button>
          <Button id="set-start" class="edge" hidden={hidden} act={run(() => this.fillStart())}>
            Start position
          </Button>
          <Button id="set-cancel" class="edge" act={run(() => this.cancel())}>
            Cancel
          </Button>
        </div>
        <form id="set-form" class="line" onSubmit={submit}>
          <input
            id="set-text"
            aria-label="Position as text"
            required
            aria-invalid={tasks.notice !== null}
            spellcheck={false}
            autocomplete="off"
            value={this.text}
            ref={field}
          />
          <button type="submit" class="edge">
            Set
          </button>
        </form>
      </section>
    );
  };

  private place(slot: Slot) {
    const { editor } = this;
    const where = this.whereOf(slot);
    const key = `slot ${slot.owner} ${slot.name}`;
    const brush = this.ownName(editor.brush);
    const things = [...slot.counts].map(([letter, n]) => {
      const remove = (): void => this.remove(slot, letter);
      const onKeyDown = (event: KeyboardEvent): void => {
        if (!takesOff(event)) return;
        event.preventDefault();
        remove();
      };
      return (
        <Button
          key={letter}
          class="thing"
          label={`${many(n, this.kindName(letter))} in ${where}`}
          data-edit={`${key} ${letter}`}
          act={() => (editor.brush === null ? remove() : this.add(slot))}
          onKeyDown={onKeyDown}
        >
          <Icon scene={editor.scene} letter={letter} />
          {n > 1 && <span class="count">{`\u00d7${n}`}</span>}
        </Button>
      );
    });
    return (
      <span class="place" role="group" aria-label={where} key={key}>
        <span class="label">{slot.name}</span>
        {things}
        <Button
          key="+"
          class="thing add"
          label={brush ? `Add ${brush} to ${where}` : `Add to ${where}: choose a piece first`}
          data-edit={key}
          act={() => this.add(slot)}
        >
          +
        </Button>
      </span>
    );
  }

  /** The editable tray of a player. */
  readonly Side = ({ id, player }: { id: string; player: Player }) => {
    const { scene } = this;
    const box = useRef<HTMLDivElement>(null);
    const focused = document.activeElement as HTMLElement | null;
    const edit = box.current?.contains(focused) ? focused?.dataset.edit : undefined;
    useLayoutEffect(() => {
      if (edit === undefined || box.current!.contains(document.activeElement)) return;
      // The last piece of its kind is gone: its place takes the focus.
      const place = CSS.escape(edit.replace(/ \S+$/, ""));
      box.current!.querySelector<HTMLElement>(`[data-edit="${place}"]`)?.focus();
    });
    return (
      <div id={id} class="side" ref={box}>
        <div class="title">
          <PlayerDot scene={scene} player={player} />
          <strong>{nameOf(scene, player)}</strong>
        </div>
        {scene.seats.map(
          (_, at) =>
            sideOf(scene, at) === player && (
              <div class="seat" key={at}>
                <span class="seat-name">
                  <Dot scene={scene} seat={at} />
                  {seatName(scene, at)}
                </span>
                {this.editor.slots(at).map((slot) => this.place(slot))}
              </div>
            ),
        )}
      </div>
    );
  };
}

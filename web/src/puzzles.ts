// Find the win: positions from the engine, `query puzzles`, in which one move alone wins. What the
// engine thinks is not shown before the puzzle is solved.

import { batch } from "@preact/signals";
import type { Action } from "./actions";
import type { Arrow } from "./arrows";
import { json, lenient, line, list, moveText, obj, readable, where, whole } from "./decode";
import { say } from "./dom";
import { store, stored } from "./storage";
import { type Solved, keepSolved, solvedPuzzles } from "./puzzle-record";
import { turnName } from "./scene";
import { track } from "./state";
import { connection, panel, play, position, session, tasks, touches } from "./stores";
import { touchWords } from "./words";

export interface Puzzle {
  /** From 1, the easiest, to `LEVELS`. */
  level: number;
  position: string;
  /** The move that wins, and the first moves of a proof after it. */
  line: string[];
}

const LEVELS = 5;
const LIKE = ["easy to see", "a look ahead", "takes some thought", "hard to find", "for experts"];
const levelWords = (level: number): string => `${level} of ${LEVELS}: ${LIKE[level - 1]}`;

/** The puzzles of an answer; those that cannot be read are left out. */
const readPuzzles = lenient(
  json(
    obj({
      puzzles: readable(
        obj<Puzzle>({
          level: whole(1, LEVELS),
          position: line(),
          line: where("a move", list(moveText), ({ length }) => length > 0),
        }),
      ),
    }),
  ),
  { puzzles: [] },
);

export class Puzzles {
  private now: Puzzle | null = null;
  private state: "open" | Solved | "shown" = "open";
  /** Whether the piece has been told, and whether a move was wrong. */
  private hinted = false;
  private missed = false;
  level = Number(stored("puzzle-level")) || 0;

  constructor(
    private readonly variant: string,
    private readonly all: Puzzle[],
  ) {
    track(this);
    // The level may have been chosen with other puzzles.
    if (!this.own.length) this.level = 0;
  }

  /** The levels that there are; 0 stands for all of them. */
  get levels(): number[] {
    const there = LIKE.map((_, at) => at + 1).filter((level) => this.ofLevel(level).length);
    return [0, ...there];
  }

  /** Another level is chosen. */
  choose(level: number): void {
    this.level = level;
    store("puzzle-level", String(level));
    tasks.run(this.go(true));
  }

  /** Those of the chosen level. */
  private get own(): Puzzle[] {
    return this.ofLevel(this.level);
  }

  private ofLevel(level: number): Puzzle[] {
    return level ? this.all.filter((puzzle) => puzzle.level === level) : this.all;
  }

  /** Whether what the engine thinks would be a hint. */
  get secret(): boolean {
    return this.state === "open";
  }

  private get move(): string {
    return this.now?.line[0] ?? "";
  }

  /** Shows the next puzzle of the level that is not solved; all of them once more where all are.
   *  A level that was just chosen begins with its first one. */
  async go(anew = false): Promise<void> {
    const { own, variant } = this;
    const solved = solvedPuzzles(variant);
    const from = anew || !this.now ? 0 : own.indexOf(this.now) + 1;
    const order = [...own.slice(from), ...own.slice(0, from)];
    const next = order.find((puzzle) => !solved.has(puzzle.position)) ?? order[0];
    if (!next) return;
    const { key } = (document.activeElement as HTMLElement | null)?.dataset ?? {};
    const aside = play.game && !play.game.over ? "The game is put aside. " : "";
    play.analyse(false);
    await session.open({ variant, fen: next.position, moves: [] });
    batch(() => {
      Object.assign(this, { now: next, state: "open", hinted: false, missed: false });
      play.beginPuzzle(this);
    });
    panel.show("moves");
    if (key === "next-puzzle" || key === "skip")
      document.querySelector<HTMLElement>("#board [tabindex='0']")?.focus({ preventScroll: true });
    this.tell(aside);
  }

  /** A move that a person makes of the position: it is right, or is not made. */
  async answer(move: string): Promise<void> {
    if (move === this.move) return this.end(this.hinted || this.missed ? "help" : "first");
    this.missed = true;
    touches.input?.drop();
    touches.refuse({
      square: /([a-z]\d+)$/.exec(move)?.[1] ?? "",
      bold: `${move} gives the win away.`,
      soft: "Try again: only one move wins.",
      rule: null,
    });
  }

  /** The puzzle is over: its line is that of the game. */
  private async end(state: Solved | "shown"): Promise<void> {
    const { now } = this;
    if (!now || !this.secret) return;
    const { root } = position.tree;
    batch(() => {
      position.tree.addLine(root, now.line);
      this.state = state;
    });
    if (state !== "shown") keepSolved(this.variant, now.position, state);
    await position.visit(root.children[0]!);
    if (document.activeElement === document.body)
      document
        .querySelector<HTMLElement>('[data-key="next-puzzle"]')
        ?.focus({ preventScroll: true });
    this.tell();
  }

  private tell(before = ""): void {
    const words = this.said();
    if (words) say(`${before}${words.bold} ${words.soft}`);
  }

  /** Tells which piece moves. */
  private tellPiece(): void {
    this.hinted = true;
    touches.clearRefusal();
    touches.input?.drop();
    say(this.said()?.bold ?? "");
  }

  /** The first touch of the move. */
  private get first(): string {
    const { scene } = position.tree.root.view ?? {};
    const move = scene?.moves.find(({ text }) => text === this.move);
    return move?.touches[0] ?? "";
  }

  /** The piece that moves, in words. */
  private get piece(): string {
    const { first } = this;
    const { view } = position.tree.root;
    const name = view?.scene.kinds.get(view.scene.pieces.get(first) ?? "")?.name;
    return !view ? "" : name ? `the ${name} on ${first}` : touchWords(view.scene, first);
  }

  /** A ring around the piece that moves, where it was told. */
  get arrows(): Arrow[] {
    return this.secret && this.hinted && !this.first.includes(":")
      ? [{ squares: [this.first], rank: 0 }]
      : [];
  }

  /** An analysis would tell the move: says that it is for later, if it is. */
  refuseAnalysis(): boolean {
    if (this.secret)
      touches.refuse({
        square: "",
        bold: "The engine is shown after the puzzle.",
        soft: "Hint and Show the solution help before.",
        rule: null,
      });
    return this.secret;
  }

  /** The sentence of the position in view; nothing in the line after the move. */
  said(): { bold: string; soft: string } | null {
    const { now, move, state } = this;
    const { node, tree } = position;
    const { scene } = tree.root.view ?? {};
    if (
      !now ||
      !scene ||
      (node.parent ?? node) !== tree.root ||
      (node.parent && node.move !== move)
    )
      return null;
    if (state === "open") {
      const place = `Puzzle ${this.own.indexOf(now) + 1} of ${this.own.length}, level ${levelWords(now.level)}.`;
      return {
        bold: this.hinted ? `Hint: ${this.piece} moves.` : "Find the win: only one move wins.",
        soft: `${turnName(scene)} to move. ${place}`,
      };
    }
    if (state === "shown")
      return {
        bold: `The answer: ${move} wins.`,
        soft: "Step through the line with the arrows. The puzzle comes again.",
      };
    return {
      bold: `Right: ${move} wins.`,
      soft: `${state === "first" ? "Solved at the first try." : "Solved with help."} Step through the rest with the arrows.`,
    };
  }

  /** The action after a puzzle. */
  get next(): Action | null {
    const act = (): void => tasks.run(this.go());
    return this.secret ? null : { key: "next-puzzle", text: "Next puzzle", icon: "next", act };
  }

  /** The actions of an open puzzle. */
  get actions(): Action[] {
    if (!this.secret) return [];
    return [
      { key: "hint", text: "Hint", icon: "bulb", shortcut: "h", act: () => this.tellPiece() },
      { key: "solution", text: "Show the solution", act: () => tasks.run(this.end("shown")) },
      { key: "skip", text: "Next puzzle", act: () => tasks.run(this.go()) },
    ];
  }

  private solved(level: number): Solved[] {
    // One more is solved when the state changes.
    void this.state;
    const known = solvedPuzzles(this.variant);
    return this.ofLevel(level).flatMap(({ position }) => known.get(position) ?? []);
  }

  /** A level, and how many puzzles of it are solved. */
  levelText(level: number): string {
    const part = `${this.solved(level).length} of ${this.ofLevel(level).length} solved`;
    return `${level ? levelWords(level) : "All levels"} (${part})`;
  }

  /** How the puzzles of the chosen level were solved. */
  get progress(): string {
    const own = this.solved(this.level);
    const first = own.filter((how) => how === "first").length;
    const all = own.length === this.own.length ? " All are solved: they come once more." : "";
    return own.length ? `${first} at the first try, ${own.length - first} with help.${all}` : "";
  }
}

/** Begins with the first puzzle of a variant that is not solved. */
export async function startPuzzles(variant: string): Promise<void> {
  const answer = await connection.engine.query("puzzles", variant);
  await new Puzzles(variant, readPuzzles(answer).puzzles).go();
}

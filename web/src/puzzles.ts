// Puzzles: positions from the engine, `query puzzles`, in which only one move wins. The engine
// answers a wrong move on the board, and the move can be taken back. Other output of the engine
// stays hidden until the puzzle is solved or its solution is shown.

import { batch } from "@preact/signals";
import type { Action } from "./actions";
import { HINT, TAKE_BACK } from "./shortcuts";
import type { Arrow } from "./arrows";
import { json, lenient, line, list, moveText, obj, readable, where, whole } from "./decode";
import { say } from "./dom";
import { focusBoard, focusKey } from "./focus";
import { type Running, searchOptions } from "./engine";
import { resolveMove } from "./move-input";
import { PuzzlePanel } from "./puzzle-panel";
import { type Solved, countStreak, keepSolved, solvedPuzzles, streak } from "./puzzle-record";
import { type Scene, capital, turnName, whoAnswers, whoIs, whoLooks, whoWins } from "./scene";
import { track } from "./state";
import { store, stored } from "./storage";
import { connection, panel, session, tasks, touches, variants } from "./stores";
import { play } from "./stores/play";
import { position } from "./stores/position";
import { type Node, path } from "./tree";
import { moveName, touchWords } from "./words";

const LEVELS = 5;
const LIKE = ["for a start", "a look ahead", "takes some thought", "hard to find", "for experts"];

/** The time of the search for the answer to a wrong move. */
const ANSWER_MS = 500;

const readPuzzle = obj({
  /** From 1, the easiest, to `LEVELS`. */
  level: whole(1, LEVELS),
  position: line(),
  /** The winning move, and the first moves of a proof after it. */
  line: where("a move", list(moveText), ({ length }) => length > 0),
});
type Puzzle = ReturnType<typeof readPuzzle>;

/** The puzzles of an answer; unreadable ones are left out. */
const readPuzzles = lenient(json(obj({ puzzles: readable(readPuzzle) })), { puzzles: [] });

/** A variant with puzzles, and its name. */
type Game = [variant: string, name: string];

export class Puzzles {
  readonly Panel = PuzzlePanel;
  private now: Puzzle | null = null;
  private state: "open" | Solved | "shown" = "open";
  /** Whether a hint was given, and whether a move was wrong. */
  private hinted = false;
  private missed = false;
  /** The search for the answer to a wrong move. */
  private running: Running | null = null;
  level = Number(stored("puzzle-level")) || 0;
  /** The name of the list that had the focus when the puzzle was chosen; null if none had it. */
  list: string | null = null;

  constructor(
    readonly variant: string,
    private readonly all: Puzzle[],
    readonly games: Game[],
  ) {
    track(this, "running");
    // The stored level may have no puzzles of this variant.
    if (!this.own.length) this.level = 0;
  }

  /** The levels; 0 stands for all. */
  get levels(): number[] {
    const there = LIKE.map((_, at) => at + 1).filter((level) => this.ofLevel(level).length);
    return [0, ...there];
  }

  choose(level: number): void {
    this.level = level;
    store("puzzle-level", String(level));
    tasks.run(this.go(true));
  }

  private get own(): Puzzle[] {
    return this.ofLevel(this.level);
  }

  private ofLevel(level: number): Puzzle[] {
    return level ? this.all.filter((puzzle) => puzzle.level === level) : this.all;
  }

  /** Whether the engine's output would be a hint. */
  get secret(): boolean {
    return this.state === "open";
  }

  /** Whether a wrong move is on the board. */
  get refuting(): boolean {
    return this.secret && position.node !== position.tree.root;
  }

  private get move(): string {
    return this.now?.line[0] ?? "";
  }

  private get scene(): Scene | undefined {
    return position.tree.root.view?.scene;
  }

  /** A move of the puzzle's position, in words for a sentence. */
  private words(move: string): string {
    const { scene } = this;
    return scene ? moveName(scene, move) : move;
  }

  /** Shows the next unsolved puzzle of the level, or the next one if all are solved. In a newly
   *  chosen level that is its first unsolved puzzle. */
  async go(anew = false): Promise<void> {
    const { own, variant } = this;
    const solved = solvedPuzzles(variant);
    const from = anew || !this.now ? 0 : own.indexOf(this.now) + 1;
    const order = [...own.slice(from), ...own.slice(0, from)];
    const next = order.find((puzzle) => !solved.has(puzzle.position)) ?? order[0];
    if (!next) return;
    const focused = document.activeElement;
    const { key } = (focused as HTMLElement | null)?.dataset ?? {};
    this.list = focused instanceof HTMLSelectElement ? focused.name : null;
    this.running?.stop();
    play.analyse(false);
    await session.open({ variant, fen: next.position, moves: [] });
    batch(() => {
      Object.assign(this, { now: next, state: "open", hinted: false, missed: false });
      play.puzzle = this;
      position.turned = position.scene?.turn === "p2";
    });
    panel.show("moves");
    if (key === "skip") focusBoard();
    this.tell();
  }

  /** Judges the person's move: the right one solves the puzzle, another one is answered. */
  async answer(move: string): Promise<void> {
    const { tree } = position;
    this.forget();
    if (move === this.move) return this.end(this.hinted || this.missed ? "help" : "first");
    if (!this.missed) this.breakStreak();
    this.missed = true;
    const child = tree.add(tree.root, move);
    if (!(await position.visit(child))) return;
    this.tell();
    const reply = await this.replyTo(child);
    if (reply) await position.visit(reply);
    this.tell();
    if (document.activeElement === document.body) focusKey("retry");
  }

  /** Adds the engine's answer to a wrong move; null if the game is over or out of view. */
  private async replyTo(child: Node): Promise<Node | null> {
    const { scene, over } = child.view!;
    if (over) return null;
    const { engine } = connection;
    await engine.setAll(searchOptions(false));
    if (position.node !== child) return null;
    const { tree } = position;
    const running = engine.glance(tree.line(child), ANSWER_MS);
    this.running = running;
    const best = await running.best;
    const move = best === null ? null : resolveMove(scene, best);
    return position.node === child && move ? tree.add(child, move.text) : null;
  }

  /** Takes a wrong move back. */
  async retry(): Promise<void> {
    const there = await position.visit(position.tree.root);
    this.forget();
    if (there) this.tell();
  }

  /** Removes the wrong move from the tree. */
  private forget(): void {
    this.running?.stop();
    this.running = null;
    const { tree } = position;
    for (const child of tree.root.children) tree.cut(child);
  }

  /** Ends the puzzle: adds its line to the tree, and shows the first move. */
  private async end(state: Solved | "shown"): Promise<void> {
    const { now, variant } = this;
    if (!now || !this.secret) return;
    this.forget();
    const { root } = position.tree;
    if (state === "first" && !solvedPuzzles(variant).has(now.position)) countStreak(true);
    if (state === "shown") this.breakStreak();
    batch(() => {
      position.tree.addLine(root, now.line);
      this.state = state;
    });
    if (state !== "shown") keepSolved(variant, now.position, state);
    await position.visit(root.children[0]!);
    tasks.later("tellMoves");
    if (document.activeElement === document.body) focusKey("next-puzzle");
    this.tell();
  }

  /** Help or a wrong move in a puzzle that was not solved before ends the streak. */
  private breakStreak(): void {
    const { now, variant } = this;
    if (now && !solvedPuzzles(variant).has(now.position)) countStreak(false);
  }

  private tell(): void {
    const words = this.said();
    if (words) say(`${words.bold.replace(/[^.]$/, "$&.")} ${words.soft}`);
  }

  /** Gives the hint: the piece that moves. */
  private tellPiece(): void {
    if (!this.hinted) this.breakStreak();
    this.hinted = true;
    touches.clearRefusal();
    touches.input?.clear();
    say(this.said()?.bold ?? "");
  }

  /** The first touch of the move. */
  private get first(): string {
    return this.scene?.moves.find(({ text }) => text === this.move)?.touches[0] ?? "";
  }

  /** The piece that moves, in words. */
  private get piece(): string {
    const { first, scene } = this;
    const name = scene?.kinds.get(scene.pieces.get(first) ?? "")?.name;
    return !scene ? "" : name ? `the ${name} on ${first}` : touchWords(scene, first);
  }

  /** A ring around the piece of the hint. */
  get arrows(): Arrow[] {
    return this.secret && !this.refuting && this.hinted && !this.first.includes(":")
      ? [{ squares: [this.first], rank: 0 }]
      : [];
  }

  /** Why there is no analysis before the puzzle is solved. */
  readonly noAnalysis = {
    bold: "The engine is shown after the puzzle.",
    soft: "Hint and Show the solution help before.",
  };

  /** The sentences about a wrong move and its answer. */
  private refutation(wrong: Node): { bold: string; soft: string } {
    const { node } = position;
    const bold = `${capital(this.words(wrong.move))} gives the win away.`;
    const { scene, over, ended } = wrong.view ?? {};
    if (over || !scene) return { bold, soft: `${capital(ended ?? "The game is over")}.` };
    const who = turnName(scene);
    const reply = wrong.children[0];
    if (!reply || node === wrong) return { bold, soft: `${whoLooks(who)} for the answer\u2026` };
    const key = matchMedia("(pointer: coarse)").matches ? "" : " (U)";
    return {
      bold,
      soft: `${whoAnswers(who)}: ${moveName(scene, reply.move)}. Only one move wins. Try again${key}.`,
    };
  }

  /** The sentence for the position in view; null after the first move of the line. */
  said(): { bold: string; soft: string } | null {
    const { now, move, state, scene } = this;
    const { node, tree } = position;
    const { root } = tree;
    if (!now || !scene) return null;
    if (state === "open") {
      if (node !== root) return this.refutation(root.children[0] ?? node);
      const name = turnName(scene);
      const who = whoIs(name).endsWith("are") ? `the ${name}` : name;
      const place = `Puzzle ${this.own.indexOf(now) + 1} of ${this.own.length}, ${LIKE[now.level - 1]}.`;
      return {
        bold: this.hinted
          ? `Hint: ${this.piece} moves.`
          : `You are ${who}: find the move that wins`,
        soft: this.missed && !this.hinted ? `Try again. ${place}` : place,
      };
    }
    const isEnd = !node.children.length && !node.view?.over && path(node)[1]?.move === move;
    if (isEnd && node.parent !== root)
      return {
        bold: `${whoWins(turnName(root.view!.scene))} from here on`,
        soft: "No defence helps.",
      };
    if ((node.parent ?? node) !== root || (node.parent && node.move !== move)) return null;
    const won = `${this.words(move)} wins.`;
    if (state === "shown")
      return {
        bold: `The answer: ${won}`,
        soft: "The arrows show the line. The puzzle comes again.",
      };
    const { now: row } = streak();
    const alone = row > 1 ? `${row} in a row at the first try.` : "Solved at the first try.";
    const helped = this.hinted ? "Solved with help." : "Solved after a wrong try.";
    const how = state === "help" ? helped : alone;
    return { bold: `Right: ${won}`, soft: `${how} The arrows show the rest.` };
  }

  /** The action after a puzzle, or after a wrong move. */
  get next(): Action | null {
    if (this.refuting)
      return {
        key: "retry",
        text: "Try again",
        icon: "undo",
        shortcut: TAKE_BACK,
        act: () => tasks.run(this.retry()),
      };
    const act = (): void => tasks.run(this.go());
    return this.secret ? null : { key: "next-puzzle", text: "Next puzzle", icon: "next", act };
  }

  get actions(): Action[] {
    if (!this.secret) return [];
    return [
      {
        key: "hint",
        text: "Hint",
        icon: "bulb",
        shortcut: HINT,
        can: !this.refuting,
        act: () => this.tellPiece(),
      },
      {
        key: "solution",
        text: "Show the solution",
        short: "Solution",
        act: () => tasks.run(this.end("shown")),
      },
      { key: "skip", text: "Next puzzle", act: () => tasks.run(this.go()) },
    ];
  }

  private solved(level: number): Solved[] {
    // The number of solved puzzles changes with the state.
    void this.state;
    const known = solvedPuzzles(this.variant);
    return this.ofLevel(level).flatMap(({ position }) => known.get(position) ?? []);
  }

  levelText(level: number): string {
    const name = level ? capital(LIKE[level - 1]!) : "All levels";
    return `${name} (${this.solved(level).length} of ${this.ofLevel(level).length})`;
  }

  /** The results in the puzzles of the chosen level, and the streak. */
  get progress(): string {
    const own = this.solved(this.level);
    // The streak changes with the first mistake, too.
    void [this.missed, this.hinted];
    const first = own.filter((how) => how === "first").length;
    const { now, best } = streak();
    return [
      own.length > 0 &&
        `${first} at the first try, ${own.length - first} after a hint or a wrong try.`,
      best > 1 && `In a row: ${now}, at most ${best}.`,
      own.length === this.own.length && "All are solved: they come once more.",
    ]
      .filter(Boolean)
      .join(" ");
  }
}

/** Begins with the first unsolved puzzle of a variant. */
export async function startPuzzles(variant: string): Promise<void> {
  const { puzzles } = readPuzzles(await connection.engine.query("puzzles", variant));
  if (!puzzles.length) throw new Error("The engine has sent no puzzle that the page can read");
  await new Puzzles(variant, puzzles, await variants.withPuzzles()).go();
}

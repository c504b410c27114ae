// Lessons: in the position before each of their mistakes, the person looks for a better move, and
// then sees the answer and the refutation of the played move.

import { batch } from "@preact/signals";
import type { Action } from "./actions";
import { HINT, NEXT_MISTAKE } from "./shortcuts";
import { type Arrow, arrowsOfMove } from "./arrows";
import { say } from "./dom";
import { focusBoard, focusKey } from "./focus";
import { NAMES, mistakesOf, playTo, refutationOf, refutingWords } from "./mistakes";
import { playedWords } from "./moves";
import type { Player } from "./scene";
import { track } from "./state";
import { analysis, session, tasks, touches } from "./stores";
import { play } from "./stores/play";
import { position } from "./stores/position";
import { status } from "./status";
import { markOf } from "./marks";
import { type Node, type Tree, path } from "./tree";
import { moveName } from "./words";

/** The most that a good move may lose against the best one, in expected points. */
const SLACK = 0.1;

export class Lesson {
  private at = 0;
  private state: "open" | "found" | "shown" = "open";
  /** The found move, if it is not the engine's. */
  private found = "";
  /** Whether the refutation has been seen. */
  private seen = false;

  constructor(
    private readonly tree: Tree,
    private readonly mistakes: Node[],
  ) {
    track(this);
  }

  /** Whether the game of the lesson is in view, and nothing else is played. */
  get isOpen(): boolean {
    return position.tree === this.tree && play.game === null;
  }

  /** The move that was a mistake, and the position before it. */
  private get made(): Node {
    return this.mistakes[this.at]!;
  }

  private get node(): Node {
    return this.made.parent!;
  }

  /** Whether the person is looking for a better move in the position in view. */
  get secret(): boolean {
    return this.state === "open" && position.node === this.node;
  }

  /** Shows the position before a mistake. */
  async go(at = 0): Promise<void> {
    play.analyse(false);
    play.leave();
    batch(() => {
      Object.assign(this, { at, state: "open", found: "", seen: false });
      position.guide = null;
      analysis.showMistake(null);
      play.lesson = this;
    });
    if (!(await position.visit(this.node))) return;
    focusBoard();
    this.tell();
  }

  /** Judges a move: the engine's best move, or one at most `SLACK` worse, is an answer. */
  async answer(move: string): Promise<void> {
    const { node, made } = this;
    const { scene } = position;
    if (!scene) return;
    const refuse = (bold: string, soft: string): void => {
      touches.input?.clear();
      const square = /([a-z]\d+)$/.exec(move)?.[1] ?? "";
      touches.refuse({ square, bold, soft });
    };
    if (move === made.move) return refuse("That is what you played.", "Look for something better.");
    if (move === node.best) return this.end("found");
    const loss = await analysis.lossOf(node, move);
    if (!this.secret || position.node !== node) return;
    const name = moveName(scene, move);
    if (loss === null) return refuse(`${name} could not be judged.`, "Try it again.");
    if (loss <= SLACK) {
      this.found = move;
      return this.end("found");
    }
    refuse(`${name} is not better.`, "Try again, or see the answer.");
  }

  private end(state: "found" | "shown"): void {
    batch(() => {
      touches.input?.clear();
      touches.clearRefusal();
      this.state = state;
    });
    focusKey("refute");
    this.tell();
  }

  private tell(): void {
    const words = this.said();
    if (words) say(`${words.bold} ${words.soft}`);
  }

  /** Plays the mistake and its refutation on the board. */
  private async refute(): Promise<void> {
    const { made } = this;
    this.seen = true;
    if (!(await position.visit(made))) return;
    this.tell();
    const end = await refutationOf(made);
    if (end !== made) position.guide = end;
    await playTo(end, made, () => this.tell());
  }

  /** Whether the mistake or the line that refutes it is in view. */
  private get isRefuting(): boolean {
    const { guide } = position;
    return (
      position.node === this.made ||
      (guide !== null && path(guide).slice(this.made.ply).includes(position.node))
    );
  }

  /** Ends the lesson, at the end of its game. */
  private async done(): Promise<void> {
    const { tree } = this;
    play.lesson = position.guide = null;
    if (play.aside?.tree === tree) return session.back();
    position.goTo(tree.main(tree.played ?? tree.root).at(-1)!);
  }

  /** The played move, and the better one once it is known. */
  get arrows(): Arrow[] {
    const { scene } = position;
    if (!scene || position.node !== this.node) return [];
    return [
      ...arrowsOfMove(scene, this.made.move, 0, "danger"),
      ...(this.secret ? [] : arrowsOfMove(scene, this.found || this.node.best)),
    ];
  }

  /** Why there is no analysis while the person looks for a move. */
  readonly noAnalysis = {
    bold: "The engine is shown after your try.",
    soft: "Show the answer helps before.",
  };

  /** The sentence for the position in view. */
  said(): { bold: string; soft: string } | null {
    const { node, made, found, state } = this;
    const scene = node.view?.scene;
    const now = position.node;
    if (!scene) return null;
    const played = playedWords(scene, made, position.sheet);
    if (now === made)
      return {
        bold: `You ${played}.`,
        soft: this.seen && made.view?.over ? status(null, position) : "See what answers it.",
      };
    if (this.isRefuting) return refutingWords(made, position.guide);
    if (now !== node)
      return {
        bold: status(null, position),
        soft: "Tried beside the lesson, which waits: go back to it.",
      };
    const best = moveName(scene, node.best);
    if (state === "open")
      return {
        bold: `You ${played} here: ${NAMES[markOf(made)?.name ?? "mistake"]}.`,
        soft: `Find a better move. ${this.at + 1} of ${this.mistakes.length}.`,
      };
    if (state === "shown")
      return { bold: `Better was ${best}.`, soft: "See what refutes the move that you played." };
    return found
      ? { bold: `${moveName(scene, found)} is good, too.`, soft: `The engine plays ${best}.` }
      : { bold: `Right: ${best} is better.`, soft: "See what refutes the move that you played." };
  }

  private readonly refutation: Action = {
    key: "refute",
    text: "See why",
    icon: "eye",
    act: () => tasks.run(this.refute()),
  };

  /** The next mistake, or the end of the game again. */
  private get onward(): Action {
    return this.at + 1 < this.mistakes.length
      ? {
          key: "lesson-next",
          text: "Next mistake",
          icon: "next",
          shortcut: NEXT_MISTAKE,
          act: () => tasks.run(this.go(this.at + 1)),
        }
      : { key: "lesson-next", text: "Done", icon: "next", act: () => tasks.run(this.done()) };
  }

  /** The way back to the position before the mistake. */
  private get return(): Action {
    const act = async (): Promise<void> => {
      position.guide = null;
      if (await position.visit(this.node)) this.tell();
    };
    return {
      key: "lesson-back",
      text: "Back to the position",
      icon: "undo",
      act: () => tasks.run(act()),
    };
  }

  /** The next action, once the answer is known: first the refutation. */
  get next(): Action | null {
    if (this.state === "open") return null;
    if (position.node !== this.node && !this.isRefuting) return this.return;
    return this.seen ? this.onward : this.refutation;
  }

  get actions(): Action[] {
    const away = position.node !== this.node;
    if (this.state !== "open")
      return this.seen
        ? [away ? this.return : this.refutation, ...(away && !this.isRefuting ? [this.onward] : [])]
        : [this.onward];
    const answer: Action = {
      key: "hint",
      text: "Show the answer",
      short: "Answer",
      icon: "bulb",
      shortcut: HINT,
      act: () => this.end("shown"),
    };
    return [away ? this.return : answer];
  }
}

/** Begins with the first mistake of a player in a finished game. */
export async function learn(end: Node, player: Player): Promise<void> {
  const mistakes = mistakesOf(end, player);
  if (mistakes.length) await new Lesson(position.tree, mistakes).go();
}

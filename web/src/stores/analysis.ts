// The engine's lines and findings for the position in view.

import { untracked } from "@preact/signals";
import { type Running, searchOptions } from "../engine";
import { type Info, type Score, expectation, forFirst } from "../info";
import { Lines } from "../multipv";
import type { Scene } from "../scene";
import { Frames, track } from "../state";
import { type Node, betterProof, path, provenWorth, resultIn, worth } from "../tree";
import { tasks } from "./tasks";
import { connection } from "./connection";
import { position } from "./position";

/** How long the pointer rests on a move before its position shows. Not at once, because the
 *  question for the position stops the search. */
const REST_MS = 100;

/** The proof of a position: its result or progress in words, and its search. */
interface Proof {
  node: Node;
  text: string;
  running: Running | null;
}

/** The best move of the other side, if it were to move. */
export interface Threat {
  node: Node;
  squares: string[];
  words: string;
}

/** A mistake in words, in the position before it; or a won position, or the task of a card. */
interface Mistake {
  node: Node;
  /** The position after the mistake; `node` if it is about no mistake. */
  made: Node;
  bold: string;
  soft: string;
  /** The better move; empty if unknown. */
  best: string;
  /** The sentence after the move of a task. */
  then?: string;
}

/** The time of the search that judges a person's trial move. */
const TRY_MS = 600;

class Analysis {
  on = false;
  /** The number of lines. */
  count = 3;
  proof: Proof | null = null;
  threat: Threat | null = null;
  /** A position on a line from the position in view, which the board shows for a while. */
  preview: { node: Node; scene: Scene } | null = null;
  mistake: Mistake | null = null;
  /** The position of the lines. */
  private node: Node | null = null;
  /** The most searches that are left in a review, and their number in all; 0 if none runs. */
  left = 0;
  total = 0;
  /** The last position of the game that was reviewed last, to its end or until it was stopped. */
  reviewed: Node | null = null;
  private readonly lineSets = new Lines();
  private readonly lineChanges = new Frames();
  /** The scores of the first moves of the lines. */
  private readonly ends = new Map<string, Score>();
  /** Positions on lines from the one in view, by their moves. */
  private readonly known = new Map<string, Scene>();
  private timer = 0;
  private wanted = "";
  private running: Running | null = null;
  private runs = 0;

  /** The lines of the position in view, best first. */
  get lines(): Info[] {
    this.lineChanges.read();
    return this.lineSets.shown;
  }

  /** A finding if it is about the position in view, otherwise null. */
  here<T extends { node: Node }>(found: T | null): T | null {
    return found?.node === position.node ? found : null;
  }

  showMistake(mistake: Mistake | null): void {
    this.mistake = mistake;
  }

  /** The sentence after a task's move, while the position after it is in view; otherwise empty. */
  get done(): string {
    const { mistake } = this;
    const { parent, move } = position.node;
    return parent !== null && parent === mistake?.node && move === mistake.best
      ? (mistake.then ?? "")
      : "";
  }

  /** Counts down to the next search of the review. */
  advanceReview(): void {
    this.left = Math.max(1, this.left - 1);
  }

  endReview(end: Node | null): void {
    this.left = this.total = 0;
    if (end) this.reviewed = end;
  }

  /** Stops the review of a game, which does not begin again by itself. */
  stopReview(end: Node): void {
    this.endReview(end);
    this.stopGlance();
  }

  /** Whether each position of a game was searched or has a proven result. */
  isWhole(end: Node): boolean {
    return path(end).every(
      (node) => provenWorth(node) !== null || (node.evaluations.get("engine")?.nodes ?? 0) > 0,
    );
  }

  isReviewed(end: Node): boolean {
    return !this.left && this.reviewed === end && this.isWhole(end);
  }

  show(count: number): void {
    this.lineSets.clear();
    this.count = count;
  }

  /** Shows the position after these moves from `node`, if `node` is in view; without moves, `node`
   *  again. */
  showLine(node: Node, moves: string[]): void {
    window.clearTimeout(this.timer);
    this.wanted = moves.join(" ");
    if (moves.length)
      this.timer = window.setTimeout(() => tasks.run(this.showNow(node, moves)), REST_MS);
    else this.preview = null;
  }

  private async showNow(node: Node, moves: string[]): Promise<void> {
    // Another position may have come into view.
    if (position.node !== node) return;
    const key = moves.join(" ");
    if (!this.known.has(key)) {
      const line = position.tree.line(node);
      const { scene } = await connection.engine.view({ ...line, moves: [...line.moves, ...moves] });
      if (position.node !== node) return;
      this.known.set(key, scene);
    }
    if (this.wanted === key) this.preview = { node, scene: this.known.get(key)! };
  }

  stopGlance(): void {
    this.runs += 1;
    this.running?.stop();
    this.running = null;
  }

  /** An effect: analyses the position in view, if an analysis is wanted and no task may change the
   *  position; returns a function that ends it. */
  follow(): (() => void) | undefined {
    const { on, left, count } = this;
    const { node, tree } = position;
    const { awaited } = tasks;
    return untracked(() => {
      if (this.node !== node) {
        this.node = node;
        this.lineSets.clear();
        this.ends.clear();
        this.known.clear();
        this.lineChanges.changed();
      }
      if (!on || left || awaited || !node.view || node.view.over) return undefined;
      return connection.engine.analyse(tree.line(node), searchOptions(true, count), (info) =>
        this.addInfo(node, info),
      );
    });
  }

  /** Searches for the best line, for this time or number of nodes; false if it was stopped. */
  async glance(node: Node, ms: number, nodes: number | null = null): Promise<boolean> {
    const run = ++this.runs;
    await connection.engine.setAll(searchOptions(true));
    if (run !== this.runs) return false;
    const hear = (info: Info): void => {
      if (run === this.runs) this.addInfo(node, info);
    };
    const running = connection.engine.glance(position.tree.line(node), ms, hear, nodes);
    this.running = running;
    const best = await running.best;
    if (run === this.runs) this.running = null;
    return best !== null && !running.isCut();
  }

  /** The expected points that a move loses, by its result or a short search; below 0 if the score
   *  rises, null if unknown. */
  async lossOf(node: Node, move: string): Promise<number | null> {
    const { engine } = connection;
    const line = position.tree.line(node);
    const after = { ...line, moves: [...line.moves, move] };
    const view = await engine.view(after);
    const { turn } = node.view!.scene;
    const before = worth(node);
    let value: number | null = resultIn(view);
    if (value === null) {
      await engine.setAll(searchOptions(true));
      const hear = (info: Info): void => {
        if (info.rank === 1 && !info.bound)
          value = expectation(forFirst(info.score, view.scene.turn));
      };
      await engine.glance(after, TRY_MS, hear).best;
    }
    if (value === null || before === null) return null;
    return turn === "p1" ? before - value : value - before;
  }

  /** Adds a line of a search, and rates the position by it if `isJudgement`. */
  addInfo(node: Node, info: Info, isJudgement = true): void {
    const scene = node.view?.scene;
    if (!scene) return;
    const kept: Info = { ...info, score: forFirst(info.score, scene.turn) };
    if (kept.wdl && scene.turn === "p2") kept.wdl = [kept.wdl[2], kept.wdl[1], kept.wdl[0]];
    if (isJudgement && info.rank === 1 && !info.bound) {
      const { tree } = position;
      // An engine that does not count its nodes has searched at least one.
      const isDeepest = tree.rate(node, kept.score, info.depth, "engine", info.nodes ?? 1);
      if (isDeepest) node.best = info.line[0] ?? "";
    }
    if (node !== position.node) return;
    // A known win or loss of a move keeps its soonest end.
    const move = info.line[0] ?? "";
    if (!info.bound)
      this.ends.set(move, (kept.score = betterProof(this.ends.get(move), kept.score)));
    if (this.lineSets.add(kept)) this.lineChanges.changed();
  }
}

export const analysis = track(new Analysis());

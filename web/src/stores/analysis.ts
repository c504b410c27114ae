// The engine's opinion of the position in view.

import { untracked } from "@preact/signals";
import { type Running, searchOptions } from "../engine";
import { type Info, type Score, forFirst } from "../info";
import { Lines } from "../multipv";
import type { Scene } from "../scene";
import { Frames, track } from "../state";
import { type Node, type Evaluator, firm } from "../tree";
import { tasks } from "./tasks";
import { connection } from "./connection";
import { position } from "./position";

/** Milliseconds for which the pointer has to rest on a move before its position is shown: the engine's
 *  search makes way for each question. */
const REST_MS = 100;

/** Who wins a position, in words, and the proof that still runs. */
export interface Proof {
  node: Node;
  text: string;
  running: Running | null;
}

/** The best move of the other side if it were its turn. */
export interface Threat {
  node: Node;
  squares: string[];
  words: string;
}

/** A mistake in words, in the position before it; or a task of a card. */
export interface Mistake {
  node: Node;
  /** The position after the mistake. */
  made: Node;
  bold: string;
  soft: string;
  /** The better move; empty if unknown. */
  best: string;
  /** What is said once the move of a task is made. */
  then?: string;
}

class Analysis {
  on = false;
  /** How many lines are shown. */
  count = 3;
  proof: Proof | null = null;
  threat: Threat | null = null;
  /** A position of a line from the position in view, which the board shows for a while. */
  preview: { node: Node; scene: Scene } | null = null;
  mistake: Mistake | null = null;
  /** The position of the lines. */
  private node: Node | null = null;
  /** How many positions of a game are left to look at; 0 if none is looked through. */
  left = 0;
  private readonly lineSets = new Lines();
  private readonly lineChanges = new Frames();
  /** The scores of the first moves of the lines. */
  private readonly ends = new Map<string, Score>();
  /** Positions of lines from that in view, by their moves. */
  private readonly known = new Map<string, Scene>();
  private timer = 0;
  private wanted = "";
  private running: Running | null = null;
  private runs = 0;

  /** The lines of the position that was searched last, best first. */
  get lines(): Info[] {
    this.lineChanges.read();
    return this.lineSets.shown;
  }

  /** A finding, if it is about the position in view; else null. */
  here<T extends { node: Node }>(found: T | null): T | null {
    return found?.node === position.node ? found : null;
  }

  switch(on: boolean): void {
    this.on = on;
    if (!on) this.stopLookThrough();
  }

  showProof(proof: Proof): void {
    this.proof = proof;
  }

  showThreat(threat: Threat | null): void {
    this.threat = threat;
  }

  showMistake(mistake: Mistake): void {
    this.mistake = mistake;
  }

  beginLookThrough(count: number): void {
    this.left = count;
  }

  /** One more position of the game was looked at. */
  countLooked(): void {
    if (this.left) this.left -= 1;
  }

  endLookThrough(): void {
    this.left = 0;
  }

  stopLookThrough(): void {
    this.stopGlance();
    this.endLookThrough();
  }

  show(count: number): void {
    this.lineSets.clear();
    this.count = count;
  }

  /** Shows the position after these moves of a line from a position, as long as that is in view; that
   *  position again if there are no moves. */
  showLine(node: Node, moves: string[]): void {
    window.clearTimeout(this.timer);
    this.wanted = moves.join(" ");
    if (moves.length)
      this.timer = window.setTimeout(() => tasks.run(this.showNow(node, moves)), REST_MS);
    else this.preview = null;
  }

  private async showNow(node: Node, moves: string[]): Promise<void> {
    // Another one may be in view since the pointer has come.
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

  /** Ends the search of `glance`. */
  stopGlance(): void {
    this.runs += 1;
    this.running?.stop();
    this.running = null;
  }

  /** Analyses the position in view, where that is wanted and nothing may change it any more; returns
   *  what ends that. An effect: it runs again when something changes that it has read. */
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

  /** Searches a position for its best line, for so many milliseconds. */
  async glance(node: Node, ms: number): Promise<void> {
    const run = ++this.runs;
    try {
      await connection.engine.setAll(searchOptions(true));
      if (run !== this.runs) return;
      const running = connection.engine.glance(position.tree.line(node), ms, (info) => {
        if (run === this.runs) this.addInfo(node, info);
      });
      this.running = running;
      await running.best;
      if (run === this.runs) this.running = null;
    } catch (error) {
      tasks.trouble(error);
    }
  }

  /** Keeps what the engine says of a position; a weaker engine is another one. */
  addInfo(node: Node, info: Info, evaluator: Evaluator = "engine"): void {
    const scene = node.view?.scene;
    if (!scene) return;
    const kept: Info = { ...info, score: forFirst(info.score, scene.turn) };
    if (kept.wdl && scene.turn === "p2") kept.wdl = [kept.wdl[2], kept.wdl[1], kept.wdl[0]];
    const isScore = info.rank === 1 && !info.bound;
    if (isScore && position.tree.rate(node, kept.score, info.depth, evaluator))
      node.best = info.line[0] ?? "";
    if (node !== position.node) return;
    // How soon a move wins or loses stays known, too.
    const move = info.line[0] ?? "";
    if (!info.bound) this.ends.set(move, (kept.score = firm(this.ends.get(move), kept.score)));
    if (this.lineSets.add(kept)) this.lineChanges.changed();
  }
}

export const analysis = track(new Analysis());

// The engine's opinion of the position in view.

import { untracked } from "@preact/signals";
import type { App } from "./app";
import type { Running } from "./engine";
import { type Info, type Score, forFirst } from "./info";
import { Lines } from "./multipv";
import type { Scene } from "./scene";
import { track } from "./state";
import { type Node, type Evaluator, firm, rate } from "./tree";

/** The options of an analysis with so many lines. */
const settings = (lines: number): [string, string][] => [
  ["UGI_LimitStrength", "false"],
  ["UGI_AnalyseMode", "true"],
  ["MultiPV", String(lines)],
];

export class Analysis {
  on = false;
  /** How many lines are shown. */
  count = 3;
  /** The position that the lines belong to. */
  node: Node | null = null;
  /** How many positions of a game are left to look at; 0 if none is looked through. */
  left = 0;
  private readonly told = new Lines();
  /** The scores of the first moves of the lines. */
  private readonly ends = new Map<string, Score>();
  private running: Running | null = null;
  private runs = 0;

  constructor(private readonly app: App) {
    track(this);
  }

  /** The lines of the position that was searched last, best first. */
  get lines(): Info[] {
    this.app.evaluations.read();
    return this.told.shown;
  }

  /** Switches the analysis on or off. A game is put aside for it. */
  switch(on: boolean): void {
    if (on === this.on || (on && this.app.puzzle?.refuseAnalysis())) return;
    this.on = on;
    if (on && this.app.game) this.app.leaveGame();
    if (!on) {
      this.stopGlance();
      this.left = 0;
    }
  }

  show(count: number): void {
    this.told.clear();
    this.count = count;
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
    const { app, on, left, count } = this;
    const { node, tree, awaited } = app;
    return untracked(() => {
      if (this.node !== node) {
        this.begin(node);
        app.evaluations.changed();
      }
      if (!on || left || awaited || !node.view || node.view.over) return undefined;
      return app.engine.analyse(tree.line(node), settings(count), (info) => this.hear(node, info));
    });
  }

  /** Searches a position for its best line, for so many milliseconds. */
  async glance(node: Node, ms: number): Promise<void> {
    const run = ++this.runs;
    const { app } = this;
    try {
      await app.engine.setAll(settings(1));
      if (run !== this.runs) return;
      const running = app.engine.search(
        app.tree.line(node),
        `movetime ${ms}`,
        (info) => {
          if (run === this.runs) this.hear(node, info);
        },
        true,
        ms,
      );
      this.running = running;
      await running.best;
      if (run === this.runs) this.running = null;
    } catch (error) {
      app.trouble(error);
    }
  }

  /** Lines of another position are shown from now on. */
  private begin(node: Node): void {
    this.node = node;
    this.told.clear();
    this.ends.clear();
  }

  /** Whose scores are told now: a weaker engine is another one. */
  private teller(scene: Scene): Evaluator {
    const side = this.app.game?.settings.sides[scene.turn];
    return side?.is === "engine" && side.elo !== null ? `engine at ${side.elo}` : "engine";
  }

  /** Keeps what the engine says of a position. */
  hear(node: Node, info: Info): void {
    const scene = node.view?.scene;
    if (!scene) return;
    const kept: Info = { ...info, score: forFirst(info.score, scene.turn) };
    if (kept.wdl && scene.turn === "p2") kept.wdl = [kept.wdl[2], kept.wdl[1], kept.wdl[0]];
    if (info.rank === 1 && !info.bound && rate(node, kept.score, info.depth, this.teller(scene)))
      node.best = info.line[0] ?? "";
    if (node !== this.app.node) return;
    if (this.node !== node) this.begin(node);
    // How soon a move wins or loses stays known, too.
    const move = info.line[0] ?? "";
    if (!info.bound) this.ends.set(move, (kept.score = firm(this.ends.get(move), kept.score)));
    if (this.told.hear(kept)) this.app.evaluations.changed();
  }
}

// A game that is suspended for an analysis, a set-up or an opened file: no single key ends a game.

import { batch } from "@preact/signals";
import type { App } from "./app";
import { say } from "./dom";
import { Game } from "./game";
import { type GameDoc, type Shown, docOf, grow } from "./game-doc";
import { track } from "./state";
import { status } from "./status";
import { Tree } from "./tree";

/** A game with its tree. */
export interface Suspended extends Shown {
  game: Game;
}

export class SuspendedGame {
  current: Suspended | null = null;

  constructor(private readonly app: App) {
    track(this);
  }

  /** The game to go back to. */
  get game(): Game | null {
    const { current } = this;
    return current && !current.game.over ? current.game : null;
  }

  /** Whether a game with moves would be lost. */
  get atStake(): boolean {
    const game = this.app.game ?? this.game;
    return game !== null && !game.over && game.live !== game.start;
  }

  get shown(): Shown {
    const { tree, variant, pie, turned, record } = this.app;
    return { tree, variant, pie, turned, record };
  }

  /** Suspends the game in view. */
  put(): void {
    const { game } = this.app;
    if (!game) return;
    game.leave();
    this.current = { ...this.shown, game };
    this.app.game = null;
    if (!game.over) say("The game is put aside");
  }

  /** Ends the game in view and the suspended one. */
  clear(): void {
    this.put();
    this.current = null;
  }

  /** The game that is played or suspended, as data. */
  doc(): GameDoc | null {
    const { game } = this.app;
    const found = game ? { ...this.shown, game } : this.current;
    if (!found || (!game && found.game.over)) return null;
    return docOf(found, game ? this.app.node : found.game.live, found.game);
  }

  /** Restores a suspended game. */
  take({ variant, pie, fen, nodes, turned, play, ended }: GameDoc): void {
    if (!play) return;
    const tree = new Tree(fen);
    const grown = grow(tree, nodes);
    const game = new Game(this.app, play.settings, grown[play.live]!, grown[play.start]);
    game.ended = ended;
    game.leave();
    if (play.clocks) game.clocks?.set(play.clocks);
    this.current = { game, tree, variant, pie, turned, record: null };
  }

  async back(reloaded = false): Promise<void> {
    const { app, current } = this;
    if (!current) return;
    const { game, tree, variant, pie } = current;
    await app.attempt(async () => {
      await app.variants.choose(variant);
      await app.engine.setAll([["PieRule", String(pie)]]);
      game.live.view ??= await app.engine.view(tree.line(game.live));
    });
    app.analysis.switch(false);
    // The analysis may have cut its line off, or made it a variation.
    tree.promoteLine(game.live);
    this.current = app.puzzle = null;
    batch(() => Object.assign(app, current));
    await app.visit(game.live);
    game.goOn(reloaded);
    say(reloaded ? status(app) : `Back to the game. ${status(app)}`);
  }
}

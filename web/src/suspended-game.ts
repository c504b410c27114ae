// A game that was put aside for an analysis, a set-up or something that was opened: nothing
// that is one key away ends a game.

import type { App } from "./app";
import { say } from "./dom";
import { Game } from "./game";
import { type GameDoc, type Shown, docOf, grow } from "./game-doc";
import { status } from "./status";
import { Tree } from "./tree";

/** A game, and what was in view with it. */
export interface Suspended extends Shown {
  game: Game;
}

export class SuspendedGame {
  parked: Suspended | null = null;

  constructor(private readonly app: App) {}

  /** The game that can be gone back to. */
  get game(): Game | null {
    const { parked } = this;
    return parked && !parked.game.over ? parked.game : null;
  }

  /** Whether somebody would miss the game, were it gone. */
  get atStake(): boolean {
    const game = this.app.game ?? this.game;
    return game !== null && !game.over && game.live !== game.start;
  }

  /** What is in view. */
  get shown(): Shown {
    const { tree, variant, pie, turned, record } = this.app;
    return { tree, variant, pie, turned, record };
  }

  /** Puts the game that is in view aside. */
  put(): void {
    const { game } = this.app;
    if (!game) return;
    game.leave();
    this.parked = { ...this.shown, game };
    this.app.game = null;
    if (!game.over) say("The game is put aside");
  }

  /** Another game begins: neither that in view nor that aside can be gone back to. */
  clear(): void {
    this.put();
    this.parked = null;
  }

  /** The game that is being played or is put aside, as data. */
  doc(): GameDoc | null {
    const { game } = this.app;
    const found = game ? { ...this.shown, game } : this.parked;
    if (!found || (!game && found.game.over)) return null;
    return docOf(found, found.game.live, found.game);
  }

  /** Puts a game aside that was kept. */
  take({ variant, pie, fen, nodes, turned, play, ended }: GameDoc): void {
    if (!play) return;
    const tree = new Tree(fen);
    const grown = grow(tree, nodes);
    const game = new Game(this.app, play.settings, grown[play.live]!, grown[play.start]);
    game.ended = ended;
    game.leave();
    if (play.clocks) game.clocks?.set(play.clocks);
    this.parked = { game, tree, variant, pie, turned, record: null };
  }

  /** Goes back to it, as it was. */
  async back(reloaded = false): Promise<void> {
    const { app, parked } = this;
    if (!parked) return;
    const { game, tree, variant, pie } = parked;
    await app.attempt(async () => {
      await app.variants.choose(variant);
      await app.engine.trySet("PieRule", String(pie));
      game.live.view ??= await app.engine.view(tree.line(game.live));
    });
    app.analysis.switch(false);
    // Its line may have been cut off, or be a variation now.
    tree.promoteLine(game.live);
    this.parked = app.puzzle = null;
    Object.assign(app, parked);
    await app.visit(game.live);
    game.goOn(reloaded);
    say(reloaded ? status(app) : `Back to the game. ${status(app)}`);
  }
}

// A game that was put aside for an analysis, a set-up or something that was opened: nothing
// that is one key away ends a game.

import { batch } from "@preact/signals";
import type { App } from "./app";
import { say } from "./dom";
import type { SavedGame } from "./saved-game";
import { Game } from "./game";
import type { Recorded } from "./records";
import { track } from "./state";
import { status } from "./status";
import { Tree, path } from "./tree";

/** A game, and what was in view with it. */
export interface Suspended {
  game: Game;
  tree: Tree;
  variant: string;
  /** Whether it has the pie rule. */
  pie: boolean;
  turned: boolean;
  record: Recorded | null;
}

export class SuspendedGame {
  parked: Suspended | null = null;

  constructor(private readonly app: App) {
    track(this);
  }

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

  private shown(): Omit<Suspended, "game"> {
    const { tree, variant, pie, turned, record } = this.app;
    return { tree, variant, pie, turned, record };
  }

  /** Puts the game that is in view aside. */
  put(): void {
    const { game } = this.app;
    if (!game) return;
    game.leave();
    this.parked = { ...this.shown(), game };
    this.app.game = null;
    if (!game.over) say("The game is put aside");
  }

  /** Another game begins: neither that in view nor that aside can be gone back to. */
  clear(): void {
    this.put();
    this.parked = null;
  }

  /** What has to be kept of the game that is being played, or is aside; `address` is that of
   *  the position in view. */
  toSave(address: string): SavedGame | null {
    const { app } = this;
    const found = app.game ? { ...this.shown(), game: app.game } : this.parked;
    if (!found || (!app.game && found.game.over)) return null;
    const { game, tree, variant, pie, turned } = found;
    const nodes = path(game.head);
    const played = nodes.slice(1);
    return {
      engine: app.engine.name,
      variant,
      pie,
      fen: tree.fen,
      moves: played.map(({ move }) => move),
      movers: played.map(({ mover }) => mover),
      start: Math.max(0, nodes.indexOf(game.start)),
      settings: game.settings,
      left: game.clocks && { p1: game.clocks.of("p1"), p2: game.clocks.of("p2") },
      turned,
      address: app.game ? address : null,
    };
  }

  /** Puts a game aside that was kept. */
  take(kept: SavedGame): void {
    const { variant, pie, turned, settings, movers } = kept;
    const tree = new Tree(kept.fen);
    let live = tree.root;
    let start = live;
    kept.moves.forEach((move, at) => {
      live = tree.add(live, move);
      live.mover = movers[at] ?? null;
      if (live.ply === kept.start) start = live;
    });
    const game = new Game(this.app, settings, live, start);
    game.leave();
    if (kept.left) game.clocks?.set(kept.left);
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
    batch(() => Object.assign(app, parked));
    // What stands beside its moves, and how it ended.
    if (reloaded) await app.reopened();
    await app.visit(game.live);
    game.goOn(reloaded);
    say(reloaded ? status(app) : `Back to the game. ${status(app)}`);
  }
}

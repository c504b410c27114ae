// A game that was put aside for an analysis, a set-up or something that was opened: nothing
// that is one key away ends a game.

import type { App } from "./app";
import { say } from "./dom";
import type { Game } from "./play";
import type { Recorded } from "./records";
import type { Tree } from "./tree";

/** A game, and what was in view with it. */
export interface Parked {
  game: Game;
  tree: Tree;
  variant: string;
  /** Whether it has the pie rule. */
  pie: boolean;
  turned: boolean;
  record: Recorded | null;
}

export class Parking {
  parked: Parked | null = null;

  constructor(private readonly app: App) {}

  /** The game that can be gone back to. */
  get game(): Game | null {
    const { parked } = this;
    return parked && !parked.game.over ? parked.game : null;
  }

  /** Puts the game that is in view aside. */
  put(): void {
    const { game, tree, variant, pie, turned, record } = this.app;
    if (!game) return;
    game.leave();
    this.parked = { game, tree, variant, pie, turned, record };
    this.app.game = null;
    if (!game.over) say("The game is put aside");
  }

  /** Another game begins: neither that in view nor that aside can be gone back to. */
  clear(): void {
    this.put();
    this.parked = null;
  }

  /** Goes back to it, as it was. */
  async back(): Promise<void> {
    const { app, parked } = this;
    if (!parked) return;
    const { game, tree, variant, pie } = parked;
    await app.attempt(async () => {
      await app.chooseVariant(variant);
      await app.engine.trySet("PieRule", String(pie));
      game.live.view ??= await app.engine.view(tree.line(game.live));
    });
    app.analysis.switch(false);
    // Its line may have been cut off, or be a variation now.
    tree.promoteLine(game.live);
    this.parked = null;
    Object.assign(app, parked);
    if (await app.visit(game.live)) say(`Back to the game. ${app.status()}`);
    game.goOn();
  }
}

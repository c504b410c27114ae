// Announces to screen readers that little time is left on the clock.

import type { Clocks } from "./clock";
import { say } from "./dom";
import type { Game } from "./stores/game";
import { nameOf } from "./scene";

/** The announced seconds, the least first. */
const LOW = [10, 30];

/** The least announced seconds, by clocks and player. */
const said = new WeakMap<Clocks, Map<string, number>>();

/** Announces each of the seconds of `LOW` below the initial time once, if a person is to move. */
export function alertLowTime(game: Game): void {
  const { clocks, live } = game;
  const scene = live.view?.scene;
  if (!clocks || !scene || !game.waitsForPerson(live)) return;
  const known = said.get(clocks) ?? new Map<string, number>();
  said.set(clocks, known);
  const seconds = clocks.of(scene.turn) / 1000;
  const before = known.get(scene.turn) ?? clocks.base / 1000;
  const low = LOW.find((low) => seconds <= low);
  if (low === undefined || low >= before) return;
  known.set(scene.turn, low);
  say(`${nameOf(scene, scene.turn)}: ${low} seconds left`);
}

// Says that somebody's time runs out, for those who do not see the clock.

import type { Clocks } from "./clock";
import { say } from "./dom";
import type { Game } from "./stores/game";
import { nameOf } from "./scene";

/** What is left when it is said, in seconds, the least first. */
const LOW = [10, 30];

/** The least of them that was said, or is no news, by the clocks and whose they are. */
const said = new WeakMap<Clocks, Map<string, number>>();

/** Tells a person who is to move of little time, once for each of a few times. A game that
 *  begins with less says nothing of it. */
export function alertLowTime(game: Game): void {
  const { clocks, live } = game;
  const scene = live.view?.scene;
  if (!clocks || !scene || !game.waitsForPerson(live)) return;
  const known = said.get(clocks) ?? new Map<string, number>();
  said.set(clocks, known);
  const seconds = clocks.of(scene.turn) / 1000;
  const before = known.get(scene.turn) ?? clocks.full / 1000;
  const low = LOW.find((low) => seconds <= low);
  if (low === undefined || low >= before) return;
  known.set(scene.turn, low);
  say(`${nameOf(scene, scene.turn)}: ${low} seconds left`);
}

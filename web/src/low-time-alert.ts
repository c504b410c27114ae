// Announces little time on the clock to screen readers.

import type { Clocks } from "./clock";
import { say } from "./dom";
import type { Game } from "./stores/game";
import { nameOf } from "./scene";

/** Seconds that are announced, the least first. */
const LOW = [10, 30];

/** The least seconds that were announced, by clocks and player. */
const said = new WeakMap<Clocks, Map<string, number>>();

/** Announces each of these times once, to a person who is to move. A game that begins with less is
 *  not announced. */
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

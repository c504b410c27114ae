// The names of the players of a game of this page, with the level of an engine.

import type { Settings, Side } from "./game-doc";
import { levelWords } from "./levels";
import type { Player } from "./scene";
import { connection } from "./stores";

export function namesOf({ settings }: { settings: Settings }): Record<Player, string> {
  const name = (side: Side): string => {
    if (side.is === "person") return "person";
    const level = side.elo === null ? "" : `, ${levelWords(connection.elo, side.elo)}`;
    return connection.name + level;
  };
  return { p1: name(settings.sides.p1), p2: name(settings.sides.p2) };
}

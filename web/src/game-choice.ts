// The choices in the dialog of a new game, in words and as settings.

import type { Limit } from "./clock";
import type { Option } from "./engine";
import type { Settings } from "./game-doc";
import { keepLevel, lastRating, ratings } from "./levels";
import { dice } from "./move-input";
import { store, stored } from "./storage";
import { PLAYERS, type Player, other } from "./scene";
import { session, variants } from "./stores";

/** The player of a side. A person keeps the rating of an engine there. */
export interface ChosenSide {
  is: "person" | "engine";
  elo: number | null;
}

type Kind = Limit["kind"];

export interface GameChoice {
  variant: string;
  here: boolean;
  pie: boolean;
  /** Whether chance decides who plays which side. */
  byChance: boolean;
  sides: Record<Player, ChosenSide>;
  kind: Kind;
  /** The numbers of each kind of limit, also of those that are not chosen. */
  limits: { [K in Kind]: Extract<Limit, { kind: K }> };
}

/** The choice with which the dialog begins. */
export function firstChoice(elo: Option | undefined): GameChoice {
  const { sides, pie, limit: last } = session.defaults;
  const limit = lastLimit() ?? last;
  const side = (player: Player): ChosenSide => {
    const own = sides[player];
    const engine = own.is === "engine" ? own : sides[other(player)];
    return { is: own.is, elo: engine.is === "engine" ? engine.elo : lastRating(elo) };
  };
  return {
    variant: variants.current,
    here: false,
    pie,
    byChance: session.sidesByChance,
    sides: { p1: side("p1"), p2: side("p2") },
    kind: limit.kind,
    limits: {
      move: { kind: "move", ms: 1000 },
      clock: { kind: "clock", base: 300_000, increment: 3000 },
      depth: { kind: "depth", depth: 4 },
      [limit.kind]: limit,
    },
  };
}

/** The settings of the game that is chosen. */
export function settingsOf(choice: GameChoice, variant: string, pie: boolean): Settings {
  const [p1, p2] = PLAYERS.map((player) => {
    const { is, elo } = choice.sides[player];
    return is === "person" ? { is } : { is, elo };
  }) as [Settings["sides"]["p1"], Settings["sides"]["p2"]];
  const turned = choice.byChance && p1.is !== p2.is && dice(2) > 0;
  return {
    variant,
    limit: choice.limits[choice.kind],
    pie,
    here: choice.here,
    sides: turned ? { p1: p2, p2: p1 } : { p1, p2 },
  };
}

/** The name of a side: "Red", but "the Zombies". */
const sideWords = (name: string): string => (/[^s]s$/.test(name) ? `the ${name}` : name);

/** The players in words. */
function playersWords(
  { sides: { p1, p2 }, byChance }: GameChoice,
  names: readonly string[],
  engine: string,
  elo: Option | undefined,
): string {
  const levelOf = (side: ChosenSide): string => {
    const at = side.elo === null ? -1 : ratings(elo).indexOf(side.elo);
    const name = elo?.levels?.[at]?.name;
    return at < 0 ? "full strength" : `level ${at + 1}${name ? ` (${name})` : ""}`;
  };
  if (p1.is === p2.is)
    return p1.is === "person"
      ? "Two people play."
      : `${engine} plays both sides, at ${levelOf(p1)} and ${levelOf(p2)}.`;
  const [own, rival] = p1.is === "person" ? [0, p2] : [1, p1];
  const who = byChance
    ? "Your side is drawn by lot"
    : `You are ${sideWords(names[own] ?? (own ? "second" : "first"))}${own ? "" : " and begin"}`;
  return `${who}, against ${engine} at ${levelOf(rival)}.`;
}

/** How much time there is, in words. */
function limitWords(limit: Limit): string {
  const some = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
  if (limit.kind === "depth")
    return `The engine looks ${some(limit.depth, "ply").replace("plys", "plies")} ahead.`;
  if (limit.kind === "move")
    return `The engine has ${some(limit.ms / 1000, "second")} for each move.`;
  return `Clocks: ${some(limit.base / 60000, "minute")}, and ${some(limit.increment / 1000, "second")} for each move.`;
}

const isLimit = (value: unknown): value is Limit => {
  const { kind, ms, base, increment, depth } = Object(value) as Record<string, unknown>;
  return kind === "move"
    ? Number.isFinite(ms)
    : kind === "depth"
      ? Number.isFinite(depth)
      : kind === "clock" && [base, increment].every(Number.isFinite);
};

/** The time that was chosen last. */
function lastLimit(): Limit | null {
  try {
    const value: unknown = JSON.parse(stored("limit"));
    return isLimit(value) ? value : null;
  } catch {
    return null;
  }
}

/** Keeps level and time for the next visit. */
export function keepChoice({ sides, limit }: Settings, elo: Option | undefined): void {
  const side = PLAYERS.map((player) => sides[player]).find(({ is }) => is === "engine");
  if (side?.is === "engine") keepLevel(elo, side.elo);
  store("limit", JSON.stringify(limit));
}

/** The whole choice, in words; `names` are those of the players. */
export const readBack = (
  choice: GameChoice,
  names: readonly string[],
  engine: string,
  elo: Option | undefined,
): string =>
  `${playersWords(choice, names, engine, elo)} ${limitWords(choice.limits[choice.kind])}`;

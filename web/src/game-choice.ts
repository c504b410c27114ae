// The choices for a new game, in words and as settings.

import type { Limit } from "./clock";
import { json, lenient } from "./decode";
import type { Option } from "./engine";
import { type Settings, type Side, readLimit } from "./game-doc";
import { keepLevel, lastRating, ratings } from "./levels";
import { dice } from "./move-input";
import { inWords } from "./sheet";
import { store, stored } from "./storage";
import { PLAYERS, type Player, capital, counted, other } from "./scene";
import { session, variants } from "./stores";

/** The player of a side. `elo` keeps the engine's rating while a person plays the side. */
interface ChosenSide {
  is: "person" | "engine";
  elo: number | null;
}

type Kind = Limit["kind"];

export interface GameChoice {
  variant: string;
  here: boolean;
  pie: boolean;
  /** Whether the sides are drawn by lot. */
  byChance: boolean;
  sides: Record<Player, ChosenSide>;
  kind: Kind;
  /** The numbers of each kind of limit, also of those that are not chosen. */
  limits: { [K in Kind]: Extract<Limit, { kind: K }> };
  /** Whether the numbers of the limit are set by hand. */
  byHand: boolean;
}

/** The times that have a button of their own. */
export const TIMES: { key: string; text: string; limit: Limit }[] = [
  { key: "none", text: "No clock", limit: { kind: "move", ms: 1000 } },
  { key: "5+3", text: "5 min + 3 s", limit: { kind: "clock", base: 300_000, increment: 3000 } },
  {
    key: "15+10",
    text: "15 min + 10 s",
    limit: { kind: "clock", base: 900_000, increment: 10_000 },
  },
];

const isSame = (one: Limit, two: Limit): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(two).sort());

/** The button of the chosen time. */
export const timeOf = ({ kind, limits, byHand }: GameChoice): string =>
  (!byHand && TIMES.find(({ limit }) => isSame(limit, limits[kind]))?.key) || "other";

/** The limit of a button; without one, the limit is set by hand. */
export function withTime({ limits }: GameChoice, key: string): Partial<GameChoice> {
  const limit = TIMES.find((time) => time.key === key)?.limit;
  if (!limit) return { byHand: true };
  return { byHand: false, kind: limit.kind, limits: { ...limits, [limit.kind]: limit } };
}

/** Who plays: a person on the given side or on a side drawn by lot, people only, or the engine
 *  only. */
export type Players = Player | "either" | "people" | "engine";

export function playersOf({ sides: { p1, p2 }, byChance }: GameChoice): Players {
  if (p1.is === p2.is) return p1.is === "person" ? "people" : "engine";
  return byChance ? "either" : p1.is === "person" ? "p1" : "p2";
}

/** The rating of the engine if it plays one side. */
export const ratingOf = ({ sides: { p1, p2 } }: GameChoice): number | null =>
  (p1.is === "engine" ? p1 : p2).elo;

export function withPlayers(choice: GameChoice, players: Players): Partial<GameChoice> {
  const is = (player: Player): ChosenSide["is"] => {
    if (players === "people") return "person";
    return players === player || (players === "either" && player === "p1") ? "person" : "engine";
  };
  // At first both sides have the same rating of the engine.
  const elo = ratingOf(choice);
  return {
    byChance: players === "either",
    sides: { p1: { is: is("p1"), elo }, p2: { is: is("p2"), elo } },
  };
}

/** Sets the rating of one side, or of both. */
export function withRating(
  { sides: { p1, p2 } }: GameChoice,
  elo: number | null,
  only: Player | null,
): Partial<GameChoice> {
  return {
    sides: {
      p1: only === "p2" ? p1 : { ...p1, elo },
      p2: only === "p1" ? p2 : { ...p2, elo },
    },
  };
}

/** The proposed rating. A person who has neither chosen a level nor finished a game gets the second
 *  level instead of the default. */
function proposed(elo: Option | undefined, rating: number | null): number | null {
  const isNew = !stored("level") && !stored("finished") && rating === lastRating(elo);
  return (isNew ? ratings(elo)[1] : rating) ?? rating;
}

export function firstChoice(elo: Option | undefined): GameChoice {
  const { sides, pie, limit: last } = session.defaults;
  const limit = lastLimit(stored("limit")) ?? last;
  const side = (player: Player): ChosenSide => {
    const own = sides[player];
    const engine = own.is === "engine" ? own : sides[other(player)];
    return {
      is: own.is,
      elo: proposed(elo, engine.is === "engine" ? engine.elo : lastRating(elo)),
    };
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
    byHand: false,
  };
}

export function settingsOf(choice: GameChoice, variant: string, pie: boolean): Settings {
  const side = ({ is, elo }: ChosenSide): Side => (is === "person" ? { is } : { is, elo });
  const [p1, p2] = [side(choice.sides.p1), side(choice.sides.p2)];
  const turned = choice.byChance && p1.is !== p2.is && dice(2) > 0;
  return {
    variant,
    limit: choice.limits[choice.kind],
    pie,
    here: choice.here,
    sides: turned ? { p1: p2, p2: p1 } : { p1, p2 },
  };
}

export function levelSentence(elo: Option | undefined, rating: number | null): string {
  if (rating === null) return "Full strength: as well as it can in its time.";
  const at = ratings(elo).indexOf(rating);
  const level = elo?.levels?.[at];
  if (!level) return `Its rating is ${rating}.`;
  return `Level ${at + 1}, ${level.name}: a rating of ${rating}. ${level.about}`.trim();
}

/** The name of a side: "Red", but "the Zombies" and "the others". */
const sideWords = (name: string): string =>
  /^The /.test(name) ? `t${name.slice(1)}` : /[^s]s$/.test(name) ? `the ${name}` : name;

function playersWords(
  choice: GameChoice,
  names: readonly string[],
  engine: string,
  elo: Option | undefined,
  firstBegins: boolean,
): string {
  const { p1, p2 } = choice.sides;
  const levelOf = (rating: number | null): string => {
    const at = rating === null ? -1 : ratings(elo).indexOf(rating);
    if (at >= 0) return elo?.levels?.length ? `at level ${at + 1}` : `at a rating of ${rating}`;
    return rating === null || !elo ? "at full strength" : `at a rating of ${rating}`;
  };
  const players = playersOf(choice);
  if (players === "people") return "people play all sides";
  if (players === "engine")
    return `${engine} plays both sides, ${levelOf(p1.elo)} and ${levelOf(p2.elo)}`;
  const own = players === "p2" ? 1 : 0;
  const who =
    players === "either"
      ? "your side is drawn by lot"
      : `you are ${sideWords(names[own] ?? (own ? "second" : "first"))}${own || !firstBegins ? "" : " and begin"}`;
  return `${who}, against ${engine} ${levelOf(ratingOf(choice))}`;
}

function limitWords(limit: Limit, withEngine: boolean): string {
  if (limit.kind === "clock")
    return `Clocks: ${counted(limit.base / 60000, "minute")}, and ${counted(limit.increment / 1000, "second")} for each move.`;
  if (!withEngine || isSame(limit, TIMES[0]!.limit)) return "No clock.";
  return limit.kind === "depth"
    ? `No clock; the engine looks ${inWords(limit.depth)} ${limit.depth === 1 ? "turn" : "turns"} ahead.`
    : `No clock; the engine takes ${counted(limit.ms / 1000, "second")} for each move.`;
}

const lastLimit = lenient(json(readLimit), null);

/** Stores the game, the level and the time for the next visit. */
export function keepChoice({ variant, sides, limit }: Settings, elo: Option | undefined): void {
  store("variant", variant);
  const side = PLAYERS.map((player) => sides[player]).find(({ is }) => is === "engine");
  if (side?.is === "engine") keepLevel(elo, side.elo);
  store("limit", JSON.stringify(limit));
}

/** The whole choice in words. `game` is the name of the game and its board, possibly empty; `names`
 *  are those of the players; `firstBegins` is whether the first player begins each game. */
export function readBack(
  choice: GameChoice,
  game: string,
  names: readonly string[],
  engine: string,
  elo: Option | undefined,
  firstBegins: boolean,
): string {
  const who = playersWords(choice, names, engine, elo, firstBegins);
  const limit = limitWords(choice.limits[choice.kind], playersOf(choice) !== "people");
  const text = game ? `${game}: ${who}. ${limit}` : `${who}. ${limit}`;
  return capital(text);
}

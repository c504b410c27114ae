// The question how a new game shall be.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { App } from "./app";
import type { Limit } from "./clock";
import { ask } from "./dialogs";
import { Choice, Field, Numeric, Tick } from "./fields";
import type { Option } from "./engine";
import type { Settings, Side } from "./game";
import { keepLevel } from "./kept-level";
import { later } from "./lazy";
import { LIKE, lastRating, ratings } from "./levels";
import { dice } from "./move-input";
import { Miniature } from "./rules";
import { prefer, preferredText } from "./preferences";
import { PLAYERS, type Player, type Scene, other } from "./scene";
import type { Facts, Shown } from "./variants";
import { Button } from "./button";

/** What is chosen in the dialog. A person keeps the level of an engine on that side. */
interface GameChoice {
  variant: string;
  here: boolean;
  pie: boolean;
  /** Whether chance decides who plays which side. */
  byChance: boolean;
  sides: Record<Player, { is: Side["is"]; elo: number | null }>;
  limit: Limit["kind"];
  seconds: number;
  minutes: number;
  increment: number;
  depth: number;
}

/** The ratings that an engine can play at. */
const levels = (elo: Option | undefined): [string, string][] => [
  ["full", "Full strength"],
  ...ratings(elo).map((rating, at): [string, string] => [String(rating), `${at + 1} (${rating})`]),
];

/** The name of a side: "Red", but "the Zombies". */
const sideWords = (name: string): string => (/[^s]s$/.test(name) ? `the ${name}` : name);

/** A choice read back, as far as who plays whom. */
function playersWords(
  sides: Settings["sides"],
  names: readonly string[],
  engine: string,
  elo: Option | undefined,
  byChance: boolean,
): string {
  const levelOf = (side: Side): string => {
    const at = side.is === "engine" && side.elo !== null ? ratings(elo).indexOf(side.elo) : -1;
    return at < 0 ? "full strength" : `level ${at + 1} (${LIKE[at]})`;
  };
  const { p1, p2 } = sides;
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
    const value: unknown = JSON.parse(preferredText("limit"));
    return isLimit(value) ? value : null;
  } catch {
    return null;
  }
}

/** Keeps level and time for the next visit. */
function keep({ sides, limit }: Settings, elo: Option | undefined): void {
  const side = PLAYERS.map((player) => sides[player]).find(({ is }) => is === "engine");
  if (side?.is === "engine") keepLevel(elo, side.elo);
  prefer("limit", JSON.stringify(limit));
}

/** The choice with which the dialog begins. */
function firstChoice(app: App, elo: Option | undefined): GameChoice {
  const { sides, pie, limit: last } = app.usual;
  const limit = lastLimit() ?? last;
  const side = (player: Player): GameChoice["sides"][Player] => {
    const own = sides[player];
    const engine = own.is === "engine" ? own : sides[other(player)];
    return { is: own.is, elo: engine.is === "engine" ? engine.elo : lastRating(elo) };
  };
  return {
    variant: app.variant,
    here: false,
    pie,
    byChance: app.sidesByChance,
    sides: { p1: side("p1"), p2: side("p2") },
    limit: limit.kind,
    seconds: limit.kind === "move" ? limit.ms / 1000 : 1,
    minutes: limit.kind === "clock" ? limit.base / 60000 : 5,
    increment: limit.kind === "clock" ? limit.increment / 1000 : 3,
    depth: limit.kind === "depth" ? limit.depth : 4,
  };
}

function limitOf({ limit, seconds, minutes, increment, depth }: GameChoice): Limit {
  if (limit === "depth") return { kind: limit, depth: Math.round(depth) };
  if (limit === "move") return { kind: limit, ms: Math.round(seconds * 1000) };
  return {
    kind: limit,
    base: Math.round(minutes * 60000),
    increment: Math.round(increment * 1000),
  };
}

const sidesOf = ({ sides: { p1, p2 } }: GameChoice): Settings["sides"] => {
  const side = ({ is, elo }: GameChoice["sides"][Player]): Side =>
    is === "person" ? { is } : { is, elo };
  return { p1: side(p1), p2: side(p2) };
};

/** The settings of the game that is chosen. */
function settingsOf(choice: GameChoice, variant: string, pie: boolean): Settings {
  const sides = sidesOf(choice);
  const turned = choice.byChance && sides.p1.is !== sides.p2.is && dice(2) > 0;
  return {
    variant,
    limit: limitOf(choice),
    pie,
    here: choice.here,
    sides: turned ? { p1: sides.p2, p2: sides.p1 } : sides,
  };
}

interface GalleryProps {
  games: Shown[];
  variant: string;
  /** The boards of variants that were chosen. */
  scenes: Map<string, Scene>;
  choose(variant: string): void;
}

/** The games to choose from, each with its board. */
function Gallery({ games, variant, scenes, choose }: GalleryProps) {
  const seen = preferredText("cards").split("\n");
  // Who knows another game needs no advice.
  const fresh = games.slice(1).every(({ sheet }) => !seen.includes(sheet.title));
  return (
    <div class="games" role="group" aria-label="Games" hidden={!games.length}>
      {games.map(({ variant: usual, variants, scene, sheet }, at) => {
        const chosen = variants.includes(variant);
        return (
          <Button
            class="game"
            data-variants={variants.join(" ")}
            aria-pressed={chosen}
            act={() => choose(chosen ? variant : usual)}
          >
            <Miniature scene={scenes.get(sheet.title) ?? scene} />
            <b>
              {sheet.title}
              {at === 0 && fresh && <span class="pill">Start here</span>}
            </b>
            <span class="small">{sheet.summary}</span>
            <span class="facts">
              {sheet.facts.map((fact) => (
                <span>{fact}</span>
              ))}
            </span>
          </Button>
        );
      })}
    </div>
  );
}

interface SideFieldsProps {
  app: App;
  choice: GameChoice;
  player: Player;
  /** What the game calls the players. */
  names: readonly string[];
  elo: Option | undefined;
  change(sides: GameChoice["sides"]): void;
}

/** Who plays a side, and at which level. */
function SideFields({ app, choice: { sides }, player, names, elo, change }: SideFieldsProps) {
  const at = PLAYERS.indexOf(player);
  const said = at ? "second" : "first";
  const name = names[at];
  const own = sides[player];
  const set = (more: Partial<typeof own>): void =>
    change({ ...sides, [player]: { ...own, ...more } });
  return (
    <div class="row-fields">
      <Field label={name ? `${name}, ${said}` : said.charAt(0).toUpperCase() + said.slice(1)}>
        <Choice
          name={player}
          choices={[
            ["person", "Person"],
            ["engine", app.engine.name],
          ]}
          value={own.is}
          // An engine against itself is as strong on both sides, until it shall not be.
          change={(is) => set({ is: is as Side["is"], elo: sides[other(player)].elo })}
        />
      </Field>
      {/* People have no level. */}
      <Field label="Level" kind={own.is === "person" ? "absent" : ""}>
        <Choice
          name={`${player}-level`}
          choices={levels(elo)}
          value={String(own.elo ?? "full")}
          disabled={own.is === "person"}
          change={(level) => set({ elo: level === "full" ? null : Number(level) })}
        />
      </Field>
    </div>
  );
}

/** The numbers of each kind of limit: what they are called, the least, the most. */
const NUMBERS = {
  move: [["seconds", "Seconds", 0.01, 3600]],
  clock: [
    ["minutes", "Minutes", 0.05, 600],
    ["increment", "Seconds for each move", 0, 600],
  ],
  depth: [["depth", "Plies", 1, 100]],
} as const;

interface LimitFieldsProps {
  choice: GameChoice;
  change(more: Partial<GameChoice>): void;
}

const LimitFields = ({ choice, change }: LimitFieldsProps) => (
  <div class="row-fields">
    <Field label="Limit">
      <Choice
        name="limit"
        choices={[
          ["move", "Time for each move"],
          ["clock", "Clocks"],
          ["depth", "Depth"],
        ]}
        value={choice.limit}
        change={(limit) => change({ limit: limit as Limit["kind"] })}
      />
    </Field>
    <div class="row-fields">
      {NUMBERS[choice.limit].map(([name, label, min, max]) => (
        <Field label={label} key={name}>
          <Numeric
            {...{ name, min, max, value: choice[name] }}
            change={(value) => change({ [name]: value })}
          />
        </Field>
      ))}
    </div>
  </div>
);

/** What is known of the variant that is chosen. */
interface Known extends Facts {
  variant: string;
  puzzles: boolean;
}

const UNKNOWN: Known = { variant: "", names: [], pie: false, scene: null, puzzles: false };

interface NewGameProps {
  app: App;
  close(settings?: Settings): void;
}

function NewGame({ app, close }: NewGameProps) {
  const { options, name: engine } = app.engine;
  const elo = options.get("UGI_LimitStrength") && options.get("UGI_Elo");
  const { names } = app.variants;
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState(() => firstChoice(app, elo));
  const [games, setGames] = useState<Shown[]>([]);
  const [known, setKnown] = useState(UNKNOWN);
  const scenes = useRef(new Map<string, Scene>()).current;
  const change = (more: Partial<GameChoice>): void => setChoice((now) => ({ ...now, ...more }));
  const { here } = choice;
  const variant = names.length ? choice.variant : app.variant;
  const gameOf = (variant: string): Shown | undefined =>
    games.find(({ variants }) => variants.includes(variant));
  const game = gameOf(variant);

  /** Asks what the chosen game calls its players, whether it has the pie rule, and puzzles. */
  const tell = async (current: () => boolean): Promise<void> => {
    const facts = here
      ? { names: app.names, pie: false, scene: null }
      : await app.variants.facts(variant);
    // Something else may have been chosen while the engine thought.
    if (!current()) return;
    setKnown({ ...facts, variant: "", puzzles: known.puzzles });
    const { puzzlesOf } = await later();
    const puzzles = (await puzzlesOf(app, variant)).length > 0;
    if (current()) setKnown({ ...facts, variant, puzzles });
  };
  const told = useRef<Promise<void> | null>(null);
  useLayoutEffect(() => {
    let current = true;
    told.current = tell(() => current);
    return () => (current = false);
  }, [variant, here]);
  useLayoutEffect(() => {
    const shown = (names.length ? app.variants.games() : Promise.resolve([])).then(
      (games) => games.length > 1 && setGames(games),
    );
    void Promise.allSettled([told.current, shown]).then(() =>
      form.current?.closest("dialog")?.setAttribute("data-ready", ""),
    );
  }, []);
  if (known.scene && game) scenes.set(game.sheet.title, known.scene);

  const submit = (event: Event): void => {
    event.preventDefault();
    const settings = settingsOf(choice, here ? app.variant : variant, choice.pie && known.pie);
    keep(settings, elo);
    close(settings);
  };
  const findWin = (): void => {
    close();
    app.later(({ startPuzzles }) => startPuzzles(app, variant));
  };
  const calledSides = known.names ?? [];
  const readBack = `${playersWords(sidesOf(choice), calledSides, engine, options.get("UGI_Elo"), choice.byChance)} ${limitWords(limitOf(choice))}`;
  const { p1, p2 } = choice.sides;
  return (
    <form novalidate onSubmit={submit} ref={form}>
      <Gallery {...{ games, variant, scenes }} choose={(variant) => change({ variant })} />
      <div class="line">
        {names.length > 0 && (
          <Field label="Board">
            <Choice
              name="variant"
              choices={(game?.variants ?? names).map((name) => [
                name,
                gameOf(name)?.sheet.variants.get(name) ?? name,
              ])}
              value={choice.variant}
              disabled={here}
              change={(variant) => change({ variant })}
            />
          </Field>
        )}
        {/* Its puzzles are those of another variant until the engine has answered. */}
        <Button
          name="puzzles"
          class="edge"
          style={{ alignSelf: "end" }}
          hidden={!known.puzzles}
          disabled={known.variant !== variant}
          act={findWin}
        >
          Find the win
        </Button>
      </div>
      {PLAYERS.map((player) => (
        <SideFields
          {...{ app, choice, player, names: calledSides, elo }}
          change={(sides) => change({ sides })}
        />
      ))}
      <LimitFields choice={choice} change={change} />
      {/* What is absent keeps its place, so that no button moves away from under a pointer. */}
      <div class="row-fields ticks">
        <Tick name="here" on={here} change={(here) => change({ here })}>
          From the position in view
        </Tick>
        <Tick
          name="lots"
          on={choice.byChance}
          change={(byChance) => {
            app.sidesByChance = byChance;
            change({ byChance });
          }}
          kind={p1.is === p2.is ? "absent" : ""}
        >
          Draw lots for the sides
        </Tick>
        {options.has("PieRule") && (
          <Tick
            name="pie"
            on={choice.pie}
            change={(pie) => change({ pie })}
            kind={known.pie ? "" : "absent"}
          >
            Pie rule: the second player may swap
          </Tick>
        )}
      </div>
      {app.suspended.atStake && <p class="note">The game that is being played is over then.</p>}
      <div class="buttons">
        <p class="small told">{readBack}</p>
        <Button act={() => close()}>Cancel</Button>
        <button type="submit" class="primary" name="start">
          {game ? `Play ${game.sheet.title}` : "Start"}
        </button>
      </div>
    </form>
  );
}

/** Asks how a new game shall be, and begins it. */
export async function newGame(app: App): Promise<void> {
  app.clearTrouble();
  await app.ready;
  if (!app.connected) throw new Error("No connection to the engine: connect again first");
  const settings = await ask<Settings>(
    "New game",
    (close) => <NewGame app={app} close={close} />,
    "lobby",
  );
  if (!settings) return;
  app.editing?.close();
  app.settings = settings;
  app.clearTrouble();
  await app.newGame(settings);
}

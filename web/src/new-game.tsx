// The dialog of a new game.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { ask } from "./dialogs";
import { Choice, Field, Numeric, Tick } from "./fields";
import type { Option } from "./engine";
import type { Settings } from "./game-doc";
import { type GameChoice, firstChoice, keepChoice, readBack, settingsOf } from "./game-choice";
import { ratings } from "./levels";
import { Miniature } from "./rules";
import { stored } from "./storage";
import { PLAYERS, type Player, type Scene, namesOf, other } from "./scene";
import { connection, panel, play, position, session, tasks, variants } from "./stores";
import type { Facts, Shown } from "./stores/variants";
import { Button } from "./button";
import { Waiting } from "./waiting";

/** The ratings that an engine can play at. */
const levels = (elo: Option | undefined): [string, string][] => [
  ["full", "Full strength"],
  ...ratings(elo).map((rating, at): [string, string] => [String(rating), `${at + 1} (${rating})`]),
];

interface GalleryProps {
  games: Shown[];
  variant: string;
  /** The boards of variants that were chosen. */
  scenes: Map<string, Scene>;
  choose(variant: string): void;
}

/** The games to choose from, each with its board. */
function Gallery({ games, variant, scenes, choose }: GalleryProps) {
  const seen = stored("cards").split("\n");
  // Advice for people who have seen no other game.
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

interface FieldsProps {
  choice: GameChoice;
  change(more: Partial<GameChoice>): void;
}

interface SideFieldsProps extends FieldsProps {
  player: Player;
  names: readonly string[];
  elo: Option | undefined;
}

/** The fields of a side. */
function SideFields({ choice: { sides }, player, names, elo, change }: SideFieldsProps) {
  const at = PLAYERS.indexOf(player);
  const said = at ? "second" : "first";
  const name = names[at];
  const own = sides[player];
  const set = (more: Partial<typeof own>): void =>
    change({ sides: { ...sides, [player]: { ...own, ...more } } });
  return (
    <div class="row-fields">
      <Field label={name ? `${name}, ${said}` : said.charAt(0).toUpperCase() + said.slice(1)}>
        <Choice
          name={player}
          choices={[
            ["person", "Person"],
            ["engine", connection.name],
          ]}
          value={own.is}
          // An engine against itself is as strong on both sides, until it shall not be.
          change={(is) => set({ is: is as typeof own.is, elo: sides[other(player)].elo })}
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

/** The numbers of each kind of limit: their fields, the least, the most, and what one stands for in the
 *  limit. */
const NUMBERS = {
  move: [["seconds", "Seconds", 0.01, 3600, "ms", 1000]],
  clock: [
    ["minutes", "Minutes", 0.05, 600, "base", 60_000],
    ["increment", "Seconds for each move", 0, 600, "increment", 1000],
  ],
  depth: [["depth", "Plies", 1, 100, "depth", 1]],
} as const;

function LimitFields({ choice: { kind, limits }, change }: FieldsProps) {
  const now = limits[kind] as unknown as Record<string, number>;
  return (
    <div class="row-fields">
      <Field label="Limit">
        <Choice
          name="limit"
          choices={[
            ["move", "Time for each move"],
            ["clock", "Clocks"],
            ["depth", "Depth"],
          ]}
          value={kind}
          change={(kind) => change({ kind: kind as keyof typeof NUMBERS })}
        />
      </Field>
      <div class="row-fields">
        {NUMBERS[kind].map(([name, label, min, max, part, unit]) => (
          <Field label={label} key={name}>
            <Numeric
              {...{ name, min, max, value: now[part]! / unit }}
              change={(value) => {
                const limit = { ...now, [part]: Math.round(value * unit) };
                change({ limits: { ...limits, [kind]: limit } });
              }}
            />
          </Field>
        ))}
      </div>
    </div>
  );
}

/** The facts of a variant before the engine has answered. */
const UNKNOWN: Facts = { names: [], pie: false, scene: null };

interface NewGameProps {
  close(settings?: Settings): void;
}

function NewGame({ close }: NewGameProps) {
  const { options, name: engine } = connection.engine;
  const elo = options.get("UGI_LimitStrength") && options.get("UGI_Elo");
  const { names } = variants;
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState(() => firstChoice(elo));
  const [games, setGames] = useState<Shown[]>([]);
  const [known, setKnown] = useState(UNKNOWN);
  const scenes = useRef(new Map<string, Scene>()).current;
  const change = (more: Partial<GameChoice>): void => setChoice((now) => ({ ...now, ...more }));
  const { here } = choice;
  const variant = names.length ? choice.variant : variants.current;
  const gameOf = (variant: string): Shown | undefined =>
    games.find(({ variants }) => variants.includes(variant));
  const game = gameOf(variant);

  /** Fetches the facts of the chosen game. */
  const tell = async (current: () => boolean): Promise<void> => {
    const facts = here
      ? { names: position.scene && namesOf(position.scene), pie: false, scene: null }
      : await variants.facts(variant);
    // Another variant may have been chosen before the answer.
    if (current()) setKnown(facts);
  };
  const told = useRef<Promise<void> | null>(null);
  useLayoutEffect(() => {
    let current = true;
    told.current = tell(() => current);
    return () => (current = false);
  }, [variant, here]);
  useLayoutEffect(() => {
    const shown = (names.length ? variants.games() : Promise.resolve([])).then(
      (games) => games.length > 1 && setGames(games),
    );
    void Promise.allSettled([told.current, shown]).then(() =>
      form.current?.closest("dialog")?.setAttribute("data-ready", ""),
    );
  }, []);
  if (known.scene && game) scenes.set(game.sheet.title, known.scene);

  const submit = (event: Event): void => {
    event.preventDefault();
    const settings = settingsOf(choice, here ? variants.current : variant, choice.pie && known.pie);
    keepChoice(settings, elo);
    close(settings);
  };
  const showMyGames = (): void => {
    close();
    tasks.later("showMyGames");
  };
  const findWin = (): void => {
    close();
    tasks.later("startPuzzles", variant);
  };
  const calledSides = known.names ?? [];
  const { p1, p2 } = choice.sides;
  return (
    <form novalidate onSubmit={submit} ref={form}>
      <Waiting leave={() => close()} />
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
        <Button
          name="puzzles"
          class="edge"
          style={{ alignSelf: "end" }}
          hidden={!variants.hasPuzzles(variant)}
          act={findWin}
        >
          Find the win
        </Button>
        <Button class="edge" style={{ alignSelf: "end" }} act={showMyGames}>
          My games
        </Button>
      </div>
      {PLAYERS.map((player) => (
        <SideFields {...{ choice, change, player, names: calledSides, elo }} />
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
            session.chooseSidesByChance(byChance);
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
      {play.atStake && <p class="note">{play.fate}</p>}
      <div class="buttons">
        <p class="small told">{readBack(choice, calledSides, engine, options.get("UGI_Elo"))}</p>
        <Button act={() => close()}>Cancel</Button>
        <button type="submit" class="primary" name="start">
          {game ? `Play ${game.sheet.title}` : "Start"}
        </button>
      </div>
    </form>
  );
}

/** Asks for the settings of a new game, and begins it. */
export async function newGame(): Promise<void> {
  tasks.clearTrouble();
  await tasks.ready;
  if (!connection.connected) throw new Error("No connection to the engine: connect again first");
  const settings = await ask<Settings>("New game", (close) => <NewGame close={close} />, "lobby");
  if (!settings) return;
  panel.editing?.close();
  tasks.clearTrouble();
  await session.newChosenGame(settings);
}

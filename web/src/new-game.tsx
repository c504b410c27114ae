// The choice of a new game: the game, its board, the players, the level and the time.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { showAbout } from "./about";
import { seenCards } from "./cards-seen";
import { ask } from "./dialogs";
import { Choice, Field, Numeric, Tick } from "./fields";
import type { Option } from "./engine";
import { focusBoard } from "./focus";
import type { Settings } from "./game-doc";
import {
  type GameChoice,
  type Players,
  TIMES,
  firstChoice,
  keepChoice,
  levelSentence,
  playersOf,
  ratingOf,
  readBack,
  settingsOf,
  timeOf,
  withPlayers,
  withRating,
  withTime,
} from "./game-choice";
import { PlayerDot } from "./icon";
import { Glyph } from "./icons";
import { ratings } from "./levels";
import { Miniature } from "./miniature";
import { type Segment, Segments } from "./segments";
import { PLAYERS, type Player, type Scene, capital, namesOf } from "./scene";
import { connection, panel, play, position, session, switchTheme, tasks, variants } from "./stores";
import type { Facts, Shown } from "./stores/variants";
import type { Game } from "./stores/game";
import { moveNumber } from "./tree";
import { Button } from "./button";
import { Waiting, WaitingLine } from "./waiting";

/** The game in progress, and the way back to it. */
function InProgress({ game, back }: { game: Game; back(): void }) {
  const { live, settings, person } = game;
  const scene = live.view?.scene;
  return (
    <WaitingLine
      title={connection.engine.sheets.get(scene?.variant ?? "")?.title ?? settings.variant}
      next={moveNumber({ ...live, ply: live.ply + 1 })}
      isOwnTurn={scene !== undefined && person === scene.turn}
      {...{ scene, back }}
    />
  );
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
  const seen = seenCards();
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
            <span class="picture">
              <Miniature scene={scenes.get(sheet.title) ?? scene} />
            </span>
            {chosen && (
              <span class="chosen">
                <Glyph name="ok" />
              </span>
            )}
            <b>
              {sheet.title} {at === 0 && fresh && <span class="pill">Start here</span>}
            </b>
            <span class="summary">{sheet.summary}</span>
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

/** The most boards in a row. */
const ROW = 6;

interface BoardsProps extends FieldsProps {
  /** Variants and their names. */
  boards: [string, string][];
}

/** The boards of a game: a row with short names if they are few, otherwise a list. */
function Boards({ choice: { variant, here }, boards, change }: BoardsProps) {
  const rest = {
    name: "variant",
    value: variant,
    disabled: here,
    change: (variant: string): void => change({ variant }),
  };
  if (boards.length > ROW)
    return (
      <Field label="Board">
        <Choice choices={boards} {...rest} />
      </Field>
    );
  const note = boards.find(([name]) => name === variant)?.[1].split(": ")[1] ?? "";
  return (
    <Segments
      label="Board"
      segments={boards.map(([value, name]) => ({
        value,
        text: name.split(": ")[0]!.replace(" \u00d7 ", "\u00a0\u00d7\u00a0"),
      }))}
      {...rest}
    >
      {note && <p class="small">{`${capital(note)}.`}</p>}
    </Segments>
  );
}

interface PlayersProps extends FieldsProps {
  scene: Scene | null;
  names: readonly string[];
  /** Whether the first side begins each game. */
  firstBegins: boolean;
}

function PlayersRow({ choice, scene, names, firstBegins, change }: PlayersProps) {
  const sides = PLAYERS.map((player, at): Segment => {
    const name = names[at] ?? (at ? "Second" : "First");
    return {
      value: player,
      text: (
        <>
          {scene && <PlayerDot scene={scene} player={player} />}
          {at || !names.length || !firstBegins ? name : `${name}, first`}
        </>
      ),
    };
  });
  const many = (scene?.seats.length ?? 0) > 2;
  return (
    <Segments
      name="you"
      label="You play"
      segments={[
        ...sides,
        { value: "either", text: "Either" },
        { value: "people", text: many ? "People only" : "Two people" },
      ]}
      value={playersOf(choice)}
      change={(players) => change(withPlayers(choice, players as Players))}
    >
      {playersOf(choice) === "engine" && <p class="small">The engine plays both sides.</p>}
    </Segments>
  );
}

interface LevelProps extends FieldsProps {
  elo: Option | undefined;
  /** The side whose level this is; null if the engine plays only one side. */
  player: Player | null;
  name: string;
}

function LevelRow({ choice, elo, player, name, change }: LevelProps) {
  const rating = player ? choice.sides[player].elo : ratingOf(choice);
  const all = ratings(elo);
  const named = (elo?.levels?.length ?? 0) > 0;
  const levels = all.map((own, at): Segment => ({
    value: String(own),
    text: named ? at + 1 : own,
    word: elo?.levels?.[at]?.name,
  }));
  // A link may give a rating between the levels.
  const odd = rating === null || all.includes(rating) ? [] : [rating];
  return (
    <Segments
      name={player ? `${player}-level` : "level"}
      label={name}
      segments={[
        ...levels,
        ...odd.map((own) => ({ value: String(own), text: own, word: "by link" })),
        { value: "full", text: "Full", word: named ? "strength" : undefined },
      ]}
      value={String(rating ?? "full")}
      disabled={playersOf(choice) === "people"}
      change={(level) =>
        change(withRating(choice, level === "full" ? null : Number(level), player))
      }
    >
      <p class="small">{levelSentence(elo, rating)}</p>
    </Segments>
  );
}

/** The fields of each limit: name, label, least, most, member of the limit, factor to its unit. */
const NUMBERS = {
  move: [["seconds", "Seconds", 0.01, 3600, "ms", 1000]],
  clock: [
    ["minutes", "Minutes", 0.05, 600, "base", 60_000],
    ["increment", "Seconds for each move", 0, 600, "increment", 1000],
  ],
  depth: [["depth", "Turns", 1, 100, "depth", 1]],
} as const;

/** The fields of a limit that is set by hand. */
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
            ["depth", "Turns ahead"],
          ]}
          value={kind}
          change={(kind) => change({ kind: kind as keyof typeof NUMBERS })}
        />
      </Field>
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
  );
}

function TimeRow({ choice, engine, change }: FieldsProps & { engine: string }) {
  const time = timeOf(choice);
  return (
    <Segments
      name="time"
      label="Time"
      segments={[
        ...TIMES.map(({ key, text }) => ({ value: key, text })),
        { value: "other", text: "Other\u2026" },
      ]}
      value={time}
      change={(key) => change(withTime(choice, key))}
    >
      {time === "other" ? (
        <LimitFields choice={choice} change={change} />
      ) : (
        <p class="small">
          {time === "none"
            ? playersOf(choice) === "people"
              ? "Take your time."
              : `Take your time; ${engine} takes a second for each move.`
            : `${engine} keeps to the same clock.`}
        </p>
      )}
    </Segments>
  );
}

/** The facts of a variant before the engine has answered. */
const UNKNOWN: Facts = { names: [], pie: false, scene: null };

type Answer = Settings | "back";

interface NewGameProps {
  close(answer?: Answer): void;
}

function NewGame({ close }: NewGameProps) {
  const { options } = connection.engine;
  const engine = connection.plainName;
  const elo = options.get("UGI_LimitStrength") && options.get("UGI_Elo");
  const { names } = variants;
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState(() => firstChoice(elo));
  const [games, setGames] = useState<Shown[]>([]);
  const [known, setKnown] = useState(UNKNOWN);
  const scenes = useRef(new Map<string, Scene>()).current;
  const change = (more: Partial<GameChoice>): void => setChoice((now) => ({ ...now, ...more }));
  const { here } = choice;
  const variant = names.length && !here ? choice.variant : variants.current;
  const gameOf = (variant: string): Shown | undefined =>
    games.find(({ variants }) => variants.includes(variant));
  const game = gameOf(variant);

  /** Fetches the facts of the chosen game. */
  const tell = async (current: () => boolean): Promise<void> => {
    const facts = here
      ? { names: position.scene && namesOf(position.scene), pie: false, scene: position.scene }
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
  // The picture of a game shows a position in play, until another board of it is chosen.
  if (known.scene?.variant === variant && game)
    scenes.set(game.sheet.title, variant === game.pictured && !here ? game.scene : known.scene);

  const submit = (event: Event): void => {
    event.preventDefault();
    const settings = settingsOf(choice, variant, choice.pie && known.pie);
    session.chooseSidesByChance(choice.byChance);
    keepChoice(settings, elo);
    close(settings);
  };
  const showMyGames = (): void => {
    close();
    tasks.later("showMyGames");
  };
  const calledSides = known.names ?? [];
  // In a game with such a sentence, either side may begin.
  const firstBegins = !game?.sheet.sentences.has("begins");
  const both = playersOf(choice) === "engine";
  const boards = (game?.variants ?? names).map((name): [string, string] => [
    name,
    gameOf(name)?.sheet.variants.get(name) ?? name,
  ]);
  const board = boards.find(([name]) => name === variant)?.[1].split(": ")[0];
  return (
    <form novalidate onSubmit={submit} ref={form}>
      <img class="mark" src="icon.svg" alt="" width="32" height="32" />
      <div class="tools">
        <Button act={showMyGames}>My games</Button>
        <Button act={() => tasks.run(showAbout())}>About</Button>
        <Button
          icon="moon"
          class="tool"
          aria-label="Dark or light"
          title="Dark or light"
          act={switchTheme}
        />
        <Button icon="close" class="tool" aria-label="Close" title="Close" act={() => close()} />
      </div>
      {play.game && play.atStake ? (
        <InProgress game={play.game} back={() => close("back")} />
      ) : (
        <Waiting leave={() => close()} />
      )}
      <Gallery
        {...{ games, variant, scenes }}
        choose={(variant) => change({ variant, here: false })}
      />
      <section class="set" aria-label="Settings of the game">
        {boards.length > 0 && <Boards {...{ choice, change, boards }} />}
        <PlayersRow {...{ choice, change, firstBegins }} scene={known.scene} names={calledSides} />
        {elo &&
          (both ? (
            PLAYERS.map((player, at) => (
              <LevelRow
                {...{ choice, change, elo, player }}
                name={`Level of ${calledSides[at] ?? (at ? "the second" : "the first")}`}
              />
            ))
          ) : (
            <LevelRow {...{ choice, change, elo }} player={null} name={`Level of ${engine}`} />
          ))}
        <TimeRow {...{ choice, change, engine }} />
        {/* An absent box keeps its place, so that no button moves under a pointer. */}
        <div class="row-fields ticks">
          <Tick name="here" on={here} change={(here) => change({ here })}>
            Begin from the position in view
          </Tick>
          <Tick
            name="engines"
            on={both}
            change={(on) => change(withPlayers(choice, on ? "engine" : "p1"))}
          >
            {engine} plays both sides
          </Tick>
          {options.has("PieRule") && (
            <Tick
              name="pie"
              on={choice.pie}
              change={(pie) => change({ pie })}
              kind={known.pie ? "" : "absent"}
            >
              The second player may swap sides after the first move (pie rule)
            </Tick>
          )}
        </div>
      </section>
      <div class="begin">
        <p class="small told">
          {readBack(
            choice,
            [game?.sheet.title, game && board].filter(Boolean).join(", "),
            calledSides,
            engine,
            elo,
            firstBegins,
          )}
        </p>
        {play.atStake && <p class="note">{play.consequenceWords}</p>}
        <button type="submit" class="primary" name="start">
          {game ? `Play ${game.sheet.title}` : "Start"}
        </button>
      </div>
    </form>
  );
}

/** Asks for the settings of a new game, and begins it. False if the dialog is just closed. */
export async function newGame(): Promise<boolean> {
  tasks.clearTrouble();
  await tasks.ready;
  if (!connection.connected) throw new Error("No connection to the engine: connect again first");
  const answer = await ask<Answer>("New game", (close) => <NewGame close={close} />, "lobby");
  if (!answer) return false;
  if (answer === "back") return true;
  panel.editing?.close();
  tasks.clearTrouble();
  // The button that opened the dialog may be far from the board.
  focusBoard();
  await session.newChosenGame(answer);
  return true;
}

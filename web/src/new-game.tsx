// The choice of a new game: the game, its board, the players, the level and the time.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button, Glyph } from "./button";
import { Miniature } from "./card-steps";
import { seenCards } from "./cards-seen";
import { ask } from "./dialogs";
import type { Option } from "./engine";
import { Choice, Field, Numeric, type Segment, Segments, Tick } from "./fields";
import { focusBoard } from "./focus";
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
import type { Settings } from "./game-doc";
import { PlayerDot } from "./icon";
import { ratings } from "./levels";
import { showAbout } from "./options";
import { PLAYERS, type Player, type Scene, capital, namesOf } from "./scene";
import { connection, panel, play, position, session, switchTheme, tasks, variants } from "./stores";
import type { Facts, Shown } from "./stores/variants";
import { InProgress, Waiting } from "./waiting";

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

/** The sides of a game whose players have no names. */
const SIDES = { p1: "the first", p2: "the second" };

/** What the rows of settings show and change. */
interface Form {
  choice: GameChoice;
  change(more: Partial<GameChoice>): void;
  /** The name of the engine. */
  engine: string;
  /** The start position of the game, and the names of its players. */
  scene: Scene | null;
  names: readonly string[];
  /** Whether the first side begins each game. */
  firstBegins: boolean;
}

/** The most boards in a row. */
const ROW = 6;

/** A variant; its name is that of its board, often with a note after it. */
interface BoardName {
  variant: string;
  name: string;
  board: string;
  note?: string;
}

/** The boards of a game: a row if they are few, otherwise a list. */
function Boards({ choice, boards, change }: Form & { boards: BoardName[] }) {
  const rest = {
    name: "variant",
    value: choice.variant,
    disabled: choice.here,
    change: (variant: string): void => change({ variant }),
  };
  if (boards.length > ROW)
    return (
      <Field label="Board">
        <Choice choices={boards.map(({ variant, name }) => [variant, name])} {...rest} />
      </Field>
    );
  const segments = boards.map(({ variant, board }): Segment => ({
    value: variant,
    text: board.replace(" \u00d7 ", "\u00a0\u00d7\u00a0"),
  }));
  const note = boards.find(({ variant }) => variant === choice.variant)?.note;
  return (
    <Segments label="Board" segments={segments} {...rest}>
      {note && <p class="small">{`${capital(note)}.`}</p>}
    </Segments>
  );
}

function PlayersRow({ choice, scene, names, firstBegins, change }: Form) {
  const players = playersOf(choice);
  const sides = PLAYERS.map((player, at): Segment => {
    const begins = at === 0 && names.length > 0 && firstBegins ? ", first" : "";
    const name = names[at] ?? (at ? "Second" : "First");
    const dot = scene && <PlayerDot scene={scene} player={player} />;
    return { value: player, text: [dot, name + begins] };
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
      value={players}
      change={(players) => change(withPlayers(choice, players as Players))}
    >
      {players === "engine" && <p class="small">The engine plays both sides.</p>}
    </Segments>
  );
}

interface LevelProps extends Form {
  elo: Option;
  /** The side whose level this is; null if the engine plays only one side. */
  player: Player | null;
}

function LevelRow({ choice, elo, player, names, engine, change }: LevelProps) {
  const side = player && (names[PLAYERS.indexOf(player)] ?? SIDES[player]);
  const rating = player ? choice.sides[player].elo : ratingOf(choice);
  const all = ratings(elo);
  const { levels = [] } = elo;
  const named = levels.length > 0;
  const segments = all.map((own, at): Segment => ({
    value: String(own),
    text: named ? at + 1 : own,
    word: levels[at]?.name,
  }));
  // A link may give a rating between the levels.
  if (rating !== null && !all.includes(rating))
    segments.push({ value: String(rating), text: rating, word: "by link" });
  segments.push({ value: "full", text: "Full", word: named ? "strength" : undefined });
  const set = (level: string): void =>
    change(withRating(choice, level === "full" ? null : Number(level), player));
  return (
    <Segments
      name={player ? `${player}-level` : "level"}
      label={`Level of ${side ?? engine}`}
      segments={segments}
      value={String(rating ?? "full")}
      disabled={playersOf(choice) === "people"}
      change={set}
    >
      <p class="small">{levelSentence(elo, rating)}</p>
    </Segments>
  );
}

/** The kinds of limits, and their fields: name, label, least, most, member of the limit, factor to
 *  its unit. */
const LIMITS = {
  move: { text: "Time for each move", fields: [["seconds", "Seconds", 0.01, 3600, "ms", 1000]] },
  clock: {
    text: "Clocks",
    fields: [
      ["minutes", "Minutes", 0.05, 600, "base", 60_000],
      ["increment", "Seconds for each move", 0, 600, "increment", 1000],
    ],
  },
  depth: { text: "Turns ahead", fields: [["depth", "Turns", 1, 100, "depth", 1]] },
} as const;

/** The fields of a limit that is set by hand. */
function LimitFields({ choice: { kind, limits }, change }: Form) {
  const now = limits[kind] as unknown as Record<string, number>;
  return (
    <div class="row-fields">
      <Field label="Limit">
        <Choice
          name="limit"
          choices={Object.entries(LIMITS).map(([kind, { text }]) => [kind, text])}
          value={kind}
          change={(kind) => change({ kind: kind as keyof typeof LIMITS })}
        />
      </Field>
      {LIMITS[kind].fields.map(([name, label, min, max, part, unit]) => (
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

function TimeRow(form: Form) {
  const { choice, engine, change } = form;
  const time = timeOf(choice);
  const free =
    playersOf(choice) === "people"
      ? "Take your time."
      : `Take your time; ${engine} takes a second for each move.`;
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
        <LimitFields {...form} />
      ) : (
        <p class="small">{time === "none" ? free : `${engine} keeps to the same clock.`}</p>
      )}
    </Segments>
  );
}

/** The facts of a variant before the engine has answered. */
const UNKNOWN: Facts = { names: [], pie: false, scene: null };

type Answer = Settings | "back";

function NewGame({ close }: { close(answer?: Answer): void }) {
  const { options } = connection.engine;
  const engine = connection.plainName;
  const elo = options.get("UGI_LimitStrength") && options.get("UGI_Elo");
  const { names } = variants;
  const box = useRef<HTMLFormElement>(null);
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

  const told = useRef<Promise<void> | null>(null);
  useLayoutEffect(() => {
    let current = true;
    const tell = async (): Promise<void> => {
      const { scene } = position;
      const facts = here
        ? { names: scene && namesOf(scene), pie: false, scene }
        : await variants.facts(variant);
      // Another variant may have been chosen before the answer.
      if (current) setKnown(facts);
    };
    told.current = tell();
    return () => (current = false);
  }, [variant, here]);
  useLayoutEffect(() => {
    const show = async (): Promise<void> => {
      const games = names.length ? await variants.games() : [];
      if (games.length > 1) setGames(games);
    };
    void Promise.allSettled([told.current, show()]).then(() =>
      box.current?.closest("dialog")?.setAttribute("data-ready", ""),
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
  const puzzled = variants.puzzlesFor(variant);
  const showPuzzles = (): void => {
    close();
    tasks.later("startPuzzles", puzzled!);
  };
  // In a game with such a sentence, either side may begin.
  const firstBegins = !game?.sheet.sentences.has("begins");
  const { scene } = known;
  const form = { choice, change, engine, scene, names: known.names ?? [], firstBegins };
  const both = playersOf(choice) === "engine";
  const boards = (game?.variants ?? names).map((variant): BoardName => {
    const name = gameOf(variant)?.sheet.variants.get(variant) ?? variant;
    const [board = "", note] = name.split(": ");
    return { variant, name, board, note };
  });
  const board = game && boards.find((own) => own.variant === variant)?.board;
  const title = [game?.sheet.title, board].filter(Boolean).join(", ");
  return (
    <form novalidate onSubmit={submit} ref={box}>
      <img class="mark" src="icon.svg" alt="" width="32" height="32" />
      <div class="tools">
        {puzzled && <Button act={showPuzzles}>Puzzles</Button>}
        <Button act={showMyGames}>My games</Button>
        <Button act={() => tasks.run(showAbout())}>About</Button>
        <Button icon="moon" class="tool" label="Dark or light" act={switchTheme} />
        <Button icon="close" class="tool" label="Close" act={() => close()} />
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
        {boards.length > 0 && <Boards {...form} boards={boards} />}
        <PlayersRow {...form} />
        {elo &&
          (both ? PLAYERS : [null]).map((player) => (
            <LevelRow key={player} {...form} elo={elo} player={player} />
          ))}
        <TimeRow {...form} />
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
        <p class="small told">{readBack(choice, title, form.names, engine, elo, firstBegins)}</p>
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
  panel.show("moves");
  tasks.clearTrouble();
  // The button that opened the dialog may be far from the board.
  focusBoard();
  await session.newChosenGame(answer);
  return true;
}

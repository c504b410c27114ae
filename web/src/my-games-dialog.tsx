// The dialog of this browser's games: results, opening, deleting, import and export.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { ask } from "./dialogs";
import { Terminated } from "./engine";
import type { Entry, StoredGame } from "./game-database";
import { readGames } from "./game-reader";
import { writePgn } from "./game-writer";
import { save } from "./image";
import {
  addGames,
  bringBack,
  deleteGame,
  findWaiting,
  levelOf,
  listGames,
  openKept,
  opponentWords,
  ownSide,
  readAll,
  titleOf,
} from "./kept-games";
import { textOfFile } from "./open-text";
import { counted } from "./scene";
import { myGames, play, tasks, variants } from "./stores";
import { Button } from "./button";

/** The number of games in the list at a time. */
const MOST_LISTED = 100;

/** The title of a game, and what the name of the variant adds, such as the size of the board. */
function gameWords({ variant }: Entry): string {
  const more = /-(.+)$/.exec(variant)?.[1];
  const title = titleOf(variant);
  return title === null ? variant : more ? `${title} ${more}` : title;
}

/** The result of a game, for the person if they played an engine. */
function resultWords(entry: Entry): string {
  const own = ownSide(entry);
  const { result } = entry;
  if (result === "none") return entry.waits ? "Unfinished" : "No result";
  if (result === "draw") return "Draw";
  if (own) return result === `${own}win` ? "Won" : "Lost";
  return result === "p1win" ? "First won" : "Second won";
}

const dayWords = (millis: number): string =>
  millis > 0 ? new Date(millis).toLocaleDateString(undefined, { dateStyle: "medium" }) : "";

/** The results against each level, by game. */
function Results({ games }: { games: Entry[] }) {
  const all = new Map<string, Map<number, { won: number; drawn: number; of: number }>>();
  for (const entry of games) {
    const [own, level] = [ownSide(entry), levelOf(entry)];
    const title = titleOf(entry.variant);
    if (!own || level === null || title === null || entry.result === "none") continue;
    const levels = all.get(title) ?? new Map<number, { won: number; drawn: number; of: number }>();
    all.set(title, levels);
    const sums = levels.get(level) ?? { won: 0, drawn: 0, of: 0 };
    levels.set(level, sums);
    sums.of += 1;
    if (entry.result === "draw") sums.drawn += 1;
    if (entry.result === `${own}win`) sums.won += 1;
  }
  if (!all.size) return null;
  return (
    <dl class="results" aria-label="Won, by level">
      {[...all].map(([title, levels]) => (
        <div>
          <dt>{title}</dt>
          {[...levels]
            .sort(([one], [other]) => one - other)
            .map(([level, { won, drawn, of }]) => (
              <dd>
                won <b>{`${won} of ${of}`}</b>
                {` at ${level < Infinity ? `level ${level}` : "full strength"}${drawn ? `, ${drawn} drawn` : ""}`}
              </dd>
            ))}
        </div>
      ))}
    </dl>
  );
}

interface RowProps {
  entry: Entry;
  open(): void;
  remove(): void;
}

function Row({ entry, open, remove }: RowProps) {
  const { result, moves, waits } = entry;
  const words = resultWords(entry);
  const inPlay = play.game?.id === entry.id && !play.game.over;
  const about = [
    opponentWords(entry),
    waits ? `waits at move ${entry.next}` : counted(moves, "move"),
    dayWords(entry.started),
  ].filter(Boolean);
  return (
    <li data-game={entry.id}>
      <Button class="kept" disabled={inPlay} act={open}>
        <b class={`outcome ${words === "Won" || words === "Lost" ? words.toLowerCase() : result}`}>
          {inPlay ? "Now" : words}
        </b>
        <span>
          <b>{gameWords(entry)}</b>
          <span class="small">{about.join(" \u00b7 ")}</span>
        </span>
      </Button>
      {!inPlay && (
        <Button
          icon="close"
          class="tool"
          aria-label={`Delete: ${gameWords(entry)}, ${words}, ${about.join(", ")}`}
          title="Delete"
          act={remove}
        />
      )}
    </li>
  );
}

/** The actions for all games. */
function All({ games, told, close }: { games: Entry[]; told(words: string): void; close(): void }) {
  const field = useRef<HTMLInputElement>(null);
  const take = async (file: File): Promise<void> => {
    try {
      const read = await readGames(await textOfFile(file), variants.current);
      if (!read) throw new Error("Files of games are read by zugi serve");
      const done = await addGames(read.games);
      if (!done) return told(myGames.problem);
      const there = done.there ? `; ${done.there} were here already` : "";
      told(`${counted(done.added, "game")} taken in${there}.`);
    } catch (error) {
      if (!(error instanceof Error) || error instanceof Terminated) throw error;
      told(`${file.name}: ${error.message}`);
    }
  };
  const give = async (): Promise<void> => {
    const { docs, odd } = await readAll(games);
    const name = `my-games-${new Date().toISOString().slice(0, 10)}.pgn`;
    const texts = docs.map((doc, at) => writePgn(doc, at + 1));
    save(new Blob(texts, { type: "application/x-chess-pgn" }), name);
    told(`${name}: ${counted(docs.length, "game")}${odd ? `; ${odd} cannot be read` : ""}.`);
  };
  return (
    <div class="buttons">
      <input
        type="file"
        hidden
        ref={field}
        accept=".pgn,.txt,.jsonl,.json,.trl,text/plain,application/json"
        aria-label="A file of games to take in"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) tasks.run(take(file));
          currentTarget.value = "";
        }}
      />
      <Button class="edge" act={() => field.current!.click()}>
        Import…
      </Button>
      <Button class="edge" disabled={!games.length} act={() => tasks.run(give())}>
        Export all
      </Button>
      <Button act={close}>Close</Button>
    </div>
  );
}

function MyGames({ close }: { close(): void }) {
  const [list, setList] = useState<{ games: Entry[]; odd: number } | null>(null);
  const [removed, setRemoved] = useState<StoredGame | null>(null);
  const [words, setWords] = useState("");
  const [most, setMost] = useState(MOST_LISTED);
  const box = useRef<HTMLDivElement>(null);
  const refresh = async (): Promise<void> => {
    const found = await listGames();
    setList(found ?? { games: [], odd: 0 });
    box.current?.closest("dialog")?.setAttribute("data-ready", "");
  };
  useLayoutEffect(() => tasks.run(refresh()), []);
  // The button that was pressed is gone.
  useLayoutEffect(() => {
    if (list) box.current?.querySelector<HTMLElement>(removed ? ".undo" : ".kept")?.focus();
  }, [removed, list !== null]);
  const told = (words: string): void => {
    setWords(words);
    tasks.run(refresh());
  };
  const change = async (task: Promise<unknown>, words: string): Promise<void> => {
    await task;
    tasks.run(findWaiting());
    told(myGames.problem || words);
  };
  const remove = async (entry: Entry): Promise<void> => {
    setRemoved(await deleteGame(entry));
  };
  const undo = async (game: StoredGame): Promise<void> => {
    if (await bringBack(game)) setRemoved(null);
  };
  const games = list?.games ?? [];
  return (
    <div class="my-games" ref={box}>
      <p class="note small">
        These games are kept in this browser, for this address: the page on the web and the one that
        a program on your computer serves have games of their own. A private window forgets them
        when it is closed.
      </p>
      {myGames.problem && <p class="wrong-text">{myGames.problem}</p>}
      {list && list.odd > 0 && (
        <p class="wrong-text">
          {list.odd === 1 ? "One game cannot" : `${list.odd} games cannot`} be read: damaged, or of
          another version of the page.
        </p>
      )}
      <Results games={games} />
      {list && !games.length && !myGames.problem && (
        <p class="small">No game yet. What you play is listed here, from its first move on.</p>
      )}
      <ul>
        {games.slice(0, most).map((entry) => (
          <Row
            key={entry.id}
            entry={entry}
            open={() => {
              close();
              tasks.run(openKept(entry));
            }}
            remove={() => tasks.run(change(remove(entry), "Game deleted."))}
          />
        ))}
      </ul>
      {games.length > most && (
        <Button class="edge" act={() => setMost(most + MOST_LISTED)}>
          {`Show more: ${games.length - most} are left`}
        </Button>
      )}
      <p class="small report" role="status">
        {words}{" "}
        {removed && (
          <Button
            class="edge undo"
            act={() => tasks.run(change(undo(removed), "The game is back."))}
          >
            Undo
          </Button>
        )}
      </p>
      <All games={games} told={told} close={close} />
    </div>
  );
}

export const showMyGames = (): Promise<unknown> =>
  ask("My games", (close) => <MyGames close={() => close()} />, "games-kept");

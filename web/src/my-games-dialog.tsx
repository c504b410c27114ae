// The dialog of this browser's games: results, opening, deleting, import and export.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "./button";
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
import { FileField } from "./page";
import { counted } from "./scene";
import { myGames, play, tasks, variants } from "./stores";

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
  const rated = games.flatMap((entry) => {
    const [level, title] = [levelOf(entry), titleOf(entry.variant)];
    return level === null || title === null || entry.result === "none"
      ? []
      : [{ title, level, words: resultWords(entry) }];
  });
  if (!rated.length) return null;
  const rows = (title: string) => {
    const own = rated.filter((game) => game.title === title);
    const levels = [...new Set(own.map(({ level }) => level))].sort((one, other) => one - other);
    return levels.map((level) => {
      const all = own.filter((game) => game.level === level).map(({ words }) => words);
      const [won, drawn] = ["Won", "Draw"].map(
        (words) => all.filter((one) => one === words).length,
      );
      const at = level < Infinity ? `level ${level}` : "full strength";
      return (
        <dd>
          won <b>{`${won} of ${all.length}`}</b>
          {` at ${at}${drawn ? `, ${drawn} drawn` : ""}`}
        </dd>
      );
    });
  };
  return (
    <dl class="results" aria-label="Won, by level">
      {[...new Set(rated.map(({ title }) => title))].map((title) => (
        <div>
          <dt>{title}</dt>
          {rows(title)}
        </div>
      ))}
    </dl>
  );
}

function Row({ entry, open, remove }: { entry: Entry; open(): void; remove(): void }) {
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
      <FileField
        id="games-file"
        label="A file of games to take in"
        take={(file) => tasks.run(take(file))}
      />
      <Button class="edge" act={() => document.getElementById("games-file")!.click()}>
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
  // The pressed button is gone, so another one gets the focus.
  useLayoutEffect(() => {
    if (list) box.current?.querySelector<HTMLElement>(removed ? ".undo" : ".kept")?.focus();
  }, [removed, list !== null]);
  const told = (words: string): void => {
    setWords(words);
    tasks.run(refresh());
  };
  const changed = (words: string): void => {
    tasks.run(findWaiting());
    told(myGames.problem || words);
  };
  const remove = async (entry: Entry): Promise<void> => {
    setRemoved(await deleteGame(entry));
    changed("Game deleted.");
  };
  const undo = async (game: StoredGame): Promise<void> => {
    if (await bringBack(game)) setRemoved(null);
    changed("The game is back.");
  };
  const games = list?.games ?? [];
  return (
    <div class="my-games" ref={box}>
      <p class="note small">
        These games are kept in this browser, for this address: another address of the page, or
        another browser, has games of its own. A private window forgets them when it is closed.
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
            remove={() => tasks.run(remove(entry))}
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
          <Button class="edge undo" act={() => tasks.run(undo(removed))}>
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

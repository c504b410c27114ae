// The list of recorded games, and the facts of the one in view.

import { named, resultSign } from "./recorded-result";
import { Button } from "./button";
import type { GameDoc } from "./game-doc";
import { gameFile, play, tasks } from "./stores";

/** The reason of the end of a game, if not the rules. */
const reasonOf = ({ ended }: GameDoc): string =>
  !ended || ended.reason === "rules" ? "" : ended.reason.replaceAll("-", " ");

export function RecordPanel() {
  const { games, asked, summary, facts } = gameFile;
  const at = games.indexOf(asked!);
  const open = (at: number): void => tasks.later("openNumber", at);
  return (
    <section
      id="record"
      aria-labelledby="record-title"
      hidden={!games.length || play.puzzle !== null}
    >
      <h2 id="record-title" class="unseen">
        Record
      </h2>
      <div class="line">
        <Button
          icon="prev"
          id="game-before"
          class="tool"
          aria-label="Game before"
          act={() => open(at - 1)}
        />
        <select
          id="games"
          aria-label="Games"
          value={at}
          onChange={({ currentTarget }) => open(Number(currentTarget.value))}
        >
          {games.map((game, at) => (
            <option value={at}>
              {`${game.number}. ${named(game, "p1")} \u2013 ${named(game, "p2")} ${resultSign(game) ?? "*"} ${reasonOf(game)}`}
            </option>
          ))}
        </select>
        <Button
          icon="next"
          id="game-after"
          class="tool"
          aria-label="Next game"
          act={() => open(at + 1)}
        />
      </div>
      <p id="record-count" class="small">
        {summary}
      </p>
      <p id="record-facts" class="small">
        {facts}
      </p>
    </section>
  );
}

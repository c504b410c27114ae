// The dialog about the page and the authors of the games.

import { Foot, ask } from "./dialogs";
import { connection, variants } from "./stores";
import type { Shown } from "./stores/variants";

/** Pages elsewhere with the rules, by the game's title. */
const ELSEWHERE: Record<string, [string, string]> = {
  Zola: ["The rules at Yucata", "https://www.yucata.de/en/Rules/Zola"],
};

function About({ games, close }: { games: Shown[]; close(): void }) {
  const inBrowser = document.documentElement.dataset.stopping !== undefined;
  return (
    <div class="about">
      <p>
        A place to play board games against an engine or another person at the same board, to look
        back through a game, and to solve puzzles. There is no account and nothing to buy.
      </p>
      {games.length > 0 && (
        <dl>
          {games.map(({ sheet: { title, author, year, summary } }) => (
            <div>
              <dt>
                {title}
                {author && `, by ${[author, year].filter(Boolean).join(", ")}`}
              </dt>
              <dd class="small">
                {summary}{" "}
                {ELSEWHERE[title] && (
                  <a href={ELSEWHERE[title][1]} target="_blank" rel="noreferrer">
                    {ELSEWHERE[title][0]}
                  </a>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p class="small">
        {inBrowser
          ? "The engine runs in this browser. The page works without a network once it is there."
          : "The engine runs on the server that this page comes from."}{" "}
        Under Rules are the cards of the game in view and all of its rules.
      </p>
      <p class="small">{connection.name}</p>
      <Foot cancel="Close" close={close} />
    </div>
  );
}

export async function showAbout(): Promise<void> {
  const games = variants.names.length ? await variants.games() : [];
  await ask("About", (close) => <About games={games} close={close} />);
}

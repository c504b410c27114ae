// The line that offers an unfinished game, where there is one.

import { myGames, play } from "./stores";

export function Waiting({ leave }: { leave?: () => void }) {
  const { waiting } = myGames;
  return waiting && waiting.id !== play.game?.id ? (
    <waiting.Line {...(leave && { leave })} />
  ) : null;
}

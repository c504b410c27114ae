// The line that offers an unfinished game.

import { PlayerDot } from "./icon";
import { myGames, play } from "./stores";
import type { Scene } from "./scene";
import { Button } from "./button";

interface LineProps {
  title: string;
  /** The number of its next move. */
  next: number;
  /** Its position, if it is in view. */
  scene?: Scene | undefined;
  isOwnTurn?: boolean;
  back(): void;
}

export const WaitingLine = ({ title, next, scene, isOwnTurn, back }: LineProps) => (
  <p class="waiting">
    {scene && <PlayerDot scene={scene} player={scene.turn} />}
    <span>
      Your game of {title} waits at move {next}
      {isOwnTurn && ", and it is your turn"}.
    </span>
    <Button class="edge" act={back}>
      Back to the game
    </Button>
  </p>
);

/** The waiting game of another tab or visit; `leave` closes the dialog around the line. */
export function Waiting({ leave }: { leave?: () => void }) {
  const { waiting } = myGames;
  if (!waiting || waiting.id === play.game?.id) return null;
  const back = (): void => {
    leave?.();
    waiting.open();
  };
  return <WaitingLine {...waiting} back={back} />;
}

// The lines that offer an unfinished game, in a message and in the choice of a new game.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button, Close } from "./button";
import { PlayerDot } from "./icon";
import type { Scene } from "./scene";
import { connection, myGames, play, position } from "./stores";
import type { Game } from "./stores/game";
import { moveNumber } from "./tree";

interface LineProps {
  title: string;
  /** The number of its next move. */
  next: number;
  /** Its position, if it is in view. */
  scene?: Scene;
  isOwnTurn?: boolean;
  back(): void;
}

const Line = ({ title, next, scene, isOwnTurn, back }: LineProps) => (
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

/** The game in progress, and the way back to it. */
export function InProgress({ game, back }: { game: Game; back(): void }) {
  const { live, settings, person } = game;
  const scene = live.view?.scene;
  const title = connection.engine.sheets.get(scene?.variant ?? "")?.title ?? settings.variant;
  const next = moveNumber({ ...live, ply: live.ply + 1 });
  return <Line {...{ title, next, scene, back }} isOwnTurn={person === scene?.turn} />;
}

/** The waiting game of another tab or visit; `leave` closes the dialog around the line. */
export function Waiting({ leave }: { leave?: () => void }) {
  const { waiting } = myGames;
  if (!waiting || waiting.id === play.game?.id) return null;
  const back = (): void => {
    leave?.();
    waiting.open();
  };
  return <Line {...waiting} back={back} />;
}

/** The unfinished game that waits, visible also on a telephone, until a move is made or a puzzle
 *  begins. After that it is not offered again: it would be spoken with each puzzle. */
export function Offer() {
  const { waiting } = myGames;
  const { tree } = position;
  const [declined, decline] = useState("");
  const shown = useRef("");
  tree.read();
  const isFree = !play.suspended && !play.exercise && !tree.root.children.length;
  const isOffered = waiting !== null && waiting.id !== play.game?.id && waiting.id !== declined;
  useLayoutEffect(() => {
    if (isFree && isOffered) shown.current = waiting.id;
    else if (!isFree && shown.current) decline(shown.current);
  });
  return isFree && isOffered ? (
    <div id="offer" class="notice">
      <Waiting />
      <Close act={() => decline(waiting.id)} />
    </div>
  ) : null;
}

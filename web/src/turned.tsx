// The turning point of a game, on the card at its end.

import type { ComponentChildren } from "preact";
import { Button } from "./button";
import { Learn } from "./curve";
import { playedWords } from "./moves";
import { type Player, type Scene, capital, nameOf, other } from "./scene";
import { analysis, position, tasks } from "./stores";
import type { Game } from "./stores/game";
import { moveNumber } from "./tree";
import { loserOf, turningPoint } from "./turning-point";

/** The turning point, or the progress of the review, or a button that starts it. */
function Turning({ game, scene, winner }: { game: Game; scene: Scene; winner: Player }) {
  const { live } = game;
  const { person } = game;
  const loser = other(winner);
  const box = (children: ComponentChildren, button = "", act = (): void => undefined) => (
    <div class="turned">
      {children}
      {button && (
        <Button class="edge" act={act}>
          {button}
        </Button>
      )}
    </div>
  );
  if (analysis.left)
    return box(
      <label class="small">
        <b>Looking for the turning point…</b>
        <progress max={analysis.total} value={analysis.total - analysis.left} />
      </label>,
      "Stop",
      () => analysis.stopReview(live),
    );
  if (!analysis.isWhole(live))
    return box(
      <span class="small">Nobody has looked for the turning point yet.</span>,
      "Look for it",
      () => tasks.later("review", live),
    );
  const point = loserOf(live) === loser ? turningPoint(live) : null;
  if (!point) return null;
  const who = loser === person ? "you" : nameOf(scene, loser);
  const were = who === "you" || who.endsWith("s") ? "were" : "was";
  const Who = capital(who);
  const rival = winner === person ? "you" : nameOf(scene, winner);
  if (point.is === "start")
    return box(
      <span class="small">
        <b>It never turned</b>
        {` From the start ${rival} could win against every defence, and never gave that away.`}
      </span>,
    );
  const { node } = point;
  const move = moveNumber(node);
  const words = playedWords(node.parent?.view?.scene, node, position.sheet);
  const sure = point.is === "move";
  return box(
    <span class="small">
      <b>
        {sure
          ? `It turned at move ${move}`
          : `${winner === person ? "Won" : "Lost"} from move ${move} on`}
      </b>
      {sure
        ? ` ${Who} ${words}. Before it ${who} ${were} ${point.wasWon ? "winning" : "better"}; after it ${rival} could always win.`
        : ` After it ${rival} could always win. It is not known whether the game had turned before.`}
    </span>,
    // After the last move there is no line to see.
    sure || node !== live ? "See it" : "",
    () => tasks.later(sure ? "showMistake" : "showWin", node),
  );
}

interface TurnedProps {
  game: Game;
  scene: Scene;
  winner: Player | undefined;
}

export function Turned({ game, scene, winner }: TurnedProps) {
  position.tree.readScores();
  return (
    <>
      {winner && <Turning {...{ game, scene, winner }} />}
      <Learn />
    </>
  );
}

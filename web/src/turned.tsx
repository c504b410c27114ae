// Where a game turned, on the card at its end.

import { Button } from "./button";
import { Learn } from "./curve";
import { playedWords } from "./moves";
import { type Player, type Scene, nameOf, other } from "./scene";
import { analysis, position, tasks } from "./stores";
import type { Game } from "./stores/game";
import { moveNumber } from "./tree";
import { loserOf, turningPoint } from "./turning-point";

/** Where the game turned, once that is known, and how far the search for it is. */
function Turning({ game, scene, winner }: { game: Game; scene: Scene; winner: Player }) {
  const { live } = game;
  const { person } = game;
  const loser = other(winner);
  if (analysis.left)
    return (
      <div class="turned">
        <label class="small">
          <b>Looking for the turning point…</b>
          <progress max={analysis.total} value={analysis.total - analysis.left} />
        </label>
        <Button class="edge" act={() => analysis.stopReview(live)}>
          Stop
        </Button>
      </div>
    );
  if (!analysis.isWhole(live))
    return (
      <div class="turned">
        <span class="small">Nobody has looked for the turning point yet.</span>
        <Button class="edge" act={() => tasks.later("review", live)}>
          Look for it
        </Button>
      </div>
    );
  const point = loserOf(live) === loser ? turningPoint(live) : null;
  if (!point) return null;
  const who = loser === person ? "you" : nameOf(scene, loser);
  const were = who === "you" || who.endsWith("s") ? "were" : "was";
  const Who = who.charAt(0).toUpperCase() + who.slice(1);
  const rival = winner === person ? "you" : nameOf(scene, winner);
  if (point.is === "start")
    return (
      <div class="turned">
        <span class="small">
          <b>It never turned</b>
          {` From the start ${rival} could win against every defence, and never gave that away.`}
        </span>
      </div>
    );
  const { node } = point;
  const move = moveNumber(node);
  const words = playedWords(node.parent?.view?.scene, node, position.sheet);
  const sure = point.is === "move";
  return (
    <div class="turned">
      <span class="small">
        <b>
          {sure
            ? `It turned at move ${move}`
            : `${winner === person ? "Won" : "Lost"} from move ${move} on`}
        </b>
        {sure
          ? ` ${Who} ${words}. Before it ${who} ${were} ${point.wasWon ? "winning" : "better"}; after it ${rival} could always win.`
          : ` After it ${rival} could always win. It is not known whether the game had turned before.`}
      </span>
      <Button
        class="edge"
        act={() => (sure ? tasks.later("showMistake", node) : position.goTo(node))}
      >
        See it
      </Button>
    </div>
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

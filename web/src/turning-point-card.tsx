// The turning point of a game, on the card at its end.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "./button";
import { Learn } from "./curve";
import { say } from "./dom";
import { steepest } from "./marks";
import { scoresAround } from "./mistakes";
import { playedWords } from "./moves";
import { type Player, type Scene, capital, nameOf, other } from "./scene";
import { analysis, position, tasks } from "./stores";
import type { Game } from "./stores/game";
import { moveNumber, path } from "./tree";
import { lastChoice, loserOf, turningPoint } from "./turning-point";

/** The turning point in words, and in `see` the action that shows it; `see` is null if there is
 *  nothing to show. */
function found(game: Game, scene: Scene, winner: Player) {
  const { live, person } = game;
  const loser = other(winner);
  const point = loserOf(live) === loser ? turningPoint(live) : null;
  const who = loser === person ? "you" : nameOf(scene, loser);
  const were = who === "you" || who.endsWith("s") ? "were" : "was";
  const Who = capital(who);
  const rival = winner === person ? "you" : nameOf(scene, winner);
  if (!point) {
    const node = steepest(path(live).filter(({ mover }) => mover === loser));
    const words = node && playedWords(node.parent?.view?.scene, node, position.sheet);
    return {
      bold: "Where it turned is not sure",
      soft: node
        ? `The chances fell most at move ${moveNumber(node)}${scoresAround(node, scene)}: ${who} ${words}.`
        : "Neither a proof nor the scores show it.",
      see: node && (() => tasks.later("showMistake", node)),
    };
  }
  if (point.is === "start")
    return {
      bold: "It never turned",
      soft: `From the start ${rival} could win against every defence, and never gave that away.`,
      see: null,
    };
  const { node } = point;
  const move = moveNumber(node);
  const words = playedWords(node.parent?.view?.scene, node, position.sheet);
  if (point.is === "move")
    return {
      bold: `It turned at move ${move}`,
      soft: `${Who} ${words}. Before it ${who} ${were} ${point.wasWon ? "winning" : "better"}; after it ${rival} could always win.`,
      see: () => tasks.later("showMistake", node),
    };
  const choice = lastChoice(node, loser);
  return {
    bold: `${winner === person ? "Won" : "Lost"} from move ${move} on`,
    soft: `After it ${rival} could always win. It is not known whether the game had turned before.`,
    see: choice
      ? () => tasks.later("showMistake", choice, true)
      : // After the last move there is no line to see.
        node === live
        ? null
        : () => tasks.later("showWin", node),
  };
}

/** The turning point, or the progress of the review, or a button that starts it. */
function Turning({ game, scene, winner }: { game: Game; scene: Scene; winner: Player }) {
  const { live } = game;
  const { left } = analysis;
  const waited = useRef(false);
  const point = left || !analysis.isWhole(live) ? null : found(game, scene, winner);
  // Announced, because a person who waited for the turning point may not see it.
  useLayoutEffect(() => {
    if (waited.current && point) say(`${point.bold}: ${point.soft}`);
    waited.current = left > 0;
  }, [left > 0]);
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
  if (left)
    return box(
      <label class="small">
        <b>Looking for the turning point…</b>
        <progress max={analysis.total} value={analysis.total - left} />
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
  if (!point) return null;
  const { bold, soft, see } = point;
  return box(
    <span class="small">
      <b>{bold}</b>
      {` ${soft}`}
    </span>,
    see ? "See it" : "",
    see ?? undefined,
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

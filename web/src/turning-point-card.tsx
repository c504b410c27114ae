// The turning point of a game, on the card at its end.

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
import { type Node, moveNumber, path } from "./tree";
import { isBehind, lastChoice, loserOf, turningPoint } from "./turning-point";

interface TurningProps {
  game: Game;
  scene: Scene;
  winner: Player;
}

/** The turning point in words, and in `see` the action that shows it; `see` is null if there is
 *  nothing to show. */
function found({ game: { live, person }, scene, winner }: TurningProps) {
  const loser = other(winner);
  const point = loserOf(live) === loser ? turningPoint(live) : null;
  const who = loser === person ? "you" : nameOf(scene, loser);
  const were = who === "you" || who.endsWith("s") ? "were" : "was";
  const rival = winner === person ? "you" : nameOf(scene, winner);
  const played = (node: Node): string =>
    `${who} ${playedWords(node.parent?.view?.scene, node, position.sheet)}.`;
  if (!point) {
    const node = steepest(path(live).filter(({ mover }) => mover === loser));
    return {
      bold: "Where it turned is not sure",
      soft: node
        ? `The chances fell most at move ${moveNumber(node)}${scoresAround(node, scene)}: ${played(node)}`
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
  if (point.is === "move")
    return {
      bold: `It turned at move ${move}`,
      soft: `${capital(played(node))} Before it ${who} ${were} ${point.wasWon ? "winning" : "better"}; after it ${rival} could always win.`,
      see: () => tasks.later("showMistake", node),
    };
  const choice = lastChoice(node, loser);
  const show = (): void =>
    choice ? tasks.later("showMistake", choice, true) : tasks.later("showWin", node);
  return {
    bold: `${winner === person ? "Won" : "Lost"} by move ${move} or earlier`,
    soft: [
      `After it ${rival} could always win.`,
      isBehind(node.parent!, loser) && `By the scores ${rival} stood better before.`,
    ]
      .filter(Boolean)
      .join(" "),
    // After the last move there is no line to see.
    see: choice || node !== live ? show : null,
  };
}

/** The turning point, or the progress of the review, or a button that starts it. */
function Turning(props: TurningProps) {
  const { live } = props.game;
  const { left, total } = analysis;
  const waited = useRef(false);
  const point = left || !analysis.isWhole(live) ? null : found(props);
  // Announced, because a person who waited for the turning point may not see it.
  useLayoutEffect(() => {
    if (waited.current && point) say(`${point.bold}: ${point.soft}`);
    waited.current = left > 0;
  }, [left > 0]);
  if (left)
    return (
      <div class="turning">
        <label class="small">
          <b>Looking for the turning point…</b>
          <progress max={total} value={total - left} />
        </label>
        <Button class="edge" act={() => analysis.stopReview(live)}>
          Stop
        </Button>
      </div>
    );
  const look = (): void => tasks.later("review", live);
  const see = point ? point.see : look;
  return (
    <div class="turning">
      <span class="small">
        {point && <b>{point.bold}</b>}
        {point ? ` ${point.soft}` : "The turning point is not known yet."}
      </span>
      {see && (
        <Button class="edge" act={see}>
          {point ? "See it" : "Look for it"}
        </Button>
      )}
    </div>
  );
}

export function Turned({ winner, ...game }: Omit<TurningProps, "winner"> & { winner?: Player }) {
  position.tree.readScores();
  return (
    <>
      {winner && <Turning {...game} winner={winner} />}
      <Learn />
    </>
  );
}

// The card on the board at the end of a game: winner, reason, turning point and next actions.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "./button";
import { calm, say } from "./dom";
import { keepLevel, ratings } from "./levels";
import { piece } from "./piece-pictures";
import { PLAYERS, type Player, type Scene, capital, nameOf, other, sumsOf, whoWins } from "./scene";
import { status } from "./status";
import { connection, play, position, session, tasks } from "./stores";
import type { Game } from "./stores/game";
import { type Node, moveNumber, moveOf, path } from "./tree";

/** How long the winner's pieces show before the card. */
const CHEER_MS = 600;

/** The table of points by category. */
function Points({ scene, sums }: { scene: Scene; sums: number[] }) {
  return (
    <table>
      <tr>
        <td />
        {PLAYERS.map((player) => (
          <th>{nameOf(scene, player)}</th>
        ))}
      </tr>
      {[...scene.tally, { name: "points", points: sums }].map(({ name, points }) => (
        <tr>
          <th>{capital(name)}</th>
          {points.map((n) => (
            <td>{n}</td>
          ))}
        </tr>
      ))}
    </table>
  );
}

/** The pieces of the other player that a move has captured. */
function capturedBy(node: Node, player: Player): string[] {
  const { kinds, pieces } = node.parent!.view!.scene;
  const victims = moveOf(node)?.victims ?? [];
  return victims.filter((square) => kinds.get(pieces.get(square) ?? "")?.player === other(player));
}

/** The numbers of moves and of captures. */
function Figures({ node, scene, player }: { node: Node; scene: Scene; player: Player }) {
  const moves = moveNumber(node);
  const own = path(node).filter(({ mover }) => mover === player);
  return (
    <dl class="figures">
      <div>
        <dt>{moves === 1 ? "move" : "moves"}</dt>
        <dd>{moves}</dd>
      </div>
      {/* After a reload the positions before the last one are unknown. */}
      {own.every(({ parent }) => parent!.view) && (
        <div>
          <dt>captured by {nameOf(scene, player)}</dt>
          <dd>{own.flatMap((made) => capturedBy(made, player)).length}</dd>
        </div>
      )}
    </dl>
  );
}

/** The picture of the winner between two twigs of laurel. */
const Crest = ({ scene, letter }: { scene: Scene; letter: string }) => (
  <svg class="crest" viewBox="-60 -60 120 112" aria-hidden="true">
    <path d="M-44 -20C-56 12 -38 40 -12 48M44 -20C56 12 38 40 12 48M-49 0l-9-7M-47 16l-11-2M-39 31l-11 3M-27 42l-8 7M49 0l9-7M47 16l11-2M39 31l11 3M27 42l8 7" />
    <circle r={47} />
    <g transform="scale(8.8)" ref={(box) => box?.replaceChildren(piece(scene, letter))} />
  </svg>
);

/** The button for the next level up after a win, or down after a loss. */
function OtherLevel({ game, person, won }: { game: Game; person: Player; won: boolean }) {
  const { settings } = game;
  const rival = other(person);
  const side = settings.sides[rival];
  const option = connection.elo;
  const all = ratings(option);
  const level = side.is === "engine" && side.elo !== null ? all.indexOf(side.elo) + 1 : 0;
  const next = level + (won ? 1 : -1);
  const elo = all[next - 1];
  if (!level || elo === undefined) return null;
  const play = (): void => {
    keepLevel(option, elo);
    const sides = { ...settings.sides, [rival]: { is: "engine", elo } };
    tasks.run(session.newGame({ ...settings, sides }));
  };
  return (
    <Button class="quiet" act={play}>
      Try level {next}
    </Button>
  );
}

interface CardProps {
  game: Game;
  scene: Scene;
  winner: Player | undefined;
}

/** The title: the winner and the points. */
function titleOf({ game, scene, winner }: CardProps): string {
  if (!winner) return "Draw";
  const sums = game.ended ? null : sumsOf(scene);
  const score = sums ? `, ${Math.max(...sums)} to ${Math.min(...sums)}` : "";
  return winner === game.person
    ? `You win${score || "!"}`
    : `${whoWins(nameOf(scene, winner))}${score}`;
}

function reasonOf(game: Game): string {
  const why = position.node.view?.ended;
  return game.ended?.text ?? (why ? `${capital(why)}.` : status(game, position));
}

function Card({ close, ...props }: CardProps & { close(): void }) {
  const { game, scene, winner } = props;
  const { person } = game;
  const sums = sumsOf(scene);
  const letter = [...scene.kinds.values()].find((kind) => kind.player === winner)?.letter;
  const next = person ? ` as ${nameOf(scene, other(person))}` : "";
  return (
    <div class="card" role="group" aria-label="The end" tabIndex={-1}>
      {letter !== undefined && <Crest scene={scene} letter={letter} />}
      <Button
        icon="close"
        class="tool"
        aria-label="Close, look at the board"
        data-shortcut="Escape"
        act={close}
      />
      <h2>{titleOf(props)}</h2>
      <p class="small">{reasonOf(game)}</p>
      {sums ? (
        <Points scene={scene} sums={sums} />
      ) : (
        <Figures node={position.node} scene={scene} player={person ?? winner ?? "p1"} />
      )}
      {tasks.part && <tasks.part.Turned {...props} />}
      <div class="buttons">
        <Button icon="again" class="primary" act={() => tasks.run(session.rematch(game))}>
          <span>Rematch{next}</span>
        </Button>
        <Button icon="eye" class="edge" act={() => play.analyse(true)}>
          <span>Analyse</span>
        </Button>
        <Button icon="new" class="edge" act={() => tasks.later("newGame")}>
          <span>New game</span>
        </Button>
        {person && winner && <OtherLevel game={game} person={person} won={winner === person} />}
      </div>
    </div>
  );
}

export function EndCard({ cheer }: { cheer: (player: Player) => void }) {
  const { game } = play;
  const { node, scene } = position;
  const box = useRef<HTMLDivElement>(null);
  const [closed, close] = useState<Game | null>(null);
  const [seen, see] = useState<Game | null>(null);
  const over = game?.over === true && node === game.live && scene !== null;
  const result = game?.ended?.result ?? node.view?.result;
  const winner = PLAYERS.find((player) => result === `${player}win`);
  position.tree.read();
  position.tree.readViews();
  useLayoutEffect(() => {
    if (!over || seen === game) return;
    if (winner) cheer(winner);
    if (!winner || calm()) see(game);
    else setTimeout(() => see(game), CHEER_MS);
  }, [over && game]);
  const shown = over && seen === game && closed !== game ? { game, scene, winner } : null;
  useLayoutEffect(() => {
    if (!shown) return;
    // The card may cover the square that has the keyboard focus.
    const covers = document.activeElement?.matches("#board :focus-visible");
    if (covers) box.current!.querySelector<HTMLElement>(".card")!.focus();
    const title = titleOf(shown).replace(/\w$/, "$&.");
    const next = covers
      ? "Tab leads to what can be done next."
      : "What can be done next stands after the board.";
    say(`${title} ${reasonOf(game!)} ${next}`);
    // The card closes when a square gets the keyboard focus, because it may cover the square.
    const board = document.getElementById("board")!;
    const onFocusIn = ({ target }: FocusEvent): void => {
      if ((target as Element).matches(":focus-visible")) close(game);
    };
    board.addEventListener("focusin", onFocusIn);
    return () => board.removeEventListener("focusin", onFocusIn);
  }, [shown !== null]);
  return (
    <div id="end" hidden={!shown} ref={box}>
      {shown && <Card {...shown} close={() => close(game)} />}
    </div>
  );
}

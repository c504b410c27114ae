// The trays of the players: clock, points, pieces on the board, and the things of the seats.

import { Keeping } from "./actions";
import { clockText } from "./clock";
import { dragFromTray } from "./drag-from-tray";
import { Icon, PlayerDot } from "./icon";
import { levelWords } from "./levels";
import { HandRow, NOT_TOUCHABLE, type Offers, SeatRows } from "./places";
import { PLAYERS, type Player, type Scene, nameOf, ofWhom, sumsOf } from "./scene";
import { recordedEnd } from "./status";
import { connection, panel, play, position, touches } from "./stores";
import type { Game } from "./stores/game";
import type { Tree } from "./tree";

interface SideProps {
  scene: Scene;
  player: Player;
}

/** The name of the player of a side. */
function Who({ player }: { player: Player }) {
  if (position.record) return position.record.names[player];
  const { own } = play;
  const side = own?.settings.sides[player];
  if (!side) return null;
  if (side.is === "person") return own.person ? "You" : "Person";
  const { plainName, elo } = connection;
  // On a telephone there is room for the level only.
  if (side.elo === null) return plainName;
  return (
    <>
      <span class="wide">{`${plainName} \u00b7 `}</span>
      {levelWords(elo, side.elo)}
    </>
  );
}

/** The most pixels that stay empty: one row of things. */
const ONE_ROW = 30;

/** The largest height so far of the tray above the board, in a game, for a player and a width. */
let highest: { tree: Tree; key: string; height: number } | null = null;

/** Keeps the height of that tray, so that the board does not move under a finger when a hand gets
 *  another row. At most one row stays empty. */
export function keepHeight(): void {
  const { tree } = position;
  const box = document.getElementById("far")!;
  box.style.minHeight = "";
  const key = `${box.dataset.player} ${box.clientWidth} ${document.body.className}`;
  const now = box.offsetHeight;
  const most = highest?.tree === tree && highest.key === key ? highest.height : 0;
  const height = Math.max(now, Math.min(most, now + ONE_ROW));
  if (height > now) box.style.minHeight = `${height}px`;
  highest = { tree, key, height };
}

/** The most pieces that are drawn one by one. */
const MOST_SHOWN = 20;

const lettersOf = (scene: Scene, player: Player): string[] =>
  [...scene.pieces.values()].filter((letter) => scene.kinds.get(letter)?.player === player);

/** The pieces of a player on the board, and the lost ones, pale. */
function Army({ scene, player }: SideProps) {
  if (scene.seats.length || scene.hands.some((hand) => hand.size)) return null;
  const order = [...scene.kinds.keys()].reverse();
  const left = lettersOf(scene, player).sort(
    (one, other) => order.indexOf(one) - order.indexOf(other),
  );
  const start = position.tree.root.view?.scene;
  const before = start?.variant === scene.variant ? lettersOf(start, player).length : 0;
  const plain = [...scene.kinds.values()].find((kind) => kind.player === player)?.letter;
  if (!left.length && !before) return null;
  const areAllShown = Math.max(left.length, before) <= MOST_SHOWN;
  const shown = areAllShown ? left : left.slice(0, 1);
  const lost = areAllShown && plain ? Math.max(0, before - left.length) : 0;
  return (
    <div class="army" role="img" aria-label={`${left.length} on the board`}>
      {shown.map((letter) => (
        <Icon scene={scene} letter={letter} />
      ))}
      {Array.from({ length: lost }, () => (
        <Icon scene={scene} letter={plain!} kind="gone" />
      ))}
      <span class="small">{left.length}</span>
    </div>
  );
}

/** The points of a player by category. */
function Points({ scene, player }: SideProps) {
  const at = PLAYERS.indexOf(player);
  const sum = sumsOf(scene)?.[at];
  if (sum === undefined) return null;
  const parts = scene.tally.map(({ name, points }) => `${points[at]} ${name}`).join(" + ");
  return (
    <span class="points">
      <b>{sum}</b>
      <span class={parts ? "small" : "small unseen"}>
        {parts || (sum === 1 ? " point" : " points")}
      </span>
    </span>
  );
}

function Clock({ game, scene, player }: SideProps & { game: Game }) {
  void game.ticks;
  const left = game.clocks?.of(player);
  if (left === undefined) return null;
  return (
    <span
      class={`clock${left < 20_000 ? " low" : ""}`}
      data-clock={player}
      role="timer"
      aria-label={`${ofWhom(nameOf(scene, player))} clock`}
    >
      {clockText(left)}
    </span>
  );
}

/** The tray of a player, with the rows of the player's seats. */
export function Side({ id, player }: { id: string; player: Player }) {
  const { scene, sheet, node } = position;
  const { input } = touches;
  const { game } = play;
  const { editing } = panel;
  if (!scene) return <div id={id} class="side" />;
  if (editing) return <editing.Side id={id} player={player} />;
  const ended = node.view?.over || (game ? game.ended : recordedEnd(position)) !== null;
  const turn = scene.turn === player && !ended;
  const offers: Offers = (touch) => {
    if (!play.free || !(input?.targets().has(touch) || input?.begins(touch))) return null;
    return {
      pressed: input.picked === touch,
      click: () => play.touch(touch),
      press: (event) => dragFromTray(event, touch),
    };
  };
  const live = game?.live === node ? game : null;
  const pill = live?.thinking ? "thinking" : live?.person === player ? "your turn" : "to move";
  return (
    <Keeping id={id} class={turn ? "side turn" : "side"} data-player={player}>
      <div class="title">
        <PlayerDot scene={scene} player={player} />
        <div class="names">
          <span>
            <strong>{nameOf(scene, player)}</strong>
            {turn && <span class="to-move">{pill}</span>}
          </span>
          <span class="who">
            <Who player={player} />
          </span>
        </div>
        <HandRow scene={scene} player={player} offers={turn ? offers : NOT_TOUCHABLE} />
        <Points scene={scene} player={player} />
        {game && <Clock {...{ game, scene, player }} />}
      </div>
      <Army scene={scene} player={player} />
      <SeatRows {...{ scene, player, turn, offers, sheet }} />
    </Keeping>
  );
}

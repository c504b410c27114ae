// The board of the report of a match, `zugiBoard` in the scripts of the report. The files of games
// are described in `crates/arbiter/src/report/replay.rs`.

import { type ComponentChildren, render } from "preact";
import { HandRow, NOT_TOUCHABLE, SeatRows } from "./places";
import { type Player, type Scene, counted, sceneOf, squareName } from "./scene";

export { Drawing } from "./board-drawing";
export { dotOf } from "./piece-pictures";
export { standingWords as inWords } from "./spoken-position";

type Json = Record<string, unknown>;

/** Changed squares with numbers of kinds, the squares of the move, the hands if they change. */
type Frame = [changes: number[], last: number[], hands?: [number[], number[]]];

interface Replay {
  variant: string;
  look: { players: string[]; board: { files: number }; kinds: { letter: string }[] };
  moves: [seat: number, ...rest: unknown[]][];
  frames: Frame[];
  /** The rest of the view: first all of it, then its changes. */
  around?: Json[];
}

const isNested = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** A value after a change, member by member; a member that became `null` is removed. */
function changed(value: unknown, change: unknown): unknown {
  if (!isNested(value) || !isNested(change) || Array.isArray(change)) return change;
  const made = (Array.isArray(value) ? [...value] : { ...value }) as Json;
  for (const [name, part] of Object.entries(change)) {
    if (part === null) delete made[name];
    else made[name] = changed(made[name], part);
  }
  // The members are sorted, because pieces are listed in the order of their letters.
  return Array.isArray(made) ? made : Object.fromEntries(Object.entries(made).sort());
}

const pairs = (numbers: number[]): [number, number][] =>
  numbers.flatMap((one, at) => (at % 2 ? [] : [[one, numbers[at + 1] ?? 0]]));

/** The view of a game at a ply. */
export function sceneAt({ variant, look, moves, frames, around }: Replay, ply: number): Scene {
  const letter = (kind: number): string => look.kinds[kind - 1]?.letter ?? "?";
  const name = (square: number): string => squareName(look.board.files, square);
  const pieces: Record<string, string> = {};
  let hands: [number[], number[]] = [[], []];
  for (const [changes, , held] of frames.slice(0, ply + 1)) {
    for (const [square, kind] of pairs(changes)) {
      if (kind) pieces[name(square)] = letter(kind);
      else delete pieces[name(square)];
    }
    hands = held ?? hands;
  }
  const beside = around
    ?.slice(0, ply + 1)
    .reduce<unknown>((seen, change) => changed(seen, change), {});
  const seats =
    isNested(beside) && Array.isArray(beside.seats)
      ? beside.seats.map((seat: Json) => ({ ...seat, player: seat.player ?? null }))
      : undefined;
  const mover = moves[Math.min(ply, moves.length - 1)]?.[0] ?? 0;
  return sceneOf({
    variant,
    ...look,
    pieces,
    hands: hands.map((hand) =>
      Object.fromEntries(pairs(hand).map(([kind, n]) => [letter(kind), n])),
    ),
    ...(isNested(beside) ? beside : {}),
    seats,
    turn: mover === 1 ? "p2" : "p1",
    last: (frames[ply]?.[1] ?? []).map(name),
    moves: [],
  });
}

function elementsOf(view: ComponentChildren): HTMLElement[] {
  const box = document.createElement("div");
  render(view, box);
  return [...box.children] as HTMLElement[];
}

/** The things of a player beside the board: in the player's line, with the points in games with
 *  points, and in the rows of seats. */
export function besideOf(scene: Scene, player: Player, turn: boolean) {
  const points = scene.scores?.[player === "p1" ? 0 : 1];
  return {
    line: elementsOf([
      <HandRow scene={scene} player={player} offers={NOT_TOUCHABLE} />,
      points !== undefined && <span class="points">{counted(points, "point")}</span>,
    ]),
    rows: elementsOf(<SeatRows {...{ scene, player, turn, offers: NOT_TOUCHABLE }} />),
  };
}

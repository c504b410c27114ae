// The page: its head, the board, and the panel beside it.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type BoardState, Board } from "./board";
import { Button, Close } from "./button";
import { Details } from "./dialogs";
import { EndCard } from "./end-card";
import { ScoreBar, type ShownLines, arrowsOf, useLines } from "./engine-panel";
import { flightsOf, flip } from "./flight";
import { Header, Thumb } from "./header";
import { Icon } from "./icon";
import { gainsOf, offersOf, pathsOf } from "./jumps";
import { arrowsIn, commentOf, wordsOf } from "./own-arrows";
import { Panel } from "./panel";
import { Prompt, takes } from "./prompt";
import { PLAYERS } from "./scene";
import { Side, keepHeight } from "./seats";
import { kindLine } from "./sheet";
import { analysis, chosen, connection, panel, play, position, tasks, touches } from "./stores";
import { Offer } from "./waiting";

const isSquare = (touch: string): boolean => !touch.includes(":");

/** The state of the board; null before the first position. */
function boardState(lines: ShownLines): BoardState | null {
  const { node, scene, sheet, ahead } = position;
  const { input } = touches;
  const { editing } = panel;
  const bare = {
    turned: position.turned,
    tint: chosen.tint,
    pictures: [...(sheet?.pictures ?? [])],
    picked: null,
    targets: new Map<string, boolean>(),
    movable: new Set<string>(),
    underway: null,
    drag: false,
  };
  if (editing) return { ...bare, scene: editing.scene, arrows: [], own: [] };
  if (!scene) return null;
  position.tree.read();
  const preview = analysis.here(analysis.preview)?.scene;
  const state = {
    ...bare,
    scene: preview ?? ahead ?? scene,
    arrows: arrowsOf(lines),
    own: preview || ahead ? [] : arrowsIn(node.comment),
    wrong: touches.refusal?.square ?? null,
  };
  if (!play.free || !input) return state;
  const { picked, underway } = input;
  const origins = [...input.origins()].filter(isSquare);
  const marksOrigins =
    scene.seats.length || (sheet?.sentences.has("mustCapture") && scene.moves.every(takes));
  return {
    ...state,
    picked,
    targets: new Map([...input.targets()].filter(([touch]) => isSquare(touch))),
    movable: new Set(origins),
    able: new Set(picked === null && marksOrigins ? origins : []),
    underway,
    paths: pathsOf(input),
    gains: gainsOf(input),
    offers: offersOf(input),
    drag: true,
  };
}

/** Draws the position on the board, and animates pieces from beside the board. */
function useBoard(lines: ShownLines) {
  const box = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const { arrival } = position;
  const { editing } = panel;
  const shown = useRef(arrival);
  const state = boardState(lines);
  const motion = shown.current === arrival || editing ? null : arrival.motion;
  shown.current = arrival;
  const before = position.ahead ? position.scene : position.node.parent?.view?.scene;
  // Until this render is done, the places beside the board show the position before the move.
  const flights = motion && before ? flightsOf(motion, before) : [];
  useLayoutEffect(() => {
    board.current = new Board(box.current!, {
      touched: (square) => (panel.editing ?? play).touch(square),
      dropped: (on) => !panel.editing && play.dropped(on),
      drawn(own) {
        const { node, tree } = position;
        tree.remark(node, commentOf(wordsOf(node.comment), own));
      },
    });
  }, []);
  useLayoutEffect(() => {
    const seats = position.scene?.seats.length ?? 0;
    const { classList } = document.body;
    classList.toggle("analysing", analysis.on);
    classList.toggle("seated", seats > 0);
    classList.toggle("over-now", play.game?.over !== false);
    classList.toggle("editing", editing !== null);
    const { style } = document.documentElement;
    style.setProperty("--seats", String(seats));
    if (!state) return;
    const { ranks, files } = state.scene;
    style.setProperty("--ratio", String(Math.max(1, ranks / files)));
    board.current!.set(state, motion);
    // Measured after all is drawn.
    keepHeight();
    board.current!.receive(flights);
    if (motion && before) flip(motion, before);
  });
  const { refusal } = touches;
  useLayoutEffect(() => board.current?.hop(refusal?.hops ?? []), [refusal]);
  return { box, board };
}

/** The corners beside a tilted board are free: they show the kinds of pieces. */
function Corners() {
  const { scene, sheet, turned } = position;
  return (
    <div id="corners">
      {scene?.tilt &&
        sheet &&
        PLAYERS.map((player, at) => (
          <ul class={`kinds ${(at === 0) === !turned ? "low" : "high"}`}>
            {[...scene.kinds.values()]
              .filter((kind) => kind.player === player)
              .map(({ letter, name }) => (
                <li>
                  <Icon scene={scene} letter={letter} />
                  <span>
                    <b>{name}</b>
                    {kindLine(sheet, scene, letter)}
                  </span>
                </li>
              ))}
          </ul>
        ))}
    </div>
  );
}

function Lost() {
  const { lostLink: lost } = connection;
  // A failed attempt is another loss, after which the button can be pressed again.
  const [pressed, press] = useState<typeof lost>(null);
  const when = lost?.pause === 1 ? "a second" : `${lost?.pause} seconds`;
  const connect = ({ currentTarget }: { currentTarget: HTMLButtonElement }): void => {
    // Disabled at once, because a second click may come before the page is drawn again.
    currentTarget.disabled = true;
    press(lost);
    connection.connect();
  };
  return (
    <div id="lost" class="notice bad" role="alert" hidden={!lost}>
      {lost && (
        <>
          {`${lost.text}. `}
          {lost.pause !== null && `It is tried again in ${when}. `}
          <Button class="primary" act={connect} disabled={pressed === lost}>
            {lost.stopped ? "Start it again" : "Connect again"}
          </Button>
          <Details text={lost.details} />
        </>
      )}
    </div>
  );
}

function Notices() {
  const { notice } = tasks;
  return (
    <div id="notices">
      <Lost />
      {/* Each message is a new element, so that screen readers say the same words again. */}
      <div id="trouble" class="notice" role="alert" hidden={!notice} key={notice ?? "none"}>
        {notice?.text} <Close act={() => tasks.clearTrouble()} />
        <Details text={notice?.details ?? ""} />
      </div>
      {/* Always present: screen readers speak text only if it is added to an existing status
          element. */}
      <div role="status">
        <Offer />
        {panel.openElsewhere && (
          <div id="twin" class="notice">
            This game is open in another tab, too. What is played there is not seen here.{" "}
            <Close act={() => panel.showOpenElsewhere(false)} />
          </div>
        )}
      </div>
    </div>
  );
}

interface FileFieldProps {
  id: string;
  label: string;
  take(file: File): void;
}

/** The hidden field that opens the choice of a file of games. */
export const FileField = ({ id, label, take }: FileFieldProps) => (
  <input
    type="file"
    id={id}
    hidden
    aria-label={label}
    accept=".jsonl,.json,.txt,.pgn,.trl,text/plain,application/json"
    onChange={({ currentTarget }) => {
      const file = currentTarget.files?.[0];
      if (file) take(file);
      currentTarget.value = "";
    }}
  />
);

export function Page() {
  const lines = useLines();
  const { box, board } = useBoard(lines);
  const [far, near] = position.turned ? PLAYERS : [...PLAYERS].reverse();
  return (
    <>
      <Header>
        <Notices />
      </Header>
      <FileField id="file" label="A file of games" take={(file) => tasks.later("openFile", file)} />
      <div id="live" class="unseen" role="status" aria-live="polite" />
      <main>
        <section id="table" aria-label="The game">
          <Prompt />
          <div id="stage">
            <ScoreBar />
            <div id="board" class="board" ref={box} />
            <Corners />
            <EndCard cheer={(player) => board.current?.cheer(player)} />
          </div>
        </section>
        <aside>
          <Side id="far" player={far!} />
          <Side id="near" player={near!} />
          <Panel lines={lines} />
        </aside>
        <Thumb />
      </main>
    </>
  );
}

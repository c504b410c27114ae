// The panel beside the board: its tabs, the list of recorded games, and the parts below them.

import type { ComponentChildren, ComponentType } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Actions } from "./actions";
import { Button, type IconName } from "./button";
import { EnginePanel, type ShownLines } from "./engine-panel";
import { canRemark } from "./header";
import { MarkSign, PlayerDot } from "./icon";
import { Moves } from "./moves";
import { named, resultSign } from "./recorded-result";
import { farther } from "./roving-tabindex";
import { PLAYERS, nameOf } from "./scene";
import { shortcut } from "./shortcuts";
import { analysis, choose, chosen, gameFile, later, panel, play, position, tasks } from "./stores";
import type { Tab } from "./stores/panel";

const REMARK = shortcut("c", "comment on the move in view");
const TYPE_MOVE = shortcut("m", "type a move");
const TURN = shortcut("f", "turn the board");

function Tabs() {
  const box = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -9, End: 9 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...box.current!.querySelectorAll<HTMLElement>("button")];
    const to = farther(all, event.target as HTMLElement, by);
    to?.click();
    to?.focus();
  };
  const tab = (name: Tab, words: string, hidden = false) => (
    <Button
      role="tab"
      id={`tab-${name}`}
      aria-controls={`pane-${name}`}
      aria-selected={panel.tab === name}
      tabIndex={panel.tab === name ? 0 : -1}
      hidden={hidden}
      act={() => panel.show(name)}
    >
      {words}
    </Button>
  );
  return (
    <div id="tabs" role="tablist" aria-label="Panel" ref={box} onKeyDown={onKeyDown}>
      {tab("moves", "Moves")}
      {tab("rules", "Rules", position.scene !== null && !position.sheet)}
    </div>
  );
}

/** What belongs to a tab; `stop` is its place in the order of the Tab key. */
const Pane = ({ tab, stop, children }: { tab: Tab; stop: number; children: ComponentChildren }) => (
  <div
    id={`pane-${tab}`}
    class="pane"
    role="tabpanel"
    aria-labelledby={`tab-${tab}`}
    tabIndex={stop}
    hidden={panel.tab !== tab}
  >
    {children}
  </div>
);

/** The list of recorded games, and the facts of the one in view. */
function RecordPanel() {
  const { games, asked, summary, facts } = gameFile;
  const at = games.indexOf(asked!);
  const open = (at: number): void => tasks.later("openNumber", at);
  const go = (id: string, icon: IconName, name: string, at: number) => (
    <Button icon={icon} id={id} class="tool" aria-label={name} act={() => open(at)} />
  );
  return (
    <section
      id="record"
      aria-labelledby="record-title"
      hidden={!games.length || play.game !== null || play.puzzle !== null}
    >
      <h2 id="record-title" class="unseen">
        Record
      </h2>
      <div class="line">
        {go("game-before", "prev", "Game before", at - 1)}
        <select
          id="games"
          aria-label="Games"
          value={at}
          onChange={({ currentTarget }) => open(Number(currentTarget.value))}
        >
          {games.map((game, at) => {
            const { number, ended } = game;
            const players = `${named(game, "p1")} \u2013 ${named(game, "p2")}`;
            // How the game ended, if not by the rules.
            const why = ended && ended.reason !== "rules" ? ended.reason.replaceAll("-", " ") : "";
            return (
              <option
                value={at}
              >{`${number}. ${players} ${resultSign(game) ?? "*"} ${why}`}</option>
            );
          })}
        </select>
        {go("game-after", "next", "Next game", at + 1)}
      </div>
      <p id="record-count" class="small">
        {summary}
      </p>
      <p id="record-facts" class="small">
        {facts}
      </p>
    </section>
  );
}

function Marks() {
  const { scene, sheet } = position;
  const marks = scene?.marks ?? [];
  return (
    <div id="marks" class="foot small" hidden={!marks.length}>
      {marks.map(({ name, sign }) => (
        <span key={name}>
          <MarkSign name={name} sign={sign} />
          {sheet?.marks.get(name) ?? name}
        </span>
      ))}
    </div>
  );
}

/** The names above the columns of moves. */
function Sides() {
  const { scene } = position;
  return (
    <div id="sides" aria-hidden="true">
      {scene?.seats.length === 0 && [
        <span />,
        ...PLAYERS.map((player) => (
          <span>
            <PlayerDot scene={scene} player={player} />
            {nameOf(scene, player)}
          </span>
        )),
      ]}
    </div>
  );
}

function GameBox() {
  const { node, tree } = position;
  const { game } = play;
  tree.read();
  // The first scores come with a review.
  void analysis.left;
  const button = (id: string, text: string, shown: boolean, act: () => void, more: object = {}) => (
    <Button id={id} class="edge" hidden={!shown} act={act} {...more}>
      {text}
    </Button>
  );
  const hasScores = !play.secret && tree.main(node).some(({ score }) => score);
  const mayPromote = !game && tree.mayPromote(node);
  const mayCut = node.parent !== null && !game && !play.secret && !tree.isPlayed(node);
  const switchScores = (): void => choose("scores", !chosen.scores);
  return (
    <section id="game-box" aria-labelledby="moves-title">
      <div class="line">
        <h2 id="moves-title" class="unseen">
          Moves
        </h2>
        <span class="buttons">
          {button("scores", "Scores", hasScores, switchScores, { "aria-pressed": chosen.scores })}
          {button("remark", "Comment…", canRemark(), () => tasks.later("askRemark"), {
            "data-shortcut": REMARK,
            "data-why": "A move is commented on after the game.",
          })}
          {button("promote", "Make main line", mayPromote, () => tree.promoteLine(node))}
          {button("cut", "Delete from here", mayCut, () => position.goTo(tree.cut(node)))}
        </span>
      </div>
      <Sides />
      <Moves />
    </section>
  );
}

function TypedMove() {
  const field = useRef<HTMLInputElement>(null);
  const make = async (text: string): Promise<void> => {
    const input = field.current!;
    // The next move may be typed before this one is made.
    input.value = "";
    let made = false;
    try {
      made = await (await later()).typeMove(text);
    } finally {
      if (!made && !input.value) {
        input.value = text;
        input.select();
      }
    }
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    tasks.run(make(field.current!.value));
  };
  // The focus stays in the field while others move, because elsewhere letters act as keys.
  const waits = position.ahead !== null || play.game?.over === false;
  return (
    <form id="type" class={waits ? "foot waits" : "foot"} hidden={!play.free} onSubmit={submit}>
      <input
        id="typed"
        ref={field}
        data-shortcut={TYPE_MOVE}
        aria-label="Type a move"
        placeholder="Type a move"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        onKeyDown={({ key }) => key === "Escape" && tasks.later("focusBoard")}
      />
      <kbd>M</kbd>
      <button type="submit" class="unseen" tabIndex={-1}>
        Play
      </button>
    </form>
  );
}

function Steps() {
  const step = (plies: number) => (): void => void position.step(plies);
  return (
    <div id="steps" class="foot">
      <Button icon="first" id="first" aria-label="To the start" act={step(-Infinity)} />
      <Button icon="prev" id="back" aria-label="Move before" act={step(-1)} />
      <Button icon="next" id="on" aria-label="Next move" act={step(1)} />
      <Button icon="last" id="last" aria-label="To the end" act={step(Infinity)} />
      <Button
        icon="flip"
        id="flip"
        data-shortcut={TURN}
        label="Turn the board"
        act={() => position.turn()}
      />
    </div>
  );
}

/** The rules, from the later part of the page; made at the first use. */
function RulesPane() {
  const [Rules, show] = useState<ComponentType | null>(null);
  const wanted = panel.tab === "rules";
  useLayoutEffect(() => {
    if (wanted) tasks.run(later().then(({ Rules }) => show(() => Rules)));
  }, [wanted]);
  return Rules && <Rules />;
}

export function Panel({ lines }: { lines: ShownLines }) {
  const { editing } = panel;
  return (
    <section id="panel" aria-label="Moves, rules and engine">
      <Tabs />
      {editing && <editing.Panel />}
      <Pane tab="moves" stop={-1}>
        <RecordPanel />
        {play.puzzle && <play.puzzle.Panel puzzle={play.puzzle} />}
        <EnginePanel lines={lines} />
        {tasks.part && <tasks.part.Curve />}
        <GameBox />
      </Pane>
      <Pane tab="rules" stop={0}>
        <RulesPane />
      </Pane>
      <Marks />
      <TypedMove />
      <div id="feet">
        <Steps />
        <Actions />
      </div>
    </section>
  );
}

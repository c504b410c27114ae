// The panel beside the board: its tabs, and the parts below them.

import type { ComponentType } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Actions } from "./actions";
import { EnginePanel, type ShownLines } from "./engine-panel";
import { canRemark } from "./header";
import { Moves } from "./moves";
import { MarkSign, PlayerDot } from "./icon";
import { RecordPanel } from "./record-panel";
import { farther } from "./roving-tabindex";
import { PLAYERS, nameOf } from "./scene";
import { Button } from "./button";
import { analysis, choose, chosen, later, panel, play, position, tasks } from "./stores";
import type { Tab } from "./stores/panel";
import { shortcut } from "./shortcuts";

const REMARK = shortcut("c", "comment on the move in view");
const TYPE_MOVE = shortcut("m", "type a move");
const TURN = shortcut("f", "turn the board");

const TABS: Record<Tab, string> = { moves: "Moves", rules: "Rules" };

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
  return (
    <div id="tabs" role="tablist" aria-label="Panel" ref={box} onKeyDown={onKeyDown}>
      {(Object.keys(TABS) as Tab[]).map((tab) => (
        <Button
          role="tab"
          id={`tab-${tab}`}
          aria-controls={`pane-${tab}`}
          aria-selected={panel.tab === tab}
          tabIndex={panel.tab === tab ? 0 : -1}
          hidden={tab === "rules" && position.scene !== null && !position.sheet}
          act={() => panel.show(tab)}
        >
          {TABS[tab]}
        </Button>
      ))}
    </div>
  );
}

/** The marks of the game and their meanings. */
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
  return (
    <section id="game-box" aria-labelledby="moves-title">
      <div class="line">
        <h2 id="moves-title" class="unseen">
          Moves
        </h2>
        <span class="buttons">
          <Button
            id="scores"
            class="edge"
            aria-pressed={chosen.scores}
            hidden={play.secret || !tree.main(node).some(({ score }) => score)}
            act={() => choose("scores", !chosen.scores)}
          >
            Scores
          </Button>
          <Button
            id="remark"
            class="edge"
            data-shortcut={REMARK}
            data-why="A move is commented on after the game."
            hidden={!canRemark()}
            act={() => tasks.later("askRemark")}
          >
            Comment…
          </Button>
          <Button
            id="promote"
            class="edge"
            hidden={game !== null || !tree.mayPromote(node)}
            act={() => tree.promoteLine(node)}
          >
            Make main line
          </Button>
          <Button
            id="cut"
            class="edge"
            hidden={!node.parent || game !== null || play.secret || tree.isPlayed(node)}
            act={() => position.goTo(tree.cut(node))}
          >
            Delete from here
          </Button>
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
  // A person who types stays in the field while others move: elsewhere letters are keys.
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
        aria-label="Turn the board"
        title="Turn the board"
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
  const { tab, editing } = panel;
  return (
    <section id="panel" aria-label="Moves, rules and engine">
      <Tabs />
      {editing && <editing.Panel />}
      <div
        id="pane-moves"
        class="pane"
        role="tabpanel"
        aria-labelledby="tab-moves"
        tabIndex={-1}
        hidden={tab !== "moves"}
      >
        <RecordPanel />
        {play.puzzle && <play.puzzle.Panel puzzle={play.puzzle} />}
        <EnginePanel lines={lines} />
        {tasks.part && <tasks.part.Curve />}
        <GameBox />
      </div>
      <div
        id="pane-rules"
        class="pane"
        role="tabpanel"
        aria-labelledby="tab-rules"
        tabIndex={0}
        hidden={tab !== "rules"}
      >
        <RulesPane />
      </div>
      <Marks />
      <TypedMove />
      <div id="feet">
        <Steps />
        <Actions />
      </div>
    </section>
  );
}

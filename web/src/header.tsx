// The head of the page: the name and the aim of the game, and the menu.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { actionsOf } from "./actions";
import { say } from "./dom";
import { Glyph, type IconName } from "./icons";
import { hasLevels } from "./scene";
import {
  analysis,
  choose,
  chosen,
  connection,
  panel,
  play,
  position,
  switchTheme,
  tasks,
  touches,
  variants,
} from "./stores";
import type { PlainTask } from "./stores/tasks";
import { Button } from "./button";
import { shortcut } from "./shortcuts";

const KEYS = {
  setUp: shortcut("e", "set up a position"),
  open: shortcut("o", "open a game"),
  keys: shortcut("?", "this list"),
  newGame: shortcut("n", "new game"),
  rules: shortcut("r", "rules"),
  puzzles: shortcut("p", "puzzles"),
  analyse: shortcut("a", "analysis on and off"),
  sound: shortcut("s", "sound on and off"),
  speak: shortcut("w", "speak the position, and the score in analysis"),
};

function switchTab(): void {
  panel.show(panel.tab === "rules" ? "moves" : "rules");
  say(panel.tab === "rules" ? "The rules are beside the board" : "The moves are beside the board");
  // On a telephone the panel is below the board.
  document.getElementById("panel")!.scrollIntoView({ block: "nearest" });
}

function switchSound(): void {
  choose("sound", !chosen.sound);
  say(`Sound ${chosen.sound ? "on" : "off"}`);
}

const switchAnalysis = (): void => {
  panel.editing?.close();
  play.analyse(!analysis.on);
};

/** The variant of the puzzles to open. */
function puzzled(): string | null {
  // The variants come with the connection, and stay when it is lost.
  void connection.connected;
  return variants.puzzlesFor(variants.current);
}

const openPuzzles = (): void => {
  const variant = puzzled();
  panel.editing?.close();
  if (variant) tasks.later("startPuzzles", variant);
};

function Title() {
  const { scene, sheet } = position;
  // A game with one board has no name for it.
  const size =
    scene && sheet?.variants.size !== 1
      ? (sheet?.variants.get(scene.variant)?.split(":")[0] ??
        `${scene.files} \u00d7 ${scene.ranks}`)
      : "";
  return (
    <div class="title">
      <h1>
        <span id="game-name">{scene ? sheet?.title || scene.variant : "Board"}</span>{" "}
        <small id="game-size">{size}</small>
      </h1>
      <p id="aim" title={sheet?.aim}>
        {sheet?.aim}
      </p>
    </div>
  );
}

const run = (name: PlainTask) => (): void => tasks.later(name);

function Menu() {
  const box = useRef<HTMLDetailsElement>(null);
  // Dialogs opened from here return the focus to the menu.
  const close = (): void => {
    if (box.current!.contains(document.activeElement))
      box.current!.querySelector("summary")!.focus({ preventScroll: true });
    box.current!.open = false;
  };
  useLayoutEffect(
    () =>
      addEventListener(
        "pointerdown",
        ({ target }) => {
          if (box.current?.open && !box.current.contains(target as Node)) close();
        },
        true,
      ),
    [],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !box.current?.open) return;
    event.stopPropagation();
    close();
  };
  // An open menu would cover the next focused element.
  const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget && !box.current!.contains(relatedTarget as Element))
      box.current!.open = false;
  };
  const onClick = ({ target }: MouseEvent): void => {
    if ((target as Element).closest("button")) close();
  };
  position.tree.read();
  const { node, tree, scene } = position;
  const resign = play.game && actionsOf().find(({ key }) => key === "resign");
  const moves = tree.root.children.length > 0;
  const levels = scene !== null && hasLevels(scene);
  return (
    <details id="more" ref={box} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <summary class="tool" aria-label="More: set up, open, copy, options, keys" title="More">
        <Glyph name="more" />
      </summary>
      <div id="menu" onClick={onClick}>
        <b class="narrow">Game</b>
        <Button
          icon="book"
          class="narrow"
          data-for="rules"
          hidden={!position.sheet}
          act={switchTab}
        >
          Rules
        </Button>
        <Button icon="eye" class="narrow" data-for="analyse" act={switchAnalysis}>
          Analyse
        </Button>
        <Button
          icon="puzzle"
          class="narrow"
          data-for="puzzles"
          hidden={!puzzled()}
          act={openPuzzles}
        >
          Puzzles
        </Button>
        <Button
          icon="flag"
          class="narrow"
          data-for="resign"
          hidden={!resign}
          act={() => resign?.act()}
        >
          Resign
        </Button>
        <b>This position</b>
        <Button icon="put" id="setup-open" data-shortcut={KEYS.setUp} act={run("openEditor")}>
          Set up…<kbd>E</kbd>
        </Button>
        <Button icon="copy" id="copy-position" act={run("copyPosition")}>
          Copy position
        </Button>
        <Button icon="copy" id="copy-link" act={run("copyLink")}>
          Copy link to the position
        </Button>
        <Button icon="paste" id="paste" act={run("askPasted")}>
          Paste position, moves or games…
        </Button>
        <Button icon="sound" id="read" data-shortcut={KEYS.speak} act={run("speakPosition")}>
          Speak the position<kbd>W</kbd>
        </Button>
        <Button icon="image" id="picture" act={run("saveImage")}>
          Picture of board or game…
        </Button>
        <Button icon="list" id="my-games" act={run("showMyGames")}>
          My games…
        </Button>
        <b>This game</b>
        <Button
          icon="open"
          id="open"
          data-shortcut={KEYS.open}
          act={() => document.getElementById("file")!.click()}
        >
          Open games…<kbd>O</kbd>
        </Button>
        <Button icon="keys" data-for="remark" hidden={!canRemark()} act={run("askRemark")}>
          Comment on the move…<kbd>C</kbd>
        </Button>
        <Button icon="copy" id="copy-game" hidden={!moves} act={run("copyGame")}>
          Copy game
        </Button>
        <Button icon="open" id="save-game" hidden={!moves} act={run("saveGameFile")}>
          Save as a file…
        </Button>
        <Button icon="copy" id="copy-game-link" hidden={!moves} act={run("copyGameLink")}>
          Copy link to the game
        </Button>
        <b>Page</b>
        <Button icon="moon" class="narrow" data-for="theme" act={switchTheme}>
          Dark or light
        </Button>
        <Button icon="sound" class="narrow" data-for="sound" act={switchSound}>
          Sound
        </Button>
        <Button icon="flip" class="narrow" data-for="flip" act={() => position.turn()}>
          Turn the board
        </Button>
        <label id="tint-box" class="tick" hidden={!levels}>
          <input
            type="checkbox"
            id="tint"
            checked={chosen.tint}
            onChange={({ currentTarget }) => choose("tint", currentTarget.checked)}
          />{" "}
          Tint the squares by their levels
        </label>
        <Button icon="options" id="options" act={run("askOptions")}>
          Engine options…
        </Button>
        <Button icon="keys" id="keys" data-shortcut={KEYS.keys} act={run("showKeys")}>
          Keys…<kbd>?</kbd>
        </Button>
        <Button icon="book" id="about" act={run("showAbout")}>
          About…
        </Button>
        <p>
          <code id="fen">{node.view?.fen}</code>
        </p>
        <p id="note" class="small"></p>
      </div>
    </details>
  );
}

export const canRemark = (): boolean => position.node.parent !== null && play.game?.over !== false;

/** `children` lie over the title. */
export function Header({ children }: { children: ComponentChildren }) {
  const { tab } = panel;
  return (
    <header>
      <p class="brand">
        <img src="icon.svg" alt="" width="32" height="32" />
        <span id="engine">
          {connection.connected || connection.lostLink ? connection.plainName : "Board"}
        </span>
      </p>
      <Title />
      {children}
      <nav aria-label="Main">
        <Button
          icon="new"
          id="new"
          data-shortcut={KEYS.newGame}
          class="edge"
          aria-label="New game"
          act={run("newGame")}
        >
          <span>New game</span>
        </Button>
        <Button
          icon="book"
          id="rules"
          data-shortcut={KEYS.rules}
          class="wide"
          aria-pressed={tab === "rules"}
          hidden={!position.sheet}
          act={switchTab}
        >
          <span>Rules</span>
        </Button>
        <Button
          icon="puzzle"
          id="puzzles"
          data-shortcut={KEYS.puzzles}
          class="wide"
          aria-label="Puzzles"
          title="Puzzles"
          hidden={!puzzled()}
          act={openPuzzles}
        >
          <span>Puzzles</span>
        </Button>
        <Button
          icon="eye"
          id="analyse"
          data-shortcut={KEYS.analyse}
          class="wide"
          aria-pressed={analysis.on}
          act={switchAnalysis}
        >
          <span>Analyse</span>
        </Button>
        <Button
          icon={chosen.sound ? "sound" : "mute"}
          id="sound"
          data-shortcut={KEYS.sound}
          class="tool wide"
          aria-label="Sound"
          aria-pressed={chosen.sound}
          title="Sound"
          act={switchSound}
        >
          {null}
        </Button>
        <Button
          icon="moon"
          id="theme"
          class="tool wide"
          aria-label="Dark or light"
          title="Dark or light"
          act={switchTheme}
        >
          {null}
        </Button>
        <Menu />
      </nav>
    </header>
  );
}

/** The bar at the foot of the page on a telephone. Its buttons keep their places. */
export function Thumb() {
  const actions = actionsOf();
  // A touch on a disabled button shows the reason.
  const entry = (icon: IconName, name: string, text: string, why: string) => {
    const action = actions.find(({ key }) => key === name);
    const can = action !== undefined && action.can !== false;
    const refuse = (): void => touches.refuse({ square: "", bold: why });
    return (
      <Button
        icon={icon}
        data-for={name}
        aria-disabled={!can}
        act={() => (can ? action.act() : refuse())}
      >
        {text}
      </Button>
    );
  };
  const step = (plies: number) => (): void => void position.step(plies);
  // In a puzzle or lesson the bar has the answer's button: the one below the moves is far away.
  const answer = actions.find(({ short }) => short);
  return (
    <nav id="thumb" aria-label="For the thumb">
      {answer ? (
        <Button icon="eye" data-for="answer" act={answer.act}>
          {answer.short}
        </Button>
      ) : (
        entry("undo", "back-action", "Take back", "There is no move to take back.")
      )}
      {entry("bulb", "hint", "Hint", "A hint is for your turn.")}
      <Button icon="first" data-for="first" class="study" act={step(-Infinity)}>
        Start
      </Button>
      <Button icon="flip" data-for="flip" class="study" act={() => position.turn()}>
        Turn
      </Button>
      <Button icon="prev" data-for="back" act={step(-1)}>
        Back
      </Button>
      <Button icon="next" data-for="on" act={step(1)}>
        Next
      </Button>
      <Button
        icon="list"
        id="to-moves"
        act={() => {
          panel.show("moves");
          document.getElementById("panel")!.scrollIntoView({ block: "start" });
        }}
      >
        Moves
      </Button>
    </nav>
  );
}

// The head of the page (the name and the aim of the game, and the menu), and the bar at the foot.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { actionsOf } from "./actions";
import { Button, Glyph, type IconName } from "./button";
import { say } from "./dom";
import { hasLevels } from "./scene";
import { shortcut } from "./shortcuts";
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
  say(`The ${panel.tab} are shown`);
  // On a telephone the panel is below the board.
  document.getElementById("panel")!.scrollIntoView({ block: "nearest" });
}

function switchSound(): void {
  choose("sound", !chosen.sound);
  say(`Sound ${chosen.sound ? "on" : "off"}`);
}

function switchAnalysis(): void {
  panel.editing?.close();
  play.analyse(!analysis.on);
}

/** The variant of the puzzles to open. */
function puzzled(): string | null {
  // The variants come with the connection, and stay when it is lost.
  void connection.connected;
  return variants.puzzlesFor(variants.current);
}

function openPuzzles(): void {
  const variant = puzzled();
  panel.editing?.close();
  if (variant) tasks.later("startPuzzles", variant);
}

const openFile = (): void => document.getElementById("file")!.click();

export const canRemark = (): boolean => position.node.parent !== null && play.game?.over !== false;

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

/** A button of the menu or of the bar that does what another button of the page does. */
const double = (name: string, icon: IconName, text: string, act: () => void, more: object = {}) => (
  <Button data-for={name} icon={icon} act={act} {...more}>
    {text}
  </Button>
);

const run = (task: PlainTask) => (): void => tasks.later(task);

/** An entry of the menu, and its key. */
const entry = (id: string, icon: IconName, text: string, act: () => void, key?: string) => (
  <Button id={id} icon={icon} data-shortcut={key} act={act}>
    {text}
    {key && <kbd>{key.toUpperCase()}</kbd>}
  </Button>
);

function Menu() {
  const box = useRef<HTMLDetailsElement>(null);
  // Dialogs opened from here return the focus to the menu.
  const close = (): void => {
    if (box.current!.contains(document.activeElement))
      box.current!.querySelector("summary")!.focus({ preventScroll: true });
    box.current!.open = false;
    box.current!.querySelector("#menu")!.scrollTop = 0;
  };
  useLayoutEffect(() => {
    const closeBeside = ({ target }: PointerEvent): void => {
      if (box.current!.open && !box.current!.contains(target as Node)) close();
    };
    addEventListener("pointerdown", closeBeside, true);
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !box.current!.open) return;
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
  const { node, tree, scene, sheet } = position;
  const resign = actionsOf().find(({ key }) => key === "resign");
  const narrow = { class: "narrow" };
  return (
    <details id="more" ref={box} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <summary class="tool" aria-label="More: set up, open, copy, options, keys" title="More">
        <Glyph name="more" />
      </summary>
      <div id="menu" onClick={onClick}>
        <b class="narrow">Game</b>
        {double("rules", "book", "Rules", switchTab, { ...narrow, hidden: !sheet })}
        {double("analyse", "eye", "Analyse", switchAnalysis, narrow)}
        {double("puzzles", "puzzle", "Puzzles", openPuzzles, { ...narrow, hidden: !puzzled() })}
        {double("resign", "flag", "Resign", () => resign!.act(), { ...narrow, hidden: !resign })}
        <b>This position</b>
        {entry("setup-open", "put", "Set up…", run("openEditor"), KEYS.setUp)}
        {entry("copy-position", "copy", "Copy position", run("copyPosition"))}
        {entry("copy-link", "copy", "Copy link to the position", run("copyLink"))}
        {entry("paste", "paste", "Paste position, moves or games…", run("askPasted"))}
        {entry("read", "sound", "Speak the position", run("speakPosition"), KEYS.speak)}
        {entry("picture", "image", "Picture of board or game…", run("saveImage"))}
        {entry("my-games", "list", "My games…", run("showMyGames"))}
        <b>This game</b>
        {entry("open", "open", "Open games…", openFile, KEYS.open)}
        <Button icon="keys" data-for="remark" hidden={!canRemark()} act={run("askRemark")}>
          Comment on the move…<kbd>C</kbd>
        </Button>
        {tree.root.children.length > 0 && [
          entry("copy-game", "copy", "Copy game", run("copyGame")),
          entry("save-game", "open", "Save as a file…", run("saveGameFile")),
          entry("copy-game-link", "copy", "Copy link to the game", run("copyGameLink")),
        ]}
        <b>Page</b>
        {double("theme", "moon", "Dark or light", switchTheme, narrow)}
        {double("sound", "sound", "Sound", switchSound, narrow)}
        {double("flip", "flip", "Turn the board", () => position.turn(), narrow)}
        <label id="tint-box" class="tick" hidden={!scene || !hasLevels(scene)}>
          <input
            type="checkbox"
            id="tint"
            checked={chosen.tint}
            onChange={({ currentTarget }) => choose("tint", currentTarget.checked)}
          />{" "}
          Tint the squares by their levels
        </label>
        {entry("options", "options", "Engine options…", run("askOptions"))}
        {entry("keys", "keys", "Keys…", run("showKeys"), KEYS.keys)}
        {entry("about", "book", "About…", run("showAbout"))}
        <p>
          <code id="fen">{node.view?.fen}</code>
        </p>
        <p id="note" class="small"></p>
      </div>
    </details>
  );
}

/** A button of the head. On a telephone an entry of the menu stands for it. */
const wide = (id: string, icon: IconName, text: string, act: () => void, more: object) => (
  <Button id={id} icon={icon} class="wide" act={act} {...more}>
    <span>{text}</span>
  </Button>
);

/** `children` lie over the title. */
export function Header({ children }: { children: ComponentChildren }) {
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
        {wide("rules", "book", "Rules", switchTab, {
          "data-shortcut": KEYS.rules,
          "aria-pressed": panel.tab === "rules",
          hidden: !position.sheet,
        })}
        {wide("puzzles", "puzzle", "Puzzles", openPuzzles, {
          "data-shortcut": KEYS.puzzles,
          "aria-label": "Puzzles",
          title: "Puzzles",
          hidden: !puzzled(),
        })}
        {wide("analyse", "eye", "Analyse", switchAnalysis, {
          "data-shortcut": KEYS.analyse,
          "aria-pressed": analysis.on,
        })}
        <Button
          icon={chosen.sound ? "sound" : "mute"}
          id="sound"
          data-shortcut={KEYS.sound}
          class="tool wide"
          label="Sound"
          aria-pressed={chosen.sound}
          act={switchSound}
        />
        <Button icon="moon" id="theme" class="tool wide" label="Dark or light" act={switchTheme} />
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
    const act = (): void => (can ? action.act() : touches.refuse({ square: "", bold: why }));
    return double(name, icon, text, act, { "aria-disabled": !can });
  };
  const step = (plies: number) => (): void => void position.step(plies);
  const showMoves = (): void => {
    panel.show("moves");
    document.getElementById("panel")!.scrollIntoView({ block: "start" });
  };
  // In a puzzle or lesson the bar has the answer's button: the one below the moves is far away.
  const answer = actions.find(({ short }) => short);
  const study = { class: "study" };
  return (
    <nav id="thumb" aria-label="For the thumb">
      {answer
        ? double("answer", "eye", answer.short!, answer.act)
        : entry("undo", "back-action", "Take back", "There is no move to take back.")}
      {entry(
        "bulb",
        "hint",
        "Hint",
        play.puzzle?.refuting ? "Press Try again first." : "A hint is for your turn.",
      )}
      {double("first", "first", "Start", step(-Infinity), study)}
      {double("flip", "flip", "Turn", () => position.turn(), study)}
      {double("back", "prev", "Back", step(-1))}
      {double("on", "next", "Next", step(1))}
      <Button icon="list" id="to-moves" act={showMoves}>
        Moves
      </Button>
    </nav>
  );
}

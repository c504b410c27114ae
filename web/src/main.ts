// The page: what is on it, and what draws it.

import { drawActions } from "./actions";
import { readAddress } from "./address";
import { keepAddress, opened } from "./address-bar";
import { App, type Screen } from "./app";
import { Board } from "./board";
import { clockText } from "./clock";
import type { Curve } from "./curve";
import { type Extra, listen } from "./controls";
import { button, byId, put, say } from "./dom";
import { savedSession } from "./saved-game";
import { showCards } from "./first-cards";
import { flightsOf, flip } from "./flight";
import { drawHeader } from "./header";
import { drawIcons } from "./icons";
import { gainsOf, pathsOf } from "./jumps";
import type { Motion } from "./motion";
import { drawMoves, keepInSight, roveMoves } from "./moves";
import { watchTabs } from "./other-tabs";
import { arrowsIn, commentOf, wordsOf } from "./own-arrows";
import type { Settings } from "./game";
import { lastRating } from "./levels";
import { drawPrompt, forgive, refusedSquare, showRefusal, takes } from "./prompt";
import type { Player } from "./scene";
import { drawSide, keepHeight } from "./seats";
import { SetUp } from "./lazy-editor";
import { drawSound, wantsSound } from "./sound-switch";
import { lastMoveText } from "./status";
import { drawEntries, listenMenu, listenTabs, showTab, tabNow } from "./tabs";
import { isTinted } from "./tint";
import { type Node, moveOf, worth } from "./tree";
import { pickedWords } from "./words";

let settings: Settings = {
  variant: "",
  limit: { kind: "move", ms: 1000 },
  pie: false,
  here: false,
  sides: { p1: { is: "person" }, p2: { is: "engine", elo: null } },
};
let due = 0;
let left = 0;
/** The tasks of `awaits` that have not ended. */
let awaited = 0;

/** Carries something out; what goes wrong is told. */
function run(task: Promise<unknown>): void {
  task.catch((error: unknown) => app.trouble(error));
}

const board = new Board(byId("board"), {
  touched(square) {
    if (editing.on) editing.touch(square);
    else touch(square);
  },
  dropped: () => editing.on || app.dropHand(),
  drawn(own) {
    const { node } = app;
    node.comment = commentOf(wordsOf(node.comment), own);
    drawTree();
    keepAddress(app);
  },
});

const screen: Screen = {
  draw(motion) {
    draw(motion);
  },
  drawAnalysis() {
    // Engines say more than eyes can follow.
    if (!due)
      due = requestAnimationFrame(() => {
        due = 0;
        panel?.drawPanel(app);
        drawCurve();
        if (editing.on) return;
        markBoard();
        if (app.slip || app.analysis.on) drawPrompt(app);
        // While a game is looked through, its blunders come to light.
        if (app.analysis.left !== left) drawTree();
        left = app.analysis.left;
      });
  },
  drawClocks() {
    for (const made of document.querySelectorAll<HTMLElement>("[data-clock]")) {
      const left = app.game?.clocks?.of(made.dataset.clock as Player) ?? 0;
      made.textContent = clockText(left);
      made.classList.toggle("low", left < 20_000);
    }
    const { game } = app;
    if (game) run(extra().then(({ alertLowTime }) => alertLowTime(game)));
  },
  ahead(scene, motion) {
    if (editing.on) return;
    const flights = app.scene ? flightsOf(motion, app.scene) : [];
    board.scribbled([]);
    board.show(scene, app.turned, motion);
    markBoard();
    board.receive(flights);
  },
  began: () => run(showCards(app)),
  // Whoever uses the page by a program waits for `data-ready` before a touch.
  awaits(task) {
    const { dataset } = document.documentElement;
    awaited += 1;
    delete dataset.ready;
    const ended = () => {
      awaited -= 1;
      if (!awaited) dataset.ready = "";
    };
    void task
      .catch(() => undefined)
      .then(extra)
      .then(ended, () => undefined);
  },
  choose: (scene, moves) => extra().then(({ chooseMove }) => chooseMove(scene, moves)),
  sure: async () =>
    (await extra()).askWhether(
      "Begin a new game?",
      "The game that is being played is over then.",
      "New game",
    ),
  trouble(text) {
    const box = byId("trouble");
    put(box, [
      text,
      " ",
      button("\u2715", () => (box.hidden = true), {
        "aria-label": "Close this message",
        class: "close",
      }),
    ]);
    box.hidden = false;
  },
  refuse(square, bold, soft, rule = null) {
    sound(({ soundOfRefusal }) => soundOfRefusal());
    showRefusal({ square, bold, soft, rule }, drawRefusal);
  },
  connection(lost, pause) {
    const box = byId("lost");
    box.hidden = lost === null;
    const again = button(
      "Connect again",
      () => {
        again.disabled = true;
        app.connect();
      },
      { class: "primary" },
    );
    const when =
      pause === null
        ? ""
        : `It is tried again in ${pause === 1 ? "a second" : `${pause} seconds`}. `;
    put(box, lost === null ? [] : [`${lost}. ${when}`, again]);
    byId("engine").textContent = app.engine.name;
    drawActions(app, deeds);
  },
};

/** How the last game was, or how the first one shall be. */
const usual = (): Settings => {
  const now = app.game?.settings ?? app.suspended.game?.settings;
  if (app.begun && now) return now;
  // Until another one is chosen in this visit, the engine is that of the last one.
  if (!settings.variant)
    settings.sides.p2 = { is: "engine", elo: lastRating(app.engine.options.get("UGI_Elo")) };
  return settings;
};

const app = new App(
  screen,
  () => readAddress(location.hash),
  usual,
  savedSession,
  async (session) => session.view !== null && (await extra()).reopenTree(app, session),
  opened,
);
const editing = new SetUp(app, board, isTinted, () => draw(null));
let curve: Curve | null = null;
let panel: Extra | null = null;

/** An error belongs to what was tried, and not to what comes after it. */
const forget = (): void => void (byId("trouble").hidden = true);

function visit(node: Node): void {
  forget();
  run(app.visit(node).then((there) => there && say(lastMoveText(app.node))));
}

function drawRefusal(): void {
  drawPrompt(app);
  drawActions(app, deeds);
  if (!editing.on) markBoard();
}

function touch(what: string): void {
  const { hand, scene } = app;
  forget();
  if (forgive()) drawRefusal();
  if (!hand || !scene) return;
  const refused = async (): Promise<void> => {
    const { node, hand } = app;
    const picked = hand?.picked;
    const { refuse } = await extra();
    // Something else may have been touched meanwhile.
    if (app.node === node && app.hand?.picked === picked) await refuse(app, what, drawRefusal);
  };
  if (!app.free) return run(refused());
  const outcome = hand.touch(what);
  if (outcome.is === "refused") {
    sound(({ soundOfRefusal }) => soundOfRefusal());
    markBoard();
    return run(refused());
  }
  if (outcome.is === "move") return run(app.decide(outcome.moves));
  draw(null);
  if (outcome.is === "picked") say(pickedWords(scene, hand));
  else if (outcome.is === "dropped") say("Laid down");
}

const squaresIn = (touches: Iterable<string>): string[] =>
  [...touches].filter((touch) => !touch.includes(":"));

const deeds = { run, visit, touch, rule: (key: string) => run(showRule(key)) };

/** Shows where a rule stands. */
async function showRule(key: string): Promise<void> {
  showTab("rules");
  await drawRules();
  byId("pane-rules")
    .querySelector(`[data-rule="${CSS.escape(key)}"]`)
    ?.scrollIntoView({ block: "nearest" });
}

/** The rules are drawn when somebody looks at them. */
async function drawRules(): Promise<void> {
  if (tabNow() === "rules") (await extra()).drawRules(app, run);
}

function markBoard(): void {
  const { hand } = app;
  const free = app.free && hand !== null;
  const targets = free ? hand.targets() : new Map<string, boolean>();
  board.mark({
    picked: free ? hand.picked : null,
    targets: new Map([...targets].filter(([touch]) => !touch.includes(":"))),
    movable: new Set(free ? squaresIn(hand.origins()) : []),
    able:
      free &&
      hand.picked === null &&
      (app.scene?.seats.length ||
        (app.sheet?.sentences.has("mustCapture") && app.scene?.moves.every(takes)))
        ? new Set(squaresIn(hand.origins()))
        : new Set(),
    underway: free ? hand.underway : null,
    ...(free && app.scene && { paths: pathsOf(hand), gains: gainsOf(hand) }),
    arrows: panel?.arrowsOf(app) ?? [],
    tint: isTinted(),
    drag: free,
    wrong: refusedSquare(),
  });
}

function drawCurve(): void {
  const nodes = app.tree.main(app.node);
  // While a game is played, its curve would be a hint.
  const wanted =
    app.game?.over !== false && nodes.filter((node) => worth(node) !== null).length > 1;
  byId("curve-box").hidden = !wanted || !curve?.draw(nodes, app.node);
  if (wanted && !curve)
    run(
      extra().then(({ Curve }) => {
        curve ??= new Curve(byId("curve"), visit, () => app.asked);
        drawCurve();
      }),
    );
  keepInSight(byId("moves"));
}

function drawTree(): void {
  drawMoves(byId("moves"), app.tree, {
    now: app.node,
    sheet: app.sheet,
    secret: (app.game ?? app.puzzle)?.secret === true,
    visit,
  });
  const { parent } = app.node;
  const beside = parent !== null && parent.children[0] !== app.node;
  byId("promote").hidden = !beside || app.game !== null;
  byId("cut").hidden = parent === null || app.game !== null;
  byId("remark").hidden = parent === null || app.game?.over === false;
}

let inView: Node | null = null;
let heard: Node | null = null;

/** A move that was just made is heard, and so is the end of a game. */
function hear(): void {
  const { node, game } = app;
  if (node === heard) return;
  const next = node.parent === heard && heard !== null;
  heard = node;
  if (next)
    sound(({ soundOf, soundOfEnd }) => {
      const move = moveOf(node);
      if (move) soundOf(move);
      if (game?.over) soundOfEnd();
    });
}

function draw(motion: Motion | null): void {
  const { scene } = app;
  if (app.node !== inView) forgive();
  inView = app.node;
  drawPrompt(app);
  byId("analyse").setAttribute("aria-pressed", String(app.analysis.on));
  document.body.classList.toggle("analysing", app.analysis.on);
  const seats = scene?.seats.length ?? 0;
  document.body.classList.toggle("seated", seats > 0);
  document.documentElement.style.setProperty("--seats", String(seats));
  // Another game has been opened meanwhile.
  if (editing.on && editing.tree !== app.tree) return editing.close();
  if (editing.on || !scene) return;
  const before = app.node.parent?.view?.scene;
  const flights = motion && before ? flightsOf(motion, before) : [];
  board.picture([...(app.sheet?.pictures ?? [])]);
  board.scribbled(arrowsIn(app.node.comment));
  board.show(scene, app.turned, motion);
  panel?.drawPanel(app);
  markBoard();
  const shown = { touch, open: app.free };
  drawSide(byId("far"), app, app.turned ? "p1" : "p2", shown);
  drawSide(byId("near"), app, app.turned ? "p2" : "p1", shown);
  byId("tint-box").hidden = new Set(scene.squares.filter((shade) => shade !== null)).size < 3;
  byId("type").hidden = !app.free;
  byId("fen").textContent = app.node.view?.fen ?? "";
  drawHeader(app);
  run(drawRules());
  drawActions(app, deeds);
  byId("analysis").hidden = (app.game ?? app.puzzle)?.secret === true;
  byId("puzzle").hidden = !app.puzzle;
  byId("record").hidden = !app.records.length || app.puzzle !== null;
  app.puzzle?.draw(byId("puzzle"));
  document.body.classList.toggle("over-now", app.game?.over !== false);
  if (app.game?.over || !byId("end").hidden)
    run(
      extra().then(({ drawEnd }) =>
        drawEnd(app, {
          run,
          visit,
          cheer: (player) => board.cheer(player),
          newGame: () => byId("new").click(),
        }),
      ),
    );
  hear();
  drawTree();
  drawCurve();
  byId("copy-game").hidden = byId("save-game").hidden = !app.tree.root.children.length;
  drawEntries();
  // What measures comes after all that draws.
  keepHeight(byId("far"), app);
  board.receive(flights);
  if (motion && before) flip(motion, before);
  keepAddress(app);
}

async function newGame(): Promise<void> {
  await app.there;
  if (!app.connected) throw new Error("No connection to the engine: connect again first");
  const { askGame } = await extra();
  const asked = await askGame(app, usual());
  if (!asked) return;
  if (editing.on) editing.close();
  settings = asked;
  forget();
  await app.newGame(asked);
}

/** What is fetched after the board is there. The lines of the engine are drawn by it. */
async function extra(): Promise<Extra> {
  const loaded = await import("./extra");
  if (!panel) {
    panel = loaded;
    loaded.holdLines(() => loaded.drawPanel(app));
    screen.drawAnalysis();
  }
  return loaded;
}

/** Makes a sound, where somebody wants it. */
const sound = (make: (sounds: Extra) => void): void =>
  void (wantsSound() && run(extra().then(make)));

drawIcons();
drawSound();
listen({ app, editing, run, extra, visit, forget, draw: () => draw(null), drawRefusal, newGame });
listenTabs(() => run(drawRules()));
listenMenu();
roveMoves(byId("moves"));
run(watchTabs(app, location.hash));
screen.awaits(app.there);
app.connect();
// After the board comes what is wanted next, and the style of prints and of forced colours.
app.there.then(extra).catch(() => undefined);

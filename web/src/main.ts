// The page: what is on it, and what its buttons and keys do.

import { drawActions } from "./actions";
import { readAddress } from "./address";
import { App, type Screen } from "./app";
import { Board } from "./board";
import { clockText } from "./clock";
import type { Curve } from "./curve";
import { button, byId, put, say } from "./dom";
import { addressOf, takeDrops } from "./files";
import { keptText, saveGame, savedGame } from "./saved-game";
import { showCards } from "./first-cards";
import { flightsOf, flip } from "./flight";
import { drawHeader } from "./header";
import { drawIcons } from "./icons";
import { gainsOf, pathsOf } from "./jumps";
import type { Motion } from "./motion";
import { drawMoves, keepInSight, roveMoves } from "./moves";
import { arrowsOf, drawPanel, holdLines } from "./engine-panel";
import { watchTabs } from "./other-tabs";
import type { Settings } from "./game";
import { lastRating } from "./levels";
import { prefer, preferred } from "./preferences";
import { drawPrompt, forgive, refusedSquare, showRefusal, takes } from "./prompt";
import { type Player, nameOf, ofWhom } from "./scene";
import { drawSide, keepHeight } from "./seats";
import { SetUp } from "./lazy-editor";
import { drawSound, switchSound, wantsSound } from "./sound-switch";
import { lastMoveText } from "./status";
import { drawEntries, listenMenu, listenTabs, showTab, tabNow } from "./tabs";
import { type Node, worth } from "./tree";
import { pickedWords } from "./words";

let settings: Settings = {
  variant: "", limit: { kind: "move", ms: 1000 }, pie: false, here: false,
  sides: { p1: { is: "person" }, p2: { is: "engine", elo: null } },
};
let tint = preferred("tint", ["on", "off"]) !== "off";
let due = 0;
let later = 0;
const ADDRESS_MS = 250;
let written = -ADDRESS_MS;
/** The address as the page knows it. */
let address = location.hash;
/** A reload may come between a move and the address that is written for it. */
const opened = (performance.getEntriesByType("navigation") as PerformanceNavigationTiming[])[0]?.type === "reload" ? "" : address;
let left = 0;

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
});

const screen: Screen = {
  draw(motion) {
    draw(motion);
  },
  drawAnalysis() {
    // Engines say more than eyes can follow.
    if (!due) due = requestAnimationFrame(() => {
      due = 0;
      drawPanel(app);
      drawCurve();
      keepInSight(byId("moves"));
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
    board.show(scene, app.turned, motion);
    markBoard();
  },
  began: () => run(showCards(app)),
  choose: (scene, moves) => extra().then(({ chooseMove }) => chooseMove(scene, moves)),
  sure: async () => (await extra()).askWhether("Begin a new game?", "The game that is being played is over then.", "New game"),
  trouble(text) {
    const box = byId("trouble");
    put(box, [text, " ", button("\u2715", () => (box.hidden = true), { "aria-label": "Close this message", class: "close" })]);
    box.hidden = false;
  },
  refuse(square, bold, soft) {
    sound(({ soundOfRefusal }) => soundOfRefusal());
    showRefusal({ square, bold, soft, rule: null }, drawRefusal);
  },
  connection(lost, pause) {
    const box = byId("lost");
    box.hidden = lost === null;
    const again = button("Connect again", () => {
      again.disabled = true;
      app.connect();
    }, { class: "primary" });
    const when = pause === null ? "" : `It is tried again in ${pause === 1 ? "a second" : `${pause} seconds`}. `;
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
  if (!settings.variant) settings.sides.p2 = { is: "engine", elo: lastRating(app.engine.options.get("UGI_Elo")) };
  return settings;
};

const app = new App(screen, () => readAddress(location.hash), usual, savedGame,
  async () => keptText("zugi-tree") !== null && (await extra()).reopenTree(app, opened), opened);
const editing = new SetUp(app, board, () => tint, () => draw(null));
let curve: Curve | null = null;

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

const squaresIn = (touches: Iterable<string>): string[] => [...touches].filter((touch) => !touch.includes(":"));

const deeds = { run, visit, touch, rule: (key: string) => run(showRule(key)) };

/** Shows where a rule stands. */
async function showRule(key: string): Promise<void> {
  showTab("rules");
  await drawRules();
  byId("pane-rules").querySelector(`[data-rule="${CSS.escape(key)}"]`)?.scrollIntoView({ block: "nearest" });
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
    able: free && hand.picked === null && (app.scene?.seats.length || (app.sheet?.sentences.has("mustCapture") && app.scene?.moves.every((move) => takes(app.scene!, move)))) ? new Set(squaresIn(hand.origins())) : new Set(),
    underway: free ? hand.underway : null,
    ...(free && app.scene && { paths: pathsOf(app.scene, hand), gains: gainsOf(app.scene, hand) }),
    arrows: arrowsOf(app), tint, drag: free, wrong: refusedSquare(),
  });
}

function drawCurve(): void {
  const nodes = app.tree.main(app.node);
  // While a game is played, its curve would be a hint.
  const wanted = app.game?.over !== false && nodes.filter((node) => worth(node) !== null).length > 1;
  byId("curve-box").hidden = !wanted || !curve?.draw(nodes, app.node);
  if (wanted && !curve) run(extra().then(({ Curve }) => {
    curve ??= new Curve(byId("curve"), visit);
    drawCurve();
  }));
}

function drawTree(): void {
  drawMoves(byId("moves"), app.tree, { now: app.node, sheet: app.sheet, secret: (app.game ?? app.puzzle)?.secret === true, visit });
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
  if (next) sound(({ soundOf, soundOfEnd }) => {
    soundOf(node.parent?.view?.scene.moves.find(({ text }) => text === node.move)?.actions ?? []);
    if (game?.over) soundOfEnd();
  });
  if (node.view?.over && node.ended === null && !game?.ended) run(tellEnd(node));
}

/** Asks once why the game is over. */
async function tellEnd(node: Node): Promise<void> {
  node.ended = "";
  node.ended = (await app.engine.ended(app.tree.line(node))) ?? "";
  app.analysis.follow();
  if (app.node === node && node.ended) draw(null);
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
  board.show(scene, app.turned, motion);
  drawPanel(app);
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
  if (app.game?.over || !byId("end").hidden) run(extra().then(({ drawEnd }) => drawEnd(app, { run, visit, cheer: (player) => board.cheer(player), newGame: () => byId("new").click() })));
  hear();
  drawTree();
  drawCurve();
  byId("copy-game").hidden = byId("save-game").hidden = !app.tree.root.children.length;
  drawEntries();
  // What measures comes after all that draws.
  keepHeight(byId("far"), app);
  board.receive(flights);
  if (motion && before) flip(motion, before);
  keepAddress();
}

/** Browsers slow pages down that change their address too often. */
function keepAddress(): void {
  const wait = written + ADDRESS_MS - performance.now();
  window.clearTimeout(later);
  if (wait > 0) {
    later = window.setTimeout(keepAddress, wait);
    return;
  }
  // Somebody has followed a link, and is listened to in a moment: the link must not be written over.
  if (location.hash !== address) return;
  const now = addressOf(app);
  if (now !== address) {
    written = performance.now();
    history.replaceState(null, "", now);
    address = location.hash;
  }
  keepGame();
}

/** Keeps what is analysed, once something is. */
let keep: typeof import("./saved-tree").keepTree | null = null;

/** Whoever loads the page anew goes on where they were. */
function keepGame(): void {
  if (!app.begun) return;
  saveGame(app.suspended.toSave(location.hash));
  if (keep || app.analysis.on || app.tree.root.children.length) {
    if (keep) keep(app, location.hash);
    else run(extra().then(({ keepTree }) => (keep = keepTree)(app, location.hash)));
  }
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

const extra = (): Promise<typeof import("./extra")> => import("./extra");
/** Makes a sound, where somebody wants it. */
const sound = (make: (sounds: typeof import("./extra")) => void): void => void (wantsSound() && run(extra().then(make)));
const give = (text: string): Promise<unknown> => extra().then(({ readGiven }) => readGiven(app, text));
const openGiven = (file: File): void => run(extra().then(({ openFile }) => openFile(app, file)));

/** Shows the game of the list that is chosen, or one so many places after it. */
const openNumber = async (by: number): Promise<void> => (await extra()).openNumber(app, Number(byId<HTMLSelectElement>("games").value) + by);

const step = (plies: number): void => run(app.step(plies));

function press(id: string, act: () => void): void {
  byId(id).addEventListener("click", act);
}

/** Presses a button that is on the page now. */
const pressed = (id: string) => (): void => {
  if (!byId(id).hidden) byId(id).click();
};
const pressAction = (key: string): void => byId("actions").querySelector<HTMLElement>(`[data-key="${key}"]`)?.click();

const KEYS: Record<string, () => void> = {
  ArrowLeft: () => step(-1), ArrowRight: () => step(1),
  Home: () => step(-Infinity), End: () => step(Infinity),
  f: () => byId("flip").click(), a: () => byId("analyse").click(), m: () => byId("typed").focus(),
  Escape: () => document.querySelector<HTMLElement>("#end .tool")?.click(),
  n: () => byId("new").click(), r: () => byId("rules").click(), e: () => byId("setup-open").click(), o: () => byId("open").click(),
  c: pressed("remark"), b: pressed("next-slip"), x: pressed("threat"), l: () => byId("lines").querySelector<HTMLElement>(".move")?.click(), s: switchSound, u: () => pressAction("back-action"), h: () => pressAction("hint"), "?": () => byId("keys").click(),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [String(n), () => byId("verbs").querySelectorAll<HTMLElement>("button")[n - 1]?.click()])),
};

/** A key by its letter; where that is none of ours, by its place on the keyboard. */
function keyOf({ key, code }: KeyboardEvent): string {
  if (key.length > 1) return key;
  return /^[a-z]$/i.test(key) ? key.toLowerCase() : /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

/** The page looks as it was left. */
function dress(): void {
  byId<HTMLInputElement>("tint").checked = tint;
}

function listen(): void {
  press("new", () => {
    forget();
    run(newGame());
  });
  press("analyse", () => {
    if (editing.on) editing.close();
    app.analysis.switch(!app.analysis.on);
  });
  press("setup-open", () => run(editing.open()));
  press("paste", () => {
    forget();
    run(extra().then(({ askPasted }) => askPasted(app)));
  });
  press("copy-position", () => run(extra().then(({ copyPosition }) => copyPosition(app))));
  press("copy-game", () => run(extra().then(({ copyGame }) => copyGame(app))));
  press("copy-link", () => run(extra().then(({ copyLink }) => copyLink(app))));
  press("options", () => run(extra().then(({ askOptions }) => askOptions(app))));
  press("keys", () => run(extra().then(({ showKeys }) => showKeys())));
  press("theme", () => run(extra().then(({ otherTheme }) => otherTheme())));
  press("sound", switchSound);
  press("rules", () => {
    showTab(tabNow() === "rules" ? "moves" : "rules");
    // On a telephone the panel is below the board.
    byId("panel").scrollIntoView({ block: "nearest" });
  });
  press("read", () => run(extra().then(({ positionWords }) => app.scene && say(positionWords(app.scene)))));
  press("flip", () => {
    app.turned = !app.turned;
    draw(null);
    editing.draw();
    if (app.scene) say(`Seen from ${ofWhom(nameOf(app.scene, app.turned ? "p2" : "p1"))} side`);
  });
  press("first", () => step(-Infinity));
  press("back", () => step(-1));
  press("on", () => step(1));
  press("last", () => step(Infinity));
  press("threat", () => run(extra().then(({ showThreat }) => showThreat(app))));
  press("prove", () => run(extra().then(({ prove }) => prove(app)).then((words) => {
    if (words) say(words);
  })));
  press("save-game", () => run(extra().then(({ saveGameFile }) => saveGameFile(app))));
  press("next-slip", () => run(extra().then(({ nextMistake }) => nextMistake(app))));
  press("picture", () => run(extra().then(({ saveImage }) => saveImage(app, byId("game-name").textContent ?? "board", run))));
  press("look-through", () => run(extra().then(({ lookThrough }) => lookThrough(app))));
  press("remark", () => run(extra().then(({ askRemark }) => askRemark(app))));
  press("promote", () => {
    app.tree.promoteLine(app.node);
    draw(null);
  });
  press("cut", () => visit(app.tree.cut(app.node)));
  press("set-clear", () => editing.clear());
  press("set-done", () => run(editing.finish(null)));
  press("set-cancel", () => {
    forget();
    run(editing.cancel());
  });
  byId<HTMLFormElement>("set-form").addEventListener("submit", (event) => {
    event.preventDefault();
    run(editing.finish(byId<HTMLInputElement>("set-text").value.replace(/\s+/g, " ").trim()));
  });
  byId<HTMLFormElement>("type").addEventListener("submit", (event) => {
    event.preventDefault();
    const input = byId<HTMLInputElement>("typed");
    run(extra().then(({ typeMove }) => typeMove(app, input.value)).then((made) => made && (input.value = "")));
  });
  byId("typed").addEventListener("keydown", ({ key }) => key === "Escape" && byId("typed").blur());
  byId<HTMLInputElement>("tint").addEventListener("change", () => {
    tint = byId<HTMLInputElement>("tint").checked;
    prefer("tint", tint ? "on" : "off");
    if (editing.on) editing.draw();
    else markBoard();
  });
  byId<HTMLSelectElement>("count").addEventListener("change", () => app.analysis.show(Number(byId<HTMLSelectElement>("count").value)));
  const file = byId<HTMLInputElement>("file");
  press("open", () => file.click());
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    if (chosen) openGiven(chosen);
    file.value = "";
  });
  byId<HTMLSelectElement>("games").addEventListener("change", () => run(openNumber(0)));
  for (const [id, by] of [["game-before", -1], ["game-after", 1]] as const) {
    press(id, () => run(openNumber(by)));
  }
  takeDrops(openGiven, (error) => app.trouble(error));
  addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain");
    if (text && !(event.target as Element).closest("input, textarea, dialog")) run(give(text));
  });
  addEventListener("hashchange", () => {
    // Whatever the page itself writes there makes no event: somebody has followed a link.
    address = location.hash;
    const start = readAddress(address);
    forget();
    run(app.follow(start));
  });
  addEventListener("pagehide", keepGame);
  // What was refused is laid aside first, then the piece in the hand.
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || document.querySelector("dialog[open]") || !forgive()) return;
    event.stopPropagation();
    drawRefusal();
  }, true);
  addEventListener("keydown", (event) => {
    const busy = event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]");
    if (busy || (event.target as Element).closest?.("input, select, textarea")) return;
    const act = KEYS[keyOf(event)];
    if (!act || editing.on) return;
    event.preventDefault();
    // A letter that is held down acts once.
    if (!event.repeat || event.key.length > 1) act();
  });
}

drawIcons();
drawSound();
dress();
listen();
listenTabs(() => run(drawRules()));
listenMenu();
holdLines(() => drawPanel(app));
roveMoves(byId("moves"));
run(watchTabs(app, location.hash));
app.connect();
// After the board comes what is wanted next, and the style of prints and of forced colours.
app.there.then(extra).catch(() => undefined);

// One game, loaded when its link `#g17` is opened (`#g17.5` for the position after five plies).
// Buttons, keys, the list of moves and the curve move through it.
"use strict";

/** The loaded games, by number. */
const loaded = new Map();

/** Takes the games of a file; the files of games call this function. */
function zugiGames({ looks, games }) {
  const known = new Map(looks);
  for (const game of games) loaded.set(game.number, { ...game, look: known.get(game.variant) });
}

/** The game with this number, after its file has been loaded; `undefined` if there is none. */
async function load(number) {
  if (!loaded.has(number)) {
    const file = Math.floor(Math.max(number - 1, 0) / data.games_a_file) + 1;
    const script = element("script", { src: `${data.folder}/${String(file).padStart(4, "0")}.js` });
    const ended = new Promise((resolve) => (script.onload = script.onerror = resolve));
    document.head.append(script);
    await ended;
  }
  return loaded.get(number);
}

const view = { game: null, ply: 0, turned: false };
const drawing = new zugiBoard.Drawing(byId("board"));

/** The names of the seats, such as Red and Blue. */
const seats = (game) => (game.look ? game.look.players : ["Player one", "Player two"]);

/** The classes of both seats' lines: an engine keeps its colour when seats are swapped. */
function linesOf(game) {
  const [one, two] = game.players.map((name) => data.engines.indexOf(name));
  return one > two ? ["line-b", "line-a"] : ["line-a", "line-b"];
}

/** A time in the unit that suits it. */
function timeText(millis) {
  if (millis >= 1000) return `${(millis / 1000).toFixed(2)} s`;
  return `${millis.toFixed(millis < 10 ? 1 : 0)} ms`;
}

function moveRow(game, move, index) {
  const [seat, text, , depth, nodes, time, clock] = move;
  const button = element("button", { type: "button" }, text);
  const said = [scoreText(move), depth ?? "", time === null ? "" : timeText(time)];
  const title = nodes === null ? {} : { title: `${nodes.toLocaleString("en")} nodes` };
  return element(
    "tr",
    title,
    element("td", {}, index + 1),
    element("td", { class: "text" }, element("i", { class: linesOf(game)[seat] }), button),
    ...said.map((text) => element("td", {}, text)),
    element("td", { class: "clock" }, clock === null ? "" : timeText(clock)),
  );
}

/** Shows the parts of a game that do not change from move to move. */
function showGame(game) {
  const [one, two] = game.players;
  put("title", `Game ${game.number}: ${one} \u2013 ${two} ${game.result}`);
  const reason = element("span", game.fault ? { class: "bad" } : {}, game.reason);
  const detail = game.detail ? `: ${game.detail}` : "";
  const took = `${game.moves.length - game.opening} plies · ${(game.seconds ?? 0).toFixed(1)} s`;
  put("facts", reason, detail, element("small", {}, ` · ${game.variant} · ${took}`));
  put("start", ...(game.fen === null ? [] : [element("small", {}, "Position "), game.fen]));
  put("note", game.note ?? "");
  byId("stage").hidden = byId("turn").hidden = !game.frames.length;
  put("moves", ...game.moves.map((move, index) => moveRow(game, move, index)));
  const hasClock = game.moves.some((move) => move[6] !== null);
  byId("moves-box").classList.toggle("without-clock", !hasClock);
  const key = (name, seat) => {
    const line = element("i", { class: linesOf(game)[seat] });
    return element("span", {}, line, ` ${name}, ${seats(game)[seat]}`);
  };
  put("legend", ...game.players.map(key));
  put(
    "scores",
    `Scores are those of ${seats(game)[0]}, in points, whoever moved; ` +
      "# is a proven result in so many plies.",
  );
  byId("transcript").hidden = !game.transcript.length;
  put("transcript", game.transcript.join("\n"));
}

/** Links to the games before and after this one in the current list. */
function showNeighbours(number) {
  const at = list.shown.findIndex((row) => row[NUMBER] === number);
  const link = (id, step) => {
    const row = at < 0 ? undefined : list.shown[at + step];
    byId(id).hidden = !row;
    byId(id).href = row ? "#g" + row[NUMBER] : "#games";
  };
  link("game-before", -1);
  link("game-after", 1);
}

/** Shows the items of a player beside the board: name, clock, hands, and the rows of seats. */
function showSide(id, seat, scene) {
  const { game, ply } = view;
  const own = game.moves.slice(0, ply).filter((move) => move[0] === seat);
  const clock = own.length ? own[own.length - 1][6] : null;
  const turn = Boolean(game.moves[ply] && game.moves[ply][0] === seat);
  const player = ["p1", "p2"][seat];
  const { line, rows } = zugiBoard.besideOf(scene, player, turn);
  byId(id).classList.toggle("turn", turn);
  const title = element(
    "div",
    { class: "title" },
    zugiBoard.dotOf(scene, player),
    element(
      "span",
      {},
      element("i", { class: linesOf(game)[seat] }),
      ` ${game.players[seat]} `,
      element("small", {}, seats(game)[seat], turn ? ", to move" : ""),
    ),
    ...line,
    element("span", { class: "clock" }, clock === null ? "" : timeText(clock)),
  );
  put(id, title, ...rows);
}

function sayMove(game, ply) {
  const move = game.moves[ply - 1];
  if (!move) return "Start of the game";
  const [seat, text, , depth, , time] = move;
  const said = [
    scoreText(move),
    depth === null ? "" : `depth ${depth}`,
    time === null ? "opening" : timeText(time),
  ];
  return [`${ply}. ${seats(game)[seat]} ${text}`, ...said.filter(Boolean)].join(", ");
}

/** Shows the position after this number of plies, or the nearest existing one. */
function show(ply) {
  const { game } = view;
  const nearest = (ply) => Math.min(Math.max(ply, 0), game.moves.length);
  view.ply = nearest(ply);
  if (game.frames.length) {
    const scene = zugiBoard.sceneAt(game, view.ply);
    drawing.show(scene, view.turned, null);
    byId("board").setAttribute("aria-label", `Board. ${zugiBoard.inWords(scene).join("; ")}`);
    const [far, near] = view.turned ? [0, 1] : [1, 0];
    showSide("far", far, scene);
    showSide("near", near, scene);
  }
  put("said", sayMove(game, view.ply));
  drawCurve(game, view.ply, linesOf(game));
  byId("moves").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = byId("moves").rows[view.ply - 1];
  current?.querySelector("button").setAttribute("aria-current", "step");
  // Scroll only the list, never the page.
  const box = byId("moves-box");
  box.scrollTop = current ? current.offsetTop - box.clientHeight / 2 : 0;
  for (const button of document.querySelectorAll("button[data-go]")) {
    const there = nearest(STEPS[button.dataset.go]());
    button.setAttribute("aria-disabled", there === view.ply);
  }
}

/** The plies to which keys and buttons lead. */
const STEPS = {
  Home: () => 0,
  ArrowLeft: () => view.ply - 1,
  ArrowRight: () => view.ply + 1,
  End: () => Infinity,
};

/** Opens the game in the address, or closes the viewer if the address has none. */
async function route() {
  const { hash } = location;
  const [, number, ply] = /^#g(\d+)(?:\.(\d+))?$/.exec(hash) || [];
  const game = number && (await load(Number(number)));
  // The user may have opened another game meanwhile.
  if (location.hash !== hash) return;
  view.game = game;
  byId("viewer").hidden = !number;
  if (!number) return;
  showNeighbours(Number(number));
  byId("content").hidden = !game;
  if (game) {
    showGame(game);
    show(Number(ply ?? game.opening));
  } else {
    put("title", `Game ${number}`);
    put(
      "facts",
      `Game ${number} cannot be loaded: expected it in ${data.folder}, beside this page.`,
    );
  }
  byId("title").focus({ preventScroll: true });
  byId("viewer").scrollIntoView();
}

function onKey(event) {
  const busy = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!view.game || busy || !(event.key in STEPS) || event.target.closest("select, input")) return;
  event.preventDefault();
  show(STEPS[event.key]());
}

function startViewer() {
  for (const button of document.querySelectorAll("button[data-go]")) {
    button.addEventListener("click", () => show(STEPS[button.dataset.go]()));
  }
  byId("turn").addEventListener("click", () => {
    view.turned = !view.turned;
    show(view.ply);
  });
  byId("moves").addEventListener("click", (event) => {
    const row = event.target.closest("tr");
    if (row) show(row.rowIndex);
  });
  byId("curve").addEventListener("click", (event) => show(plyAt(view.game, event)));
  document.addEventListener("keydown", onKey);
  addEventListener("resize", () => view.game && show(view.ply));
  addEventListener("hashchange", route);
  route();
}

startList();
startViewer();

// What is restored after a reload, and which stored values are rejected.

import assert from "node:assert/strict";
import {
  anyMove,
  CLOCK,
  current,
  follow,
  game,
  give,
  go,
  listed,
  load,
  moveNow,
  moves,
  myTurn,
  open,
  openTab,
  paste,
  plies,
  reads,
  ready,
  reload,
  resign,
  served,
  status,
  test,
  thinking,
  toMove,
  type,
  visit,
  WATCH,
  withoutServer,
} from "./support.mjs";

const server = served();

const GAME =
  "[number 1]\n[variant zola-4]\n[result none]\n1 p1 a1b1 {time 0, annotation !?, comment Why not?}\n2 p2 a4b4 {time 0}\n; variation 0 2 d1d2 a3b3\n\n";
const SHOWN = ["a1b1!?", "Why not?", "a4b4", "d1d2", "a3b3"];

test("a game with clocks stands still after a reload, and goes on", async () => {
  const page = await open(server.url + game("zola-4", { p2: "engine", time: "2+0" }), CLOCK);
  await go(page, "a1", "b1");
  await myTurn(page, 2);
  const line = await moves(page);
  // The page cannot recognise this reload by timing data, so its address must be written first.
  const addressed = async () => {
    const played = (await moves(page)).join("+");
    await page.waitForURL(({ hash }) => hash.endsWith(played));
  };
  await addressed();
  await page.clock.fastForward(2000);
  await reload(page);
  assert.deepEqual(await moves(page), line);
  assert.match(
    await status(page),
    /^The page was loaded anew: the clocks stand still until you move or go on\. Red to move/,
  );
  const left = await page.textContent('[data-clock="p1"]');
  assert.match(left, /^1:5\d$/);
  await page.clock.fastForward(2000);
  assert.equal(await page.textContent('[data-clock="p1"]'), left);
  await page.getByRole("button", { name: "Go on" }).click();
  assert.match(await toMove(page), /^Red$/);
  await page.clock.fastForward(2000);
  await reads(page, '[data-clock="p1"]', new RegExp(`^(?!${left})`));
  // After the second reload, a move continues the game.
  await reload(page);
  await page.getByRole("button", { name: "Go on" }).waitFor();
  await anyMove(page);
  await myTurn(page, 4);
  assert.equal(await page.getByRole("button", { name: "Go on" }).count(), 0);
  // The engine's move is taken back too.
  await addressed();
  await reload(page);
  await page.getByRole("button", { name: "Take back" }).click();
  await page.locator("#moves .second[data-text][aria-current]").waitFor();
  assert.match(await toMove(page), /^Red$/);
});

test("an engine that was thinking thinks on, and a game aside stays aside", async () => {
  const page = await open(server.url + game("zola-6", { p2: "engine", time: 600 }), {}, WATCH);
  await go(page, "b6", "c6");
  await thinking(page);
  await reload(page);
  await reads(page, "#status", "Blue is thinking\u2026");
  await moveNow(page);
  await myTurn(page, 2);
  assert.equal(await page.getByRole("button", { name: "Move now" }).count(), 0);
  await page.click("#analyse");
  await page.keyboard.press("Home");
  await page.waitForFunction(() => !location.hash.includes("moves="));
  await reload(page);
  assert.equal(await page.getByRole("button", { name: "Resign" }).count(), 0);
  // Another tab has a game of its own.
  const tab = await openTab(page.context(), server.url);
  await tab.getByRole("button", { name: "Resign" }).waitFor();
  assert.equal((await moves(tab)).length, 0);
  await tab.close();
  await page.getByRole("button", { name: "Back to the game" }).click();
  await myTurn(page, 2);
  await page.getByRole("button", { name: "Resign" }).waitFor();
});

test("a reload between a move and its address keeps the game, with what chance has decided", async () => {
  const page = await open(server.url + game("zoka"));
  await page.click('[data-touch="heap:line"]');
  await plies(page, 1);
  const [line, fen] = [await moves(page), await page.textContent("#fen")];
  // Simulates an unload that stores a later address than the one that the reload opens.
  await page.evaluate(() =>
    addEventListener("pagehide", () => {
      const kept = JSON.parse(sessionStorage.getItem("zugi-session"));
      sessionStorage.setItem(
        "zugi-session",
        JSON.stringify({ ...kept, address: `${kept.address}-later` }),
      );
    }),
  );
  await reload(page);
  await page.getByRole("button", { name: "Resign" }).waitFor();
  assert.deepEqual(await moves(page), line);
  assert.equal(await page.textContent("#fen"), fen);
});

test("a game that was opened is there after a reload, with comments, later moves, names and the engine", async (t) => {
  if (withoutServer(t)) return;
  const page = await open(server.url);
  await give(page, "game.txt", GAME.replace("[result", "[p1 Ann]\n[p2 Bob]\n[result"));
  await page.locator("#moves .move", { hasText: "a4b4" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await current(page, "a1b1");
  await page.waitForURL(/a1b1/);
  await page.click("#analyse");
  await page.locator("#lines li").first().waitFor();
  const shown = () =>
    page.evaluate(() => ({
      now: document.querySelector("#moves [aria-current]").dataset.text,
      who: [...document.querySelectorAll(".who")].map((made) => made.textContent),
      games: [...document.querySelectorAll("#games option")].map((made) => made.textContent),
      on: document.querySelector("#analyse").getAttribute("aria-pressed"),
    }));
  const before = await shown();
  assert.deepEqual(await listed(page), SHOWN);
  assert.deepEqual([[...before.who].sort(), before.on], [["Ann", "Bob"], "true"]);
  await reload(page);
  await page.locator("#lines li").first().waitFor();
  assert.deepEqual(await shown(), before);
  assert.deepEqual(await listed(page), SHOWN);
  // A followed link starts a new game.
  await page.goto("about:blank");
  await page.goto(`${server.url}#variant=zola-4`);
  await page.locator('#actions [data-key="resign"]').waitFor();
  assert.deepEqual(await moves(page), []);
});

test("variations, comments and signs are there after a reload in a game that goes on from an analysis", async () => {
  const page = await open(`${server.url}#variant=zola-4`);
  await paste(page, GAME);
  await page.locator("#moves .move", { hasText: "a4b4" }).waitFor();
  await page.locator('#actions [data-key="play-on"]').waitFor();
  await visit(page, "a4b4");
  await page.locator('#actions [data-key="play-on"]').click();
  await page.locator('#actions [data-key="resign"]').waitFor();
  assert.deepEqual(await listed(page), SHOWN);
  await page.waitForFunction(() => {
    const { game } = JSON.parse(sessionStorage.getItem("zugi-session"));
    return game?.nodes.some(({ move }) => move === "d1d2");
  });
  await reload(page);
  await page.locator('#actions [data-key="resign"]').waitFor();
  assert.deepEqual(await listed(page), SHOWN);
});

test("a game that is over has its end, its names and its rematch after a reload", async () => {
  const page = await open(server.url + game("zola-4", { p2: "600", time: "5+0" }));
  await anyMove(page);
  await myTurn(page, 2);
  await resign(page);
  const shown = () =>
    page.evaluate(() => ({
      end: [...document.querySelectorAll("#end :is(h2, p, .buttons)")]
        .map((made) => made.textContent)
        .join(" "),
      who: [...document.querySelectorAll(".who")].map((made) => made.textContent),
      moves: [...document.querySelectorAll("#moves .move[data-text]")].map(
        (made) => made.dataset.text,
      ),
      actions: [...document.querySelectorAll("#actions button")].map((made) => made.dataset.key),
    }));
  const before = await shown();
  assert.match(before.end, /resigned.*Rematch/);
  assert.match(before.who.join(), /level 1 of 7/);
  await page.waitForFunction(() => sessionStorage.getItem("zugi-session")?.includes("resign"));
  await reload(page);
  await page.locator("#end .card").waitFor();
  assert.deepEqual(await shown(), before);
  assert.equal(await page.locator("#aside button").count(), 0);
  await page.locator('#actions [data-key="rematch"]').click();
  await page.locator('#actions [data-key="resign"]').waitFor();
});

test("what is kept is looked at before it is believed", async () => {
  const { readSession } = await load("stores/saved-game");
  const node = (move, more = {}) => ({
    up: 0,
    move,
    mover: null,
    only: false,
    sign: null,
    comment: "",
    note: "",
    best: "",
    score: null,
    depth: 0,
    evaluations: [],
    ...more,
  });
  const doc = {
    id: "a1",
    started: 0,
    number: 0,
    variant: "zola-4",
    pie: false,
    fen: null,
    names: { p1: "", p2: "" },
    facts: "",
    nodes: [node(""), node("a1b1", { mover: "p1" })],
    played: 1,
    at: 1,
    turned: false,
    play: null,
    ended: null,
  };
  const play = {
    settings: {
      variant: "zola-4",
      limit: { kind: "move", ms: 100 },
      pie: false,
      here: false,
      sides: { p1: { is: "person" }, p2: { is: "engine", elo: null } },
    },
    start: 0,
    live: 1,
    clocks: null,
  };
  const good = {
    engine: "zugi",
    address: "#x",
    game: { ...doc, play },
    playing: true,
    own: false,
    view: null,
    analysing: false,
    games: [],
    note: "",
    chosen: 0,
  };
  const record = { ...doc, ended: { result: "draw", text: "", reason: "rules" } };
  const analysed = { ...good, playing: false, view: doc, games: [record] };
  assert.deepEqual(readSession(JSON.stringify(good)), good);
  assert.deepEqual(readSession(JSON.stringify(analysed)), analysed);
  const nodes = (...all) => ({ nodes: all });
  const setting = (settings, clocks = null) => ({
    play: { ...play, settings: { ...play.settings, ...settings }, clocks },
  });
  const clock = { limit: { kind: "clock", base: 1000, increment: 0 } };
  const timed = { ...doc, ...setting(clock, { p1: 1, p2: 2 }) };
  assert.notEqual(readSession(JSON.stringify({ ...good, game: timed })), null);
  for (const odd of [
    { fen: "x\nquit" },
    { fen: 1 },
    { variant: 1 },
    { variant: "x\ny" },
    { pie: 1 },
    { names: null },
    { at: 2 },
    { played: 2 },
    { id: "a b" },
    { started: "x" },
    { nodes: "a1b1" },
    nodes(),
    nodes(node("a1b1"), node("a1b1")),
    nodes(node(""), node("")),
    nodes(node(""), node("a1 b1")),
    nodes(node(""), node("a1\nquit")),
    nodes(node(""), node("a1b1", { up: 1 })),
    nodes(node(""), node("a1b1", { mover: "p3" })),
    nodes(node(""), node("a1b1", { sign: "#" })),
    nodes(node(""), node("a1b1", { comment: "x\ny" })),
    nodes(node(""), node("a1b1", { score: { cp: "1" } })),
    nodes(
      node(""),
      node("a1b1", { evaluations: [{ evaluator: "x", score: { cp: 1 }, depth: 1 }] }),
    ),
    { ended: { result: "x" } },
    { play: {} },
    { play: { ...play, start: 2 } },
    { play: { ...play, live: "0" } },
    { play: { ...play, settings: null } },
    setting({}, { p1: 1, p2: 2 }),
    setting({ limit: { kind: "move", ms: -1 } }),
    setting({ limit: { kind: "x" } }),
    setting(clock),
    setting(clock, { p1: -1, p2: 2 }),
    setting({ sides: { p1: { is: "engine", elo: "1; quit" }, p2: { is: "person" } } }),
  ]) {
    const bad = { ...doc, play, ...odd };
    for (const part of [{ game: bad }, { view: bad }, { games: [bad] }])
      assert.equal(readSession(JSON.stringify({ ...good, ...part })), null, JSON.stringify(odd));
  }
  for (const odd of [
    { engine: 1 },
    { address: null },
    { game: doc },
    { game: null },
    { games: null },
    { own: 1 },
    { view: 1 },
    { note: 1 },
  ])
    assert.equal(readSession(JSON.stringify({ ...good, ...odd })), null, JSON.stringify(odd));
  for (const text of ["", "{", "null", "[]", "7", '"x"'])
    assert.equal(readSession(text), null, text);
  // A new game takes the place of one that the engine refuses.
  for (const text of [
    "rubbish",
    JSON.stringify({
      ...good,
      engine: "zugi 0.1.0",
      game: { ...doc, play, ...nodes(node(""), node("z9z9")) },
      address: "",
    }),
  ]) {
    const page = await open(
      server.url,
      {},
      `sessionStorage.setItem("zugi-session", ${JSON.stringify(text)})`,
    );
    await page.getByRole("button", { name: "Resign" }).waitFor();
    assert.match(await toMove(page), /^Red$/);
  }
});

test("a browser that keeps nothing", async () => {
  const page = await open(server.url + game("zola-4"), {}, () => {
    for (const name of ["sessionStorage", "localStorage"]) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("denied", "SecurityError");
        },
      });
    }
  });
  await page.click("#theme");
  await page.locator("html[data-theme=dark]").waitFor();
  await go(page, "a1", "b1");
  await myTurn(page, 1);
});

test("theme, tint and sound stay as they were chosen", async () => {
  const page = await open(`${server.url}#variant=zola-6`, { colorScheme: "light" });
  const looks = () =>
    page.evaluate(() => [
      document.documentElement.dataset.theme ?? null,
      document.querySelector("#board").classList.contains("chequered"),
      document.querySelector("#tint").checked,
      document.querySelector("#sound").getAttribute("aria-pressed"),
    ]);
  await page.click("#theme");
  await page.click("#more > summary");
  await page.uncheck("#tint");
  assert.equal(await page.getAttribute("#sound", "aria-pressed"), "true");
  await page.locator("body").press("s");
  assert.deepEqual(await looks(), ["dark", true, false, "false"]);
  await reload(page);
  assert.deepEqual(await looks(), ["dark", true, false, "false"]);
  // Invalid stored values are ignored.
  await page.evaluate(() => {
    localStorage.setItem("zugi-theme", "x");
    localStorage.setItem("zugi-tint", "x");
  });
  await reload(page);
  assert.deepEqual(await looks(), [null, false, true, "false"]);
});

test("a second tab of the same game says what it is", async () => {
  const page = await open(server.url + game("zola-4"));
  await type(page, "a1b1");
  await page.waitForURL(/moves=a1b1/);
  assert.equal(await page.locator("#twin").count(), 0);
  const second = await openTab(page.context(), page.url());
  await second.locator("#twin").waitFor();
  assert.match(await second.textContent("#twin"), /open in another tab, too/);
  await second.locator("#twin .close").click();
  assert.equal(await second.locator("#twin").count(), 0);
  // No warning for another position, for a new game, or for a game that has ended.
  const others = [page.url().replace("a1b1", "d1d2"), server.url];
  await resign(page);
  // Added after the page's own listener, so that the page answers first.
  await page.evaluate(() => {
    const channel = new BroadcastChannel("zugi");
    channel.onmessage = ({ data }) => data.last && channel.postMessage({ answered: true });
  });
  for (const address of [...others, page.url()]) {
    const third = await openTab(page.context(), address);
    await third.evaluate(
      () =>
        new Promise((done) => {
          const channel = new BroadcastChannel("zugi");
          channel.onmessage = ({ data }) => data.answered && done();
          channel.postMessage({ last: true });
        }),
    );
    assert.equal(await third.locator("#twin").count(), 0, address);
    await third.close();
  }
});

test("the bare address goes on with the game of this tab", async () => {
  const page = await open(server.url + game("zola-4"));
  await go(page, "a1", "b1");
  await myTurn(page, 1);
  await page.waitForURL(/moves=a1b1/);
  const goesOn = async () => {
    await page.waitForURL(/moves=a1b1/);
    await myTurn(page, 1);
    assert.equal(await page.locator("dialog[open]").count(), 0);
    assert.deepEqual(await moves(page), ["a1b1"]);
    await page.locator('#actions [data-key="resign"]').waitFor();
  };
  // With a new load of the page, and without.
  await page.goto(server.url);
  await ready(page);
  await goesOn();
  await follow(page, "");
  await goesOn();
});

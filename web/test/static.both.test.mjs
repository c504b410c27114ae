// The page without a server: files from a static host, and the engine in a worker. The module
// takes minutes to build: scripts/long.sh web builds the folder that ZUGI_STATIC names.

import assert from "node:assert/strict";
import { after } from "node:test";
import { ISOLATING, serveFiles } from "./files.mjs";
import {
  address,
  clickThrough,
  CLOCK,
  closeAll,
  follow,
  game,
  give,
  go,
  menu,
  moves,
  myTurn,
  numbers,
  open,
  PHONE,
  reads,
  ready,
  reload,
  serveWith,
  skip as noBrowser,
  staticFolder as folder,
  stories,
} from "./support.mjs";

const test = stories(
  folder ? noBrowser : "set ZUGI_STATIC to the folder that scripts/web.sh --out has made",
);

after(closeAll);

async function hosted(context, options) {
  const host = await serveFiles(folder, options);
  context.after(host.stop);
  return host;
}

/** Opens a page whose module is held back until the returned function is called. */
async function openHeld(url) {
  const page = await open("about:blank");
  let release;
  const released = new Promise((done) => (release = done));
  await page.route(/zugi\.wasm/, (route) => released.then(() => route.continue()));
  const asked = page.waitForRequest(/zugi\.wasm/);
  await page.goto(url);
  await asked;
  return { page, release };
}

test("the first board is in view while the engine is fetched, and stays when it is there", async (context) => {
  const host = await hosted(context);
  const { page, release } = await openHeld(host.url);
  await page.locator("#board .piece").first().waitFor();
  await reads(page, "#status", "The engine is being fetched\u2026");
  assert.equal(await page.locator('.cell[aria-label*="can move"]').count(), 0);
  await page.locator('[data-square="b6"]').click();
  assert.equal(await page.locator('.cell[aria-selected="true"]').count(), 0);
  assert.equal(await page.getAttribute("html", "data-ready"), null);
  const before = await page.evaluate(() => {
    window.fewest = Infinity;
    const board = document.querySelector("#board");
    const count = () => board.querySelectorAll(".piece").length;
    new MutationObserver(() => (window.fewest = Math.min(window.fewest, count()))).observe(board, {
      childList: true,
      subtree: true,
    });
    const { x, y, width } = board.getBoundingClientRect();
    return { pieces: count(), place: [x, y, width] };
  });
  release();
  await ready(page);
  const after = await page.evaluate(() => {
    const board = document.querySelector("#board");
    const { x, y, width } = board.getBoundingClientRect();
    const pieces = board.querySelectorAll(".piece").length;
    return { pieces: Math.min(window.fewest, pieces), place: [x, y, width] };
  });
  assert.deepEqual(after, before);
  await go(page, "b6", "c6");
  await myTurn(page, 2);
});

test("what an address asks for is shown when the engine is there", async (context) => {
  const host = await hosted(context);
  const { page, release } = await openHeld(host.url + game("zola-4"));
  await reads(page, "#status", "Waiting for the engine\u2026");
  assert.equal(await page.locator("#board .piece").count(), 0);
  release();
  await ready(page);
  assert.equal(await page.locator("#board .piece").count(), 16);
});

for (const [what, ending, script] of [
  ["it", ".gz", null],
  ["nothing", "", () => delete window.DecompressionStream],
]) {
  test(`a host that does not pack gives the engine to a browser that unpacks ${what}: zugi.wasm${ending}`, async (context) => {
    const host = await hosted(context);
    const page = await open("about:blank", {}, script);
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname.slice(1)));
    await page.goto(host.url);
    await ready(page);
    assert.deepEqual(
      asked.filter((name) => name.includes(".wasm")),
      [`zugi.wasm${ending}`],
    );
    await go(page, "b6", "c6");
    await myTurn(page, 2);
  });
}

test("the engine comes from a host that has no packed file, or unpacks it", async (context) => {
  const host = await hosted(context);
  for (const answer of [
    { status: 404, body: "" },
    { path: `${folder}/zugi.wasm`, contentType: "application/octet-stream" },
  ]) {
    const page = await open("about:blank");
    await page.route(/\.wasm\.gz$/, (route) => route.fulfill(answer));
    await page.goto(host.url);
    await ready(page);
    page.said.splice(0);
    await go(page, "b6", "c6");
    await myTurn(page, 2);
  }
});

test("an engine that could not be fetched is fetched again, and the first game goes on", async (context) => {
  const host = await hosted(context);
  const page = await open("about:blank");
  let fails = true;
  await page.route(/zugi\.wasm/, (route) => (fails ? route.abort() : route.continue()));
  await page.goto(host.url);
  await reads(page, "#lost", /^The engine could not be fetched\. It is tried again in a second\. /);
  assert.ok(await page.locator("#board .piece").count());
  fails = false;
  await page.locator("#lost").waitFor({ state: "hidden" });
  page.said.splice(0);
  await go(page, "b6", "c6");
  await myTurn(page, 2);
});

const stopping = (page) => page.evaluate(() => document.documentElement.dataset.stopping);

/** Waits until the analysis of the position is this deep. */
async function analyse(page, depth) {
  await page.waitForFunction(
    (depth) => Number(/\d+/.exec(document.querySelector("#depth").textContent)?.[0]) >= depth,
    depth,
  );
}

const WAYS = {
  shared: { headers: ISOLATING },
  pause: {},
  restart: {},
};
const withoutPauses = () => delete WebAssembly.Suspending;

for (const [way, options] of Object.entries(WAYS)) {
  test(`moves are made while the engine thinks: ${way}`, async (context) => {
    const host = await hosted(context, options);
    const script = way === "restart" ? withoutPauses : null;
    const page = await open(host.url + game("zola-6"), CLOCK, script);
    assert.equal(await stopping(page), way);
    await page.click("#analyse");
    const played = [];
    for (const [from, to] of [
      ["b6", "c6"],
      ["d1", "c1"],
      ["a3", "a4"],
    ]) {
      await analyse(page, 4);
      await go(page, from, to);
      played.push(from + to);
      await myTurn(page, played.length);
    }
    assert.deepEqual(await moves(page), played);
    // The page does not wait for stopped searches.
    await page.clock.fastForward(10_000);
    assert.equal(await page.locator("#lost").isVisible(), false);
    await analyse(page, 3);
  });
}

/** Seven checkers with Blue to move, a capture away from the small tables, and seventeen, whose
 *  proof takes very long. */
const PROVABLE = "6/1b1r2/2b3/6/1r1b2/4rb b -";
const HARD = "1b1b1r/1brr2/1rr3/b3b1/b1r1rr/r2b1b b -";

test("the page proves who wins, and stops a proof", async (context) => {
  const host = await hosted(context);
  const page = await open(host.url + address({ variant: "zola-6", fen: PROVABLE }));
  await page.click("#prove");
  const proof = page.locator("#proof", { hasText: "Proven" });
  await proof.waitFor();
  assert.match(await proof.textContent(), /^Proven: Blue wins, for instance by \w+ /);
  await follow(page, address({ variant: "zola-6", fen: HARD }));
  await page.click("#prove");
  await page.locator("#proof", { hasText: "known to lose" }).waitFor();
  await page.click("#prove");
  await page.locator("#proof", { hasText: "Stopped" }).waitFor();
});

test("where memory is shared a search has threads: at once, or by the service worker from the second visit on", async (context) => {
  const most = async (page) => {
    await menu(page, "#options");
    const dialog = page.locator("dialog[open]");
    await dialog.getByLabel("Memory for the search").waitFor();
    const threads = dialog.getByLabel("Threads");
    const max = (await threads.count()) ? Number(await threads.getAttribute("max")) : 1;
    await dialog.getByRole("button", { name: "Close" }).click();
    return max;
  };
  const isolating = await hosted(context, WAYS.shared);
  const at = await open(isolating.url + game("zola-6"));
  assert.ok((await most(at)) > 1);
  await menu(at, "#options");
  await at.getByLabel("Threads").fill("2");
  await at.locator("dialog[open]").getByRole("button", { name: "Close" }).click();
  await at.click("#analyse");
  await analyse(at, 6);
  await at.context().close();

  const plain = await hosted(context, { path: "/some/where/" });
  const page = await open(plain.url);
  assert.equal(await stopping(page), "pause");
  assert.equal(await most(page), 1);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await reload(page);
  assert.equal(await stopping(page), "shared");
  assert.ok((await most(page)) > 1);
});

test("a telephone off line plays on, also after a reload in the middle of a game", async (context) => {
  const host = await hosted(context, { path: "/some/where/" });
  const page = await open(host.url + game("zola-6", { p2: "engine", time: 0.02 }), PHONE);
  assert.equal(await stopping(page), "pause");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await go(page, "b6", "c6");
  await myTurn(page, 2);
  const played = await moves(page);
  // Neither the host nor the network is there from now on.
  await host.stop();
  await page.context().setOffline(true);
  await reload(page);
  // The browser may have been fetching the icon anew when the host went.
  page.said.splice(0);
  await myTurn(page, 2);
  assert.deepEqual(await moves(page), played);
  await clickThrough(page, numbers(3));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `${wide} pixels`);
});

test("a host that knows no type of the module will do", async (context) => {
  const host = await hosted(context, {
    types: { ".wasm": "application/octet-stream", ".webmanifest": "text/plain" },
  });
  const page = await open(host.url + game("zola-4", { p2: "engine", time: 0.02 }));
  await clickThrough(page, numbers(1));
});

test("the visitor's own machine thinks instead of the server, and the game goes on", async (context) => {
  const server = await serveWith("--static", folder, "--visitors", "1");
  context.after(server.stop);
  const page = await open(server.url + game("zola-6", { p2: "engine", time: 0.02 }));
  await go(page, "b6", "c6");
  await myTurn(page, 2);
  const played = await moves(page);
  const turn = async () => {
    await menu(page, "#options");
    await page.locator("dialog[open]").getByLabel("This machine thinks, not the server").click();
    await myTurn(page, 2);
    assert.deepEqual(await moves(page), played);
  };
  await turn();
  assert.equal(new URL(page.url()).pathname, "/static/");
  assert.equal(await stopping(page), "shared");
  // The place of the visitor is free for another one.
  const other = await open(server.url);
  await other.context().close();
  await turn();
  assert.equal(new URL(page.url()).pathname, "/");
});

const GAME =
  "[number 1]\n[variant zola-4]\n[p1 new]\n[p2 old]\n[result p1win]\n[reason resign]\n1 p1 a1b1 {cp 10, depth 5, time 20.2}\n2 p2 a4b4 {cp -300, depth 4, time 3.1}\n\n";

for (const [way, begin] of [
  ["a host for files", (context) => hosted(context)],
  ["a host that isolates the page", (context) => hosted(context, { headers: ISOLATING })],
  [
    "zugi serve --static",
    async (context) => {
      const server = await serveWith("--static", folder);
      context.after(server.stop);
      return { url: `${server.url}static/` };
    },
  ],
]) {
  test(`a file of two games opens, at the second visit, too: ${way}`, async (context) => {
    const { url } = await begin(context);
    const page = await open(url);
    await page.evaluate(() => navigator.serviceWorker.ready);
    for (const visit of ["first", "second"]) {
      await give(page, `${visit}.txt`, GAME + GAME.replaceAll("a4b4", "d1d2"));
      await reads(page, "#note", `${visit}.txt: 2 games.`);
      assert.deepEqual(await moves(page), ["a1b1", "a4b4"]);
      await page.selectOption("#games", "1");
      await page.locator('#moves [data-text="d1d2"]').waitFor();
      await reload(page);
    }
  });
}

test("a server without the page for it has no such switch", async (context) => {
  const server = await serveWith();
  context.after(server.stop);
  const page = await open(server.url);
  await menu(page, "#options");
  await page.locator("dialog[open]").getByLabel("Memory for the search").waitFor();
  assert.equal(await page.getByLabel("This machine thinks").count(), 0);
});

test("an engine that fails is begun anew, and the game goes on", async (context) => {
  const host = await hosted(context);
  const page = await open(host.url + game("zola-6"), {}, () => {
    const { Worker: Real } = window;
    window.workers = [];
    window.Worker = class extends Real {
      constructor(...given) {
        super(...given);
        window.workers.push(this);
      }
    };
  });
  await go(page, "b6", "c6");
  await myTurn(page, 1);
  await page.evaluate(() =>
    window.workers.at(-1).onmessage({ data: { failed: "RuntimeError: a test" } }),
  );
  await reads(
    page,
    "#trouble",
    /^The engine stopped and was started again\. .*RuntimeError: a test$/,
  );
  assert.equal(await page.locator("#lost").isHidden(), true);
  await go(page, "d1", "c1");
  await myTurn(page, 2);
});

// The games that the browser keeps.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  address,
  anyMove,
  CLIPBOARD,
  copied,
  counts,
  current,
  follow,
  game,
  hadText,
  inStores,
  keepTexts,
  lobby,
  menu,
  moves,
  myTurn,
  open,
  openTab,
  playAll,
  reads,
  ready,
  reload,
  resign,
  saved,
  served,
  status,
  study,
  test,
  troubled,
  type,
  typeAll,
  visit,
  withoutServer,
} from "./support.mjs";

const server = served();

const { "zola-4": PROVEN } = JSON.parse(
  readFileSync(new URL("data/proven-games.json", import.meta.url), "utf8"),
);

const texts = async (page) =>
  (await inStores(page, (_, texts) => texts.getAll())).map((text) => JSON.parse(text));
const lineOf = ({ nodes, played }) => nodes.slice(1, played + 1).map(({ move }) => move);

/** Waits until a game for which `fits` is true is stored. */
async function keepsOne(page, fits) {
  for (const until = Date.now() + 15_000; !(await texts(page)).some(fits);)
    assert.ok(Date.now() < until, `not kept: ${fits}`);
}

/** Waits until a game with these moves is kept. */
const keeps = (page, ...line) => keepsOne(page, (doc) => lineOf(doc).join() === line.join());

const has = (move) => (doc) => doc.nodes.some((node) => node.move === move);

/** Opens the list of games, and waits until it is there. */
async function list(page) {
  await menu(page, "#my-games");
  await page.locator("dialog[data-ready] .my-games").waitFor();
  return page.locator("dialog .my-games");
}

const rows = (page) => page.locator("dialog .my-games li .kept").allTextContents();

test("a finished game is listed with its result, and can be looked at", async () => {
  const page = await open(server.url + game("zola-4", { p2: 600, time: "", depth: 1 }), CLIPBOARD);
  await type(page, "a1b1");
  await myTurn(page, 2);
  const line = await moves(page);
  await resign(page);
  const text = await copied(page, "#copy-game");
  const dialog = await list(page);
  const [row, ...others] = await rows(page);
  assert.deepEqual(others, []);
  assert.match(row, /^LostZola 4against zugi.*, level 1 of 7 · 1 move · .*\d/);
  assert.match(await dialog.locator(".results").textContent(), /^Zolawon 0 of 1 at level 1$/);
  await page.keyboard.press("Escape");
  // In another tab it is there, too.
  const other = await openTab(page.context(), server.url);
  await list(other);
  await other.waitForFunction(() => document.activeElement.matches("li .kept"));
  await keepTexts(other, "#live");
  await other.keyboard.press("Enter");
  await other.locator(".who", { hasText: "level 1 of 7" }).waitFor();
  await other.locator(".who", { hasText: "You" }).waitFor();
  assert.deepEqual(await moves(other), line);
  await reads(other, "#status", /^You resigned: Blue has won\.$/);
  await other.locator("#end .card").getByText("Rematch").waitFor();
  // The review soon replaces this text by its own.
  await hadText(other, /You resigned: Blue has won\./);
  assert.notEqual(await other.evaluate(() => document.activeElement.localName), "body");
  // Tried moves are a variation, and are stored.
  await other.keyboard.press("a");
  await reads(other, "#live", "Analysis on");
  await other.keyboard.press("Home");
  await current(other, "Start");
  await typeAll(other, "d4d3");
  assert.deepEqual(await moves(other), line);
  await keepsOne(other, has("d4d3"));
  assert.equal((await texts(other)).length, 1);
  const bare = (text) => text.replaceAll(/ p[12] | \{.*\}/g, " ").replaceAll(/; .*\n/g, "");
  assert.equal(bare(await copied(other, "#copy-game")), bare(text));
  await reload(other);
  await current(other, "d4d3");
  await other.locator(".who", { hasText: "level 1 of 7" }).waitFor();
  assert.equal(await other.locator("#record").isHidden(), true);
  assert.equal(bare(await copied(other, "#copy-game")), bare(text));
});

test("a game that is over by the rules stays one, however often it is opened", async () => {
  const { start: fen, moves: made } = PROVEN.find(({ result }) => result === "p1win");
  const [, before, last] = /^(.*) (\S+)$/.exec(made);
  const begun = { variant: "zola-4", fen, moves: before, time: "", depth: 1 };
  const page = await open(server.url + address({ ...begun, p1: "person", p2: "600" }));
  await type(page, last);
  await page.locator("#end .card").waitFor();
  await keepsOne(page, (doc) => doc.ended?.reason === "rules");
  await reload(page);
  await page.locator("#end .card").waitFor();
  await follow(page, game("zola-4"));
  await type(page, "a1b1");
  await keeps(page, "a1b1");
  const isOne = async (other) => {
    const dialog = await list(other);
    const before = await rows(other);
    assert.equal(before.length, 2, before.join("\n"));
    assert.match(before[1], /^(Won|Lost)Zola 4/);
    assert.match(await dialog.locator(".results").textContent(), /^Zolawon \d of 1 at level 1$/);
    return dialog;
  };
  const second = await openTab(page.context(), server.url);
  await second.locator("dialog .waiting").waitFor();
  await second.keyboard.press("Escape");
  for (const other of [page, second]) {
    const dialog = await isOne(other);
    await dialog.locator("li .kept", { hasText: /^(Won|Lost)/ }).click();
    await other.locator("#end .card").waitFor();
    await follow(other, game("zvp"));
    await isOne(other);
    await other.keyboard.press("Escape");
    await reload(other);
    await isOne(other);
    await other.keyboard.press("Escape");
  }
});

test("a game waits after its tab was killed, and is gone back to", async () => {
  const page = await open(server.url + game("zola-4", { p2: 600, time: "", depth: 1 }));
  await type(page, "a1b1");
  await myTurn(page, 2);
  const line = await moves(page);
  await keeps(page, ...line);
  const context = page.context();
  const next = await openTab(context, server.url);
  await page.close();
  // The visit begins with the choice of a game; it and the page behind offer the waiting game.
  await reads(next, "dialog .waiting span", "Your game of Zola waits at move 2.");
  await next.keyboard.press("Escape");
  await reads(next, '[role="status"] #offer .waiting span', "Your game of Zola waits at move 2.");
  await next.keyboard.press("Escape");
  await counts(next, "#offer", 0);
  const dialog = await lobby(next);
  await dialog.locator(".waiting").getByRole("button", { name: "Back to the game" }).click();
  await dialog.waitFor({ state: "detached" });
  await myTurn(next, 2);
  assert.deepEqual(await moves(next), line);
  await next.locator(".who", { hasText: "level 1 of 7" }).waitFor();
  assert.equal(await next.locator(".waiting").count(), 0);
  // It is still the same game.
  await resign(next);
  await list(next);
  assert.match((await rows(next)).join(), /^LostZola 4/);
  // A game that is over waits no more.
  const third = await openTab(context, server.url);
  await list(third);
  assert.equal(await third.locator(".waiting").count(), 0);
});

test("a game is kept from a person's first move on, and waits as its person sees it, who is player two", async () => {
  const page = await open(server.url + game("zola-4", { p1: 600, time: "", depth: 1 }));
  await myTurn(page, 1);
  await list(page);
  assert.deepEqual(await rows(page), []);
  await page.keyboard.press("Escape");
  const corner = await page.locator("#board .cell").first().getAttribute("data-square");
  await anyMove(page);
  await myTurn(page, 3);
  await keeps(page, ...(await moves(page)));
  await list(page);
  assert.match((await rows(page)).join(), /^NowZola 4/);
  const next = await openTab(page.context(), server.url);
  await page.close();
  await next.locator("dialog .waiting button").click();
  await myTurn(next, 3);
  assert.equal(await next.locator("#board .cell").first().getAttribute("data-square"), corner);
  await reads(next, "#near strong", "Blue");
});

test("the game in progress is gone back to from the choice, and from the new game", async () => {
  const page = await open(server.url + game("zola-4"));
  await playAll(page, "a1b1");
  const back = async (dialog) => {
    await dialog.getByRole("button", { name: "Back to the game" }).click();
    await dialog.waitFor({ state: "detached" });
    await myTurn(page, 1);
    assert.deepEqual(await moves(page), ["a1b1"]);
  };
  const dialog = await lobby(page, "zoka");
  await reads(page, "dialog .waiting span", "Your game of Zola waits at move 1.");
  await back(dialog);
  // From an analysis, too.
  await page.click("#analyse");
  await back(await lobby(page));
  assert.equal(await page.getAttribute("#analyse", "aria-pressed"), "false");
  await lobby(page, "zvp");
  assert.match(await dialog.locator(".note").textContent(), /waits in My games/);
  await dialog.locator('button[name="start"]').click();
  await reads(page, "#offer .waiting span", "Your game of Zola waits at move 1.");
  await page.locator("#offer .waiting button").click();
  await myTurn(page, 1);
  assert.deepEqual(await moves(page), ["a1b1"]);
});

test("a waiting game is offered once, and not again with each puzzle", async () => {
  const page = await open(server.url + game("zola-4"));
  await playAll(page, "a1b1");
  await keeps(page, "a1b1");
  const other = await openTab(page.context(), server.url + game("zola-6"));
  await other.locator("#offer").waitFor();
  await other.keyboard.press("p");
  await reads(other, "#how", /Puzzle 1 of/);
  await counts(other, "#offer", 0);
  await keepTexts(other, '#notices [role="status"]');
  await other.locator('#actions [data-key="skip"]').click();
  await reads(other, "#how", /Puzzle 2 of/);
  await ready(other);
  assert.deepEqual(await other.evaluate(() => window.texts), []);
});

test("two tabs that play on in one game keep both", async () => {
  const page = await open(server.url + game("zola-4"));
  await playAll(page, "a1b1");
  await keeps(page, "a1b1");
  const other = await openTab(page.context(), server.url);
  await other.locator("dialog .waiting button").click();
  await myTurn(other, 1);
  await playAll(other, "a4b4");
  await keeps(other, "a1b1", "a4b4");
  await playAll(page, "d1d2");
  await keeps(page, "a1b1", "d1d2");
  await playAll(other, "a3b4");
  await keeps(other, "a1b1", "a4b4", "a3b4");
  await type(page, "a3b3");
  await keeps(page, "a1b1", "d1d2", "a3b3");
  assert.equal((await texts(page)).length, 2);
});

test("a game is deleted, and brought back", async () => {
  const page = await open(server.url + game("zola-4"));
  await playAll(page, "a1b1");
  await resign(page);
  const dialog = await list(page);
  const before = await rows(page);
  assert.match(before[0], /^First wonZola 4two people · 1 move/);
  await dialog.getByRole("button", { name: /^Delete: Zola 4, First won/ }).click();
  await reads(page, "dialog .report", /^Game deleted\./);
  await dialog.locator("li").waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Undo" }).click();
  await dialog.locator("li").waitFor();
  assert.deepEqual(await rows(page), before);
  await dialog.getByRole("button", { name: /^Delete/ }).click();
  await dialog.locator("li").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  // Changes in the game in view do not store the deleted game again.
  await study(page);
  await typeAll(page, "d1d2");
  await list(page);
  assert.deepEqual(await rows(page), []);
});

test("games are taken along as PGN", async (t) => {
  const page = await open(server.url + game("zola-4", { time: "5+3" }));
  await playAll(page, "a1b1", "a4b4");
  await resign(page);
  await study(page);
  await visit(page, "a1b1");
  await typeAll(page, "d1d2");
  await visit(page, "Start");
  await typeAll(page, "d4c4");
  // A game with chance, whose moves name the drawn pieces.
  const zoka = await openTab(page.context(), server.url + game("zoka"));
  await zoka.click('[data-touch="heap:line"]');
  await myTurn(zoka, 1);
  await keeps(zoka, ...(await moves(zoka)));
  await keepsOne(page, has("d4c4"));
  const dialog = await list(page);
  const [one, two] = await rows(page);
  const file = await saved(page, () => dialog.getByRole("button", { name: "Export all" }).click());
  assert.match(file.name, /^my-games-\d{4}-\d\d-\d\d\.pgn$/);
  const text = file.bytes.toString();
  assert.match(
    text,
    /\[White "person"\]\n\[Black "person"\]\n\[Result "0-1"\]\n\[Variant "zola-4"\]\n\[SetUp "1"\]\n\[FEN "[^"]*"\]\n\[PlyCount "2"\]\n\[TimeControl "300\+3"\]\n\n1\. a1b1 \( 1\. d4c4 \) 1\.\.\. a4b4 \( 1\.\.\. d1d2 \) \{resign\} 0-1\n/,
  );
  if (!process.env.ZUGI_STATIC) {
    const folder = mkdtempSync(join(tmpdir(), "games-"));
    t.after(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "games.pgn"), text);
    const replayed = execFileSync(process.env.ZUGI_SERVE, ["replay", join(folder, "games.pgn")], {
      encoding: "utf8",
    });
    assert.match(replayed, /a4b4/);
  }
  const take = async (page, name, buffer) => {
    await page.setInputFiles('dialog input[type="file"]', { name, mimeType: "text/plain", buffer });
  };
  // In this browser the games of the file exist already.
  await take(page, file.name, file.bytes);
  await reads(page, "dialog .report", /^0 games taken in; 2 were here already\./);
  const other = await open(server.url);
  const there = await list(other);
  await reads(other, "dialog .my-games", /No game yet/);
  await take(other, file.name, file.bytes);
  await reads(other, "dialog .report", /^2 games taken in\./);
  await there.locator("li").nth(1).waitFor();
  const taken = await rows(other);
  assert.equal(taken.length, 2);
  for (const row of [one, two]) {
    const [words] = /Zola 4.*|Zoka.*/.exec(row.replace(/waits at move \d+/, "1 move")) ?? [];
    assert.ok(
      taken.some((row) => row.includes(words)),
      `${words} in ${taken}`,
    );
  }
  await take(other, "odd.pgn", Buffer.from("[White"));
  await reads(other, "dialog .report", /^odd\.pgn: /);
  await there.locator("li .kept", { hasText: "Zola" }).click();
  await visit(other, "a4b4");
  assert.match(await status(other), /^Blue has won: Red resigned\.$/);
});

test("damaged games break nothing", async () => {
  const page = await open(server.url + game("zola-4"));
  await playAll(page, "a1b1");
  await keeps(page, "a1b1");
  await inStores(page, (entries, texts) => {
    entries.getAll().onsuccess = ({ target: { result } }) => {
      const [good] = result;
      texts.get(good.id).onsuccess = ({ target: { result: text } }) => {
        entries.put({ ...good, id: "torn", changed: 2, waits: 2 });
        texts.put(text.slice(0, 100), "torn");
        entries.put({ ...good, id: "gone", changed: 1, waits: 1 });
        entries.put({ id: "odd", waits: 1e15 });
        entries.put({ ...good, id: "later", variant: { name: "zola-4" }, waits: 2e15 });
        entries.put({ ...good, id: "other", variant: "chess", waits: 3e15 });
        texts.put(text.replaceAll('"zola-4"', '"chess"'), "other");
      };
    };
  });
  const other = await openTab(page.context(), server.url);
  // Unreadable games are not offered as waiting.
  await reads(other, "dialog .waiting span", "Your game of Zola waits at move 1.");
  await other.keyboard.press("Escape");
  const dialog = await list(other);
  await reads(other, "dialog .wrong-text", /^2 games cannot be read: damaged, or of another/);
  assert.equal((await rows(other)).length, 4);
  for (const id of ["torn", "gone"]) {
    await other.locator(`[data-game="${id}"] .kept`).click();
    await troubled(other, /^This game cannot be read: it is damaged/);
    await list(other);
  }
  await other.locator('[data-game="other"] .kept').click();
  await troubled(other, /no game "chess"|plays .* and not "chess"/);
  await dialog.waitFor({ state: "detached" });
  await type(other, "d4d3");
  await other.locator('#moves .move[data-text="d4d3"]').waitFor();
});

test("a browser that keeps no games says so once, and the game goes on", async () => {
  for (const [script, said] of [
    [
      () => {
        IDBFactory.prototype.open = () => {
          throw new DOMException("denied", "SecurityError");
        };
      },
      /^This browser keeps no games for this page/,
    ],
    [
      () => {
        IDBObjectStore.prototype.put = () => {
          throw new DOMException("full", "QuotaExceededError");
        };
      },
      /^This browser has no room for more games/,
    ],
    [
      () => {
        const newer = indexedDB.open("zugi-games", 2);
        newer.onsuccess = () => newer.result.close();
      },
      /^Your games were kept by a newer version of this page/,
    ],
  ]) {
    const page = await open(server.url + game("zola-4"), {}, script);
    await type(page, "a1b1");
    await troubled(page, said);
    await type(page, "a4b4");
    await myTurn(page, 2);
    await list(page);
    await page.locator("dialog .my-games").waitFor();
    await page.keyboard.press("Escape");
    await type(page, "a3b4");
    await myTurn(page, 3);
    assert.equal(await page.locator("#trouble").isHidden(), true);
    await page.context().close();
  }
});

test("thousands of games are listed without reading one of them", async (t) => {
  if (withoutServer(t)) return;
  const page = await open(server.url + game("zola-4", { p2: 600, time: "", depth: 1 }));
  await type(page, "a1b1");
  await myTurn(page, 2);
  await keeps(page, ...(await moves(page)));
  await inStores(page, (entries, texts) => {
    entries.getAll().onsuccess = ({ target: { result } }) => {
      const { waits, ...good } = result[0];
      for (let n = 0; n < 5000; n += 1) {
        const won = ["p1win", "p2win", "draw"][n % 3];
        entries.put({ ...good, id: `n${n}`, result: won, changed: n, content: `n${n}` });
        texts.put("x".repeat(5000), `n${n}`);
      }
    };
  });
  await page.evaluate(() => {
    window.read = 0;
    for (const name of ["get", "getAll", "openCursor"]) {
      const real = IDBObjectStore.prototype[name];
      IDBObjectStore.prototype[name] = function (...given) {
        if (this.name === "texts") window.read += 1;
        return real.call(this, ...given);
      };
    }
  });
  const begun = Date.now();
  const dialog = await list(page);
  t.diagnostic(`5001 games are listed in ${Date.now() - begun} ms`);
  assert.equal((await rows(page)).length, 100);
  await dialog.getByRole("button", { name: "Show more: 4901 are left" }).click();
  await dialog.locator("li").nth(199).waitFor();
  assert.equal(
    await dialog.locator(".results").textContent(),
    "Zolawon 1667 of 5000 at level 1, 1666 drawn",
  );
  assert.equal(await page.evaluate(() => window.read), 0);
});

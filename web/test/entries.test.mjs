// Which controls are shown when: entries of the menu and of the bar on telephones, keys of an
// analysis, the button back to a game, and complete titles.

import assert from "node:assert/strict";
import {
  current,
  fill,
  follow,
  game,
  give,
  go,
  lobby,
  menu,
  moves,
  myTurn,
  newGame,
  open,
  plies,
  reads,
  reload,
  served,
  SMALL,
  status,
  test,
} from "./support.mjs";

const server = served();

const shown = (page, selector) =>
  page
    .locator(selector)
    .evaluateAll((made) =>
      made.filter((one) => !one.hidden).map((one) => one.id || one.dataset.for),
    );

test("the menu has what can be done now", async () => {
  const page = await open(server.url + game("zola-6"), SMALL);
  const entries = await shown(page, "#menu > button");
  for (const id of ["copy-game", "save-game", "remark"])
    assert.equal(entries.includes(id), false, id);
  for (const id of ["resign", "analyse", "rules"]) assert.ok(entries.includes(id), id);
  // The bar keeps its places.
  assert.equal(await page.locator('#thumb [data-for="back-action"]').isDisabled(), true);
  await go(page, "b6", "c6");
  await plies(page, 1);
  assert.equal(await page.locator('#thumb [data-for="back-action"]').isDisabled(), false);
  assert.ok((await shown(page, "#menu > button")).includes("copy-game"));
  // Without a game nothing is taken back or resigned.
  await menu(page, '#menu [data-for="analyse"]');
  await page.waitForFunction(() => document.body.classList.contains("analysing"));
  const free = await shown(page, "#menu > button");
  assert.equal(free.includes("resign"), false);
  assert.ok(free.includes("remark"));
  assert.deepEqual(
    await page
      .locator("#thumb button")
      .evaluateAll((made) =>
        made.filter((one) => one.checkVisibility()).map((one) => one.textContent),
      ),
    ["Start", "Turn", "Back", "Next", "Moves"],
  );
  await page.locator("#thumb").getByText("Start").click();
  await current(page, "Start");
});

test("on a telephone Rules are seen when they are chosen", async () => {
  const page = await open(`${server.url}#variant=zola-6`, SMALL);
  await menu(page, '#menu [data-for="rules"]');
  await page.locator("#pane-rules li").first().waitFor();
  await page.waitForFunction(
    () => document.querySelector("#pane-rules").getBoundingClientRect().top < innerHeight - 60,
  );
});

test("keys of an analysis: line 1, threat, mistake", async () => {
  const page = await open(`${server.url}#variant=zola-6&fen=6/2b3/1br3/6/3r2/6+b`);
  // Without an analysis these keys do nothing.
  for (const key of ["x", "l", "b"]) await page.keyboard.press(key);
  assert.equal(await page.locator("#board .arrow").count(), 0);
  await page.keyboard.press("a");
  await page.locator("#lines .move").first().waitFor();
  await page.keyboard.press("x");
  await page.locator("#board .arrow.danger").waitFor({ state: "attached" });
  await page.keyboard.press("x");
  await page.locator("#board .arrow.danger").waitFor({ state: "detached" });
  await page.locator("#lines .move").first().waitFor();
  await page.keyboard.press("l");
  await plies(page, 1);
  await reads(page, "#how", /Best: \S+\.$/);
  await page.keyboard.press("?");
  await page.locator("dialog .keys dt").first().waitFor();
  const keys = await page.locator("dialog .keys dt").allTextContents();
  for (const key of ["L", "X", "B", "N", "1 to 6"]) assert.ok(keys.includes(key), key);
});

test("the way back to a game is there, and is not the loudest button", async () => {
  const page = await open(server.url + game("zola-6"));
  const text =
    "[variant zola-6]\n[result p1win]\n[reason resign]\n1 p1 b6c6 {time 1}\n2 p2 b4b5 {time 1}\n";
  await give(page, "game.txt", text);
  await page.locator("#record").waitFor();
  await follow(page, game("zola-6"));
  await go(page, "b6", "c6");
  await plies(page, 1);
  const back = page.locator('#aside [data-key="parked"]');
  await page.click("#analyse");
  await back.waitFor();
  assert.equal(await back.getAttribute("class"), "edge");
  await page.keyboard.press("p");
  await reads(page, "#status", /find the move that wins$/);
  const here = page.locator('#puzzle [data-key="parked"]');
  assert.equal(await here.getAttribute("class"), "edge");
  assert.equal(await back.count(), 0);
  // A puzzle hides the list of a file's games.
  assert.equal(await page.locator("#record").isVisible(), false);
  await here.click();
  await reads(page, "#live", /^Back to the game\./);
  await myTurn(page, 1);
  assert.deepEqual(await moves(page), ["b6c6"]);
  // So does a game.
  assert.equal(await page.locator("#record").isVisible(), false);
  assert.match(await status(page), /Blue/);
});

test("titles are read whole, and an aim is one line", async () => {
  for (const variant of ["zola-6", "zvp", "zoka", "zoka-4"]) {
    const page = await open(`${server.url}#variant=${variant}`);
    for (const viewport of [{ width: 1280, height: 800 }, SMALL.viewport]) {
      await page.setViewportSize(viewport);
      const cut = await page.evaluate(() => {
        const head = document.querySelector("header").getBoundingClientRect();
        const text = (made) => {
          const range = document.createRange();
          range.selectNodeContents(made);
          return range.getBoundingClientRect();
        };
        return ["#engine", "#game-name", "#game-size", "#near .names", "#far .names"].flatMap(
          (selector) => {
            const made = document.querySelector(selector);
            if (!made.checkVisibility() || !made.textContent) return [];
            const [is, box] = [
              text(made),
              selector.includes(" ") ? made.closest(".side").getBoundingClientRect() : head,
            ];
            const limit = made.closest(".title, .brand").getBoundingClientRect();
            // Where a tray is a row, it has no title of its own.
            if (!limit.width) return [];
            const whole =
              is.top >= box.top - 1 && is.bottom <= box.bottom + 1 && is.right <= limit.right + 1;
            return whole && getComputedStyle(made).textOverflow !== "ellipsis"
              ? []
              : [`${selector}: ${made.textContent}`];
          },
        );
      });
      assert.deepEqual(cut, [], `${variant} ${viewport.width}`);
      // An aim without room ends in three dots or is hidden; its `title` has the whole text.
      const [lines, title, text] = await page.locator("#aim").evaluate((aim) => {
        const line = Number.parseFloat(getComputedStyle(aim).fontSize) * 1.6;
        return [aim.clientHeight / line, aim.title, aim.textContent];
      });
      assert.ok(lines <= 1, `${variant} ${viewport.width}: ${lines} lines`);
      assert.equal(title, text);
    }
    await page.context().close();
  }
});

test("who has never played anything else is told where to begin, and sides can be drawn by lot", async () => {
  const page = await open(server.url);
  const dialog = await lobby(page);
  assert.deepEqual(await dialog.locator(".game .pill").allTextContents(), ["Start here"]);
  assert.match(await dialog.locator(".game:has(.pill)").textContent(), /Zola Start here/);
  await fill(dialog, { you: "either" });
  assert.match(await dialog.textContent(), /your side is drawn by lot/);
  await page.keyboard.press("Escape");
  // The sides are drawn by lot at each start: each side occurs.
  const sides = new Set();
  await page.evaluate(() => {
    let next = 0;
    crypto.getRandomValues = (words) => {
      // Each start takes three numbers, for the side, the seed and the id of the game. So the sides
      // of the first two starts get 0 and 1.
      words[0] = next >> 1;
      next += 1;
      return words;
    };
  });
  for (let n = 0; n < 4 && sides.size < 2; n += 1) {
    await newGame(page, "zola-4", { you: "either", level: "600" });
    sides.add(await page.locator("#near").getAttribute("data-player"));
  }
  assert.equal(sides.size, 2);
});

test("a new game offers the level and the time that were chosen last, after a reload, too", async () => {
  const page = await open(server.url);
  const offered = async (between = async () => undefined) => {
    const dialog = await lobby(page);
    await between(dialog);
    const values = await dialog.evaluate((dialog) =>
      Object.fromEntries(
        ["you", "level", "p1-level", "p2-level", "time", "limit", "seconds", "minutes"].flatMap(
          (name) => {
            const field = dialog.querySelector(`[name="${name}"]:is(:checked, :not([type=radio]))`);
            return field ? [[name, field.value]] : [];
          },
        ),
      ),
    );
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    return values;
  };
  // A beatable level is proposed, also after a reload in an analysis.
  await page.click("#analyse");
  await page.waitForFunction(() => sessionStorage.getItem("zugi-session"));
  await reload(page);
  await page.locator('#analyse[aria-pressed="true"]').waitFor();
  assert.deepEqual(await offered(), { you: "p1", level: "1600", time: "none" });
  // If the engine plays both sides, both get the chosen level.
  const both = await offered((dialog) => fill(dialog, { level: "950", engines: true }));
  assert.deepEqual([both.you, both["p1-level"], both["p2-level"]], [undefined, "950", "950"]);
  const fields = { you: "p2", level: "600", time: "other", limit: "clock", minutes: "3" };
  await newGame(page, "zola-4", { ...fields, increment: "1" });
  await page.click("#analyse");
  await page.waitForFunction(() => sessionStorage.getItem("zugi-session"));
  await reload(page);
  assert.deepEqual(await offered(), fields);
  // Invalid stored values are ignored.
  await page.evaluate(() => {
    localStorage.setItem("zugi-level", "x");
    localStorage.setItem("zugi-limit", '{"kind":"clock"}');
  });
  await reload(page);
  assert.deepEqual(await offered(), fields);
});

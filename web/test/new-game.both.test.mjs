// The choice of a new game: at a first visit, the proposed level, and the summary in words.

import assert from "node:assert/strict";
import {
  fill,
  game,
  go,
  lobby,
  menu,
  open,
  openTab,
  plies,
  reads,
  reload,
  resign,
  served,
  startGame,
  test,
  valueOf,
} from "./support.mjs";

const server = served();
const told = (dialog) => dialog.locator(".told").textContent();

test("a first visit begins with the choice of a game, and its cards come after it", async () => {
  const page = await open(server.url, { cards: true });
  const dialog = page.locator("dialog.lobby[data-ready]");
  await dialog.waitFor();
  // Until a game is chosen, each load shows the choice.
  await reload(page);
  await dialog.waitFor();
  // The board is behind it.
  await page.locator("#board .piece").first().waitFor();
  assert.equal(await dialog.locator(".game .piece").count(), 20 + 12 + 13);
  const described = await dialog.locator(".game").allTextContents();
  for (const [at, words] of [/Mark Steere/, /zombies/i, /Jed Stuart/].entries())
    assert.match(described[at], words);
  assert.match(
    await told(dialog),
    /^Zola, 6 × 6: you are Red and begin, .* at level 2\. No clock\.$/,
  );
  await dialog.locator('button.game[data-variants~="zvp"]').click();
  await reads(page, "dialog .told", /^Zombies vs Princesses, 8 × 8: you are the Princesses/);
  await dialog.getByRole("button", { name: "Play Zombies vs Princesses" }).click();
  await page.getByRole("dialog", { name: /^Zombies vs Princesses in/ }).waitFor();
  await page.locator("dialog.sheet").getByRole("button", { name: "Play" }).click();
  await reads(page, "#far .who", /level 2 of 7/);
  // A second visit begins with the game that was chosen last.
  const again = await openTab(page.context(), server.url);
  assert.match(await again.title(), /Zombies vs Princesses/);
  assert.equal(await again.locator("dialog.lobby").count(), 0);
});

test("who closes the first choice has the game in view, and an address needs no choice", async () => {
  const page = await open(server.url, { cards: true });
  await page.locator("dialog.lobby[data-ready]").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: /^Zola in/ }).waitFor();
  const other = await open(server.url + game("zola-4"), { cards: true });
  await other.getByRole("dialog", { name: /^Zola in/ }).waitFor();
  assert.equal(await other.locator("dialog.lobby").count(), 0);
});

test("the second level is proposed until a game is finished", async () => {
  const begin = () => sessionStorage.began ?? localStorage.removeItem("zugi-finished");
  const page = await open(server.url + game("zola-6", { p2: 1600 }), {}, begin);
  await page.evaluate(() => (sessionStorage.began = "yes"));
  const level = async () => {
    const dialog = await lobby(page);
    const value = await valueOf(dialog, "level");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    return value;
  };
  assert.equal(await level(), "950");
  await go(page, "b6", "c6");
  await plies(page, 2);
  await resign(page);
  assert.equal(await level(), "1600");
});

test("the whole choice is read back", async () => {
  const page = await open(server.url);
  const dialog = await lobby(page);
  const says = (words) => reads(page, "dialog .told", words);
  await fill(dialog, { you: "p2", level: "600", time: "5+3" });
  await says(
    /^Zola, 6 × 6: you are Blue, against zugi at level 1\. Clocks: 5 minutes, and 3 seconds/,
  );
  await fill(dialog, { variant: "zola-8", you: "people", time: "none" });
  await says("Zola, 8 × 8: people play all sides. No clock.");
  assert.equal(await dialog.locator('[name="level"]').first().isDisabled(), true);
  await fill(dialog, { engines: true, "p2-level": "full", time: "other", limit: "depth" });
  await says(
    /^Zola, 8 × 8: zugi plays both sides, at level 1 and at full strength\. No clock; .* four turns/,
  );
  // Another game has other sides.
  await fill(dialog, { engines: false, here: true });
  assert.equal(await dialog.locator('[name="variant"]').first().isDisabled(), true);
  await dialog.locator('button.game[data-variants~="zoka"]').click();
  await says(/^Zoka, Two, 8 × 8: you are Red, against zugi/);
});

test("the title of the tab says whose turn it is", async () => {
  const page = await open(server.url + game("zola-6"));
  const titled = (words) =>
    page.waitForFunction((words) => document.title.startsWith(words), `${words} – Zola – zugi`);
  await titled("Red to move");
  await go(page, "b6", "c6");
  await titled("Blue to move");
  await resign(page);
  await titled("The game is over");
  const other = await open(server.url + game("zola-6", { p2: 600 }));
  assert.match(await other.title(), /^Your turn – Zola – /);
  await other.click("#analyse");
  await other.waitForFunction(() => document.title.startsWith("Zola – "));
});

test("About tells of the games and who made them", async () => {
  const page = await open(server.url);
  await menu(page, "#about");
  const about = page.getByRole("dialog", { name: "About" });
  assert.match(
    await about.textContent(),
    /Zola, by Mark Steere, 2021.*Zombies vs Princesses.*Zoka, by Jed Stuart.*zugi \d/,
  );
  assert.deepEqual(await about.getByRole("link").allTextContents(), [
    "The rules at Yucata",
    "Mark Steere’s games",
  ]);
  await about.getByRole("button", { name: "Close" }).click();
  const dialog = await lobby(page);
  await dialog.getByRole("button", { name: "About" }).click();
  await about.waitFor();
  await page.keyboard.press("Escape");
  await about.waitFor({ state: "detached" });
  // The choice stays as it is.
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("r");
  await page.locator("#pane-rules").waitFor();
  await lobby(page);
  await startGame(page);
  // A new game has the buttons of the moves in sight.
  await page.locator("#pane-moves").waitFor();
});

test("a link to the page has a description and a picture", async () => {
  const page = await open(server.url);
  const [description, title, size] = await page.evaluate(async () => {
    const meta = (name) => document.querySelector(`meta[name="${name}"], meta[property="${name}"]`);
    const image = new Image();
    image.src = meta("og:image").content;
    await image.decode();
    return [
      meta("description").content,
      meta("og:title").content,
      `${image.naturalWidth}x${image.naturalHeight}`,
    ];
  });
  assert.match(description, /against an engine/);
  assert.ok(title);
  assert.equal(size, "1200x630");
});

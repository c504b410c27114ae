// The actions of a game beside its moves, and its clocks: taking back, hints, resigning.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  address,
  chooseVariant,
  CLOCK,
  current,
  fill,
  follow,
  game,
  hadText,
  HOLD,
  go,
  IN_LINES,
  keepTexts,
  lobby,
  moves,
  myTurn,
  newGame,
  onBoard,
  open,
  pieceOn,
  plies,
  reads,
  resign,
  served,
  square,
  startGame,
  status,
  test,
  toMove,
  type,
  valueOf,
} from "./support.mjs";

const server = served();

test("take back, hint, resign, and a new game", async () => {
  const page = await open(server.url + game("zola-6", { p2: "engine" }));
  await square(page, "b6").click();
  // The levels of squares are heard, too: they decide where the piece can go.
  assert.equal(
    await square(page, "c6").getAttribute("aria-label"),
    "c6, blue checker, level 4, can be gone to",
  );
  await square(page, "c6").click();
  await myTurn(page, 2);
  const [first] = await moves(page);
  assert.equal(first, "b6c6");
  await page.getByRole("button", { name: "Take back" }).click();
  await current(page, "Start");
  assert.equal(await pieceOn(page, "b6"), "r");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator("#board .arrow").first().waitFor({ state: "attached" });
  await go(page, "a1", "b1");
  await reads(page, "#moves > .move:nth-child(2)", "1.a1b1");
  // The moves that were taken back stay as a variation.
  await page.locator(".variation").getByText("b6c6").waitFor();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("dialog").getByText("Cancel").click();
  assert.doesNotMatch(await status(page), /resigned/);
  // By keys alone: the question is announced, and the focus returns to the button.
  await page.getByRole("button", { name: "Resign" }).press("Enter");
  await page.getByRole("dialog", { name: "Resign?" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Resign");
  await page.keyboard.press("Enter");
  // The question comes a moment after the key: a Tab before that would leave the button "Cancel" in
  // focus.
  await page.getByRole("dialog", { name: "Resign?" }).waitFor();
  await page.keyboard.press("Tab");
  assert.equal(
    await page.evaluate(
      () => document.activeElement.closest("dialog") && document.activeElement.textContent,
    ),
    "Resign",
  );
  await keepTexts(page, "#live");
  await page.keyboard.press("Enter");
  await reads(page, "#status", /You resigned: Blue has won/);
  // The focus moves to the card when the button disappears, and the end is announced.
  await page.waitForFunction(() => document.activeElement.matches("#end .card"));
  await hadText(page, /^Blue wins\. You resigned: Blue has won\./);
  await page.keyboard.press("Escape");
  await page.locator("#end").waitFor({ state: "hidden" });
  await page.waitForFunction(onBoard);
  assert.equal(await page.locator("#type").isHidden(), true);
  await follow(page, game("zola-4", { p2: "engine" }));
  assert.match(await toMove(page), /^Red$/);
});

test("a clock runs and falls", async () => {
  const page = await open(server.url + game("zola-4", { time: "0.3+0" }), CLOCK);
  const start = Number(await page.textContent('[data-clock="p1"]'));
  assert.ok(start <= 18 && start > 3, String(start));
  // A page that does nothing for three seconds would count as one that stood still.
  for (let n = 0; n < 9; n += 1) await page.clock.fastForward(2000);
  await reads(page, "#status", /no time left/);
  assert.match(await status(page), /Red has no time left: Blue has won/);
  assert.equal(await page.textContent('[data-clock="p2"]'), "18.0");
});

test("a weaker engine, from the position in view", async () => {
  const page = await open(`${server.url}#variant=zola-6&fen=6/2b3/1br3/6/3r2/6+b`);
  const dialog = await lobby(page);
  // The levels are those of the guide, which the tests of `zugi play` also compare.
  const guide = readFileSync(new URL("../../docs/guides/play.md", import.meta.url), "utf8");
  const rows = [...guide.matchAll(/^\| `(\w+)` \| (\d+) \| (\d) \|$/gm)].map(
    ([, name, rating, level]) => [`${level}${name}`, rating],
  );
  const levels = await dialog
    .locator("label:has([name=level])")
    .evaluateAll((made) => made.map((one) => [one.textContent, one.control.value]));
  assert.deepEqual(levels, [...rows, ["Fullstrength", "full"]]);
  await fill(dialog, { level: "600", you: "p2", here: true });
  await startGame(page);
  await reads(page, "main", /zugi.* level 1 of 7/);
  // Where only the second player is a person, the board is seen from their side.
  const first = await page.locator("[data-square]").first().getAttribute("data-square");
  assert.equal(first, "f1");
  await go(page, "b4", "c4");
  await myTurn(page, 2);
  assert.equal((await moves(page))[0], "b4c4");
});

/** Steps to a row with Tab, and to a choice of it with the arrows. */
async function chooseByKeys(page, name, wanted) {
  const at = () => page.evaluate(() => document.activeElement.name);
  for (let n = 0; n < 40 && (await at()) !== name; n += 1) await page.keyboard.press("Tab");
  const dialog = page.locator("dialog[open]");
  const choices = await dialog.locator(`[name="${name}"]`).count();
  for (let n = 0; n < choices && (await valueOf(dialog, name)) !== wanted; n += 1)
    await page.keyboard.press("ArrowRight");
  assert.equal(await valueOf(dialog, name), wanted);
}

test("keys alone", async () => {
  const page = await open(server.url);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "new");
  await page.keyboard.press("Enter");
  await page.locator("dialog[open][data-ready]").waitFor();
  await chooseByKeys(page, "variant", "zola-4");
  await chooseByKeys(page, "you", "people");
  // Enter starts the game, as in every form.
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    () => location.hash.includes("zola-4") && !document.querySelector("dialog"),
  );
  // The focus is on the board, not on the button that opened the dialog.
  await page.waitForFunction(onBoard);
  const at = () => page.evaluate(() => document.activeElement.dataset.square);
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowDown", "ArrowDown"])
    await page.keyboard.press(key);
  assert.equal(await at(), "a1");
  // The focus does not look like a picked square.
  const style = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(style, "dashed");
  await page.keyboard.press("Enter");
  assert.equal(await square(page, "a1").getAttribute("aria-selected"), "true");
  await page.keyboard.press("Escape");
  assert.equal(await square(page, "a1").getAttribute("aria-selected"), "false");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await plies(page, 1);
  assert.equal(await at(), "b1");
  assert.match(
    await page.textContent("#live"),
    /Red: red checker from a1, takes the blue checker on b1\. Blue to move/,
  );
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("m");
  await page.keyboard.type("A4-B4");
  await page.keyboard.press("Enter");
  await plies(page, 2);
  await page.keyboard.type("a1a1");
  await page.keyboard.press("Enter");
  await page.locator("#refusal", { hasText: "a1a1" }).waitFor();
  assert.deepEqual(await moves(page), ["a1b1", "a4b4"]);
  // The refused text is selected, so the next typed move replaces it.
  const selected = () =>
    page.waitForFunction(() => {
      const { selectionStart, selectionEnd } = document.querySelector("#typed");
      return selectionStart === 0 && selectionEnd === 4;
    });
  await selected();
  await page.keyboard.press("End");
  await square(page, "a1").focus();
  await page.keyboard.press("m");
  await selected();
});

test("M shows the field for a move, also where a low window leaves it out, and Esc leaves it", async () => {
  const page = await open(server.url + game("zola-4"), { viewport: { width: 1280, height: 800 } });
  const height = () => page.locator("#type").evaluate((form) => form.offsetHeight);
  assert.equal(await height(), 1);
  await page.keyboard.press("m");
  assert.ok((await height()) > 30);
  // Typed letters are part of the move; they do not act as shortcuts.
  await page.keyboard.type("a1b1");
  await page.keyboard.press("Enter");
  await myTurn(page, 1);
  assert.deepEqual(await moves(page), ["a1b1"]);
  await page.focus("#typed");
  await page.keyboard.press("Escape");
  await page.waitForFunction(onBoard);
  // Keys say what they have done, or that they can do nothing now.
  for (const [key, words] of [
    ["l", /^Not now: in analysis: the first move/],
    ["c", /commented on after the game/],
    ["r", /^The rules are shown/],
    ["r", /^The moves are shown/],
    ["s", /^Sound (on|off)$/],
  ]) {
    await page.keyboard.press(key);
    await reads(page, "#live", words);
  }
  await page.keyboard.press("a");
  await page.locator('#analyse[aria-pressed="true"]').waitFor();
});

test("a person who types moves stays in the field while the engine answers", async () => {
  const page = await open(server.url + game("zola-4", { p2: 600, time: "", depth: 1 }), {}, HOLD);
  await page.keyboard.press("m");
  await page.keyboard.type("a1b1");
  await page.evaluate(() => window.hold.shut());
  await page.keyboard.press("Enter");
  // Letters that are typed before the answer are part of the next move.
  await page.locator("#type[hidden]").waitFor({ state: "attached" });
  await page.keyboard.type("a");
  await page.evaluate(() => window.hold.let());
  await myTurn(page, 2);
  assert.equal(await page.evaluate(() => document.activeElement.id), "typed");
  assert.equal(await page.inputValue("#typed"), "a");
  assert.equal(await page.getAttribute("#analyse", "aria-pressed"), "false");
});

test("the focus stays where one plays", async () => {
  const fen = IN_LINES.replace(" 2 ", " 1 ");
  const words = { variant: "zoka", fen, p1: "person", p2: "engine", time: 0.05 };
  const page = await open(server.url + address(words));
  const key = () => page.evaluate(() => document.activeElement.dataset.key);
  // The line (face-down pieces) can be touched in the person's turn only; the focus returns to it.
  await page.focus('[data-touch="heap:line"]');
  for (const plies of [2, 4]) {
    await page.keyboard.press("Enter");
    await myTurn(page, plies);
    await page.waitForFunction(() => document.activeElement.dataset.key === "heap:line");
  }
  await page.focus('#verbs [data-move="0000"]');
  const pass = await key();
  const passes = async () => {
    await page.keyboard.press("Enter");
    await page.locator("dialog[open]", { hasText: /passes in a row/ }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
  };
  await passes();
  await myTurn(page, 6);
  await page.waitForFunction((pass) => document.activeElement.dataset.key === pass, pass);
  // A person who has moved the focus meanwhile keeps it there.
  await passes();
  await page.focus("#flip");
  await myTurn(page, 8);
  assert.equal(await page.evaluate(() => document.activeElement.id), "flip");
});

test("what the engine thinks is shown when that is no hint any more", async () => {
  const page = await open(server.url + game("zola-6", { p2: "engine", time: 1 }));
  await page.evaluate(() => {
    window.seen = 0;
    new MutationObserver(
      () => (window.seen += document.querySelectorAll("#lines li").length),
    ).observe(document.querySelector("#lines"), { childList: true });
  });
  await go(page, "b6", "c6");
  await myTurn(page, 2);
  assert.equal(await page.evaluate(() => window.seen), 0);
  assert.equal(await page.getAttribute("#bar", "aria-label"), "The score is shown after the game");
  assert.equal(await page.textContent("#depth"), "shown after the game");
  // The list of moves does not show the score either.
  assert.equal(await page.locator("#moves .move[title]").count(), 0);
  await page.click("#analyse");
  await page.locator("#lines .move").first().waitFor();
  await page.locator("#moves .move[aria-current][title]").waitFor();
  // A game between engines shows their lines, because no person could get a hint.
  const two = game("zola-6", { p1: "engine", p2: "engine", time: 0.3 });
  const other = await open(server.url + two);
  await other.locator("#lines .move").first().waitFor();
  await other.locator('#bar[aria-label*="Score for Red"]').waitFor({ state: "attached" });
});

test("after the end: back in analysis, and a rematch", async () => {
  const page = await open(server.url + game("zola-6", { p2: "engine", time: "0.1+0" }));
  await go(page, "b6", "c6");
  await myTurn(page, 2);
  await resign(page);
  await page.getByRole("button", { name: "Go back in analysis" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Take back" }).count(), 0);
  await page.getByRole("button", { name: "Go back in analysis" }).click();
  await current(page, "Start");
  await page.locator("#lines .move").first().waitFor();
  // In the analysis both sides can be moved, and the ended game does not continue.
  await go(page, "a1", "b1");
  await page.locator(".variation").getByText("a1b1").waitFor();
  assert.equal(await page.getByRole("button", { name: "Back to the game" }).count(), 0);
  await page.locator("#type").waitFor();
  // The same with the engine as player one, and from another start position.
  const fen = "3b/4/1r2/r3 b -";
  await follow(page, address({ variant: "zola-4", fen, p1: 600, p2: "person" }));
  assert.equal(await page.textContent("#fen"), fen);
  await resign(page);
  await reads(page, "#status", /You resigned/);
  // The engine moves at once; its move is announced after the start of the game.
  await keepTexts(page, "#live");
  await page.locator("#actions [data-key=rematch]").click();
  await hadText(page, /^New game\. You are Red\. /);
  await reads(page, "#near", /Red.*You/);
  assert.match(await page.textContent("#far"), /Blue.*level 1 of 7/);
  assert.match(await page.textContent("#moves"), /^(Start|No move yet)/);
});

test("the dialog of a new game knows the game that is chosen, and Enter begins it", async () => {
  const page = await open(server.url);
  await newGame(page, "zola-4", { you: "people", pie: true });
  await page.click("#new");
  const dialog = page.locator("dialog");
  const text = (text) => reads(page, "dialog", new RegExp(text));
  await text("Red, first");
  await text("Play Zola");
  assert.equal(await dialog.locator('input[name="pie"]').isVisible(), true);
  // The boards are those of the game that is chosen, and its sides have their names.
  const boards = () =>
    dialog.locator('input[name="variant"]').evaluateAll((made) => made.map(({ value }) => value));
  assert.ok((await boards()).every((name) => name.startsWith("zola")));
  await dialog.locator('button.game[data-variants~="zvp"]').click();
  await text("Princesses, first");
  await text("Zombies");
  assert.ok((await boards()).every((name) => name.startsWith("zvp")));
  await chooseVariant(dialog, "zoka");
  await dialog.locator('input[name="pie"]').waitFor({ state: "hidden" });
  // A game from the position in view has the sides of the game in view.
  await dialog.locator('input[name="here"]').check();
  await text("Red, first");
  assert.equal(await dialog.locator('input[name="pie"]').isVisible(), false);
  await dialog.getByRole("button", { name: "Close" }).click();
  // The suspended game is unchanged, including its pie rule.
  await go(page, "a1", "b1");
  await page.click('#verbs [data-move="swap"]');
  await myTurn(page, 2);
  await lobby(page, "zoka");
  await text("Your game of Zola waits at move 2\\.");
  await text("The game that is being played waits in My games then.");
  await fill(dialog, { time: "other", limit: "move" });
  await dialog.locator('input[name="pie"]').waitFor({ state: "hidden" });
  await dialog.locator('input[name="seconds"]').press("Enter");
  await page.waitForFunction(() => location.hash.includes("variant=zoka&"));
  assert.equal(await page.locator("#trouble").isHidden(), true);
});

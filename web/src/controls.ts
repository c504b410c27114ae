// What the buttons, forms and files of the page do.

import { readAddress } from "./address";
import { followed, keepGame } from "./address-bar";
import type { App } from "./app";
import { byId, say } from "./dom";
import { takeDrops } from "./files";
import { listenKeys } from "./keyboard";
import type { SetUp } from "./lazy-editor";
import { nameOf, ofWhom } from "./scene";
import { switchSound } from "./sound-switch";
import { showTab, tabNow } from "./tabs";
import { isTinted, setTint } from "./tint";
import type { Node } from "./tree";

export type Extra = typeof import("./extra");

/** What the buttons need of the page. */
export interface Page {
  app: App;
  editing: SetUp;
  /** Carries something out; what goes wrong is told. */
  run(task: Promise<unknown>): void;
  extra(): Promise<Extra>;
  visit(node: Node): void;
  /** An error belongs to what was tried, and not to what comes after it. */
  forget(): void;
  draw(): void;
  drawRefusal(): void;
  newGame(): Promise<void>;
}

function press(id: string, act: () => void): void {
  byId(id).addEventListener("click", act);
}

/** What comes with the script that is fetched later. */
function listenLater(page: Page): void {
  const { app, run } = page;
  const later = (id: string, act: (extra: Extra) => unknown): void =>
    press(id, () => run(page.extra().then(act)));
  later("paste", ({ askPasted }) => {
    page.forget();
    return askPasted(app);
  });
  later("copy-position", ({ copyPosition }) => copyPosition(app));
  later("copy-game", ({ copyGame }) => copyGame(app));
  later("copy-link", ({ copyLink }) => copyLink(app));
  later("options", ({ askOptions }) => askOptions(app));
  later("keys", ({ showKeys }) => showKeys());
  later("theme", ({ otherTheme }) => otherTheme());
  later("read", ({ positionWords }) => app.scene && say(positionWords(app.scene)));
  later("threat", ({ showThreat }) => showThreat(app));
  later("prove", async ({ prove }) => {
    const words = await prove(app);
    if (words) say(words);
  });
  later("save-game", ({ saveGameFile }) => saveGameFile(app));
  later("next-slip", ({ nextMistake }) => nextMistake(app));
  later("picture", ({ saveImage }) =>
    saveImage(app, byId("game-name").textContent ?? "board", run),
  );
  later("look-through", ({ lookThrough }) => lookThrough(app));
  later("remark", ({ askRemark }) => askRemark(app));
}

/** Games that are opened, dropped, pasted, or chosen in a list. */
function listenGames({ app, run, extra }: Page): void {
  const open = (file: File): void => run(extra().then(({ openFile }) => openFile(app, file)));
  const file = byId<HTMLInputElement>("file");
  press("open", () => file.click());
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    if (chosen) open(chosen);
    file.value = "";
  });
  // Shows the game of the list that is chosen, or one so many places after it.
  const games = byId<HTMLSelectElement>("games");
  const openNumber = (by: number) => (): void =>
    run(extra().then((extra) => extra.openNumber(app, Number(games.value) + by)));
  games.addEventListener("change", openNumber(0));
  press("game-before", openNumber(-1));
  press("game-after", openNumber(1));
  takeDrops(open, (error) => app.trouble(error));
  addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain");
    if (text && !(event.target as Element).closest("input, textarea, dialog"))
      run(extra().then(({ readGiven }) => readGiven(app, text)));
  });
}

function listenEditing({ app, editing, run, forget, draw }: Page): void {
  press("setup-open", () => run(editing.open()));
  press("set-clear", () => editing.clear());
  press("set-done", () => run(editing.finish(null)));
  press("set-cancel", () => {
    forget();
    run(editing.cancel());
  });
  byId("set-form").addEventListener("submit", (event) => {
    event.preventDefault();
    run(editing.finish(byId<HTMLInputElement>("set-text").value.replace(/\s+/g, " ").trim()));
  });
  const tint = byId<HTMLInputElement>("tint");
  tint.checked = isTinted();
  tint.addEventListener("change", () => {
    setTint(tint.checked);
    if (editing.on) editing.draw();
    else draw();
  });
  press("flip", () => {
    app.turned = !app.turned;
    draw();
    editing.draw();
    if (app.scene) say(`Seen from ${ofWhom(nameOf(app.scene, app.turned ? "p2" : "p1"))} side`);
  });
}

/** The moves: steps through them, typed ones, variations. */
function listenMoves({ app, run, extra, visit, draw }: Page, step: (plies: number) => void): void {
  for (const [id, plies] of [
    ["first", -Infinity],
    ["back", -1],
    ["on", 1],
    ["last", Infinity],
  ] as const)
    press(id, () => step(plies));
  press("promote", () => {
    app.tree.promoteLine(app.node);
    draw();
  });
  press("cut", () => visit(app.tree.cut(app.node)));
  const input = byId<HTMLInputElement>("typed");
  byId("type").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value;
    // The next move may be typed before this one is made.
    input.value = "";
    let made = false;
    run(
      extra()
        .then(async ({ typeMove }) => (made = await typeMove(app, text)))
        .finally(() => {
          if (!made && !input.value) input.value = text;
        }),
    );
  });
  input.addEventListener("keydown", ({ key }) => key === "Escape" && input.blur());
}

/** Lets the page be used. */
export function listen(page: Page): void {
  const { app, editing, run, forget } = page;
  const step = (plies: number): void => run(app.step(plies));
  press("new", () => {
    forget();
    run(page.newGame());
  });
  press("analyse", () => {
    if (editing.on) editing.close();
    app.analysis.switch(!app.analysis.on);
  });
  press("sound", switchSound);
  press("rules", () => {
    showTab(tabNow() === "rules" ? "moves" : "rules");
    // On a telephone the panel is below the board.
    byId("panel").scrollIntoView({ block: "nearest" });
  });
  const count = byId<HTMLSelectElement>("count");
  count.addEventListener("change", () => app.analysis.show(Number(count.value)));
  listenLater(page);
  listenEditing(page);
  listenMoves(page, step);
  listenGames(page);
  listenKeys(editing, step, page.drawRefusal);
  addEventListener("hashchange", () => {
    forget();
    const task = app.follow(readAddress(followed()));
    app.screen.awaits(task);
    run(task);
  });
  addEventListener("pagehide", () => keepGame(app));
}

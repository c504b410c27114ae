// The start of games, opened positions, and the session of this tab after a reload.

import { batch, untracked } from "@preact/signals";
import { type Place, type Start, readAddress } from "../address";
import { say } from "../dom";
import { Refused, Terminated, type View } from "../engine";
import { type GameDoc, type Settings, docOf, grow } from "../game-doc";
import { lastRating } from "../levels";
import { Queue } from "../queue";
import { nameOf } from "../scene";
import { track } from "../state";
import { status } from "../status";
import type { Node, Tree } from "../tree";
import { addressBar } from "./address-bar";
import { analysis } from "./analysis";
import { connection } from "./connection";
import { Game } from "./game";
import { gameFile } from "./game-file";
import { type Aside, play } from "./play";
import { position } from "./position";
import { MOST_FILE_NODES, type Session as Saved, saveSession, savedSession } from "./saved-game";
import { later, tasks } from "./tasks";
import { variants } from "./variants";

class Session {
  private readonly attempts = new Queue();
  /** Whether the first position was shown. */
  begun = false;
  /** The settings of the first game, later of the game that was chosen last. */
  settings: Settings = {
    variant: "",
    limit: { kind: "move", ms: 1000 },
    pie: false,
    here: false,
    sides: { p1: { is: "person" }, p2: { is: "engine", elo: null } },
  };
  /** Whether the last choice was to draw the sides by lot, also in a dialog that was closed without
   *  a game. */
  sidesByChance = false;
  /** Asks whether a new game may replace the one in progress. */
  confirmNewGame!: () => Promise<boolean>;
  /** Whether the page was opened without an address, in a tab without a saved session. */
  isBare = false;
  /** The game that such a visit begins before one is chosen. It is saved once it has a move. */
  private unchosen: Game | null = null;
  /** Shows the cards of a game that begins. Before the first game of a visit with `isBare`, it
   *  shows the choice of a game if none was chosen yet or an unfinished one waits. */
  greet!: () => Promise<void>;
  /** Who begins a game and why, in words; empty if the game has no such words. */
  beginning!: () => string;

  constructor() {
    track(this);
    connection.begin = () => this.begin();
    connection.resume = (begunNow) => this.resume(begunNow);
    connection.pause = () => play.game?.pause();
  }

  /** The settings of the last game, or of the first one. */
  get defaults(): Settings {
    const now = play.game?.settings ?? play.suspended?.settings;
    if (this.begun && now) return now;
    const { settings } = this;
    // Until a game is chosen in this visit, the engine has its last rating.
    if (!settings.variant) settings.sides.p2 = { is: "engine", elo: lastRating(connection.elo) };
    return settings;
  }

  /** The engine is there: shows the first position, or continues where the page was. */
  private async resume(begunNow: boolean): Promise<void> {
    if (begunNow) {
      say(`The engine is here. ${status(play.game, position)}`);
      play.game?.proceed();
    } else if (!(await this.begin())) {
      await position.visit(position.asked);
      play.game?.proceed();
      say("Connected again");
    }
    tasks.markReady();
  }

  private async begin(): Promise<boolean> {
    if (this.begun) return false;
    await this.showFirst();
    this.begun = true;
    return true;
  }

  /** Continues the game or the analysis of this tab after a reload; otherwise shows the position of
   *  the address, or a new game if the address shows nothing. */
  private async showFirst(): Promise<void> {
    const saved = savedSession();
    const known = saved?.engine === connection.name ? saved : null;
    this.isBare = !saved && addressBar.opened === "";
    const here = known && ["", known.address].includes(addressBar.opened) ? known : null;
    let inView: Node | null = null;
    if (known?.game) {
      inView = play.restore(known.game);
      if (here?.playing) {
        try {
          return await this.back(true);
        } catch (error) {
          if (error instanceof Terminated) throw error;
          play.clear();
        }
      }
    }
    try {
      if (!here || !(await this.reopen(here, inView))) {
        // A puzzle is not stored: the bare address shows the game behind it.
        if (here && addressBar.opened === "" && play.aside) return await this.back(true);
        await this.follow(readAddress(location.hash));
      }
      if (this.isBare) this.unchosen = play.game;
    } catch (error) {
      if (error instanceof Terminated) throw error;
      // The game of this tab takes precedence over a new one.
      if (play.suspended) await this.back(true);
      else await this.newGame({ ...this.defaults, variant: "" });
      tasks.trouble(error);
    }
  }

  /** Shows the analysis of the suspended game, at a node. */
  private reopenAnalysis({ game, tree, variant, pie, turned }: Aside, node: Node): Promise<void> {
    return this.attempt(async () => {
      await this.set(variant, pie);
      for (const one of [tree.root, game.live, node]) await position.fetch(one, undefined, tree);
      game.told();
      await this.adopt(tree, node, null);
      Object.assign(position, { pie, turned });
    });
  }

  /** Shows the saved analysis; false if there is none, or if the engine refuses it. */
  private async reopen(saved: Saved, inView: Node | null): Promise<boolean> {
    const { own, view, games, note, chosen, analysing } = saved;
    if (!view && !own) return false;
    try {
      if (own && play.aside && inView) await this.reopenAnalysis(play.aside, inView);
      else if (!view) return false;
      else
        await this.attempt(async () => {
          const tree = await position.plant(view.variant, view.fen);
          await connection.engine.setAll([["PieRule", String(view.pie)]]);
          position.pie = view.pie;
          const node = grow(tree, view)[view.at] ?? tree.root;
          await position.fetch(node, undefined, tree);
          await this.adopt(tree, node, games[chosen] ?? null);
        });
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
    if (view) position.turned = view.turned;
    const asked = games[chosen];
    // A game of this browser or of a link is in no list of a file.
    if (!asked?.id && asked?.number !== 0) gameFile.show(games, note);
    gameFile.asked = asked ?? null;
    if (asked) gameFile.facts = asked.facts;
    play.analyse(analysing);
    return true;
  }

  /** Shows the position of an address; begins a game if it has no position, or has settings. */
  async follow(start: Start): Promise<void> {
    const { variant, game } = start;
    const here = start.fen !== null || start.moves.length > 0;
    if (here && !game) return this.open(start);
    // An address that names nothing leaves the game in view as it is.
    if (variant === null && !game && position.scene) return;
    const name = variants.called(variant ?? (game ? "" : variants.last));
    if (!play.atStake || (await this.confirmNewGame())) {
      if (here) await this.open(start);
      const { defaults } = this;
      const sides = { ...defaults.sides, ...game?.sides };
      const variant = here ? variants.current : name;
      return this.newGame({ ...defaults, ...game?.settings, sides, variant, here });
    }
    // While the page opens, no position is in view yet.
    if (!position.scene) await this.back(true);
  }

  /** Follows a link within the open page. */
  followLink(): void {
    tasks.clearTrouble();
    // If the position in view stays, its address is written again.
    const task = this.follow(readAddress(addressBar.follow())).finally(() => this.keep());
    tasks.awaits(task);
    tasks.run(task);
  }

  /** An effect: keeps the address and the saved session up to date. */
  keep(): void {
    position.address();
    position.tree.read();
    void [this.begun, analysis.on, position.turned, play.game?.ended, play.doc()];
    if (position.scene && !this.isUnchosen)
      untracked(() =>
        addressBar.keep(
          () => position.address(),
          () => this.save(),
        ),
      );
  }

  save(): void {
    if (this.begun && !this.isUnchosen) saveSession(this.saved);
  }

  /** Whether the page shows the game of a bare visit as it began. */
  private get isUnchosen(): boolean {
    const { game } = play;
    if (!this.begun) return this.isBare;
    const isNew = !game?.over && !position.tree.root.children.length && !analysis.on;
    return game !== null && game === this.unchosen && isNew;
  }

  private get saved(): Saved {
    const { tree, node, record } = position;
    const { game } = play;
    const { games: records } = gameFile;
    const nodes = records.reduce((sum, { nodes }) => sum + nodes.length, 0);
    const whole = record !== null && records.includes(record) && nodes <= MOST_FILE_NODES;
    const games = whole ? records : record ? [record] : [];
    const wanted = !game && !play.puzzle && (tree.root.children.length > 0 || analysis.on);
    const own = wanted && play.own !== null;
    const view = wanted && !own ? docOf(play.shown, node) : null;
    return {
      engine: connection.name,
      address: location.hash,
      game: play.doc(),
      playing: game !== null,
      own,
      view,
      analysing: analysis.on,
      games,
      note: whole ? gameFile.summary : "",
      chosen: record ? games.indexOf(record) : games.length,
    };
  }

  /** Runs a task that may bring another game into view and sets options, after all earlier such
   *  tasks. The game in progress waits meanwhile, and continues unchanged after an error. */
  attempt(task: () => Promise<void>): Promise<void> {
    const attempt = this.attempts.add(async () => {
      const { game } = play;
      game?.interrupt();
      try {
        await task();
      } catch (error) {
        // The engine returns to the game in view.
        await this.set(variants.current, position.pie).catch(() => undefined);
        throw error;
      } finally {
        game?.proceed();
      }
    });
    tasks.awaits(attempt);
    return attempt;
  }

  private async set(variant: string, pie: boolean): Promise<void> {
    await variants.choose(variant);
    await connection.engine.setAll([["PieRule", String(pie)]]);
  }

  /** Leaves the game, puzzle or lesson, and shows a tree. */
  async adopt(tree: Tree, node: Node, record: GameDoc | null): Promise<void> {
    this.take(tree, record);
    await position.visit(node);
    tasks.later("tellMoves");
  }

  private take(tree: Tree, record: GameDoc | null): void {
    batch(() => {
      play.leave();
      play.puzzle = play.lesson = null;
      position.take(tree, record);
    });
  }

  chooseSidesByChance(byChance: boolean): void {
    this.sidesByChance = byChance;
  }

  /** Begins a game with the settings that a person has chosen. */
  newChosenGame(settings: Settings): Promise<void> {
    this.settings = settings;
    return this.newGame(settings);
  }

  /** Begins a game, from the start or from the position in view. */
  async newGame(settings: Settings): Promise<void> {
    await this.attempt(async () => {
      const { view } = position.node;
      const tree = settings.here
        ? view && (await this.concealed(view))
        : await this.fresh(settings);
      play.analyse(false);
      if (tree) this.take(tree, null);
      play.clear();
      position.record = position.guide = play.puzzle = play.lesson = null;
    });
    const game = new Game(settings, position.node);
    play.game = game;
    position.turned = game.seenFromSecond();
    game.reading = true;
    await position.visit(position.node);
    tasks.run(this.start(game));
  }

  /** Starts the game once its cards are read. */
  private async start(game: Game): Promise<void> {
    await this.greet().catch((error: unknown) => tasks.trouble(error));
    game.reading = false;
    if (play.game !== game) return;
    const { person } = game;
    const you = person && position.scene ? `You are ${nameOf(position.scene, person)}.` : "";
    say(["New game.", you, this.beginning(), status(game, position)].filter(Boolean).join(" "));
    game.proceed();
  }

  /** Begins a game from the position in view: the person is to move, against the engine. */
  async playOn(): Promise<void> {
    const { scene } = position;
    const { defaults } = this;
    if (!scene) return;
    const { p1, p2 } = defaults.sides;
    const engine = [p1, p2].find(({ is }) => is === "engine") ?? { is: "engine", elo: null };
    const person = { is: "person" } as const;
    const sides = scene.turn === "p1" ? { p1: person, p2: engine } : { p1: engine, p2: person };
    await this.newGame({ ...defaults, variant: variants.current, here: true, sides });
  }

  /** Plays the same game again, with changed sides. */
  async rematch({ settings, start }: Game): Promise<void> {
    const { p1, p2 } = settings.sides;
    // A game that began in a later position begins there again.
    if (settings.here && !(await position.visit(start))) return;
    await this.newGame({ ...settings, sides: { p1: p2, p2: p1 } });
  }

  /** A tree that begins with a position without its hidden parts; null if it has none. */
  private async concealed({ scene, fen, shown }: View): Promise<Tree | null> {
    return shown === null || shown === fen ? null : position.plant(scene.variant, shown);
  }

  private async fresh(settings: Settings): Promise<Tree> {
    const { engine } = connection;
    await variants.choose(settings.variant);
    const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    const { taken, shown } = await engine.start([
      ["PieRule", String(settings.pie)],
      ["Seed", seed],
    ]);
    const pie = taken.includes("PieRule");
    // The page must not know what is hidden from the players.
    const tree = await position.plant(settings.variant, shown);
    // The board does not wait for it, but later questions do.
    tasks.run(engine.command("uginewgame"));
    if (settings.pie && !pie) tasks.tell("This game has no pie rule.");
    position.pie = settings.pie && pie;
    return tree;
  }

  /** Returns to the game that was left last, also if it is finished. */
  async back(reloaded = false): Promise<void> {
    const { aside } = play;
    if (!aside) return;
    const { game, tree, variant, pie, turned, record } = aside;
    await this.attempt(async () => {
      await this.set(variant, pie);
      await position.fetch(game.live, undefined, tree);
      game.told();
    });
    play.analyse(false);
    batch(() => {
      play.aside = play.puzzle = play.lesson = null;
      Object.assign(position, { tree, pie, turned, record, guide: null });
      variants.current = variant;
      play.game = game;
    });
    await position.visit(game.live);
    tasks.later("tellMoves");
    game.goOn(reloaded);
    const words = status(play.game, position);
    say(reloaded ? words : `Back to the game. ${words}`);
  }

  /** Continues a stored game; if that is finished, the suspended one stays suspended. */
  async goOn(doc: GameDoc): Promise<void> {
    play.leave();
    const { aside } = play;
    play.restore(doc);
    // The orientation of the board is not stored.
    play.aside!.turned = play.aside!.game.seenFromSecond();
    try {
      await this.back();
      if (doc.ended && aside && !aside.game.over) play.aside = aside;
    } catch (error) {
      play.aside = aside;
      throw error;
    }
  }

  /** Shows a position or a game for analysis. */
  open({ variant, fen, moves, played }: Place): Promise<void> {
    return this.attempt(async () => {
      const tree = await position.plant(variant ?? variants.current, fen);
      const { problem } = await connection.engine.playable({ fen: tree.fen, moves });
      if (problem) throw problem;
      const end = tree.addLine(tree.root, moves);
      if (played) await (await later()).showLinked(tree, end, played);
      else await this.adopt(tree, end, null);
    });
  }
}

export const session = new Session();

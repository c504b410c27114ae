// What the page shows and why: the tree of a game, the position in view, who plays, and what
// the engine is doing. Views read it, and change it by its methods alone.

import { batch, effect } from "@preact/signals";
import { readAddress } from "./address";
import { opened } from "./address-bar";
import { Reconnect } from "./reconnect";
import { Analysis } from "./analysis";
import { say } from "./dom";
import {
  Engine,
  type EngineListener,
  Refused,
  type Running,
  Terminated,
  type View,
} from "./engine";
import { MoveInput, draw } from "./move-input";
import { savedSession } from "./saved-game";
import { reopenTree } from "./saved-tree";
import { Frames, track } from "./state";
import { type Motion, reversed } from "./motion";
import { type Move, piecesAfter } from "./move";
import { SuspendedGame } from "./suspended-game";
import { Game, type Settings } from "./game";
import type { GameDoc } from "./game-doc";
import { NodeViews } from "./node-views";
import { lastRating } from "./levels";
import type { Puzzles } from "./puzzles";
import type { Editing } from "./editor-panel";
import { PLAYERS, type Scene, nameOf } from "./scene";
import type { Sheet } from "./sheet";
import { type LaterPart, later } from "./lazy";
import { lastMoveText, status } from "./status";
import { pickedWords } from "./words";
import { type Node, Tree, moveOf } from "./tree";
import { Variants } from "./variants";

/** What the person is asked or shown in dialogs. */
export interface Questions {
  /** Several moves look alike so far: which one is meant? */
  choose(scene: Scene, moves: Move[]): Promise<Move | null>;
  /** Shall a new game take the place of the one that is being played? */
  sure(): Promise<boolean>;
  /** The cards of a game that has begun. */
  cards(): Promise<void>;
}

/** Why a touch or a move is refused. */
export interface Refusal {
  square: string;
  bold: string;
  soft: string;
  /** The key of the card or the section of the rules that tells of it. */
  rule: string | null;
}

/** How long a refusal stays, unless something is touched before. */
const REFUSAL_MS = 4000;

/** An engine that takes longer to answer to a move is not waited for to show it. */
const SLOW_MS = 150;

/** Where the page begins. */
export interface Start {
  variant: string | null;
  fen: string | null;
  moves: string[];
  /** How a game that begins there is to be played; nothing where none begins. */
  game: { sides: Partial<Settings["sides"]>; settings: Partial<Settings> } | null;
}

export class App implements EngineListener {
  readonly engine = new Engine(this);
  readonly analysis = new Analysis(this);
  readonly suspended = new SuspendedGame(this);
  readonly variants = new Variants(this);
  readonly views = new NodeViews(this);
  private readonly reconnect = new Reconnect(() => this.engine.connect());
  tree = new Tree(null);
  node: Node = this.tree.root;
  /** What was touched for a move in the position in view. */
  input: MoveInput | null = null;
  refusal: Refusal | null = null;
  private refusalTimer = 0;
  /** Who wins a position, in words, and what still proves it. */
  proof: { node: Node; text: string; running: Running | null } | null = null;
  /** What the other side would do in a position. */
  threat: { node: Node; squares: string[]; words: string } | null = null;
  /** A position of a line from the position in view, which the board shows for a while. */
  preview: { node: Node; scene: Scene } | null = null;
  /** A mistake that is looked at in the position before it, in words, and the better move; or a task,
   *  with what is said once that move is made. */
  mistake: {
    node: Node;
    made: Node;
    bold: string;
    soft: string;
    best: string;
    then?: string;
  } | null = null;
  /** The game that is being played; nothing in analysis. */
  game: Game | null = null;
  /** The puzzle in view; its rules are those of `puzzles.ts`. */
  puzzle: Puzzles | null = null;
  /** A position that is being set up. */
  editing: Editing | null = null;
  variant = "";
  record: GameDoc | null = null;
  /** The games of a file, what is said of them, and the one that was asked for last. */
  records: GameDoc[] = [];
  recordsText = "";
  recordAsked: GameDoc | null = null;
  /** What is said of the one that was in view last. */
  recordFacts = { text: "" };
  /** Which part of the panel is in view, and the rule that somebody wants to read there. */
  tab: "moves" | "rules" = "moves";
  ruleWanted: { key: string } | null = null;
  /** Whether this game is played in another tab, too. */
  openElsewhere = false;
  /** Whether chance decided who plays which side of the last game that was chosen. */
  sidesByChance = false;
  turned = false;
  /** Whether the position in view is one of a game with the pie rule. */
  pie = false;
  connected = false;
  /** What is wrong with the connection, and how many seconds it is until it is tried again. */
  lostLink: { reason: string; pause: number | null } | null = null;
  /** What went wrong last. */
  notice: { text: string } | null = null;
  /** The node that was asked for last, which may still be on its way: steps count from there. */
  asked: Node = this.tree.root;
  /** How many visits were asked for, and which of them is in view. */
  private visits = 0;
  private shown = 0;
  private attempts: Promise<unknown> = Promise.resolve();
  /** Why moves cannot be played, as the engine said it last. */
  problem = "";
  /** The position after a move that the engine has not answered to yet. */
  ahead: Scene | null = null;
  /** The motion that leads to the position on the board. */
  arrival: { motion: Motion | null } = { motion: null };
  /** How many tasks may still change what is in view. */
  awaited = 0;
  /** Whether what the page begins with is there. */
  begun = false;
  private markReady: () => void = () => undefined;
  /** Until the page has begun, or cannot. */
  readonly ready = new Promise<void>((done) => (this.markReady = done));
  /** Scores or lines of an analysis that have changed. */
  readonly evaluations = new Frames();
  /** How the first game shall be. */
  settings: Settings = {
    variant: "",
    limit: { kind: "move", ms: 1000 },
    pie: false,
    here: false,
    sides: { p1: { is: "person" }, p2: { is: "engine", elo: null } },
  };

  constructor(private readonly questions: Questions) {
    track(this);
    effect(() => this.analysis.follow());
  }

  /** How the last game was, or how the first one shall be. */
  get usual(): Settings {
    const now = this.game?.settings ?? this.suspended.game?.settings;
    if (this.begun && now) return now;
    const { settings } = this;
    // Until another one is chosen in this visit, the engine is that of the last one.
    if (!settings.variant)
      settings.sides.p2 = { is: "engine", elo: lastRating(this.engine.options.get("UGI_Elo")) };
    return settings;
  }

  get scene(): Scene | null {
    return this.node.view?.scene ?? null;
  }

  /** What the players in view are called. */
  get names(): string[] | null {
    const { scene } = this;
    return scene && PLAYERS.map((player) => nameOf(scene, player));
  }

  /** What the game in view says of itself. */
  get sheet(): Sheet | null {
    return this.engine.sheets.get(this.scene?.variant ?? "") ?? null;
  }

  /** Whether a person may make a move in the position in view. */
  get free(): boolean {
    const { view } = this.node;
    if (!view || view.over || !this.connected || this.ahead) return false;
    return this.game ? this.game.waitsForPerson(this.node) : true;
  }

  /** The link is there: introduces itself, and goes on where the page was. */
  private async welcome(): Promise<void> {
    try {
      const isFirst = !this.begun;
      await this.engine.handshake();
      // A game may begin before the engine is there; it goes on when it is.
      if (isFirst && this.engine.isComing) await this.begin();
      const waited = this.engine.isComing;
      await this.engine.arrived();
      this.connected = true;
      this.reconnect.connected();
      this.lostLink = null;
      if (!this.begun) await this.begin();
      else if (isFirst) {
        if (waited) say(`The engine is here. ${status(this)}`);
        this.game?.proceed();
      } else {
        await this.visit(this.asked);
        this.game?.resume();
        say("Connected again");
      }
      this.markReady();
    } catch (error) {
      this.trouble(error);
    }
  }

  /** Goes on with the game of this tab if the page was loaded anew; else shows what the address
   *  says, or a new game if it says nothing that can be shown. */
  private async begin(): Promise<void> {
    await this.showFirst();
    this.begun = true;
  }

  private async showFirst(): Promise<void> {
    const saved = savedSession();
    const known = saved?.engine === this.engine.name ? saved : null;
    const here = known && ["", known.address].includes(opened) ? known : null;
    if (known?.game) {
      this.suspended.take(known.game);
      if (here?.playing) {
        try {
          return await this.suspended.back(true);
        } catch (error) {
          if (error instanceof Terminated) throw error;
          this.suspended.clear();
        }
      }
    }
    try {
      if (!here || !(await reopenTree(this, here))) await this.follow(readAddress(location.hash));
    } catch (error) {
      if (error instanceof Terminated) throw error;
      // A game of this tab is more than a new one.
      if (this.suspended.game) await this.suspended.back(true);
      else await this.newGame({ ...this.usual, variant: "" });
      this.trouble(error);
    }
  }

  /** Shows what an address says: a position, or a new game if it tells none or how to play. */
  async follow(start: Start): Promise<void> {
    const { variant, game } = start;
    const here = start.fen !== null || start.moves.length > 0;
    if (here && !game) return this.open(start);
    // The bare address is that of the page, and what is in view goes on.
    if (variant === null && !game && this.scene) return;
    const name = this.variants.called(variant ?? "");
    if (!this.suspended.atStake || (await this.questions.sure())) {
      if (here) await this.open(start);
      const { usual } = this;
      const sides = { ...usual.sides, ...game?.sides };
      const variant = here ? this.variant : name;
      return this.newGame({ ...usual, ...game?.settings, sides, variant, here });
    }
    // At the first visit nothing is in view yet.
    if (!this.scene) await this.suspended.back(true);
  }

  refused(text: string): void {
    this.notice = { text };
  }

  lost(reason: string, dropped: boolean): void {
    this.connected = false;
    this.markReady();
    this.game?.pause();
    // An engine that has ended would end again: only a person may want another one.
    this.lostLink = { reason, pause: dropped ? this.reconnect.schedule() : null };
  }

  /** Somebody wants the connection now. */
  connect(): void {
    this.reconnect.stop();
    this.engine.connect();
  }

  opened(): void {
    void this.welcome();
  }

  /** Tells of an error; losing the connection is told elsewhere. */
  trouble(error: unknown): void {
    if (error instanceof Terminated) return;
    this.refused(error instanceof Error ? error.message : String(error));
  }

  /** An error belongs to what was tried, and not to what comes after it. */
  clearTrouble(): void {
    this.notice = null;
  }

  /** Carries something out; what goes wrong is told. */
  run(task: Promise<unknown>): void {
    task.catch((error: unknown) => this.trouble(error));
  }

  /** Does something with the part of the page that is fetched later. */
  later(act: (part: LaterPart) => unknown): void {
    this.run(later().then(act));
  }

  /** What is in view may change until this has ended. */
  awaits(task: Promise<unknown>): void {
    const done = (): void => void (this.awaited -= 1);
    this.awaited += 1;
    void task.then(done, done);
  }

  /** Shows for a while what is refused, and why. */
  refuse(reason: Refusal): void {
    this.clearRefusal();
    this.refusal = reason;
    this.refusalTimer = window.setTimeout(() => this.clearRefusal(), REFUSAL_MS);
  }

  /** Says whether there was a refusal. */
  clearRefusal(): boolean {
    const was = this.refusal !== null;
    this.refusal = null;
    window.clearTimeout(this.refusalTimer);
    return was;
  }

  /** Tries what may put another game into the place of that in view, after all that was tried
   *  before: each sets options for what it asks. The engine has time for it; on errors nothing has
   *  changed, and what was going on goes on. */
  attempt(task: () => Promise<void>): Promise<void> {
    const attempt = this.attempts.then(() => this.attemptNow(task));
    this.attempts = attempt.catch(() => undefined);
    this.awaits(attempt);
    return attempt;
  }

  private async attemptNow(task: () => Promise<void>): Promise<void> {
    const { game } = this;
    game?.interrupt();
    try {
      await task();
    } catch (error) {
      await this.restore().catch(() => undefined);
      throw error;
    } finally {
      game?.proceed();
    }
  }

  /** Asks for a position and makes a tree that begins with it. */
  async plant(variant: string, fen: string | null): Promise<Tree> {
    await this.variants.choose(variant);
    const view = await this.engine.view({ fen, moves: [] });
    const tree = new Tree(view.fen ?? fen);
    tree.root.view = view;
    return tree;
  }

  /** A tree that begins with a position without what is hidden, if something is. */
  private async concealed({ scene, fen, shown }: View): Promise<Tree | null> {
    return shown === null || shown === fen ? null : this.plant(scene.variant, shown);
  }

  /** Sets the engine back to the game in view. */
  private async restore(): Promise<void> {
    await this.variants.choose(this.variant);
    await this.engine.setAll([["PieRule", String(this.pie)]]);
  }

  /** Leaves what is going on, and shows a tree. */
  async adopt(tree: Tree, node: Node, record: GameDoc | null): Promise<void> {
    batch(() => this.take(tree, record));
    await this.visit(node);
    if (this.scene?.seats.length) this.later(({ tellMoves }) => tellMoves(this));
  }

  /** Leaves what is going on for a tree. */
  private take(tree: Tree, record: GameDoc | null): void {
    this.suspended.put();
    this.puzzle = null;
    this.tree = tree;
    this.node = this.asked = tree.root;
    // What was asked for before is of another tree.
    this.shown = ++this.visits;
    this.variant = tree.root.view?.scene.variant ?? this.variant;
    this.record = record;
    this.turned = false;
  }

  /** Begins a game, from the start or from the position in view. */
  async newGame(settings: Settings): Promise<void> {
    await this.attempt(async () => {
      const tree = settings.here
        ? this.node.view && (await this.concealed(this.node.view))
        : await this.fresh(settings);
      this.analysis.switch(false);
      if (tree) batch(() => this.take(tree, null));
      this.suspended.clear();
      this.record = this.puzzle = null;
    });
    this.game = new Game(this, settings, this.node);
    this.turned = this.game.seenFromSecond();
    await this.visit(this.node);
    say(`New game. ${status(this)}`);
    this.game.proceed();
    this.run(this.questions.cards());
  }

  /** The start of a game. */
  private async fresh(settings: Settings): Promise<Tree> {
    await this.variants.choose(settings.variant);
    const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    const { taken, shown } = await this.engine.start([
      ["PieRule", String(settings.pie)],
      ["Seed", seed],
    ]);
    const pie = taken.has("PieRule");
    // Nobody at the board may know what is hidden, so that the page does not, either.
    const tree = await this.plant(settings.variant, shown);
    // The board need not wait for it; what is asked for later does.
    this.engine.command("uginewgame").catch((error: unknown) => this.trouble(error));
    if (settings.pie && !pie) this.refused("This game has no pie rule");
    this.pie = settings.pie && pie;
    return tree;
  }

  /** Shows a position, or a game, for analysis. */
  open({ variant, fen, moves }: Omit<Start, "game">): Promise<void> {
    return this.attempt(async () => {
      const tree = await this.plant(variant ?? this.variant, fen);
      if ((await this.playable(tree, moves)).length < moves.length) throw new Refused(this.problem);
      let node = tree.root;
      for (const move of moves) node = tree.add(node, move);
      await this.adopt(tree, node, null);
    });
  }

  /** As many of these moves as can be played one after another. */
  async playable(tree: Tree, moves: string[]): Promise<string[]> {
    const { count, problem } = await this.engine.playable({ fen: tree.fen, moves });
    this.problem = problem;
    return moves.slice(0, count);
  }

  /** Shows a node; asks the engine about it if need be. Says whether it is in view, and no other one
   *  was asked for meanwhile. */
  visit(node: Node): Promise<boolean> {
    const visited = this.visitNow(node);
    this.awaits(visited);
    return visited;
  }

  private async visitNow(node: Node): Promise<boolean> {
    const visit = ++this.visits;
    this.asked = node;
    try {
      if (!node.view) await this.views.fetch(node, () => visit === this.visits);
    } catch (error) {
      if (visit !== this.visits) return false;
      // A connection that comes back leads to the node that was asked for.
      if (!(error instanceof Terminated)) this.asked = this.node;
      this.trouble(error);
      return false;
    }
    // While keys are held down, the positions that were answered are seen.
    if (node.view && visit > this.shown) this.show(node, node.view, visit);
    return visit === this.visits;
  }

  private show(node: Node, { scene }: View, visit: number): void {
    this.shown = visit;
    const whole = this.motionTo(node);
    // What was shown ahead has moved already; what lies beside the board has not.
    const motion = this.ahead && whole ? { ...whole, ways: [], taken: [], changed: [] } : whole;
    this.clearRefusal();
    batch(() => {
      this.ahead = null;
      this.arrival = { motion };
      this.node = node;
      this.input = new MoveInput(scene);
      if (this.game?.head === node) this.game.arrive();
    });
  }

  /** The motion from the position in view to a neighbour of it. */
  private motionTo(node: Node): Motion | null {
    if (node.parent === this.node) return moveOf(node)?.motion ?? null;
    const undone = this.node.parent === node ? moveOf(this.node) : null;
    return undone ? reversed(undone.motion) : null;
  }

  /** Steps through the line of the node that was asked for: by so many plies, or to its end. */
  async step(plies: number): Promise<void> {
    let node = this.asked;
    for (let n = 0; n < Math.abs(plies); n += 1) {
      const next = plies < 0 ? node.parent : node.children[0];
      if (!next) break;
      node = next;
    }
    if (node !== this.asked && (await this.visit(node))) say(lastMoveText(this.node));
  }

  /** Goes to a position that a person has chosen. */
  goTo(node: Node): void {
    this.clearTrouble();
    this.run(this.visit(node).then((there) => there && say(lastMoveText(this.node))));
  }

  /** Shows where a rule stands. */
  showRule(key: string): void {
    this.tab = "rules";
    this.ruleWanted = { key };
  }

  /** A person touches a square or a thing beside the board. */
  touch(what: string): void {
    const { input, scene } = this;
    this.clearTrouble();
    this.clearRefusal();
    if (!input || !scene) return;
    if (!this.free) return this.run(this.explain(what));
    const outcome = batch(() => input.touch(what));
    if (outcome.is === "refused") this.run(this.explain(what));
    else if (outcome.is === "move") this.run(this.decide(outcome.moves));
    else say(outcome.is === "picked" ? pickedWords(scene, input) : "Laid down");
  }

  /** Tells why nothing comes of a touch. */
  private async explain(what: string): Promise<void> {
    const { node, input } = this;
    const picked = input?.picked;
    const { refuse } = await later();
    // Something else may have been touched meanwhile.
    if (this.node === node && this.input?.picked === picked) await refuse(this, what);
  }

  /** A move of a person: plays it, and lets the game go on. */
  async make(move: Move): Promise<void> {
    const { node } = this;
    if (!this.free) return;
    if (this.puzzle?.secret) return this.puzzle.answer(move.text);
    const child = this.tree.add(node, move.text, this.game !== null);
    child.mover = node.view?.scene.turn ?? null;
    this.game?.moved(node, child);
    const shown = this.showAhead(node, move);
    const there = await this.visit(child);
    window.clearTimeout(shown);
    this.ahead = null;
    this.game?.arrive();
    if (!there) this.tree.changed();
    if (there) say(`${lastMoveText(this.node)} ${status(this)}`);
    this.game?.proceed();
  }

  /** Shows a move as it will be if the engine does not answer soon; gives back what waits for it. */
  private showAhead(node: Node, move: Move): number {
    const scene = node.view?.scene;
    return window.setTimeout(() => {
      if (!scene || this.node !== node || !move.changes.length) return;
      const last = move.motion.ways.flatMap(({ squares }) => squares);
      batch(() => {
        this.ahead = { ...scene, pieces: piecesAfter(scene, move), marks: [], moves: [], last };
        this.arrival = { motion: move.motion };
      });
    }, SLOW_MS);
  }

  /** Of several moves that were touched alike, the one that is meant; chance may decide. */
  async decide(moves: Move[]): Promise<void> {
    const { scene, node } = this;
    if (!scene || !moves.length) return;
    const move =
      (moves.length === 1 ? moves[0] : draw(moves)) ?? (await this.questions.choose(scene, moves));
    if (move && this.node === node) await this.make(move);
    else this.input?.drop();
  }

  /** Puts the game aside; from here on moves of both players are free. */
  leaveGame(): void {
    this.suspended.put();
  }
}

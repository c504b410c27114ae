// What the page shows and why: the tree of a game, the position in view, who plays, and what
// the engine is doing. Views draw it; they change nothing but through this.

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
import type { Session } from "./saved-game";
import { type Motion, reversed } from "./motion";
import { type Move, piecesAfter } from "./move";
import { SuspendedGame } from "./suspended-game";
import { Game, type Settings } from "./game";
import type { GameDoc } from "./game-doc";
import { NodeViews } from "./node-views";
import type { Puzzles } from "./puzzles";
import { PLAYERS, type Scene, nameOf } from "./scene";
import type { Sheet } from "./sheet";
import { lastMoveText, status } from "./status";
import { type Node, Tree, moveOf } from "./tree";
import { Variants } from "./variants";

/** What draws the page. */
export interface Screen {
  /** Something has changed; a motion leads to the position in view. */
  draw(motion: Motion | null): void;
  /** The scores or lines of an analysis have changed. */
  drawAnalysis(): void;
  drawClocks(): void;
  /** Several moves look alike so far: which one is meant? */
  choose(scene: Scene, moves: Move[]): Promise<Move | null>;
  /** Shall a new game take the place of the one that is being played? */
  sure(): Promise<boolean>;
  trouble(text: string): void;
  /** What a person wanted is not to be, and why; the key of the rule, if there is one. */
  refuse(square: string, bold: string, soft: string, rule?: string | null): void;
  /** A game has begun. */
  began(): void;
  /** A move that was made is seen before the engine has told what comes of it. */
  ahead(scene: Scene, motion: Motion): void;
  /** What is in view may change until this has ended. */
  awaits(task: Promise<unknown>): void;
  /** What is wrong with the connection, and how many seconds it is until it is tried again. */
  connection(lost: string | null, pause: number | null): void;
}

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
  hand: MoveInput | null = null;
  /** Who wins a position, in words, and what still proves it. */
  proof: { node: Node; text: string; running: Running | null } | null = null;
  /** What the other side would do in a position. */
  threat: { node: Node; squares: string[]; words: string } | null = null;
  /** The position in view, while the board shows one of a line from there. */
  preview: Node | null = null;
  /** A mistake that is looked at in the position before it, in words, and the better move; or a task,
   *  with what is said once that move is made. */
  slip: { node: Node; made: Node; bold: string; soft: string; best: string; then?: string } | null =
    null;
  /** The game that is being played; nothing in analysis. */
  game: Game | null = null;
  /** The puzzle in view; its rules are those of `puzzles.ts`. */
  puzzle: Puzzles | null = null;
  variant = "";
  record: GameDoc | null = null;
  /** What the record in view says of its end, if a position is that end. */
  recordedEnd: (node: Node) => string | null = () => null;
  records: GameDoc[] = [];
  /** What is said of all recorded games. */
  recordsNote = "";
  turned = false;
  /** Whether the position in view is one of a game with the pie rule. */
  pie = false;
  connected = false;
  /** The node that was asked for last, which may still be on its way: steps count from there. */
  asked: Node = this.tree.root;
  /** How many visits were asked for, and which of them is in view. */
  private visits = 0;
  private shown = 0;
  private attempts: Promise<unknown> = Promise.resolve();
  /** Why moves cannot be played, as the engine said it last. */
  problem = "";
  /** Whether the board shows a move that the engine has not answered to yet. */
  private ahead = false;
  /** Whether what the page begins with is there. */
  begun = false;
  private arrive: () => void = () => undefined;
  /** Until the page has begun, or cannot. */
  readonly there = new Promise<void>((done) => (this.arrive = done));

  constructor(
    readonly screen: Screen,
    private readonly start: () => Start,
    readonly usual: () => Settings,
    private readonly saved: () => Session | null,
    /** Shows what was analysed before a reload; says whether there is something. */
    private readonly reopen: (session: Session) => Promise<boolean>,
    /** The address that was opened; empty after a reload, when what this tab has kept counts. */
    private readonly address: string,
  ) {}

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
      await this.engine.handshake();
      this.connected = true;
      this.reconnect.connected();
      this.screen.connection(null, null);
      if (!this.begun) {
        await this.begin();
        this.begun = true;
        this.arrive();
      } else {
        await this.visit(this.asked);
        this.game?.resume();
        say("Connected again");
      }
    } catch (error) {
      this.trouble(error);
    }
  }

  /** Goes on with the game of this tab if the page was loaded anew; else shows what the address
   *  says, or a new game if it says nothing that can be shown. */
  private async begin(): Promise<void> {
    const saved = this.saved();
    const known = saved?.engine === this.engine.name ? saved : null;
    const here = known && ["", known.address].includes(this.address) ? known : null;
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
      if (!here || !(await this.reopen(here))) await this.follow(this.start());
    } catch (error) {
      if (error instanceof Terminated) throw error;
      // A game of this tab is more than a new one.
      if (this.suspended.game) await this.suspended.back(true);
      else await this.newGame({ ...this.usual(), variant: "" });
      this.trouble(error);
    }
  }

  /** Shows what an address says: a position, or a new game if it tells none or how to play. */
  async follow(start: Start): Promise<void> {
    const { variant, game } = start;
    const here = start.fen !== null || start.moves.length > 0;
    if (here && !game) return this.open(start);
    // The bare address is that of the page, and what is in view goes on.
    if (variant === null && !game && this.scene) return this.screen.draw(null);
    const name = this.variants.called(variant ?? "");
    if (!this.suspended.atStake || (await this.screen.sure())) {
      if (here) await this.open(start);
      const usual = this.usual();
      const sides = { ...usual.sides, ...game?.sides };
      const variant = here ? this.variant : name;
      return this.newGame({ ...usual, ...game?.settings, sides, variant, here });
    }
    // At the first visit nothing is in view yet.
    if (!this.scene) return this.suspended.back(true);
    this.screen.draw(null);
  }

  refused(text: string): void {
    this.screen.trouble(text);
  }

  lost(reason: string, dropped: boolean): void {
    this.connected = false;
    this.arrive();
    this.game?.pause();
    // An engine that has ended would end again: only a person may want another one.
    this.screen.connection(reason, dropped ? this.reconnect.schedule() : null);
    this.screen.draw(null);
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
    this.screen.trouble(error instanceof Error ? error.message : String(error));
  }

  /** Tries what may put another game into the place of that in view, after all that was tried
   *  before: each sets options for what it asks. The engine has time for it; on errors nothing has
   *  changed, and what was going on goes on. */
  attempt(task: () => Promise<void>): Promise<void> {
    const attempt = this.attempts.then(() => this.attemptNow(task));
    this.attempts = attempt.catch(() => undefined);
    this.screen.awaits(attempt);
    return attempt;
  }

  private async attemptNow(task: () => Promise<void>): Promise<void> {
    const { game } = this;
    game?.interrupt();
    this.analysis.halt();
    try {
      await task();
    } catch (error) {
      await this.restore().catch(() => undefined);
      throw error;
    } finally {
      game?.proceed();
      this.analysis.follow();
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
    const told = record && (await import("./extra")).recordedEnd;
    this.take(tree, record);
    this.recordedEnd = (node) => told?.(this, node) ?? null;
    await this.visit(node);
    if (this.scene?.seats.length)
      void import("./extra")
        .then(({ tellMoves }) => tellMoves(this))
        .catch((error: unknown) => this.trouble(error));
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
      if (tree) this.take(tree, null);
      this.suspended.clear();
      this.record = this.puzzle = null;
    });
    this.game = new Game(this, settings, this.node);
    this.turned = this.game.seenFromSecond();
    await this.visit(this.node);
    say(`New game. ${status(this)}`);
    this.game.proceed();
    this.screen.began();
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
    if (settings.pie && !pie) this.screen.trouble("This game has no pie rule");
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
    this.screen.awaits(visited);
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
    this.ahead = false;
    this.node = node;
    this.hand = new MoveInput(scene);
    this.screen.draw(motion);
    if (node === this.asked) this.analysis.follow();
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
    this.ahead = false;
    if (!there && this.node === node) this.screen.draw(null);
    if (there) say(`${lastMoveText(this.node)} ${status(this)}`);
    this.game?.proceed();
  }

  /** Shows a move as it will be if the engine does not answer soon; gives back what waits for it. */
  private showAhead(node: Node, move: Move): number {
    const scene = node.view?.scene;
    return window.setTimeout(() => {
      if (!scene || this.node !== node || !move.changes.length) return;
      this.ahead = true;
      const last = move.motion.ways.flatMap(({ squares }) => squares);
      this.screen.ahead(
        { ...scene, pieces: piecesAfter(scene, move), marks: [], moves: [], last },
        move.motion,
      );
    }, SLOW_MS);
  }

  /** Of several moves that were touched alike, the one that is meant; chance may decide. */
  async decide(moves: Move[]): Promise<void> {
    const { scene, node } = this;
    if (!scene || !moves.length) return;
    const move =
      (moves.length === 1 ? moves[0] : draw(moves)) ?? (await this.screen.choose(scene, moves));
    if (move && this.node === node) await this.make(move);
    else this.dropHand();
  }

  dropHand(): void {
    this.hand?.drop();
    this.screen.draw(null);
  }

  /** Puts the game aside; from here on moves of both players are free. */
  leaveGame(): void {
    this.suspended.put();
    this.screen.draw(null);
  }
}

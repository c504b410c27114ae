// A game in progress: players, clocks, the end.

import { batch } from "@preact/signals";
import { Clocks } from "../clock";
import { say } from "../dom";
import { type Running, searchOptions } from "../engine";
import type { Ending, Settings, Side } from "../game-doc";
import { resolveMove } from "../move-input";
import { track } from "../state";
import { type Player, PLAYERS, nameOf, other, whoHas } from "../scene";
import { newMarks, status } from "../status";
import { type Node, lastMoveText } from "../tree";
import { type Hint, decisionOf } from "../words";
import { tasks } from "./tasks";
import { connection } from "./connection";
import { position } from "./position";
import { analysis } from "./analysis";

const HINT_MS = 1000;

/** The most milliseconds of a search to a depth. */
const DEPTH_MS = 600_000;

export const newId = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("");

export class Game {
  ended: Ending | null = null;
  thinking = false;
  hint: Hint | null = null;
  /** Whether the clocks wait for an action of the player. */
  held = false;
  /** Whether the person reads the cards of the game, which has not begun. */
  reading = false;
  /** A message until the next move. */
  note = "";
  readonly clocks: Clocks | null;
  private running: Running | null = null;
  /** Whether a person asked for the move before the search began. */
  private hurried = false;
  ticks = 0;
  /** The last node of the game. The engine may not have answered its position yet. */
  head: Node;
  /** Whether the engine had not answered the last position when `arrive` was called last. */
  awaited = false;
  private left = false;
  /** Counts the searches: results of earlier ones are dropped. */
  private runs = 0;

  constructor(
    readonly settings: Settings,
    /** The last node whose position the engine has answered. */
    public live: Node,
    readonly start = live,
    /** Its id among the games of this browser. */
    public id = newId(),
    /** The time of its begin, in milliseconds since 1970. */
    readonly started = Date.now(),
  ) {
    const { limit } = settings;
    this.head = live;
    this.clocks =
      limit.kind === "clock"
        ? new Clocks(
            limit.base,
            limit.increment,
            () => void (this.ticks += 1),
            (player) => this.lose(player, "You have", "no time left", "time-loss"),
            (ms) => this.stoodStill(ms),
          )
        : null;
    // `head` is no signal: views follow `live`.
    track(this, "head");
  }

  private get turn(): Player | null {
    return this.live.view?.scene.turn ?? null;
  }

  get over(): boolean {
    return this.ended !== null || this.live.view?.over === true;
  }

  /** The only person; null if there are two or none. */
  get person(): Player | null {
    const people = PLAYERS.filter((player) => this.settings.sides[player].is === "person");
    return people.length === 1 ? people[0]! : null;
  }

  plays(who: Side["is"]): boolean {
    return PLAYERS.some((player) => this.settings.sides[player].is === who);
  }

  /** Whether the engine's lines stay hidden: a person plays against it. */
  get secret(): boolean {
    return !this.over && this.plays("person") && this.plays("engine");
  }

  /** Whether the board is seen from player two's side: only that player is a person. */
  seenFromSecond(): boolean {
    const { p1, p2 } = this.settings.sides;
    return p1.is === "engine" && p2.is === "person";
  }

  waitsForPerson(node: Node): boolean {
    return (
      node === this.live &&
      node === this.head &&
      !this.over &&
      this.turn !== null &&
      this.settings.sides[this.turn].is === "person"
    );
  }

  /** A move was made at the live position. */
  moved(from: Node, to: Node): void {
    const mover = from.view?.scene.turn;
    if (mover) this.clocks?.press(mover);
    this.goTo(to);
  }

  /** Makes a node the last one, and the line to it the played line; before the first move there is
   *  none. */
  private goTo(node: Node): void {
    this.head = node;
    position.tree.play(node.ply > this.start.ply ? node : null);
  }

  /** Makes the position after the last move the live one, if the engine has answered it. */
  arrive(): void {
    this.awaited = !this.head.view;
    if (!this.awaited) this.goLive();
  }

  private goLive(): void {
    if (this.live === this.head) return;
    batch(() => {
      this.live = this.head;
      this.hint = null;
      this.thinking = false;
      this.release();
    });
  }

  /** Continues the game: clocks run, and the engine thinks if it is to move. */
  proceed(): void {
    if (this.left || this.reading || !connection.connected) return;
    if (this.live !== this.head || !this.live.view) return;
    const { turn } = this;
    if (this.over || !turn) {
      this.clocks?.stop();
      return;
    }
    if (this.held) return;
    this.clocks?.start(turn);
    if (this.settings.sides[turn].is === "engine" && !this.thinking) void this.think(turn);
  }

  /** The parameters of `go`, and the most milliseconds of the search. */
  private limits(turn: Player): [string, number] {
    const { limit } = this.settings;
    if (limit.kind === "move") return [`movetime ${limit.ms}`, limit.ms];
    if (limit.kind === "clock" && this.clocks) return [this.clocks.words(), this.clocks.of(turn)];
    return [`depth ${limit.kind === "depth" ? limit.depth : 1}`, DEPTH_MS];
  }

  /** Lets the engine play the best move that it has found so far. */
  moveNow(): void {
    this.hurried = true;
    this.running?.hurry();
  }

  /** Searches for the engine's move, and plays it. */
  private async think(turn: Player): Promise<void> {
    const { live } = this;
    const scene = live.view?.scene;
    if (!scene) return;
    const side = this.settings.sides[turn];
    const elo = side.is === "engine" ? side.elo : null;
    const run = ++this.runs;
    const stale = (): boolean => run !== this.runs || this.stale(live);
    this.thinking = true;
    this.hurried = false;
    try {
      await connection.engine.setAll(searchOptions(false, 1, elo));
      if (stale()) return;
      const [words, most] = this.limits(turn);
      const running = connection.engine.search(
        position.tree.line(live),
        words,
        (info) => {
          // An engine below full strength, or to a depth, judges nothing.
          const isJudgement = elo === null && this.settings.limit.kind !== "depth";
          if (!stale() && !this.secret && info.rank === 1)
            analysis.addInfo(live, info, isJudgement);
        },
        false,
        most,
      );
      this.running = running;
      if (this.hurried) running.hurry();
      const best = await running.best;
      if (this.running === running) this.running = null;
      if (stale() || best === null) return;
      const move = resolveMove(scene, best);
      if (!move) {
        const [what, reason] = best
          ? [`played "${best.slice(0, 40)}", which is not legal`, "illegal-move"]
          : ["answered without a move", "malformed"];
        const text = `The engine has ${what}: the game is over.`;
        return this.end(`${other(turn)}win`, text, reason);
      }
      const child = position.tree.add(live, move.text);
      this.moved(live, child);
      const shown = await position.visit(child);
      this.arrive();
      const said = [lastMoveText(position.node), newMarks(position), status(this, position)];
      if (shown) say(said.filter(Boolean).join(" "));
    } catch (error) {
      tasks.trouble(error);
      return;
    } finally {
      if (run === this.runs) this.thinking = false;
    }
    this.proceed();
  }

  /** Whether the game has continued, has ended or was left since this was the live position. */
  private stale(live: Node): boolean {
    return this.left || this.head !== live || this.ended !== null;
  }

  private halt(): void {
    this.runs += 1;
    this.running?.stop();
    this.running = null;
    this.thinking = false;
  }

  /** Stops the engine, which begins anew in `proceed`. */
  interrupt(): void {
    if (this.thinking) this.halt();
  }

  /** The position before the last move of a person in this game; null if there is none. */
  get before(): Node | null {
    let child = this.live;
    while (child !== this.start && child.mover && this.settings.sides[child.mover].is !== "person")
      child = child.parent!;
    return child === this.start ? null : child.parent;
  }

  /** Takes moves back to the position `before`. */
  async takeBack(): Promise<void> {
    const node = this.before;
    if (!node) return;
    this.pause();
    this.ended = this.hint = null;
    this.goTo(node);
    this.live = node;
    this.release();
    if (await position.visit(node)) say(`Taken back. ${status(this, position)}`);
    this.proceed();
  }

  /** Asks the engine, at full strength, for its move. */
  async askHint(): Promise<void> {
    const { live } = this;
    if (!this.waitsForPerson(live)) return;
    try {
      await connection.engine.setAll(searchOptions(false));
      const running = connection.engine.glance(position.tree.line(live), HINT_MS);
      const best = await running.best;
      const hint = best === null || !live.view ? null : decisionOf(live.view.scene, best);
      if (this.stale(live) || !hint) return;
      this.hint = hint;
      say(`Hint: ${hint.words}`);
    } catch (error) {
      tasks.trouble(error);
    }
  }

  /** Lets the only person resign, or else the side to move. */
  resign(): void {
    const loser = this.person ?? this.turn;
    if (loser && !this.over) this.lose(loser, "You", "resigned", "resign");
  }

  /** The page was suspended, for instance by the sleep of the computer. */
  private stoodStill(ms: number): void {
    const seconds = Math.round(ms / 1000);
    this.note = `The page stood still for ${seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`}: the clocks did, too.`;
    say(this.note);
  }

  /** Ends the game by the loss of a player. `you` begins the sentence about the only person. */
  private lose(loser: Player, you: string, did: string, reason: string): void {
    const scene = this.live.view?.scene;
    if (!scene) return;
    const who = this.person === loser ? you : whoHas(nameOf(scene, loser));
    const winner = other(loser);
    this.end(`${winner}win`, `${who} ${did}: ${whoHas(nameOf(scene, winner))} won.`, reason);
  }

  private end(result: string, text: string, reason: string): void {
    this.pause();
    this.ended = { result, text, reason };
    say(text);
  }

  /** Stops the engine and the clocks until `proceed`. */
  pause(): void {
    this.halt();
    this.clocks?.stop();
  }

  /** Continues a game that was left. After a reload the clocks wait for the person. */
  goOn(reloaded: boolean): void {
    this.left = false;
    this.held = reloaded && !this.over && this.clocks !== null;
    if (this.held)
      this.note = "The page was loaded anew: the clocks stand still until you move or go on.";
    this.proceed();
  }

  /** The engine has answered again: its result replaces a stored end by the rules. */
  told(): void {
    if (this.ended?.reason === "rules") this.ended = null;
  }

  /** Lets the clocks run again. */
  release(): void {
    this.held = false;
    this.note = "";
  }

  /** Leaves the game, perhaps for good. */
  leave(): void {
    this.left = true;
    this.goLive();
    this.pause();
  }
}

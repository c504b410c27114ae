// The game in progress, the suspended game, and the moves of people. No single key ends a game: an
// analysis, a set-up or an opened file suspends it.

import { batch, effect, untracked } from "@preact/signals";
import { say } from "../dom";
import { type GameDoc, type Shown, docOf, grow } from "../game-doc";
import type { Move } from "../move";
import { drawLots } from "../move-input";
import type { Lesson } from "../learn";
import type { Puzzles } from "../puzzles";
import type { Scene } from "../scene";
import { track } from "../state";
import { newMarks, status } from "../status";
import { type Node, Tree, lastMoveText } from "../tree";
import { pickedWords } from "../words";
import { analysis } from "./analysis";
import { connection } from "./connection";
import { Game } from "./game";
import { myGames } from "./my-games";
import { panel } from "./panel";
import { position } from "./position";
import { later, tasks } from "./tasks";
import { touches } from "./touches";
import { variants } from "./variants";

/** After this time the board shows a move before the engine answers. */
const SLOW_MS = 150;

/** A game that was left, with its tree. */
export type Aside = Shown & { game: Game };

class Play {
  /** The game in view, in progress or finished; null in an analysis or a puzzle. */
  game: Game | null = null;
  /** The game that was left last, finished or suspended. */
  aside: Aside | null = null;
  /** The puzzle in view; its rules are those of `puzzles.ts`. */
  puzzle: Puzzles | null = null;
  /** The lesson about a person's mistakes; its rules are those of `learn.ts`. */
  lesson: Lesson | null = null;
  /** Lets a person choose among moves with the same touches. */
  choose!: (scene: Scene, moves: Move[]) => Promise<Move | null>;

  constructor() {
    track(this);
    effect(() => {
      const { game } = this;
      const { node } = position;
      untracked(() => {
        if (game?.head !== node) return;
        const { awaited } = game;
        game.arrive();
        if (awaited) game.proceed();
      });
    });
  }

  /** The unfinished game to return to. */
  get suspended(): Game | null {
    const { aside } = this;
    return aside && !aside.game.over ? aside.game : null;
  }

  /** The game whose tree is in view, also while it is suspended. */
  get own(): Game | null {
    const { game, aside } = this;
    return game ?? (aside?.tree === position.tree ? aside.game : null);
  }

  /** Whether a game with moves, in progress or suspended, is unfinished: an analysis or another
   *  game puts it aside or ends it. */
  get atStake(): boolean {
    const game = this.game ?? this.suspended;
    return game !== null && !game.over && game.live !== game.start;
  }

  /** The consequence for that game when another one begins, in words. */
  get consequenceWords(): string {
    const kept = !myGames.problem && (this.game ?? this.suspended)?.plays("person");
    return `The game that is being played ${kept ? "waits in My games" : "is over"} then.`;
  }

  /** The puzzle, or the lesson whose game is in view; also after its move is found. */
  get exercise(): Puzzles | Lesson | null {
    return this.puzzle ?? (this.lesson?.isOpen ? this.lesson : null);
  }

  /** Whether the engine's lines would be a hint. */
  get secret(): boolean {
    return (this.game ?? this.exercise)?.secret === true;
  }

  /** Whether a person may make a move in the position in view. */
  get free(): boolean {
    const { node, ahead } = position;
    if (!node.view || node.view.over || !connection.connected || ahead) return false;
    return this.game ? this.game.waitsForPerson(node) : !this.puzzle?.refuting;
  }

  get shown(): Shown {
    const { tree, pie, turned, record } = position;
    return { tree, variant: variants.current, pie, turned, record };
  }

  /** Suspends the game: in the analysis, people move for both players. `quiet` leaves the
   *  announcement to the caller. */
  leave(quiet = false): void {
    const { game } = this;
    if (!game) return;
    game.leave();
    this.aside = { ...this.shown, game };
    this.game = null;
    if (!quiet && !game.over && game.live !== game.start) say("The game is put aside");
  }

  /** Ends the game in view and the suspended one. */
  clear(): void {
    this.leave();
    this.aside = null;
  }

  /** The game in progress or suspended, or the finished one in view, as data. */
  doc(): GameDoc | null {
    const { game } = this;
    const found = game ? { ...this.shown, game } : this.aside;
    const inView = found?.tree === position.tree;
    if (!found || (found.game.over && !inView)) return null;
    return docOf(found, inView ? position.node : found.game.live, found.game);
  }

  /** Restores a game as the suspended one; returns the node that was in view. */
  restore(doc: GameDoc): Node | null {
    const { id, started, variant, pie, turned, play, ended } = doc;
    if (!play) return null;
    const tree = new Tree(doc.fen);
    const grown = grow(tree, doc);
    const game = new Game(play.settings, grown[play.live]!, grown[play.start], id, started);
    game.ended = ended;
    game.leave();
    if (play.clocks) game.clocks?.set(play.clocks);
    this.aside = { game, tree, variant, pie, turned, record: null };
    return grown[doc.at]!;
  }

  /** Switches the analysis on or off. An analysis suspends the game. */
  analyse(on: boolean): void {
    const { atStake, exercise } = this;
    if (on === analysis.on) return;
    if (on && exercise?.secret) return touches.refuse({ square: "", ...exercise.noAnalysis });
    if (on) {
      this.leave(true);
      panel.show("moves");
    }
    analysis.on = on;
    say(`Analysis ${on ? `on${atStake ? ": the game is put aside" : ""}` : "off"}`);
  }

  /** Handles a person's touch of a square or a thing beside the board. */
  touch(what: string): void {
    const { input } = touches;
    const { scene } = position;
    tasks.clearTrouble();
    touches.clearRefusal();
    if (!input || !scene) return;
    if (this.puzzle?.refuting) return tasks.run(this.puzzle.retry());
    if (!this.free) return tasks.run(this.explain(what));
    const outcome = batch(() => input.touch(what));
    if (outcome.is === "refused") tasks.run(this.explain(what));
    else if (outcome.is === "move") tasks.run(this.decide(outcome.moves));
    else say(outcome.is === "picked" ? pickedWords(scene, input) : "Laid down");
  }

  /** Lays a dragged piece down. One that cannot go to the square stays picked, with the reason. */
  dropped(on: string | null): void {
    const { input } = touches;
    if (on !== null && input && !input.origins().has(on)) this.touch(on);
    else touches.layDown();
  }

  /** Shows why a touch has no effect, unless the position or the picked piece has changed
   *  meanwhile. */
  private async explain(what: string): Promise<void> {
    const { node } = position;
    const picked = touches.input?.picked;
    const { reasonOf } = await later();
    const reason = await reasonOf(what);
    if (reason && position.node === node && touches.input?.picked === picked)
      touches.refuse(reason);
  }

  /** Plays a person's move, and continues the game. */
  async make(move: Move): Promise<void> {
    const { node, tree } = position;
    const { game } = this;
    if (!this.free) return;
    if (this.exercise?.secret) return this.exercise.answer(move.text);
    const child = tree.add(node, move.text);
    game?.moved(node, child);
    const ahead = window.setTimeout(() => position.showAhead(node, move), SLOW_MS);
    const there = await position.visit(child);
    window.clearTimeout(ahead);
    position.ahead = null;
    this.game?.arrive();
    if (there) {
      const told = this.exercise?.said() ?? { bold: status(this.game, position), soft: "" };
      const moved = [analysis.done, lastMoveText(position.node), newMarks(position)];
      const said = [...moved, told.bold, told.soft];
      say(said.filter(Boolean).join(" "));
    }
    this.game?.proceed();
  }

  /** Plays one of several moves with the same touches: by a choice, or a random piece of a heap. */
  async decide(moves: Move[]): Promise<void> {
    const { scene, node } = position;
    if (!scene || !moves.length) return;
    const move =
      (moves.length === 1 ? moves[0] : drawLots(moves)) ?? (await this.choose(scene, moves));
    if (move && position.node === node) await this.make(move);
    else touches.input?.drop();
  }
}

export const play = new Play();

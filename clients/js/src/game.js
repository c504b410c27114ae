// A game, whose rules an engine keeps.
import { Refused, Terminated } from "./lines.js";
import { Queue } from "./queue.js";

/**
 * A game: the engine keeps the rules. An error changes nothing in it, also one of an engine that
 * has ended.
 *
 * The calls of one game run one after another: a move is checked after all earlier ones. Many games
 * may share an engine if they are of one variant; their searches, too, run one after another.
 */
export class Game {
  #engine;
  #start;
  /** Undefined until the engine has told the first position. */
  #variant;
  #moves = [];
  /** By the number of moves: what the engine has told, for `undo` without an engine. */
  #states = new Map();
  /** One that also needs the search of an engine takes that one first. */
  #calls = new Queue();

  constructor(engine, start = null) {
    [this.#engine, this.#start] = [engine, start];
  }

  /** The text of the first position; null for the start position. */
  get start() {
    return this.#start;
  }

  /** The option `UGI_Variant` of the engine when the game began; null without that option. */
  get variant() {
    return this.#variant;
  }

  /** The moves so far; a copy. */
  get moves() {
    return [...this.#moves];
  }

  get #state() {
    return this.#states.get(this.#moves.length);
  }

  /** The legal moves; a copy. */
  get legal() {
    return [...this.#state.legal];
  }

  /** Whose turn it is, "p1" or "p2". */
  get turn() {
    return this.#state.turn;
  }

  /** Whether the game is over. */
  get over() {
    return this.#state.over;
  }

  /** "p1win", "p2win" or "draw"; null while the game goes on. */
  get result() {
    return this.#state.result;
  }

  /** The text of the position. */
  get fen() {
    return this.#state.fen;
  }

  /** Plays moves: all of them, or none. */
  play(...moves) {
    return this.#calls.run(() => this.#set([...this.#moves, ...moves]));
  }

  /** Takes back so many moves. It needs no engine if the engine has told that position before: if
   *  that has ended, the moves are taken back nevertheless. */
  undo(count = 1) {
    return this.#calls.run(async () => {
      const { length } = this.#moves;
      if (!(Number.isSafeInteger(count) && count >= 0 && count <= length)) {
        const expected = length ? `expected 0 to ${length}` : "nothing to take back";
        throw new Refused(`cannot undo ${count} ${count === 1 ? "move" : "moves"}: ${expected}`);
      }
      const kept = this.#moves.slice(0, length - count);
      try {
        await this.#set(kept);
      } catch (error) {
        if (!(error instanceof Terminated && this.#states.has(kept.length))) throw error;
        this.#keep(kept);
      }
    });
  }

  /** What the engine, or another one, would play here. It plays nothing. Other calls of this game
   *  wait until the search is over. */
  think(limit, { timeout, engine = this.#engine } = {}) {
    return engine.playIn({ game: this, calls: this.#calls }, limit, timeout);
  }

  async #set(moves) {
    const { variant, ...state } = await this.#engine.look(this, moves);
    // All at once, so that no error leaves a part of it.
    if (this.#variant === undefined) this.#variant = variant;
    this.#keep(moves);
    this.#states.set(moves.length, state);
  }

  #keep(moves) {
    for (const count of this.#states.keys()) if (count > moves.length) this.#states.delete(count);
    this.#moves = moves;
  }
}

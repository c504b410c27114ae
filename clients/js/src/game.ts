// A game by the rules of an engine.
import type { Engine, Place, Result, State } from "./engine.js";
import { type Best, type Limit, Refused, type Side, Terminated } from "./lines.js";
import { Queue } from "./queue.js";

/**
 * A game by the rules of an engine. An error changes nothing in it, even if the engine has ended.
 *
 * The calls of one game run one after another, so that a move is checked after all earlier ones.
 * Games of one variant may share an engine; their searches run one after another.
 */
export class Game {
  #engine: Engine;
  #start: string | null;
  /** Undefined until the engine has answered for the first position. */
  #variant: string | null | undefined;
  #moves: string[] = [];
  /** The states by number of moves, for `undo` without an engine. */
  #states = new Map<number, State>();
  /** A search takes the engine's queue of searches first, then this one, then that of settings, so
   *  that none deadlocks. */
  #calls = new Queue();

  /** @internal */
  constructor(engine: Engine, start: string | null = null) {
    [this.#engine, this.#start] = [engine, start];
  }

  /** The text of the first position; null for the start position. */
  get start(): string | null {
    return this.#start;
  }

  /** The option `UGI_Variant` of the engine when the game began; null without that option. */
  get variant(): string | null {
    return this.#variant ?? null;
  }

  /** The moves so far; a copy. */
  get moves(): string[] {
    return [...this.#moves];
  }

  /** It exists, because a script gets a game only after its first position is known. */
  get #state(): State {
    return this.#states.get(this.#moves.length)!;
  }

  /** The legal moves; a copy. */
  get legal(): string[] {
    return [...this.#state.legal];
  }

  /** The player to move, "p1" or "p2". */
  get turn(): Side {
    return this.#state.turn;
  }

  /** Whether the game is over. */
  get over(): boolean {
    return this.#state.over;
  }

  /** "p1win", "p2win" or "draw"; null while the game goes on. */
  get result(): Result | null {
    return this.#state.result;
  }

  /** The text of the position. */
  get fen(): string {
    return this.#state.fen;
  }

  /** Plays moves. An error plays none. */
  play(...moves: string[]): Promise<void> {
    return this.#calls.run(() => this.#set([...this.#moves, ...moves]));
  }

  /** Takes back a number of moves. If the engine has already reported that position, it also works
   *  after the engine's end. */
  undo(count = 1): Promise<void> {
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

  /** The move that this engine, or another one, would play. Plays nothing. Other calls of this game
   *  wait until the search is over. */
  think(
    limit: Limit,
    { timeout, engine = this.#engine }: { timeout?: number; engine?: Engine } = {},
  ): Promise<Best> {
    const place: Place = { game: this, calls: this.#calls };
    return engine.playIn(place, limit, timeout);
  }

  async #set(moves: string[]): Promise<void> {
    const { variant, ...state } = await this.#engine.look(this, moves);
    // All fields at once, so that an error changes none.
    if (this.#variant === undefined) this.#variant = variant;
    this.#keep(moves);
    this.#states.set(moves.length, state);
  }

  #keep(moves: string[]): void {
    for (const count of this.#states.keys()) if (count > moves.length) this.#states.delete(count);
    this.#moves = moves;
  }
}

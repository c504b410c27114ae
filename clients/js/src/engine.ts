// The engine as an object, with the names of the Python package `ugi`.
import {
  Connection,
  type Deferred,
  type Transport,
  type Work,
  checked,
  deferred,
  within,
} from "./connection.js";
import { Game } from "./game.js";
import {
  type Best,
  type EngineError,
  type Info,
  type Limit,
  Malformed,
  type Option,
  Refused,
  type Side,
  type Value,
  isEndless,
  limitWords,
  longestTime,
  optionText,
  positionLine,
  readBest,
  readInfo,
  readOption,
} from "./lines.js";
import { type Leave, Queue } from "./queue.js";
import { RawEngine, type RawOptions } from "./raw.js";

export type Result = "p1win" | "p2win" | "draw";

/** A position: that after `moves` from `fen`, or from the start position. */
export interface Position {
  fen?: string | null;
  moves?: string[];
}

/** @internal The state of a game after its moves. */
export interface State {
  turn: Side;
  over: boolean;
  result: Result | null;
  legal: string[];
  fen: string;
}

/** @internal A game that an engine searches, and the queue of its calls. */
export interface Place {
  game: Game;
  calls: Queue;
}

/** The number of lines of a search that are kept for a reader slower than the engine. */
const BACKLOG = 10000;
/** The option that games depend on. */
const VARIANT = "UGI_Variant";

/** Checks that moves are an array, not a string. */
function checkedMoves(moves: string[]): string[] {
  if (typeof moves === "string")
    throw new TypeError(`moves are "${moves as string}": expected a list of moves`);
  return moves;
}

/** A search under way: an iterator of its lines. */
export class Search implements AsyncIterableIterator<Info> {
  #engine: Engine;
  #leave: Leave;
  #infos: Info[] = [];
  #news: Deferred<void> = deferred();
  #done: Deferred<Best> = deferred();
  #side: Side;
  #line: string;
  #over = false;
  /** The last line with a score of each rank, from 1. */
  readonly lines = new Map<number, Info>();
  /** The best move; null before the end of the search. */
  best: Best | null = null;

  /** @internal */
  constructor(engine: Engine, line: string, side: Side, leave: Leave) {
    [this.#engine, this.#line, this.#side, this.#leave] = [engine, line, side, leave];
  }

  /** @internal */
  get work(): Work {
    return {
      end: "bestmove",
      take: (line) => this.#take(line),
      refused: (text) => {
        this.#done.reject(new Refused(text));
        return false;
      },
      fail: (error) => this.#fail(error),
    };
  }

  #take(line: string): void {
    if (line.startsWith("bestmove")) {
      try {
        this.best = readBest(line, this.lines.get(1) ?? readInfo("info"));
        this.#done.resolve(this.best);
      } catch (error) {
        this.#done.reject(error);
      }
      return this.#finish();
    }
    const info = readInfo(line, this.#side);
    if (info.score) this.lines.set(info.multipv, info);
    this.#infos.push(info);
    if (this.#infos.length > BACKLOG) this.#infos.shift();
    this.#wake();
  }

  #fail(error: EngineError): void {
    this.#done.reject(error);
    this.#finish();
  }

  #finish(): void {
    this.#over = true;
    this.#wake();
    this.#leave();
  }

  #wake(): void {
    const news = this.#news;
    this.#news = deferred();
    news.resolve();
  }

  /** Waits for the end of the search, for this number of milliseconds or without limit. */
  wait(timeout?: number): Promise<Best> {
    return within(this.#done.promise, this.#line, timeout);
  }

  /** Stops the search and returns the move. */
  async stop(): Promise<Best> {
    if (!this.#over) this.#engine.raw.send("stop");
    try {
      return await this.wait(this.#engine.timeout);
    } finally {
      // An engine that ignores `stop` does not hold up the calls that wait for this search.
      this.#leave();
    }
  }

  async next(): Promise<IteratorResult<Info>> {
    for (;;) {
      const value = this.#infos.shift();
      if (value) return { done: false, value };
      if (this.#over) {
        await this.#done.promise;
        return { done: true, value: undefined };
      }
      await this.#news.promise;
    }
  }

  /** Leaving the loop stops the search. */
  async return(value?: unknown): Promise<IteratorResult<Info>> {
    await this.stop();
    return { done: true, value };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** An engine. Its methods throw an `EngineError`, or a `TypeError` for wrong arguments. */
export class Engine {
  #connection: Connection;
  #searching = new Queue();
  #setting = new Queue();
  #turn: Side | undefined;
  /** The value of the option UGI_Variant; null if it is unknown or there is no such option. */
  #variant: string | null = null;

  /** The `id` of the engine. */
  readonly id: Record<string, string> = {};
  /** The options, by name. */
  readonly options = new Map<string, Option>();

  private constructor(
    readonly raw: Transport,
    timeout: number,
  ) {
    this.#connection = new Connection(raw, timeout);
  }

  /** The time limit of an answer, in milliseconds. */
  get timeout(): number {
    return this.#connection.timeout;
  }

  set timeout(milliseconds: number) {
    this.#connection.timeout = milliseconds;
  }

  /** Starts an engine and waits until it is ready; `attach` is any object with `send`, `onLine`,
   *  `onEnd` and `terminate` in place of the module. */
  static async open({
    timeout = 10000,
    attach,
    ...options
  }: RawOptions & { timeout?: number; attach?: Transport } = {}): Promise<Engine> {
    const engine = new Engine(attach ?? new RawEngine(options), timeout);
    try {
      const [answer] = await engine.#connection.ask(["ugi"]);
      for (const line of answer?.lines ?? []) {
        const [word, name = "", ...rest] = line.split(" ");
        if (word === "id") engine.id[name] = rest.join(" ");
        else if (word === "option") engine.options.set(readOption(line).name, readOption(line));
      }
      engine.#variant = engine.options.get(VARIANT)?.default ?? null;
    } catch (error) {
      engine.raw.terminate();
      throw error;
    }
    return engine;
  }

  /** Ends the engine. */
  async close(): Promise<void> {
    this.raw.terminate();
    this.#connection.end("");
  }

  /** Sets options; `null` presses a button. After a change of `UGI_Variant` the engine's earlier
   *  games cannot be used. */
  async configure(values: Record<string, Value>): Promise<void> {
    let variant: string | undefined;
    const lines = Object.entries(values).map(([name, value]) => {
      const option = this.#option(name);
      const text = optionText(option, value);
      if (option.name === VARIANT)
        variant = option.var.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? text;
      const words = (value ?? null) === null ? "" : ` value ${text || "<empty>"}`;
      return `setoption name ${option.name}${words}`;
    });
    await this.#setting.run(async () => {
      this.#turn = undefined;
      const set = variant ?? this.#variant;
      // After an error it is unknown which options were set.
      if (set !== this.#variant) this.#variant = null;
      await this.#tell(lines);
      this.#variant = set;
    });
  }

  #option(name: string): Option {
    const plain = (text: string): string => text.toLowerCase().replace(/[ _-]/g, "");
    const option = [...this.options.values()].find((known) => plain(known.name) === plain(name));
    if (!option)
      throw new Refused(
        `unknown option "${name}": expected one of ${[...this.options.keys()].join(", ")}`,
      );
    return option;
  }

  /** Clears the results of earlier searches. */
  newGame(): Promise<void> {
    return this.#tell(["uginewgame"]);
  }

  /** Sets a position and plays moves. An error changes nothing. */
  position({ fen, moves = [] }: Position = {}): Promise<void> {
    return this.#setting.run(() => this.#position(fen, moves));
  }

  async #position(fen: string | null | undefined, moves: string[]): Promise<void> {
    this.#turn = undefined;
    await this.#tell([positionLine(fen, checkedMoves(moves))]);
  }

  async #positionOf(game: Game, moves: string[]): Promise<void> {
    const [ours, its] = [this.#variant, game.variant ?? null];
    if (ours !== null && its !== null && ours !== its)
      throw new TypeError(`the engine is set to ${ours}: expected ${its}, as the game is`);
    await this.#position(game.start, moves);
  }

  /** The answer to `query QUESTION`. */
  async query(question: string): Promise<string> {
    const [answer] = await this.#connection.ask([`query ${question}`]);
    const text = answer?.responses[0];
    if (text === undefined)
      throw new Refused(answer?.refusals[0] ?? `no answer to "query ${question}"`);
    return text;
  }

  async #word<T>(question: string, words: Record<string, T>): Promise<T> {
    const answer = await this.query(question);
    if (!(answer in words))
      throw new Malformed(`response ${answer}`, `one of ${Object.keys(words).join(", ")}`);
    return words[answer]!;
  }

  /** Whether the game is over. */
  over(): Promise<boolean> {
    return this.#word("gameover", { true: true, false: false });
  }

  /** "p1win", "p2win" or "draw"; null while the game goes on. */
  result(): Promise<Result | null> {
    return this.#word<Result | null>("result", {
      p1win: "p1win",
      p2win: "p2win",
      draw: "draw",
      none: null,
    });
  }

  /** The player to move, "p1" or "p2". */
  turn(): Promise<Side> {
    return this.#word<Side>("p1turn", { true: "p1", false: "p2" });
  }

  /** The legal moves; none in a finished game. */
  async moves(): Promise<string[]> {
    const answer = await this.query("legalmoves");
    return answer === "none" ? [] : answer.split(" ");
  }

  /** Whether this is a legal move. */
  isLegal(move: string): Promise<boolean> {
    return this.#word(`islegal ${move}`, { true: true, false: false });
  }

  /** The text of the position. */
  fen(): Promise<string> {
    return this.query("fen");
  }

  /** The answer to `query board`. */
  async board(): Promise<Record<string, unknown>> {
    const answer = await this.query("board");
    try {
      return JSON.parse(answer) as Record<string, unknown>;
    } catch {
      throw new Malformed(`response ${answer}`, "an object in JSON");
    }
  }

  /** A game by the rules of this engine. */
  async game({ fen = null, moves = [] }: Position = {}): Promise<Game> {
    const game = new Game(this, fen);
    await game.play(...checkedMoves(moves));
    return game;
  }

  /** Begins a search, an iterator of its lines. Leaving the loop stops it. */
  go(limit: Limit = {}): Promise<Search> {
    return this.goIn(null, limit);
  }

  /** @internal Begins a search of a game's position, or of the position that is set. */
  async goIn(place: Place | null, limit: Limit): Promise<Search> {
    const line = `go ${limitWords(limit)}`.trimEnd();
    checked([line]);
    const held: Leave[] = [this.#searching.take() ?? (await this.#searching.wait())];
    const leave = () => held.splice(0).forEach((end) => end());
    try {
      // The game's queue comes second, so that the game is playable while this waits for another
      // search.
      if (place) held.push(place.calls.take() ?? (await place.calls.wait()));
      return await this.#setting.run(async () => {
        if (place) await this.#positionOf(place.game, place.game.moves);
        this.#turn ??= await this.turn();
        const search = new Search(this, line, this.#turn, leave);
        this.#connection.begin(search.work, line);
        return search;
      });
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Searches and returns the move. `timeout` milliseconds after the time of the limits, the search
   *  is stopped. */
  play(limit: Limit, timeout?: number): Promise<Best> {
    return this.playIn(null, limit, timeout);
  }

  /** @internal */
  async playIn(place: Place | null, limit: Limit, timeout?: number): Promise<Best> {
    limitWords(limit);
    if (isEndless(limit) && timeout === undefined)
      throw new TypeError("such a search never ends: expected a limit, or a timeout");
    const longest = longestTime(limit);
    const search = await this.goIn(place, limit);
    try {
      return await search.wait(
        longest === undefined ? timeout : longest + (timeout ?? this.timeout),
      );
    } catch {
      // After a timeout this returns the move; after another error it throws that error again.
      return search.stop();
    }
  }

  /** @internal Reads the state of a game after these moves. */
  look(game: Game, moves: string[]): Promise<State & { variant: string | null }> {
    return this.#setting.run(async () => {
      await this.#positionOf(game, moves);
      const [turn, over, result, legal, fen] = [
        await this.turn(),
        await this.over(),
        await this.result(),
        await this.moves(),
        await this.fen(),
      ];
      return { variant: this.#variant, turn, over, result, legal, fen };
    });
  }

  async #tell(lines: string[]): Promise<void> {
    const [answer] = await this.#connection.ask(lines);
    if (answer?.refusals.length) throw new Refused(answer.refusals.join("; "));
  }
}

/** Starts an engine: `Engine.open`. */
export const open = Engine.open;

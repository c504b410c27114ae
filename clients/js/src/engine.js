// The engine as an object: the names are those of the Python package `ugi`.
import { Game } from "./game.js";
import {
  Malformed,
  Refused,
  Terminated,
  Timeout,
  isEndless,
  limitWords,
  longestTime,
  optionText,
  readBest,
  readInfo,
  readOption,
} from "./lines.js";
import { Queue } from "./queue.js";
import { RawEngine } from "./raw.js";

const REFUSAL = "info string error:";
/** How many lines of a search are kept for a reader that is slower than the engine. */
const BACKLOG = 10000;
/** The option that games depend on. */
const VARIANT = "UGI_Variant";

/** A promise with what settles it. */
function deferred() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  // It may be that nobody waits for it.
  made.promise.catch(() => undefined);
  return made;
}

function within(promise, what, milliseconds) {
  if (milliseconds === undefined) return promise;
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Timeout(what, milliseconds)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** A list of moves, not a text. */
function checkedMoves(moves) {
  if (typeof moves === "string")
    throw new TypeError(`moves are "${moves}": expected a list of moves`);
  return moves;
}

/** The position that a line sets. */
function positionLine(fen, moves) {
  checkedMoves(moves);
  const line = fen === undefined || fen === null ? "position startpos" : `position fen ${fen}`;
  return moves.length ? `${line} moves ${moves.join(" ")}` : line;
}

/** A search under way: an iterator of its lines. */
export class Search {
  #engine;
  #leave;
  #infos = [];
  #news = deferred();
  #done = deferred();
  #side;
  #line;
  #over = false;
  /** The last line of each rank, from 1. */
  lines = new Map();
  /** The move, once the search is over. */
  best = null;

  constructor(engine, line, side, leave) {
    [this.#engine, this.#line, this.#side, this.#leave] = [engine, line, side, leave];
  }

  /** @internal */
  take(line) {
    if (line.startsWith(REFUSAL))
      return this.fail(new Refused(line.slice(REFUSAL.length).trim()), false);
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

  /** @internal */
  fail(error, ends = true) {
    this.#done.reject(error);
    if (ends) this.#finish();
  }

  #finish() {
    this.#over = true;
    this.#wake();
    this.#leave();
  }

  #wake() {
    const news = this.#news;
    this.#news = deferred();
    news.resolve();
  }

  /** Waits for the end of the search, so many milliseconds or as long as it takes. */
  wait(timeout) {
    return within(this.#done.promise, this.#line, timeout);
  }

  /** Stops the search, and gives the move. */
  async stop() {
    if (!this.#over) this.#engine.raw.send("stop");
    try {
      return await this.wait(this.#engine.timeout);
    } finally {
      // One that does not obey keeps nobody waiting.
      this.#leave();
    }
  }

  async next() {
    while (!this.#infos.length) {
      if (this.#over) {
        await this.#done.promise;
        return { done: true, value: undefined };
      }
      await this.#news.promise;
    }
    return { done: false, value: this.#infos.shift() };
  }

  /** The loop was left: the search is stopped. */
  async return(value) {
    await this.stop();
    return { done: true, value };
  }

  [Symbol.asyncIterator]() {
    return this;
  }
}

/** An engine. Whatever goes wrong is an `EngineError`, or a `TypeError` of the script. */
export class Engine {
  #exchanges = [];
  #searches = [];
  #ended = null;
  #searching = new Queue();
  #setting = new Queue();
  #turn;
  /** The value of the option UGI_Variant; null without that option, or if it is not known. */
  #variant = null;

  /** What the engine said of itself. */
  id = {};
  /** Its options, by name. */
  options = new Map();

  constructor(raw, timeout) {
    [this.raw, this.timeout] = [raw, timeout];
    raw.onLine((line) => this.#take(line));
    raw.onEnd((reason) => this.#fail(new Terminated(reason || "the engine was closed")));
  }

  /** Starts an engine and waits until it is ready; `attach` is any object with `send`, `onLine`,
   *  `onEnd` and `terminate` in place of the module. */
  static async open({ timeout = 10000, attach, ...options } = {}) {
    const engine = new Engine(attach ?? new RawEngine(options), timeout);
    try {
      const { lines } = await engine.#exchange(["ugi"], "ugiok");
      for (const line of lines) {
        const [word, name, ...rest] = line.split(" ");
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
  async close() {
    this.raw.terminate();
    this.#fail(new Terminated("the engine was closed"));
  }

  /** Sets options; `null` presses a button. After another `UGI_Variant` the engine is of no use to
   *  its earlier games. */
  async configure(values) {
    let variant;
    const lines = Object.entries(values).map(([name, value]) => {
      const option = this.#option(name);
      const text = optionText(option, value);
      if (option.name === VARIANT)
        variant = option.var.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? text;
      return `setoption name ${option.name}${text && ` value ${text}`}`;
    });
    await this.#setting.run(async () => {
      this.#turn = undefined;
      const set = variant ?? this.#variant;
      // An error does not tell whether another one was set.
      if (set !== this.#variant) this.#variant = null;
      await this.#tell(lines);
      this.#variant = set;
    });
  }

  #option(name) {
    const plain = (text) => text.toLowerCase().replace(/[ _-]/g, "");
    const option = [...this.options.values()].find((known) => plain(known.name) === plain(name));
    if (!option)
      throw new Refused(
        `unknown option "${name}": expected one of ${[...this.options.keys()].join(", ")}`,
      );
    return option;
  }

  /** Has the engine forget what earlier searches have found. */
  newGame() {
    return this.#tell(["uginewgame"]);
  }

  /** Sets a position, and plays moves: all of it, or nothing. */
  position({ fen, moves = [] } = {}) {
    return this.#setting.run(() => this.#position(fen, moves));
  }

  async #position(fen, moves) {
    this.#turn = undefined;
    await this.#tell([positionLine(fen, moves)]);
  }

  async #positionOf(game, moves) {
    const [ours, its] = [this.#variant, game.variant ?? null];
    if (ours !== null && its !== null && ours !== its)
      throw new TypeError(`the engine is set to ${ours}: expected ${its}, as the game is`);
    await this.#position(game.start, moves);
  }

  /** The answer to `query QUESTION`. */
  async query(question) {
    const { answers } = await this.#exchange([`query ${question}`, "isready"], "readyok");
    const [[kind, text] = []] = answers;
    if (kind === undefined) throw new Refused(`no answer to "query ${question}"`);
    if (kind === "refused") throw new Refused(text);
    return text;
  }

  async #word(question, words) {
    const answer = await this.query(question);
    if (!(answer in words))
      throw new Malformed(`response ${answer}`, `one of ${Object.keys(words).join(", ")}`);
    return words[answer];
  }

  /** Whether the game is over. */
  over() {
    return this.#word("gameover", { true: true, false: false });
  }

  /** "p1win", "p2win" or "draw"; null while the game goes on. */
  result() {
    return this.#word("result", { p1win: "p1win", p2win: "p2win", draw: "draw", none: null });
  }

  /** Whose turn it is, "p1" or "p2". */
  turn() {
    return this.#word("p1turn", { true: "p1", false: "p2" });
  }

  /** The legal moves; none in a finished game. */
  async moves() {
    const answer = await this.query("legalmoves");
    return answer === "none" ? [] : answer.split(" ");
  }

  /** Whether this is a legal move. */
  isLegal(move) {
    return this.#word(`islegal ${move}`, { true: true, false: false });
  }

  /** The text of the position. */
  fen() {
    return this.query("fen");
  }

  /** All that is to be seen. */
  async board() {
    const answer = await this.query("board");
    try {
      return JSON.parse(answer);
    } catch {
      throw new Malformed(`response ${answer}`, "an object in JSON");
    }
  }

  /** A game whose rules this engine keeps. */
  async game({ fen, moves = [] } = {}) {
    const game = new Game(this, fen);
    await game.play(...checkedMoves(moves));
    return game;
  }

  /** Begins a search: an iterator of its lines. Leaving the loop stops it. */
  go(limit = {}) {
    return this.goIn(null, limit);
  }

  /** @internal A search in the position of a game, or in that which is set. */
  async goIn(place, limit) {
    const line = `go ${limitWords(limit)}`.trimEnd();
    checked([line]);
    const held = [this.#searching.take() ?? (await this.#searching.wait())];
    const leave = () => held.splice(0).forEach((end) => end());
    try {
      // After the search: a script that waits for a search of its own may play in the game.
      if (place) held.push(place.calls.take() ?? (await place.calls.wait()));
      return await this.#setting.run(async () => {
        if (place) await this.#positionOf(place.game, place.game.moves);
        this.#turn ??= await this.turn();
        if (this.#ended) throw this.#ended;
        const search = new Search(this, line, this.#turn, leave);
        this.#searches.push(search);
        this.raw.send(line);
        return search;
      });
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Searches, and gives the move. After the time of the limits and `timeout` milliseconds the
   *  search is stopped. */
  play(limit, timeout) {
    return this.playIn(null, limit, timeout);
  }

  /** @internal */
  async playIn(place, limit, timeout) {
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
      // After its time, it gives the move; after an error, that error again.
      return search.stop();
    }
  }

  /** @internal Reads all there is to know of a game after these moves. */
  look(game, moves) {
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

  async #tell(lines) {
    const { answers } = await this.#exchange([...lines, "isready"], "readyok");
    const refused = answers.filter(([kind]) => kind === "refused").map(([, text]) => text);
    if (refused.length) throw new Refused(refused.join("; "));
  }

  async #exchange(lines, end) {
    checked(lines);
    if (this.#ended) throw this.#ended;
    const exchange = { end, lines: [], answers: [], done: deferred() };
    // In the row before anything is sent. One that was given up keeps its place, so that a late
    // answer is never taken for that of the next one.
    this.#exchanges.push(exchange);
    for (const line of lines) this.raw.send(line);
    return within(exchange.done.promise, lines[0], this.timeout);
  }

  #take(line) {
    const word = line.split(" ", 1)[0];
    const [exchange, search] = [this.#exchanges[0], this.#searches[0]];
    if ((word === "info" || word === "bestmove") && !line.startsWith(REFUSAL)) {
      if (!search) return;
      if (word === "bestmove") this.#searches.shift();
      return search.take(line);
    }
    if (!exchange) return line.startsWith(REFUSAL) ? search?.take(line) : undefined;
    if (word === exchange.end) {
      this.#exchanges.shift();
      exchange.done.resolve(exchange);
    } else if (line.startsWith(REFUSAL))
      exchange.answers.push(["refused", line.slice(REFUSAL.length).trim()]);
    else if (word === "response")
      exchange.answers.push(["response", line.slice(word.length).trim()]);
    else exchange.lines.push(line);
  }

  #fail(error) {
    this.#ended ??= error;
    for (const { done } of this.#exchanges.splice(0)) done.reject(this.#ended);
    for (const search of this.#searches.splice(0)) search.fail(this.#ended);
  }
}

function checked(lines) {
  const bad = lines.find((line) => /[\r\n\0]/.test(line));
  if (bad !== undefined)
    throw new TypeError(`${JSON.stringify(bad)} has an end of a line in it: expected one line`);
}

export const open = Engine.open;

// A UGI engine behind a link: commands one after another, each with all that was answered to
// it, and one search at a time.

import { type Info, readInfo } from "./info";
import { Link, type LinkListener } from "./link";
import { type Scene, readScene } from "./scene";
import { type Sheet, readSheet } from "./sheet";
import {
  type Line,
  type Option,
  Refused,
  answersOf,
  errorOf,
  optionLine,
  positionOf,
  readOption,
  refusalOf,
  responsesOf,
} from "./ugi-text";

export { type Line, type Option, Refused };

/** What there is to know about a position. */
export interface View {
  scene: Scene;
  fen: string | null;
  over: boolean;
  /** `p1win`, `p2win`, `draw` or `none`. */
  result: string;
}

/** The connection is gone. */
export class Gone extends Error {}

interface Search {
  /** Takes all that the engine says, but for the last line. */
  hear(text: string): void;
  /** The first word of the last line. */
  until: string;
  yields: boolean;
  stopping: boolean;
  /** Runs while the engine has to answer soon. */
  timer: number;
  end(best: string | null): void;
}

/** A search under way. */
export interface Running {
  /** The best move, empty if the engine named none; nothing if the connection was lost. */
  best: Promise<string | null>;
  /** Ends it soon; the best move comes all the same, unless it has not begun. */
  stop(): void;
  /** Ends it as soon as it has begun: the best move comes. */
  hurry(): void;
}

/** What is searched whenever nothing else is asked. */
interface Standing {
  line: Line;
  options: [string, string][];
  info(info: Info): void;
}

interface Exchange {
  /** What was answered so far, for each part that was asked. */
  heard: string[][];
  /** The line that ends each part, and how many parts there are. */
  until: string;
  parts: number;
  /** Whether something is asked that the engine need not know. */
  quiet: boolean;
  /** Runs while the engine says nothing. */
  timer: number;
  done(parts: string[][]): void;
  lost(error: Error): void;
}

/** Messages a second, and how many may come at once: below what servers put up with. */
const PACE = { rate: 150, burst: 400 };

/** Milliseconds beyond its time, or after it was told to stop, in which an engine has to answer,
 *  and those in which it has to answer anything else. */
const GRACE = { search: 5000, answer: 30_000 };

/** The most bytes of a command: servers end a visit that sends more. */
const LONGEST = 64 * 1024;

const RESULTS = ["p1win", "p2win", "draw", "none"];

/** What is asked about a position. */
const QUERIES = ["query board", "query fen", "query gameover", "query result"];
const SHOWN = ["position startpos", "query shown"];

/** Why a move is refused: the reason, and the keys of what the sheet says of it. */
export interface Objection {
  reason: string;
  sentence?: string | null;
  rule?: string | null;
}

/** What whoever uses an engine is told. */
export interface EngineListener {
  /** The connection is there, and nothing has been said yet. */
  opened(): void;
  refused(text: string): void;
  /** The connection is gone; `dropped` if neither side has ended it on purpose. */
  lost(reason: string, dropped: boolean): void;
}

export class Engine implements LinkListener {
  readonly link: Link;
  readonly options = new Map<string, Option>();
  private queue: Promise<unknown> = Promise.resolve();
  private exchange: Exchange | null = null;
  private running: Search | null = null;
  private waiting = 0;
  private tokens = PACE.burst;
  private counted = 0;
  private readonly settings = new Map<string, string>();
  private standing: Standing | null = null;
  private restart = 0;

  constructor(private readonly listener: EngineListener) {
    this.link = new Link(this);
  }

  get name(): string {
    return this.link.engine;
  }

  /** Whether the engine answers `query why`, as far as is known. */
  private tellsWhy = true;
  private tellsSheet = true;
  /** What is known of the sheets of its variants. */
  readonly sheets = new Map<string, Sheet | null>();

  connect(): void {
    this.tellsWhy = this.tellsSheet = true;
    this.abandon("The connection is made anew");
    this.settings.clear();
    this.link.connect();
  }

  opened(): void {
    this.listener.opened();
  }

  closed(reason: string, dropped: boolean): void {
    this.abandon(reason);
    this.listener.lost(reason, dropped);
  }

  /** What was asked for will not be answered any more. */
  private abandon(reason: string): void {
    window.clearTimeout(this.exchange?.timer);
    window.clearTimeout(this.running?.timer);
    this.exchange?.lost(new Gone(reason));
    this.exchange = null;
    this.running?.end(null);
    this.running = null;
  }

  refused(text: string): void {
    this.exchange?.heard.at(-1)?.push(`serve error ${text}`);
    if (!this.exchange?.quiet) this.listener.refused(text);
  }

  line(text: string): void {
    const first = text.split(" ", 1)[0];
    const { running } = this;
    const isError = text.startsWith("info string error:");
    if (running && isError) this.listener.refused(errorOf(text));
    // A search goes on without what was refused; a proof does not begin.
    if (running && (first === running.until || (isError && running.until === "result"))) {
      this.running = null;
      window.clearTimeout(running.timer);
      return running.end(isError ? "" : (text.trim().split(/\s+/)[1] ?? ""));
    }
    if (running && (first === "info" || first === "line")) return running.hear(text);
    if (!this.exchange) return;
    window.clearTimeout(this.exchange.timer);
    const { exchange } = this;
    if (text.trim() !== exchange.until) exchange.heard.at(-1)?.push(text);
    else if (exchange.heard.length < exchange.parts) exchange.heard.push([]);
    else {
      this.exchange = null;
      return exchange.done(exchange.heard);
    }
    exchange.timer = this.patience();
  }

  /** An engine that says nothing for long is given up; a new one can be begun with. */
  private patience(): number {
    return window.setTimeout(() => this.link.drop("The engine does not answer"), GRACE.answer);
  }

  /** Introduces itself to the engine, and learns its options. */
  async hello(): Promise<void> {
    const [lines = []] = await this.inTurn(() => this.talk([["ugi"]], "ugiok"));
    this.options.clear();
    for (const line of lines) {
      const option = readOption(line);
      if (option) this.options.set(option.name, option);
    }
  }

  /** Sets an option, if it is not set so already. Throws if the engine refuses. */
  async set(name: string, value: string): Promise<void> {
    if (this.settings.get(name) === value) return;
    await this.inTurn(async () => {
      const [lines = []] = await this.talk([[optionLine(name, value)]]);
      answersOf(lines);
      // Another game sets other options back, so what was set before is not known any more.
      if (name === "UGI_Variant") this.settings.clear();
      // Known before the next turn begins, which may set all back that was set.
      this.settings.set(name, value);
    });
  }

  /** Sets an option where there is one; what is refused is not said. */
  async trySet(name: string, value: string): Promise<boolean> {
    if (!this.options.has(name)) return false;
    try {
      await this.set(name, value);
      return true;
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
  }

  /** Sends commands, and gives back the words of the answers. Throws at the first error. */
  async command(commands: string[], quiet = false): Promise<string[]> {
    const [lines = []] = await this.inTurn(() => this.talk([commands], "readyok", quiet));
    return answersOf(lines);
  }

  /** What the engine says of the start of another variant, and whether it takes an option
   *  there. It is set back before anything else is asked, to all that was set. */
  async peek(
    variant: string | null,
    home: string,
    option: string,
  ): Promise<{ scene: Scene | null; takes: boolean }> {
    const [lines = []] = await this.inTurn(() => {
      const kept = [...this.settings].filter(([name]) => name !== "UGI_Variant");
      const back =
        variant === null
          ? []
          : [["UGI_Variant", this.settings.get("UGI_Variant") ?? home] as const];
      const was = this.settings.get(option) ?? this.options.get(option)?.value ?? "false";
      const there = variant === null ? [] : [optionLine("UGI_Variant", variant)];
      return this.talk([
        [
          // An option that is set so already is not refused, even where it has no use.
          ...there,
          "position startpos",
          "query board",
          optionLine(option, "false"),
          optionLine(option, "true"),
          "query board",
          ...(variant === null ? [optionLine(option, was)] : []),
          ...[...back, ...kept].map(([name, value]) => optionLine(name, value)),
        ],
      ]);
    });
    const answers = lines.flatMap((line, at) => (line.startsWith("response ") ? [at] : []));
    const [board, after] = answers;
    if (board === undefined) return { scene: null, takes: false };
    const between = lines.slice(board + 1, after);
    return {
      scene: readScene(lines[board]!.slice(9)),
      takes: !between.some((line) => /^(info string error:|serve error )/.test(line)),
    };
  }

  /** All that is to be known of a position. Throws if it cannot be. */
  async view(line: Line): Promise<View> {
    const [view, sheet] = await this.inTurn(() =>
      this.talk([[positionOf(line), ...QUERIES], ...this.firstSheet()]),
    );
    return this.viewOf(line, view ?? [], sheet ?? null);
  }

  /** Sets options where there are such, all at once, and asks for the start of a game: which of
   *  them the engine has taken, and the text of the position as the one to move may know it,
   *  nothing if the engine does not tell what is hidden from what is not. */
  async start(options: [string, string][]): Promise<{ taken: Set<string>; shown: string | null }> {
    const answer = (await this.inTurn(() => this.apply(options, [SHOWN])))[0] ?? [];
    return {
      taken: new Set(
        options.flatMap(([name, value]) => (this.settings.get(name) === value ? [name] : [])),
      ),
      shown: refusalOf(answer) ? null : (responsesOf(answer)[0] ?? null),
    };
  }

  /** Sets options where there are such, all at once; what is refused is not said. */
  async setAll(options: [string, string][]): Promise<void> {
    await this.inTurn(() => this.apply(options));
  }

  /** Sets options where there are such and they are not set so, and asks more in the same exchange:
   *  gives back what was answered to that. */
  private async apply(options: [string, string][], more: string[][] = []): Promise<string[][]> {
    const sets = options.filter(
      ([name, value]) => this.options.has(name) && this.settings.get(name) !== value,
    );
    if (!sets.length && !more.length) return [];
    const parts = await this.talk([...sets.map((set) => [optionLine(...set)]), ...more]);
    sets.forEach(([name, value], at) => {
      if (refusalOf(parts[at] ?? [])) return;
      // Another game sets other options back, so what was set before is not known any more.
      if (name === "UGI_Variant") this.settings.clear();
      this.settings.set(name, value);
    });
    return parts.slice(sets.length);
  }

  /** What the game says of itself is asked with the first position, whatever game that is of. */
  private firstSheet(): string[][] {
    return this.tellsSheet && !this.sheets.size ? [["query sheet"]] : [];
  }

  /** A position by what was answered about it. */
  private async viewOf(line: Line, lines: string[], sheet: string[] | null): Promise<View> {
    let answers: (string | undefined)[] = refusalOf(lines) ? [] : answersOf(lines);
    // An engine need not know all of the questions: then each is asked alone.
    if (answers.length !== QUERIES.length) {
      await this.command([positionOf(line)]);
      answers = [];
      for (const query of QUERIES) {
        const [answer] = await this.command([query]).catch((error: unknown) => {
          if (error instanceof Refused) return [];
          throw error;
        });
        answers.push(answer);
      }
    }
    const [board, fen, over, result] = answers;
    if (board === undefined) throw new Refused('The engine does not answer "query board"');
    const scene = readScene(board);
    await this.learn(scene, sheet);
    return {
      scene,
      fen: fen ?? null,
      over: over === undefined ? scene.moves.length === 0 : over === "true",
      result: result !== undefined && RESULTS.includes(result) ? result : "none",
    };
  }

  /** What another variant answers to commands. All that was set is set back before anything else
   *  is asked. */
  async elsewhere(variant: string, home: string, commands: string[]): Promise<string[]> {
    const [lines = []] = await this.inTurn(() => {
      const kept = [...this.settings].filter(([name]) => name !== "UGI_Variant");
      // Another game may have been begun since this was asked for.
      const back = [["UGI_Variant", this.settings.get("UGI_Variant") ?? home] as const, ...kept];
      return this.talk(
        [
          [
            optionLine("UGI_Variant", variant),
            ...commands,
            ...back.map(([name, value]) => optionLine(name, value)),
          ],
        ],
        "readyok",
        true,
      );
    });
    return responsesOf(lines);
  }

  /** The start of another variant, and what its game says of itself, which is kept. */
  async glimpse(variant: string, home: string): Promise<Scene | null> {
    const asked = this.tellsSheet && !this.sheets.has(variant) ? ["query sheet"] : [];
    const [board, sheet] = await this.elsewhere(variant, home, [
      "position startpos",
      "query board",
      ...asked,
    ]);
    if (board === undefined) return null;
    if (asked.length && sheet !== undefined) this.sheets.set(variant, readSheet(sheet));
    return readScene(board);
  }

  /** Asks a question that the engine need not know; nothing if it does not answer. */
  async tryQuery(commands: string[]): Promise<string | null> {
    try {
      const [answer] = await this.command(commands, true);
      return answer ?? null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return null;
    }
  }

  /** Learns what the game of a position says of itself, and calls its sides and seats so. */
  private async learn(scene: Scene, told: string[] | null): Promise<void> {
    if (!this.sheets.has(scene.variant) && this.tellsSheet) {
      const answer = told ? (responsesOf(told)[0] ?? null) : await this.tryQuery(["query sheet"]);
      this.tellsSheet = answer !== null;
      this.sheets.set(scene.variant, answer === null ? null : readSheet(answer));
    }
    const sheet = this.sheets.get(scene.variant);
    if (sheet) scene.called = { sides: sheet.sides, seats: sheet.seats };
  }

  /** Why the game is over in this position, in words; nothing if the engine does not tell. */
  async ended(line: Line): Promise<string | null> {
    const reason = await this.tryQuery([positionOf(line), "query ended"]);
    return reason === "none" ? null : reason;
  }

  /** Why a move cannot be played; nothing if the engine gives no reason. */
  async why(line: Line, move: string): Promise<Objection | null> {
    if (this.tellsWhy) {
      const answer = await this.tryQuery([positionOf(line), `query why ${move}`]);
      if (answer?.startsWith("{")) return JSON.parse(answer) as Objection;
      if (answer !== null) return answer === "none" ? null : { reason: answer };
      this.tellsWhy = false;
    }
    // An engine that does not know the question refuses the move with its reason.
    try {
      await this.command([positionOf({ ...line, moves: [...line.moves, move] })]);
      return null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const reason = /\(number \d+\): (.+): expected /.exec(error.message)?.[1];
      return reason === undefined ? null : { reason };
    }
  }

  /** The text of a position as the one to move may know it; nothing if the engine does not
   *  tell what is hidden from what is not. */
  async shown(line: Line): Promise<string | null> {
    try {
      const [text] = await this.command([positionOf(line), "query shown"]);
      return text ?? null;
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  /** Searches a position. One that yields is stopped as soon as there is something else, and one
   *  that takes longer than `most` milliseconds is overdue. */
  search(
    line: Line,
    limits: string,
    info: (info: Info) => void,
    yields: boolean,
    most: number | null = null,
  ): Running {
    const hear = (text: string): void => {
      const told = readInfo(text);
      if (told) info(told);
    };
    return this.run(line, `go ${limits}`, { hear, until: "bestmove", yields }, most);
  }

  /** Proves who wins a position, however long it takes: `p1win`, `p2win`, or `unknown` where it is
   *  stopped. */
  solve(line: Line, hear: (text: string) => void): Running {
    return this.run(line, "solve", { hear, until: "result", yields: true }, null);
  }

  /** Searches a position until the function that is returned is called, or another analysis begins.
   *  All else goes before it: it begins anew after that, with another connection, too. Options that
   *  the engine does not have are left out. */
  analyse(line: Line, options: [string, string][], info: (info: Info) => void): () => void {
    const standing = { line, options, info };
    this.yieldNow();
    this.standing = standing;
    this.rest();
    return () => {
      if (this.standing !== standing) return;
      this.standing = null;
      this.yieldNow();
    };
  }

  /** Where nothing waits, the analysis begins, unless a question comes before the next event. */
  private rest(): void {
    window.clearTimeout(this.restart);
    if (this.standing && !this.waiting && !this.running)
      this.restart = window.setTimeout(() => {
        // A connection that is lost meanwhile comes back with a greeting, and this with it.
        this.inTurn(() => this.goOn()).catch(() => undefined);
      });
  }

  private async goOn(): Promise<void> {
    const { standing } = this;
    if (!standing) return;
    await this.apply(standing.options);
    let stopped = (): boolean => true;
    const best = await this.begin(
      standing.line,
      "go infinite",
      {
        hear: (text) => {
          const told = this.standing === standing && readInfo(text);
          if (told) standing.info(told);
        },
        until: "bestmove",
        yields: true,
      },
      null,
      (search) => {
        stopped = () => search.stopping;
        // Not wanted any more since its options were set.
        if (this.standing !== standing) this.stop(search);
      },
    );
    // One that ends by itself has nothing to add.
    if (best !== null && !stopped() && this.standing === standing) this.standing = null;
  }

  private run(
    line: Line,
    command: string,
    of: Pick<Search, "hear" | "until" | "yields">,
    most: number | null,
  ): Running {
    let [stopped, hurried] = [false, false];
    let search: Search | null = null;
    const stop = (): void => {
      stopped = true;
      if (search) this.stop(search);
    };
    const best = this.inTurn(() =>
      stopped
        ? Promise.resolve(null)
        : this.begin(line, command, of, most, (begun) => {
            search = begun;
            if (hurried || stopped) this.stop(begun);
          }),
    );
    const hurry = (): void => {
      hurried = true;
      if (search) this.stop(search);
    };
    return { best, stop, hurry };
  }

  /** Begins a search, unless it is one that yields and something else has been asked for. */
  private async begin(
    line: Line,
    command: string,
    of: Pick<Search, "hear" | "until" | "yields">,
    most: number | null,
    begun: (search: Search) => void,
  ): Promise<string | null> {
    await this.pace(2);
    return new Promise((end) => {
      if (!this.link.open || (of.yields && this.waiting > 0)) return end(null);
      const search: Search = { ...of, stopping: false, timer: 0, end };
      if (most !== null)
        search.timer = window.setTimeout(() => this.stop(search), most + GRACE.search);
      this.running = search;
      this.link.send(positionOf(line));
      this.link.send(command);
      begun(search);
    });
  }

  private stop(search: Search): void {
    if (this.running !== search || search.stopping) return;
    search.stopping = true;
    this.link.send("stop");
    window.clearTimeout(search.timer);
    search.timer = window.setTimeout(
      () => this.link.drop("The engine does not end its search"),
      GRACE.search,
    );
  }

  /** Carries something out after all that was asked for before it. */
  private inTurn<T>(task: () => Promise<T>): Promise<T> {
    this.yieldNow();
    window.clearTimeout(this.restart);
    this.waiting += 1;
    const turn = this.queue.then(() => {
      this.waiting -= 1;
      return task();
    });
    this.queue = turn.then(
      () => this.rest(),
      () => this.rest(),
    );
    return turn;
  }

  private yieldNow(): void {
    if (this.running?.yields) this.stop(this.running);
  }

  /** Waits until so many messages may be sent: fast games must not end a visit. */
  private async pace(messages: number): Promise<void> {
    const now = performance.now();
    this.tokens =
      Math.min(PACE.burst, this.tokens + ((now - this.counted) * PACE.rate) / 1000) - messages;
    this.counted = now;
    if (this.tokens < 0)
      await new Promise((done) => setTimeout(done, (-1000 * this.tokens) / PACE.rate));
  }

  /** Sends some parts at once, each of them ended by a line of its own; gives back the lines that
   *  were answered to each. */
  private async talk(parts: string[][], until = "readyok", quiet = false): Promise<string[][]> {
    const commands = parts.flatMap((part) => (until === "readyok" ? [...part, "isready"] : part));
    const long = commands.find((command) => new TextEncoder().encode(command).length > LONGEST);
    if (long !== undefined)
      throw new Refused(
        `"${long.slice(0, 40)}\u2026" has ${long.length} characters: expected at most ${LONGEST}`,
      );
    await this.pace(commands.length);
    return new Promise((done, lost) => {
      if (!this.link.open) return lost(new Gone("There is no connection to the engine"));
      this.exchange = {
        heard: [[]],
        until,
        parts: parts.length,
        quiet,
        timer: this.patience(),
        done,
        lost,
      };
      for (const command of commands) this.link.send(command);
    });
  }
}

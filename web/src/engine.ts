// The engine of the page: one question or search at a time, and an analysis in between.

import { type Answer, Connection, deferred } from "../../clients/js/src/connection";
import { Terminated, Timeout, positionLine } from "../../clients/js/src/lines";
import { lenient, number, obj, readable, text } from "./decode";
import { type Info, infoOf } from "./info";
import { Link, type Loss } from "./link";
import { type Scene, readScene, sceneOf } from "./scene";
import { type Sheet, readSheet } from "./sheet";
import {
  GREETING,
  type Line,
  type Option,
  type Scale,
  entriesOf,
  optionLine,
  optionOf,
  scaleOf,
} from "./ugi-text";

export { type Line, type Option, Terminated };

/** A refusal: a sentence for people, and the engine's own words. */
export class Refused extends Error {
  constructor(
    text: string,
    readonly details = "",
  ) {
    super(text);
  }
}

/** The answer to `query state`. */
export interface View {
  scene: Scene;
  fen: string | null;
  /** The text of the position as the side to move knows it. */
  shown: string | null;
  over: boolean;
  /** `p1win`, `p2win`, `draw` or `none`. */
  result: string;
  /** Why the game is over, in words; null if the engine does not say. */
  ended: string | null;
  /** The last move in the engine's notation; null if the engine does not say. */
  last: string | null;
}

/** The argument of `query text`: the letters of the pieces on squares and in the places of each
 *  seat, and the number of the seat or player to move. */
export interface Setup {
  squares: Record<string, string>;
  places: Record<string, Record<string, number>>[];
  turn: number;
}

/** A search or proof, and its listener. */
interface Task {
  /** Takes all lines but the last one. */
  take(text: string): void;
  /** The first word of the last line. */
  until: string;
  /** Whether any other request stops it. */
  yields: boolean;
}

interface Search {
  yields: boolean;
  /** As in `Running`. */
  best: Promise<string | null>;
  stopping: boolean;
  /** The timer of the next step against a slow engine: to stop the search, and then to end the
   *  connection. */
  timer: number;
}

export interface Running {
  /** The best move, empty if the engine named none; null without connection or search. */
  best: Promise<string | null>;
  /** Ends the search; the best move still comes, unless the search has not begun. */
  stop(): void;
  /** Ends the search as soon as it has begun, so that a best move comes. */
  hurry(): void;
  /** Whether it was told to end, also by another request, or has not begun. */
  isCut(): boolean;
}

/** The analysis that runs when nothing else is asked. */
interface AnalysisRequest {
  line: Line;
  options: [string, string][];
  info(info: Info): void;
}

/** Timeouts in milliseconds: of a search after its time or its stop; of any other answer. */
const TIMEOUTS_MS = { search: 5000, answer: 60_000 };

/** The most bytes of a command: servers end a visit that sends more. */
const LONGEST = 64 * 1024;

const SHOWN = ["position startpos", "query shown"];

/** The questions to an engine without `query state`. */
const SINGLE = ["query board", "query fen", "query result", "query gameover"];

/** The option of the variant. A new value resets other options. */
const VARIANT = "UGI_Variant";

const textOf = lenient(text, null);
const resultOf = (value: unknown): string =>
  ["p1win", "p2win", "draw"].find((result) => result === value) ?? "none";

const positionOf = ({ fen, moves }: Line): string => positionLine(fen, moves);

/** A variant in the answer to `query variants`. */
const readVariant = obj({
  name: String,
  /** The name of its game for people; null if it has none but that of the variant. */
  title: textOf,
  /** The text of its start position, without the hidden parts. */
  start: String,
  /** The text of a position in play, for a picture of the game. */
  example: textOf,
  /** The options that only some variants have. */
  options: readable(String),
  puzzles: (value) => Number(value) || 0,
});
export type Variant = ReturnType<typeof readVariant> & { title: string };

function readState(answer: string): View {
  const state = JSON.parse(answer) as Record<string, unknown>;
  return {
    scene: sceneOf(state["board"]),
    fen: textOf(state["text"]),
    shown: textOf(state["shown"]),
    over: state["result"] !== null,
    result: resultOf(state["result"]),
    ended: textOf(state["ended"]),
    last: textOf(state["last"]),
  };
}

/** The answers to the questions of `SINGLE`. */
function readSingle([board = "", fen, result, over]: (string | undefined)[]): View {
  const scene = readScene(board);
  return {
    scene,
    fen: fen ?? null,
    shown: null,
    over: over === undefined ? scene.moves.length === 0 : over === "true",
    result: resultOf(result),
    ended: null,
    last: null,
  };
}

/** Why a move is refused; null without a reason. */
const readReason = lenient(
  obj({
    reason: text,
    /** A sentence for people, if a line was refused. */
    message: textOf,
    /** Keys of the sheet: those of the sentence and of the rule. */
    sentence: textOf,
    rule: textOf,
    /** The number of the refused move, from 1. */
    index: lenient(number(), null),
    /** Whether the refused text is a move. */
    isMove: (value) => value !== false,
  }),
  null,
);
export type Objection = NonNullable<ReturnType<typeof readReason>>;

/** An answer to `query why` or `query refusal`; null without a reason. */
const readObjection = (answer: string | undefined): Objection | null =>
  answer?.startsWith("{") ? readReason(JSON.parse(answer)) : null;

/** The error for a refused line, with the engine's sentence if its last refusal is about this line:
 *  a server also refuses lines that the engine has not seen. */
const refusedBy = (words: string, told: Objection | null): Refused =>
  new Refused(
    told?.message && words.includes(told.reason) ? told.message : "The engine does not take this.",
    words,
  );

export interface EngineListener {
  /** The connection is open, and nothing but an early greeting was sent. */
  opened(): void;
  refused(text: string): void;
  /** The connection is gone. */
  lost(reason: string, loss: Loss): void;
}

/** The options of an analysis or a game, with a number of lines, at a rating or full strength. */
export const searchOptions = (
  analyse: boolean,
  lines = 1,
  elo: number | null = null,
): [string, string][] => [
  ["UGI_AnalyseMode", String(analyse)],
  ["MultiPV", String(lines)],
  ["UGI_LimitStrength", String(elo !== null)],
  ...(elo === null ? [] : [["UGI_Elo", String(elo)] satisfies [string, string]]),
];

export class Engine {
  name = "engine";
  private link: Link | null = null;
  /** Null while the link is not open. */
  private connection: Connection | null = null;
  readonly options = new Map<string, Option>();
  private queue: Promise<unknown> = Promise.resolve();
  private running: Search | null = null;
  private waiting = 0;
  /** The wanted values of options, and the known values in the engine. */
  private readonly wanted = new Map<string, string>();
  private readonly actual = new Map<string, string>();
  /** The questions that the engine answers beyond UGI. */
  private extensions = new Set<string>();
  /** All variants; empty if the engine does not list them. */
  variants: Variant[] = [];
  scale: Scale = scaleOf(undefined);
  private analysis: AnalysisRequest | null = null;
  private analysisTimer = 0;
  private tellsSheet = true;
  /** The sheets of its variants so far. */
  readonly sheets = new Map<string, Sheet | null>();

  constructor(private readonly listener: EngineListener) {}

  get isOwn(): boolean {
    return this.link?.isOwn === true;
  }

  /** Connects, and ends an earlier connection: two would count as two visitors. */
  connect(): void {
    const before = this.link;
    const link = new Link(() => {
      if (link !== this.link) return;
      this.connection = new Connection(link, TIMEOUTS_MS.answer, (text) =>
        this.listener.refused(text),
      );
      this.listener.opened();
    });
    link.onEnd((reason) => {
      if (link === this.link) this.lost(reason, link.loss);
    });
    this.link = link;
    this.tellsSheet = true;
    this.actual.clear();
    before?.terminate();
    this.connection?.end("The connection is made anew");
    this.connection = null;
  }

  private drop(reason: string): void {
    this.link?.terminate();
    this.lost(reason, "stopped");
  }

  private lost(reason: string, loss: Loss): void {
    this.connection?.end(reason);
    this.connection = null;
    this.listener.lost(reason, loss);
  }

  /** Whether the engine answers a question beyond UGI. */
  answers(question: string): boolean {
    return this.extensions.has(question);
  }

  get isComing(): boolean {
    return this.link?.isComing === true;
  }

  /** Waits until the engine is loaded, and reads its options then. */
  async arrived(): Promise<void> {
    const said = await this.link?.arrival;
    if (said) this.readOptions(said);
  }

  /** Greets the engine, and reads its options and extensions. */
  async handshake(): Promise<void> {
    const [said, ...facts] = await this.enqueue(() => this.exchange(GREETING));
    this.name = this.link?.engine ?? this.name;
    const [extensions, variants, levels] = facts.map(({ responses }) => responses[0]);
    this.options.clear();
    this.readOptions(said?.lines ?? []);
    this.extensions = new Set(extensions?.split(" "));
    this.variants = entriesOf(variants, "variants")
      .map(readVariant)
      .map((variant) => ({ ...variant, title: variant.title ?? variant.name }));
    this.scale = scaleOf(levels);
    const elo = this.options.get("UGI_Elo");
    if (elo)
      elo.levels = entriesOf(levels, "levels").map((level) => ({
        name: String(level["name"]),
        elo: Number(level["elo"]),
        about: textOf(level["about"]) ?? "",
      }));
    const variant = this.options.get(VARIANT)?.initial;
    if (variant === undefined) return;
    this.actual.set(VARIANT, variant);
    if (!this.wanted.has(VARIANT)) this.wanted.set(VARIANT, variant);
  }

  private readOptions(lines: string[]): void {
    for (const line of lines) {
      const option = optionOf(line);
      if (!option) continue;
      // Earlier values are set again with the next question.
      option.value = this.wanted.get(option.name) ?? option.value;
      this.options.set(option.name, { ...this.options.get(option.name), ...option });
    }
  }

  /** Sets an option; throws if the engine refuses. A new variant is set with the next question. */
  async set(name: string, value: string): Promise<void> {
    if (name === VARIANT) this.wanted.set(name, value);
    if (this.wanted.get(name) === value) return;
    await this.enqueue(async () => {
      await this.texts([optionLine(name, value)]);
      this.wanted.set(name, value);
      this.actual.set(name, value);
    });
  }

  /** Sets the options that exist, at once; refusals are ignored. */
  async setAll(options: [string, string][]): Promise<void> {
    await this.enqueue(() => this.ask([], undefined, options));
  }

  /** Sends commands. Throws at the first error. */
  async command(...commands: string[]): Promise<void> {
    await this.enqueue(() => this.texts(commands));
  }

  /** The answer to a question, in a variant; null if the engine has none. */
  async query(question: string, variant?: string): Promise<string | null> {
    const [answer] = await this.enqueue(() => this.ask([[`query ${question}`]], variant));
    return answer?.responses[0] ?? null;
  }

  /** Sets the options that exist, and asks for the start of a game. Returns the accepted options,
   *  and the text of the position without its hidden parts, if the engine gives it. */
  async start(options: [string, string][]): Promise<{ taken: string[]; shown: string | null }> {
    const [answer] = await this.enqueue(() => this.ask([SHOWN], undefined, options));
    const taken = options.filter(([name, value]) => this.wanted.get(name) === value);
    return { taken: taken.map(([name]) => name), shown: answer?.responses[0] ?? null };
  }

  /** The view of a position. Throws if the engine refuses it. */
  view(line: Line): Promise<View> {
    return this.enqueue(() => this.viewNow(line));
  }

  private async viewNow(line: Line): Promise<View> {
    const { variant = this.wanted.get(VARIANT) } = line;
    const asksSheet =
      this.tellsSheet && (variant === undefined ? !this.sheets.size : !this.sheets.has(variant));
    const isWhole = this.answers("state");
    const [first = "", ...more] = isWhole ? ["query state"] : SINGLE;
    const answers = await this.ask(
      [
        [positionOf(line), first],
        ...more.map((query) => [query]),
        ...(asksSheet ? [["query sheet"]] : []),
      ],
      variant,
    );
    const sheet = asksSheet ? answers.pop()?.responses[0] : undefined;
    const [board] = await this.textsOf(answers[0]!);
    if (board === undefined) throw new Refused(`The engine does not answer "${first}"`);
    const view = isWhole
      ? readState(board)
      : readSingle([board, ...answers.slice(1).map(({ responses }) => responses[0])]);
    const { scene } = view;
    if (asksSheet) {
      this.tellsSheet = sheet !== undefined;
      this.sheets.set(scene.variant, sheet === undefined ? null : readSheet(sheet));
    }
    const words = this.sheets.get(scene.variant);
    if (words) scene.called = { sides: words.sides, seats: words.seats, marks: words.marks };
    return view;
  }

  /** The number of playable moves of a line, and why the next one is not playable. */
  async playable(line: Line): Promise<{ count: number; problem: Refused | null }> {
    const parts = [[positionOf(line)], ["query refusal"]];
    const [set, why] = await this.enqueue(() => this.ask(parts, line.variant));
    const words = set?.refusals[0];
    if (words === undefined) return { count: line.moves.length, problem: null };
    const told = readObjection(why?.responses[0]);
    return { count: (told?.index ?? 1) - 1, problem: refusedBy(words, told) };
  }

  /** The texts of the answer to one group of commands. Throws a refusal. */
  private async texts(part: string[], variant?: string): Promise<string[]> {
    const [answer] = await this.ask([part], variant);
    return this.textsOf(answer!);
  }

  /** The texts of an answer. Throws a refusal, with the engine's sentence if it has one. */
  private async textsOf({ responses, refusals: [words] }: Answer): Promise<string[]> {
    if (words === undefined) return responses;
    const [why] = this.answers("refusal") ? await this.exchange([["query refusal"]]) : [];
    throw refusedBy(words, readObjection(why?.responses[0]));
  }

  /** Why moves cannot be played, or why none leads from one square or place to another, as in `b4
   *  c3` and `hand:A e4`; null for each without a reason. */
  async why(line: Line, ...moves: string[]): Promise<(Objection | null)[]> {
    if (!this.answers("why")) return [];
    const parts = [[positionOf(line)], ...moves.map((move) => [`query why ${move}`])];
    const [, ...answers] = await this.enqueue(() => this.ask(parts, line.variant));
    return answers.map(({ responses }) => readObjection(responses[0]));
  }

  /** The text of this position with other pieces and another turn. */
  async text(line: Line, setup: Setup): Promise<string> {
    if (!this.answers("text")) throw new Refused("The engine cannot set up positions.");
    const part = [positionOf(line), `query text ${JSON.stringify(setup)}`];
    const [text = ""] = await this.enqueue(() => this.texts(part, line.variant));
    return text;
  }

  /** Sends several groups of commands in one exchange, after the commands for this variant and
   *  these options; returns the answer to each group. */
  private async ask(
    parts: string[][],
    variant = this.wanted.get(VARIANT),
    options: [string, string][] = [],
  ): Promise<Answer[]> {
    const bytes = (line: string): number => new TextEncoder().encode(line).length;
    const long = parts.flat().find((line) => bytes(line) > LONGEST);
    if (long !== undefined)
      throw new Refused(
        "This is too long for the engine.",
        `"${long.slice(0, 40)}\u2026" has ${bytes(long)} bytes: expected at most ${LONGEST}`,
      );
    const before = this.prepare(variant);
    const sets = options.filter(
      ([name, value]) => this.options.has(name) && this.wanted.get(name) !== value,
    );
    const all = [...before, ...sets.map((set) => [optionLine(...set)]), ...parts];
    if (!all.length) {
      // The time of a search that follows must begin only when the engine is loaded.
      await this.link?.arrival;
      return [];
    }
    const answers = (await this.exchange(all)).slice(before.length);
    sets.forEach(([name, value], at) => {
      if (answers[at]?.refusals.length) return;
      this.wanted.set(name, value);
      this.actual.set(name, value);
    });
    return answers.slice(sets.length);
  }

  /** The commands that set the variant and the wanted options; empty if nothing changes. A variant
   *  refuses options that it lacks; they are set again with another variant. */
  private prepare(variant: string | undefined): string[][] {
    const lines: string[] = [];
    const set = (name: string, value: string): void => {
      if (this.actual.get(name) === value || !this.options.has(name)) return;
      if (name === VARIANT) this.actual.clear();
      this.actual.set(name, value);
      lines.push(optionLine(name, value));
    };
    if (variant !== undefined) set(VARIANT, variant);
    for (const [name, value] of this.wanted) if (name !== VARIANT) set(name, value);
    return lines.length ? [lines] : [];
  }

  /** Searches a position. Any other request stops a search that yields; one that has not ended 5
   *  seconds after `most` milliseconds is stopped. */
  search(
    line: Line,
    limits: string,
    info: (info: Info) => void,
    yields: boolean,
    most: number | null = null,
  ): Running {
    const take = (text: string): void => {
      const told = infoOf(text);
      if (told) info(told);
    };
    return this.run(line, `go ${limits}`, { take, until: "bestmove", yields }, most);
  }

  /** Searches a position until this time is over or, if given, this number of nodes is reached. Any
   *  other request stops the search. */
  glance(
    line: Line,
    ms: number,
    info: (info: Info) => void = () => undefined,
    nodes: number | null = null,
  ): Running {
    const limits = nodes === null ? `movetime ${ms}` : `nodes ${nodes} movetime ${ms}`;
    return this.search(line, limits, info, true, ms);
  }

  /** Proves the winner, without a limit: `p1win`, `p2win`, `draw`, or `unknown` if stopped. */
  solve(line: Line, take: (text: string) => void): Running {
    return this.run(line, "solve", { take, until: "result", yields: true }, null);
  }

  /** Analyses a position until the returned function is called or another analysis begins. Other
   *  requests interrupt it, and it begins again after them, also on a new connection. Options that
   *  the engine does not have are ignored. */
  analyse(line: Line, options: [string, string][], info: (info: Info) => void): () => void {
    const request = { line, options, info };
    this.stopYielding();
    this.analysis = request;
    this.scheduleAnalysis();
    return () => {
      if (this.analysis !== request) return;
      this.analysis = null;
      this.stopYielding();
    };
  }

  /** Begins the analysis soon if nothing waits; a question that comes first puts it off. */
  private scheduleAnalysis(): void {
    window.clearTimeout(this.analysisTimer);
    // Without a connection nothing is scheduled: a new connection begins with a question, after
    // which this function is called again.
    if (this.analysis && this.connection && !this.waiting && !this.running)
      this.analysisTimer = window.setTimeout(() => {
        this.enqueue(() => this.runAnalysis()).catch(() => undefined);
      });
  }

  private async runAnalysis(): Promise<void> {
    const { analysis: request } = this;
    if (!request) return;
    await this.ask([], request.line.variant, request.options);
    const take = (text: string): void => {
      const told = this.analysis === request && infoOf(text);
      if (told) request.info(told);
    };
    const task: Task = { take, until: "bestmove", yields: true };
    const search = this.begin(request.line, "go infinite", task, null);
    if (!search) return;
    // The analysis may have ended while its options were set.
    if (this.analysis !== request) this.stop(search);
    const best = await search.best;
    // A search that ends by itself is complete.
    if (best !== null && !search.stopping && this.analysis === request) this.analysis = null;
  }

  private run(line: Line, command: string, of: Task, most: number | null): Running {
    let [stopped, hurried] = [false, false];
    let search: Search | null = null;
    const end = (): void => {
      if (search) this.stop(search);
    };
    const stop = (): void => {
      stopped = true;
      end();
    };
    const hurry = (): void => {
      hurried = true;
      end();
    };
    const best = this.enqueue(async () => {
      if (stopped) return null;
      await this.ask([], line.variant);
      search = this.begin(line, command, of, most);
      if (hurried || stopped) end();
      return search?.best ?? null;
    });
    const isCut = (): boolean => stopped || hurried || search?.stopping !== false;
    return { best, stop, hurry, isCut };
  }

  /** Begins a search; null without a connection, and if it yields and another request waits. */
  private begin(line: Line, command: string, of: Task, most: number | null): Search | null {
    const { connection } = this;
    if (!connection || (of.yields && this.waiting > 0)) return null;
    const { promise: best, resolve } = deferred<string | null>();
    const search: Search = { yields: of.yields, best, stopping: false, timer: 0 };
    const end = (best: string | null): void => {
      window.clearTimeout(search.timer);
      if (this.running === search) this.running = null;
      resolve(best);
    };
    if (most !== null)
      search.timer = window.setTimeout(() => this.stop(search), most + TIMEOUTS_MS.search);
    this.running = search;
    const work = {
      end: of.until,
      take: (line: string) =>
        line.startsWith(of.until) ? end(line.trim().split(/\s+/)[1] ?? "") : of.take(line),
      // A search goes on after a refusal; a proof does not begin.
      refused: (text: string) => {
        this.listener.refused(text);
        if (of.until === "result") end("");
        return of.until === "result";
      },
      fail: () => end(null),
    };
    connection.begin(work, positionOf(line), command);
    return search;
  }

  private stop(search: Search): void {
    if (this.running !== search || search.stopping) return;
    search.stopping = true;
    window.clearTimeout(search.timer);
    search.timer = window.setTimeout(
      () => this.drop("The engine does not end its search"),
      TIMEOUTS_MS.search,
    );
    // If `stop` replaces the worker, the answer comes during this call and ends the timer.
    this.connection?.raw.send("stop");
  }

  /** Runs a task after all earlier ones. */
  private enqueue<T>(task: () => Promise<T>): Promise<T> {
    this.stopYielding();
    window.clearTimeout(this.analysisTimer);
    this.waiting += 1;
    const turn = this.queue.then(() => {
      this.waiting -= 1;
      return task();
    });
    this.queue = turn.then(
      () => this.scheduleAnalysis(),
      () => this.scheduleAnalysis(),
    );
    return turn;
  }

  private stopYielding(): void {
    if (this.running?.yields) this.stop(this.running);
  }

  /** Sends several parts at once. Drops the connection to an engine that does not answer. */
  private async exchange(parts: string[][]): Promise<Answer[]> {
    const { connection, link } = this;
    if (!connection) throw new Terminated("There is no connection to the engine");
    const known = link?.known(parts);
    if (known) return known;
    await link?.arrival;
    try {
      return await connection.ask(...parts);
    } catch (error) {
      if (error instanceof Timeout && connection === this.connection)
        this.drop("The engine does not answer");
      throw connection.ended ?? error;
    }
  }
}

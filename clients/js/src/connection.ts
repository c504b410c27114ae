// A connection to an engine: exchanges of commands and answers, and work such as searches.
import { type EngineError, Terminated, Timeout } from "./lines.js";

export interface Transport {
  send(line: string): void;
  onLine(listener: (line: string) => void): () => void;
  /** The reason is empty for an end by `quit` or `terminate`. */
  onEnd(listener: (reason: string) => void): () => void;
  terminate(): void;
}

const REFUSAL = "info string error:";

/** The answer to a part of an exchange. */
export interface Answer {
  /** The texts after `response`. */
  responses: string[];
  refusals: string[];
  /** All other lines, except `info` and `bestmove`. */
  lines: string[];
}

/** The receiver of the lines of a search or of other work. */
export interface Work {
  /** The first word of the last line. */
  readonly end: string;
  take(line: string): void;
  /** A line was refused outside of an exchange; returns whether that ends the work. */
  refused(text: string): boolean;
  /** The engine has ended. */
  fail(error: EngineError): void;
}

export interface Deferred<T> {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

export function deferred<T>(): Deferred<T> {
  let settle: Omit<Deferred<T>, "promise"> | undefined;
  const promise = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
  // A rejection that nothing waits for is no unhandled error.
  promise.catch(() => undefined);
  return { promise, ...settle! };
}

/** Waits for a promise for this number of milliseconds, or without limit. */
export function within<T>(promise: Promise<T>, what: string, milliseconds?: number): Promise<T> {
  if (milliseconds === undefined) return promise;
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Timeout(what, milliseconds)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/**
 * The lines of a part of an exchange; the answer to the last one, `isready` or `ugi`, comes last.
 */
export const linesOf = (part: string[]): string[] =>
  part[0] === "ugi" ? part : [...part, "isready"];

interface Exchange {
  /** The answer to the last line of each part. */
  ends: string[];
  answers: Answer[];
  done: Deferred<Answer[]>;
}

interface Begun {
  work: Work;
  /** The number of exchanges that were sent before it; infinite when its lines have been taken, so
   *  that they cannot be refused any more. */
  after: number;
}

/** The exchanges and the work of an engine, each in the order of their beginning. */
export class Connection {
  #exchanges: Exchange[] = [];
  /** The number of exchanges that are over. */
  #over = 0;
  #works: Begun[] = [];
  ended: EngineError | null = null;

  constructor(
    readonly raw: Transport,
    /** Milliseconds for the answers of an exchange. */
    public timeout: number,
    /** Receives errors of lines outside of exchanges and work. */
    private readonly refused: (text: string) => void = () => undefined,
  ) {
    raw.onLine((line) => this.#take(line));
    raw.onEnd((reason) => this.end(reason));
  }

  /** Sends parts, each with the question that ends it, and returns the answer to each. */
  async ask(...parts: string[][]): Promise<Answer[]> {
    const lines = parts.flatMap(linesOf);
    checked(lines);
    if (this.ended) throw this.ended;
    const ends = parts.map((part) => (part[0] === "ugi" ? "ugiok" : "readyok"));
    const exchange = { ends, answers: [nothing()], done: deferred<Answer[]>() };
    // The exchange is queued before it is sent. One that timed out stays in the queue, so that a
    // late answer is not taken for that of the next one.
    this.#exchanges.push(exchange);
    for (const line of lines) this.raw.send(line);
    return within(exchange.done.promise, lines[0] ?? "", this.timeout);
  }

  begin(work: Work, ...lines: string[]): void {
    checked(lines);
    if (this.ended) throw this.ended;
    this.#works.push({ work, after: this.#over + this.#exchanges.length });
    for (const line of lines) this.raw.send(line);
  }

  /** Ends the connection: all waiting exchanges and work fail. */
  end(reason: string): void {
    const error = (this.ended ??= new Terminated(reason || "the engine was closed"));
    for (const { done } of this.#exchanges.splice(0)) done.reject(error);
    for (const { work } of this.#works.splice(0)) work.fail(error);
  }

  #take(line: string): void {
    const word = line.split(" ", 1)[0] ?? "";
    const [exchange, begun] = [this.#exchanges[0], this.#works[0]];
    const work = begun?.work;
    const isRefusal = line.startsWith(REFUSAL);
    const refusal = line.slice(REFUSAL.length).trim();
    if (!isRefusal && work && [work.end, "info", "line"].includes(word)) {
      begun.after = Infinity;
      if (word === work.end) this.#works.shift();
      return work.take(line);
    }
    const isFirst = begun !== undefined && begun.after <= this.#over;
    if (!exchange || (isRefusal && isFirst)) {
      if (!isRefusal) return;
      if (!work) this.refused(refusal);
      else if (work.refused(refusal)) this.#works.shift();
      return;
    }
    // The engine takes lines in order: after this line the work cannot be refused any more.
    if (isFirst) begun.after = Infinity;
    const { answers, ends, done } = exchange;
    const answer = answers.at(-1)!;
    if (word === ends[answers.length - 1]) {
      if (answers.length < ends.length) return void answers.push(nothing());
      this.#exchanges.shift();
      this.#over += 1;
      done.resolve(answers);
    } else if (isRefusal) answer.refusals.push(refusal);
    else if (word === "response") answer.responses.push(line.slice(word.length).trim());
    else if (word !== "info" && word !== "bestmove") answer.lines.push(line);
  }
}

const nothing = (): Answer => ({ responses: [], refusals: [], lines: [] });

export function checked(lines: string[]): void {
  const bad = lines.find((line) => /[\r\n\0]/.test(line));
  if (bad !== undefined)
    throw new TypeError(`${JSON.stringify(bad)} has an end of a line in it: expected one line`);
}

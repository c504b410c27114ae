// The engine in a worker: input lines, output lines, and three ways to stop a search.
/// <reference path="./host.d.ts" />
import {
  bestOf,
  commandOf,
  isUnbounded,
  isWork,
  optionOf,
  threadsOf,
  withoutPonder,
} from "./commands.js";
import type { Transport } from "./connection.js";
import { type Shared, compile } from "./module.js";
import type { FromWorker, NumberedLine, ToWorker } from "./serve.js";
import { placesForWorkers, sharedMemory, workersFor } from "./threads.js";

const IN_NODE = typeof process === "object" && Boolean(process.versions?.node);

/** The way to stop a search, see the README. */
export type Stopping = "shared" | "pause" | "restart";

export interface RawOptions {
  /** The URL of the module, or the module. */
  wasm?: string | URL | WebAssembly.Module;
  /** The URL of the worker's script. */
  worker?: string | URL;
  /** The default is the best available way. */
  stopping?: Stopping;
  /** The module with threads: `true` for that of the package, or its URL. It is used if memory can
   *  be shared; otherwise the option `Threads` is 1. */
  threads?: boolean | string | URL;
}

/** The ways to stop, the best first, and whether each is available. */
export const STOPPING: Readonly<Record<Stopping, () => boolean>> = {
  shared: () =>
    typeof SharedArrayBuffer === "function" && (IN_NODE || globalThis.crossOriginIsolated === true),
  pause: () =>
    typeof WebAssembly.Suspending === "function" && typeof WebAssembly.promising === "function",
  restart: () => true,
};

function chosen(wanted: Stopping | undefined): Stopping {
  const ways = Object.keys(STOPPING) as Stopping[];
  if (wanted === undefined) return ways.find((way) => STOPPING[way]())!;
  if (!ways.includes(wanted))
    throw new RangeError(`no way to stop "${wanted}": expected one of ${ways.join(", ")}`);
  if (!STOPPING[wanted]())
    throw new RangeError(
      `"${wanted}" cannot be had here: expected one of ${ways.filter((way) => STOPPING[way]()).join(", ")}`,
    );
  return wanted;
}

/** The data that a module shares with its threads; null if the host has too little memory. */
function shareMemory(): Shared | null {
  try {
    return { memory: sharedMemory(), places: placesForWorkers() };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A worker of a page, or of Node. */
interface Started {
  post(message: ToWorker): void;
  end(): void;
  /** Sets whether the worker keeps the process of Node alive. */
  keepAlive(is: boolean): void;
}

/** A line that was sent and is not executed. */
interface Sent {
  number: number;
  line: string;
  answered: boolean;
}

async function startWorker(
  url: string | URL | undefined,
  onMessage: (message: FromWorker) => void,
  onError: (reason: string) => void,
): Promise<Started> {
  if (!IN_NODE) {
    const worker = new Worker(url ?? new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => onMessage(data);
    worker.onerror = (event) => onError(event.message || "the worker could not be started");
    return {
      post: (message: ToWorker) => worker.postMessage(message),
      end: () => worker.terminate(),
      keepAlive: () => undefined,
    };
  }
  const { Worker: NodeWorker } = await import("node:worker_threads");
  // Without the options of the process: with `--input-type` no worker starts.
  const worker = new NodeWorker(url ?? new URL("./worker-node.js", import.meta.url), {
    execArgv: [],
  });
  worker.on("message", onMessage);
  worker.on("error", (error) => onError(error.message));
  return {
    post: (message: ToWorker) => worker.postMessage(message),
    end: () => void worker.terminate(),
    keepAlive: (is: boolean) => (is ? worker.ref() : worker.unref()),
  };
}

/** An engine in a worker. It takes lines at once, and executes them in order. */
export class RawEngine implements Transport {
  readonly stopping: Stopping;
  #lines = new Set<(line: string) => void>();
  #ends = new Set<(reason: string) => void>();
  #worker: Started | null = null;
  #module: Promise<WebAssembly.Module>;
  #workerUrl: string | URL | undefined;
  #flags: Int32Array | null = null;
  #number = 0;
  /** The lines that were sent and are not executed, in order. */
  #pending: Sent[] = [];
  /** Whether a search is over whose answer waits for `stop`. */
  #held = false;
  /** Whether the answer of the current search may have to wait for `stop`. */
  #unbounded = false;
  /** The first move of the best line of the current search. */
  #best: string | undefined;
  /** Whether the engine has refused the current line. */
  #refused = false;
  #settings = new Map<string, string>();
  #position: string[] = [];
  #generation = 0;
  #outbox: NumberedLine[] = [];
  #shared: Shared | null = null;
  /** The workers for threads; the last one may still be starting. */
  #threads: Started[] = [];
  #isStarting = false;
  #ended: string | null = null;

  constructor({ wasm, worker, stopping, threads }: RawOptions = {}) {
    this.stopping = chosen(stopping);
    this.#workerUrl = worker;
    if (this.stopping === "shared") {
      this.#flags = new Int32Array(new SharedArrayBuffer(8));
      if (threads) this.#shared = shareMemory();
    }
    const plain = wasm ?? new URL("../zugi.wasm", import.meta.url);
    const threaded =
      threads === true ? new URL("../zugi-threads.wasm", import.meta.url) : threads || plain;
    const source = this.#shared ? threaded : plain;
    this.#module =
      source instanceof WebAssembly.Module
        ? Promise.resolve(source)
        : compile(new URL(source, globalThis.location?.href));
    this.#begin();
  }

  /** Adds a listener for output lines; the returned function removes it. */
  onLine(listener: (line: string) => void): () => void {
    this.#lines.add(listener);
    return () => void this.#lines.delete(listener);
  }

  /**
   * Adds a listener for the end of the engine. The reason is empty after `quit` and `terminate`.
   */
  onEnd(listener: (reason: string) => void): () => void {
    const ended = this.#ended;
    if (ended === null) this.#ends.add(listener);
    else queueMicrotask(() => listener(ended));
    return () => void this.#ends.delete(listener);
  }

  send(line: string): void {
    if (/[\r\n\0]/.test(line))
      throw new TypeError(`${JSON.stringify(line)} has an end of a line in it: expected one line`);
    if (this.#ended !== null) return;
    const command = commandOf(line);
    const stops = command === "stop" || command === "quit" || (this.#unbounded && isWork(line));
    const number = ++this.#number;
    const isPonderHit = command === "ponderhit";
    if (this.#flags && stops) Atomics.store(this.#flags, 0, number);
    if (this.#flags && isPonderHit) Atomics.store(this.#flags, 1, number);
    if (
      this.stopping === "restart" &&
      (stops || isPonderHit) &&
      this.#pending.some((sent) => isWork(sent.line) && !sent.answered)
    ) {
      this.#restart(isPonderHit);
      if (command === "stop" || isPonderHit) return;
    }
    if (isWork(line)) this.#unbounded = isUnbounded(line);
    else if (stops) this.#unbounded = false;
    this.#post(number, line, stops, isPonderHit);
  }

  /** Ends the engine at once. */
  terminate(): void {
    this.#end("");
  }

  #post(number: number, line: string, stop = false, ponderhit = false): void {
    this.#pending.push({ number, line, answered: false });
    this.#outbox.push({ number, line, stop, ponderhit });
    this.#keepAlive();
    this.#deliver();
  }

  /** In Node an idle engine does not keep the process alive, in case it is never closed. */
  #keepAlive(): void {
    this.#worker?.keepAlive(this.#pending.length > 0);
  }

  #deliver(): void {
    for (let next = this.#outbox[0]; this.#worker && next; next = this.#outbox[0]) {
      const wanted = this.#shared ? workersFor(threadsOf(next.line)) : 0;
      if (wanted > this.#threads.length) this.#addThread();
      if (wanted && this.#isStarting) return;
      this.#outbox.shift();
      this.#worker.post(next);
    }
  }

  /** Starts a worker for a thread; lines wait until it runs. */
  #addThread(): void {
    const shared = this.#shared;
    if (this.#isStarting || !shared) return;
    this.#isStarting = true;
    const failed = (reason: string): void => this.#end(`The engine has failed: ${reason}`);
    const receive = (message: FromWorker): void => {
      if ("failed" in message) return failed(message.failed);
      if ("text" in message) return;
      this.#isStarting = false;
      this.#deliver();
    };
    startWorker(this.#workerUrl, receive, failed)
      .then(async (worker) => {
        const module = await this.#module;
        if (this.#ended !== null) return worker.end();
        worker.keepAlive(false);
        const thread = this.#threads.push(worker) - 1;
        worker.post({ module, shared, thread });
      })
      .catch((error: Error) => failed(error.message));
  }

  #begin(): void {
    const generation = ++this.#generation;
    const mine =
      <T>(act: (value: T) => void) =>
      (value: T): void => {
        if (generation === this.#generation && this.#ended === null) act(value);
      };
    const failed = mine((reason: string) => this.#end(`The engine has failed: ${reason}`));
    const started = startWorker(
      this.#workerUrl,
      mine((message: FromWorker) => this.#receive(message)),
      failed,
    );
    started
      .then(async (worker) => {
        const module = await this.#module;
        const isWanted = generation === this.#generation && this.#ended === null;
        if (!isWanted) return worker.end();
        this.#worker = worker;
        this.#keepAlive();
        worker.post({
          module,
          flags: this.#flags?.buffer,
          pauses: this.stopping === "pause",
          shared: this.#shared ?? undefined,
        });
        this.#deliver();
      })
      .catch((error: Error) => {
        failed(error.message);
        started.then(
          (worker) => worker.end(),
          () => undefined,
        );
      });
  }

  #receive(message: FromWorker): void {
    if ("failed" in message) return this.#end(`The engine has failed: ${message.failed}`);
    if ("text" in message) {
      for (const line of message.text.split("\n").slice(0, -1)) {
        this.#best = bestOf(line) ?? this.#best;
        if (line.startsWith("bestmove")) this.#answer();
        this.#refused ||= line.startsWith("info string error:");
        this.#tell(line);
      }
    }
    if (!("done" in message)) return;
    // Lines are executed in the order in which they were sent.
    const sent = this.#pending.shift();
    this.#keepAlive();
    if (sent && !this.#refused) this.#note(sent.line);
    this.#held ||= sent !== undefined && commandOf(sent.line) === "go" && !sent.answered;
    [this.#best, this.#refused] = [undefined, false];
    if (message.over) this.#end("");
  }

  /** Handles the answer of a search. */
  #answer(): void {
    const searching = this.#held
      ? undefined
      : this.#pending.find(({ line, answered }) => commandOf(line) === "go" && !answered);
    this.#held = false;
    if (searching) searching.answered = true;
  }

  /** Remembers the options and the position that a line set, for the next worker. */
  #note(line: string): void {
    const option = optionOf(line);
    if (option !== undefined) {
      // In the order of the last change, because a variant resets other options.
      this.#settings.delete(option);
      this.#settings.set(option, line);
    }
    const command = commandOf(line);
    if (command === "position") this.#position = [line];
    else if (command === "moves" || command === "undo") this.#position.push(line);
  }

  /** Ends the worker, answers for its unfinished work, and continues with another worker. */
  #restart(ponderHit: boolean): void {
    const [best, pending] = [this.#best, this.#pending.filter(({ answered }) => !answered)];
    this.#best = undefined;
    this.#worker?.end();
    this.#worker = null;
    this.#pending = [];
    this.#outbox = [];
    this.#begin();
    const silent = [...this.#settings.values(), ...this.#position];
    for (const line of silent) this.#post(++this.#number, line);
    let running = true;
    for (const { number, line } of pending) {
      const command = commandOf(line);
      if (!isWork(line)) this.#post(number, line);
      else if (ponderHit) this.#post(++this.#number, withoutPonder(line));
      else if (command === "solve") this.#tell("result unknown");
      else if (command !== "go")
        this.#tell(
          `info string ${line.slice(line.indexOf(command)).trim()} stopped before its end`,
        );
      else if (running && best !== undefined) this.#tell(`bestmove ${best}`);
      // No line of the search has come yet: a short search gives its move.
      else this.#post(++this.#number, "go depth 1");
      running &&= !isWork(line);
    }
    this.#unbounded = ponderHit && pending.some(({ line }) => isUnbounded(withoutPonder(line)));
  }

  #tell(line: string): void {
    for (const listener of [...this.#lines]) listener(line);
  }

  #end(reason: string): void {
    if (this.#ended !== null) return;
    this.#ended = reason;
    this.#worker?.end();
    this.#worker = null;
    for (const thread of this.#threads.splice(0)) thread.end();
    for (const listener of [...this.#ends]) listener(reason);
    this.#lines.clear();
    this.#ends.clear();
  }
}

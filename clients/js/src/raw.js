// The engine in a worker: lines in, lines out, and three ways to stop a search.
import {
  bestOf,
  commandOf,
  isUnbounded,
  isWork,
  optionOf,
  threadsOf,
  withoutPonder,
} from "./commands.js";
import { compile } from "./module.js";
import { placesForWorkers, sharedMemory, workersFor } from "./threads.js";

const IN_NODE = typeof process === "object" && Boolean(process.versions?.node);

/** The ways to stop, the best first, and whether each is there. */
export const STOPPING = {
  shared: () =>
    typeof SharedArrayBuffer === "function" && (IN_NODE || globalThis.crossOriginIsolated === true),
  pause: () =>
    typeof WebAssembly.Suspending === "function" && typeof WebAssembly.promising === "function",
  restart: () => true,
};

function chosen(wanted) {
  const ways = Object.keys(STOPPING);
  if (wanted === undefined) return ways.find((way) => STOPPING[way]());
  if (!ways.includes(wanted))
    throw new RangeError(`no way to stop "${wanted}": expected one of ${ways.join(", ")}`);
  if (!STOPPING[wanted]())
    throw new RangeError(
      `"${wanted}" cannot be had here: expected one of ${ways.filter((way) => STOPPING[way]()).join(", ")}`,
    );
  return wanted;
}

/** What a module with threads shares with them; nothing where the host has no room for as much. */
function shareMemory() {
  try {
    return { memory: sharedMemory(), places: placesForWorkers() };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

async function startWorker(url, onMessage, onError) {
  if (!IN_NODE) {
    const worker = new Worker(url ?? new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => onMessage(data);
    worker.onerror = (event) => onError(event.message || "the worker could not be started");
    return {
      post: (message) => worker.postMessage(message),
      end: () => worker.terminate(),
      keepAlive: () => undefined,
    };
  }
  const { Worker: NodeWorker } = await import("node:worker_threads");
  // Not the options of the script: with `--input-type` no worker starts.
  const worker = new NodeWorker(url ?? new URL("./worker-node.js", import.meta.url), {
    execArgv: [],
  });
  worker.on("message", onMessage);
  worker.on("error", (error) => onError(error.message));
  return {
    post: (message) => worker.postMessage(message),
    end: () => void worker.terminate(),
    keepAlive: (is) => (is ? worker.ref() : worker.unref()),
  };
}

/** An engine in a worker. It takes lines at once, and executes them when it can. */
export class RawEngine {
  #lines = new Set();
  #ends = new Set();
  #worker = null;
  #module;
  #workerUrl;
  #flags = null;
  #number = 0;
  /** What was sent and is not done, in order: `{ number, line, answered }`. */
  #pending = [];
  /** A search is done whose answer waits for `stop`. */
  #held = false;
  /** A search that has ended may have to wait for `stop`. */
  #unbounded = false;
  /** The first move of the best line of the work that is done now. */
  #best;
  /** Whether the engine has refused the line that is executed now. */
  #refused = false;
  #settings = new Map();
  #position = [];
  #generation = 0;
  #outbox = [];
  /** What a module with threads shares with them. */
  #shared = null;
  /** The workers for threads; the last one may not be ready yet. */
  #threads = [];
  #isStarting = false;
  #ended = null;

  constructor({ wasm, worker, stopping, threads } = {}) {
    this.stopping = chosen(stopping);
    this.#workerUrl = worker;
    if (this.stopping === "shared") {
      this.#flags = new Int32Array(new SharedArrayBuffer(8));
      if (threads) this.#shared = shareMemory();
    }
    const [plain, threaded] = [
      wasm ?? new URL("../zugi.wasm", import.meta.url),
      threads === true ? new URL("../zugi-threads.wasm", import.meta.url) : threads,
    ];
    const source = this.#shared ? threaded : plain;
    this.#module =
      source instanceof WebAssembly.Module
        ? Promise.resolve(source)
        : compile(new URL(source, globalThis.location?.href));
    this.#begin();
  }

  /** Has each line of output told to a function; the function that is returned ends that. */
  onLine(listener) {
    this.#lines.add(listener);
    return () => this.#lines.delete(listener);
  }

  /** Has the end of the engine told to a function: the reason, empty after `quit` and `terminate`. */
  onEnd(listener) {
    if (this.#ended === null) this.#ends.add(listener);
    else queueMicrotask(() => listener(this.#ended));
    return () => this.#ends.delete(listener);
  }

  /** Sends a line. */
  send(line) {
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
  terminate() {
    this.#end("");
  }

  #post(number, line, stop = false, ponderhit = false) {
    this.#pending.push({ number, line, answered: false });
    this.#outbox.push({ number, line, stop, ponderhit });
    this.#keepAlive();
    this.#deliver();
  }

  /** In Node an engine without work, which nobody may have closed, does not keep the process. */
  #keepAlive() {
    this.#worker?.keepAlive(this.#pending.length > 0);
  }

  #deliver() {
    while (this.#worker && this.#outbox.length) {
      const wanted = this.#shared ? workersFor(threadsOf(this.#outbox[0].line)) : 0;
      if (wanted > this.#threads.length) this.#addThread();
      if (wanted && this.#isStarting) return;
      this.#worker.post(this.#outbox.shift());
    }
  }

  /** Starts a worker for a thread; lines wait until it is ready. */
  #addThread() {
    if (this.#isStarting) return;
    this.#isStarting = true;
    const failed = (reason) => this.#end(`The engine has failed: ${reason}`);
    const receive = (message) => {
      if (message.failed !== undefined) return failed(message.failed);
      if (message.text !== undefined) return;
      this.#isStarting = false;
      this.#deliver();
    };
    startWorker(this.#workerUrl, receive, failed)
      .then(async (worker) => {
        const module = await this.#module;
        if (this.#ended !== null) return worker.end();
        worker.keepAlive(false);
        const thread = this.#threads.push(worker) - 1;
        worker.post({ module, shared: this.#shared, thread });
      })
      .catch((error) => failed(error.message));
  }

  #begin() {
    const generation = ++this.#generation;
    const mine = (act) => (value) => {
      if (generation === this.#generation && this.#ended === null) act(value);
    };
    const failed = mine((reason) => this.#end(`The engine has failed: ${reason}`));
    const started = startWorker(
      this.#workerUrl,
      mine((message) => this.#receive(message)),
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
      .catch((error) => {
        failed(error.message);
        started.then(
          (worker) => worker.end(),
          () => undefined,
        );
      });
  }

  #receive(message) {
    if (message.failed !== undefined) return this.#end(`The engine has failed: ${message.failed}`);
    if (message.text !== undefined) {
      for (const line of message.text.split("\n").slice(0, -1)) {
        this.#best = bestOf(line) ?? this.#best;
        if (line.startsWith("bestmove")) this.#answer();
        this.#refused ||= line.startsWith("info string error:");
        this.#tell(line);
      }
    }
    if (message.done === undefined) return;
    // Lines are done in the order in which they were sent.
    const sent = this.#pending.shift();
    this.#keepAlive();
    if (!this.#refused) this.#note(sent.line);
    this.#held ||= commandOf(sent.line) === "go" && !sent.answered;
    [this.#best, this.#refused] = [undefined, false];
    if (message.over) this.#end("");
  }

  /** A search has answered. */
  #answer() {
    const searching = this.#held
      ? undefined
      : this.#pending.find(({ line, answered }) => commandOf(line) === "go" && !answered);
    this.#held = false;
    if (searching) searching.answered = true;
  }

  /** Remembers what a line has set, for the next worker. */
  #note(line) {
    const option = optionOf(line);
    if (option !== undefined) {
      // In the order in which they were set last: a variant sets other options back.
      this.#settings.delete(option);
      this.#settings.set(option, line);
    }
    const command = commandOf(line);
    if (command === "position") this.#position = [line];
    else if (command === "moves" || command === "undo") this.#position.push(line);
  }

  /** Ends the worker, answers for the work that it was at, and has another one go on. */
  #restart(ponderHit) {
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
      else if (command !== "go") this.#tell(`info string ${line.trim()} stopped before its end`);
      else if (running && best !== undefined) this.#tell(`bestmove ${best}`);
      // It had not said anything yet.
      else this.#post(++this.#number, "go depth 1");
      running &&= !isWork(line);
    }
    this.#unbounded = ponderHit && pending.some(({ line }) => isUnbounded(withoutPonder(line)));
  }

  #tell(line) {
    for (const listener of [...this.#lines]) listener(line);
  }

  #end(reason) {
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

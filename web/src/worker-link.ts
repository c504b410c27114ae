// Replaces link.ts without a server: the engine runs in a worker of the page. See static.mjs.

import type { Answer } from "../../clients/js/src/connection";
import { Terminated } from "../../clients/js/src/lines";
import { PACKED } from "../../clients/js/src/packed";
import { RawEngine } from "../../clients/js/src/raw";
import type { Link as ServerLink, Loss } from "./link";
import { beside, scriptPolicy } from "./scripts";

// static.mjs sets these values.
declare const ENGINE: string;
/** Whether there is a module with threads. */
declare const THREADS: boolean;
/** The engine's answers to the commands that the page sends until the first position is in view, by
 *  the lines of each group. */
declare const ANSWERS: Record<string, Answer>;

const scripts = scriptPolicy("scripts", ["worker.js", "offline.js"]);

function start(): RawEngine {
  const raw = new RawEngine({
    wasm: beside(`zugi.wasm${PACKED}`),
    worker: scripts.createScriptURL("worker.js"),
    threads: THREADS && beside(`zugi-threads.wasm${PACKED}`),
  });
  raw.send("ugi");
  return raw;
}

export class Link implements Pick<ServerLink, keyof ServerLink> {
  /** The first engine, until the first link takes it. It is loaded while the page is drawn. */
  private static first: RawEngine | null = start();
  /** The answers, until an engine is loaded. */
  private static answers: typeof ANSWERS | null = ANSWERS;
  readonly engine = ENGINE;
  readonly isOwn = true;
  loss: Loss = "ended";
  isComing = true;
  readonly arrival: Promise<string[]>;
  private readonly raw = Link.first ?? start();
  private isTerminated = false;

  constructor(opened: () => void) {
    const { raw } = this;
    Link.first = null;
    document.documentElement.dataset.stopping = raw.stopping;
    this.arrival = new Promise((done, fail) => {
      const said: string[] = [];
      const end = raw.onLine((line) => {
        said.push(line);
        if (line !== "ugiok") return;
        end();
        Link.answers = null;
        this.isComing = false;
        done(said);
      });
      raw.onEnd((reason) => fail(new Terminated(reason)));
    });
    this.arrival.then(keepOffline, () => undefined);
    raw.onEnd((reason) => {
      // An engine that was not loaded yet may be fetched again.
      if (reason) this.loss = this.isComing ? "dropped" : "stopped";
    });
    // As with a server, the caller has the link before it is open.
    queueMicrotask(opened);
  }

  onLine(listener: (line: string) => void): () => void {
    return this.raw.onLine(listener);
  }

  onEnd(listener: (reason: string) => void): () => void {
    return this.raw.onEnd((reason) => {
      if (!this.isTerminated) listener(reason || "The engine has ended");
    });
  }

  send(line: string): void {
    this.raw.send(line);
  }

  known(parts: string[][]): Answer[] | null {
    const known = parts.flatMap(
      // The answer does not depend on the seed.
      (part) => Link.answers?.[part.join("\n").replace(/(?<=Seed value )\d+/, "0")] ?? [],
    );
    return known.length === parts.length ? known : null;
  }

  terminate(): void {
    this.isTerminated = true;
    this.raw.terminate();
  }
}

/** Stores the page for visits without a network, after more urgent loads. */
function keepOffline(): void {
  void navigator.serviceWorker
    ?.register(scripts.createScriptURL("offline.js"))
    .catch(() => undefined);
}

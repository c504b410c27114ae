// In place of link.ts where there is no server: the engine runs in a worker of the page. See
// static.mjs.

import type { Answer } from "../../clients/js/src/connection";
import { Terminated } from "../../clients/js/src/lines";
import { PACKED } from "../../clients/js/src/packed";
import { RawEngine } from "../../clients/js/src/raw";
import type { Link as ServerLink, Loss } from "./link";
import { beside, scriptPolicy } from "./scripts";

// static.mjs puts these in.
/** What the engine calls itself, as the server has it, too. */
declare const ENGINE: string;
/** Whether there is a module with threads. */
declare const THREADS: boolean;
/** What the engine answers to the parts of exchanges until a first game is in view. */
declare const ANSWERS: Record<string, Answer>;

const scripts = scriptPolicy("scripts", ["worker.js", "offline.js"]);

/** The answers, until an engine was there. */
let answers: typeof ANSWERS | null = ANSWERS;

function start(): RawEngine {
  const raw = new RawEngine({
    wasm: beside(`zugi.wasm${PACKED}`),
    worker: scripts.createScriptURL("worker.js"),
    threads: THREADS && beside(`zugi-threads.wasm${PACKED}`),
  });
  raw.send("ugi");
  return raw;
}

/** The first engine, until it is connected to in the same task: it is fetched while the page is
 *  drawn. */
let first: RawEngine | null = start();

export class Link implements Pick<ServerLink, keyof ServerLink> {
  readonly engine = ENGINE;
  readonly isOwn = true;
  loss: Loss = "ended";
  isComing = true;
  readonly arrival: Promise<string[]>;
  private readonly raw = first ?? start();
  private readonly ends = new Set<(reason: string) => void>();

  constructor(opened: () => void) {
    const { raw } = this;
    first = null;
    document.documentElement.dataset.stopping = raw.stopping;
    this.arrival = new Promise((done, fail) => {
      const said: string[] = [];
      const end = raw.onLine((line) => {
        said.push(line);
        if (line !== "ugiok") return;
        end();
        answers = null;
        this.isComing = false;
        done(said);
      });
      raw.onEnd((reason) => fail(new Terminated(reason)));
    });
    this.arrival.then(keepOffline, () => undefined);
    raw.onEnd((reason) => {
      // One that is not there yet may be fetched again.
      if (reason) this.loss = this.isComing ? "dropped" : "stopped";
      for (const ended of this.ends) ended(reason || "The engine has ended");
    });
    // Whoever connects hears of it later, as from a server.
    queueMicrotask(opened);
  }

  onLine(listener: (line: string) => void): () => void {
    return this.raw.onLine(listener);
  }

  onEnd(listener: (reason: string) => void): () => void {
    this.ends.add(listener);
    return () => void this.ends.delete(listener);
  }

  send(line: string): void {
    this.raw.send(line);
  }

  known(parts: string[][]): Answer[] | null {
    const known = parts.flatMap(
      // Where the seed is refused, any seed is.
      (part) => answers?.[part.join("\n").replace(/(?<=Seed value )\d+/, "0")] ?? [],
    );
    return known.length === parts.length ? known : null;
  }

  terminate(): void {
    this.ends.clear();
    this.raw.terminate();
  }
}

/** Has the page kept for visits without a network, once nothing more urgent is fetched. */
function keepOffline(): void {
  void navigator.serviceWorker
    ?.register(scripts.createScriptURL("offline.js"))
    .catch(() => undefined);
}

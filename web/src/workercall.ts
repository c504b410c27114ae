// In place of call.ts where there is no server: the engine starts in a worker of the page, and is
// greeted. See static.mjs.

import { linesOf } from "../../clients/js/src/connection";
import { RawEngine } from "../../clients/js/src/raw";
import { beside, scriptPolicy } from "./scripts";
import { GREETING } from "./ugi-text";

const scripts = scriptPolicy("scripts", ["worker.js", "offline.js"]);

/** Whether there is a module with threads; static.mjs puts it in. */
declare const THREADS: boolean;

/** An engine that was greeted. */
export interface WorkerCall {
  raw: RawEngine;
  /** What it was greeted with. */
  greeting: string[];
  /** What it has said since then. */
  heard: string[];
  /** Ends the keeping of what it says. */
  taken(): void;
}

declare global {
  interface Window {
    /** Starts an engine; the first one is started before the rest of the page is there. */
    startEngine?: () => WorkerCall;
    workerCall?: WorkerCall;
  }
}

function start(): WorkerCall {
  const threads = THREADS && beside("zugi-threads.wasm");
  const raw = new RawEngine({
    wasm: beside("zugi.wasm"),
    worker: scripts.createScriptURL("worker.js"),
    threads,
  });
  const heard: string[] = [];
  const taken = raw.onLine((line) => heard.push(line));
  const greeting = GREETING.flatMap(linesOf);
  for (const line of greeting) raw.send(line);
  return { raw, greeting, heard, taken };
}

export function call(): void {
  window.startEngine = start;
  window.workerCall = start();
}

// The page is there off line from the second visit on.
if ("serviceWorker" in navigator) {
  addEventListener(
    "load",
    () =>
      void navigator.serviceWorker
        .register(scripts.createScriptURL("offline.js"))
        .catch(() => undefined),
  );
}

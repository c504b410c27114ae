// The tasks of the page, and the notice that is shown.

import { Terminated } from "../engine";
import { track } from "../state";

type LaterPart = typeof import("../later");

/** Fetches the later part of the page at its first use. */
export const later = (): Promise<LaterPart> => import("../later");

/** The functions of the later part without parameters. */
export type PlainTask = {
  [K in keyof LaterPart]: LaterPart[K] extends () => unknown ? K : never;
}[keyof LaterPart];

class Tasks {
  /** The last error or notice; `details` are the engine's words. */
  notice: { text: string; details: string } | null = null;
  /** The later part, once it is loaded. */
  part: LaterPart | null = null;
  /** The number of running tasks that may change the position in view. */
  awaited = 0;
  markReady: () => void = () => undefined;
  /** Resolves when the page has begun, or cannot begin. */
  readonly ready = new Promise<void>((done) => (this.markReady = done));

  tell(text: string, details = ""): void {
    this.notice = { text, details };
  }

  /** Shows an error, but not the loss of the connection, which `connection.lostLink` shows. */
  trouble(error: unknown): void {
    if (error instanceof Terminated) return;
    const { message, details } = error as { message?: string; details?: string };
    this.tell(message ?? String(error), details);
  }

  clearTrouble(): void {
    this.notice = null;
  }

  /** Shows the error of a task. */
  run(task: Promise<unknown>): void {
    task.catch((error: unknown) => this.trouble(error));
  }

  /** Fetches the later part, whose views appear then. */
  async fetchLater(): Promise<LaterPart> {
    return (this.part = await later());
  }

  /** Calls a function of the later part. */
  later<K extends keyof LaterPart>(name: K, ...given: Parameters<LaterPart[K]>): void {
    this.run(later().then((part) => (part[name] as (...all: unknown[]) => unknown)(...given)));
  }

  /** Counts a task that may change the position in view. */
  awaits(task: Promise<unknown>): void {
    const done = (): void => void (this.awaited -= 1);
    this.awaited += 1;
    void task.then(done, done);
  }
}

export const tasks = track(new Tasks());

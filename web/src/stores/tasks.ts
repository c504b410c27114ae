// The tasks of the page, and the error that is shown.

import { Terminated } from "../engine";
import { track } from "../state";

type LaterPart = typeof import("../later");

/** Fetches the part of the page for what comes after a game or is opened by hand, when it is wanted
 *  first. */
export const later = (): Promise<LaterPart> => import("../later");

/** The functions of the later part without parameters. */
export type PlainTask = {
  [K in keyof LaterPart]: LaterPart[K] extends () => unknown ? K : never;
}[keyof LaterPart];

class Tasks {
  /** The last error, or what else is to be told; `details` are the words of the engine. */
  notice: { text: string; details: string } | null = null;
  /** The part of the page that is fetched later, once it is there. */
  part: LaterPart | null = null;
  /** The number of running tasks that may change the position in view. */
  awaited = 0;
  markReady: () => void = () => undefined;
  /** Until the page has begun, or cannot. */
  readonly ready = new Promise<void>((done) => (this.markReady = done));

  /** Tells something that need not be asked for. */
  tell(text: string, details = ""): void {
    this.notice = { text, details };
  }

  /** Shows an error; `connection.lostLink` shows that the connection is lost. */
  trouble(error: unknown): void {
    if (error instanceof Terminated) return;
    const { message, details } = error as { message?: string; details?: string };
    this.tell(message ?? String(error), details);
  }

  /** Called before another attempt. */
  clearTrouble(): void {
    this.notice = null;
  }

  /** Shows the error of a task. */
  run(task: Promise<unknown>): void {
    task.catch((error: unknown) => this.trouble(error));
  }

  /** Fetches the later part, whose views come into sight then. */
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

// Calls that would disturb each other, one after another.

/** Ends a call; it may be called more often. */
export type Leave = () => void;

/** One call at a time: what comes later waits for what came before. */
export class Queue {
  #isBusy = false;
  #waiting: ((leave: Leave) => void)[] = [];

  /** Begins at once if nothing else is running: the function that is returned ends it. */
  take(): Leave | undefined {
    if (this.#isBusy) return undefined;
    this.#isBusy = true;
    return this.#end();
  }

  /** Begins after all earlier calls: the function that is returned ends it. Call `take` first:
   *  it needs no `await`, so that calls without one keep their order. */
  wait(): Promise<Leave> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const leave = this.take() ?? (await this.wait());
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** To be called once or more often. */
  #end(): Leave {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const next = this.#waiting.shift();
      if (next) next(this.#end());
      else this.#isBusy = false;
    };
  }
}

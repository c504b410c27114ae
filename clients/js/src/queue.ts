// A queue for calls that must not overlap.

/** Ends a call; further calls do nothing. */
export type Leave = () => void;

export class Queue {
  #isBusy = false;
  #waiting: ((leave: Leave) => void)[] = [];

  /** Begins at once if no call runs; the returned function ends it. */
  take(): Leave | undefined {
    if (this.#isBusy) return undefined;
    this.#isBusy = true;
    return this.#end();
  }

  /** Begins after all earlier calls; the returned function ends it. Try `take` first: it needs no
   *  `await`, so that calls without one keep their order. */
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

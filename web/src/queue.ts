// Tasks that are carried out one after another, whether or not those before them succeed.

export class Queue {
  private last: Promise<unknown> = Promise.resolve();

  add<T>(task: () => Promise<T>): Promise<T> {
    const done = this.last.then(task);
    this.last = done.catch(() => undefined);
    return done;
  }

  /** Until nothing is left to be done. */
  async idle(): Promise<void> {
    for (let last: unknown = null; last !== this.last;) await (last = this.last);
  }
}

/** A step that is taken once for each time it is asked for, one after another. */
export class Steps {
  private asked = 0;

  /** `step` returns false to drop what was asked for after it. */
  constructor(private readonly step: () => Promise<boolean>) {}

  async ask(): Promise<void> {
    this.asked += 1;
    if (this.asked > 1) return;
    try {
      while (this.asked > 0 && (await this.step())) this.asked -= 1;
    } finally {
      this.asked = 0;
    }
  }
}

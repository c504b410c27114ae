// Tasks that run one after another, also after one that failed.

export class Queue {
  private last: Promise<unknown> = Promise.resolve();

  add<T>(task: () => Promise<T>): Promise<T> {
    const done = this.last.then(task);
    this.last = done.catch(() => undefined);
    return done;
  }

  /** Waits until no task is left. */
  async idle(): Promise<void> {
    for (let last: unknown = null; last !== this.last;) await (last = this.last);
  }
}

/** A step that runs once for each call, one after another. */
export class Steps {
  private asked = 0;

  /** `step` returns false to drop the calls after it. */
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

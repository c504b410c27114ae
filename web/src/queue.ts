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

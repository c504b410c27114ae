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

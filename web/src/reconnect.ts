// Connecting again by itself after a drop, after longer and longer pauses.

/** Seconds of the first pause, and of the longest one. */
const [FIRST, LONGEST] = [1, 30];

/** A connection that lasted for so many milliseconds was a good one. */
const LASTING_MS = 30_000;

export class Reconnect {
  private pause = FIRST;
  private since = Infinity;
  private timer = 0;

  constructor(private readonly connect: () => void) {}

  /** The connection is there. */
  connected(): void {
    window.clearTimeout(this.timer);
    this.since = performance.now();
  }

  /** It was dropped: tries again in so many seconds. */
  schedule(): number {
    // One that comes and goes must not be asked for each second.
    if (performance.now() - this.since > LASTING_MS) this.pause = FIRST;
    const { pause } = this;
    this.since = Infinity;
    this.pause = Math.min(2 * pause, LONGEST);
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), pause * 1000);
    return pause;
  }

  /** Somebody wants it now, or it shall not be tried any more. */
  stop(): void {
    window.clearTimeout(this.timer);
    this.pause = FIRST;
  }
}

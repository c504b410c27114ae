// Two clocks, one of which runs.

import type { Player } from "./scene";

/** How long players may think. */
export type Limit =
  | { kind: "move"; ms: number }
  | { kind: "clock"; base: number; increment: number }
  | { kind: "depth"; depth: number };

/** After a longer time between two looks at the clocks the page counts as suspended. Browsers wake
 *  hidden pages once a minute. */
const MOST_MS = { shown: 3000, hidden: 90_000 };

export class Clocks {
  private left: Record<Player, number>;
  private running: Player | null = null;
  private since = 0;
  private timer: number | undefined;
  /** The time of the last look at the clocks, and whether the page was hidden then. */
  private seen = 0;
  private hidden = false;

  constructor(
    /** The initial time, in milliseconds. */
    readonly base: number,
    private readonly increment: number,
    private readonly tick: () => void,
    private readonly fallen: (player: Player) => void,
    private readonly stood: (ms: number) => void,
  ) {
    this.left = { p1: base, p2: base };
  }

  /** Milliseconds that are left. */
  of(player: Player): number {
    this.settle();
    const spent = this.running === player ? performance.now() - this.since : 0;
    return Math.max(0, this.left[player] - spent);
  }

  /** Leaves out time in which the page stood still, for instance while the computer slept. */
  private settle(): void {
    const now = performance.now();
    const gap = now - this.seen;
    const most = this.hidden ? MOST_MS.hidden : MOST_MS.shown;
    this.seen = now;
    this.hidden = document.hidden;
    if (this.running === null || gap < most) return;
    this.since += gap;
    this.stood(gap);
  }

  /** Lets a player's clock run, and stops the other one. */
  start(player: Player): void {
    if (this.running === player) return;
    this.stop();
    this.running = player;
    this.since = this.seen = performance.now();
    this.hidden = document.hidden;
    this.timer = window.setInterval(() => {
      this.settle();
      this.tick();
      if (this.of(player) <= 0 && this.running === player) {
        this.stop();
        this.fallen(player);
      }
    }, 100);
  }

  /** Stops the player's clock after a move, and adds the increment. */
  press(player: Player): void {
    if (this.running === player) this.stop();
    this.left[player] += this.increment;
  }

  stop(): void {
    if (this.running) this.left[this.running] = this.of(this.running);
    this.running = null;
    window.clearInterval(this.timer);
  }

  /** The words of `go` for both clocks. */
  words(): string {
    const [one, two] = [this.of("p1"), this.of("p2")].map(Math.floor);
    return `p1time ${one} p2time ${two} p1inc ${this.increment} p2inc ${this.increment}`;
  }

  /** Restores stored clocks. */
  set(left: Record<Player, number>): void {
    this.left = { ...left };
  }
}

/** A time on a clock: `4:07`, and below twenty seconds `7.3`. */
export function clockText(ms: number): string {
  if (ms < 20_000) return (Math.ceil(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

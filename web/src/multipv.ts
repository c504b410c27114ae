// The lines of a search that show together. Engines send them one by one, in several ways: all
// ranks of each depth; rank one alone when a better move is found; never any rank but one; bounds
// in between. A shown set came in one sequence: ranks from one without a gap, and no move twice.

import type { Info } from "./info";

/** After this number of short sets in a row, the engine has no more lines. */
const PATIENCE = 3;

export class Lines {
  /** The lines that are shown, best first. */
  shown: Info[] = [];
  private coming: Info[] = [];
  /** The number of sets in a row with fewer lines than the shown one. */
  private short = 0;

  clear(): void {
    this.shown = [];
    this.coming = [];
    this.short = 0;
  }

  /** Adds a line; returns whether the shown lines change. */
  add(info: Info): boolean {
    // A bound only means that the search of this move continues.
    if (info.bound) return false;
    const before = this.shown;
    if (info.rank === 1) this.begin(info);
    const at = info.rank - 1;
    // A rank in another order, or after a gap, belongs to no known set.
    if (at > this.coming.length) return this.shown !== before;
    const others = this.coming.slice(0, at);
    // Lines below a new one are outdated.
    this.coming = others.some(({ line }) => line[0] === info.line[0]) ? others : [...others, info];
    // A set shows once it has as many lines as the one before, so that they can be compared.
    if (this.coming.length >= this.shown.length) {
      this.shown = this.coming;
      this.short = 0;
    }
    return this.shown !== before;
  }

  /** Begins a new set, and decides whether the last one shows although it is shorter. */
  private begin(info: Info): void {
    const last = this.coming;
    this.coming = [];
    if (!last.length || last === this.shown || last.length >= this.shown.length) return;
    this.short += 1;
    // The engine went on without more lines, so there are none.
    if (info.depth > (last[0]?.depth ?? 0) || this.short >= PATIENCE) {
      this.shown = last;
      this.short = 0;
    }
  }
}

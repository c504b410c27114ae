// The lines of a search that are shown together. Engines tell them one by one, and not all in
// the same way: all ranks of each depth, the first one alone when a better move is found, the
// first one alone always, bounds in between. What is shown has come in one go: ranks from the
// first one on without a gap, and no move twice.

import type { Info } from "./info";

/** After so many short sets in a row it is believed that there are no more lines. */
const PATIENCE = 3;

export class Lines {
  /** The lines that are shown, best first. */
  shown: Info[] = [];
  private coming: Info[] = [];
  /** How many sets in a row had fewer lines than what is shown. */
  private short = 0;

  clear(): void {
    this.shown = [];
    this.coming = [];
    this.short = 0;
  }

  /** Takes a line; says whether something else is shown now. */
  add(info: Info): boolean {
    // A bound says only that a search of this move goes on.
    if (info.bound) return false;
    const before = this.shown;
    if (info.rank === 1) this.begin(info);
    const at = info.rank - 1;
    // Ranks that come in another order, or after a gap, belong to nothing that is known here.
    if (at > this.coming.length) return this.shown !== before;
    const others = this.coming.slice(0, at);
    // Lines below a new one are older than it.
    this.coming = others.some(({ line }) => line[0] === info.line[0]) ? others : [...others, info];
    // A set is shown when it has as many lines as the one before, so that they compare.
    if (this.coming.length >= this.shown.length) {
      this.shown = this.coming;
      this.short = 0;
    }
    return this.shown !== before;
  }

  /** A new set begins: what if the last one was too short to be shown? */
  private begin(info: Info): void {
    const last = this.coming;
    this.coming = [];
    if (!last.length || last === this.shown || last.length >= this.shown.length) return;
    this.short += 1;
    // The engine has gone on without more lines, so there are none.
    if (info.depth > (last[0]?.depth ?? 0) || this.short >= PATIENCE) {
      this.shown = last;
      this.short = 0;
    }
  }
}

// The touches of a move in the position in view, and the reason of a refused touch.

import { say } from "../dom";
import { MoveInput } from "../move-input";
import type { Scene } from "../scene";
import { track } from "../state";

export interface Refusal {
  square: string;
  bold: string;
  soft?: string;
  /** The key of the card or the section with the rule. */
  rule?: string | null;
  /** The squares of the pieces that can make such a move; they hop. */
  hops?: string[];
}

/** How long a refusal stays if no touch follows. */
const REFUSAL_MS = 4000;

class Touches {
  input: MoveInput | null = null;
  refusal: Refusal | null = null;
  private refusalTimer = 0;

  begin(scene: Scene): void {
    this.clearRefusal();
    this.input = new MoveInput(scene);
  }

  refuse(reason: Refusal): void {
    this.clearRefusal();
    this.refusal = reason;
    this.refusalTimer = window.setTimeout(() => this.clearRefusal(), REFUSAL_MS);
  }

  /** Lays the picked piece down, and drops the chosen kind of moves; returns whether there was a
   *  piece. */
  layDown(): boolean {
    const before = this.input?.picked;
    this.input?.clear();
    // A piece that begins all moves stays picked.
    const is = before !== this.input?.picked;
    if (is) say("Laid down");
    return is;
  }

  /** Returns whether there was a refusal. */
  clearRefusal(): boolean {
    const was = this.refusal !== null;
    this.refusal = null;
    window.clearTimeout(this.refusalTimer);
    return was;
  }
}

export const touches = track(new Touches());

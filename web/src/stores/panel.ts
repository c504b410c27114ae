// The state of the panel beside the board.

import type { Editing } from "../editor-panel";
import { track } from "../state";

export type Tab = "moves" | "rules";

class Panel {
  /** The tab in view, and the rule to show there. */
  tab: Tab = "moves";
  ruleWanted: { key: string } | null = null;
  /** A position that is being set up. */
  editing: Editing | null = null;
  /** Whether this game is also played in another tab. */
  openElsewhere = false;

  show(tab: Tab): void {
    this.tab = tab;
  }

  edit(editing: Editing): void {
    this.editing = editing;
  }

  endEditing(): void {
    this.editing = null;
  }

  showOpenElsewhere(on: boolean): void {
    this.openElsewhere = on;
  }

  showRule(key: string): void {
    this.tab = "rules";
    this.ruleWanted = { key };
  }
}

export const panel = track(new Panel());

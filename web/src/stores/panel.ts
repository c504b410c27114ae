// The state of the panel beside the board.

import type { Editing } from "../editor-panel";
import { track } from "../state";

export type Tab = "moves" | "rules";

class Panel {
  /** The part of the panel in view, and the rule to show there. */
  tab: Tab = "moves";
  ruleWanted: { key: string } | null = null;
  /** A position that is being set up. */
  editing: Editing | null = null;
  /** Whether this game is played in another tab, too. */
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

  /** Says that this game is played in another tab, too, or takes that away. */
  showOpenElsewhere(on: boolean): void {
    this.openElsewhere = on;
  }

  showRule(key: string): void {
    this.tab = "rules";
    this.ruleWanted = { key };
  }
}

export const panel = track(new Panel());

// What the person looks at beside the position.

import type { Editing } from "../editor-panel";
import { track } from "../state";

class Panel {
  /** The part of the panel in view, and the rule to show there. */
  tab: "moves" | "rules" = "moves";
  ruleWanted: { key: string } | null = null;
  /** A position that is being set up. */
  editing: Editing | null = null;
  /** Whether this game is played in another tab, too. */
  openElsewhere = false;

  showRule(key: string): void {
    this.tab = "rules";
    this.ruleWanted = { key };
  }
}

export const panel = track(new Panel());

// The engine is asked about the nodes that are to be shown, one at a time.

import type { App } from "./app";
import type { Node } from "./tree";

export class NodeViews {
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly app: App) {}

  /** Asks about a node, unless it is not wanted any more when the question before has its answer. */
  fetch(node: Node, wanted: () => boolean): Promise<void> {
    const line = this.app.tree.line(node);
    const fetched = this.last.then(async () => {
      if (node.view || !wanted()) return;
      node.view = await this.app.engine.view(line);
      if (node.parent?.view) node.mover = node.parent.view.scene.turn;
    });
    this.last = fetched.catch(() => undefined);
    return fetched;
  }

  /** Until there is no question any more. */
  async idle(): Promise<void> {
    for (let last: unknown = null; last !== this.last;) await (last = this.last);
  }
}

// The tree of a game, and the position in view.

import { batch } from "@preact/signals";
import { writeAddress } from "../address";
import { say } from "../dom";
import { type Setup, Terminated, type View } from "../engine";
import type { GameDoc } from "../game-doc";
import { type Motion, reversed } from "../motion";
import { type Move, piecesAfter } from "../move";
import { Queue } from "../queue";
import { type Scene, nameOf, ofWhom } from "../scene";
import type { Sheet } from "../sheet";
import { track } from "../state";
import { type Node, Tree, lastMoveText, moveOf, path } from "../tree";
import { connection } from "./connection";
import { tasks } from "./tasks";
import { touches } from "./touches";
import { variants } from "./variants";

class Position {
  tree = new Tree(null);
  node: Node = this.tree.root;
  /** The last requested node, which may not be in view yet: steps start from there. */
  asked: Node = this.tree.root;
  record: GameDoc | null = null;
  turned = false;
  /** Whether the game in view has the pie rule. */
  pie = false;
  /** The position after a move that the engine has not answered yet. */
  ahead: Scene | null = null;
  /** The end of a line that steps follow at each of its nodes; null for the main line. */
  guide: Node | null = null;
  /** The motion to the position on the board; and its node, if a move from the position before led
   *  to it. */
  arrival: { motion: Motion | null; made: Node | null } = { motion: null, made: null };
  /** The number of requested visits, and the number of the one in view. */
  private visits = 0;
  private shown = 0;
  /** Questions about nodes. */
  readonly questions = new Queue();

  get scene(): Scene | null {
    return this.node.view?.scene ?? null;
  }

  address(node = this.node): string {
    return writeAddress({ variant: variants.current, ...this.tree.line(node) });
  }

  get sheet(): Sheet | null {
    return connection.engine.sheets.get(this.scene?.variant ?? "") ?? null;
  }

  /** Asks the engine for a position, and makes a tree that begins with it. */
  async plant(variant: string, fen: string | null): Promise<Tree> {
    await variants.choose(variant);
    const view = await connection.engine.view({ fen, moves: [] });
    const tree = new Tree(view.fen ?? fen);
    tree.setView(tree.root, view);
    return tree;
  }

  take(tree: Tree, record: GameDoc | null): void {
    this.tree = tree;
    this.node = this.asked = tree.root;
    // Pending visits belong to the tree before.
    this.shown = ++this.visits;
    variants.current = tree.root.view?.scene.variant ?? variants.current;
    this.record = record;
    this.turned = false;
    this.guide = null;
  }

  /** Asks the engine about a node, after earlier questions, unless it is no longer wanted. */
  fetch(node: Node, wanted = (): boolean => true, tree = this.tree): Promise<void> {
    const line = tree.line(node);
    return this.questions.add(async () => {
      if (!node.view && wanted()) tree.setView(node, await connection.engine.view(line));
      if (node.parent?.view) node.mover = node.parent.view.scene.turn;
    });
  }

  /** The engine's text of a position that was set up. */
  written(from: Node, setup: Setup): Promise<string> {
    return connection.engine.text(this.tree.line(from), setup);
  }

  /** Shows a node, and asks the engine about it if necessary. Returns whether it is the last
   *  requested one, and in view. */
  visit(node: Node): Promise<boolean> {
    const visited = this.visitNow(node);
    tasks.awaits(visited);
    return visited;
  }

  private async visitNow(node: Node): Promise<boolean> {
    const visit = ++this.visits;
    this.asked = node;
    try {
      if (!node.view) await this.fetch(node, () => visit === this.visits);
    } catch (error) {
      if (visit !== this.visits) return false;
      // After a lost connection, the next one shows the requested node.
      if (!(error instanceof Terminated)) this.asked = this.node;
      tasks.trouble(error);
      return false;
    }
    // While a key is held down, each answered position shows.
    if (node.view && visit > this.shown) this.show(node, node.view, visit);
    return visit === this.visits;
  }

  private show(node: Node, { scene }: View, visit: number): void {
    this.shown = visit;
    const whole = this.motionTo(node);
    // The pieces on the board have already moved in `ahead`; those beside it have not.
    const motion = this.ahead && whole ? { ...whole, ways: [], taken: [], changed: [] } : whole;
    batch(() => {
      this.ahead = null;
      this.arrival = { motion, made: node.parent === this.node ? node : null };
      this.node = node;
      touches.begin(scene);
    });
  }

  /** The motion from the position in view to a neighbour of it. */
  private motionTo(node: Node): Motion | null {
    if (node.parent === this.node) return moveOf(node)?.motion ?? null;
    const undone = this.node.parent === node ? moveOf(this.node) : null;
    return undone ? reversed(undone.motion) : null;
  }

  /** Shows the position after a move, before the engine has answered. */
  showAhead(node: Node, move: Move): void {
    const scene = node.view?.scene;
    if (!scene || this.node !== node || !move.changes.length) return;
    const last = move.motion.ways.flatMap(({ squares }) => squares);
    batch(() => {
      this.ahead = { ...scene, pieces: piecesAfter(scene, move), marks: [], moves: [], last };
      this.arrival = { motion: move.motion, made: null };
    });
  }

  /** Steps along the line of the last requested node; `Infinity` leads to its end. */
  async step(plies: number): Promise<void> {
    let node = this.asked;
    const guide = this.guide ? path(this.guide) : [];
    for (let n = 0; n < Math.abs(plies); n += 1) {
      const at = guide.indexOf(node) + 1;
      const next = plies < 0 ? node.parent : at ? guide[at] : node.children[0];
      // Moves tried after the end of a game do not belong to it.
      if (!next || (plies === Infinity && node === this.tree.played && n)) break;
      node = next;
    }
    if (node !== this.asked && (await this.visit(node))) say(lastMoveText(this.node));
  }

  turn(): void {
    const { scene } = this;
    this.turned = !this.turned;
    if (scene) say(`Seen from ${ofWhom(nameOf(scene, this.turned ? "p2" : "p1"))} side`);
  }

  /** Goes to a node that a person has chosen. */
  goTo(node: Node): void {
    tasks.clearTrouble();
    void this.visit(node).then((there) => there && say(lastMoveText(this.node)));
  }
}

export const position = track(new Position());

// The set-up of a position as the page knows it before it is wanted: nothing is set up.

import type { App } from "./app";
import type { Board } from "./board";
import type { Editing } from "./editor-panel";

export class SetUp {
  private made: Editing | null = null;

  constructor(
    private readonly app: App,
    private readonly board: Board,
    private readonly tint: () => boolean,
    private readonly closed: () => void,
  ) {}

  /** Whether a position is being set up. */
  get on(): boolean {
    return this.made?.editor != null;
  }

  /** The game that was in view when the set-up began. */
  get tree(): Editing["tree"] {
    return this.made?.tree ?? null;
  }

  async open(): Promise<void> {
    const { Editing } = await import("./extra");
    this.made ??= new Editing(this.app, this.board, this.tint, this.closed);
    await this.made.open();
  }

  touch(square: string): void {
    this.made?.touch(square);
  }

  draw(): void {
    this.made?.draw();
  }

  clear(): void {
    this.made?.clear();
  }

  close(): void {
    if (this.on) this.made?.close();
  }

  async cancel(): Promise<void> {
    await this.made?.cancel();
  }

  async finish(fen: string | null): Promise<void> {
    await this.made?.finish(fen);
  }
}

// The connection to the engine.

import { Engine, type EngineListener, type Option } from "../engine";
import { track } from "../state";
import { tasks } from "./tasks";

/** Seconds of the first pause before the engine is connected again, and of the longest one. */
const [FIRST, LONGEST] = [1, 30];

/** A connection that lasted for so many milliseconds was a good one. */
const LASTING_MS = 30_000;

class Connection implements EngineListener {
  readonly engine = new Engine(this);
  connected = false;
  private since = Infinity;
  private seconds = FIRST;
  private timer = 0;
  /** Why the connection is lost, and the seconds until the next attempt. */
  lostLink: { reason: string; pause: number | null } | null = null;
  /** Shows what the page begins with, once; says whether it did so now. */
  begin!: () => Promise<boolean>;
  /** The engine is there: goes on where the page was, or with what it has just begun with. */
  resume!: (begunNow: boolean) => Promise<void>;
  /** Nothing goes on without the engine. */
  pause!: () => void;

  get name(): string {
    return this.engine.name;
  }

  /** The option for the rating of the engine, if it has one. */
  get elo(): Option | undefined {
    return this.engine.options.get("UGI_Elo");
  }

  /** Whether the engine writes positions: else only a text can be given. */
  get writes(): boolean {
    return this.engine.answers("text");
  }

  /** Sets an option, which has its new value at once; a button has none. */
  async set(option: Option, value: string): Promise<void> {
    const before = option.value;
    option.value = value;
    try {
      if (option.type === "button") await this.engine.command(`setoption name ${option.name}`);
      else await this.engine.set(option.name, value);
    } catch (error) {
      if (option.value === value) option.value = before;
      throw error;
    }
  }

  /** Connects at once, as a person asked. */
  connect(): void {
    window.clearTimeout(this.timer);
    this.seconds = FIRST;
    this.engine.connect();
  }

  opened(): void {
    tasks.run(this.welcome());
  }

  /** The link is there: introduces itself. */
  private async welcome(): Promise<void> {
    const { engine } = this;
    await engine.handshake();
    // A page that fetches its engine has its first position before the engine is there.
    const begunNow = engine.isComing && (await this.begin());
    await engine.arrived();
    this.connected = true;
    window.clearTimeout(this.timer);
    this.since = performance.now();
    this.lostLink = null;
    await this.resume(begunNow);
  }

  refused(text: string): void {
    tasks.refused(text);
  }

  lost(reason: string, dropped: boolean): void {
    this.connected = false;
    tasks.markReady();
    this.pause();
    // An engine that has ended would end again: only a person may want another one.
    this.lostLink = { reason, pause: dropped ? this.schedule() : null };
  }

  /** Connects again after a pause, the longer the more often; returns its seconds. */
  private schedule(): number {
    // One that comes and goes must not be asked for each second.
    if (performance.now() - this.since > LASTING_MS) this.seconds = FIRST;
    const { seconds } = this;
    this.since = Infinity;
    this.seconds = Math.min(2 * seconds, LONGEST);
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.engine.connect(), seconds * 1000);
    return seconds;
  }
}

export const connection = track(new Connection());

// The connection to the engine.

import { Engine, type EngineListener, type Option, Refused } from "../engine";
import type { Loss } from "../link";
import { capital } from "../scene";
import { track } from "../state";
import { tasks } from "./tasks";

/** Seconds of the first and of the longest pause before the next attempt to connect. */
const [FIRST, LONGEST] = [1, 30];

/** After a connection of this length the pauses begin anew. */
const LASTING_MS = 30_000;

/** After two stops in this time, only a person starts the engine again. */
const STOPS_MS = 60_000;

interface LostLink {
  /** A sentence, and the words of the engine or the server. */
  text: string;
  details: string;
  /** Whether the engine has stopped, not the connection. */
  stopped: boolean;
  /** Seconds until the next attempt; null if there is none. */
  pause: number | null;
}

class Connection implements EngineListener {
  readonly engine = new Engine(this);
  connected = false;
  private since = Infinity;
  private seconds = FIRST;
  private timer = 0;
  lostLink: LostLink | null = null;
  /** The time of the engine's last stop, and its reason until the engine is back. */
  private stop: { at: number; reason: string | null } = { at: -Infinity, reason: null };
  /** Shows the first position, once; true if this call did so. */
  begin!: () => Promise<boolean>;
  /** The engine is there: continues where the page was, or with the first position. */
  resume!: (begunNow: boolean) => Promise<void>;
  /** Stops the game until the engine is there again. */
  pause!: () => void;

  get name(): string {
    return this.engine.name;
  }

  /** The name without its version: of "zugi 0.2.0" the first word. */
  get plainName(): string {
    return this.name.replace(/ v?\d\S*$/, "");
  }

  get elo(): Option | undefined {
    return this.engine.options.get("UGI_Elo");
  }

  /** Whether the engine writes positions: otherwise the set-up takes only a text. */
  get writes(): boolean {
    return this.engine.answers("text");
  }

  /** Sets an option; its old value returns if the engine refuses. A button has no value. */
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

  /** Connects at once: at the start of the page, and at a person's request. */
  connect(): void {
    window.clearTimeout(this.timer);
    this.seconds = FIRST;
    this.engine.connect();
  }

  opened(): void {
    tasks.run(this.welcome());
  }

  /** Greets the engine of the open link. */
  private async welcome(): Promise<void> {
    const { engine } = this;
    await engine.handshake();
    // A page that loads its engine itself shows its first position before the engine is there.
    const begunNow = engine.isComing && (await this.begin());
    await engine.arrived();
    this.connected = true;
    window.clearTimeout(this.timer);
    this.since = performance.now();
    this.lostLink = null;
    const { reason } = this.stop;
    this.stop.reason = null;
    await this.resume(begunNow);
    if (reason !== null) tasks.tell("The engine stopped and was started again.", reason);
  }

  refused(text: string): void {
    tasks.trouble(new Refused(text));
  }

  lost(reason: string, loss: Loss): void {
    this.connected = false;
    tasks.markReady();
    this.pause();
    const stopped = loss === "stopped";
    const { at } = this.stop;
    if (stopped) this.stop = { at: performance.now(), reason };
    if (stopped && this.stop.at - at > STOPS_MS) return this.engine.connect();
    const text = stopped
      ? "The engine stopped"
      : this.engine.isComing
        ? "The engine could not be fetched"
        : capital(reason);
    // The notice of a restart is outdated.
    tasks.clearTrouble();
    const details = stopped || this.engine.isComing ? reason : "";
    // An engine that has stopped would stop again: only a lost connection is tried again.
    this.lostLink = { text, details, stopped, pause: loss === "dropped" ? this.schedule() : null };
  }

  /** Plans the next attempt, and returns its pause in seconds. The pauses double. */
  private schedule(): number {
    if (performance.now() - this.since > LASTING_MS) this.seconds = FIRST;
    const { seconds } = this;
    this.since = Infinity;
    this.seconds = Math.min(2 * seconds, LONGEST);
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.engine.connect(), seconds * 1000);
    return seconds;
  }
}

export const connection = track(new Connection(), "stop");

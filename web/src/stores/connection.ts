// The connection to the engine.

import { Engine, type EngineListener, type Option, Refused } from "../engine";
import type { Loss } from "../link";
import { capital } from "../scene";
import { track } from "../state";
import { tasks } from "./tasks";

/** Seconds of the first pause before the engine is connected again, and of the longest one. */
const [FIRST, LONGEST] = [1, 30];

/** A connection that lasted for so many milliseconds was a good one. */
const LASTING_MS = 30_000;

/** An engine that stops twice in so many milliseconds is not started again without a person. */
const STOPS_MS = 60_000;

/** What is wrong with the connection. */
interface LostLink {
  /** A sentence, and the words of the engine or the server. */
  text: string;
  details: string;
  /** Whether the engine has stopped, and not the connection. */
  stopped: boolean;
  /** How many seconds it is until it is tried again. */
  pause: number | null;
}

class Connection implements EngineListener {
  readonly engine = new Engine(this);
  connected = false;
  private since = Infinity;
  private seconds = FIRST;
  private timer = 0;
  lostLink: LostLink | null = null;
  /** When the engine stopped last, and its reason until it is there again. */
  private stop: { at: number; reason: string | null } = { at: -Infinity, reason: null };
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
    // That it was started again is not true any more.
    tasks.clearTrouble();
    const details = stopped || this.engine.isComing ? reason : "";
    // One that stops again would stop once more: only a person may want another one.
    this.lostLink = { text, details, stopped, pause: loss === "dropped" ? this.schedule() : null };
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

export const connection = track(new Connection(), "stop");

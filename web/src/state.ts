// State for views: a component or an effect that has read it runs again when it changes.

import { effect, signal } from "@preact/signals";

/** Makes signals of the present fields of an object, except `but`; returns the object. */
export function track<T extends object>(owner: T, but = ""): T {
  for (const [name, value] of Object.entries(owner)) {
    if (name === but) continue;
    const state = signal<unknown>(value);
    Object.defineProperty(owner, name, {
      enumerable: true,
      get: () => state.value,
      set: (value: unknown) => void (state.value = value),
    });
  }
  return owner;
}

/** An effect that runs once after all changes of a task. */
export function settled(act: () => void): void {
  let stop = (): void => undefined;
  const run = (): void => {
    let fresh = true;
    stop();
    stop = effect(() => {
      if (fresh) act();
      else queueMicrotask(run);
      fresh = false;
    });
  };
  run();
}

/** Changes faster than frames: views run again at most once a frame. */
export class Frames {
  private readonly count = signal(0);
  private due = 0;

  changed(): void {
    this.due ||= requestAnimationFrame(() => {
      this.due = 0;
      this.count.value += 1;
    });
  }

  /** Lets the calling view run again after a change. */
  read(): void {
    void this.count.value;
  }
}

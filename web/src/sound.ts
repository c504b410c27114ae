// Synthesized sounds of moves. `settings.ts` turns them on and off.

import type { Move } from "./move";

let context: AudioContext | null = null;

const VOLUME = 0.4;

/** A fading tone from one pitch to another; times are in seconds. */
function tone(
  from: number,
  to: number,
  seconds: number,
  after = 0,
  type: OscillatorType = "triangle",
): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const [wave, gain] = [context.createOscillator(), context.createGain()];
  const start = context.currentTime + after;
  wave.type = type;
  wave.frequency.setValueAtTime(from, start);
  wave.frequency.exponentialRampToValueAtTime(to, start + seconds);
  gain.gain.setValueAtTime(VOLUME, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  wave.connect(gain).connect(context.destination);
  wave.start(start);
  wave.stop(start + seconds);
}

/** The sound of a move; a pass has none. */
export function soundOf({ verb, motion }: Move): void {
  if (motion.changed.length) tone(220, 70, 0.3, 0, "sawtooth");
  else if (verb === "strike") [0, 0.09].forEach((after) => tone(330, 120, 0.09, after));
  else if (verb === "turn" || verb === "exchange") tone(900, 500, 0.06);
  else if (verb !== "pass") tone(260, 130, 0.08);
}

export const soundOfRefusal = (): void => tone(120, 90, 0.1, 0, "square");
export const soundOfEnd = (): void =>
  [392, 494, 587].forEach((pitch, at) => tone(pitch, pitch, 0.25, at * 0.18, "sine"));

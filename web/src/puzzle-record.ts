// The solved puzzles of a person, and the streak. They are stored in the browser; without storage
// they last for this visit.

import { json, lenient, map, obj, oneOf, whole } from "./decode";
import { store, stored } from "./storage";

/** How a puzzle was solved: with the first move, or after a wrong one or a hint. */
export type Solved = "first" | "help";

const NAME = "puzzles";
const STREAK = "puzzle-streak";

/** By variant, then by position. */
const known = new Map<string, Map<string, Solved>>();

function note(variant: string, position: string, how: Solved): void {
  const own = known.get(variant) ?? new Map<string, Solved>();
  if (!own.has(position)) known.set(variant, own.set(position, how));
}

const none = new Map<string, never>();
const readKept = lenient(
  json(map(lenient(map(lenient(oneOf<Solved>("first", "help"), null)), none))),
  none,
);

/** Adds the stored puzzles: another tab may have solved some meanwhile. */
function read(): void {
  for (const [variant, positions] of readKept(stored(NAME)))
    for (const [position, how] of positions) if (how) note(variant, position, how);
}

/** The solved puzzles of a variant, by position. */
export function solvedPuzzles(variant: string): ReadonlyMap<string, Solved> {
  read();
  return known.get(variant) ?? new Map<string, Solved>();
}

/** Stores that a puzzle is solved. The first solution counts. */
export function keepSolved(variant: string, position: string, how: Solved): void {
  read();
  note(variant, position, how);
  store(
    NAME,
    JSON.stringify(
      Object.fromEntries([...known].map(([variant, own]) => [variant, Object.fromEntries(own)])),
    ),
  );
}

const many = whole(0, 1_000_000);
const readStreak = lenient(json(obj({ now: many, best: many })), null);

/** The streak of this visit, without storage. */
let own = { now: 0, best: 0 };

/** The number of puzzles solved in a row at the first try, and its record. */
export const streak = () => (own = readStreak(stored(STREAK)) ?? own);

/** Lengthens the streak by one, or ends it. */
export function countStreak(goesOn: boolean): void {
  const { now, best } = streak();
  const next = goesOn ? now + 1 : 0;
  own = { now: next, best: Math.max(best, next) };
  store(STREAK, JSON.stringify(own));
}

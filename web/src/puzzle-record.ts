// Which puzzles a person has solved. The browser keeps it; one that keeps nothing has a record of
// this visit.

import { json, lenient, map, oneOf } from "./decode";
import { store, stored } from "./storage";

/** How a puzzle was solved: with the first move that was tried, or after a wrong one or a hint. */
export type Solved = "first" | "help";

const NAME = "puzzles";

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

/** Adds what the browser keeps: another tab may have solved some meanwhile. */
function read(): void {
  for (const [variant, positions] of readKept(stored(NAME)))
    for (const [position, how] of positions) if (how) note(variant, position, how);
}

/** The puzzles of a variant that are solved, by position. */
export function solvedPuzzles(variant: string): ReadonlyMap<string, Solved> {
  read();
  return known.get(variant) ?? new Map<string, Solved>();
}

/** Keeps that a puzzle is solved. What counts is how it was solved first. */
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

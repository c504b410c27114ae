// Storage of the browser, if it has any: for the next visit, or for a reload of this tab.

const PREFIX = "zugi-";
type Area = "localStorage" | "sessionStorage";

/** A text that is kept; empty if there is none. */
export function stored(name: string, area: Area = "localStorage"): string {
  try {
    return window[area].getItem(PREFIX + name) ?? "";
  } catch {
    return "";
  }
}

/** What was chosen, if it is one of the choices. */
export function storedChoice<T extends string>(name: string, choices: readonly T[]): T | null {
  const kept = stored(name);
  return choices.find((choice) => choice === kept) ?? null;
}

/** Keeps a text; says whether that is possible. */
export function store(name: string, value: string, area: Area = "localStorage"): boolean {
  try {
    window[area].setItem(PREFIX + name, value);
    return true;
  } catch {
    return false;
  }
}

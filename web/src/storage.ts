// The storage of the browser, if it has any: for the next visit, or for a reload of this tab.

const PREFIX = "zugi-";
type Area = "localStorage" | "sessionStorage";

/** A stored text; empty if there is none. */
export function stored(name: string, area: Area = "localStorage"): string {
  try {
    return window[area].getItem(PREFIX + name) ?? "";
  } catch {
    return "";
  }
}

/** A stored choice; null if it is not among the choices. */
export function storedChoice<T extends string>(name: string, choices: readonly T[]): T | null {
  const kept = stored(name);
  return choices.find((choice) => choice === kept) ?? null;
}

/** Stores a text; false if the browser does not store it. */
export function store(name: string, value: string, area: Area = "localStorage"): boolean {
  try {
    window[area].setItem(PREFIX + name, value);
    return true;
  } catch {
    return false;
  }
}

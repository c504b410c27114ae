// How the person likes the page to look. It is kept in the browser, where it keeps anything.

const PREFIX = "zugi-";

/** What was chosen, if it is one of the choices. */
export function preferred<T extends string>(name: string, choices: readonly T[]): T | null {
  try {
    const kept = localStorage.getItem(PREFIX + name);
    return choices.find((choice) => choice === kept) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a choice. */
export function prefer(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Then it is chosen for this visit.
  }
}

// How the person likes the page to look. It is kept in the browser, where it keeps anything.

const PREFIX = "zugi-";

/** What was kept as a text. */
export function preferredText(name: string): string {
  try {
    return localStorage.getItem(PREFIX + name) ?? "";
  } catch {
    return "";
  }
}

/** What was chosen, if it is one of the choices. */
export function preferred<T extends string>(name: string, choices: readonly T[]): T | null {
  const kept = preferredText(name);
  return choices.find((choice) => choice === kept) ?? null;
}

/** Keeps a choice; where that is not possible it is one for this visit. */
export function prefer(name: string, value: string): boolean {
  try {
    localStorage.setItem(PREFIX + name, value);
    return true;
  } catch {
    return false;
  }
}

// The keys of buttons. Each module takes the keys of its buttons, and the list of keys names them;
// `keyboard.ts` handles them.

const taken = new Map<string, string>();

/** Takes a key for a button, which has it as `data-shortcut`. `does` says in the list of keys what
 *  the button does. Throws if the key is taken. */
export function shortcut(key: string, does: string): string {
  if (taken.has(key)) throw new Error(`The key "${key}" is taken: ${taken.get(key)}`);
  taken.set(key, does);
  return key;
}

/** For a hint in games, puzzles and lessons. */
export const HINT = shortcut("h", "a hint");

/** For a move in games and in puzzles. */
export const TAKE_BACK = shortcut("u", "take back");

/** For the mistakes of a game, and those of a lesson. */
export const NEXT_MISTAKE = shortcut("b", "the next mistake");

/** The keys in alphabetical order, with their descriptions. */
export const shortcuts = (): [string, string][] =>
  [...taken].sort(([a], [b]) => a.localeCompare(b));

// The properties of commands that are needed to stop their work.

/** Commands that begin long work. */
const WORK = new Set(["go", "perft", "divide", "bench", "solve"]);

const wordsOf = (line: string): string[] => line.trim().split(/\s+/);

/** The command of a line; `go perft N` is `perft N`. */
export function commandOf(line: string): string {
  const [first = "", second] = wordsOf(line);
  return first === "go" && second === "perft" ? second : first;
}

export const isWork = (line: string): boolean => WORK.has(commandOf(line));

/** Whether this line begins a search without a limit, which the next search stops. */
export function isUnbounded(line: string): boolean {
  const words = wordsOf(line);
  const isBounded =
    words.some((word) => /^\d+$/.test(word)) &&
    !words.includes("infinite") &&
    !words.includes("ponder");
  return (words[0] === "go" || words[0] === "solve") && !isBounded;
}

/** The name of the option that a line sets; undefined if it sets none. */
export const optionOf = (line: string): string | undefined =>
  /^\s*setoption\s+name\s+(.+?)(?:\s+value\s.*)?\s*$/i.exec(line)?.[1]?.toLowerCase();

/** The number of threads that a line sets; 0 if it sets none. */
export const threadsOf = (line: string): number =>
  Number(/^\s*setoption\s+name\s+threads\s+value\s+(\d{1,3})\s*$/i.exec(line)?.[1] ?? 0);

/** The first move of an `info` line of the best variation; undefined for any other line. */
export function bestOf(line: string): string | undefined {
  if (!line.startsWith("info ") || /\smultipv\s(?!1\s)/.test(line)) return undefined;
  return /\spv\s+(\S+)/.exec(line)?.[1];
}

/** The line without `ponder`: the search to begin when the pondered move was played. */
export const withoutPonder = (line: string): string =>
  wordsOf(line)
    .filter((word) => word !== "ponder")
    .join(" ");

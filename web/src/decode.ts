// Readers of JSON: each returns the value. For an unreadable one most throw a `DecodeError` that
// says what was expected.

export class DecodeError extends Error {
  constructor(
    readonly fault: string,
    readonly path = "",
  ) {
    super([path.replace(/^\./, ""), fault].filter(Boolean).join(": "));
  }
}

export type Reader<T> = (value: unknown) => T;

export function expected(what: string, found = ""): never {
  throw new DecodeError(`${found}expected ${what}`);
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads a part of a value; an error names the part. */
function readPart<T>(read: Reader<T>, value: unknown, part: string | number): T {
  try {
    return read(value);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const step = typeof part === "number" ? `[${part}]` : `.${part}`;
    throw new DecodeError(error.fault, step + error.path);
  }
}

const check =
  <T>(what: string, fits: (value: T) => boolean): Reader<T> =>
  (value) =>
    fits(value as T) ? (value as T) : expected(what);

export const text = check<string>("a text", (value) => typeof value === "string");
export const flag = check<boolean>("true or false", (value) => typeof value === "boolean");
export const matching =
  (what: string, pattern: RegExp): Reader<string> =>
  (value) => {
    if (typeof value !== "string") return expected(what);
    return pattern.test(value) ? value : expected(what, `"${value.slice(0, 40)}": `);
  };

/** A text that cannot become a second command to an engine. */
export const line = (most = 1e6): Reader<string> =>
  check(
    `a text of one line, at most ${most} characters`,
    (value) =>
      typeof value === "string" && value.length <= most && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value),
  );
export const moveText = matching("a move, one word", /^\S{1,64}$/);
export const number = (least = -Infinity, most = Infinity): Reader<number> =>
  check(
    least === -Infinity ? "a number" : `a number from ${least} to ${most}`,
    (value) => Number.isFinite(value) && value >= least && value <= most,
  );
export const whole = (least: number, most: number): Reader<number> =>
  check(
    `a whole number from ${least} to ${most}`,
    (value) => Number.isInteger(value) && value >= least && value <= most,
  );
export const oneOf = <const T>(...values: readonly T[]): Reader<T> =>
  check(values.map((value) => JSON.stringify(value)).join(" or "), (value) =>
    values.includes(value),
  );

/** True for `true` only; false for all other values. */
export const isTrue: Reader<boolean> = (value) => value === true;

export const optional =
  <T>(read: Reader<T>, missing: T): Reader<T> =>
  (value) =>
    value === undefined ? missing : read(value);
export const orNull =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value) =>
    value === null ? null : read(value);

/** Reads a value; returns `otherwise` if it cannot be read. */
export const lenient =
  <T, U>(read: Reader<T>, otherwise: U): Reader<T | U> =>
  (value) => {
    // Throwing is slow, and most unreadable values are missing ones.
    if (value === undefined) return otherwise;
    try {
      return read(value);
    } catch (error) {
      if (error instanceof DecodeError) return otherwise;
      throw error;
    }
  };

export const either =
  <T>(what: string, ...readers: Reader<T>[]): Reader<T> =>
  (value) => {
    for (const read of readers) {
      const found = lenient(read, null)(value);
      if (found !== null) return found;
    }
    return expected(what);
  };

export const list =
  <T>(read: Reader<T>, most = Infinity): Reader<T[]> =>
  (value) =>
    Array.isArray(value) && value.length <= most
      ? value.map((one, at) => readPart(read, one, at))
      : expected(most === Infinity ? "a list" : `a list of at most ${most}`);

/** The readable elements of a list; empty if it is no list. */
export const readable = <T>(read: Reader<T>): Reader<T[]> => {
  const readOne = lenient((one) => [read(one)], []);
  return (value) => (Array.isArray(value) ? value : []).flatMap((one) => readOne(one));
};

export const pair =
  <T>(read: Reader<T>): Reader<[T, T]> =>
  (value) =>
    Array.isArray(value) && value.length === 2
      ? [readPart(read, value[0], 0), readPart(read, value[1], 1)]
      : expected("a list of two");

export const map =
  <T>(read: Reader<T>): Reader<Map<string, T>> =>
  (value) =>
    isObject(value)
      ? new Map(Object.entries(value).map(([key, one]) => [key, readPart(read, one, key)]))
      : expected("an object");

export const obj =
  <T>(fields: { [Key in keyof T]: Reader<T[Key]> }): Reader<T> =>
  (value) => {
    if (!isObject(value)) return expected("an object");
    const found = {} as T;
    for (const key in fields) found[key] = readPart(fields[key], value[key], key);
    return found;
  };

export const json =
  <T>(read: Reader<T>): Reader<T> =>
  (value) => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text(value));
    } catch {
      return expected("JSON");
    }
    return read(parsed);
  };

/** Adds a condition to a reader. */
export const where =
  <T>(what: string, read: Reader<T>, fits: (found: T) => boolean): Reader<T> =>
  (value) => {
    const found = read(value);
    return fits(found) ? found : expected(what);
  };

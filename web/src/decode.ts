// Readers of JSON. A reader takes a value and its path. It returns what it has read, or throws a
// `DecodeError` that says where what was expected.

export class DecodeError extends Error {}

export type Reader<T> = (value: unknown, path?: string) => T;

export function expected(what: string, path = ""): never {
  throw new DecodeError(`${path && `${path}: `}expected ${what}`);
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const check =
  <T>(what: string, fits: (value: T) => boolean): Reader<T> =>
  (value, path) =>
    fits(value as T) ? (value as T) : expected(what, path);

export const text = check<string>("a text", (value) => typeof value === "string");
export const flag = check<boolean>("true or false", (value) => typeof value === "boolean");
export const matching =
  (what: string, pattern: RegExp): Reader<string> =>
  (value, path) => {
    if (typeof value === "string" && pattern.test(value)) return value;
    const found = typeof value === "string" ? `"${value.slice(0, 40)}"` : "";
    return expected(what, [path, found].filter(Boolean).join(": "));
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

/** Everything but `true` is false. */
export const isTrue: Reader<boolean> = (value) => value === true;

/** What may be missing. */
export const optional =
  <T, U>(read: Reader<T>, missing: U): Reader<T | U> =>
  (value, path) =>
    value === undefined ? missing : read(value, path);
export const orNull =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value, path) =>
    value === null ? null : read(value, path);

/** What may be anything, and counts only if it can be read. */
export const lenient =
  <T, U>(read: Reader<T>, otherwise: U): Reader<T | U> =>
  (value, path) => {
    try {
      return read(value, path);
    } catch (error) {
      if (error instanceof DecodeError) return otherwise;
      throw error;
    }
  };

export const list =
  <T>(read: Reader<T>, most = Infinity): Reader<T[]> =>
  (value, path = "") =>
    Array.isArray(value) && value.length <= most
      ? value.map((one, at) => read(one, `${path}[${at}]`))
      : expected(most === Infinity ? "a list" : `a list of at most ${most}`, path);

/** What one of several readers can read. */
export const either =
  <T>(what: string, ...readers: Reader<T>[]): Reader<T> =>
  (value, path) => {
    for (const read of readers) {
      const found = lenient(read, null)(value, path);
      if (found !== null) return found;
    }
    return expected(what, path);
  };

/** The elements of a list that can be read; none of what is no list. */
export const readable =
  <T>(read: Reader<T>): Reader<T[]> =>
  (value) =>
    (Array.isArray(value) ? value : []).flatMap((one) => lenient((one) => [read(one)], [])(one));

export const pair =
  <T>(read: Reader<T>): Reader<[T, T]> =>
  (value, path = "") =>
    Array.isArray(value) && value.length === 2
      ? [read(value[0], `${path}[0]`), read(value[1], `${path}[1]`)]
      : expected("a list of two", path);

export const map =
  <T>(read: Reader<T>): Reader<Map<string, T>> =>
  (value, path = "") =>
    isObject(value)
      ? new Map(Object.entries(value).map(([key, one]) => [key, read(one, `${path}.${key}`)]))
      : expected("an object", path);

export const obj =
  <T>(fields: { [Key in keyof T]: Reader<T[Key]> }): Reader<T> =>
  (value, path = "") => {
    if (!isObject(value)) return expected("an object", path);
    const found = {} as T;
    for (const key in fields) found[key] = fields[key](value[key], path ? `${path}.${key}` : key);
    return found;
  };

/** A text of JSON. */
export const json =
  <T>(read: Reader<T>): Reader<T> =>
  (value, path) => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text(value, path));
    } catch {
      return expected("JSON", path);
    }
    return read(parsed, path);
  };

/** What has to fit beyond its type. */
export const where =
  <T>(what: string, read: Reader<T>, fits: (found: T) => boolean): Reader<T> =>
  (value, path) => {
    const found = read(value, path);
    return fits(found) ? found : expected(what, path);
  };

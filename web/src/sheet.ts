// The answer to `query sheet`: the words of a game. All of it but the title is optional.

import {
  type Reader,
  isObject,
  isTrue,
  json,
  lenient,
  map,
  matching,
  number,
  obj,
  readable,
  text,
  where,
} from "./decode";
import { type Scene, capital, sceneOf } from "./scene";

const word = lenient(text, "");
const words = readable(text);

/** Reads any value that is not an object as an empty object. */
const part =
  <T>(fields: { [Key in keyof T]: Reader<T[Key]> }): Reader<T> =>
  (value) =>
    obj(fields)(isObject(value) ? value : {});
const byKey = <T>(read: Reader<T>) => lenient(map(read), new Map<string, T>());

const readSentence = part({ say: word, how: word });
type Sentence = ReturnType<typeof readSentence>;

const readCard = obj({
  key: word,
  title: word,
  text: word,
  position: word,
  arrows: words,
  circles: words,
  crosses: words,
  picked: lenient(matching("a square", /./), null),
  /** Whether the squares show the numbers of their shades. */
  numbers: isTrue,
  /** Whether the board is shown without pieces. */
  bare: isTrue,
  /** Moves, each with pictures of its changes before and after it. */
  steps: words,
  /** Moves that a person may try. */
  play: words,
  scene: sceneOf,
});
export type Card = ReturnType<typeof readCard>;

const readParts = part({
  title: word,
  author: word,
  year: lenient(number(), null),
  aim: word,
  summary: word,
  facts: words,
  sides: words,
  seats: words,
  verbs: byKey(part({ name: word, line: word })),
  kinds: byKey(word),
  kindNames: byKey(word),
  pictures: byKey(word),
  places: byKey(part({ name: word, empty: word, done: word })),
  marks: byKey(word),
  sentences: byKey(readSentence),
  // A card whose board cannot be drawn is left out.
  cards: readable(readCard),
  rules: readable(part({ key: word, text: word })),
  variants: byKey(word),
});
export type Sheet = ReturnType<typeof readParts>;

/** Reads an answer; null without a title. */
export const readSheet = lenient(
  where("a title", json(readParts), ({ title }) => title !== ""),
  null,
);

/** A sentence with its gaps filled; null if the sheet has none, or if `say` has an unknown gap. */
export function sentence(
  sheet: Sheet | null,
  key: string,
  gaps: Record<string, string | number>,
): Sentence | null {
  const found = sheet?.sentences.get(key);
  if (!found) return null;
  const filled = (words: string): string | null => {
    let whole = true;
    const made = words.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (!Object.hasOwn(gaps, name)) whole = false;
      return String(gaps[name] ?? "");
    });
    return whole ? capital(made) : null;
  };
  const say = filled(found.say);
  return say === null ? null : { say, how: filled(found.how) ?? "" };
}

export function kindLine(sheet: Sheet, scene: Scene, letter: string): string {
  const name = scene.kinds.get(letter)?.name ?? "";
  return (
    sheet.kinds.get(letter) ??
    [...sheet.kindNames].find(([word]) => name.toLowerCase().startsWith(word.toLowerCase()))?.[1] ??
    ""
  );
}

const NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");

export const inWords = (count: number): string => NUMBERS[count] ?? String(count);

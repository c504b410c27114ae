// What a game says of itself in words, the answer to `query sheet`. All of it may be missing:
// the page is complete without it, only plainer.

import { type Scene, sceneOf } from "./scene";

export interface Card {
  key: string;
  title: string;
  text: string;
  position: string;
  arrows: string[];
  circles: string[];
  crosses: string[];
  picked: string | null;
  /** Whether the shades of the squares are written on them. */
  numbers: boolean;
  /** Whether pieces are left out. */
  bare: boolean;
  /** Moves any of which may be tried by hand. */
  play: string[];
  scene: Scene;
}

export interface Sentence {
  say: string;
  how: string;
}

export interface Sheet {
  title: string;
  author: string;
  year: number | null;
  aim: string;
  summary: string;
  facts: string[];
  sides: string[];
  seats: string[];
  verbs: Map<string, { name: string; line: string }>;
  kinds: Map<string, string>;
  kindNames: Map<string, string>;
  pictures: Map<string, string>;
  places: Map<string, { name: string; empty: string; done: string }>;
  marks: Map<string, string>;
  sentences: Map<string, Sentence>;
  cards: Card[];
  rules: { key: string; text: string }[];
  variants: Map<string, string>;
}

type Json = Record<string, unknown>;

const object = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const texts = (value: unknown): string[] => list(value).filter((one) => typeof one === "string");

function map<T>(value: unknown, read: (value: unknown) => T): Map<string, T> {
  return new Map(Object.entries(object(value)).map(([key, one]) => [key, read(one)]));
}

/** A card; nothing if its board cannot be drawn. */
function cardOf(value: unknown): Card[] {
  const card = object(value);
  try {
    return [
      {
        key: text(card["key"]),
        title: text(card["title"]),
        text: text(card["text"]),
        position: text(card["position"]),
        arrows: texts(card["arrows"]),
        circles: texts(card["circles"]),
        crosses: texts(card["crosses"]),
        picked: text(card["picked"]) || null,
        numbers: card["numbers"] === true,
        bare: card["bare"] === true,
        play: texts(card["play"]),
        scene: sceneOf(card["scene"]),
      },
    ];
  } catch {
    return [];
  }
}

/** Reads an answer; nothing if it tells nothing that can be used. */
export function readSheet(answer: string): Sheet | null {
  let all: Json;
  try {
    all = object(JSON.parse(answer));
  } catch {
    return null;
  }
  if (!text(all["title"])) return null;
  const place = (value: unknown) => ({
    name: text(object(value)["name"]),
    empty: text(object(value)["empty"]),
    done: text(object(value)["done"]),
  });
  return {
    title: text(all["title"]),
    author: text(all["author"]),
    year: typeof all["year"] === "number" ? all["year"] : null,
    aim: text(all["aim"]),
    summary: text(all["summary"]),
    facts: texts(all["facts"]),
    sides: texts(all["sides"]),
    seats: texts(all["seats"]),
    verbs: map(all["verbs"], (verb) => ({
      name: text(object(verb)["name"]),
      line: text(object(verb)["line"]),
    })),
    kinds: map(all["kinds"], text),
    kindNames: map(all["kindNames"], text),
    pictures: map(all["pictures"], text),
    places: map(all["places"], place),
    marks: map(all["marks"], text),
    sentences: map(all["sentences"], (one) => ({
      say: text(object(one)["say"]),
      how: text(object(one)["how"]),
    })),
    cards: list(all["cards"]).flatMap(cardOf),
    rules: list(all["rules"]).map((one) => ({
      key: text(object(one)["key"]),
      text: text(object(one)["text"]),
    })),
    variants: map(all["variants"], text),
  };
}

/** A sentence with its gaps filled; nothing if the sheet has none of this name, or one has a gap
 *  that cannot be filled. What says how may be left out. */
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
    // A square is no word that begins a sentence.
    return !whole
      ? null
      : /^[a-z]\d/.test(made)
        ? made
        : made.charAt(0).toUpperCase() + made.slice(1);
  };
  const say = filled(found.say);
  return say === null ? null : { say, how: filled(found.how) ?? "" };
}

/** What a kind of pieces does, in a line. */
export function kindLine(sheet: Sheet, scene: Scene, letter: string): string {
  const name = scene.kinds.get(letter)?.name ?? "";
  return (
    sheet.kinds.get(letter) ??
    [...sheet.kindNames].find(([word]) => name.toLowerCase().startsWith(word.toLowerCase()))?.[1] ??
    ""
  );
}

const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** A number in words, as far as sentences have them. */
export const inWords = (count: number): string => NUMBERS[count] ?? String(count);

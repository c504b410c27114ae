// What an engine refuses, for people: a sentence, and the engine's own words behind it.

import { Refused } from "../../clients/js/src/lines";

/** An error in a sentence, with the words of the engine. */
export class Plain extends Error {
  constructor(
    text: string,
    readonly details: string,
  ) {
    super(text);
  }
}

/** The most characters of a quoted move. */
const LONGEST = 40;
const short = (text = ""): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)}\u2026` : text;

type Words = (...found: string[]) => string;

/** Errors of engines, and what they are in a sentence. */
const SENTENCES: readonly [RegExp, Words][] = [
  [
    /^illegal move "(.*?)" \(number (\d+)\): expected none, the game is over/,
    (move, at) => `Move ${at}, ${short(move)}, comes after the end of the game.`,
  ],
  [
    /^illegal move "(.*?)" \(number (\d+)\): (.*?)(?:: expected .*)?$/,
    (move, at, reason) => `Move ${at}, ${short(move)}, is not legal: ${reason}.`,
  ],
  [
    /^bad move "(.*?)" \(number (\d+)\)/,
    (move, at) => `Move ${at}, \u201c${short(move)}\u201d, is no move of this game.`,
  ],
  [
    /^bad position.*: expected ((?:at (?:most|least)|no|only|exactly) .*)$/,
    (expected) => `This position is not possible: expected ${expected}.`,
  ],
  [/^bad position/, () => "This is no position of this game."],
  [
    /^option "(.*?)" has no value "(.*?)": expected (.*)$/,
    (name, value, expected) =>
      `${name} cannot be \u201c${short(value)}\u201d: expected ${expected}.`,
  ],
  [
    /^This engine has no game "(.*?)"/,
    (name) => `There is no game \u201c${short(name)}\u201d here.`,
  ],
  [
    /^This engine plays (.*?) and not "(.*?)"/,
    (own, name) => `This engine plays ${own}, and not \u201c${short(name)}\u201d.`,
  ],
  [/^The engine does not write positions/, () => "The engine cannot set up positions."],
  [/^a line of the engine was cut/, () => "The engine said more than can be shown."],
  [/has \d+ characters: expected at most/, () => "This is too long for the engine."],
  [
    /^the search is stopped: expected up to (\d+) s/,
    (seconds) => `The server lets an engine think for ${seconds} seconds at most.`,
  ],
];

/** What an engine has refused, in a sentence. */
export function plainly(words: string): Plain {
  for (const [pattern, sentence] of SENTENCES) {
    const found = pattern.exec(words);
    if (found) return new Plain(sentence(...found.slice(1)), words);
  }
  return new Plain("The engine did not accept this.", words);
}

/** An error as it is shown. */
export const shownError = (error: Error): Error =>
  error instanceof Refused ? plainly(error.message) : error;

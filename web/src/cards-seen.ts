// The games whose cards a person has seen.

import { store, stored } from "./storage";

/** The titles of the games; `none` means that the cards of no game are wanted. */
export const seenCards = (): string[] => stored("cards").split("\n").filter(Boolean);

export const wantsCards = (title: string): boolean =>
  !seenCards().some((seen) => seen === title || seen === "none");

/** Stores that the cards of a game were seen; false if the browser stores nothing. */
export const keepSeen = (title: string): boolean =>
  store("cards", [...seenCards(), title].join("\n"));

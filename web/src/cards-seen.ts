// Of which games a person has seen the cards.

import { store, stored } from "./storage";

/** The titles of the games; `none` stands for all games. */
export const seenCards = (): string[] => stored("cards").split("\n").filter(Boolean);

export const wantsCards = (title: string): boolean =>
  !seenCards().some((seen) => seen === title || seen === "none");

/** Keeps that the cards of a game are seen; says whether that is possible. */
export const keepSeen = (title: string): boolean =>
  store("cards", [...seenCards(), title].join("\n"));

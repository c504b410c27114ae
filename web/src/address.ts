// The position in view as a part of the address, so that a link leads to it.

import type { Start } from "./app";

/** What stands behind the # of an address. */
export function readAddress(hash: string): Start {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const moves = (words.get("moves") ?? "").split(/\s+/).filter((move) => /^\S{1,64}$/.test(move));
  // A text from an address must not become a second command.
  const fen = words.get("fen")?.replace(/\s+/g, " ").trim() || null;
  return { variant: words.get("variant")?.replace(/\s+/g, "") || null, fen, moves };
}

/** The address of a position. */
export function writeAddress({ variant, fen, moves }: Start): string {
  const words = new URLSearchParams();
  if (variant) words.set("variant", variant);
  if (fen !== null) words.set("fen", fen);
  if (moves.length) words.set("moves", moves.join(" "));
  return `#${words.toString()}`;
}

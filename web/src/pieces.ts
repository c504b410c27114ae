// Pieces as pictures, made from what a game says of them: whose they are, what sign stands
// for them, and which of a player's kinds is the plain one.

import { el, svg } from "./dom";
import { type Player, type Scene, seatOf } from "./scene";

/** Inks of players who are called by a colour; those of others come from a list. */
const NAMED = ["red", "blue", "white", "black", "green", "yellow"];
const SEATS = ["red", "blue", "green", "yellow"];

/** The ink of a seat, as the name of a class. */
export function inkOf(scene: Scene, seat: number): string {
  if (scene.seats.length) return SEATS[seat % SEATS.length] ?? "red";
  const names = scene.players.map((name) => name.toLowerCase());
  const named = names.every((name) => NAMED.includes(name)) && names[0] !== names[1];
  return (named ? names[seat] : SEATS[seat % SEATS.length]) ?? "red";
}

/** The ink of a player: where there are seats, that of the first one that plays for them. */
export const inkOfPlayer = (scene: Scene, player: Player): string => inkOf(scene, firstSeat(scene, player));

function firstSeat(scene: Scene, player: Player): number {
  const first = scene.seats.findIndex((seat) => seat.player === player);
  return first >= 0 ? first : player === "p1" ? 0 : 1;
}

/** How many kinds of rims there are. */
const RIMS = 4;

/** Where all signs are shapes such as a filled circle, they stand for discs, and those are drawn. */
const onlyDiscs = (scene: Scene): boolean => [...scene.kinds.values()].every(({ glyph }) => GEOMETRIC.test(glyph));

/** What stands on a piece: the seat is seen by colour and rim, its sign need not stand there again. */
function signOf(scene: Scene, letter: string): string {
  const glyph = scene.kinds.get(letter)?.glyph ?? letter;
  const prefix = scene.seats[seatOf(scene, letter)]?.name ?? "";
  return prefix && glyph.startsWith(prefix) && glyph.length > prefix.length ? glyph.slice(prefix.length) : glyph;
}

/** The rim of a seat's pieces, as the name of a class. Not all people tell colours apart, so
 *  that each seat has a rim of its own, unless the signs say whose a piece is. */
function rimOf(scene: Scene, seat: number): string {
  const owners = new Map<string, number>();
  const shared = [...scene.kinds.keys()].some((letter) => {
    const [sign, owner] = [signOf(scene, letter).toLowerCase(), seatOf(scene, letter)];
    const before = owners.get(sign) ?? owner;
    owners.set(sign, owner);
    return before !== owner;
  });
  return `rim-${shared || onlyDiscs(scene) ? seat % RIMS : 0}`;
}

/** The dot of a seat, like its pieces. */
export const dot = (scene: Scene, seat: number): HTMLElement =>
  el("span", { class: `dot ink-${inkOf(scene, seat)} ${rimOf(scene, seat)}` });

/** The dot of a player. */
export const dotOf = (scene: Scene, player: Player): HTMLElement => dot(scene, firstSeat(scene, player));

const GEOMETRIC = /^[\u25a0-\u25ff\u26aa\u26ab]$/;

/** What is drawn on a disc for a kind that its player has plainer ones of. */
function crown(rank: number): SVGElement {
  const points = "-2.3,1.6 -2.5,-1.5 -1.2,-0.2 0,-2.3 1.2,-0.2 2.5,-1.5 2.3,1.6";
  const crown = svg("g", { class: "mark" }, svg("polygon", { points }));
  if (rank > 1) crown.append(svg("rect", { x: -2.3, y: 2.1, width: 4.6, height: 0.6 }));
  return crown;
}

/** A piece around the origin, a square being ten units wide. */
export function piece(scene: Scene, letter: string): SVGGElement {
  const seat = seatOf(scene, letter);
  const made = svg("g", { class: `piece ink-${inkOf(scene, seat)}` });
  made.append(
    svg("circle", { cy: 0.35, r: 3.75, class: "shadow" }),
    svg("circle", { r: 3.75, class: "disc" }),
    svg("circle", { r: 2.95, class: `rim ${rimOf(scene, seat)}` }),
  );
  const sign = signOf(scene, letter);
  if (sign === "\u25cb" && !onlyDiscs(scene)) made.append(svg("circle", { class: "nought", r: 1.65 }));
  else if (!onlyDiscs(scene) || !GEOMETRIC.test(sign)) {
    made.append(svg("text", { class: "glyph", "font-size": sign.length > 1 ? 3.2 : 4.4, y: 0.15 }, sign));
  } else {
    const own = [...scene.kinds.values()].filter((other) => seatOf(scene, other.letter) === seat);
    const rank = own.findIndex((other) => other.letter === letter);
    if (rank > 0) made.append(crown(rank));
  }
  return made;
}

/** A picture of a piece by itself, for buttons and lists. */
export function icon(scene: Scene, letter: string): SVGSVGElement {
  return svg("svg", { viewBox: "-4.4 -4.4 8.8 9.2", class: "icon", "aria-hidden": "true" }, piece(scene, letter));
}

/** The back of pieces that lie face down. */
export function back(scene: Scene, seat: number): SVGSVGElement {
  const ink = `piece ink-${inkOf(scene, seat)}`;
  return svg("svg", { viewBox: "-4.4 -4.4 8.8 9.2", class: "icon", "aria-hidden": "true" },
    svg("g", { class: ink },
      svg("circle", { r: 3.75, class: "disc" }),
      svg("path", { d: "M-2.4 0 L0 -2.4 L2.4 0 L0 2.4 Z", class: "rim" })));
}

// Pictures of pieces, by kind and owner. A kind whose name has no picture is a disc with its sign.

import { ART } from "./art";
import { policyOf, svg } from "./dom";
import { type Player, SEAT_INKS as SEATS, type Scene, seatOf } from "./scene";

/** The page makes no HTML from text (`trusted-types` in page.mjs), except these pictures. */
const markup = policyOf("art", { createHTML: (art: string) => ART[art] ?? "" });

/** The colours that name players with inks of their own; other players get inks from a list. */
const NAMED = ["red", "blue", "white", "black", "green", "yellow"];

/** The ink of a seat; `ink-` and this name are a class. */
function inkOf(scene: Scene, seat: number): string {
  if (scene.seats.length) return SEATS[seat % SEATS.length] ?? "red";
  const names = scene.players.map((name) => name.toLowerCase());
  const named = names.every((name) => NAMED.includes(name)) && names[0] !== names[1];
  return (named ? names[seat] : SEATS[seat % SEATS.length]) ?? "red";
}

/** The ink of a player: with seats, that of the first seat that plays for them. */
export const inkOfPlayer = (scene: Scene, player: Player): string =>
  inkOf(scene, firstSeat(scene, player));

export function firstSeat(scene: Scene, player: Player): number {
  const first = scene.seats.findIndex((seat) => seat.player === player);
  return first >= 0 ? first : player === "p1" ? 0 : 1;
}

/** The rims of seats, one for each, because not all people distinguish colours. */
const RIMS = ["", "-ring", "-dots", "-dash"];

/** Pictures with another name than their kind. */
const OTHER_NAMES: Record<string, string> = { "zombie with a brain": "zombie-brain" };

/** The sign on a disc, without the name of the seat, which colour and rim show. */
function signOf(scene: Scene, letter: string): string {
  const glyph = scene.kinds.get(letter)?.glyph ?? letter;
  const prefix = scene.seats[seatOf(scene, letter)]?.name ?? "";
  return prefix && glyph.startsWith(prefix) && glyph.length > prefix.length
    ? glyph.slice(prefix.length)
    : glyph;
}

const GEOMETRIC = /^[\u25a0-\u25ff\u26aa\u26ab]$/;

/** The name of a kind, without that of the player, and the number at its end. */
function nameAndFigure(scene: Scene, letter: string): [string, string] {
  let name = scene.kinds.get(letter)?.name.toLowerCase() ?? "";
  for (const player of scene.players) name = name.replace(`${player.toLowerCase()} `, "");
  return [name.replace(/ \d+$/, ""), / (\d+)$/.exec(name)?.[1] ?? ""];
}

/** The picture of a kind, found by its name, and the figure on it. */
function pictureOf(scene: Scene, letter: string): { art: string; figure: string } {
  const [name, figure] = nameAndFigure(scene, letter);
  const known = OTHER_NAMES[name] ?? name;
  const rim = RIMS[seatOf(scene, letter) % RIMS.length] ?? "";
  // Names come from engines: only the list's own keys count, not those that objects inherit.
  const has = (art: string): boolean => Object.hasOwn(ART, art) && !/^(mark-|back$|disc)/.test(art);
  // If two seats have kinds of this name, the rim must distinguish them.
  const seat = seatOf(scene, letter);
  const shared = [...scene.kinds.keys()].some(
    (other) => seatOf(scene, other) !== seat && nameAndFigure(scene, other)[0] === name,
  );
  if (has(known) && (!shared || has(`${known}-ring`)))
    return { art: has(known + rim) ? known + rim : known, figure };
  const sign = signOf(scene, letter);
  return { art: `disc${rim}`, figure: figure || (GEOMETRIC.test(sign) ? letter : sign) };
}

/** The parsed pictures. */
const read = new Map<string, SVGGElement>();

/** A picture of `art.ts`, in units of the drawing: a square is ten wide. */
export function picture(art: string): SVGGElement {
  let made = read.get(art);
  if (!made) {
    made = svg("g", { transform: "scale(.1)" });
    made.innerHTML = markup.createHTML(art);
    read.set(art, made);
  }
  return made.cloneNode(true) as SVGGElement;
}

/** A small picture of a seat's first kind of piece. */
export function dot(scene: Scene, seat: number): SVGSVGElement {
  const first = [...scene.kinds.keys()].find((letter) => seatOf(scene, letter) === seat);
  const made = first === undefined ? back(scene, seat) : icon(scene, first);
  made.classList.add("dot");
  return made;
}

export const dotOf = (scene: Scene, player: Player): SVGSVGElement =>
  dot(scene, firstSeat(scene, player));

/** A piece around the origin, a square being ten units wide. */
export function piece(scene: Scene, letter: string): SVGGElement {
  const { art, figure } = pictureOf(scene, letter);
  const made = svg(
    "g",
    { class: `piece ink-${inkOf(scene, seatOf(scene, letter))}`, "data-art": art },
    picture(art),
  );
  if (figure)
    made.append(
      svg("text", { class: "figure", "font-size": figure.length > 1 ? 3.4 : 4.6, y: -0.1 }, figure),
    );
  return made;
}

const framed = (picture: SVGElement): SVGSVGElement =>
  svg("svg", { viewBox: "-4.8 -4.8 9.6 9.6", class: "icon", "aria-hidden": "true" }, picture);

/** A picture of a piece by itself, for buttons and lists. */
export const icon = (scene: Scene, letter: string): SVGSVGElement => framed(piece(scene, letter));

/** The back of pieces that lie face down. */
export const back = (scene: Scene, seat: number): SVGSVGElement =>
  framed(svg("g", { class: `piece ink-${inkOf(scene, seat)}` }, picture("back")));

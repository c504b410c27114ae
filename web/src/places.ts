// What lies beside the board: the hands of the players, and the rows of the seats with their
// places. The same on the page, where things can be taken up, and in the report of a match.

import { el } from "./dom";
import { back, dot, icon } from "./pieces";
import { type Counts, type Player, type Scene, sideOf } from "./scene";

/** What a click on a thing does, and whether the thing is in the hand. */
export interface Offer {
  pressed: boolean;
  click: () => void;
}

/** What can be done with a thing, by its touch; nothing where it can only be looked at. */
export type Offers = (touch: string) => Offer | null;

/** Nothing can be touched. */
export const LOOK: Offers = () => null;

function thing(scene: Scene, letter: string, many: number, touch: string, offers: Offers): HTMLElement {
  const name = scene.kinds.get(letter)?.name ?? letter;
  const count = many > 1 ? el("span", { class: "count" }, `\u00d7${many}`) : null;
  const offer = offers(touch);
  if (!offer) return el("span", { class: "thing", title: name, role: "img", "data-lies": touch, "aria-label": many > 1 ? `${name} \u00d7${many}` : name }, icon(scene, letter), count);
  return el("button", {
    type: "button", class: "thing", title: name, "data-touch": touch, "data-lies": touch, "data-key": touch,
    "aria-pressed": offer.pressed, click: offer.click,
  }, icon(scene, letter), el("span", { class: "unseen" }, name), count);
}

function heap(scene: Scene, name: string, seat: number, pieces: Counts, offers: Offers): HTMLElement {
  const touch = `heap:${name}`;
  const many = [...pieces.values()].reduce((sum, n) => sum + n, 0);
  const what = [...pieces].map(([letter, n]) => `${n} ${scene.kinds.get(letter)?.name ?? letter}`).join(", ");
  const said = `\u00d7${many} face down: ${what || "none"}`;
  if (!many) return el("span", { class: "none" }, "\u2013");
  const count = el("span", { class: "count" }, `\u00d7${many}`);
  const offer = offers(touch);
  if (!offer) return el("span", { class: "thing", title: said, role: "img", "data-lies": touch, "aria-label": said }, back(scene, seat), count);
  return el("button", {
    type: "button", class: "thing", title: `Turn one over. ${said}`, "data-touch": touch, "data-lies": touch, "data-key": touch, click: offer.click,
  }, back(scene, seat), count, el("span", { class: "unseen" }, "face down, turn one over"));
}

/** What lies before a seat, place by place. */
function placesOf(scene: Scene, seat: number, offers: Offers): HTMLElement[] {
  return (scene.seats[seat]?.places ?? []).map((place) => {
    const things = place.faceDown
      ? [heap(scene, place.name, seat, place.pieces, offers)]
      : [...place.pieces].map(([letter, many]) => thing(scene, letter, many, `place:${place.name}:${letter}`, offers));
    if (!things.length) things.push(el("span", { class: "none" }, "\u2013"));
    const whose = `${scene.seats[seat]?.name}\u2019s ${place.name}`;
    return el("span", { class: "place", role: "group", "aria-label": whose }, el("span", { class: "label" }, place.name), ...things);
  });
}

/** The rows of the seats that play for a player. Only the one to move is offered something. */
export function seatRows(scene: Scene, player: Player, turn: boolean, offers: Offers): HTMLElement[] {
  return scene.seats.flatMap((seat, at) => {
    if (sideOf(scene, at) !== player) return [];
    const name = el("span", { class: "seat-name" }, dot(scene, at), seat.name);
    const own = scene.seat === at ? offers : LOOK;
    return [el("div", { class: `seat${scene.seat === at && turn ? " turn" : ""}`, "data-seat": at }, name, ...placesOf(scene, at, own))];
  });
}

/** What a player holds in hand; nothing if that is nothing. */
export function handRow(scene: Scene, player: Player, offers: Offers): HTMLElement | null {
  const held = [...scene.hands[player === "p1" ? 0 : 1]];
  const things = held.map(([letter, many]) => thing(scene, letter, many, `hand:${letter}`, offers));
  return things.length ? el("span", { class: "place" }, ...things) : null;
}

/** The points of a player, in games that have such. */
export function pointsOf(scene: Scene, player: Player): HTMLElement | null {
  const points = scene.scores?.[player === "p1" ? 0 : 1];
  return points === undefined ? null : el("span", { class: "points" }, `${points} ${points === 1 ? "point" : "points"}`);
}

// What lies beside the board: the hands of the players, and the rows of the seats with their
// places. The same on the page, where things can be taken up, and in the report of a match.

import { el } from "./dom";
import { back, dot, icon } from "./pieces";
import {
  type Counts,
  type Place,
  type Player,
  type Scene,
  seatName,
  sideOf,
  ofWhom,
} from "./scene";
import type { Sheet } from "./sheet";

/** What a click on a thing does, and whether the thing is in the hand. */
export interface Offer {
  pressed: boolean;
  click: () => void;
}

/** What can be done with a thing, by its touch; nothing where it can only be looked at. */
export type Offers = (touch: string) => Offer | null;

/** Nothing can be touched. */
export const LOOK: Offers = () => null;

function thing(
  scene: Scene,
  letter: string,
  many: number,
  touch: string,
  offers: Offers,
): HTMLElement {
  const name = scene.kinds.get(letter)?.name ?? letter;
  const count = many > 1 ? el("span", { class: "count" }, `\u00d7${many}`) : null;
  const offer = offers(touch);
  if (!offer)
    return el(
      "span",
      {
        class: "thing",
        title: name,
        role: "img",
        "data-lies": touch,
        "aria-label": many > 1 ? `${name} \u00d7${many}` : name,
      },
      icon(scene, letter),
      count,
    );
  return el(
    "button",
    {
      type: "button",
      class: "thing",
      title: name,
      "data-touch": touch,
      "data-lies": touch,
      "data-key": touch,
      "aria-pressed": offer.pressed,
      click: offer.click,
    },
    icon(scene, letter),
    el("span", { class: "unseen" }, name),
    count,
  );
}

function heap(
  scene: Scene,
  name: string,
  seat: number,
  pieces: Counts,
  offers: Offers,
): HTMLElement {
  const touch = `heap:${name}`;
  const many = [...pieces.values()].reduce((sum, n) => sum + n, 0);
  const what = [...pieces]
    .map(([letter, n]) => `${n} ${scene.kinds.get(letter)?.name ?? letter}`)
    .join(", ");
  const said = `\u00d7${many} face down: ${what || "none"}`;
  const count = el("span", { class: "count" }, `\u00d7${many}`);
  const offer = offers(touch);
  if (!offer)
    return el(
      "span",
      { class: "thing", title: said, role: "img", "data-lies": touch, "aria-label": said },
      back(scene, seat),
      count,
    );
  return el(
    "button",
    {
      type: "button",
      class: "thing",
      title: `Turn one over. ${said}`,
      "data-touch": touch,
      "data-lies": touch,
      "data-key": touch,
      click: offer.click,
    },
    back(scene, seat),
    count,
    el("span", { class: "unseen" }, "face down, turn one over"),
  );
}

/** What is said of an empty place. */
function emptyWords(places: Place[], { name }: Place, sheet: Sheet | null): string {
  const words = sheet?.places.get(name);
  const heap = places.find(({ faceDown }) => faceDown);
  // Nothing comes into a place any more where the heap is used up.
  const done = heap !== undefined && heap.pieces.size === 0;
  return (done && words?.done) || words?.empty || "\u2013";
}

/** What lies before a seat, place by place. */
function placesOf(scene: Scene, seat: number, offers: Offers, sheet: Sheet | null): HTMLElement[] {
  const places = scene.seats[seat]?.places ?? [];
  return places.map((place) => {
    const many = [...place.pieces.values()].reduce((sum, n) => sum + n, 0);
    const things = !many
      ? []
      : place.faceDown
        ? [heap(scene, place.name, seat, place.pieces, offers)]
        : [...place.pieces].map(([letter, many]) =>
            thing(scene, letter, many, `place:${place.name}:${letter}`, offers),
          );
    if (!things.length)
      things.push(el("span", { class: "none" }, emptyWords(places, place, sheet)));
    const name = sheet?.places.get(place.name)?.name ?? place.name;
    return el(
      "span",
      {
        class: "place",
        role: "group",
        "aria-label": `${ofWhom(seatName(scene, seat))} ${place.name}`,
      },
      el(
        "span",
        { class: "label" },
        el("span", {}, name),
        el("span", { class: "sum", "aria-hidden": "true" }, String(many)),
      ),
      el("span", { class: "things" }, ...things),
    );
  });
}

/** The rows of the seats that play for a player. Only the one to move is offered something. */
export function seatRows(
  scene: Scene,
  player: Player,
  turn: boolean,
  offers: Offers,
  sheet: Sheet | null = null,
): HTMLElement[] {
  const own = scene.seats.flatMap((_, at) => (sideOf(scene, at) === player ? [at] : []));
  return own.map((at) => {
    const name = el(
      "span",
      { class: `seat-name${own.length > 1 ? "" : " only"}` },
      dot(scene, at),
      seatName(scene, at),
    );
    const here = scene.seat === at;
    return el(
      "div",
      {
        class: `seat${here && turn ? " turn" : ""}${own.length > 1 ? " many" : ""}`,
        "data-seat": at,
      },
      name,
      el("div", { class: "places" }, ...placesOf(scene, at, here ? offers : LOOK, sheet)),
    );
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
  return points === undefined
    ? null
    : el("span", { class: "points" }, `${points} ${points === 1 ? "point" : "points"}`);
}

// The things beside the board: the hands of the players, and the rows of the seats with their
// places; on the page, where they can be picked, and in the report of a match.

import type { ComponentChildren } from "preact";
import { Back, Dot, Icon } from "./icon";
import {
  type Counts,
  type Place,
  type Player,
  type Scene,
  areAllTurnedOver,
  seatName,
  sideOf,
  ofWhom,
} from "./scene";
import type { Sheet } from "./sheet";
import { Button } from "./button";

/** The action of a click on a thing, and whether the thing is picked. */
interface Offer {
  pressed: boolean;
  click: () => void;
}

/** Returns the action of a thing by its touch; null if it has none. */
export type Offers = (touch: string) => Offer | null;

export const NOT_TOUCHABLE: Offers = () => null;

interface LyingProps {
  touch: string;
  offer: Offer | null;
  title: string;
  /** The label of a thing without an action. */
  label: string;
  pressed?: boolean;
  children: ComponentChildren;
}

/** A thing beside the board: a button if it can be touched. */
const Lying = ({ touch, offer, title, label, pressed, children }: LyingProps) =>
  offer ? (
    <Button
      class="thing"
      title={title}
      data-touch={touch}
      data-lies={touch}
      data-key={touch}
      aria-pressed={pressed}
      act={offer.click}
    >
      {children}
    </Button>
  ) : (
    <span class="thing" title={title} role="img" data-lies={touch} aria-label={label}>
      {children}
    </span>
  );

const Count = ({ many }: { many: number }) => <span class="count">{`\u00d7${many}`}</span>;

interface ThingProps {
  scene: Scene;
  letter: string;
  many: number;
  touch: string;
  offers: Offers;
}

function Thing({ scene, letter, many, touch, offers }: ThingProps) {
  const name = scene.kinds.get(letter)?.name ?? letter;
  const offer = offers(touch);
  const label = many > 1 ? `${name} \u00d7${many}` : name;
  return (
    <Lying {...{ touch, offer, title: name, label, pressed: offer?.pressed }}>
      <Icon scene={scene} letter={letter} />
      {offer && <span class="unseen">{name}</span>}
      {many > 1 && <Count many={many} />}
    </Lying>
  );
}

interface HeapProps {
  scene: Scene;
  place: Place;
  seat: number;
  offers: Offers;
}

const sumOf = (pieces: Counts): number => [...pieces.values()].reduce((sum, n) => sum + n, 0);

function Heap({ scene, place: { name, pieces }, seat, offers }: HeapProps) {
  const touch = `heap:${name}`;
  const what = [...pieces].map(([letter, n]) => `${n} ${scene.kinds.get(letter)?.name ?? letter}`);
  const label = `\u00d7${sumOf(pieces)} face down: ${what.join(", ") || "none"}`;
  const offer = offers(touch);
  return (
    <Lying {...{ touch, offer, title: offer ? `Turn one over. ${label}` : label, label }}>
      <Back scene={scene} seat={seat} />
      <Count many={sumOf(pieces)} />
      {offer && <span class="unseen">face down, turn one over</span>}
    </Lying>
  );
}

function emptyWords(places: Place[], { name }: Place, sheet: Sheet | null): string {
  const words = sheet?.places.get(name);
  return (areAllTurnedOver(places) && words?.done) || words?.empty || "\u2013";
}

interface SeatProps {
  scene: Scene;
  seat: number;
  offers: Offers;
  sheet: Sheet | null;
}

const Places = ({ scene, seat, offers, sheet }: SeatProps) => {
  const places = scene.seats[seat]?.places ?? [];
  return (
    <div class="places">
      {places.map((place) => (
        <span
          class="place"
          role="group"
          aria-label={`${ofWhom(seatName(scene, seat))} ${place.name}`}
        >
          <span class="label">
            <span>{sheet?.places.get(place.name)?.name ?? place.name}</span>
            <span class="sum" aria-hidden="true">
              {sumOf(place.pieces)}
            </span>
          </span>
          <span class="things">
            {!sumOf(place.pieces) ? (
              <span class="none">{emptyWords(places, place, sheet)}</span>
            ) : place.faceDown ? (
              <Heap {...{ scene, place, seat, offers }} />
            ) : (
              [...place.pieces].map(([letter, many]) => {
                const touch = `place:${place.name}:${letter}`;
                return <Thing key={letter} {...{ scene, letter, many, touch, offers }} />;
              })
            )}
          </span>
        </span>
      ))}
    </div>
  );
};

interface RowsProps {
  scene: Scene;
  player: Player;
  /** Whether the seat to move is marked. */
  turn: boolean;
  offers: Offers;
  sheet?: Sheet | null;
}

/** The rows of the seats that play for a player. */
export function SeatRows({ scene, player, turn, offers, sheet = null }: RowsProps) {
  const own = scene.seats.flatMap((_, at) => (sideOf(scene, at) === player ? [at] : []));
  const many = own.length > 1;
  return (
    <>
      {own.map((seat) => {
        const here = scene.seat === seat;
        return (
          <div
            class={`seat${here && turn ? " turn" : ""}${many ? " many" : ""}`}
            data-seat={seat}
            key={seat}
          >
            <span class={`seat-name${many ? "" : " only"}`}>
              <Dot scene={scene} seat={seat} />
              {seatName(scene, seat)}
            </span>
            <Places {...{ scene, seat, offers: here ? offers : NOT_TOUCHABLE, sheet }} />
          </div>
        );
      })}
    </>
  );
}

/** The pieces in the hand of a player; null if it is empty. */
export function HandRow({ scene, player, offers }: Pick<RowsProps, "scene" | "player" | "offers">) {
  const held = [...scene.hands[player === "p1" ? 0 : 1]];
  return held.length ? (
    <span class="place">
      {held.map(([letter, many]) => (
        <Thing key={letter} {...{ scene, letter, many, touch: `hand:${letter}`, offers }} />
      ))}
    </span>
  ) : null;
}

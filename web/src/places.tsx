// The things beside the board: the hands of the players, and the rows of the seats with their
// places. The page, where they can be picked, and the report of a match show them.

import type { ComponentChildren } from "preact";
import { Button } from "./button";
import { Back, Dot, Icon } from "./icon";
import {
  type Counts,
  type Place,
  type Player,
  type Scene,
  PLAYERS,
  areAllTurnedOver,
  ofWhom,
  seatName,
  sideOf,
} from "./scene";
import type { Sheet } from "./sheet";

/** The actions of a click on a thing and of a pointer that presses it, and whether it is picked. */
interface Offer {
  pressed: boolean;
  click: () => void;
  press: (event: PointerEvent) => void;
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
      onPointerDown={offer.press}
    >
      {children}
    </Button>
  ) : (
    <span class="thing" title={title} role="img" data-lies={touch} aria-label={label}>
      {children}
    </span>
  );

const Count = ({ many }: { many: number }) => <span class="count">{`\u00d7${many}`}</span>;

interface ThingsProps {
  scene: Scene;
  pieces: Counts;
  /** The touch of a thing without its letter. */
  place: string;
  offers: Offers;
}

/** The pieces of a place that lie face up, or those of a hand. */
const Things = ({ scene, pieces, place, offers }: ThingsProps) => (
  <>
    {[...pieces].map(([letter, many]) => {
      const touch = `${place}:${letter}`;
      const name = scene.kinds.get(letter)?.name ?? letter;
      const offer = offers(touch);
      const label = many > 1 ? `${name} \u00d7${many}` : name;
      return (
        <Lying key={letter} {...{ touch, offer, title: name, label, pressed: offer?.pressed }}>
          <Icon scene={scene} letter={letter} />
          {offer && <span class="unseen">{name}</span>}
          {many > 1 && <Count many={many} />}
        </Lying>
      );
    })}
  </>
);

const sumOf = (pieces: Counts): number => [...pieces.values()].reduce((sum, n) => sum + n, 0);

interface SeatProps {
  scene: Scene;
  seat: number;
  offers: Offers;
}

/** The pieces of a place that lie face down. */
function Heap({ scene, place, seat, offers }: SeatProps & { place: Place }) {
  const { name, pieces } = place;
  const touch = `heap:${name}`;
  const what = [...pieces].map(([letter, n]) => `${n} ${scene.kinds.get(letter)?.name ?? letter}`);
  const label = `\u00d7${sumOf(pieces)} face down: ${what.join(", ")}`;
  const offer = offers(touch);
  return (
    <Lying {...{ touch, offer, title: offer ? `Turn one over. ${label}` : label, label }}>
      <Back scene={scene} seat={seat} />
      <Count many={sumOf(pieces)} />
      {offer && <span class="unseen">face down, turn one over</span>}
    </Lying>
  );
}

function Places({ sheet, ...props }: SeatProps & { sheet: Sheet | null }) {
  const { scene, seat, offers } = props;
  const places = scene.seats[seat]!.places;
  return (
    <div class="places">
      {places.map((place) => {
        const { name, pieces, faceDown } = place;
        const words = sheet?.places.get(name);
        const sum = sumOf(pieces);
        return (
          <span class="place" role="group" aria-label={`${ofWhom(seatName(scene, seat))} ${name}`}>
            <span class="label">
              <span>{words?.name ?? name}</span>
              <span class="sum" aria-hidden="true">
                {sum}
              </span>
            </span>
            <span class="things">
              {!sum ? (
                <span class="none">
                  {(areAllTurnedOver(places) && words?.done) || words?.empty || "\u2013"}
                </span>
              ) : faceDown ? (
                <Heap {...props} place={place} />
              ) : (
                <Things {...{ scene, pieces, place: `place:${name}`, offers }} />
              )}
            </span>
          </span>
        );
      })}
    </div>
  );
}

interface HandProps {
  scene: Scene;
  player: Player;
  offers: Offers;
}

interface RowsProps extends HandProps {
  /** Whether the seat to move is marked. */
  turn: boolean;
  sheet?: Sheet | null;
}

export function SeatRows({ scene, player, turn, offers, sheet = null }: RowsProps) {
  const own = [...scene.seats.keys()].filter((seat) => sideOf(scene, seat) === player);
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
export function HandRow({ scene, player, offers }: HandProps) {
  const pieces = scene.hands[PLAYERS.indexOf(player)]!;
  return pieces.size ? (
    <span class="place">
      <Things {...{ scene, pieces, place: "hand", offers }} />
    </span>
  ) : null;
}

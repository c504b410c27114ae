// How a game writes its positions. The page does not know that; it learns it from texts
// whose boards it can see. What it has learned is a guess: only the engine can say whether a
// text that was written so means what was meant.

import { type Counts, type Player, type Scene, PLAYERS, nameOf, squareName } from "./scene";

/** A position that can be seen, and its text. */
export interface Sample {
  scene: Scene;
  fen: string;
}

/** What lies in one place beside the board: that of a seat, or the hand of a player. */
export interface Slot {
  /** The number of the seat; in games without seats that of the player. */
  owner: number;
  name: string;
  faceDown: boolean;
  counts: Counts;
  /** The kinds that may lie there. */
  kinds: string[];
}

/** The places of one name, those of all owners in order. */
export type Group = Slot[];

type Sign = (scene: Scene, letter: string, owner: number) => string;

const glyphOf = (scene: Scene, letter: string): string => scene.kinds.get(letter)?.glyph ?? letter;

/** What may stand for a piece: its letter, its glyph, or that without the name of the seat. */
const SIGNS: Record<"letter" | "glyph" | "bare", Sign> = {
  letter: (_, letter) => letter,
  glyph: glyphOf,
  bare: (scene, letter, owner) => {
    const [name, glyph] = [scene.seats[owner]?.name ?? "", glyphOf(scene, letter)];
    return name && glyph.startsWith(name) && glyph.length > name.length
      ? glyph.slice(name.length)
      : glyph;
  },
};

/** The places beside the board, by their names. Hands of players count where they are used. */
export function groupsOf(scene: Scene, hands: boolean): Group[] {
  const names = [...new Set(scene.seats.flatMap((seat) => seat.places.map(({ name }) => name)))];
  const groups: Group[] = names.map((name) =>
    scene.seats.flatMap(({ kinds, places }, owner) =>
      places
        .filter((place) => place.name === name)
        .map(({ faceDown, pieces }) => ({ owner, name, faceDown, kinds, counts: pieces })),
    ),
  );
  if (hands) {
    groups.push(
      PLAYERS.map((player, owner) => ({
        owner,
        name: "hand",
        faceDown: false,
        counts: scene.hands[owner === 0 ? 0 : 1],
        kinds: [...scene.kinds.values()]
          .filter((kind) => kind.player === player)
          .map(({ letter }) => letter),
      })),
    );
  }
  return groups;
}

/** Whether players take pieces in hand in this game, as far as that is seen. */
export const handsUsed = (scene: Scene): boolean =>
  scene.hands.some((hand) => hand.size > 0) || scene.moves.some(({ hands }) => hands);

export const sameCounts = (one: Counts, other: Counts): boolean =>
  one.size === other.size && [...one].every(([letter, many]) => other.get(letter) === many);

/** The board of a position as text. */
export interface BoardWay {
  sign: "letter" | "glyph";
  write(scene: Scene): string;
}

function rows(scene: Scene, sign: Sign, above: boolean, empty: string): string[] {
  return Array.from({ length: scene.ranks }, (_, n) => {
    const rank = above ? scene.ranks - 1 - n : n;
    let [row, free] = ["", 0];
    const flush = (): void => {
      if (free) row += empty === "count" ? String(free) : empty.repeat(free);
      free = 0;
    };
    for (let file = 0; file < scene.files; file += 1) {
      const letter = scene.pieces.get(squareName(scene.files, rank * scene.files + file));
      if (letter === undefined) free += 1;
      else {
        flush();
        row += sign(scene, letter, 0);
      }
    }
    flush();
    return row;
  });
}

/** The ways in which boards are written, as far as they are known: rows from above or from
 *  below, with or without something between them, empty squares counted or shown. */
function* boardWays(): Generator<BoardWay> {
  for (const sign of ["letter", "glyph"] as const) {
    for (const above of [true, false]) {
      for (const between of ["/", ""]) {
        for (const empty of ["count", ".", "-", "_"]) {
          yield { sign, write: (scene) => rows(scene, SIGNS[sign], above, empty).join(between) };
        }
      }
    }
  }
}

/** All ways in which the boards of these samples may be written. */
export const boardsOf = (samples: Sample[]): BoardWay[] =>
  [...boardWays()].filter(({ write }) =>
    samples.every(({ scene, fen }) => write(scene) === fen.split(" ")[0]),
  );

/** How a group of places stands in one field of a text. */
export interface GroupWay {
  field: number;
  sign: keyof typeof SIGNS;
  write(scene: Scene, group: Group): string;
}

interface Style {
  sign: keyof typeof SIGNS;
  /** Whether equal pieces are counted (`2Z`) and not repeated (`ZZ`). */
  counted: boolean;
  /** Whether pieces are in the order of their signs, and not in that of the kinds. */
  sorted: boolean;
  empty: string;
  between: string;
}

function* styles(): Generator<Style> {
  for (const sign of ["bare", "letter", "glyph"] as const) {
    for (const between of ["/", ",", ""]) {
      for (const empty of ["-", ""]) {
        for (const counted of [false, true]) {
          for (const sorted of [false, true]) yield { sign, counted, sorted, empty, between };
        }
      }
    }
  }
}

function slotText(scene: Scene, slot: Slot, style: Style): string {
  const held = slot.kinds
    .filter((letter) => slot.counts.has(letter))
    .map(
      (letter) =>
        [SIGNS[style.sign](scene, letter, slot.owner), slot.counts.get(letter) ?? 0] as const,
    );
  if (style.sorted) held.sort(([one], [other]) => (one < other ? -1 : 1));
  const text = held
    .map(([sign, many]) =>
      style.counted ? (many > 1 ? `${many}${sign}` : sign) : sign.repeat(many),
    )
    .join("");
  // What has nothing between its parts says once that all of them are empty.
  return text || (style.between ? style.empty : "");
}

/** Whether a text names these pieces in another order, perhaps behind a sign that says so:
 *  who knows what lies face down may write how it lies. */
function inSomeOrder(scene: Scene, text: string, slot: Slot, style: Style): boolean {
  const left = new Map(slot.counts);
  let rest = text.replace(/^[^\p{L}\p{N}]/u, "");
  while (rest) {
    const letter = slot.kinds.find(
      (letter) => left.get(letter) && rest.startsWith(SIGNS[style.sign](scene, letter, slot.owner)),
    );
    if (letter === undefined) return false;
    rest = rest.slice(SIGNS[style.sign](scene, letter, slot.owner).length);
    left.set(letter, (left.get(letter) ?? 0) - 1);
  }
  return [...left.values()].every((many) => many === 0);
}

/** Whether a field says what is in a group. */
function says(scene: Scene, field: string, group: Group, style: Style): boolean {
  const texts = group.map((slot) => slotText(scene, slot, style));
  const whole = texts.join(style.between) || style.empty;
  if (whole === field) return true;
  const parts = style.between ? field.split(style.between) : [];
  return (
    parts.length === group.length &&
    group.every(
      (slot, at) =>
        parts[at] === texts[at] ||
        (slot.faceDown && inSomeOrder(scene, parts[at] ?? "", slot, style)),
    )
  );
}

/** All ways in which a group may stand in the texts of these samples; the first sample is
 *  the one whose parts are kept where nothing has changed. */
export function groupWays(samples: Sample[], at: number, hands: boolean): GroupWay[] {
  const [sample] = samples;
  if (!sample) return [];
  const fields = sample.fen.split(" ");
  const found: GroupWay[] = [];
  for (let field = 2; field < fields.length; field += 1) {
    for (const style of styles()) {
      const told = samples.every(({ scene, fen }) => {
        const [group, text] = [groupsOf(scene, hands)[at], fen.split(" ")[field]];
        return group !== undefined && text !== undefined && says(scene, text, group, style);
      });
      if (!told) continue;
      const before = groupsOf(sample.scene, hands)[at] ?? [];
      const parts = style.between ? (fields[field] ?? "").split(style.between) : [];
      found.push({
        field,
        sign: style.sign,
        write: (scene, group) =>
          group
            .map((slot, n) => {
              const same =
                parts.length === group.length &&
                before[n] &&
                sameCounts(before[n].counts, slot.counts);
              return same ? parts[n] : slotText(scene, slot, style);
            })
            .join(style.between) || style.empty,
      });
    }
  }
  return found;
}

/** What may stand for a player as the one to move. */
export function turnWords(scene: Scene, player: Player): string[] {
  const kinds = [...scene.kinds.values()].filter((kind) => kind.player === player);
  const name = nameOf(scene, player);
  const first = player === "p1";
  const words = [
    kinds[0]?.letter,
    name[0]?.toLowerCase(),
    name,
    first ? "w" : "b",
    first ? "1" : "2",
    player,
  ];
  return [...new Set(words.filter((word) => word !== undefined && word !== ""))] as string[];
}

/** What may stand for a seat as the one to move. */
export function seatWords(scene: Scene, seat: number): string[] {
  const name = scene.seats[seat]?.name ?? "";
  return [...new Set([String(seat + 1), name, name[0]?.toLowerCase() ?? ""].filter(Boolean))];
}

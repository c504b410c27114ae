// The buttons of the page, and the drawings on them.

import type { ComponentChildren, TargetedMouseEvent } from "preact";

/** Strokes in a field of 24 by 24. */
const PATHS = {
  new: "M12 5v14M5 12h14",
  book: "M4 5.5A2.5 2.5 0 0 1 6.5 3H20v15H6.5A2.5 2.5 0 0 0 4 20.5ZM4 20.5A2.5 2.5 0 0 0 6.5 21H20",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 0 .01 0",
  puzzle: "M4 8h4.2a2.3 2.3 0 1 1 4.6 0H17v4.2a2.3 2.3 0 1 1 0 4.6V21H4v-4.2a2.3 2.3 0 1 0 0-4.6Z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  sound: "M4 9.5v5h3.5L12 18V6L7.5 9.5ZM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  mute: "M4 9.5v5h3.5L12 18V6L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",
  moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5Z",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.8.6 1 1.3 1 2.1h5c0-.8.2-1.5 1-2.1A6 6 0 0 0 12 3Z",
  flag: "M5 21V4M5 5h13l-3 4 3 4H5",
  flip: "M7 4v13M7 4 3.5 8M7 4l3.5 4M17 20V7M17 20l3.5-4M17 20l-3.5-4",
  first: "M18 6l-7 6 7 6M7 6v12",
  prev: "M15 6l-7 6 7 6",
  next: "M9 6l7 6-7 6",
  last: "M6 6l7 6-7 6M17 6v12",
  close: "M6 6l12 12M18 6 6 18",
  ok: "M5 12.5 10 17.5 19.5 7",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  turn: "M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5",
  put: "M12 3v11M8 10l4 4 4-4M4 17v3h16v-3",
  go: "M4 12h15M13 6l6 6-6 6",
  hit: "M12 3v4M12 17v4M3 12h4M17 12h4M12 7a5 5 0 1 0 .01 0",
  swap: "M4 8h14l-4-4M20 16H6l4 4",
  pass: "M5 5l8 7-8 7M13 5l6 7-6 7",
  again: "M4 12a8 8 0 1 0 3-6.2L4 8M4 3v5h5",
  copy: "M8 8h12v12H8ZM4 16V4h12",
  paste: "M8 4h8v3H8ZM8 5H5v16h14V5h-3",
  open: "M3 7h6l2 2h10v10H3Z",
  image: "M3 5h18v14H3ZM7 10h.01M3 17l6-5 4 3 3-2 5 4",
  options: "M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4",
  keys: "M3 7h18v10H3ZM7 11h.01M11 11h.01M15 11h.01M8 14h8",
} as const;

export type IconName = keyof typeof PATHS;

export const Glyph = ({ name }: { name: IconName }) => (
  <svg class="i" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);

interface ButtonProps {
  act(event: TargetedMouseEvent<HTMLButtonElement>): unknown;
  icon?: IconName;
  /** Its name if it has no words; also its title. */
  label?: string;
  children?: ComponentChildren;
  [attribute: string]: unknown;
}

export const Button = ({ act, icon, label, children, ...attributes }: ButtonProps) => (
  <button type="button" aria-label={label} title={label} onClick={act} {...attributes}>
    {icon && <Glyph name={icon} />}
    {children}
  </button>
);

export const Close = ({ act }: { act(): void }) => (
  <Button class="close" aria-label="Close this message" act={act}>
    ✕
  </Button>
);

// The buttons of the page.

import type { ComponentChildren, TargetedMouseEvent } from "preact";
import { Glyph, type IconName } from "./icons";

interface ButtonProps {
  act(event: TargetedMouseEvent<HTMLButtonElement>): unknown;
  icon?: IconName;
  children?: ComponentChildren;
  [attribute: string]: unknown;
}

export const Button = ({ act, icon, children, ...attributes }: ButtonProps) => (
  <button type="button" onClick={act} {...attributes}>
    {icon && <Glyph name={icon} />}
    {children}
  </button>
);

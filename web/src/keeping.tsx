// Keeps the keyboard focus in boxes whose buttons come and go.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface KeepingProps {
  children?: ComponentChildren;
  [attribute: string]: unknown;
}

/** A box. If a focused button disappears, the focus returns to a button with the same `data-key`,
 *  unless it has moved elsewhere. */
export function Keeping({ children, ...rest }: KeepingProps) {
  const box = useRef<HTMLDivElement>(null);
  const lost = useRef<string | undefined>(undefined);
  // The elements are still those before this render.
  const now = document.activeElement;
  if (now instanceof HTMLElement && box.current?.contains(now)) lost.current = now.dataset.key;
  else if (now && now !== document.body) lost.current = undefined;
  useLayoutEffect(() => {
    if (lost.current !== undefined && (document.activeElement ?? document.body) === document.body)
      box.current
        ?.querySelector<HTMLElement>(`[data-key="${CSS.escape(lost.current)}"]`)
        ?.focus({ preventScroll: true });
  });
  return (
    <div ref={box} {...rest}>
      {children}
    </div>
  );
}

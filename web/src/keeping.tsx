// Keeps the keyboard focus in boxes whose buttons come and go.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface KeepingProps {
  children?: ComponentChildren;
  [attribute: string]: unknown;
}

/** A box. A focus that is lost with a button comes back with one of the same `data-key`, unless it
 *  has gone elsewhere meanwhile. */
export function Keeping({ children, ...rest }: KeepingProps) {
  const box = useRef<HTMLDivElement>(null);
  const lost = useRef<string | undefined>(undefined);
  // The elements are still those of before.
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

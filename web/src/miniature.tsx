// A small board without input.

import { useLayoutEffect, useRef } from "preact/hooks";
import { Drawing } from "./board-drawing";
import type { Scene } from "./scene";

/** `more` draws marks on it. */
export function Miniature({ scene, more }: { scene: Scene; more?: (drawing: Drawing) => void }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current!.replaceChildren();
    const drawing = new Drawing(box.current!);
    drawing.show({ ...scene, last: [] }, false, null);
    more?.(drawing);
  }, [scene]);
  return <div class="board mini" aria-hidden="true" ref={box} />;
}

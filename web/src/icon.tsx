// Pictures of pieces in views; `piece-pictures.ts` draws them.

import { ART } from "./art";
import { back, dot, firstSeat, icon, picture } from "./piece-pictures";
import type { Player, Scene } from "./scene";

/** A picture that `made` draws. */
function Picture({ made, kind }: { made: () => SVGSVGElement; kind: string }) {
  const fill = (box: SVGSVGElement | null): void => box?.replaceChildren(...made().childNodes);
  return (
    <svg viewBox="-4.8 -4.8 9.6 9.6" class={`icon ${kind}`.trim()} aria-hidden="true" ref={fill} />
  );
}

interface PieceProps {
  scene: Scene;
  letter: string;
  kind?: string;
}

export const Icon = ({ scene, letter, kind = "" }: PieceProps) => (
  <Picture key={letter} made={() => icon(scene, letter)} kind={kind} />
);

export const Back = ({ scene, seat }: { scene: Scene; seat: number }) => (
  <Picture made={() => back(scene, seat)} kind="" />
);

export const Dot = ({ scene, seat }: { scene: Scene; seat: number }) => (
  <Picture made={() => dot(scene, seat)} kind="dot" />
);

export const PlayerDot = ({ scene, player }: { scene: Scene; player: Player }) => (
  <Dot scene={scene} seat={firstSeat(scene, player)} />
);

export function MarkSign({ name, sign }: { name: string; sign: string }) {
  const art = `mark-${name}`;
  if (!Object.hasOwn(ART, art)) return <b>{sign}</b>;
  return (
    <svg
      viewBox="-1.8 -1.8 3.6 3.6"
      aria-hidden="true"
      ref={(box) => box?.replaceChildren(picture(art))}
    />
  );
}

// The cards of a game, each with a board, and the whole of its rules: under Rules in the panel.
// Before the first game of a person they are shown by `cards.tsx`.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { drawArrow } from "./arrows";
import { put, svg } from "./dom";
import { Drawing } from "./drawing";
import { type Scene, squareName } from "./scene";
import type { Card, Sheet } from "./sheet";
import { Button } from "./button";
import { analysis, panel, position, session, tasks } from "./stores";

/** A small board without input; `more` draws its marks. */
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

/** Draws the marks of a card. */
function drawCard(card: Card, drawing: Drawing): void {
  const { scene } = card;
  const at = (square: string): [number, number] => drawing.middle(square) ?? [0, 0];
  const { layers } = drawing;
  if (card.picked) put(layers.picked, [drawing.area(card.picked, "picked")]);
  const goals = card.arrows.length
    ? []
    : card.scene.moves.filter(({ from }) => from !== null && from === card.picked);
  put(layers.hints, [
    ...(card.numbers
      ? scene.squares.map((shade, index) => {
          const [x, y] = at(squareName(scene.files, index));
          return svg("text", { x, y, class: "level" }, shade ?? "");
        })
      : []),
    ...goals.map((move) => {
      const [x, y] = at(move.touches.at(-1) ?? "");
      return svg("circle", { cx: x, cy: y, r: 1.3, class: "target" });
    }),
    ...card.circles.map((square) =>
      svg("circle", { cx: at(square)[0], cy: at(square)[1], r: 4.5, class: "own" }),
    ),
    ...card.crosses.map((square) =>
      svg("path", { d: `M${at(square)[0] - 3} ${at(square)[1] - 3}l6 6m0 -6l-6 6`, class: "own" }),
    ),
  ]);
  put(
    layers.arrows,
    card.arrows.map((text) => {
      const move = card.scene.moves.find((move) => move.text === text);
      const squares = move?.squares ?? [];
      return squares.length ? drawArrow(drawing, { squares, rank: 1 }, false) : null;
    }),
  );
}

interface CardProps {
  card: Card;
  /** From 0. */
  at: number;
  children?: ComponentChildren;
}

export function RuleCard({ card, at, children }: CardProps) {
  const scene = useMemo<Scene>(
    () => (card.bare ? { ...card.scene, pieces: new Map() } : card.scene),
    [card],
  );
  return (
    <li data-rule={card.key}>
      <figure>
        <Miniature scene={scene} more={(drawing) => drawCard(card, drawing)} />
      </figure>
      <div>
        <h3>
          <i>{at + 1}</i>
          {card.title}
        </h3>
        <p>{card.text}</p>
        {children}
      </div>
    </li>
  );
}

/** Shows the position of a card and its task. */
async function tryCard(card: Card): Promise<void> {
  await session.open({ variant: null, fen: card.position, moves: [] });
  analysis.showMistake({
    node: position.node,
    made: position.node,
    best: card.play[0]!,
    bold: `Try it: ${card.title}`,
    soft: card.text,
    then: "That is it.",
  });
}

function Sheets({ sheet }: { sheet: Sheet }) {
  const by = [sheet.author && `By ${sheet.author}`, sheet.year].filter(Boolean).join(", ");
  return (
    <>
      {by && <p class="small by">{by}</p>}
      <ol class="cards">
        {sheet.cards.map((card, at) => (
          <RuleCard card={card} at={at}>
            {card.play.length > 0 && card.position && (
              <Button class="edge" act={() => tasks.run(tryCard(card))}>
                Try it on the board
              </Button>
            )}
          </RuleCard>
        ))}
      </ol>
      <h3 class="all">All the rules</h3>
      {sheet.rules.map(({ key, text }) => (
        <p class="rule" data-rule={sheet.cards.some((card) => card.key === key) ? undefined : key}>
          {text}
        </p>
      ))}
    </>
  );
}

/** The rules of the game in view; drawn when the tab is first opened. */
export function Rules() {
  const { sheet } = position;
  const { tab, ruleWanted } = panel;
  const seen = useRef(false);
  seen.current ||= tab === "rules";
  useLayoutEffect(() => {
    if (ruleWanted)
      document
        .querySelector(`#pane-rules [data-rule="${CSS.escape(ruleWanted.key)}"]`)
        ?.scrollIntoView({ block: "nearest" });
  }, [ruleWanted]);
  return useMemo(
    () => (seen.current && sheet ? <Sheets key={sheet.title} sheet={sheet} /> : null),
    [seen.current, sheet],
  );
}

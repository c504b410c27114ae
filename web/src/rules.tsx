// The cards of a game, each with a board, and all of its rules, in the panel. `cards.tsx` shows the
// cards before a person's first game.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { drawArrow } from "./arrows";
import { put, say, svg } from "./dom";
import type { Drawing } from "./board-drawing";
import { type Scene, capital, squareName } from "./scene";
import type { Card, Sheet } from "./sheet";
import { Button } from "./button";
import { Miniature, Steps } from "./card-steps";
import { markWords, pieceWords } from "./spoken-position";
import { analysis, panel, position, session, tasks } from "./stores";

/** The squares that are marked as goals of the picked piece. */
const goalsOf = ({ arrows, picked, scene }: Card): string[] =>
  arrows.length
    ? []
    : scene.moves
        .filter(({ from }) => from !== null && from === picked)
        .map(({ touches }) => touches.at(-1) ?? "");

/** The squares of each arrow. */
const arrowsOf = ({ arrows, scene }: Card): string[][] =>
  arrows
    .map((text) => scene.moves.find((move) => move.text === text)?.squares ?? [])
    .filter(({ length }) => length);

function drawCard(card: Card, drawing: Drawing): void {
  const { scene } = card;
  const { layers } = drawing;
  const on = (squares: string[], draw: (x: number, y: number, at: number) => SVGElement) =>
    squares.map((square, at) => draw(...(drawing.middle(square) ?? [0, 0]), at));
  const all = card.numbers ? scene.squares.map((_, at) => squareName(scene.files, at)) : [];
  if (card.picked) put(layers.picked, [drawing.area(card.picked, "picked")]);
  put(layers.hints, [
    ...on(all, (x, y, at) => svg("text", { x, y, class: "level" }, scene.squares[at])),
    ...on(goalsOf(card), (x, y) => svg("circle", { cx: x, cy: y, r: 1.3, class: "target" })),
    ...on(card.circles, (x, y) => svg("circle", { cx: x, cy: y, r: 4.5, class: "own" })),
    ...on(card.crosses, (x, y) =>
      svg("path", { d: `M${x - 3} ${y - 3}l6 6m0 -6l-6 6`, class: "own" }),
    ),
  ]);
  put(
    layers.arrows,
    arrowsOf(card).map((squares) => drawArrow(drawing, { squares, rank: 1 }, false)),
  );
}

/** The most squares of a kind of pieces that the picture of a card names. */
const MOST_NAMED = 6;

/** The levels of the squares of each rank. */
const levelsByRank = ({ files, ranks, squares }: Scene): string[] =>
  [...Array(ranks).keys()].map((rank) =>
    squares
      .slice(rank * files, (rank + 1) * files)
      .map(String)
      .join(" "),
  );

function pictureWords(card: Card, scene: Scene): string {
  const { picked, numbers, circles, crosses } = card;
  const list = (words: string, squares: string[]): string[] =>
    squares.length ? [`${words}: ${squares.join(", ")}`] : [];
  return [
    ...pieceWords(scene, MOST_NAMED).map(capital),
    ...markWords(scene).map(capital),
    ...(numbers ? [`Levels by rank, from rank 1: ${levelsByRank(scene).join("; ")}`] : []),
    ...list("Picked up", picked ? [picked] : []),
    ...list("It can go to", goalsOf(card)),
    ...arrowsOf(card).map(
      (squares) => `Arrow ${squares[1] ? "from" : "to"} ${squares.join(" to ")}`,
    ),
    ...list("Circled", circles),
    ...list("Crossed out", crosses),
  ]
    .map((words) => `${words}.`)
    .join(" ");
}

interface CardProps {
  card: Card;
  /** The index of the card. */
  at: number;
  /** Whether the card gets the focus of its dialog. */
  isFocused?: boolean;
  children?: ComponentChildren;
}

export function RuleCard({ card, at, isFocused = false, children }: CardProps) {
  const { sheet } = position;
  const called = position.scene?.called ?? null;
  const scene = useMemo<Scene>(
    () => ({ ...card.scene, called, ...(card.bare && { pieces: new Map() }) }),
    [card],
  );
  return (
    <li
      data-rule={card.key}
      tabIndex={isFocused ? -1 : undefined}
      autofocus={isFocused || undefined}
    >
      {sheet && card.steps.length ? (
        <Steps scene={scene} sheet={sheet} steps={card.steps} />
      ) : (
        <figure role="img" aria-label={pictureWords(card, scene)}>
          <Miniature scene={scene} more={(drawing) => drawCard(card, drawing)} />
        </figure>
      )}
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
  say(`Try it: ${card.title}. ${card.text}`);
}

function Sheets({ sheet }: { sheet: Sheet }) {
  const by = [sheet.author && `By ${sheet.author}`, sheet.year].filter(Boolean).join(", ");
  return (
    <>
      <h2 class="unseen">Rules</h2>
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

export function Rules() {
  const { sheet } = position;
  const { ruleWanted } = panel;
  useLayoutEffect(() => {
    if (ruleWanted)
      document
        .querySelector(`#pane-rules [data-rule="${CSS.escape(ruleWanted.key)}"]`)
        ?.scrollIntoView({ block: "nearest" });
  }, [ruleWanted]);
  return useMemo(() => (sheet ? <Sheets key={sheet.title} sheet={sheet} /> : null), [sheet]);
}

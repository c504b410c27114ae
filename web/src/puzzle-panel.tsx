// The games and levels of puzzles, and the numbers of solved ones.

import { useLayoutEffect, useRef } from "preact/hooks";
import { BackToGame } from "./actions";
import { Choice, Field } from "./fields";
import type { Puzzles } from "./puzzles";
import { play, tasks } from "./stores";

export function PuzzlePanel({ puzzle }: { puzzle: Puzzles }) {
  const { games } = puzzle;
  const box = useRef<HTMLElement>(null);
  // The panel is made anew with each puzzle; the list that had the focus gets it again.
  useLayoutEffect(
    () => box.current!.querySelector<HTMLElement>(`select[name="${puzzle.list}"]`)?.focus(),
    [],
  );
  return (
    <section id="puzzle" aria-labelledby="puzzle-title" ref={box}>
      <div class="line">
        <h2 id="puzzle-title">Puzzles</h2>
        {play.aside && <BackToGame />}
      </div>
      <div class="row-fields">
        {games.length > 1 && (
          <Field label="Game">
            <Choice
              name="puzzle-game"
              choices={games}
              value={puzzle.variant}
              change={(variant) => tasks.later("startPuzzles", variant)}
            />
          </Field>
        )}
        <Field label="Level (solved)">
          <Choice
            name="puzzle-level"
            choices={puzzle.levels.map((level) => [String(level), puzzle.levelText(level)])}
            value={String(puzzle.level)}
            change={(level) => puzzle.choose(Number(level))}
          />
        </Field>
      </div>
      <p class="small">{puzzle.progress}</p>
    </section>
  );
}

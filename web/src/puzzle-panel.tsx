// The levels of puzzles, and how many of them are solved.

import { Choice, Field } from "./fields";
import { play } from "./stores";

export function PuzzlePanel() {
  const { puzzle } = play;
  return (
    <section id="puzzle" aria-labelledby="puzzle-title" hidden={!puzzle}>
      {puzzle && (
        <>
          <h2 id="puzzle-title">Find the win</h2>
          <Field label="Level">
            <Choice
              name="puzzle-level"
              choices={puzzle.levels.map((level) => [String(level), puzzle.levelText(level)])}
              value={String(puzzle.level)}
              change={(level) => puzzle.choose(Number(level))}
            />
          </Field>
          <p class="small">{puzzle.progress}</p>
        </>
      )}
    </section>
  );
}

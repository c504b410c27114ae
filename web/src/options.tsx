// The options of the engine, the keys of the page, and what it is: dialogs that few visitors open.

import type { ComponentChildren } from "preact";
import { Button } from "./button";
import { Foot, ask } from "./dialogs";
import type { Option } from "./engine";
import { Choice, Field, Numeric, Tick } from "./fields";
import { shortcuts } from "./shortcuts";
import { connection, tasks, variants } from "./stores";

/** Options that the page sets by itself. */
const OWN = [
  "UGI_Variant",
  "PieRule",
  "Seed",
  "MultiPV",
  "Ponder",
  "UGI_AnalyseMode",
  "UGI_LimitStrength",
  "UGI_Elo",
];

/** Names and units of usual options. Others have the engine's name. */
const WORDS: Record<string, { name: string; unit?: string }> = {
  Hash: { name: "Memory for the search", unit: "MiB" },
  Threads: { name: "Threads of the search" },
  MoveOverhead: { name: "Time kept back at each move", unit: "ms" },
  Contempt: { name: "A draw counts less by", unit: "hundredths of a piece" },
  Clear: { name: "Forget earlier searches" },
};
const ALIASES: Record<string, string> = { "Move Overhead": "MoveOverhead", "Clear Hash": "Clear" };

const wordsOf = ({ name }: Option): { name: string; unit?: string } =>
  WORDS[ALIASES[name] ?? name] ?? { name };

/** The range of a number: `1 to 256, default 1`. */
function rangeOf(option: Option): string {
  const { min, max, initial } = option;
  const number = (value: number): string => value.toLocaleString("en");
  const range = max < Number.MAX_SAFE_INTEGER && `${number(min)} to ${number(max)}`;
  return [
    [range, wordsOf(option).unit].filter(Boolean).join(" "),
    initial && `default ${number(Number(initial))}`,
  ]
    .filter(Boolean)
    .join(", ");
}

const isEngineHere = (): boolean => document.documentElement.dataset.stopping !== undefined;

/** The folder of the page without a server, on a server that has it (`--static`). */
const BESIDE = "static/";

/** Whether the engine runs here, and the address of the other page; null without another page. */
async function otherPage(): Promise<{ here: boolean; address: string } | null> {
  const here = isEngineHere();
  if (here) return location.pathname.endsWith(`/${BESIDE}`) ? { here, address: "../" } : null;
  const answer = await fetch(BESIDE, { method: "HEAD" }).catch(() => null);
  return answer?.status === 200 ? { here, address: BESIDE } : null;
}

/** The rows of options, by their types. */
const ROWS: Record<string, (option: Option, set: (value: string) => void) => ComponentChildren> = {
  spin: (option, set) => (
    <Field label={wordsOf(option).name}>
      <Numeric
        name={option.name}
        value={Number(option.value)}
        min={option.min}
        max={option.max}
        change={(value) => set(String(Math.round(value)))}
      />
      <small>{rangeOf(option)}</small>
    </Field>
  ),
  check: (option, set) => (
    <Tick on={option.value === "true"} change={(on) => set(String(on))}>
      {wordsOf(option).name}
      <small>default {option.initial === "true" ? "on" : "off"}</small>
    </Tick>
  ),
  combo: (option, set) => (
    <Field label={wordsOf(option).name}>
      <Choice
        name={option.name}
        choices={option.choices.map((name) => [name, name])}
        value={option.value}
        change={set}
      />
      <small>default {option.initial}</small>
    </Field>
  ),
  button: (option, set) => (
    <div>
      <Button class="edge" act={() => set("")}>
        {wordsOf(option).name}
      </Button>
    </div>
  ),
};

/** The dialog of the engine's other options. */
export async function askOptions(): Promise<void> {
  // The game is stored on leaving, and continues in the other page.
  const other = await otherPage();
  const rows = [...connection.engine.options.values()]
    .filter(({ name, type }) => !OWN.includes(name) && Object.hasOwn(ROWS, type))
    .map((option) =>
      ROWS[option.type]!(option, (value) => tasks.run(connection.set(option, value))),
    );
  await ask(`Options of ${connection.name}`, (close) => (
    <>
      {other && (
        <Tick on={other.here} change={() => location.assign(other.address)}>
          This machine thinks, not the server
        </Tick>
      )}
      {rows}
      {!other && !rows.length && <p>This engine has no options.</p>}
      <Foot cancel="Close" close={close} />
    </>
  ));
}

/** Keys without a button. */
const KEYS: [string, string][] = [
  ["\u2190 \u2192", "to the move before, to the next move; also after a click on the board"],
  ["Home End", "to the start, to the end"],
  ["Tab, then \u2190 \u2191 \u2193 \u2192", "onto the board, and from square to square"],
  ["Enter, Space", "pick a piece up, put it down; then the arrows go over the board"],
  ["Esc", "lay it down"],
  ["1 to 6", "the kinds of moves above the board"],
  [
    "Right button",
    "draws arrows and circles on the board, with Shift, Alt or both in other colours; they are saved with the move",
  ],
];

export async function showKeys(): Promise<void> {
  await ask(
    "Keys",
    (close) => (
      <>
        <dl class="keys">
          {[...KEYS, ...shortcuts()].map(([key, text]) => (
            <>
              <dt>{key.length === 1 ? key.toUpperCase() : key}</dt>
              <dd>{text}</dd>
            </>
          ))}
        </dl>
        <Foot cancel="Close" close={close} />
      </>
    ),
    "text",
  );
}

/** Pages elsewhere about a game, by its title. */
const ELSEWHERE: Record<string, { name: string; href: string }[]> = {
  Zola: [
    { name: "The rules at Yucata", href: "https://www.yucata.de/en/Rules/Zola" },
    { name: "Mark Steere’s games", href: "https://www.marksteeregames.com/" },
  ],
};

/** The dialog about the page and the authors of the games. */
export async function showAbout(): Promise<void> {
  const games = variants.names.length ? await variants.games() : [];
  const entries = games.map(({ sheet: { title, author, year, summary } }) => {
    const links = (ELSEWHERE[title] ?? []).map(({ name, href }) => (
      <a href={href} target="_blank" rel="noreferrer">
        {name}
      </a>
    ));
    return (
      <div>
        <dt>
          {title}
          {author && `, by ${[author, year].filter(Boolean).join(", ")}`}
        </dt>
        <dd class="small">
          {summary}
          {links.flatMap((link) => [" ", link])}
        </dd>
      </div>
    );
  });
  await ask("About", (close) => (
    <div class="about">
      <p>
        A place to play board games against an engine or another person at the same board, to look
        back through a game, and to solve puzzles. There is no account and nothing to buy.
      </p>
      {entries.length > 0 && <dl>{entries}</dl>}
      <p class="small">
        {isEngineHere()
          ? "The engine runs in this browser. The page works without a network once it is there."
          : "The engine runs on the server that this page comes from."}{" "}
        Under Rules are the cards of the game in view and all of its rules.
      </p>
      <p class="small">{connection.name}</p>
      <Foot cancel="Close" close={close} />
    </div>
  ));
}

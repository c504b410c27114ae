// The options of the engine, and the keys of the page: dialogs that few visitors open.

import { Foot, ask } from "./dialogs";
import { Choice, Field, Numeric, Tick } from "./fields";
import type { Option } from "./engine";
import { Button } from "./button";
import { connection, tasks } from "./stores";
import { shortcuts } from "./shortcuts";

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
  const number = (value: number): string => value.toLocaleString("en");
  const { unit } = wordsOf(option);
  const range =
    option.max < Number.MAX_SAFE_INTEGER
      ? `${number(option.min)} to ${number(option.max)}${unit ? ` ${unit}` : ""}`
      : unit;
  return [range, option.initial && `default ${number(Number(option.initial))}`]
    .filter(Boolean)
    .join(", ");
}

/** The folder of the page without a server, on a server that has it (`--static`). */
const BESIDE = "static/";

/** Whether the engine runs here, and the address of the other page; null without another page. */
async function otherPage(): Promise<{ here: boolean; address: string } | null> {
  const here = document.documentElement.dataset.stopping !== undefined;
  if (here) return location.pathname.endsWith(`/${BESIDE}`) ? { here, address: "../" } : null;
  const answer = await fetch(BESIDE, { method: "HEAD" }).catch(() => null);
  return answer?.status === 200 ? { here, address: BESIDE } : null;
}

function OptionRow({ option }: { option: Option }) {
  const { name } = wordsOf(option);
  const set = (value: string): void => tasks.run(connection.set(option, value));
  switch (option.type) {
    case "spin":
      return (
        <Field label={name}>
          <Numeric
            {...{
              name: option.name,
              value: Number(option.value),
              min: option.min,
              max: option.max,
            }}
            change={(value) => set(String(Math.round(value)))}
          />
          <small>{rangeOf(option)}</small>
        </Field>
      );
    case "check":
      return (
        <Tick on={option.value === "true"} change={(on) => set(String(on))}>
          {name}
          <small>default {option.initial === "true" ? "on" : "off"}</small>
        </Tick>
      );
    case "combo":
      return (
        <Field label={name}>
          <Choice
            name={option.name}
            choices={option.choices.map((name) => [name, name])}
            value={option.value}
            change={set}
          />
          <small>default {option.initial}</small>
        </Field>
      );
    case "button":
      return (
        <div>
          <Button class="edge" act={() => set("")}>
            {name}
          </Button>
        </div>
      );
    default:
      return null;
  }
}

const SHOWN = ["spin", "check", "combo", "button"];

/** The dialog of the engine's other options. */
export async function askOptions(): Promise<void> {
  // The game is stored on leaving, and continues in the other page.
  const other = await otherPage();
  const options = [...connection.engine.options.values()].filter(
    ({ name, type }) => !OWN.includes(name) && SHOWN.includes(type),
  );
  await ask(`Options of ${connection.name}`, (close) => (
    <>
      {other && (
        <Tick on={other.here} change={() => location.assign(other.address)}>
          This machine thinks, not the server
        </Tick>
      )}
      {options.map((option) => (
        <OptionRow option={option} />
      ))}
      {!other && !options.length && <p>This engine has no options.</p>}
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

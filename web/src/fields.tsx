// Fields of dialogs.

import type { ComponentChildren } from "preact";

interface ChoiceProps {
  name: string;
  /** Values and their names. */
  choices: [string, string][];
  value: string;
  disabled?: boolean;
  change(value: string): void;
}

export const Choice = ({ choices, change, ...rest }: ChoiceProps) => (
  <select {...rest} onChange={({ currentTarget }) => change(currentTarget.value)}>
    {choices.map(([key, text]) => (
      <option value={key}>{text}</option>
    ))}
  </select>
);

export const Field = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <label class="field">
    <span>{label}</span>
    {children}
  </label>
);

interface TickProps {
  name?: string;
  on: boolean;
  change(on: boolean): void;
  kind?: string;
  children: ComponentChildren;
}

export const Tick = ({ name, on, change, kind = "", children }: TickProps) => (
  <label class={`tick ${kind}`.trim()}>
    <input
      type="checkbox"
      name={name}
      checked={on}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
    {children}
  </label>
);

interface NumericProps {
  name: string;
  value: number;
  min: number;
  max: number;
  change(value: number): void;
}

/** A number, clamped to its bounds; other text is ignored. The field then shows the accepted
 *  value. */
export const Numeric = ({ value, change, ...rest }: NumericProps) => (
  <input
    type="number"
    inputmode="decimal"
    step="any"
    defaultValue={value}
    {...rest}
    onChange={({ currentTarget }) => {
      const number = currentTarget.value.trim() === "" ? NaN : Number(currentTarget.value);
      const kept = Number.isFinite(number) ? Math.min(Math.max(number, rest.min), rest.max) : value;
      currentTarget.value = String(kept);
      change(kept);
    }}
  />
);

/** A choice in a row; `word` is a second, smaller line. */
export interface Segment {
  value: string;
  text: ComponentChildren;
  word?: string;
}

interface SegmentsProps {
  name: string;
  label: string;
  segments: Segment[];
  value: string;
  disabled?: boolean;
  change(value: string): void;
  /** Below the row. */
  children?: ComponentChildren;
}

export const Segments = ({ label, segments, value, change, children, ...rest }: SegmentsProps) => (
  <fieldset class="segments">
    <legend>{label}</legend>
    <div class={`row of-${segments.length}`}>
      {segments.map(({ value: own, text, word }) => (
        <label>
          <input
            type="radio"
            {...rest}
            value={own}
            checked={own === value}
            onChange={() => change(own)}
          />
          <span>
            {text}
            {word && <small>{word}</small>}
          </span>
        </label>
      ))}
    </div>
    {children}
  </fieldset>
);

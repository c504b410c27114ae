// A field with its choices in a row.

import type { ComponentChildren } from "preact";

/** A choice; `word` is a second, smaller line. */
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

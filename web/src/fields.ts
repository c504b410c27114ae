// Fields of dialogs.

import { el } from "./dom";

export function choice(
  name: string,
  choices: [string, string][],
  value: string,
): HTMLSelectElement {
  const made = el("select", { name });
  for (const [key, text] of choices)
    made.append(el("option", { value: key, selected: key === value }, text));
  return made;
}

export const field = (label: string, ...inputs: HTMLElement[]): HTMLElement =>
  el("label", { class: "field" }, el("span", {}, label), ...inputs);

export const numeric = (
  name: string,
  value: number,
  min: number,
  max: number,
  step: number | string = 1,
): HTMLInputElement =>
  el("input", { type: "number", name, value, min, max, step, inputmode: "decimal" });

/** What a field holds, within its bounds. */
export function valueOf(input: HTMLInputElement, otherwise: number): number {
  const value = input.value.trim() === "" ? NaN : Number(input.value);
  const [min, max] = [Number(input.min), Number(input.max)];
  return Number.isFinite(value) ? Math.min(Math.max(value, min), max) : otherwise;
}

// Makes elements. Text from engines and files stays text: only `piece-pictures.ts` parses markup,
// and only that of its own pictures.

type Child = Node | string | number | null | undefined | false;
type Value = string | number | boolean | null | undefined | ((event: never) => void);

function fill(made: Element, attributes: Record<string, Value>, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value as EventListener);
    else if (name.startsWith("aria-") && typeof value === "boolean")
      made.setAttribute(name, String(value));
    else if (value === true) made.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) {
      made.setAttribute(name, String(value));
    }
  }
  put(made, children);
}

/** An HTML element; functions among the attributes are listeners. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  fill(made, attributes, children);
  return made;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(made, attributes, children);
  return made;
}

export function put(into: Element, children: Child[]): void {
  const real = children.filter((child) => child !== null && child !== undefined && child !== false);
  into.replaceChildren(...real.map((child) => (child instanceof Node ? child : String(child))));
}

export function byId<T extends Element = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element "${id}"`);
  return found as unknown as T;
}

/** Announces a text to screen readers, even if it is the same text as before. */
export function say(text: string): void {
  const region = byId("live");
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** Whether the person prefers no animations. */
export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A policy of Trusted Types, in browsers that have them. Its name is in page.mjs or static.mjs. */
export function policyOf<T>(name: string, policy: T): T {
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy(name: string, policy: T): T };
  };
  return trustedTypes?.createPolicy(name, policy) ?? policy;
}

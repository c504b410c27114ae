// The games that the engine plays, and what a new one of each depends on.

import type { App } from "./app";
import { Refused } from "./engine";

/** What a new game of a variant depends on. */
export interface Facts {
  names: [string, string] | null;
  pie: boolean;
}

export class Variants {
  private readonly known = new Map<string, Facts>();

  constructor(private readonly app: App) {}

  /** Those that the engine offers, none if it has one game only. */
  get names(): string[] {
    return this.app.engine.options.get("UGI_Variant")?.choices ?? [];
  }

  /** A variant as the engine calls it. Throws if there is none. */
  called(name: string): string {
    const { names, app: { scene } } = this;
    if (name && names.length) {
      const known = names.find((variant) => variant.toLowerCase() === name.toLowerCase());
      if (!known) throw new Refused(`This engine has no game "${name}": expected one of ${names.join(", ")}`);
      return known;
    }
    if (name && scene && scene.variant !== name) throw new Refused(`This engine plays ${scene.variant} and not "${name}"`);
    return name;
  }

  async choose(name: string): Promise<void> {
    const known = this.called(name);
    if (known && this.names.length) await this.app.engine.set("UGI_Variant", known);
  }

  /** What a variant calls its players, as far as that is known, and whether it has the pie rule. */
  async facts(name: string): Promise<Facts> {
    const known = this.known.get(name);
    if (known) return known;
    const { app, names } = this;
    const pie = app.engine.options.has("PieRule");
    if (!names.length && !pie) return { names: app.scene?.players ?? null, pie };
    try {
      const { scene, takes } = await app.engine.peek(names.length ? name : null, app.variant, "PieRule");
      const facts = { names: scene?.players ?? null, pie: pie && takes };
      if (scene) this.known.set(name, facts);
      return facts;
    } catch {
      return { names: null, pie };
    } finally {
      // An analysis has made way for the question.
      app.analysis.follow();
    }
  }
}

// The games that the engine plays, and what a new one of each depends on.

import type { App } from "./app";
import { Refused } from "./engine";
import { PLAYERS, type Scene, nameOf } from "./scene";
import type { Sheet } from "./sheet";

/** What a new game of a variant depends on. */
export interface Facts {
  names: readonly string[] | null;
  pie: boolean;
  /** Its start position. */
  scene: Scene | null;
}

/** A game as it is shown to choose it. */
export interface Shown {
  variant: string;
  variants: string[];
  scene: Scene;
  sheet: Sheet;
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
    const {
      names,
      app: { scene },
    } = this;
    if (name && names.length) {
      const known = names.find((variant) => variant.toLowerCase() === name.toLowerCase());
      if (!known)
        throw new Refused(`This engine has no game "${name}": expected one of ${names.join(", ")}`);
      return known;
    }
    if (name && scene && scene.variant !== name)
      throw new Refused(`This engine plays ${scene.variant} and not "${name}"`);
    return name;
  }

  async choose(name: string): Promise<void> {
    const known = this.called(name);
    if (known && this.names.length) await this.app.engine.set("UGI_Variant", known);
  }

  private gallery: Promise<Shown[]> | null = null;

  /** The games of the engine, the usual variant of each, where it says which variants are one game. */
  games(): Promise<Shown[]> {
    this.gallery ??= this.look();
    return this.gallery;
  }

  private async look(): Promise<Shown[]> {
    const { app, names } = this;
    const found: Shown[] = [];
    let rest = names;
    while (rest.length) {
      // The variant in view stands for its game if it is one of those that are left.
      const variant = rest.find((name) => name === app.variant) ?? rest[0]!;
      const scene = await app.engine.glimpse(variant, app.variant);
      const sheet = app.engine.sheets.get(variant);
      if (!scene || !sheet) return [];
      const own = names.filter((name) => name === variant || sheet.variants.has(name));
      found.push({ variant, variants: own, scene, sheet });
      rest = rest.filter((name) => !own.includes(name));
    }
    return found.sort(
      (one, other) => names.indexOf(one.variants[0]!) - names.indexOf(other.variants[0]!),
    );
  }

  /** What a variant calls its players, as far as that is known, and whether it has the pie rule. */
  async facts(name: string): Promise<Facts> {
    const known = this.known.get(name);
    if (known) return known;
    const { app, names } = this;
    const pie = app.engine.options.has("PieRule");
    if (!names.length && !pie) return { names: app.names, pie, scene: null };
    try {
      const { scene, takes } = await app.engine.peek(
        names.length ? name : null,
        app.variant,
        "PieRule",
      );
      // Boards of one game may differ in what they call their sides.
      if (names.length && !app.engine.sheets.has(name)) await app.engine.glimpse(name, app.variant);
      if (scene) scene.called = app.engine.sheets.get(name) ?? null;
      const facts = {
        names: scene && PLAYERS.map((player) => nameOf(scene, player)),
        pie: pie && takes,
        scene,
      };
      if (scene) this.known.set(name, facts);
      return facts;
    } catch {
      return { names: null, pie, scene: null };
    }
  }
}

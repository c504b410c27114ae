// The games of the engine, and the facts that a new game depends on.

import { Refused, type Variant, type View } from "../engine";
import { type Scene, namesOf } from "../scene";
import type { Sheet } from "../sheet";
import { track } from "../state";
import { storedChoice } from "../storage";
import { connection } from "./connection";
import { tasks } from "./tasks";

/** Facts of a variant for the dialog of a new game. */
export interface Facts {
  names: readonly string[] | null;
  pie: boolean;
  /** Its start position. */
  scene: Scene | null;
}

/** A game in the choice of games. */
export interface Shown {
  variant: string;
  variants: string[];
  /** The picture of the game, a position in play if one is known, and its variant. */
  scene: Scene;
  pictured: string;
  sheet: Sheet;
}

class Variants {
  /** The variant of the game in view. */
  current = "";
  /** The requested start positions. */
  private readonly starts = new Map<string, Promise<View>>();

  /** The variants of the engine; empty if it has no option for them. */
  get names(): string[] {
    return connection.engine.options.get("UGI_Variant")?.choices ?? [];
  }

  /** The last chosen variant in this browser; empty if the engine does not offer it. */
  get last(): string {
    return storedChoice("variant", this.names) ?? "";
  }

  /** The engine's spelling of a variant. Throws if the engine does not play it. */
  called(name: string): string {
    const { names, current } = this;
    if (name && names.length) {
      const known = names.find((variant) => variant.toLowerCase() === name.toLowerCase());
      if (!known)
        throw new Refused(
          `There is no game "${name}" here.`,
          `expected one of ${names.join(", ")}`,
        );
      return known;
    }
    if (name && current && current !== name)
      throw new Refused(`This engine plays ${current}, and not "${name}".`);
    return name;
  }

  async choose(name: string): Promise<void> {
    const known = this.called(name);
    if (known && this.names.length) await connection.engine.set("UGI_Variant", known);
  }

  /** The start of a variant; the engine is asked once. */
  private start(variant: string): Promise<View> {
    const known = this.starts.get(variant);
    if (known) return known;
    const { engine } = connection;
    // Asks by the text of the start: without it the engine may answer for the game in progress.
    const fen = this.told(variant)?.start ?? null;
    const asked = engine.view({ ...(this.names.length && { variant }), fen, moves: [] });
    this.starts.set(variant, asked);
    asked.catch(() => this.starts.delete(variant));
    return asked;
  }

  /** A position in play; the start if none is known, or if the engine refuses it. */
  private example(variant: string): Promise<View> {
    const fen = this.told(variant)?.example ?? null;
    if (fen === null) return this.start(variant);
    return connection.engine
      .view({ variant, fen, moves: [] })
      .catch((error: unknown) =>
        error instanceof Refused ? this.start(variant) : Promise.reject(error),
      );
  }

  /** The games of the engine, each with the variant that stands for it; empty if the engine lists
   *  no variants, or if a game has no sheet. */
  async games(): Promise<Shown[]> {
    const { engine } = connection;
    const { current } = this;
    const shown: Shown[] = [];
    for (const all of Map.groupBy(engine.variants, ({ title }) => title).values()) {
      const variants = all.map(({ name }) => name);
      const pictured = (all.find(({ example }) => example !== null) ?? all[0]!).name;
      // The variant in view stands for its game.
      const variant = variants.find((name) => name === current) ?? pictured;
      const { scene } = await this.example(pictured);
      const sheet = engine.sheets.get(pictured);
      if (!sheet) return [];
      shown.push({ variant, variants, scene, pictured, sheet });
    }
    return shown;
  }

  /** The entry of a variant in `query variants`. */
  private told(name: string): Variant | undefined {
    return connection.engine.variants.find((variant) => variant.name === name);
  }

  /** The variant of the puzzles: this one, else one of its game, else any; null without puzzles. */
  puzzlesFor(name: string): string | null {
    const title = this.told(name)?.title;
    const all = connection.engine.variants.filter(({ puzzles }) => puzzles > 0);
    const found =
      all.find((variant) => variant.name === name) ??
      all.find((variant) => variant.title === title) ??
      all[0];
    return found?.name ?? null;
  }

  /** Variants with puzzles and their names, with the board's size if a game has several. */
  withPuzzles(): Promise<[variant: string, name: string][]> {
    const all = connection.engine.variants.filter(({ puzzles }) => puzzles > 0);
    return Promise.all(
      all.map(async ({ name, title }): Promise<[string, string]> => {
        if (all.filter((other) => other.title === title).length < 2) return [name, title];
        const { scene } = await this.facts(name);
        return [name, scene ? `${title} ${scene.files} \u00d7 ${scene.ranks}` : name];
      }),
    );
  }

  /** The facts of a variant; without names and position if they are not told. */
  async facts(name: string): Promise<Facts> {
    const { engine } = connection;
    const told = this.told(name);
    const pie = told ? told.options.includes("PieRule") : engine.options.has("PieRule");
    try {
      const { scene } = await this.start(name);
      return { names: namesOf(scene), pie, scene };
    } catch (error) {
      if (!(error instanceof Refused)) tasks.trouble(error);
      return { names: null, pie, scene: null };
    }
  }
}

export const variants = track(new Variants());

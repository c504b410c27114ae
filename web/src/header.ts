// The head of the page: which game this is, and what is aimed at; the marks of the game below
// its moves; and the names above the columns of moves.

import type { App } from "./app";
import { byId, el, put, svg } from "./dom";
import { ART } from "./art";
import { dotOf, icon, picture } from "./pieces";
import { PLAYERS, nameOf } from "./scene";
import { kindLine } from "./sheet";

/** Shows what the game in view is called. */
export function drawHeader({ scene, sheet, engine, turned }: App): void {
  if (!scene) return;
  const title = sheet?.title || scene.variant;
  byId("game-name").textContent = title;
  // A game with one board needs no name of it.
  const size = sheet?.variants.size === 1 ? "" : sheet?.variants.get(scene.variant)?.split(":")[0];
  byId("game-size").textContent = size ?? `${scene.files} \u00d7 ${scene.ranks}`;
  byId("aim").textContent = sheet?.aim ?? "";
  byId("engine").textContent = engine.name;
  document.title = `${title} \u2013 ${engine.name}`;
  document.documentElement.style.setProperty(
    "--ratio",
    String(Math.max(1, scene.ranks / scene.files)),
  );
  byId("rules").hidden = byId("tab-rules").hidden = !sheet;
  const marks = scene.marks.map(({ name, sign }) => {
    const art = `mark-${name}`;
    const sample = Object.hasOwn(ART, art)
      ? svg("svg", { viewBox: "-1.8 -1.8 3.6 3.6", "aria-hidden": "true" }, picture(art))
      : el("b", {}, sign);
    return el("span", {}, sample, sheet?.marks.get(name) ?? name);
  });
  put(byId("marks"), marks);
  byId("marks").hidden = !marks.length;
  // The corners beside a board that stands on its corner are free.
  const corners =
    scene.tilt && sheet
      ? PLAYERS.map((player, at) =>
          el(
            "ul",
            { class: `kinds ${(at === 0) === !turned ? "low" : "high"}` },
            ...[...scene.kinds.values()]
              .filter((kind) => kind.player === player)
              .map(({ letter, name }) =>
                el(
                  "li",
                  {},
                  icon(scene, letter),
                  el("span", {}, el("b", {}, name), kindLine(sheet, scene, letter)),
                ),
              ),
          ),
        )
      : [];
  put(byId("corners"), corners);
  const paired = scene.seats.length === 0;
  put(
    byId("sides"),
    paired
      ? [
          el("span"),
          ...PLAYERS.map((player) => el("span", {}, dotOf(scene, player), nameOf(scene, player))),
        ]
      : [],
  );
}

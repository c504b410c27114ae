// How the game in view stands, in words.

import type { App } from "./app";
import { PLAYERS, type Player, turnName, whoHas, whoIs } from "./scene";
import { recordedEnd } from "./recorded-result";
import { type Node, moveOf } from "./tree";
import { resultWords } from "./words";

/** The move that leads to a node. */
export function lastMoveText(node: Node): string {
  if (!node.parent) return "Start of the game.";
  const before = node.parent.view?.scene;
  const move = moveOf(node);
  return before && move ? `${turnName(before)}: ${move.words}.` : `${node.move}.`;
}

/** The only person in a game; nothing where there are two or none. */
export function onlyPerson({ game }: App): Player | null {
  const people = PLAYERS.filter((player) => game?.settings.sides[player].is === "person");
  return people.length === 1 ? people[0]! : null;
}

/** How things stand, in a line. */
export function status(app: App): string {
  const { game, node } = app;
  if (!node.view) return "Waiting for the engine\u2026";
  const { scene, over, result } = node.view;
  if (game?.ended) return game.ended.text;
  if (over) return `${resultWords(scene, result)}.`;
  const recorded = recordedEnd(app, node);
  if (recorded !== null && !game) return recorded;
  if (game && game.live !== node) return "An earlier position of the game.";
  const name = (game?.note ? `${game.note} ` : "") + turnName(scene);
  if (game?.thinking) return `${whoIs(name)} thinking\u2026`;
  const hint = game?.hint ? ` Hint: ${game.hint.words}.` : "";
  const only = scene.moves.length === 1 && scene.moves[0]?.verb === "pass";
  return only
    ? `${whoHas(name)} to ${app.sheet?.verbs.get("pass")?.name.toLowerCase() || "pass"}.`
    : `${name} to move${scene.again ? ", twice" : ""}.${hint}`;
}

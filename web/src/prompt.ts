// The sentence that leads the game: what can be done, what is in the hand, and why a touch was
// refused. The words of a refusal come from the engine where it tells them.

import type { App } from "./app";
import { byId, put } from "./dom";
import { icon } from "./pieces";
import { nameOf, seatOf } from "./scene";
import { status } from "./standing";

/** How long a refusal stays, unless something is touched before. */
const REFUSAL_MS = 4000;

interface Refusal {
  square: string;
  bold: string;
  soft: string;
}

let refusal: Refusal | null = null;
let timer = 0;

/** The square that was refused, as long as that is shown. */
export const refusedSquare = (): string | null => refusal?.square ?? null;

/** Takes back what was said of a refusal; says whether there was one. */
export function forgive(): boolean {
  const was = refusal !== null;
  refusal = null;
  window.clearTimeout(timer);
  return was;
}

/** A move as it would be written if the piece in the hand went to a square: a legal move of the
 *  same piece with its last square replaced. */
function attempted(app: App, picked: string, square: string): string | null {
  const like = app.scene?.moves.find(({ text, actions }) =>
    actions[0]?.does === "lift" && actions[0].square === picked && text.startsWith(picked) && /[a-z]\d+$/.test(text));
  return like ? like.text.replace(/[a-z]\d+$/, square) : null;
}

/** What is to be said of a touch that nothing can be done with. */
async function reasonOf(app: App, square: string): Promise<Refusal | null> {
  const { scene, hand, node } = app;
  if (!scene || !hand) return null;
  const turn = nameOf(scene, scene.turn);
  if (!app.free) return app.game && !app.game.over && app.game.live === node ? { square, bold: `It is ${turn}\u2019s turn.`, soft: "" } : null;
  const letter = scene.pieces.get(square);
  const owner = letter === undefined ? null : scene.kinds.get(letter)?.player ?? null;
  const picked = hand.picked;
  if (picked !== null) {
    const move = picked.includes(":") || square.includes(":") ? null : attempted(app, picked, square);
    const reason = move === null ? null : await app.engine.why(app.tree.line(node), move);
    const held = picked.includes(":") ? "The piece" : picked;
    return reason === null
      ? { square, bold: "Not there.", soft: `The marked squares can be reached. ${held} is still in your hand.` }
      : { square, bold: `Not to ${square}: ${reason}.`, soft: `${held} is still in your hand.` };
  }
  if (owner !== null && owner !== scene.turn && !scene.seats.length) {
    return { square, bold: `That is ${nameOf(scene, owner)}\u2019s ${scene.kinds.get(letter ?? "")?.name ?? "piece"}.`, soft: `${turn} is to move.` };
  }
  if (letter === undefined) return hand.origins().size ? { square, bold: "Pick a piece first.", soft: "" } : null;
  const own = scene.seat === null || seatOf(scene, letter) === scene.seat;
  return own
    ? { square, bold: `The ${scene.kinds.get(letter)?.name ?? "piece"} on ${square} cannot move now.`, soft: "" }
    : { square, bold: "That piece is not yours.", soft: "" };
}

/** Tells why nothing came of a touch; `shown` draws what has changed. */
export async function refuse(app: App, square: string, shown: () => void): Promise<void> {
  const { node, hand } = app;
  const picked = hand?.picked;
  const reason = await reasonOf(app, square);
  app.analysis.follow();
  // Something else has been touched meanwhile.
  if (!reason || app.node !== node || app.hand?.picked !== picked) return;
  forgive();
  refusal = reason;
  timer = window.setTimeout(() => {
    forgive();
    shown();
  }, REFUSAL_MS);
  shown();
}

/** What can be done with the piece in the hand, in numbers. */
function choices(app: App): string {
  const targets = app.free && app.hand?.picked ? [...app.hand.targets().values()] : [];
  const takes = targets.filter((takes) => takes).length;
  const steps = targets.length - takes;
  return [steps ? `\u25cf Go there (${steps})` : "", takes ? `\u2316 Capture (${takes})` : ""].filter(Boolean).join("   ");
}

/** Shows the sentence. */
export function drawPrompt(app: App): void {
  const { scene } = app;
  const letter = scene && [...scene.kinds.keys()].find((letter) =>
    scene.seat === null ? scene.kinds.get(letter)?.player === scene.turn : seatOf(scene, letter) === scene.seat);
  put(byId("prompt-icon"), [scene && letter !== undefined && letter !== null ? icon(scene, letter) : null]);
  byId("status").textContent = status(app);
  byId("how").textContent = choices(app);
  byId("prompt").classList.toggle("no", refusal !== null);
  // The same words are not heard again while nothing but marks has changed.
  const said = refusal ? [refusal.bold, refusal.soft].join(" ").trim() : "";
  const box = byId("refusal");
  if (box.dataset.said !== said) {
    box.dataset.said = said;
    put(box, refusal ? [Object.assign(document.createElement("b"), { textContent: refusal.bold }), ` ${refusal.soft}`] : []);
  }
}

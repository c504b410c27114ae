// The scores of both engines over the plies of a game, from player one's point of view.
"use strict";

const CURVE = { height: 220, left: 44, right: 10, top: 16, bottom: 22 };

/** A score for player one: in hundredths of a piece, infinite for a proven result, `null` if the
 *  engine reported none. */
function scoreOf([seat, , said]) {
  if (said === null) return null;
  const [unit, number] = said.split(" ");
  const value = unit === "mate" ? (+number > 0 ? Infinity : -Infinity) : +number;
  return seat === 0 ? value : -value;
}

/** A score for player one in short: `+0.35`, or `−#4` if player two wins in four plies. */
function scoreText(move) {
  const score = scoreOf(move);
  if (score === null) return "";
  const sign = score < 0 ? "\u2212" : "+";
  const plies = Math.abs(move[2].split(" ")[1]);
  // Such a score is a known win or loss without its length.
  if (Number.isFinite(score) && Math.abs(score) >= 30000) return `${sign}won`;
  return Number.isFinite(score) ? sign + (Math.abs(score) / 100).toFixed(2) : `${sign}#${plies}`;
}

/** The height of a score in the picture, from -1 to 1: differences between small scores are wide,
 *  between large ones narrow, and only proven results are at the edges. */
function heightOf(score) {
  return Number.isFinite(score) ? (0.94 * score) / (Math.abs(score) + 150) : Math.sign(score);
}

/** Functions between plies and scores and the coordinates in a picture of this width. */
function scales(width, plies) {
  const [wide, high] = [width - CURVE.left - CURVE.right, CURVE.height - CURVE.top - CURVE.bottom];
  const count = Math.max(plies, 1);
  return {
    x: (ply) => CURVE.left + (wide * ply) / count,
    y: (height) => CURVE.top + (high * (1 - height)) / 2,
    ply: (x) => Math.min(plies, Math.max(0, Math.round(((x - CURVE.left) / wide) * count))),
  };
}

/** The lines behind the curves, with their labels. */
function grid(game, x, y) {
  const parts = [];
  const plies = game.moves.length;
  if (game.opening > 0) {
    const area = { x: x(0), y: y(1), width: x(game.opening) - x(0), height: y(-1) - y(1) };
    parts.push(svgElement("rect", { ...area, class: "opening" }));
  }
  const marks = [1000, 300, 100, 0, -100, -300, -1000].map((score) => {
    const text = score === 0 ? "0" : (score > 0 ? "+" : "\u2212") + Math.abs(score) / 100;
    return [heightOf(score), text];
  });
  for (const [height, text] of [[1, "wins"], ...marks, [-1, "loses"]]) {
    const line = { x1: x(0), x2: x(plies), y1: y(height), y2: y(height) };
    parts.push(svgElement("line", { ...line, class: height === 0 ? "zero" : "grid" }));
    parts.push(svgElement("text", { x: x(0) - 5, y: y(height), class: "left" }, text));
  }
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((step) => plies / step <= 8) || 1000;
  for (let ply = 0; ply <= plies; ply += step) {
    parts.push(svgElement("text", { x: x(ply), y: y(-1) + 15, class: "below" }, ply));
  }
  return parts;
}

/** Draws the curves with a mark at a ply. `lines` are the classes of the two seats. */
function drawCurve(game, ply, lines) {
  const curve = byId("curve");
  const width = Math.max(260, curve.clientWidth);
  const plies = game.moves.length;
  const { x, y } = scales(width, plies);
  const parts = grid(game, x, y);
  parts.push(svgElement("line", { x1: x(ply), x2: x(ply), y1: y(1), y2: y(-1), class: "now" }));
  for (const seat of [0, 1]) {
    const points = game.moves.flatMap((move, index) => {
      const score = scoreOf(move);
      return move[0] === seat && score !== null ? [[index + 1, y(heightOf(score))]] : [];
    });
    const path = points.map(([ply, y]) => `${x(ply).toFixed(1)},${y.toFixed(1)}`).join(" ");
    parts.push(svgElement("polyline", { points: path, class: lines[seat] }));
    for (const [at, y] of points) {
      const radius = at === ply ? 4.5 : plies > 100 ? 0 : 2.2;
      if (radius)
        parts.push(svgElement("circle", { cx: x(at), cy: y, r: radius, class: lines[seat] }));
    }
  }
  curve.setAttribute("viewBox", `0 0 ${width} ${CURVE.height}`);
  curve.replaceChildren(...parts);
}

/** The ply nearest to a click on the curve. */
function plyAt(game, event) {
  const place = byId("curve").getBoundingClientRect();
  const width = Math.max(260, byId("curve").clientWidth);
  return scales(width, game.moves.length).ply(((event.clientX - place.left) * width) / place.width);
}

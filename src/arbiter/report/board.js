// The board of a game, drawn from what its variant says of its look. Nothing here knows
// rules: what changes with each move stands in the games' files.
"use strict";

/** The inks of pieces whose players are called by a colour: the piece, and marks on it. */
const INKS = {
  white: ["#fbfaf4", "#2a2a2e"],
  black: ["#2a2a2e", "#fbfaf4"],
  red: ["#cf3b30", "#fff"],
  blue: ["#2f69cc", "#fff"],
  green: ["#2c8a4b", "#fff"],
  yellow: ["#e8bf2c", "#2a2a2e"],
};

/** The inks of both players: by their names, or the first two. */
function inksOf(look) {
  const named = look.players.map((name) => INKS[name.toLowerCase()]);
  return named[0] && named[1] && named[0] !== named[1] ? named : [INKS.white, INKS.black];
}

const seatOf = (kind) => (kind.player === "p1" ? 0 : 1);

/** How many plainer kinds a player has. */
function rank(look, kind) {
  const own = look.kinds.filter((other) => other.player === kind.player);
  return own.indexOf(kind);
}

/** A piece around a point, a square being ten units wide. */
function piece(look, kind, x, y) {
  const [ink, mark] = inksOf(look)[seatOf(kind)];
  const parts = [drawn("title", {}, kind.name)];
  parts.push(drawn("circle", { cx: x, cy: y, r: 3.7, fill: ink, class: "piece" }));
  const geometric = kind.glyph >= "\u25a0" && kind.glyph <= "\u25ff";
  if (!geometric) {
    const style = { style: `fill: ${mark}`, class: kind.glyph.length > 1 ? "glyph pair" : "glyph" };
    parts.push(drawn("text", { x, y, ...style }, kind.glyph));
  } else if (rank(look, kind) > 0) {
    const ring = { cx: x, cy: y, fill: "none", stroke: mark, "stroke-width": 0.9 };
    for (let n = 0; n < rank(look, kind); n += 1) {
      parts.push(drawn("circle", { ...ring, r: 2.1 / (n + 1) }));
    }
  }
  return drawn("g", {}, ...parts);
}

/** What is to be seen after so many moves: the kind on each square, or 0; what is in hand;
 *  and the squares of the last move. */
function pictureOf(game, look, ply) {
  const picture = { squares: look.board.squares.map(() => 0), hands: [[], []], last: [] };
  for (const [changes, last, hands] of game.frames.slice(0, ply + 1)) {
    for (let i = 0; i < changes.length; i += 2) picture.squares[changes[i]] = changes[i + 1];
    picture.last = last;
    picture.hands = hands || picture.hands;
  }
  return picture;
}

/** How dark a square of a shade is where there are so many: from 0 to 1. */
function depthOf(shade, shades) {
  if (shade === 0) return 0.1;
  return shades === 1 ? 0.55 : 0.16 + (0.5 * (shade - 1)) / (shades - 1);
}

/** Draws the board, player one below or, turned round, above. */
function drawBoard(look, picture, turned) {
  const { files, ranks, squares } = look.board;
  const at = (square) => {
    const [file, rank] = [square % files, Math.floor(square / files)];
    return turned ? [10 * (files - 1 - file), 10 * rank] : [10 * file, 10 * (ranks - 1 - rank)];
  };
  const shades = Math.max(...squares);
  const parts = [];
  squares.forEach((shade, square) => {
    if (shade === null) return;
    const [x, y] = at(square);
    const area = { x, y, width: 10, height: 10, class: "square" };
    parts.push(drawn("rect", { ...area, "fill-opacity": depthOf(shade, shades).toFixed(3) }));
    if (picture.last.includes(square)) {
      const inner = { x: x + 0.4, y: y + 0.4, width: 9.2, height: 9.2, class: "last" };
      parts.push(drawn("rect", inner));
    }
    const kind = look.kinds[picture.squares[square] - 1];
    if (kind) parts.push(piece(look, kind, x + 5, y + 5));
  });
  for (let file = 0; file < files; file += 1) {
    const place = { x: at(file)[0] + 5, y: 10 * ranks + 3.4, class: "name" };
    parts.push(drawn("text", place, String.fromCharCode(97 + file)));
  }
  for (let rank = 0; rank < ranks; rank += 1) {
    const place = { x: -2.8, y: at(rank * files)[1] + 5, class: "name" };
    parts.push(drawn("text", place, rank + 1));
  }
  const board = byId("board");
  board.setAttribute("viewBox", `-5.5 -0.5 ${10 * files + 6} ${10 * ranks + 6}`);
  board.replaceChildren(...parts);
}

/** What the board shows, for those who do not see it: `Red: a1, b3; Blue: c2`. */
function inWords(look, picture) {
  const name = (square) =>
    String.fromCharCode(97 + (square % look.board.files)) +
    (Math.floor(square / look.board.files) + 1);
  const kinds = look.kinds.map((kind, index) => {
    const all = picture.squares.map((on, square) => (on === index + 1 ? square : -1));
    const places = all.filter((square) => square >= 0).map(name);
    return places.length ? `${kind.name}: ${places.join(", ")}` : "";
  });
  return kinds.filter(Boolean).join("; ");
}

/** What a player holds in hand, as small pictures with their counts. */
function handOf(look, hand) {
  const made = [];
  for (let i = 0; i < hand.length; i += 2) {
    const kind = look.kinds[hand[i] - 1];
    const small = { viewBox: "0 0 10 10", class: "in-hand" };
    const picture = drawn("svg", small, piece(look, kind, 5, 5));
    made.push(element("span", {}, picture, ` \u00d7 ${hand[i + 1]} `));
  }
  return made;
}

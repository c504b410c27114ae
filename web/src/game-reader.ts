// Reads games from files. The server, or a module beside the page, turns PGN and other files into
// lines of JSON (`crates/records`), see `docs/reference/records.md`.

import {
  DecodeError,
  type Reader,
  isObject,
  json,
  lenient,
  list,
  moveText,
  number,
  obj,
  oneOf,
  optional,
  readable,
  text,
} from "./decode";
import { type GameDoc, docOf } from "./game-doc";
import { linesOfGames } from "./games-source";
import { type Score, forFirst } from "./info";
import { SIGNS, Unreadable } from "./records";
import { type Player, PLAYERS } from "./scene";
import { type Node, type Evaluator, Tree, rate } from "./tree";

export { Unreadable };

export interface GameFile {
  /** The kind of the file in words. */
  kind: string;
  /** The numbers of games and of games left out; null if there is nothing to say. */
  summary: string | null;
  games: GameDoc[];
}

const MOST_VARIATIONS = 1000;

const word = lenient(text, "");

/** The error with the words of a reader. */
const unread = (words: string): Unreadable => new Unreadable(undefined, words);
const numeric = lenient(number(), null);
const player = lenient(oneOf(...PLAYERS), null);
const sign = lenient(oneOf(...SIGNS), null);

const readGame = obj({
  number: lenient(number(), 0),
  variant: word,
  p1: word,
  p2: word,
  fen: word,
  opening: optional(list(moveText), []),
  moves: optional(
    list(
      obj({
        move: moveText,
        player,
        cp: numeric,
        mate: numeric,
        depth: numeric,
        time: numeric,
        annotation: sign,
        mark: sign,
        comment: word,
      }),
    ),
    [],
  ),
  result: lenient(oneOf("p1win", "p2win", "draw"), "none"),
  reason: word,
  event: word,
  site: word,
  started: numeric,
  detail: word,
  transcript: readable(text),
});

/** A line from the root; `first` is the ply of a variation's first move, 0 for the main line. */
interface Line {
  nodes: Node[];
  first: number;
}

/** The mover, the score with its depth and nodes, and the best move of a position. */
const EVALUATION =
  /^(p1|p2|-):(?:-|(cp|mate|end)(-?\d{1,9})\/(\d{1,6})(?:n(\d{1,15}))?(?:\/(\S{1,64}))?)$/;

/** Reads the scores that one engine gave to the positions of a line: `scores 0 engine
 *  p1:cp12/8/a1b1 p2:-`. With them its moves get the same marks as in the saved game. */
function readScores(lines: Line[], words: string[]): void {
  const [, number = "", name = "", ...all] = words;
  const found = all.map((word) => EVALUATION.exec(word));
  const line = /^\d{1,4}$/.test(number) ? lines[Number(number)] : undefined;
  const known = /^(engine(_at_-?\d{1,6})?|record_p[12])$/.test(name);
  if (!known || !line || found.some((match) => !match))
    throw unread(`"; ${words.join(" ").slice(0, 40)}": expected scores of a line`);
  const evaluator = name.replaceAll("_", " ") as Evaluator;
  found.forEach((match, at) => {
    const node = line.nodes[line.first + at];
    const [, mover, kind, value, depth, nodes = "0", best = ""] = match!;
    if (!node) return;
    node.mover = player(mover) ?? node.mover;
    if (kind === undefined) return;
    const score = kind === "cp" ? { cp: Number(value) } : { mate: Number(value) };
    // A result is kept as an evaluation of the source, but is not the `score` of the position.
    if (kind === "end") node.evaluations.set(evaluator, { score, depth: Number(depth), nodes: 0 });
    else rate(node, score, Number(depth), evaluator, Number(nodes));
    node.best ||= best;
  });
}

/** Adds variations, remarks and scores, which this page writes as lines of the transcript. */
function readTranscript(tree: Tree, transcript: string[]): void {
  const lines: Line[] = [{ nodes: tree.main(), first: 0 }];
  let remarks = 0;
  for (const said of transcript) {
    const expect = (fits: boolean, what: string): void => {
      if (!fits) throw unread(`"; ${said.slice(0, 40)}": expected ${what}`);
    };
    const [, kind, from = "", at = "", rest = ""] =
      /^(variation|remark) (\d+) (\d+) (.*)$/s.exec(said) ?? [];
    if (kind === undefined) continue;
    const [ply, last] = [Number(at), lines.length - 1];
    const nodes = lines[Number(from)]?.nodes ?? [];
    const most = nodes.length - 1;
    expect(nodes.length > 0, `line ${last} or an earlier one`);
    // A variation may follow the last move.
    const furthest = kind === "variation" ? most + 1 : most;
    expect(ply >= 1 && ply <= furthest, `a move from 1 to ${furthest} of line ${Number(from)}`);
    expect(
      last < MOST_VARIATIONS && remarks < 100 * MOST_VARIATIONS,
      `at most ${MOST_VARIATIONS} variations of a game`,
    );
    const words = rest.split(" ");
    if (kind === "variation") {
      const line = nodes.slice(0, ply);
      expect(words.every(isMove), "moves");
      for (const move of words) line.push(tree.add(line.at(-1)!, move));
      lines.push({ nodes: line, first: ply });
    } else {
      remarks += 1;
      Object.assign(nodes[ply]!, { sign: sign(words[0]), comment: words.slice(1).join(" ") });
    }
  }
  for (const said of transcript) if (said.startsWith("scores ")) readScores(lines, said.split(" "));
}

const isMove = (word: string): boolean => lenient(moveText, "")(word) !== "";

const dayOf = (millis: number): string =>
  millis > 0 ? new Date(Math.min(millis, 8.64e15)).toISOString().slice(0, 10) : "";

const readDoc: Reader<GameDoc> = (value) => {
  const game = readGame(value);
  const { variant, opening, moves, transcript, event, site, detail } = game;
  const tree = new Tree(game.fen || null);
  const scored = transcript.some((line) => line.startsWith("scores "));
  const start = opening.reduce((node, move) => tree.add(node, move), tree.root);
  let node = start;
  for (const { move, player, cp, mate, depth, time, annotation, mark, comment } of moves) {
    const score: Score | null = mate !== null ? { mate } : cp !== null ? { cp } : null;
    // The score is that of the position before the move.
    if (player && score && !scored)
      rate(node, forFirst(score, player), depth ?? 0, `record ${player}`);
    node = tree.add(node, move);
    const note = [
      depth === null ? "" : `depth ${depth}`,
      time ? `${(time / 1000).toFixed(2)} s` : "",
    ];
    Object.assign(node, {
      mover: player,
      note: note.filter(Boolean).join(", "),
      sign: annotation ?? mark,
      comment,
    });
  }
  // In files these are the names of players without a name.
  const name = (player: Player): string => (game[player] === player ? "" : game[player]);
  const isAnalysis = game.result === "none" && ["", "rules"].includes(game.reason);
  if (!isAnalysis || PLAYERS.some(name)) tree.play(node);
  readTranscript(tree, transcript);
  return {
    ...docOf({ tree, variant, pie: false, turned: false, record: null }, start),
    started: Math.min(Math.max(0, game.started ?? 0), 8.64e15),
    number: game.number,
    names: { p1: name("p1"), p2: name("p2") },
    facts: [event, site, dayOf(game.started ?? 0), detail].filter(Boolean).join(" \u00b7 "),
    ended: { result: game.result, reason: game.reason, text: "" },
  };
};

const readHead = lenient(obj({ kind: word, summary: word }), { kind: "", summary: "" });

/** The games of a text; null without a reader of games. Bare moves belong to the variant if they
 *  fit it. Throws `Unreadable`. */
export async function readGames(text: string, variant: string): Promise<GameFile | null> {
  let file: GameFile | null = null;
  await linesOfGames(text, variant, (line) => {
    const value = json((value) => value)(line);
    try {
      if (file) return void file.games.push(readDoc(value));
    } catch (error) {
      throw error instanceof DecodeError ? unread(error.message) : error;
    }
    if (isObject(value) && "error" in value) throw unread(word(value["error"]));
    const { kind, summary } = readHead(value);
    file = { kind, summary: summary || null, games: [] };
  });
  (file as GameFile | null)?.games.sort((one, other) => one.number - other.number);
  return file;
}

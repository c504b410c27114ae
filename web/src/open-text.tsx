// Opens texts from a file or the clipboard: a link, a position, moves, or games.

import { useRef, useState } from "preact/hooks";
import { readAddress } from "./address";
import { Button } from "./button";
import { Details, Foot, ask } from "./dialogs";
import { byId } from "./dom";
import { Refused, Terminated } from "./engine";
import { openNumber } from "./recorded-games";
import { type GameFile, Unreadable, readGames } from "./game-reader";
import { LARGEST } from "./records";
import { counted } from "./scene";
import { gameFile, position, session, tasks, variants } from "./stores";
import { asMeant } from "./typed-text";

/** The longest text that may be a position. */
const LONGEST_POSITION = 4096;

/** Opens a position or moves; returns the engine's refusal, or null. */
const tried = (variant: string | null, fen: string | null, moves: string[]) =>
  session.open({ variant, fen, moves }).then(
    () => null,
    (error: unknown) => (error instanceof Refused ? error : Promise.reject(error)),
  );

/** Shows the first game of a file, and a list if there are several. Returns a summary. */
async function showGames(file: GameFile): Promise<string> {
  const count = counted(file.games.length, "game");
  gameFile.show(file.games, file.summary ?? (file.games.length > 1 ? count : ""));
  await openNumber(0);
  // A list of moves is shown at its end.
  if (file.kind === "a list of moves") await position.step(Infinity);
  return file.summary ?? count;
}

/** Matches moves, not boards. */
const MOVE = /^(?!.*\/)\S*[a-z]\d+\S*$|^(0000|swap|pass|t\S?)$/i;

/** Matches results at the end of a list of moves. */
const END = /^(1-0|0-1|1\/2-1\/2|\*|draw|timeout|resign(ed|s)?)$/i;

/** Opens moves of a game that the reader does not know, in any variant of the engine; returns
 *  whether that worked. Throws if something else stands among them. */
async function openElsewhere(words: string): Promise<boolean> {
  const moves = words
    .replace(/\{[^}]*\}/g, " ")
    .replace(/\b\d+\.+ ?/g, "")
    .split(" ")
    .filter((word) => word && !END.test(word));
  if (!MOVE.test(moves[0] ?? "")) return false;
  const odd = moves.find((word) => !MOVE.test(word));
  if (odd !== undefined)
    throw new Error(`"${odd.slice(0, 40)}": expected a move, such as ${moves[0]}`);
  if (!(await tried(null, position.tree.fen, moves))) return true;
  for (const variant of variants.names.filter((name) => name !== variants.current)) {
    if (!(await tried(variant, null, moves))) return true;
  }
  return false;
}

/** Opens a text. Returns a summary of its games, or null if another text was given meanwhile. */
export async function readGiven(text: string): Promise<string | null> {
  const isLast = gameFile.give();
  tasks.clearTrouble();
  const words = asMeant(text).replace(/\s+/g, " ").trim();
  if (!words) throw new Error("Empty: expected a position, moves or a record of games");
  const inAddress = /#(variant=\S*|fen=\S*)$/.exec(words);
  if (inAddress) {
    await session.open(readAddress(inAddress[0]));
    return "";
  }
  const [, start, moves] =
    /^(?:position )?(startpos|fen .*?)(?: moves(?: (.*))?)?$/.exec(words) ?? [];
  if (start !== undefined && words.split("startpos").length < 3) {
    await session.open({
      variant: null,
      fen: start === "startpos" ? null : start.slice(4),
      moves: moves?.split(" ").filter(Boolean) ?? [],
    });
    return "";
  }
  let why: Error | null = null;
  if (words.length <= LONGEST_POSITION && !/^[[{<]|^game=|\p{Cc}/u.test(words)) {
    const asPosition = await tried(null, words, []);
    if (!asPosition) return "";
    const listed = words.split(" ");
    const asMoves = await tried(null, position.tree.fen, listed);
    if (!asMoves) return "";
    const isList = MOVE.test(listed[0]!) || /^\d+\./.test(words);
    // For a list the error of the reader of games is clearer. If the list has only moves, the
    // engine's refusal is clearer.
    if (!isList && !text.trim().includes("\n")) why = asPosition;
    else if (isList && listed.every((word) => MOVE.test(word))) why = asMoves;
  }
  try {
    const file = await readGames(text, variants.current);
    // A later text that was read sooner stays in view.
    if (!isLast()) return null;
    if (file) return await showGames(file);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    why ??= error;
  }
  if (await openElsewhere(words)) return "";
  throw why ?? new Error("expected a position or moves; files of games are read by zugi serve");
}

function Paste({ close }: { close(): void }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [wrong, setWrong] = useState<{ message: string; details?: string }>({ message: "" });
  const [busy, setBusy] = useState(false);
  const show = async (): Promise<void> => {
    setBusy(true);
    try {
      await readGiven(area.current!.value);
      close();
    } catch (error) {
      if (!(error instanceof Error) || error instanceof Terminated) {
        close();
        throw error;
      }
      setWrong(error);
      area.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p class="note">A position, moves, a link, or a game of zugi or of another program.</p>
      <textarea rows={8} spellcheck={false} aria-label="Paste" ref={area} />
      <p class="wrong-text" role="alert">
        {wrong.message}
        <Details text={wrong.details ?? ""} />
      </p>
      <Foot close={close}>
        <Button class="primary" disabled={busy} act={() => tasks.run(show())}>
          Show
        </Button>
      </Foot>
    </>
  );
}

/** Asks for a text and opens it. The dialog stays open with an unreadable text. */
export const askPasted = (): Promise<unknown> => {
  tasks.clearTrouble();
  return ask("Paste", (close) => <Paste close={() => close()} />);
};

/** The text of a file: UTF-8, UTF-16 with a byte order mark, otherwise Latin-1. */
function textOf(content: ArrayBuffer): string {
  const [first, second] = new Uint8Array(content, 0, Math.min(2, content.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(content);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(content);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return new TextDecoder("latin1").decode(content);
  }
}

/** The text of a file that may have games. */
export async function textOfFile(file: File): Promise<string> {
  if (file.size > LARGEST)
    throw new Error(
      `"${file.name}" has ${Math.ceil(file.size / 2 ** 20)} MiB: expected at most ${LARGEST / 2 ** 20}`,
    );
  const noText = `"${file.name}" is no text: expected a file of games or a position`;
  if (/^(image|audio|video)\//.test(file.type)) throw new Error(noText);
  const text = textOf(await file.arrayBuffer());
  if (text.includes("\0")) throw new Error(noText);
  return text;
}

export async function openFile(file: File): Promise<void> {
  const text = await textOfFile(file);
  try {
    const games = await readGiven(text);
    if (games !== null) byId("note").textContent = games ? `${file.name}: ${games}.` : "";
  } catch (error) {
    if (!(error instanceof Error) || error instanceof Terminated) throw error;
    const { message, details } = error as Partial<Refused>;
    throw new Refused(`${file.name}: ${message}`, details);
  }
}

// The server as the reader of games.

import { Unreadable } from "./records";

/** Passes on each line of an answer at once, for large files. */
async function eachLine(response: Response, take: (line: string) => void): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  }
}

/** Passes on the lines of JSON; none if the server reads no games. Throws if it is not reached. */
export async function linesOfGames(
  text: string,
  variant: string,
  take: (line: string) => void,
): Promise<void> {
  const response = await fetch(`games?variant=${encodeURIComponent(variant)}`, {
    method: "POST",
    body: text,
  }).catch(() => {
    throw new Unreadable("The server cannot be reached");
  });
  if ([404, 405, 501].includes(response.status)) return;
  if (!response.ok)
    throw new Unreadable((await response.text()).trim() || "The server does not read it");
  await eachLine(response, take);
}

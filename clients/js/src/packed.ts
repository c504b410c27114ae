// Files packed by gzip, for servers that do not pack: the browser unpacks them.

/** The ending of the files to fetch: those without it are there, too. */
export const PACKED = typeof DecompressionStream === "function" ? ".gz" : "";

/** A packed module, unpacked. */
export const unpacked = ({ body }: Response): Response =>
  new Response(body!.pipeThrough(new DecompressionStream("gzip")), {
    headers: { "content-type": "application/wasm" },
  });

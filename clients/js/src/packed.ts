// Files packed by gzip, for servers that do not compress: the browser unpacks them.

/** The ending of packed files. Each also exists without it. */
export const PACKED = typeof DecompressionStream === "function" ? ".gz" : "";

export const unpacked = ({ body }: Response): Response =>
  new Response(body!.pipeThrough(new DecompressionStream("gzip")), {
    headers: { "content-type": "application/wasm" },
  });

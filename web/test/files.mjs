// A static host: files of a folder under a path, and nothing else.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** The headers with which a page may share memory with its worker. */
export const ISOLATING = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/** Serves a folder below a path. `types` replaces types of files. */
export async function serveFiles(folder, { path = "/", headers = {}, types = {} } = {}) {
  const known = { ...TYPES, ...types };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const name = pathname.startsWith(path)
      ? normalize(pathname.slice(path.length) || "index.html")
      : "..";
    const file = join(folder, name);
    const found = !name.startsWith("..") && (await stat(file).catch(() => null))?.isFile();
    if (!found) return response.writeHead(404).end("not found");
    response.writeHead(200, {
      "content-type": known[extname(file)] ?? "application/octet-stream",
      ...headers,
    });
    createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const stop = () => {
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    return closed;
  };
  return { url: `http://127.0.0.1:${server.address().port}${path}`, stop };
}

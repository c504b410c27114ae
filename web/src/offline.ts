// The service worker of the page without a server. It stores all files of one version, so that the
// page needs no network after the first visit. A new version is fetched beside the old one, and
// replaces it once no page of the old one is open.

import { PACKED } from "../../clients/js/src/packed";

/** The build, its files, and the files with packed copies; static.mjs sets them. */
declare const VERSION: string;
declare const FILES: string[];
declare const PACKED_FILES: string[];

interface WorkerEvent extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerScope {
  readonly registration: { readonly scope: string };
  addEventListener(name: "install" | "activate" | "fetch", act: (event: WorkerEvent) => void): void;
}
const scope = self as unknown as WorkerScope;

const PREFIX = `zugi ${scope.registration.scope} `;
const NAME = PREFIX + VERSION;

async function answer(request: Request): Promise<Response> {
  const address = new URL(request.url);
  // `index.html` has two addresses.
  const path =
    address.href.split(/[?#]/)[0] === scope.registration.scope ? "index.html" : request.url;
  const kept = await (
    await caches.open(NAME)
  ).match(new URL(path, scope.registration.scope), { ignoreSearch: true });
  return kept ? isolated(kept) : fetch(request);
}

/** The response with the headers that let the page share memory with its workers: searches then
 *  have threads, and stop at once. Few file hosts send them. */
function isolated(response: Response): Response {
  const made = new Response(response.body, response);
  made.headers.set("Cross-Origin-Opener-Policy", "same-origin");
  made.headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return made;
}

scope.addEventListener("install", (event) => {
  const keep = async (file: string, cache: Cache): Promise<void> => {
    // Files in the cache of the browser may be older than this script.
    const add = (name: string): Promise<void> =>
      cache.add(new Request(name, { cache: "no-cache" }));
    if (!PACKED_FILES.includes(file)) return add(file);
    await add(file + PACKED).catch(() => add(file));
  };
  event.waitUntil(
    caches.open(NAME).then((cache) => Promise.all(FILES.map((file) => keep(file, cache)))),
  );
});

scope.addEventListener("activate", (event) => {
  const drop = async (): Promise<void> => {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
  };
  event.waitUntil(drop());
});

scope.addEventListener("fetch", (event) => {
  const isOurs =
    event.request.method === "GET" && event.request.url.startsWith(scope.registration.scope);
  if (isOurs) event.respondWith(answer(event.request));
});

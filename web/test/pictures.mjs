// The pictures of the page in docs: `ZUGI_SERVE=... node test/pictures.mjs` writes them anew.

import { closeAll, open, serve, skip } from "./support.mjs";

if (skip) process.exit(1);
const VIEWPORT = { width: 1180, height: 800 };

const server = await serve();

/** Opens a position, lets an engine analyse it, and takes a picture. */
async function picture(name, address, colorScheme, isReady) {
  const page = await open(`${server.url}#${new URLSearchParams(address)}`, {
    viewport: VIEWPORT,
    colorScheme,
  });
  await page.click("#analyse");
  await isReady(page);
  await page.mouse.move(5, 5);
  await page.screenshot({ path: new URL(`../../docs/${name}.png`, import.meta.url).pathname });
  await page.context().close();
}

const depth = (least) => (page) =>
  page.waitForFunction(
    (least) =>
      Number(/depth (\d+)/.exec(document.querySelector("#depth").textContent)?.[1]) >= least,
    least,
  );

const ZOKA =
  "......../......../......../......../.....b2../...b4..../aZaZ....../a5aZ.a3b1... 1 - Z14/ZZ35 Z2/6 Z/- 3:0 -/b1c1 0:0:-";
try {
  await picture(
    "board-light",
    { variant: "zola-6", moves: "b6c6 a6a5 b2b3 c2d2 f4f3 a4a3" },
    "light",
    depth(14),
  );
  await picture("board-dark", { variant: "zoka", fen: ZOKA }, "dark", depth(7));
} finally {
  // A server that goes on would keep this program from its end.
  await closeAll();
  server.stop();
}

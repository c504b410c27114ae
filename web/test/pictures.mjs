// Makes the pictures in docs, and the preview of links: `ZUGI_SERVE=... node test/pictures.mjs`.

import { closeAll, lobby, open, serve, skip } from "./support.mjs";

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

/** The three games, in the size that link previews use. */
async function preview() {
  const page = await open(server.url, { viewport: { width: 1200, height: 630 } });
  await lobby(page);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      dialog.lobby { padding: 2rem 3rem; overflow: hidden; background: var(--paper); }
      .lobby > h2 { font-size: 2.5rem; line-height: 1.6; padding-left: 4.5rem; }
      .lobby .mark { width: 3.5rem; height: 3.5rem; top: 2.3rem; }
      .lobby :is(.tools, .set, .begin, .pill, .chosen, .waiting) { display: none; }
      .game { box-shadow: inset 0 0 0 1px var(--rule) !important; }
      .picture { height: 20.5rem; }
      .game .board { width: 19rem; }
      .drawing { filter: none; }`);
    document.adoptedStyleSheets.push(sheet);
    document.querySelector(".lobby > h2").textContent = "Three board games against an engine";
    document.activeElement.blur();
  });
  const path = new URL("../src/preview.jpg", import.meta.url).pathname;
  await page.screenshot({ path, type: "jpeg", quality: 82 });
  await page.context().close();
}

const depth = (least) => (page) =>
  page.waitForFunction(
    (least) =>
      Number(/(\d+) turns? ahead/.exec(document.querySelector("#depth").textContent)?.[1]) >= least,
    least,
  );

const ZOKA =
  "......../......../......../......../.....b2../...b4..../aZaZ....../a5aZ.a3b1... 1 - Z14/ZZ35 Z2/6 Z/- 3:0 -/b1c1 0:0:-";
try {
  await preview();
  await picture(
    "board-light",
    { variant: "zola-6", moves: "b6c6 a6a5 b2b3 c2d2 f4f3 a4a3" },
    "light",
    depth(14),
  );
  await picture("board-dark", { variant: "zoka", fen: ZOKA }, "dark", depth(7));
} finally {
  // This program ends only after the server has ended.
  await closeAll();
  server.stop();
}

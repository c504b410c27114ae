// The board in the report of a match: how much room it takes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after } from "node:test";
import { closeAll, launch, test } from "./support.mjs";

after(closeAll);

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

test("the board uses the room that there is", async () => {
  // The page of a report without games; the board is an empty element.
  const [, viewer] = /(<section id="viewer"[\s\S]*?<\/section>)/.exec(
    read("crates/arbiter/src/report/games.html"),
  );
  const style =
    read("crates/arbiter/src/report/style.css") + read("crates/arbiter/dist/report.css");
  const html = `<!doctype html><style>${style}</style><h1>Match</h1>${viewer.replace(" hidden>", ">")}`;
  for (const [width, height, least, most] of [
    [1920, 1080, 600, 640],
    [1280, 700, 400, 520],
    [1024, 768, 400, 580],
    [360, 740, 300, 340],
  ]) {
    const page = await (await launch()).newPage({ viewport: { width, height } });
    await page.setContent(html);
    const board = await page.locator("#board").boundingBox();
    assert.ok(board.width >= least && board.width <= most, `${width}x${height}: ${board.width}`);
    assert.equal(board.height, board.width);
    const moves = await page.locator("#moves-box").boundingBox();
    assert.ok(moves.width >= Math.min(330, width - 40), `${width}: ${moves.width} for the moves`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/report-${width}.png` });
    await page.close();
  }
});

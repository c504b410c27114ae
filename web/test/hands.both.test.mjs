// Fingers, buttons, keys and texts as people have them.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  fingers,
  game,
  load,
  middle,
  moves,
  open,
  PHONE,
  plies,
  served,
  SMALL,
  square,
  test,
} from "./support.mjs";

const server = served();

test("a second finger neither plays nor drops the piece of the first one", async () => {
  const page = await open(server.url + game("zola-6"), { hasTouch: true });
  const touch = await fingers(page);
  const one = { ...(await middle(page, "b6")), id: 1 };
  const held = { ...one, x: one.x + 20 };
  const two = { ...(await middle(page, "c6")), id: 2 };
  await touch("touchStart", [one]);
  await touch("touchMove", [held]);
  await page.locator("#board .held").waitFor({ state: "attached" });
  await touch("touchStart", [held, two]);
  await touch("touchMove", [{ ...held, x: held.x + 1 }]);
  assert.equal(await page.locator("#board .held").count(), 1);
  assert.deepEqual(await moves(page), []);
  await touch("touchMove", [{ ...two, id: 1 }]);
  await touch("touchEnd", []);
  await plies(page, 1);
  assert.deepEqual(await moves(page), ["b6c6"]);
});

test("a right click cancels a drag", async () => {
  const page = await open(server.url + game("zola-6"));
  const [from, to] = [await middle(page, "b6"), await middle(page, "c6")];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.locator("#board .held").waitFor({ state: "attached" });
  await page.mouse.down({ button: "right" });
  await page.locator("#board .held").waitFor({ state: "detached" });
  await page.mouse.up({ button: "right" });
  await page.mouse.up();
  assert.equal(await square(page, "b6").getAttribute("aria-selected"), "false");
  assert.deepEqual(await moves(page), []);
});

test("keys count by their place in other alphabets, and once while they are held", async () => {
  const page = await open(server.url + game("zola-6"));
  const first = () => page.locator("[data-square]").first().getAttribute("data-square");
  const key = (repeat) =>
    page.evaluate(
      (repeat) =>
        document.body.dispatchEvent(
          new KeyboardEvent("keydown", {
            key: "а",
            code: "KeyF",
            repeat,
            bubbles: true,
            cancelable: true,
          }),
        ),
      repeat,
    );
  assert.equal(await first(), "a6");
  await key(false);
  assert.equal(await first(), "f1");
  await key(true);
  assert.equal(await first(), "f1");
});

it("texts are read as they are meant", async () => {
  const { asMeant } = await load("typed-text");
  assert.equal(asMeant("\u200b\u201cb6\u2013c6\u201d\u202c "), "b6-c6");
  assert.equal(asMeant("\u00abb6\u2212c6\u00bb"), "b6-c6");
  assert.equal(asMeant("6/2b3/1br3/6/3r2/6 r"), "6/2b3/1br3/6/3r2/6 r");
});

test("on a phone the tray with what can be taken up is in sight, above the bar for the thumb", async () => {
  const page = await open(`${server.url}#variant=zoka`, PHONE);
  await page.waitForFunction(() => {
    const [near, thumb, far] = ["near", "thumb", "far"].map((id) =>
      document.getElementById(id).getBoundingClientRect(),
    );
    return near.bottom <= thumb.top && far.height <= 44;
  });
  // Nothing in the trays is cut off, and fingers find their targets.
  assert.equal(
    await page
      .locator(".side")
      .evaluateAll(
        (all) =>
          all.flatMap((side) =>
            [...side.querySelectorAll(".place")].filter(
              (place) => place.getBoundingClientRect().right > side.getBoundingClientRect().right,
            ),
          ).length,
      ),
    0,
  );
  for (const selector of ['#near button[data-touch^="heap:"]', "#verbs button >> nth=0"]) {
    const { width, height } = await page.locator(selector).boundingBox();
    assert.ok(width >= 44 && height >= 44, `${width} x ${height}`);
  }
});

test("in a window of little height the whole board and the sentence are in sight", async () => {
  for (const variant of ["zola-6", "zoka"]) {
    const page = await open(`${server.url}#variant=${variant}`, {
      viewport: { width: 640, height: 400 },
    });
    for (const part of ["#board", "#status"]) {
      const { x, y, width, height } = await page.locator(part).boundingBox();
      assert.ok(
        x >= 0 && y >= 0 && x + width <= 640 && y + height <= 400,
        `${variant} ${part} ${x} ${y} ${width} ${height}`,
      );
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 640);
    await page.context().close();
  }
});

test("the number of pieces in a line is not cut off on a telephone", async () => {
  const page = await open(server.url + game("zoka"), { ...SMALL, hasTouch: true });
  const cut = await page.locator('[data-touch="heap:line"] .count').evaluate((count) => {
    const place = count.closest(".place").getBoundingClientRect();
    return count.getBoundingClientRect().right - place.right;
  });
  assert.ok(cut < 0, `${cut} px`);
});

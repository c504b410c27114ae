// Input of people: several fingers, mouse buttons, other alphabets, typed texts, telephones.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  fingers,
  game,
  lead,
  load,
  middle,
  moves,
  open,
  PHONE,
  plies,
  served,
  square,
  test,
} from "./support.mjs";

const server = served();

test("the piece of a finger is seen above it, its goal is outlined, and a second finger changes nothing", async () => {
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
  await page.locator("#board .over").waitFor({ state: "attached" });
  const piece = await page.locator("#board .held").boundingBox();
  const y = piece.y + piece.height / 2;
  assert.ok(Math.abs(two.y - 40 - y) < 6, `the piece is at ${y}, the finger at ${two.y}`);
  await touch("touchEnd", []);
  await plies(page, 1);
  assert.equal(await page.locator("#board .over").count(), 0);
  assert.deepEqual(await moves(page), ["b6c6"]);
});

test("a right click cancels a drag", async () => {
  const page = await open(server.url + game("zola-6"));
  await lead(page, "b6", "c6");
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

test("on a phone the far tray is low, and fingers find what can be taken up in the near one", async () => {
  const page = await open(`${server.url}#variant=zoka`, PHONE);
  await page.waitForFunction(
    () => document.getElementById("far").getBoundingClientRect().height <= 44,
  );
  // The number of pieces in a line is not cut off.
  const beyond = await page
    .locator('#near [data-touch="heap:line"] .count')
    .evaluate(
      (count) =>
        count.getBoundingClientRect().right - count.closest(".place").getBoundingClientRect().right,
    );
  assert.ok(beyond < 0, `${beyond} px`);
  for (const selector of ['#near button[data-touch^="heap:"]', "#verbs button >> nth=0"]) {
    const { width, height } = await page.locator(selector).boundingBox();
    assert.ok(width >= 44 && height >= 44, `${width} x ${height}`);
  }
});

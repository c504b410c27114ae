// The layout of an analysis: the board, the engine's lines, the buttons and the moves have room.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  address,
  counts,
  follow,
  game,
  give,
  go,
  inStores,
  linesOf,
  lobby,
  menu,
  open,
  openTab,
  PHONE,
  plies,
  reads,
  ready,
  served,
  test,
  troubled,
} from "./support.mjs";

const server = served();

const GAMES = {
  "zola-6":
    "d6c6 f3f4 c1d1 a4a3 d1e2 a3b2 e1b1 a2b1 f2f4 b5b4 c5b4 c2d2 e3d2 b3b4 c3c4 d3c4 d4c4 b2e5",
  zvp: "c3d4 f8e7 e1f2 e7d8 f2e3 g7f8 b2c3 d8e7 a5b6 h8g7 b6a7 g7f6 e3f2 e7d8 f2e3 f8e7 d4c5 f6g5",
  zoka: `${"t ".repeat(22)}Z@h2 Z@f1 1@h3 Z@d1 Z@g3`,
};

const at = (variant) => server.url + address({ variant, moves: GAMES[variant] });
const listed = (page, variant) => plies(page, GAMES[variant].split(" ").length);

/** The rows of moves that are completely visible. */
const WHOLE_ROWS = () => {
  const seen = (move, x, y) => move.contains(document.elementFromPoint(x, y));
  const tops = [...document.querySelectorAll("#moves > .move[data-text]")].flatMap((move) => {
    const { left, right, top, bottom } = move.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => seen(move, (left + right) / 2, y))
      ? [Math.round(top)]
      : [];
  });
  return new Set(tops).size;
};

test("six rows of moves are in sight beside three lines and the curve", async () => {
  for (const [width, height] of [
    [1400, 900],
    [1280, 800],
  ]) {
    for (const variant of Object.keys(GAMES)) {
      const page = await open(at(variant), { viewport: { width, height } });
      await listed(page, variant);
      await page.click("#analyse");
      await linesOf(page, 3);
      // The curve comes with the second score.
      await page.keyboard.press("ArrowLeft");
      await linesOf(page, 3);
      await page.locator("#curve-box").waitFor();
      const rows = await page.evaluate(WHOLE_ROWS);
      assert.ok(rows >= 6, `${variant} ${width}x${height}: ${rows} rows`);
      const [scrolls, pane, current] = await page.evaluate(() => {
        const [root, pane] = [document.documentElement, document.querySelector("#pane-moves")];
        const [list, move] = ["#moves", "#moves [aria-current]"].map((one) =>
          document.querySelector(one).getBoundingClientRect(),
        );
        return [
          root.scrollHeight > innerHeight || root.scrollWidth > innerWidth,
          pane.scrollHeight - pane.clientHeight,
          move.top >= list.top - 1 && move.bottom <= list.bottom + 1,
        ];
      });
      assert.deepEqual([scrolls, pane, current], [false, 0, true], `${variant} ${width}x${height}`);
      await page.context().close();
    }
  }
});

const BUTTONS = ["#review", "#next-mistake", "#threat", "#count"];
const PLACES = (all) =>
  all.map((one) => {
    const { left, top } = document.querySelector(one).getBoundingClientRect();
    return `${one} ${Math.round(left)} ${Math.round(top + scrollY)}`;
  });

test("buttons of an analysis stay where they are when lines come", async () => {
  for (const viewport of [
    { width: 1400, height: 900 },
    { width: 1024, height: 768 },
    { width: 360, height: 740 },
  ]) {
    const page = await open(at("zola-6"), { viewport });
    await listed(page, "zola-6");
    // No line can arrive in the same task of the event loop.
    const before = await page.evaluate(async (buttons) => {
      document.querySelector("#analyse").click();
      await null;
      const places = buttons.map((one) => {
        const { left, top } = document.querySelector(one).getBoundingClientRect();
        return `${one} ${Math.round(left)} ${Math.round(top + scrollY)}`;
      });
      return { lines: document.querySelectorAll("#lines li").length, places };
    }, BUTTONS);
    assert.equal(before.lines, 0);
    await linesOf(page, 3);
    assert.deepEqual(await page.evaluate(PLACES, BUTTONS), before.places);
    await page.selectOption("#count", "5");
    await linesOf(page, 5);
    assert.deepEqual(await page.evaluate(PLACES, BUTTONS), before.places);
    await page.click("#threat");
    await page.locator("#danger:not(:empty)").waitFor();
    assert.deepEqual(await page.evaluate(PLACES, BUTTONS), before.places);
    await page.context().close();
  }
});

test("a telephone on its side has the board, the engine and the steps in sight", async () => {
  for (const variant of Object.keys(GAMES)) {
    const page = await open(at(variant), {
      viewport: { width: 740, height: 360 },
      hasTouch: true,
      isMobile: true,
    });
    await listed(page, variant);
    await page.evaluate(() => document.querySelector("#analyse").click());
    await linesOf(page, 3);
    await reads(page, "#how", /Best: /);
    const out = await page.evaluate(() => {
      document.querySelector("#how").append(" Words that need a second line of the sentence.");
      return ["#board", "#back", "#on", "#lines li"].filter((one) => {
        const { top, bottom, left, right } = document.querySelector(one).getBoundingClientRect();
        return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
      });
    });
    assert.deepEqual(out, [], variant);
    await page.context().close();
  }
});

test("the moves of a game with places are told in words, and nobody is blamed for what was turned over", async () => {
  const page = await open(at("zoka"));
  await listed(page, "zoka");
  await counts(page, "#moves > .move[data-text] b", GAMES["zoka"].split(" ").length);
  await page.click("#review");
  await reads(page, "#review", /^Stop/);
  await reads(page, "#review", "Score all moves");
  assert.equal(
    await page.locator('#moves > :is(.inaccuracy, .mistake, .blunder)[data-text^="t"]').count(),
    0,
  );
});

test("a print has the board and all moves", async () => {
  const page = await open(at("zola-6"));
  await listed(page, "zola-6");
  await page.emulateMedia({ media: "print" });
  const [board, cut] = await page.evaluate(() => {
    const boxes = [document.querySelector("#panel"), document.querySelector("#moves")].map(
      (one) => one.getBoundingClientRect().bottom,
    );
    const last = [...document.querySelectorAll("#moves > .move")].at(-1).getBoundingClientRect();
    return [
      document.querySelector("#board").offsetWidth,
      boxes.some((bottom) => bottom < last.bottom - 1),
    ];
  });
  assert.ok(board > 300, `${board}`);
  assert.equal(cut, false);
});

/** A window at 200 %, a telephone on its side, a tablet and a telephone. */
const SIZES = [
  [640, 400],
  [740, 360],
  [768, 1024],
  [360, 740],
];
const sized = ([width, height]) => ({ viewport: { width, height } });
const resize = (page, [width, height]) => page.setViewportSize({ width, height });

const ZOKA =
  ".....bZb3b5/......bZ./.......bZ/....bZ.../....a2.../aZ......./.aZ...b6../a6a4aZ..... 1 - Z1/Z1 Z3/2 Z/Z 4:5 -/- 0:0:-";

/** The parts of the sentence that are cut off, lie outside of it, or overlap another part. */
const FAULTS = () => {
  const seen = (selector) =>
    [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  /** The lines of a text. */
  const lines = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return [...range.getClientRects()];
  };
  const meet = (one, two) =>
    one.width > 0 &&
    two.width > 0 &&
    one.left < two.right - 1 &&
    two.left < one.right - 1 &&
    one.top < two.bottom - 1 &&
    two.top < one.bottom - 1;
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) faults.push(`${root.scrollWidth} pixels wide`);
  const [title] = seen("header .title");
  const { right } = title.getBoundingClientRect();
  if (lines(document.querySelector("#game-name")).some((line) => line.right > right + 1))
    faults.push("the title is cut off");
  for (const button of seen("#verbs button, #aside button"))
    if (button.scrollWidth > button.clientWidth + 1)
      faults.push(`"${button.textContent}" is cut off`);
  const prompt = document.querySelector("#prompt").getBoundingClientRect();
  const parts = [
    ...seen("#status, #how, #pill, #refusal").flatMap((one) =>
      lines(one).map((line) => [one.id, line]),
    ),
    ...seen("#verbs button, #aside button").map((one) => [
      one.textContent,
      one.getBoundingClientRect(),
    ]),
  ];
  parts.forEach(([name, box], at) => {
    if (!box.width) return;
    if (box.top < prompt.top - 1 || box.bottom > prompt.bottom + 1)
      faults.push(`"${name}" is not in the sentence`);
    for (const [other, two] of parts.slice(at + 1))
      if (other !== name && meet(box, two)) faults.push(`"${name}" is on "${other}"`);
  });
  return faults;
};

test("sentence, verbs and hand have room in small windows", async () => {
  for (const how of [{ variant: "zola-6" }, { variant: "zvp" }, { variant: "zoka", fen: ZOKA }]) {
    const page = await open(server.url + address({ ...how, p1: "person", p2: "person" }));
    for (const isHeld of how.fen ? [false, true] : [false]) {
      if (isHeld) {
        await page.locator('button[data-touch^="place:hand:"]').first().click();
        await page.locator("#aside [data-key=lay]").waitFor();
      }
      for (const size of [[1400, 900], [1280, 800], [1280, 720], [820, 1180], ...SIZES]) {
        await resize(page, size);
        const name = `${how.variant} ${size}${isHeld ? " with a piece in the hand" : ""}`;
        assert.deepEqual(await page.evaluate(FAULTS), [], name);
        const [tray, end, hidden] = await page.evaluate(() => {
          const bar = document.querySelector("#thumb");
          return [
            document.querySelector("#near").getBoundingClientRect().bottom,
            bar.checkVisibility() ? bar.getBoundingClientRect().top : innerHeight,
            ["#board", "#status"].filter((one) => {
              const { left, top, right, bottom } = document
                .querySelector(one)
                .getBoundingClientRect();
              return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
            }),
          ];
        });
        assert.ok(isHeld || tray <= end + 1, `${name}: the tray ends at ${tray}, it at ${end}`);
        assert.deepEqual(hidden, [], name);
      }
    }
    await page.context().close();
  }
});

test("on a telephone the pieces of a side end before its clock", async () => {
  const page = await open(server.url + game("zola-6", { time: "5+3" }), sized([390, 844]));
  for (const side of ["#far", "#near"]) {
    const [pieces, clock] = await page.evaluate(
      (side) => [
        document.querySelector(`${side} .army > :last-child`).getBoundingClientRect().right,
        document.querySelector(`${side} .clock`).getBoundingClientRect().left,
      ],
      side,
    );
    assert.ok(pieces < clock, `${side}: the pieces end at ${pieces}, the clock begins at ${clock}`);
  }
});

test("verbs, tray and sentence stay where they are when a verb is pressed and a piece picked", async () => {
  const how = { variant: "zoka", fen: ZOKA, p1: "person", p2: "person" };
  const parts = ["#prompt", "[data-verb=exchange]", "[data-verb=strike]", "#near"];
  const places = (page) =>
    page.evaluate(
      (parts) =>
        parts.map((one) => {
          const { top, bottom } = document.querySelector(one).getBoundingClientRect();
          return `${one} ${Math.round(top)} ${Math.round(bottom)}`;
        }),
      parts,
    );
  for (const [width, height, touches = false] of [
    [1400, 900],
    [1280, 720],
    [820, 1180, true],
    [390, 844, true],
  ]) {
    const page = await open(server.url + address(how), {
      viewport: { width, height },
      hasTouch: touches,
    });
    const before = await places(page);
    const same = async (what) => {
      const name = `${what} at ${width}x${height}`;
      assert.deepEqual(await places(page), before, name);
      assert.deepEqual(await page.evaluate(FAULTS), [], name);
    };
    await page.click("[data-verb=strike]");
    await reads(page, "#status", /can strike/);
    await same("Strike");
    await page.click("[data-verb=place]");
    await page.locator('button[data-touch^="place:hand:"]').first().click();
    await page.locator("#aside [data-key=lay]").waitFor();
    await same("a piece in the hand");
    await page.context().close();
  }
});

test("a puzzle of a game with verbs keeps its buttons off its sentence", async () => {
  const page = await open(server.url + game("zoka"));
  const hasRoom = async (what) => {
    for (const size of [[1280, 800], ...SIZES]) {
      await resize(page, size);
      assert.deepEqual(await page.evaluate(FAULTS), [], `${what} ${size}`);
    }
  };
  await page.keyboard.press("p");
  await reads(page, "#how", /Puzzle 1 of/);
  await ready(page);
  await hasRoom("puzzle");
  await page.getByRole("button", { name: "Show the solution" }).click();
  await page.locator("#aside .primary").waitFor();
  await ready(page);
  await hasRoom("answer");
});

test("a refusal of three lines has room, and leaves the board free", async () => {
  const page = await open(server.url + game("zola-6"));
  await go(page, "b6", "c6");
  await plies(page, 1);
  await go(page, "c4", "b4");
  await reads(page, "#refusal", /still in your hand/);
  for (const size of [
    [1100, 700],
    [1280, 900],
    [1400, 900],
    [360, 740],
  ]) {
    await resize(page, size);
    assert.deepEqual(await page.evaluate(FAULTS), [], String(size));
    const isFree = await page.evaluate(() => {
      const [prompt, board] = ["#prompt", "#board"].map((one) =>
        document.querySelector(one).getBoundingClientRect(),
      );
      return prompt.bottom <= board.top || prompt.top >= board.bottom;
    });
    assert.ok(isFree, `${size}: the sentence lies on the board`);
  }
});

const { "zola-4": PROVEN } = JSON.parse(
  readFileSync(new URL("data/proven-games.json", import.meta.url)),
);

test("a mistake that is shown has room for its words and buttons, and so has what refutes it", async () => {
  const { start: fen, moves } = PROVEN[29];
  const page = await open(server.url + game("zola-4", { fen, moves }), sized([1280, 720]));
  const hasRoom = async (what) => {
    for (const size of [[1280, 720], [1400, 900], ...SIZES]) {
      await resize(page, size);
      assert.deepEqual(await page.evaluate(FAULTS), [], `${what} ${size}`);
    }
    await resize(page, [1280, 720]);
    const [sentence, board] = await page.evaluate(() => [
      document.querySelector("#prompt").getBoundingClientRect().bottom,
      document.querySelector("#board").getBoundingClientRect().top,
    ]);
    assert.ok(
      sentence <= board,
      `${what}: the sentence ends at ${sentence}, the board is at ${board}`,
    );
  };
  await page.locator("#summary").waitFor();
  assert.ok((await page.evaluate(WHOLE_ROWS)) >= 4);
  await page.locator(".turning").getByRole("button", { name: "See it" }).click();
  await reads(page, "#how", /Better was/);
  await hasRoom("mistake");
  await page.locator('#aside [data-key="why"]').click();
  await reads(page, "#how", "That is why it was a mistake.");
  await hasRoom("refutation");
});

/** Whether a button or a field is in the window, with nothing on it. */
const inSight = (button) =>
  button.evaluate((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return bottom <= innerHeight && right <= innerWidth && button.contains(at);
  });

test("the buttons of a set-up are in sight beside the trays of a game with places", async () => {
  for (const size of [
    [1280, 720],
    [1400, 900],
  ]) {
    const page = await open(server.url + address({ variant: "zoka", fen: ZOKA }), sized(size));
    await menu(page, "#setup-open");
    for (const name of ["done", "clear", "start", "cancel"])
      assert.ok(await inSight(page.locator(`#set-${name}`)), `${name} ${size}`);
    await page.context().close();
  }
});

test("the pieces of a set-up stand just below the board on a telephone", async () => {
  for (const variant of ["zvp", "zoka"]) {
    const page = await open(server.url + game(variant), PHONE);
    await menu(page, "#setup-open");
    await page.locator("#brushes").waitFor();
    const gap = await page.evaluate(() => {
      const [board, setup] = ["#board", "#setup"].map((one) =>
        document.querySelector(one).getBoundingClientRect(),
      );
      return setup.top - board.bottom;
    });
    assert.ok(gap >= 0 && gap < 32, `${variant}: ${gap}`);
    await page.context().close();
  }
});

test("a telephone on its side has the hint in sight, and Resign in its menu", async () => {
  const page = await open(server.url + game("zoka"), { ...PHONE, ...sized([844, 390]) });
  assert.ok(await inSight(page.locator('#thumb [data-for="hint"]')));
  await page.click("#more summary");
  assert.ok(await page.locator('#menu [data-for="resign"]').isVisible());
});

test("a game that waits is offered beside the board in small windows", async () => {
  const first = await open(server.url + game("zola-4"));
  await go(first, "a1", "b1");
  await plies(first, 1);
  // Another tab looks for it only when it is opened.
  while (!(await inStores(first, (entries) => entries.count())));
  const page = await openTab(first.context(), server.url + game("zola-6"));
  await page.locator("#offer").waitFor();
  for (const size of SIZES) {
    await resize(page, size);
    assert.deepEqual(await page.evaluate(FAULTS), [], String(size));
    const [offer, board, end] = await page.evaluate(() => {
      const [offer, board] = ["#offer", "#board"].map((one) =>
        document.querySelector(one).getBoundingClientRect(),
      );
      return [offer.bottom, board.top, board.bottom - innerHeight];
    });
    assert.ok(offer <= board, `${size}: the offer ends at ${offer}, the board is at ${board}`);
    assert.ok(end <= 0, `${size}: the board ends ${end} below the window`);
    // An error lies over the offer.
    await give(page, "bad.jsonl", "[number 1");
    await page.locator("#trouble").waitFor();
    const moved = await page.evaluate(
      () => document.querySelector("#board").getBoundingClientRect().top,
    );
    assert.equal(moved, board, String(size));
    await troubled(page, /^bad.jsonl: No game can be read from it\./);
  }
});

test("all that can be chosen is in sight, and in small windows the button that begins", async () => {
  const page = await open(server.url);
  const dialog = await lobby(page);
  await resize(page, [1280, 800]);
  for (const name of ["variant", "you", "level", "time", "pie", "here", "start"])
    assert.ok(await inSight(dialog.locator(`[name="${name}"]`).first()), name);
  for (const size of SIZES) {
    await resize(page, size);
    assert.ok(await inSight(dialog.locator('[name="start"]')), String(size));
    const wide = await dialog.evaluate((dialog) =>
      [dialog, ...dialog.querySelectorAll(".segments label, .game, .begin")]
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent.slice(0, 30)),
    );
    assert.deepEqual(wide, [], String(size));
    const [titleEnd, toolsBegin] = await dialog.evaluate((dialog) => {
      const title = document.createRange();
      title.selectNodeContents(dialog.querySelector("h2"));
      const [tool] = dialog.querySelectorAll(".tools button");
      return [title.getBoundingClientRect().right, tool.getBoundingClientRect().left];
    });
    assert.ok(titleEnd <= toolsBegin, `the title ends at ${titleEnd}, the tools at ${toolsBegin}`);
    // The row that begins the game covers no focused field.
    for (const name of ["you", "level", "time", "here"]) {
      const field = dialog.locator(`[name="${name}"]`).first();
      await field.focus();
      const [end, begin] = await field.evaluate((field) => [
        field.closest("label").getBoundingClientRect().bottom,
        document.querySelector("dialog .begin").getBoundingClientRect().top,
      ]);
      assert.ok(end <= begin, `${size}: ${name} ends at ${end}, the row begins at ${begin}`);
    }
  }
});

test("cards begin with their title, and the button to play is in sight", async () => {
  const [low, telephone] = [[740, 360], SIZES.at(-1)];
  const others = ["zvp", "zoka"].map((variant) => [variant, telephone]);
  for (const [variant, size] of [...SIZES.map((size) => ["zola-6", size]), ...others]) {
    const page = await open(server.url + address({ variant }), { cards: true, ...sized(size) });
    const dialog = page.locator("dialog.sheet");
    const play = dialog.getByRole("button", { name: "Play" });
    await play.waitFor();
    assert.ok(await inSight(play), `${variant} ${size}`);
    const [scrolled, top, more] = await dialog.evaluate((dialog) => [
      dialog.scrollTop,
      dialog.querySelector("h2").getBoundingClientRect().top - dialog.getBoundingClientRect().top,
      dialog.scrollHeight - dialog.clientHeight,
    ]);
    assert.equal(scrolled, 0);
    assert.ok(top >= 0, `${size}: ${top}`);
    assert.ok(String(size) !== String(low) || more > 0, "there is more than fits");
    const [text, buttons] = await dialog.evaluate((dialog) => {
      dialog.scrollTop = dialog.scrollHeight;
      return [
        dialog.querySelector(".card-list li > :last-child").getBoundingClientRect().bottom,
        dialog.querySelector(".pager").getBoundingClientRect().top,
      ];
    });
    assert.ok(
      text <= buttons + 1,
      `${variant} ${size}: the text ends at ${text}, below ${buttons}`,
    );
    await page.context().close();
  }
});

test("the board of a new game is in sight, however far the page was scrolled", async () => {
  const page = await open(server.url + game("zvp"), sized([360, 740]));
  const down = await page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight);
    return scrollY;
  });
  assert.ok(down > 0);
  await follow(page, game("zola-4"));
  assert.equal(await page.evaluate(() => scrollY), 0);
});

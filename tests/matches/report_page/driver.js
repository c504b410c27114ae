// Operates the page as a person does, and writes the observed texts into an element.
"use strict";
var alarms = 0;
function alarm() {
  alarms += 1;
}
(async () => {
  const errors = [];
  window.addEventListener("error", (event) => errors.push(event.message));
  const seen = { boards: [], ranges: [] };
  const text = (id) => document.getElementById(id).textContent;
  const until = async (name, test) => {
    for (let tries = 0; !test(); tries += 1) {
      if (tries > 500) throw new Error(`waited in vain: ${name}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const set = (id, value) => {
    document.getElementById(id).value = value;
    document.getElementById(id).dispatchEvent(new Event("change"));
  };
  const open = async (hash, title) => {
    location.hash = hash;
    await until(title, () => text("title").startsWith(title));
  };
  const key = (name) =>
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }),
    );
  const look = () => seen.boards.push(document.getElementById("board").getAttribute("aria-label"));
  try {
    seen.ranges.push(text("range"));
    document.getElementById("after").click();
    seen.ranges.push(text("range"));
    set("reason", "fault");
    seen.faults = text("range");
    set("reason", "");
    const engines = [...document.getElementById("engine").options];
    set("engine", engines.find((option) => option.text.startsWith("<img")).value);
    set("result", "won");
    seen["won by evil"] = text("range");
    set("engine", "");
    for (let i = 0; i < 2; i += 1) document.querySelector("[data-sort='5']").click();
    seen.longest = document.querySelector("#rows a").textContent;
    document.querySelector("[data-sort='0']").click();

    await open("#g209", "Game 209");
    seen.title = text("title");
    seen.next = document.getElementById("game-after").getAttribute("href");
    look();
    for (const name of ["ArrowRight", "ArrowLeft", "Home", "End", "ArrowRight"]) {
      key(name);
      look();
    }
    document.querySelector("#moves button").click();
    look();
    const curve = document.getElementById("curve");
    const place = curve.getBoundingClientRect();
    curve.dispatchEvent(new MouseEvent("click", { clientX: place.right - 12, bubbles: true }));
    look();
    key("Home");
    seen.pieces = document.querySelectorAll("#board .piece").length;
    const rows = [...document.querySelectorAll("#moves tr")].slice(0, 4);
    seen.scores = rows.map((row) => row.cells[2].textContent);
    rows[3].querySelector("button").click();
    seen.said = text("said");
    seen.near = [text("near").trim()];
    document.getElementById("turn").click();
    seen.near.push(text("near").trim());

    await open("#g249", "Game 249");
    document.getElementById("turn").click();
    seen.dealt = [];
    for (const name of ["Home", "ArrowRight", "End"]) {
      key(name);
      const things = (place) =>
        [...place.querySelectorAll(".thing, .none")].map(
          (thing) => thing.getAttribute("aria-label") ?? thing.textContent,
        );
      const row = (seat) =>
        [
          seat.querySelector(".seat-name").textContent,
          ...[...seat.querySelectorAll(".place")].map(
            (place) =>
              `${place.querySelector(".label > :first-child").textContent}: ${things(place).join(", ")}`,
          ),
        ].join("; ");
      seen.dealt.push([
        ...["near", "far"].flatMap((id) => [
          ...[...document.querySelectorAll(`#${id} .seat`)].map(row),
          document.querySelector(`#${id} .points`).textContent,
        ]),
        [...document.querySelectorAll("#board .signs text")]
          .map((sign) => sign.textContent)
          .join(""),
      ]);
    }
    seen.told = [...document.querySelectorAll("#moves button")].map((move) => move.textContent);
    await open("#g209", "Game 209");
    seen["nothing beside"] = document.querySelectorAll(".seat, .points, .thing").length;

    await open("#g250", "Game 250");
    seen.note = text("note");
    seen["stage hidden"] = document.getElementById("stage").hidden;
    seen.transcript = text("transcript");
    await open("#g999", "Game 999");
    seen.missing = text("facts");
    location.hash = "#games";
    await until("closed", () => document.getElementById("viewer").hidden);
    seen.closed = true;
  } catch (error) {
    errors.push(String(error.stack));
  }
  seen.errors = errors;
  seen.alarms = alarms;
  const escape = (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0");
  const result = document.createElement("pre");
  result.id = "seen";
  result.textContent = JSON.stringify(seen).replace(/[<>&]/g, escape);
  document.body.append(result);
})();

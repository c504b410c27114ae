// The list of the games with its filters, order and pages, and functions that make elements, also
// for the other scripts.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const PAGE = 100;

const byId = (id) => document.getElementById(id);

/** Strings become text nodes, never markup. */
function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same for an SVG element. */
function svgElement(name, attributes = {}, ...children) {
  const made = document.createElementNS(byId("curve").namespaceURI, name);
  return filled(made, attributes, children);
}

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  const clean = (text) => text.replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, "\ufffd");
  made.append(...children.map((child) => (child instanceof Node ? child : clean(String(child)))));
  return made;
}

/** Replaces the content of an element by texts and elements. */
function put(id, ...children) {
  byId(id).replaceChildren();
  filled(byId(id), {}, children);
}

// The columns of a game in the list.
const [NUMBER, ONE, TWO, RESULT, REASON, PLIES, SECONDS] = [0, 1, 2, 3, 4, 5, 6];
const [WON_BY_ONE, WON_BY_TWO] = [0, 1];

const list = { shown: data.games, sorted: NUMBER, down: false, page: 0 };

/** The games that pass the chosen filters, in the chosen order. */
function chosen() {
  const [engine, result, reason] = ["engine", "result", "reason"].map((id) => byId(id).value);
  const won = (game, engine) =>
    (game[RESULT] === WON_BY_ONE && game[ONE] === engine) ||
    (game[RESULT] === WON_BY_TWO && game[TWO] === engine);
  const other = (game, engine) => (game[ONE] === engine ? game[TWO] : game[ONE]);
  const tests = [];
  if (engine !== "") tests.push((game) => game[ONE] === +engine || game[TWO] === +engine);
  if (result === "won") tests.push((game) => won(game, +engine));
  else if (result === "lost") tests.push((game) => won(game, other(game, +engine)));
  else if (result !== "") tests.push((game) => game[RESULT] === +result);
  if (reason === "fault") tests.push((game) => data.reasons[game[REASON]][1]);
  else if (reason !== "") tests.push((game) => game[REASON] === +reason);
  const sign = list.down ? -1 : 1;
  const order = (a, b) => sign * (a[list.sorted] - b[list.sorted]) || a[NUMBER] - b[NUMBER];
  return data.games.filter((game) => tests.every((test) => test(game))).sort(order);
}

function row(game) {
  const [reason, fault] = data.reasons[game[REASON]];
  const name = (seat, result) => {
    const won = game[RESULT] === result ? " won" : "";
    return element("td", { class: "text name" + won }, data.engines[game[seat]]);
  };
  return element(
    "tr",
    {},
    element("td", {}, element("a", { href: "#g" + game[NUMBER] }, game[NUMBER])),
    name(ONE, WON_BY_ONE),
    name(TWO, WON_BY_TWO),
    element("td", {}, data.results[game[RESULT]]),
    element("td", { class: fault ? "text bad" : "text" }, reason),
    element("td", {}, game[PLIES]),
    element("td", {}, (game[SECONDS] ?? 0).toFixed(1)),
  );
}

/** Shows the page `list.page`, or the nearest existing one. */
function showList() {
  const pages = Math.max(1, Math.ceil(list.shown.length / PAGE));
  list.page = Math.min(Math.max(list.page, 0), pages - 1);
  const from = list.page * PAGE;
  const rows = list.shown.slice(from, from + PAGE).map(row);
  byId("rows").replaceChildren(...rows);
  const range = rows.length ? `${from + 1} to ${from + rows.length} of ` : "";
  byId("range").textContent = `${range}${list.shown.length.toLocaleString("en")} games`;
  byId("before").disabled = list.page === 0;
  byId("after").disabled = list.page === pages - 1;
  for (const button of document.querySelectorAll("button[data-sort]")) {
    const sorted = +button.dataset.sort === list.sorted;
    const direction = list.down ? "descending" : "ascending";
    button.closest("th").setAttribute("aria-sort", sorted ? direction : "none");
  }
}

function choose() {
  for (const option of byId("result").options) {
    const one = option.value === "won" || option.value === "lost";
    option.disabled = one && byId("engine").value === "";
    if (option.disabled && option.selected) byId("result").value = "";
  }
  list.shown = chosen();
  list.page = 0;
  showList();
}

function sortBy(column) {
  list.down = column === list.sorted && !list.down;
  list.sorted = column;
  choose();
}

function startList() {
  const add = (id, options) => {
    const made = options.map(([value, text]) => element("option", { value }, text));
    byId(id).append(...made);
  };
  const numbered = (texts) => texts.map((text, index) => [index, text]);
  add("engine", numbered(data.engines));
  add("result", [...numbered(data.results), ["won", "engine won"], ["lost", "engine lost"]]);
  const ended = new Set(data.games.map((game) => game[REASON]));
  const reasons = numbered(data.reasons.map(([reason]) => reason));
  add("reason", [["fault", "faults"], ...reasons.filter(([reason]) => ended.has(reason))]);
  for (const id of ["engine", "result", "reason"]) byId(id).addEventListener("change", choose);
  const turn = (pages) => () => {
    list.page += pages;
    showList();
  };
  byId("before").addEventListener("click", turn(-1));
  byId("after").addEventListener("click", turn(1));
  for (const button of document.querySelectorAll("button[data-sort]")) {
    button.addEventListener("click", () => sortBy(+button.dataset.sort));
  }
  byId("list").hidden = false;
  choose();
}

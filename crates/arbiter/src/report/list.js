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

function svgElement(name, attributes = {}, ...children) {
  const made = document.createElementNS(byId("curve").namespaceURI, name);
  return filled(made, attributes, children);
}

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  const clean = (text) => text.replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, "\ufffd");
  const nodes = children.map((child) => (child instanceof Node ? child : clean(String(child))));
  made.replaceChildren(...nodes);
  return made;
}

/** Replaces the content of an element by texts and elements. */
const put = (id, ...children) => filled(byId(id), {}, children);

// The columns of a game in the list.
const [NUMBER, ONE, TWO, RESULT, REASON, PLIES, SECONDS] = [0, 1, 2, 3, 4, 5, 6];

const list = { shown: [], sorted: NUMBER, down: false, page: 0 };

/** The columns of the winner and of the loser; none without a winner. Results 0 and 1 are
 *  wins of player one and of player two. */
const seatsByResult = (game) => ({ 0: [ONE, TWO], 1: [TWO, ONE] })[game[RESULT]] ?? [];

/** The games that pass the chosen filters, in the chosen order. */
function chosen() {
  const choices = ["engine", "result", "reason"].map((id) => byId(id).value);
  const passes = (game) => {
    const [won, lost] = seatsByResult(game).map((seat) => String(game[seat]) === choices[0]);
    const fits = [
      [game[ONE], game[TWO]],
      [game[RESULT], won && "won", lost && "lost"],
      [game[REASON], data.reasons[game[REASON]][1] && "fault"],
    ];
    return choices.every((choice, at) => choice === "" || fits[at].map(String).includes(choice));
  };
  const sign = list.down ? -1 : 1;
  const order = (a, b) => sign * (a[list.sorted] - b[list.sorted]) || a[NUMBER] - b[NUMBER];
  return data.games.filter(passes).sort(order);
}

function row(game) {
  const [reason, fault] = data.reasons[game[REASON]];
  const name = (seat) => {
    const won = seatsByResult(game)[0] === seat ? " won" : "";
    return element("td", { class: "text name" + won }, data.engines[game[seat]]);
  };
  return element(
    "tr",
    {},
    element("td", {}, element("a", { href: "#g" + game[NUMBER] }, game[NUMBER])),
    name(ONE),
    name(TWO),
    element("td", {}, data.results[game[RESULT]]),
    element("td", { class: fault ? "text bad" : "text" }, reason),
    element("td", {}, game[PLIES]),
    element("td", {}, (game[SECONDS] ?? 0).toFixed(1)),
  );
}

/** Shows this page of the list, from 0, or the nearest existing one. */
function showPage(page) {
  const last = Math.max(0, Math.ceil(list.shown.length / PAGE) - 1);
  list.page = Math.min(Math.max(page, 0), last);
  const from = list.page * PAGE;
  const rows = list.shown.slice(from, from + PAGE).map(row);
  put("rows", ...rows);
  const range = rows.length ? `${from + 1} to ${from + rows.length} of ` : "";
  put("range", `${range}${list.shown.length.toLocaleString("en")} games`);
  byId("before").disabled = list.page === 0;
  byId("after").disabled = list.page === last;
}

/** Shows the list anew, after a filter or the order was chosen. */
function choose() {
  for (const option of byId("result").querySelectorAll("[value=won], [value=lost]")) {
    option.disabled = byId("engine").value === "";
    if (option.disabled && option.selected) byId("result").value = "";
  }
  for (const button of document.querySelectorAll("button[data-sort]")) {
    const direction = list.down ? "descending" : "ascending";
    const sorted = +button.dataset.sort === list.sorted;
    button.closest("th").setAttribute("aria-sort", sorted ? direction : "none");
  }
  list.shown = chosen();
  showPage(0);
}

function startList() {
  const add = (id, options) =>
    byId(id).append(...options.map(([value, text]) => element("option", { value }, text)));
  const numbered = (texts) => texts.map((text, index) => [index, text]);
  add("engine", numbered(data.engines));
  add("result", [...numbered(data.results), ["won", "engine won"], ["lost", "engine lost"]]);
  const ended = new Set(data.games.map((game) => game[REASON]));
  const reasons = numbered(data.reasons.map(([reason]) => reason));
  add("reason", [["fault", "faults"], ...reasons.filter(([reason]) => ended.has(reason))]);
  byId("list").addEventListener("change", choose);
  byId("before").addEventListener("click", () => showPage(list.page - 1));
  byId("after").addEventListener("click", () => showPage(list.page + 1));
  for (const button of document.querySelectorAll("button[data-sort]")) {
    button.addEventListener("click", () => {
      const column = +button.dataset.sort;
      list.down = column === list.sorted && !list.down;
      list.sorted = column;
      choose();
    });
  }
  byId("list").hidden = false;
  choose();
}

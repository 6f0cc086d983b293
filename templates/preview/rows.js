// The table of a deck or a list of counters: cells typed, picked and pasted, rows added, copied, moved and taken out.

import { ask, send } from "./answers.js";
import { by, el, fill, following, icon } from "./common.js";
import { pasted } from "./grid.js";
import { isShown } from "./hand.js";
import { options, picker } from "./pictures.js";
import { say } from "./say.js";
import { recall, store } from "./stored.js";

const FORMS = { number: "decimal", text: "text", colour: "text" };
const SHORT = 28; // letters that a cell shows in one line
let table = null; // as the server told it
let rows = []; // as they are here: {of, cells}
let host = null;
let chosen = null; // the row that is chosen
let last = null; // the cell typed in last, for signs
let problems = []; // those of the last attempt to save
let report = null; // what became of the last paste
let adding = null; // the component to whose table a row is to be added, once it is told

const key = () => `rcwkit.rows.${table.game}.${table.file}`;
const plain = (row) => JSON.stringify(row);
const isEmpty = (row) => row.of === null && row.cells.every((text) => !text);
const before = (row) => (row.of === null ? null : table.rows[row.of]);
const changed = () => plain(rows) !== plain(table.rows.map((cells, of) => ({ of, cells })));

/** Show the table that a component's pieces come from, with an `added` row; one that is open with changes stays. */
export async function showRows(node, stem, added = false) {
  if (added) adding = stem;
  const found = await ask("table", { stem }).catch((error) => ({ error }));
  const isOpen = host === node && node.contains(by("rows")) && table?.stem === stem;
  if (isOpen && (changed() || (adding !== stem && isShown(found, table)))) return null;
  const said = table?.stem === stem ? by("rows-said")?.textContent : "";
  host = node;
  if (found.error) return fill(node, el("p", { class: "waiting", role: "status" }, found.error.message));
  open({ ...found, stem });
  if (said && !changed()) tell(said); // it was drawn anew because of what was saved
  if (adding === stem && !table.cells) act("add");
  adding = null;
  return null;
}

function open(found) {
  table = found;
  rows = table.rows.map((cells, of) => ({ of, cells: [...cells] }));
  [problems, report, chosen] = [[], null, null];
  restore();
  draw();
}

/** Keep what is not saved, by what its rows were, for the next time. */
function keep() {
  const left = rows.map((row) => ({ was: before(row), cells: row.cells }));
  store(key(), changed() ? { hash: table.hash, left } : null); // or the page asks before it is left
}

function restore() {
  const kept = recall(key());
  if (!kept || table.cells) return;
  if (kept.hash === table.hash) rows = kept.left.map(({ was, cells }) => ({ of: was ? table.rows.findIndex((row) => plain(row) === plain(was)) : null, cells }));
  else
    for (const { was, cells } of kept.left) {
      const same = was && rows.find((row) => row.of !== null && plain(table.rows[row.of]) === plain(was));
      if (same) same.cells = cells;
      else if (!was) rows.push({ of: null, cells });
    }
  if (changed()) report = [say("What you changed and did not save is here again."), ...(kept.hash === table.hash ? [] : [say("The file has changed since.")])];
}

addEventListener("beforeunload", (event) => host?.isConnected && by("rows") && changed() && event.preventDefault());

/** Something has changed: tell and keep it. */
function touch() {
  keep();
  by("rows-save").disabled = by("rows-drop").disabled = !changed();
  by("rows-said").textContent = changed() ? say("Not saved yet") : "";
}

/** The control of a cell. */
function control(row, at) {
  const { form, title } = table.columns[at];
  const value = row.cells[at];
  const props = { "aria-label": `${row.cells[0] ?? ""}, ${title}`, "data-column": at };
  const set = (said) => ((row.cells[at] = said), touch());
  if (value === null || form === "more") return el("span", { class: "more", title: say("It has parts of its own: click the piece to change them.") }, value === null ? "…" : "");
  if (form === "owner") {
    const owner = table.owners.find((one) => one.id === value || one.title === value);
    const swatch = el("i", { class: "swatch", "--own": owner?.colour ?? "transparent" });
    return el("span", { class: "own" }, swatch, el("select", { ...props, onchange: ({ target }) => (set(target.value), draw()) }, options(table.owners.map((one) => [one.title === value ? value : one.id, one.title]), value)));
  }
  if (form === "picture") return picker(table.pictures, value, props, { pick: (said) => (set(said), draw()), take: (files) => take(files, rows.indexOf(row), at) }).node;
  if (form === "colour" && /^(#[0-9A-Fa-f]{6})?$/.test(value)) return el("input", { ...props, type: "color", value: value || "#ffffff", oninput: ({ target }) => set(target.value.toUpperCase()) });
  if (table.columns[at].title === "id" && row.of !== null) return el("code", {}, value);
  const long = form === "lines" || value.length > SHORT || value.includes("\n");
  const made = table.columns[at].title === "id" ? (table.next || say("from the title")) : null;
  const styled = table.said?.[value] && el("span", { class: "styled", "aria-hidden": "true" }, table.said[value].map(part));
  const box = el(long ? "textarea" : "input", { ...props, value, placeholder: made, inputmode: FORMS[form] ?? null, oninput: ({ target }) => (plainly(target), set(target.value)), onpaste: (event) => paste(event, rows.indexOf(row), at), onfocus: ({ target }) => (last = target) });
  if (long) box.rows = CSS.supports("field-sizing: content") ? 1 : Math.max(Math.ceil(value.length / 44), value.split("\n").length);
  return styled ? [box, styled] : box;
}

/** A cell that is typed in is seen as it is typed. */
function plainly(box) {
  box.parentElement.classList.remove("printed");
  box.parentElement.querySelector(".styled")?.remove();
}

/** A part of a text as it is printed: words, or a sign. */
function part([words, bold, italic, sign]) {
  const node = el(bold ? "b" : italic ? "i" : "span", {}, sign ? null : words);
  if (sign) node.innerHTML = table.drawn[words]; // drawn by the server
  return bold && italic ? el("i", {}, node) : node;
}

/** Put pictures into cells of a column from a row on; rows are added for those left, titled after their files. */
async function take(files, from, at) {
  const title = table.columns.findIndex((one) => /^(title|name)$/i.test(one.title));
  for (const [down, file] of files.entries()) {
    const found = await send("art", file).catch((error) => (tell(error.message), null));
    if (!found) return;
    table.pictures = [...new Set([...table.pictures, found.name])].sort();
    let row = rows[from + down];
    if (!row) rows.push((row = fresh()));
    if (isEmpty(row)) {
      const words = file.name.replace(/\.\w+$/, "").replaceAll(/[_-]+/g, " ").trim();
      if (title >= 0) row.cells[title] = words.charAt(0).toUpperCase() + words.slice(1);
    }
    if (row.cells[at] !== null) row.cells[at] = found.name;
    draw();
    touch();
  }
}

/** The number of the first of the empty rows at the end. */
const end = () => rows.findLastIndex((row) => !isEmpty(row)) + 1;

/** Take pictures that were dropped: from a row on, or for rows of their own. */
function dropped(event, from, at) {
  event.preventDefault();
  event.stopPropagation();
  if (at >= 0) take([...event.dataTransfer.files], from, at);
}

/** Cells copied from a spreadsheet go into this one and those right and below; heads are matched, rows added. */
function paste(event, first, from) {
  const lines = pasted(event.clipboardData.getData("text"));
  if (lines.length === 1 && lines[0].length === 1) return;
  event.preventDefault();
  const known = lines[0].map((head) => table.columns.findIndex((one) => one.title.toLowerCase() === head.trim().toLowerCase()));
  const headed = lines.length > 1 && known.filter((at) => at >= 0).length > lines[0].length / 2;
  const lost = new Map();
  let [count, breaks, added] = [0, 0, 0];
  (headed ? lines.slice(1) : lines).forEach((texts, down) => {
    let row = rows[first + down];
    if (!row) {
      rows.push((row = fresh()));
      added += 1;
    }
    texts.forEach((text, right) => {
      const at = headed ? known[right] : from + right;
      const fixed = !table.columns[at] || row.cells[at] === null || (table.columns[at].title === "id" && row.of !== null);
      if (fixed) return text && lost.set(headed ? lines[0][right] : say("beyond the last column"), [...(lost.get(headed ? lines[0][right] : say("beyond the last column")) ?? []), text]);
      row.cells[at] = text;
      count += 1;
      breaks += text.includes("\n");
    });
  });
  report = [
    say.count(count, "{n} cell placed", "{n} cells placed") + (added ? `, ${say.count(added, "{n} new row", "{n} new rows")}` : ""),
    ...(breaks ? [say.count(breaks, "{n} cell with line breaks is kept as one", "{n} cells with line breaks are kept as one each")] : []),
    ...[...lost].map(([head, texts]) => say("No place for {head}: {texts}", { head, texts: texts.slice(0, 6).join(", ") })),
  ];
  draw();
  touch();
}

const fresh = () => ({ of: null, cells: table.columns.map(() => "") });

/** What the buttons do with the chosen row, or at the end. */
const doings = {
  add: () => rows.splice(chosen === null ? rows.length : chosen + 1, 0, fresh()),
  copy: () => rows.splice(chosen + 1, 0, { of: table.columns[0].title === "id" ? rows[chosen].of : null, cells: rows[chosen].cells.map((text, at) => (table.columns[at].title === "id" ? following(text, ids()) : (text ?? ""))) }),
  remove: () => rows.splice(chosen, 1),
  up: () => chosen > 0 && swap(chosen, chosen - 1),
  down: () => chosen < rows.length - 1 && swap(chosen, chosen + 1),
};

function swap(one, other) {
  [rows[one], rows[other]] = [rows[other], rows[one]];
  chosen = other;
}

const ids = () => rows.map((row) => row.cells[0]);

function act(name) {
  doings[name]();
  if (name === "add" || name === "copy") chosen = chosen === null ? rows.length - 1 : chosen + 1;
  if (name === "remove") chosen = null;
  draw();
  touch();
  if (name === "add") cellAt(chosen, table.columns[0].title === "id" ? 1 : 0)?.focus();
}

/** The control of a cell. */
const cellAt = (row, column) => host.querySelectorAll("#rows tbody tr")[row]?.querySelector(`[data-column="${column}"]`);

/** Enter leads to the cell below; below the last row is a new one. */
function below(event) {
  if (!/^Enter$/.test(event.key) || event.isComposing || !event.target.matches("input")) return;
  event.preventDefault();
  const row = [...host.querySelectorAll("#rows tbody tr")].indexOf(event.target.closest("tr"));
  if (row + 1 < rows.length) return cellAt(row + 1, event.target.dataset.column)?.focus();
  chosen = row;
  act("add");
}

function tell(text) {
  by("rows-said").textContent = text;
}

/** Save what was changed before the table is left; return whether it may be. */
export const leaveRows = () => !host?.isConnected || !by("rows-save") || !changed() || save();

async function save() {
  problems = [];
  rows = rows.filter((row) => !isEmpty(row));
  tell(say("Saving …"));
  try {
    await ask("rows", { file: table.file, hash: table.hash, line: table.line, rows });
    localStorage.removeItem(key());
    open({ ...(await ask("table", { stem: table.stem })), stem: table.stem });
    tell(say("Saved."));
    return true;
  } catch (error) {
    problems = error.problems ?? [];
    draw();
    tell(say("Not saved: {why}", { why: problems.length ? problems.map((one) => [one.message, one.hint].filter(Boolean).join("; ")).join(". ") : error.message }));
    host.querySelector(".bad :is(input, textarea, select)")?.focus();
    return false;
  }
}

async function back(way) {
  try {
    await ask(way, {});
    open({ ...(await ask("table", { stem: table.stem })), stem: table.stem });
    tell(way === "undo" ? say("Undone.") : say("Done again."));
  } catch (error) {
    tell(error.message);
  }
}

async function rename() {
  const old = rows[chosen].cells[0];
  const name = el("input", { type: "text", value: old, "aria-label": say("New id") });
  const done = async () => {
    try {
      const { places } = await ask("rename", { old, new: name.value.trim() });
      open({ ...(await ask("table", { stem: table.stem })), stem: table.stem });
      tell(say.count(places, "Renamed in {n} place.", "Renamed in {n} places."));
    } catch (error) {
      tell(error.message);
    }
  };
  fill(by("rows-said"), say("New id of {old}, wherever it stands:", { old }), " ", name, el("button", { type: "button", onclick: done }, say("Rename")));
  name.select();
}

function tools() {
  const own = table.columns[0]?.title === "id";
  const button = (name, words, needs = true) => el("button", { type: "button", "data-do": name, disabled: needs && chosen === null, onclick: () => act(name) }, icon(name), words);
  const filter = el("input", { type: "search", id: "rows-filter", placeholder: say("Filter"), "aria-label": say("Filter"), oninput: sift });
  const insert = ({ target }) => {
    const sign = target.value;
    target.value = "";
    if (!sign || !last?.isConnected) return;
    last.setRangeText(`:${sign}:`, last.selectionStart ?? last.value.length, last.selectionEnd ?? last.value.length, "end");
    last.dispatchEvent(new Event("input"));
    last.focus();
  };
  return el(
    "div",
    { class: "rows-tools", role: "toolbar", "aria-label": say("Rows") },
    button("add", say("Add a row"), false),
    button("copy", say("Duplicate")),
    button("remove", say("Delete")),
    button("up", say("Up")),
    button("down", say("Down")),
    own ? el("button", { type: "button", "data-do": "rename", disabled: chosen === null || rows[chosen].of === null || changed(), onclick: rename }, say("Rename …")) : null,
    table.signs.length ? el("select", { "aria-label": say("Insert a sign"), onchange: insert }, el("option", { value: "" }, say("Insert a sign")), table.signs.map((one) => el("option", { value: one }, one))) : null,
    filter,
    el("span", { class: "quiet" }, [table.file.split("/").at(-1), say.count(rows.length, "{n} row", "{n} rows")].join(" · ")),
  );
}

/** Hide rows without the words of the filter. */
function sift() {
  const wanted = by("rows-filter").value.toLowerCase();
  host.querySelectorAll("#rows tbody tr").forEach((line, at) => (line.hidden = !rows[at].cells.some((text) => String(text ?? "").toLowerCase().includes(wanted))));
}

function choose(at) {
  chosen = chosen === at ? null : at;
  host.querySelectorAll("#rows tbody tr").forEach((line, index) => line.querySelector("th button").setAttribute("aria-pressed", String(index === chosen)));
  for (const button of host.querySelectorAll("[data-do]")) button.disabled = button.dataset.do !== "add" && (chosen === null || (button.dataset.do === "rename" && (rows[chosen].of === null || changed())));
}

function draw() {
  if (table.cells) return fixed();
  const scrolled = host.querySelector("#rows")?.scrollTop ?? 0;
  const held = document.activeElement?.closest("#rows [data-column]");
  const focus = held && [[...host.querySelectorAll("#rows tbody tr")].indexOf(held.closest("tr")), held.dataset.column];
  const body = rows.map((row, index) => {
    const wrong = problems.filter((one) => one.row === index);
    const cells = table.columns.map((column, at) => {
      const told = wrong.filter((one) => one.column === at || (one.column === null && at === 0));
      const classes = [column.form, table.said?.[row.cells[at]] ? "printed" : "", told.length ? "bad" : "", row.of === null || row.cells[at] !== before(row)[at] ? "fresh" : ""].filter(Boolean).join(" ");
      return el("td", { class: classes }, control(row, at), told.map((one) => el("small", { class: "wrong", role: "alert" }, [one.message, one.hint].filter(Boolean).join("; "))));
    });
    return el("tr", {}, el("th", { scope: "row" }, el("button", { type: "button", "aria-pressed": String(index === chosen), "aria-label": say("Row {n}", { n: index + 1 }), onclick: () => choose(index) }, String(index + 1))), cells);
  });
  const empty = rows.length ? null : el("p", { class: "waiting" }, say("No rows yet: add one, or paste rows from any spreadsheet into it."));
  const letters = table.columns.map((column, at) => (/^(text|lines)$/.test(column.form) ? rows.reduce((most, row) => Math.max(most, (row.cells[at] ?? "").length), 0) : -1));
  // Where all is short still, the last text is what will be long.
  const longest = Math.max(...letters) <= SHORT ? letters.findLastIndex((most) => most >= 0) : letters.lastIndexOf(Math.max(...letters));
  const head = el("thead", {}, el("tr", {}, el("td", {}), table.columns.map((one, at) => el("th", { scope: "col", class: at === longest ? "longest" : null }, one.title))));
  fill(
    host,
    el("div", { class: "rows-view" }, tools(), el("div", { id: "rows", tabindex: "0", role: "region", "aria-label": say("Table"), onkeydown: below, ondragover: (event) => event.preventDefault(), ondrop: (event) => dropped(event, end(), table.columns.findIndex((one) => one.form === "picture")) }, el("table", {}, head, el("tbody", {}, body)), empty), report ? el("ul", { class: "report", role: "status" }, report.map((text) => el("li", {}, text)), el("li", {}, el("button", { type: "button", onclick: () => ((report = null), draw()) }, say("Got it")))) : null, foot()),
  );
  by("rows").scrollTop = scrolled;
  if (focus) cellAt(...focus)?.focus();
  by("rows-said").textContent = changed() ? say("Not saved yet") : "";
}

function foot() {
  const drop = () => {
    localStorage.removeItem(key());
    open(table);
  };
  return el(
    "div",
    { class: "rows-foot" },
    el("button", { type: "button", class: "strong", id: "rows-save", disabled: !changed(), onclick: save }, say("Save")),
    el("button", { type: "button", disabled: !table.undo, onclick: () => back("undo") }, say("Undo")),
    el("button", { type: "button", disabled: !table.redo, onclick: () => back("redo") }, say("Redo")),
    el("button", { type: "button", id: "rows-drop", disabled: !changed(), onclick: drop }, say("Discard")),
    el("span", { id: "rows-said", role: "status" }),
  );
}

/** A sheet of a workbook: which cell is to be changed in its own program. */
function fixed() {
  const said = el("p", { role: "status" }, say("This table is in {place}. Choose a cell to see where it stands; change it in your spreadsheet program and save: it is redrawn at once.", { place: table.place }));
  const body = table.rows.map((cells, index) =>
    el("tr", {}, cells.map((text, at) => el("td", {}, el("button", { type: "button", onclick: () => (said.textContent = say("Cell {cell} of {place}: {text}", { cell: table.cells[index][at], place: table.place, text })) }, text || "–")))),
  );
  fill(host, el("div", { class: "rows-view" }, said, el("div", { id: "rows", tabindex: "0", role: "region", "aria-label": say("Table") }, el("table", {}, el("thead", {}, el("tr", {}, table.columns.map((one) => el("th", { scope: "col" }, one.title)))), el("tbody", {}, body)))));
}

document.addEventListener("keydown", (event) => {
  if (!host?.isConnected || !by("rows-save")) return;
  if ((event.ctrlKey || event.metaKey) && event.key === "s") {
    event.preventDefault();
    if (changed()) save();
  }
});

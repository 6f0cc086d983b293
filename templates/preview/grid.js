// A section of a document as a grid: an entry a row, pasted into from a spreadsheet.

import { el } from "./common.js";
import { label } from "./labels.js";
import { say } from "./say.js";

const isScalar = (value) => value === null || typeof value !== "object";

/** Whether a value can be shown as a grid: a mapping, or list, of mappings or lists. */
export function isTable(value) {
  if (isScalar(value)) return false;
  const rows = Object.values(value);
  return rows.length > 1 && rows.every((row) => !isScalar(row));
}

/** The keys of all rows, each after what it follows in a row: no row alone decides where a column is. */
function ordered(rows) {
  const found = [];
  for (const keys of rows) {
    let at = 0;
    for (const key of keys) {
      const there = found.indexOf(key);
      if (there < 0) found.splice(at, 0, key);
      at = (there < 0 ? at : there) + 1;
    }
  }
  return found;
}

/** The grid of an entry; `open` shows the entry at a path, and `changed` is called when what it holds has changed otherwise than by typing. */
export function grid(entry, open, changed) {
  const listed = Array.isArray(entry.value);
  const names = listed ? entry.value.map((_, index) => index) : Object.keys(entry.value);
  const inLists = names.every((name) => Array.isArray(entry.value[name]));
  const columns = ordered(names.map((name) => Object.entries(entry.value[name]).filter(([, value]) => isScalar(value)).map(([key]) => key)));
  const more = names.some((name) => Object.values(entry.value[name]).some((value) => !isScalar(value)));
  const keyed = (name, column) => (Array.isArray(entry.value[name]) ? Number(column) : column);
  const body = el("tbody", {}, names.map((name) => row(name, entry.value[name])));
  const add = el("button", { type: "button", onclick: () => fresh().querySelector("input").focus() }, say("Add a row"));
  const said = el("p", { id: "pasted", role: "status" });

  function row(name, value) {
    const boxes = columns.map((column) => {
      // What is more than a text has no place in a cell.
      if (!isScalar(value[column] ?? null)) return el("td", {}, el("input", { disabled: true, value: "…", "aria-label": `${name}, ${column}` }));
      const box = cell(`${name}, ${column}`, String(value[column] ?? ""));
      Object.assign(box, { before: value[column], path: [...entry.path, name, keyed(name, column)] });
      return el("td", {}, box);
    });
    const opener = more ? el("td", {}, el("button", { type: "button", onclick: () => open([...entry.path, name]) }, say("Open"))) : null;
    return el("tr", {}, el("th", { scope: "row" }, String(name)), boxes, opener);
  }

  /** A field that takes pasted cells; one with line breaks has several lines. */
  function cell(label, value) {
    return el(value.includes("\n") ? "textarea" : "input", { "aria-label": label, value, onpaste: paste });
  }

  /** Put a text into a cell, which becomes one of several lines if need be. */
  function put(box, text) {
    if (text.includes("\n") && box.localName === "input") {
      const larger = cell(box.getAttribute("aria-label"), text);
      const { before, path, column, isName } = box;
      box.replaceWith(Object.assign(larger, { before, path, column, isName }));
    } else box.value = text;
  }

  function fresh() {
    const name = listed ? null : Object.assign(el("input", { "aria-label": say("id of the new row"), placeholder: "id", onpaste: paste }), { isName: true });
    const boxes = columns.map((column) => el("td", {}, Object.assign(cell(say("new row, {column}", { column }), ""), { column })));
    const made = Object.assign(el("tr", {}, el("th", {}, name), boxes), { isNew: true });
    body.append(made);
    return made;
  }

  /** Cells copied from a spreadsheet go into this one and those to its right and below; rows are added as needed. */
  function paste(event) {
    const lines = pasted(event.clipboardData.getData("text"));
    if (lines.length === 1 && lines[0].length === 1) return;
    event.preventDefault();
    // An id stands before the cells; that of a row that is there cannot be pasted over.
    const boxes = (line) => [line?.querySelector("th input") ?? null, ...(line?.querySelectorAll("td :is(input, textarea)") ?? [])];
    const line = event.target.closest("tr");
    const [from, first] = [boxes(line).indexOf(event.target), [...body.children].indexOf(line)];
    const lost = [];
    lines.forEach((texts, down) => {
      const under = boxes(body.children[first + down] ?? fresh());
      texts.forEach((text, right) => {
        const box = under[from + right];
        if (box && !box.disabled) put(box, text);
        else if (text) lost.push(text);
      });
    });
    const count = lines.flat().length;
    said.textContent = lost.length ? say("{lost} of {count} cells had no place: {texts}", { lost: lost.length, count, texts: lost.join(" | ") }) : "";
    changed();
  }

  const added = () => [...body.children].filter((line) => line.isNew);
  const texts = (line) => [...line.querySelectorAll(":is(th, td) :is(input, textarea)")].map((box) => box.value);
  const begun = (line) => texts(line).some((text) => text !== "");

  function changes() {
    const old = [...body.querySelectorAll("td :is(input, textarea)")].filter((box) => box.path && box.value !== String(box.before ?? ""));
    const found = old.map((box) => {
      const gone = box.value === "" && typeof box.path.at(-1) === "string";
      return gone ? { path: box.path, remove: true } : { path: box.path, value: typeof box.before === "string" ? box.value : read(box.value) };
    });
    const rows = added().filter(begun).map((line, index) => {
      const boxes = [...line.querySelectorAll("td :is(input, textarea)")];
      const filled = boxes.filter((box) => box.value !== "").map((box) => [box.column, read(box.value)]);
      const value = inLists ? boxes.map((box) => read(box.value)) : Object.fromEntries(filled);
      return { path: [...entry.path, listed ? names.length + index : line.querySelector("th input").value], value, new: true };
    });
    return [...found, ...rows];
  }

  /** Whether a new row cannot be saved; the reason is told at its id. */
  function refused() {
    body.querySelectorAll(".wrong").forEach((old) => old.remove());
    const taken = new Set(names);
    for (const line of listed ? [] : added().filter(begun)) {
      const box = line.querySelector("th input");
      const wrong = box.value === "" ? say("a new row needs an id") : taken.has(box.value) ? say("'{id}' is there already: take another id", { id: box.value }) : null;
      box.setAttribute("aria-invalid", String(wrong !== null));
      if (wrong) {
        box.after(el("small", { class: "wrong", role: "alert" }, wrong));
        box.focus();
        return true;
      }
      taken.add(box.value);
    }
    return false;
  }

  /** Mark the cells with problems, and return those problems that belong to none. */
  function mark(problems, quietly = false) {
    body.querySelectorAll(".wrong").forEach((old) => old.remove());
    for (const box of body.querySelectorAll("[aria-invalid=true]")) box.setAttribute("aria-invalid", "false");
    return problems.filter(({ path, message, hint }) => {
      const box = path && boxAt(path.slice(0, entry.path.length + 2));
      if (!box) return true;
      box.setAttribute("aria-invalid", "true");
      box.after(el("small", { class: "wrong", role: quietly ? "status" : "alert" }, [message, hint].filter(Boolean).join("; ")));
      return false;
    });
  }

  const draft = () => ({ cells: changes().filter((one) => !one.new).map(({ path }) => [path, boxAt(path).value]), rows: added().filter(begun).map(texts) });
  const boxAt = (path) => [...body.querySelectorAll("td :is(input, textarea)")].find((box) => JSON.stringify(box.path) === JSON.stringify(path));

  function restore(left) {
    for (const [path, text] of left.cells ?? []) if (boxAt(path)) put(boxAt(path), text);
    for (const row of left.rows ?? []) {
      const line = fresh();
      row.forEach((text, index) => put(line.querySelectorAll(":is(th, td) :is(input, textarea)")[index], text));
    }
  }

  const heads = [el("td", {}), ...columns.map((column) => el("th", { scope: "col" }, label(String(column)))), more ? el("td", {}) : null];
  const table = el("div", { class: "grid", tabindex: "0", role: "region", "aria-label": say("Grid") }, el("table", {}, el("thead", {}, el("tr", {}, heads)), body));
  return { node: el("div", {}, table, add, said), changes, refused, mark, draft, restore };
}

/** The cells of a text from a spreadsheet: a cell in quotes may have line breaks, tabs, and quotes, which are doubled. */
export function pasted(text) {
  const lines = [[]];
  const plain = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  for (let at = 0; at <= plain.length; ) {
    const quoted = /^"((?:[^"]|"")*)"(?=[\t\n]|$)/.exec(plain.slice(at));
    const bare = /^[^\t\n]*/.exec(plain.slice(at))[0];
    lines.at(-1).push(quoted ? quoted[1].replaceAll('""', '"') : bare);
    at += (quoted ? quoted[0] : bare).length;
    if (plain[at] === "\n") lines.push([]);
    at += 1;
  }
  return lines;
}

/** A number or truth as such, anything else as a text. */
function read(text) {
  if (text === "true" || text === "false") return text === "true";
  return /^-?(0|[1-9]\d{0,15})(\.\d+)?$/.test(text) ? Number(text) : text;
}

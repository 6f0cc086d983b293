// A section of a document as a grid: an entry a row, pasted into from a spreadsheet; units of a set-up are dragged.

import { el } from "./common.js";
import { say } from "./say.js";

const isScalar = (value) => value === null || typeof value !== "object";
const units = (value) => (Array.isArray(value) ? value : value?.units);

/** Whether a value can be shown as a grid: a mapping, or list, of mappings or lists. */
export function isTable(value) {
  if (isScalar(value)) return false;
  const rows = Object.values(value);
  return rows.length > 1 && rows.every((row) => !isScalar(row));
}

/** The grid of an entry: its node, and a function that returns its changes. `open` shows the entry at a path. */
export function grid(entry, open) {
  const isSetup = entry.kind === "setup" && Object.values(entry.value).every((value) => units(value)?.every(isScalar));
  return isSetup ? board(entry) : cells(entry, open);
}

function cells(entry, open) {
  const names = Array.isArray(entry.value) ? entry.value.map((_, index) => index) : Object.keys(entry.value);
  const columns = [...new Set(names.flatMap((name) => Object.entries(entry.value[name]).filter(([, value]) => isScalar(value)).map(([key]) => key)))];
  const more = names.some((name) => Object.values(entry.value[name]).some((value) => !isScalar(value)));
  const keyed = (name, column) => (Array.isArray(entry.value[name]) ? Number(column) : column);
  const body = el("tbody", {}, names.map((name) => row(name, entry.value[name])));
  const add = Array.isArray(entry.value) ? null : el("button", { type: "button", onclick: () => fresh() }, say("Add a row"));

  function row(name, value) {
    const boxes = columns.map((column) => {
      const box = el("input", { "aria-label": `${name}, ${column}`, value: String(value[column] ?? ""), onpaste: paste });
      Object.assign(box, { before: value[column], path: [...entry.path, name, keyed(name, column)] });
      return el("td", {}, box);
    });
    const opener = more ? el("td", {}, el("button", { type: "button", onclick: () => open([...entry.path, name]) }, say("Open"))) : null;
    return el("tr", {}, el("th", { scope: "row" }, String(name)), boxes, opener);
  }

  function fresh() {
    const name = el("input", { "aria-label": say("id of the new row"), placeholder: "id" });
    const boxes = columns.map((column) => el("td", {}, Object.assign(el("input", { "aria-label": say("new row, {column}", { column }), onpaste: paste }), { column })));
    const made = Object.assign(el("tr", {}, el("th", {}, name), boxes), { name });
    body.append(made);
    name.focus();
    return made;
  }

  /** Cells copied from a spreadsheet go into this one and those to its right and below; rows are added as needed. */
  function paste(event) {
    const lines = event.clipboardData.getData("text").replace(/\r/g, "").replace(/\n$/, "").split("\n").map((line) => line.split("\t"));
    if (lines.length === 1 && lines[0].length === 1) return;
    event.preventDefault();
    const from = [...event.target.closest("tr").querySelectorAll("td input")].indexOf(event.target);
    const first = [...body.children].indexOf(event.target.closest("tr"));
    lines.forEach((line, down) => {
      const under = body.children[first + down] ?? (add ? fresh() : null);
      line.forEach((text, right) => {
        const box = under?.querySelectorAll("td input")[from + right];
        if (box) box.value = text;
      });
    });
  }

  function changes() {
    const found = [];
    for (const line of body.children) {
      const boxes = [...line.querySelectorAll("td input")];
      if (line.name) {
        const filled = boxes.filter((box) => box.value !== "").map((box) => [box.column, read(box.value)]);
        if (line.name.value) found.push({ path: [...entry.path, line.name.value], value: Object.fromEntries(filled) });
        continue;
      }
      for (const box of boxes) {
        if (box.value === String(box.before ?? "")) continue;
        const gone = box.value === "" && typeof box.path.at(-1) === "string";
        found.push(gone ? { path: box.path, remove: true } : { path: box.path, value: typeof box.before === "string" ? box.value : read(box.value) });
      }
    }
    return found;
  }

  const heads = [el("td", {}), ...columns.map((column) => el("th", { scope: "col" }, String(column))), more ? el("td", {}) : null];
  const node = el("div", { class: "grid", tabindex: "0", role: "region", "aria-label": say("Grid") }, el("table", {}, el("thead", {}, el("tr", {}, heads)), body));
  return { node: el("div", {}, node, add), changes };
}

/** A number or truth as such, anything else as a text. */
function read(text) {
  if (text === "true" || text === "false") return text === "true";
  return /^-?(0|[1-9]\d{0,15})(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Places with their units: drag one to another place, or choose it and then the place. */
function board(entry) {
  const now = new Map(Object.entries(entry.value).map(([place, value]) => [place, [...units(value)]]));
  const node = el("div", { class: "board" });
  let held = null; // {place, index} of the unit chosen

  function move(to) {
    if (!held || held.place === to) return;
    const [unit] = now.get(held.place).splice(held.index, 1);
    now.get(to).push(unit);
    held = null;
    draw();
  }

  function draw() {
    node.replaceChildren(
      ...[...now].map(([place, here]) =>
        el(
          "div",
          { class: "place", ondragover: (event) => event.preventDefault(), ondrop: (event) => (event.preventDefault(), move(place)) },
          el("button", { type: "button", class: "name", onclick: () => move(place) }, place),
          here.map((unit, index) => {
            const chosen = held?.place === place && held.index === index;
            const take = () => (held = { place, index });
            const drag = (event) => (take(), event.dataTransfer.setData("text/plain", unit));
            return el("button", { type: "button", class: "unit", draggable: "true", "aria-pressed": String(chosen), ondragstart: drag, onclick: () => (take(), draw()) }, String(unit));
          }),
        ),
      ),
    );
  }

  draw();
  const changes = () =>
    [...now].flatMap(([place, here]) => {
      const before = entry.value[place];
      if (JSON.stringify(here) === JSON.stringify(units(before))) return [];
      const path = [...entry.path, place];
      if (!here.length) return [{ path, remove: true }];
      return [Array.isArray(before) ? { path, value: here } : { path: [...path, "units"], value: here }];
    });
  const told = el("p", { class: "small quiet" }, say("Drag a unit to another place; or choose it, then the place’s name."));
  return { node: el("div", {}, told, node), changes };
}

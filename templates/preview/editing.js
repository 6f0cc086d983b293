// Editing an entry of a document: a form made from its values and schema, and its change sent to the server.

import { ask } from "./answers.js";
import { by, el, fill } from "./common.js";
import { keep, kept } from "./drafts.js";
import { grid, isTable } from "./grid.js";
import { say } from "./say.js";

const LONG = 48; // characters from which a text has a field of several lines
const isMapping = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isScalar = (value) => value === null || typeof value !== "object";
const isLines = (value) => Array.isArray(value) && value.every((item) => typeof item === "string");

let entry = null; // the entry shown, as the server told it
let host = null; // where it is shown
let content = null; // what is edited there: its node, changes, draft, and how a draft is restored
let fields = []; // those of a form

/** Show the entry at a place (file:line) in a node. */
export async function edit(at, node) {
  begin(node);
  await load({ at });
}

/** Show the entry at a path of a file in a node: one whose draft waits. */
export async function editEntry(file, path, node) {
  begin(node);
  await load({ at: `${file}:0`, path });
}

function begin(node) {
  host = node;
  node.addEventListener("input", mark);
}

/** Show the innermost table around a place: a deck, a chart’s rows, the places of a region. */
export async function editTable(at, node) {
  begin(node);
  entry = await ask("entry", { at });
  const within = ["rows", "at"].find((name) => isTable(entry.value?.[name] ?? null));
  if (within) return load({ at, path: [...entry.path, within] });
  for (let depth = entry.path.length - 1; depth > 0 && !isTable(entry.value); depth--) {
    entry = await ask("entry", { at, path: entry.path.slice(0, depth) });
  }
  open();
}

async function load(asked) {
  entry = await ask("entry", asked);
  open();
}

/** Show the entry, with the changes that were not saved when it was last left. */
function open() {
  show();
  const left = kept(entry);
  if (left) content.restore(left.draft);
  mark();
  if (!unsaved()) return;
  const since = left.hash === entry.hash ? "" : ` ${say("The file has changed since.")}`;
  by("said").textContent = say("What you changed and did not save is here again.") + since;
}

/** The draft of what is shown; null if nothing was changed. */
const unsaved = () => (content?.changes().length ? content.draft() : null);

/** Keep what was changed, and tell that it is not saved. */
function mark() {
  const draft = unsaved();
  keep(entry, draft);
  for (const id of ["unsaved", "discard"]) by(id).hidden = !draft;
}

function discard() {
  keep(entry, null);
  show();
  mark();
}

addEventListener("beforeunload", (event) => {
  if (host?.isConnected && unsaved()) event.preventDefault();
});

const inside = (path) => load({ at: `${entry.file}:0`, path }).catch(tell);

function show() {
  fields = [];
  const asTable = isTable(entry.value);
  content = asTable ? grid(entry, inside, mark) : form();
  const language = entry.language ? el("p", { class: "small quiet" }, say("Texts are shown in the language of this preview ({language}); what you change in them goes into their translation.", { language: entry.language })) : null;
  fill(host, crumbs(), language, content.node, buttons(asTable), el("p", { id: "said", role: "status" }));
  host.classList.toggle("wide", asTable);
}

/** The path as links to the entries around this one. */
function crumbs() {
  const steps = entry.path.map((step, index) => {
    const name = typeof step === "number" ? say("no. {n}", { n: step + 1 }) : String(step);
    const here = index === entry.path.length - 1;
    return el("li", {}, here ? el("b", {}, name) : el("button", { type: "button", onclick: () => inside(entry.path.slice(0, index + 1)) }, name));
  });
  return el("nav", { "aria-label": say("Entry") }, el("ol", { class: "crumbs" }, steps));
}

function form() {
  const changes = () => fields.flatMap((one) => one.changes());
  const draft = () => Object.fromEntries(fields.filter((one) => one.changes().length).map((one) => [one.name, one.draft()]));
  const restore = (left) => {
    for (const [name, was] of Object.entries(left)) {
      if (was.fresh) menu?.add(name);
      fields.find((one) => one.name === name)?.restore(was);
    }
  };
  const schemas = entry.schema.properties ?? {};
  const missing = Object.keys(schemas).filter((name) => isMapping(entry.value) && !(name in entry.value) && name !== "from");
  const menu = missing.length ? adding(missing, schemas) : null;
  const rows = isMapping(entry.value)
    ? Object.entries(entry.value).map(([name, value]) => field(name, value, schemas[name] ?? {}, [name]) ?? child(name))
    : (field("value", entry.value, entry.schema, []) ?? children(entry.value));
  return { node: el("form", { id: "fields", onsubmit: save }, rows, menu), changes, draft, restore };
}

/** A menu of the keys that the entry may have and has not; `add` adds one. */
function adding(missing, schemas) {
  const menu = el("select", { "aria-label": say("Add a key") }, el("option", { value: "" }, say("Add …")), missing.map((name) => el("option", { value: name }, name)));
  menu.add = (name) => {
    const option = menu.querySelector(`option[value="${CSS.escape(name)}"]`);
    if (!option) return null;
    const schema = resolved(schemas[name]);
    const empty = { boolean: true, integer: 1, number: 1, array: [] }[[schema.type].flat()[0]] ?? "";
    const made = field(name, empty, schemas[name], [name], true);
    if (made) menu.before(made);
    else tell(new Error(say("'{key}' holds other entries: add it in the file", { key: name })));
    option.remove();
    return made;
  };
  menu.onchange = () => {
    const made = menu.add(menu.value);
    menu.value = "";
    made?.querySelector("input, textarea, select")?.focus();
    mark();
  };
  return menu;
}

/** A labelled control for a scalar or a list of texts; null for anything else. */
function field(name, value, schema, path, fresh = false) {
  const control = controlled(value, schema);
  if (!control) return null;
  const id = `field-${path.join("-") || "value"}`;
  control.id = id;
  const read = () => valueOf(control, value);
  let removed = false;
  const changes = () => {
    if (removed) return fresh ? [] : [{ path: [...entry.path, ...path], remove: true }];
    return fresh || JSON.stringify(read()) !== JSON.stringify(value) ? [{ path: [...entry.path, ...path], value: read(), new: fresh }] : [];
  };
  const said = control.type === "checkbox" ? "checked" : "value";
  const drop = () => ((removed = true), (row.hidden = true));
  const restore = (was) => (was.removed ? drop() : (control[said] = was.said));
  fields.push({ name, changes, draft: () => (removed ? { removed } : { said: control[said], fresh }), restore });
  const row = el("p", { class: "field" }, el("label", { for: id, title: resolved(schema).description ?? null }, name), control);
  if (path.length && !(entry.schema.required ?? []).includes(name)) {
    row.append(el("button", { type: "button", class: "drop", "aria-label": say("Remove {key}", { key: name }), onclick: () => (drop(), mark()) }, "×"));
  }
  return row;
}

const resolved = (schema) => (schema?.$ref ? { ...entry.schema.$defs?.[schema.$ref.replace("#/$defs/", "")], ...schema } : (schema ?? {}));

function controlled(value, schema) {
  const offered = offers(schema);
  if (typeof value === "boolean") return el("input", { type: "checkbox", checked: value });
  if (typeof value === "number") return el("input", { type: "number", step: Number.isInteger(value) ? "1" : "any", value: String(value) });
  if (isLines(value)) return el("textarea", { rows: String(Math.max(2, value.length + 1)), value: value.join("\n") });
  if (!isScalar(value)) return null;
  const text = value ?? "";
  if (offered.length && (text === "" || offered.includes(text))) return el("select", {}, offered.map((one) => el("option", { value: one, selected: one === text }, one)));
  if (text.length > LONG || text.includes("\n")) return el("textarea", { rows: String(Math.min(12, Math.ceil(text.length / LONG) + 1)), value: text });
  return el("input", { type: "text", value: text });
}

/** The values that a schema allows or, for ids of the game, offers. */
function offers(schema) {
  const whole = resolved(schema);
  if (whole.enum) return whole.enum.map(String);
  return (whole.anyOf ?? []).flatMap((form) => (form.$ref?.startsWith("#/$defs/ids.") ? offers(form) : []));
}

function valueOf(control, before) {
  if (control.type === "checkbox") return control.checked;
  if (isLines(before)) return control.value.split("\n").filter((line) => line.trim());
  if (control.type === "number") return control.value === "" ? "" : Number(control.value);
  return control.value;
}

const child = (name) => el("p", { class: "field" }, el("span", {}, name), el("button", { type: "button", onclick: () => inside([...entry.path, name]) }, say("Open")));
const children = (list) => (Array.isArray(list) ? list.map((item, index) => child(index)) : []);

function buttons(asTable) {
  const overlay = el("input", { type: "checkbox", id: "local" });
  return el(
    "p",
    { class: "actions" },
    el("button", { ...(asTable ? { type: "button", onclick: save } : { form: "fields" }), class: "strong", id: "save" }, say("Save")),
    el("button", { type: "button", id: "undo", disabled: !entry.undo, onclick: () => back("undo") }, say("Undo")),
    el("button", { type: "button", id: "redo", disabled: !entry.redo, onclick: () => back("redo") }, say("Redo")),
    el("button", { type: "button", id: "discard", hidden: true, onclick: discard }, say("Discard")),
    entry.local ? el("label", {}, overlay, say("into my overlay (local/)")) : null,
    el("b", { id: "unsaved", hidden: true }, say("Not saved yet")),
  );
}

async function save(event) {
  event?.preventDefault();
  const changes = content.changes();
  if (content.refused?.()) return by("said").replaceChildren();
  if (!changes.length) return tell(new Error(say("nothing has changed")));
  by("said").textContent = say("Saving …");
  try {
    await ask("edit", { file: entry.file, hash: entry.hash, changes, local: by("local")?.checked ?? false });
    keep(entry, null);
    await load({ at: `${entry.file}:0`, path: entry.path });
    by("said").textContent = say("Saved.");
  } catch (error) {
    tell(error);
  }
}

async function back(way) {
  by("said").textContent = "";
  try {
    await ask(way, {});
    await load({ at: `${entry.file}:0`, path: entry.path });
    by("said").textContent = way === "undo" ? say("Undone.") : say("Done again.");
  } catch (error) {
    tell(error);
  }
}

function tell(error) {
  const said = by("said");
  if (said) said.textContent = error.message;
}

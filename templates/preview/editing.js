// Editing an entry of a document: it is shown as a form or grid, and its change is sent to the server.

import { ask } from "./answers.js";
import { by, el, fill, following } from "./common.js";
import { keep, kept } from "./drafts.js";
import { form, titled } from "./form.js";
import { grid, isTable } from "./grid.js";
import { label } from "./labels.js";
import { say } from "./say.js";

let entry = null; // the entry shown, as the server told it
let host = null; // where it is shown
let content = null; // what is edited there: its node, changes, draft, and how a draft is restored
let settled = []; // conflicts with others of which the own value stays: {path, theirs}
let asked = 0; // how many entries were asked for: only the last one is shown
let checking = null; // the changes that are being checked
let timer = 0;

const PAUSE = 400; // ms without typing until what was typed is checked

/** Show the entry at a place (file:line) in a node; returns what it is called. */
export async function edit(at, node) {
  begin(node);
  return load({ at });
}

/** Show the entry at a path of a file in a node: one whose draft waits. */
export async function editEntry(file, path, node) {
  begin(node);
  return load({ at: `${file}:0`, path });
}

/** A text without spaces, capitals and marks: as it is compared with what is printed. */
export const plain = (text) => String(text).replaceAll(/[\s\u00ad*_:]/g, "").toLowerCase();

/** The path of the shortest value that has some words. */
function pathOf(value, words, path = []) {
  if (value !== null && typeof value === "object") {
    const found = Object.entries(value).map(([name, inner]) => pathOf(inner, words, [...path, Array.isArray(value) ? Number(name) : name]));
    return found.filter(Boolean).sort((one, other) => one.long - other.long)[0] ?? null;
  }
  const said = plain(value ?? "");
  return said && (words.length > 2 ? said.includes(words) : said === words) ? { path, long: said.length } : null;
}

/** Lead to the field of the entry in which some words stand, also within what it holds. */
export async function reach(words) {
  let { path } = pathOf(entry.value, plain(words)) ?? {};
  if (!path?.length) return;
  if (typeof path.at(-1) === "number") path = path.slice(0, -1); // a line of a list has its field
  const within = by(`field-${path.join("-")}`);
  if (!within && path.length > 1) await load({ at: `${entry.file}:0`, path: [...entry.path, ...path.slice(0, -1)] });
  const field = within ?? by(`field-${path.at(-1)}`);
  field?.scrollIntoView({ block: "nearest" });
  field?.closest(".field").classList.add("reached");
}

function begin(node) {
  host = node;
  asked += 1;
  node.addEventListener("input", mark);
}

/** Show the innermost table around a place: a deck, a chart’s rows, the places of a region. */
export async function editTable(at, node) {
  begin(node);
  const mine = asked;
  let found = await ask("entry", { at });
  const within = ["rows", "at"].find((name) => isTable(found.value?.[name] ?? null));
  if (within) return load({ at, path: [...found.path, within] });
  for (let depth = found.path.length - 1; depth > 0 && !isTable(found.value); depth--) {
    found = await ask("entry", { at, path: found.path.slice(0, depth) });
  }
  return mine === asked ? open(found) : "";
}

async function load(wanted) {
  const mine = ++asked;
  const found = await ask("entry", wanted);
  return mine === asked ? open(found) : "";
}

/** Show an entry, with the changes that were not saved when it was last left. */
function open(found) {
  entry = found;
  settled = [];
  show();
  const left = kept(entry);
  if (left) content.restore(left.draft);
  if (left && left.hash !== entry.hash) content.clash?.(since(left), () => {});
  mark();
  if (unsaved()) {
    const changed = left.hash === entry.hash ? "" : ` ${say("The file has changed since.")}`;
    by("said").textContent = say("What you changed and did not save is here again.") + changed;
  }
  const [last = "", part] = entry.path.toReversed();
  const bare = /^\d+$/.test(last); // a number says nothing without what it counts
  return titled(entry.value) || (part === undefined ? label(last) : bare ? `${label(part)}: ${label(last)}` : String(last));
}

/** What others have changed of the values of a draft since it was begun. */
function since(left) {
  const at = (value, path) => path.slice(entry.path.length).reduce((one, step) => one?.[step], value) ?? null;
  const other = ({ path, value }) => {
    const [was, now] = [left.value, entry.value].map((one) => JSON.stringify(at(one, path)));
    return was !== now && now !== JSON.stringify(value ?? null);
  };
  return content.changes().filter(other).map((one) => ({ path: one.path, theirs: at(entry.value, one.path), mine: one.value ?? null }));
}

/** The draft of what is shown; null if nothing was changed. */
const unsaved = () => (content?.changes().length ? content.draft() : null);

/** Keep what was changed, tell that it is not saved, and have it checked when nothing more is typed. */
function mark() {
  const draft = unsaved();
  keep(entry, draft);
  for (const id of ["unsaved", "discard"]) by(id).hidden = !draft;
  clearTimeout(timer);
  timer = setTimeout(check, draft ? PAUSE : 0);
}

/** What a save would send. */
const sent = () => ({ file: entry.file, hash: entry.hash, base: { path: entry.path, value: entry.value, settled }, changes: content.changes() });

/** Show at the fields what is wrong with what was typed: one check at a time, the last one of what is there at its end. */
async function check() {
  if (checking || !host?.isConnected || !by("said")) return;
  const about = sent();
  checking = JSON.stringify(about);
  const { problems } = about.changes.length ? await ask("check", about).catch(() => ({ problems: [] })) : { problems: [] };
  const same = checking === JSON.stringify(sent());
  checking = null;
  if (!host.isConnected || !by("said")) return; // it was closed meanwhile
  if (!same) return mark();
  const left = content.mark?.(problems, true) ?? problems;
  const words = left.map(told).join(" ");
  if (words || by("said").dataset.typed) by("said").textContent = words;
  by("said").toggleAttribute("data-typed", Boolean(words));
}

const told = ({ message, hint }) => [message, hint].filter(Boolean).join("; ");

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
  const asTable = isTable(entry.value);
  content = asTable ? grid(entry, inside, mark) : form(entry, { save, open: inside, changed: mark });
  const language = entry.language ? el("p", { class: "small quiet" }, say("Texts are shown in the language of this preview ({language}); what you change in them goes into their translation.", { language: entry.language })) : null;
  fill(host, crumbs(), placing(), language, content.node, asTable ? null : more(), history(), el("div", { id: "ends" }, asTable ? null : el("p", { id: "help", lang: "en", "aria-hidden": "true" }), buttons(asTable), el("p", { id: "said", role: "status" })));
  host.classList.toggle("wide", asTable);
  content.node.addEventListener("focusin", ({ target }) => by("help") && (by("help").textContent = by(`${target.id}-help`)?.textContent ?? ""));
}

/** The path as links to the entries around this one. */
function crumbs() {
  const steps = entry.path.map((step, index) => {
    const name = index ? String(typeof step === "number" ? label(step) : step) : label(step);
    const here = index === entry.path.length - 1;
    return el("li", {}, here ? el("b", {}, name) : el("button", { type: "button", onclick: () => inside(entry.path.slice(0, index + 1)) }, name));
  });
  const top = entry.kind === "game" && steps.length ? el("li", {}, el("button", { type: "button", onclick: () => inside([]) }, say("Game"))) : null;
  return steps.length ? el("nav", { "aria-label": say("Entry") }, el("ol", { class: "crumbs" }, top, steps)) : null;
}

/** Buttons that move, copy and take out an entry among others like it. */
function placing() {
  if (!entry.place) return null;
  const { at, names } = entry.place;
  const { path } = entry;
  const listed = typeof path.at(-1) === "number";
  const copy = () => {
    const to = [...path.slice(0, -1), listed ? names.length : following(path.at(-1), names)];
    // A new item of a list goes to its end, and is moved from there.
    return put([{ path: to, value: entry.value, new: true, at: listed ? undefined : at + 1 }], to);
  };
  const moved = (to) => put([{ path, at: to }], listed ? [...path.slice(0, -1), to] : path);
  const arrow = (sign, title, onclick, disabled) => el("button", { type: "button", title, "aria-label": title, disabled, onclick }, el("span", { "aria-hidden": "true" }, sign));
  return el(
    "p",
    { class: "actions", id: "placing" },
    arrow("↑", say("Move up"), () => moved(at - 1), at === 0),
    arrow("↓", say("Move down"), () => moved(at + 1), at === names.length - 1),
    el("button", { type: "button", onclick: copy }, say("Duplicate")),
    el("button", { type: "button", disabled: names.length === 1, onclick: () => put([{ path, remove: true }], path.slice(0, -1)) }, say("Delete")),
    el("small", { class: "quiet" }, say("{number} of {count}", { number: at + 1, count: names.length })),
  );
}

/** A button that adds an item to a list, like its last one. */
function more() {
  const { value, path } = entry;
  if (!Array.isArray(value) || !value.length || value.every((item) => typeof item === "string")) return null;
  const to = [...path, value.length];
  return el("p", { class: "actions" }, el("button", { type: "button", id: "more", onclick: () => put([{ path: to, value: value.at(-1), new: true }], to) }, say("Add one like the last")));
}

/** Save what was typed, make a change of places, and show the entry at a path. */
async function put(changes, path) {
  if (unsaved()) {
    await save();
    if (unsaved()) return;
  }
  try {
    await ask("edit", { file: entry.file, hash: entry.hash, changes, local: false });
    keep(entry, null);
    await load({ at: `${entry.file}:0`, path });
    by("said").textContent = say("Saved.");
  } catch (error) {
    tell(error);
  }
}

/** What this window has changed, the last first; each can be taken back with all that came after it. */
function history() {
  const listed = entry.history.undo;
  if (!listed.length) return null;
  const upTo = async (count) => {
    for (let left = count; left; left--) await back("undo");
  };
  return el(
    "details",
    { id: "history" },
    el("summary", {}, say.count(entry.undo, "{n} change in this window", "{n} changes in this window")),
    el("ol", {}, listed.map((one, index) => el("li", {}, el("button", { type: "button", title: say("Take back to here"), onclick: () => upTo(index + 1) }, named(one))))),
  );
}

function buttons(asTable) {
  const overlay = el("input", { type: "checkbox", id: "local" });
  return el(
    "p",
    { class: "actions" },
    el("button", { ...(asTable ? { type: "button", onclick: save } : { form: "fields" }), class: "strong", id: "save" }, say("Save")),
    ...[["undo", say("Undo")], ["redo", say("Redo")]].map(([way, title]) => el("button", { type: "button", id: way, disabled: !entry[way], title: entry.history[way].length ? named(entry.history[way][0]) : null, onclick: () => back(way) }, title)),
    el("button", { type: "button", id: "discard", hidden: true, onclick: discard }, say("Discard")),
    entry.local ? el("label", {}, overlay, say("into my overlay (local/)")) : null,
    el("b", { id: "unsaved", hidden: true }, say("Not saved yet")),
  );
}

/** Save what is shown. */
export async function save(event) {
  event?.preventDefault();
  if (!host?.isConnected || !by("said")) return;
  clearTimeout(timer);
  if (content.refused?.()) return by("said").replaceChildren();
  if (!content.changes().length) return tell(new Error(say("nothing has changed")));
  by("said").textContent = say("Saving …");
  try {
    await ask("edit", { ...sent(), local: by("local")?.checked ?? false });
    keep(entry, null);
    await load({ at: `${entry.file}:0`, path: entry.path });
    by("said").textContent = say("Saved.");
  } catch (error) {
    tell(error);
  }
}

/** Take this window’s last edit back, or make it again; where no entry is shown, `told` says so. */
export async function back(way, told) {
  if (by("said")) by("said").textContent = "";
  try {
    const after = await ask(way, {});
    const last = after.history[way === "undo" ? "redo" : "undo"][0];
    const done = [way === "undo" ? say("Undone.") : say("Done again."), last ? named(last) : ""].join(" ");
    if (!by("said") || !host?.isConnected) return told(done);
    await load({ at: `${entry.file}:0`, path: entry.path }).catch(() => load({ at: `${entry.file}:0`, path: entry.path.slice(0, -1) }));
    by("said").textContent = done;
  } catch (error) {
    if (by("said") && host?.isConnected) tell(error);
    else told(error.message, true);
  }
}

/** What an edit was, in words. */
export function named({ entry: path, keys, how }) {
  const parts = { entry: String(path.at(-1)), keys: keys.map(label).join(", ") };
  if (how === "added") return say("{entry}: added {keys}", parts);
  if (how === "removed") return say("{entry}: taken out {keys}", parts);
  if (how === "moved") return say("{entry}: moved", parts);
  return keys.length ? say("{entry}: {keys}", parts) : parts.entry;
}

/** Tell what is wrong, at its field where there is one. */
function tell(error) {
  const said = by("said");
  if (!said) return;
  if (error.conflicts?.length) {
    const keep = (one) => settled.push({ path: one.path, theirs: one.theirs });
    const left = content.clash ? content.clash(error.conflicts, keep) : error.conflicts;
    const mine = () => (left.forEach(keep), save());
    const choice = el("span", { class: "actions" }, el("button", { type: "button", onclick: () => (discard(), inside(entry.path)) }, say("Take theirs")), el("button", { type: "button", onclick: mine }, say("Keep mine")));
    fill(said, say("Others have changed this meanwhile: choose what stays, and save again."), left.length ? choice : null);
    return;
  }
  const left = error.problems && content.mark ? content.mark(error.problems) : null;
  said.textContent = left ? [say("Not saved."), ...left.map(told)].join(" ") : error.message;
}

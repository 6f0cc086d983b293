// Markers that move along tracks, and the log of the game: both are kept, and the log can be sent.

import { by, download, el, fill } from "./common.js";
import { follow, read, write } from "./kept.js";
import { say } from "./say.js";

const NOTHING = { at: {}, log: [] };
const radios = [...document.querySelectorAll("#tracks [type=radio]")];
const first = Object.fromEntries(radios.filter((radio) => radio.defaultChecked).map((radio) => [radio.name, radio.value]));
let kept = read("tracks", NOTHING); // at: marker → box; log: {when, text, before: marker → box}
let cleared = null;

const where = (marker) => kept.at[marker] ?? first[marker] ?? null;
const field = (marker) => radios.find((radio) => radio.name === marker).closest("fieldset");
const box = (marker, value) => radios.find((radio) => radio.name === marker && radio.value === value)?.parentElement.textContent.trim() ?? "nowhere";

/** Move markers and add a line to the log, which can be taken back. */
function add(text, moved = {}) {
  kept = read("tracks", kept);
  const before = Object.fromEntries(Object.keys(moved).map((marker) => [marker, where(marker)]));
  kept = { at: { ...kept.at, ...moved }, log: [...kept.log, { when: Date.now(), text, before }] };
  store();
}

function store() {
  write("tracks", kept);
  show();
}

function undo() {
  kept = read("tracks", kept);
  if (!kept.log.length && cleared) [kept, cleared] = [cleared, null];
  else kept = { at: { ...kept.at, ...kept.log.at(-1).before }, log: kept.log.slice(0, -1) };
  store();
}

function clear() {
  cleared = read("tracks", kept);
  kept = { at: cleared.at, log: [] };
  store();
}

const time = (entry) => new Date(entry.when).toLocaleString(say.locale, { dateStyle: "short", timeStyle: "short" });
const told = () => [say("{game}: log", { game: by("game").textContent }), ...kept.log.map((entry) => `${time(entry)}  ${entry.text}`), ""].join("\n");

function show() {
  for (const radio of radios) radio.checked = where(radio.name) === radio.value;
  dispatchEvent(new Event("tracks")); // for the roller, whose answers they are
  fill(by("log"), kept.log.map((entry) => el("li", {}, el("span", { class: "what" }, entry.text), el("small", { class: "quiet" }, time(entry)))));
  by("log-undo").disabled = !kept.log.length && !cleared;
  for (const name of ["copy", "send", "clear"]) by(`log-${name}`).disabled = !kept.log.length;
}

function moved({ target }) {
  if (target.type !== "radio") return;
  const { title } = field(target.name).dataset;
  add(`${title}: ${box(target.name, where(target.name))} → ${box(target.name, target.value)}`, { [target.name]: target.value });
}

/** Put all markers where a scenario has them at the start, and the others where they always start. */
function begin({ currentTarget }) {
  const named = radios.filter((radio) => radio.dataset.starts?.split(" ").includes(currentTarget.dataset.scenario));
  const start = { ...Object.fromEntries(radios.map((radio) => [radio.name, null])), ...first, ...Object.fromEntries(named.map((radio) => [radio.name, radio.value])) };
  add(currentTarget.textContent.trim(), start);
}

async function copy({ currentTarget }) {
  await navigator.clipboard.writeText(told()).then(
    () => (currentTarget.textContent = say("Copied")),
    () => getSelection().selectAllChildren(by("log")),
  );
}

by("tracks").addEventListener("change", moved);
for (const button of document.querySelectorAll("[data-scenario]")) button.addEventListener("click", begin);
by("note").addEventListener("submit", (event) => {
  event.preventDefault();
  const said = event.target.elements.text;
  if (said.value.trim()) add(said.value.trim());
  said.value = "";
});
by("log-undo").addEventListener("click", undo);
by("log-clear").addEventListener("click", clear);
by("log-copy").addEventListener("click", copy);
by("log-send").addEventListener("click", () => download(new Blob([told()], { type: "text/plain" }), "log.txt"));
follow("tracks", () => {
  kept = read("tracks", NOTHING);
  show();
});
show();

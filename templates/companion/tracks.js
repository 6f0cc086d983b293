// Markers on their tracks: tapped, dragged, stepped on, or taken off.

import { el } from "./common.js";
import { say } from "./say.js";
import { fact, step, steps, undo } from "./state.js";

const radios = [...document.querySelectorAll("#tracks [type=radio]")];
const first = Object.fromEntries(radios.filter((radio) => radio.defaultChecked).map((radio) => [radio.name, radio.value]));
const rows = new Map();
for (const radio of radios) rows.get(radio.name)?.push(radio) ?? rows.set(radio.name, [radio]);

/** Where a marker starts in the scenario that is played. */
function start(marker) {
  const named = rows.get(marker)?.find((radio) => radio.dataset.starts?.split(" ").includes(fact("scenario")));
  return named?.value ?? first[marker] ?? null;
}

/** The box in which a marker stands; empty if it is off the track, null if nobody knows. */
export const standing = (marker) => fact(`at|${marker}`) ?? start(marker);

/** A marker as the log names it: by its title, or as it was called where the title is a line to write on. */
export const titleOf = (marker) => {
  const title = rows.get(marker)?.[0].closest("fieldset").dataset.title ?? marker;
  return title.replace(LINE, fact(`name|${marker}`) ?? "").trim();
};
const LINE = /_{3,}/;
export const boxTitle = (marker, box) => (box === "" ? say("off the track") : (rows.get(marker)?.find((radio) => radio.value === box)?.parentElement.textContent.trim() ?? "–"));
/** The row of a marker in the part of the tracks, and its boxes there. */
export const rowOf = (marker) => rows.get(marker)[0].closest("fieldset");
export const labels = (marker) => rows.get(marker).filter((radio) => radio.value !== "").map((radio) => radio.parentElement);
/** A marker's row in small: its boxes, gates that are shut, the marker in one of them, and an arrow to the box where it goes, if any. */
export function inSmall(marker, to = null) {
  const boxes = boxesOf(marker);
  const way = to === null ? 0 : boxes.indexOf(to) - boxes.indexOf(standing(marker));
  const arrow = () => el("s", { class: way < 0 ? "back" : null, "--by": Math.abs(way) });
  return el("span", { class: "in-small", "aria-hidden": "true" }, labels(marker).map((label, at) => el("i", { class: label.className, "data-here": boxes[at] === standing(marker) ? "" : null, "data-then": boxes[at] === to ? "" : null }, boxes[at] === standing(marker) && way && boxes.includes(to) ? arrow() : null)));
}
/** All markers, and the boxes of one in order. */
export const markers = () => [...rows.keys()];
export const boxesOf = (marker) => (rows.get(marker) ?? []).map((radio) => radio.value).filter((box) => box !== "");

/** The buttons of the owners whose face a marker may show, and the one that it shows; in the first box it shows none. */
export const faces = (marker) => [...(rows.get(marker) ? rowOf(marker).querySelectorAll("[data-face]") : [])];
export const face = (marker) => (standing(marker) === boxesOf(marker)[0] ? null : faces(marker).find((one) => one.dataset.face === fact(`face|${marker}`)) ?? null);
/** Where a marker stands, in words. */
export const stands = (marker, box = standing(marker), shown = face(marker)) => [shown?.dataset.title, box === null ? "–" : boxTitle(marker, box)].filter(Boolean).join(" ");

/** Where a marker comes that moves boxes in favour of an owner whose face it may show, past the first box, too. */
export function scored(marker, owner, count = 1) {
  const boxes = boxesOf(marker);
  const now = face(marker)?.dataset.face ?? owner;
  const before = boxes.indexOf(standing(marker)) * (now === owner ? 1 : -1);
  const most = boxes.length - 1;
  const after = Math.max(-most, Math.min(most, before + count));
  const shown = after > 0 ? owner : after < 0 ? now : null;
  const box = boxes[Math.abs(after)];
  const words = `${titleOf(marker)}: ${stands(marker)} → ${stands(marker, box, faces(marker).find((one) => one.dataset.face === shown))}`;
  return { moved: after !== before, facts: { [`at|${marker}`]: box, [`face|${marker}`]: shown }, words };
}

/** Give a point to the side of a button. */
export function score({ dataset }) {
  const { facts, words } = scored(dataset.of, dataset.face);
  step(facts, words);
}

const SLIP = 10_000; // a marker that goes on within so many milliseconds was not meant to stop there

/** Move a marker, with a line in the log: the same one if it goes on at once. */
export function move(marker, box) {
  if (standing(marker) === box) return;
  const last = steps().at(-1);
  if (last?.moved === marker && Date.now() - last.when < SLIP) undo();
  const before = standing(marker);
  if (before !== box) step({ [`at|${marker}`]: box }, `${titleOf(marker)}: ${boxTitle(marker, before)} → ${boxTitle(marker, box)}`, { moved: marker });
}

/** The box so many places further; null past the ends. */
export function beside(marker, places) {
  const boxes = boxesOf(marker);
  return boxes[boxes.indexOf(standing(marker)) + places] ?? null;
}

for (const [marker, [radio]] of rows) {
  const legend = radio.closest("fieldset").querySelector("legend span:last-child");
  if (!LINE.test(legend.textContent)) continue;
  const field = el("input", { type: "text", class: "line", "data-name": marker, "aria-label": say("Name"), "--long": "14ch" });
  field.addEventListener("change", () => step({ [`name|${marker}`]: field.value.trim() || null }));
  legend.replaceChildren(legend.textContent.replace(LINE, "").trim(), " ", field);
}

function show() {
  for (const field of document.querySelectorAll("#tracks [data-name]")) if (field !== document.activeElement) field.value = fact(`name|${field.dataset.name}`) ?? "";
  for (const [marker, row] of rows) {
    const here = standing(marker);
    for (const radio of row) radio.checked = radio.value === here;
  }
  for (const gate of document.querySelectorAll("#tracks [data-gate]")) gate.classList.toggle("shut", !gate.dataset.gate.split(" ").some((card) => fact(`card|${card}`)));
  for (const button of document.querySelectorAll("#tracks [data-by]")) button.disabled = beside(button.dataset.of, Number(button.dataset.by)) === null;
  for (const button of document.querySelectorAll("#tracks [data-face]")) {
    button.disabled = !scored(button.dataset.of, button.dataset.face).moved;
    button.setAttribute("aria-pressed", String(face(button.dataset.of) === button));
  }
}

const section = document.getElementById("tracks");
section.addEventListener("change", ({ target }) => target.type === "radio" && move(target.name, target.value));
section.addEventListener("click", ({ target }) => {
  const by = target.closest("[data-by]");
  const side = target.closest("[data-face]");
  if (by) move(by.dataset.of, beside(by.dataset.of, Number(by.dataset.by)));
  if (side) score(side);
});

// A marker is dragged to another box of its row.
let dragged = null;
const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("label")?.querySelector("[type=radio]");
const lit = (radio) => document.querySelectorAll("#tracks .over").forEach((one) => one.classList.remove("over")) ?? radio?.parentElement.classList.add("over");
section.addEventListener("pointerdown", (event) => {
  const radio = event.target.closest("label")?.querySelector("[type=radio]:checked");
  dragged = radio?.name ?? null;
});
section.addEventListener("pointermove", (event) => dragged && lit(under(event)?.name === dragged ? under(event) : null));
addEventListener("pointerup", (event) => {
  const radio = dragged && under(event);
  if (radio?.name === dragged) move(dragged, radio.value);
  dragged = null;
  lit(null);
});

addEventListener("state", show);
show();

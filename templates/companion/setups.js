// The set-up to tick is the one that was rolled: its lines show what dice changed.

import { drawing, el, fill } from "./common.js";
import { die } from "./dice.js";
import { ask } from "./kit.js";
import { lines } from "./log.js";
import { each, whole } from "./parts.js";
import { say } from "./say.js";
import { fact, step } from "./state.js";

const drawn = new Map();
const lists = [...document.querySelectorAll("[data-setup]")];
const lineOf = (scenario, force, region, { number, name }) => `set-up|${scenario}|${force.title} · ${region.title}: ${`${number} ${name}`.trim()}`;
const same = (one, other) => one.join() === other?.join();

/** The lines of a set-up after its rolls that differ from the printed ones: tick → what it shows. */
async function changed(scenario, events) {
  const chipsOf = async (done) => {
    const { forces } = await ask("setup", { scenario, events: done });
    return new Map(forces.flatMap((force) => force.regions.flatMap((region) => region.spots.map((spot) => [lineOf(scenario, force, region, spot), { force, region, ...spot }]))));
  };
  const [before, after] = [await chipsOf([]), await chipsOf(events)];
  const found = new Map([...after].filter(([tick, { chips }]) => !same(chips, before.get(tick)?.chips)));
  for (const [tick, line] of before) if (!after.has(tick)) found.set(tick, { ...line, chips: [] });
  return found;
}

async function show() {
  const events = fact("units") ?? [];
  const wanted = fact("scenario");
  for (const list of lists) {
    const scenario = list.dataset.setup;
    if (wanted) list.open = scenario === wanted;
    for (const link of list.querySelectorAll("[data-option]")) optional(link);
    if (!whole(list)) continue;
    for (const chips of list.querySelectorAll(".chips[data-printed]")) {
      chips.innerHTML = printed.get(chips);
      chips.removeAttribute("data-printed");
      chips.closest(".placed").classList.remove("rolled", "gone");
      chips.closest(".placed").querySelector(".thus")?.remove();
    }
    const place = list.querySelector(".as-rolled");
    if (!events.length || (wanted && wanted !== scenario)) {
      fill(place);
      continue;
    }
    const lines = await changed(scenario, events);
    const keys = [...new Set([...lines.values()].flatMap(({ chips }) => chips))].filter((key) => !drawn.has(key));
    for (const [key, text] of Object.entries(await ask("chips", { keys }))) drawn.set(key, text);
    const more = [];
    for (const [tick, line] of lines) {
      const box = list.querySelector(`[data-tick="${CSS.escape(tick)}"]`);
      if (box) replaced(box, line.chips, events);
      else more.push(added(tick, line, events));
    }
    fill(place, more.length ? [el("h3", {}, say("As rolled")), ...more] : null);
  }
}

/** A roll for the set-up: to be made, or what came of it. */
function optional(link) {
  const { option, title } = link.dataset;
  const applied = lines().findLast(({ roll }) => roll?.procedure === option && roll.applied);
  const line = applied && lines().findLast(({ roll }) => roll?.code === applied.roll.code && !roll.applied);
  const place = link.closest("details");
  place.querySelector(`[data-rolled="${option}"]`)?.remove();
  link.hidden = Boolean(line);
  if (line) link.parentElement.after(el("div", { class: "rolled-for", "data-rolled": option }, el("span", { class: "dice", "aria-hidden": "true" }, (line.dice ?? "").split(" ").filter(Boolean).map((face) => die(Number(face), line.sides))), el("span", {}, el("b", {}, title), el("small", {}, line.text.replace(`${title}: `, "")))));
}

/** Chips, each with the die at its corner that changed it. */
function pictures(chips, events) {
  const thrown = (key) => (key.endsWith(" rolled") ? events.findLast(({ item, die: one }) => one && String(item) === key.split(" ")[0])?.die : null);
  return chips.filter((key) => drawn.has(key)).map((key) => (thrown(key) ? el("span", { class: "thrown" }, drawing(drawn.get(key)), die(...thrown(key))) : drawing(drawn.get(key))));
}
const printed = new WeakMap();

function replaced(box, chips, events) {
  const place = box.closest(".placed").querySelector(".chips");
  if (!printed.has(place)) printed.set(place, place.innerHTML);
  place.dataset.printed = "";
  fill(place, pictures(chips, events));
  const dice = chips.map((key) => (key.endsWith(" rolled") ? events.findLast(({ item, die: one }) => one && String(item) === key.split(" ")[0])?.die[0] : null)).filter(Boolean);
  if (dice.length) box.parentElement.querySelector(".do").append(el("small", { class: "thus" }, say("rolled {n}", { n: dice.join(", ") })));
  box.closest(".placed").classList.add(chips.length ? "rolled" : "gone");
}

function added(tick, { force, region, number, name, chips }, events) {
  const about = `tick|${tick}`;
  const box = el("input", { type: "checkbox", checked: fact(about) !== null, onchange: () => step({ [about]: box.checked || null }) });
  return el("div", { class: "placed rolled" }, el("label", {}, box, el("span", { class: "do" }, number ? el("span", { class: "mark" }, number) : null, `${name} (${force.title}${region.title && number ? `, ${region.title}` : ""})`), el("span", { class: "chips" }, pictures(chips, events))));
}

let turn = Promise.resolve();
const again = () => (turn = turn.then(show));
addEventListener("state", again);
again();
each((part) => part.closest("#setups") && again());

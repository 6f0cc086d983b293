// A set-up by hand: counters are dragged, or chosen and put, to places of a map or a list, into the reserve and out of it.

import { ask } from "./answers.js";
import { drawing, el, fill } from "./common.js";
import { bar, guard, isShown } from "./hand.js";
import { say } from "./say.js";

const MANY = 120; // places from which only those with counters, or found, are listed
const ZOOM = 1.25;
const POOL = "pool";
const RESERVE = "reserve";

let view = null; // what is shown: see `begin`
guard(() => Boolean(view?.sending));

/** Show a set-up in a node, or what has changed of it. */
export async function board(node, id) {
  if (view?.node !== node || view.id !== id || !view.main.isConnected) begin(node, id);
  if (!view.sending) await load();
}

function begin(node, id) {
  view = { node, id, held: null, map: "", scale: 0, round: 0, owner: view?.id === id ? view.owner : "" };
  view.off = el("section", { class: "parts", "aria-label": say("Not on the map") });
  view.stage = el("div", { class: "stage", tabindex: "0", role: "group", "aria-label": say("Places with their counters") });
  view.side = el("section", { class: "shape", "aria-label": say("Counter") });
  view.bar = bar(() => load());
  view.filter = el("input", { type: "search", placeholder: say("Find a place"), "aria-label": say("Find a place"), oninput: listed });
  view.ways = el("span", { class: "segments", role: "group", "aria-label": say("Places as") });
  view.head = el("b", {});
  const zoom = (by) => () => scaled((view.scale || view.fit) * by);
  view.zoom = el("span", {}, el("button", { type: "button", "aria-label": say("Smaller"), onclick: zoom(1 / ZOOM) }, "–"), el("button", { type: "button", "aria-label": say("Larger"), onclick: zoom(ZOOM) }, "+"), el("button", { type: "button", onclick: () => scaled(0) }, say("Fit width")));
  view.main = el("div", { class: "shaping", "data-map": true, "data-units": true, onkeydown: key }, view.off, el("div", { class: "desk" }, el("p", { class: "actions" }, view.head, view.ways, view.filter, view.zoom), view.stage, view.bar.node), view.side);
  fill(node, view.main);
}

async function load() {
  const asked = view;
  const { round } = view;
  try {
    const info = await ask("setup", { setup: view.id });
    if (view === asked && round === view.round && !view.sending && !isShown(info, view.info)) await take(info);
  } catch (error) {
    if (view === asked) view.bar.tell(error.message, true);
  }
}

/** Show what the server told. */
async function take(info) {
  const first = !view.info;
  view.info = info;
  if (!info.forces.some((one) => one.owner === view.owner)) view.owner = info.forces[0]?.owner ?? "";
  view.places = new Map(info.places.map((place) => [place.id, place]));
  if (first) view.map = info.maps[0] ?? "";
  if (view.map && view.drawn?.id !== view.map) view.drawn = await ask("map", { map: view.map }).catch(() => null);
  if (!view.drawn) view.map = "";
  draw();
}

function draw() {
  const { info } = view;
  view.head.textContent = info.title;
  const way = (map, words) => el("button", { type: "button", "aria-pressed": String(view.map === map), onclick: () => ((view.map = map), take(info)) }, words);
  fill(view.ways, info.maps.length ? [way("", say("List")), ...info.maps.map((map, at) => way(map, info.maps.length > 1 ? say("Map {n}", { n: at + 1 }) : say("Map")))] : null);
  view.zoom.hidden = !view.map;
  view.filter.hidden = Boolean(view.map);
  view.stage.classList.toggle("listed", !view.map);
  offMap();
  if (view.map) mapped();
  else listed();
  inspected();
}

const force = () => view.info.forces.find((one) => one.owner === view.owner);
const written = ({ id, name }) => (/^\d/.test(id) && name !== id ? `${id} ${name}` : name);
const where = (place) => (place === POOL ? say("Not placed") : place === RESERVE ? say("Reserve") : view.places.has(place) ? written(view.places.get(place)) : place);
const same = (one, other) => Boolean(one && other) && one.owner === other.owner && one.place === other.place && one.index === other.index;

/** A counter of a force at a place, to be chosen and dragged. */
function chip(owner, place, one, index) {
  const held = { owner, place, index, ...one };
  const name = `${view.info.names[one.unit]}${one.reversed ? `, ${say("other side up")}` : ""}`;
  const many = one.copies > 1 ? el("span", { class: "times", "aria-hidden": "true" }, `×${one.copies}`) : null;
  const picture = view.info.chips[one.reversed ? `${one.unit} reversed` : one.unit];
  const node = el("button", { type: "button", class: "unit", draggable: "true", title: name, "aria-label": `${name}, ${where(place)}`, "data-unit": one.unit, "aria-pressed": String(same(view.held, held)), ondragstart: (event) => (hold(held, false), event.dataTransfer.setData("text/plain", one.unit)), onclick: (event) => (event.stopPropagation(), hold(same(view.held, held) ? null : held)) }, picture ? drawing(picture) : one.unit, many);
  node.querySelector("svg")?.setAttribute("aria-hidden", "true");
  return node;
}

function hold(held, redraw = true) {
  view.held = held;
  if (held) view.owner = held.owner;
  if (redraw) draw();
  else for (const node of view.main.querySelectorAll(".unit")) node.setAttribute("aria-pressed", "false");
}

/** What takes counters: a name and what is there; a click or a drop puts the chosen one. */
function shelf(place, title, chips, props = {}) {
  return el("div", { ...props, class: "place", "data-place": place, ondragover: over, ondragleave: ({ currentTarget }) => currentTarget.classList.remove("over"), ondrop: (event) => (event.preventDefault(), move(place)) }, el("button", { type: "button", class: "name", onclick: () => move(place) }, title), chips);
}

function over(event) {
  event.preventDefault();
  event.currentTarget.classList.add("over");
}

function offMap() {
  const one = force();
  if (!one) return fill(view.off, el("p", {}, say("This set-up has no forces yet.")));
  const menu = el("select", { "aria-label": say("Whose counters"), onchange: () => ((view.owner = menu.value), (view.held = null), draw()) }, view.info.forces.map(({ owner, title }) => el("option", { value: owner, selected: owner === view.owner }, title)));
  const group = (place, title, listed, none) => shelf(place, `${title} · ${listed.length}`, listed.length ? piled(listed).map((each, at) => chip(one.owner, place, each, at)) : el("small", { class: "quiet" }, none));
  fill(
    view.off,
    view.info.forces.length > 1 ? menu : null,
    group(POOL, one.rest ? say("Not placed: in reserve") : say("Not placed"), one.pool, say("All counters have a place.")),
    one.rest && !one.reserve.length ? null : group(RESERVE, say("Reserve"), one.reserve, say("Nothing waits in reserve.")),
  );
}

/** Counters with the number of their copies. */
function piled(listed) {
  const key = ({ unit, reversed }) => `${unit} ${reversed}`;
  const found = new Map();
  for (const one of listed) found.set(key(one), { ...one, copies: (found.get(key(one))?.copies ?? 0) + 1 });
  return [...found.values()];
}

/** All counters on a place, whosever they are. */
const standing = (place) => view.info.forces.flatMap(({ owner, stands }) => (stands[place] ?? []).map((one, at) => chip(owner, place, one, at)));

function listed() {
  const wanted = view.filter.value.trim().toLowerCase();
  const found = view.info.places.filter((place) => `${written(place)} ${place.region}`.toLowerCase().includes(wanted));
  const occupied = (place) => view.info.forces.some(({ stands }) => stands[place.id]?.length);
  const shown = wanted || found.length <= MANY ? found.slice(0, MANY * 2) : found.filter(occupied);
  const regions = [...new Set(shown.map((place) => place.region))];
  const unknown = view.info.forces.flatMap(({ stands }) => Object.keys(stands)).filter((id) => !view.places.has(id));
  fill(
    view.stage,
    unknown.map((id) => shelf(id, id, standing(id))),
    regions.map((region) => el("section", {}, el("h3", {}, region), el("div", { class: "places" }, shown.filter((place) => place.region === region).map((place) => shelf(place.id, written(place), standing(place.id)))))),
    shown.length < found.length ? el("p", { class: "quiet" }, say.count(found.length - shown.length, "{n} more place: find it by name.", "{n} more places: find them by name.")) : null,
    view.info.places.length ? null : el("p", {}, say("This game has no places yet: add a document of places, or a map.")),
  );
}

// The map: counters lie over it, and what is put there goes to the nearest place.

function mapped() {
  const { drawn } = view;
  const spots = [...drawn.hexes, ...drawn.spaces, ...drawn.points].filter((one) => view.places.has(one.id));
  view.spots = spots;
  const piles = spots.map((spot) => {
    const chips = standing(spot.id);
    return chips.length ? el("div", { class: "pile", "--x": spot.at[0], "--y": spot.at[1] }, chips) : null;
  });
  view.lit = el("div", { class: "pile", "data-lit": true, hidden: true }, el("b", {}));
  view.sheet = el("div", { class: "sheet", "--w": drawn.width, "--h": drawn.height, ondragover: (event) => (event.preventDefault(), light(event)), onpointermove: light, onpointerleave: () => (view.lit.hidden = true), ondrop: (event) => (event.preventDefault(), put(event)), onclick: put }, el("div", { class: "face", "--w": drawn.width, "--h": drawn.height, "--b": 0 }, drawing(drawn.svg)), piles, view.lit);
  view.sheet.style.setProperty("--chip", size(spots.map((spot) => spot.at)));
  fill(view.stage, view.sheet);
  scaled(view.scale);
}

/** How high counters lie on the map, in mm: most places must not touch. */
function size(points) {
  const far = (one) => Math.min(...points.filter((other) => other !== one).map((other) => Math.hypot(one[0] - other[0], one[1] - other[1])));
  const all = points.map(far).sort((a, b) => a - b);
  return Math.min(14, (all[Math.floor(all.length / 3)] || 10) * 0.5);
}

/** Show the map at so many pixels a mm; 0 is the width that there is. */
function scaled(scale) {
  view.fit = (view.stage.clientWidth - 32) / view.drawn.width;
  view.scale = scale;
  view.mm = scale || view.fit;
  view.sheet.style.setProperty("--mm", `${view.mm}px`);
}

function near(event) {
  const { left, top } = view.sheet.getBoundingClientRect();
  const at = [(event.clientX - left) / view.mm, (event.clientY - top) / view.mm];
  const far = (spot) => Math.hypot(spot.at[0] - at[0], spot.at[1] - at[1]);
  return view.spots.reduce((best, one) => (!best || far(one) < far(best) ? one : best), null);
}

function light(event) {
  const spot = view.held && near(event);
  view.lit.hidden = !spot;
  if (!spot) return;
  view.lit.firstChild.textContent = where(spot.id);
  view.lit.style.setProperty("--x", spot.at[0]);
  view.lit.style.setProperty("--y", spot.at[1]);
}

function put(event) {
  const spot = near(event);
  if (spot) move(spot.id);
}

// What is done with the chosen counter.

/** Move the chosen counter, at once on the board; it is written meanwhile, one move after the other. */
function move(place, turn = false) {
  const { held } = view;
  if (!held || (held.place === place && !turn)) return;
  const wanted = { owner: held.owner, unit: held.unit, reversed: held.reversed, from: held.place, to: place, turn };
  moved(wanted, held.index);
  view.held = null;
  draw();
  const asked = view;
  view.round += 1; // what is being loaded is older
  view.sending = (view.sending ?? 0) + 1;
  view.bar.tell(say("Saving …"));
  view.writing = (view.writing ?? Promise.resolve()).then(() => send(asked, wanted));
}

/** Move a copy of a counter in what is shown. */
function moved({ owner, unit, reversed, from, to, turn }, index) {
  const one = view.info.forces.find((force) => force.owner === owner);
  const at = (place) => (place === POOL || place === RESERVE ? one[place] : (one.stands[place] ??= []));
  const source = at(from);
  const exact = source[index]?.unit === unit && from !== POOL && from !== RESERVE ? index : source.findIndex((other) => other.unit === unit && other.reversed === reversed);
  source.splice(exact, 1);
  at(to).push({ unit, reversed: reversed !== turn });
}

async function send(asked, wanted) {
  try {
    const info = await ask("setup", { setup: asked.id, wanted });
    asked.sending -= 1;
    if (view !== asked) return;
    if (!asked.sending) await take(info);
    view.bar.told(info.written);
  } catch (error) {
    asked.sending -= 1;
    if (view !== asked) return;
    await load();
    view.bar.tell(error.message, true);
  }
}

function key(event) {
  view.bar.keys(event);
  if (event.key !== "Escape" || !view.held) return;
  event.stopPropagation();
  hold(null);
}

function inspected() {
  const { held } = view;
  if (!held) return fill(view.side, el("h3", {}, say("No counter chosen")), el("p", {}, say("Drag a counter to a place; or click it, and then the place. Escape lets go of it.")));
  const to = (place, words) => (held.place === place ? null : el("button", { type: "button", onclick: () => move(place) }, words));
  const one = force();
  fill(
    view.side,
    el("h3", {}, view.info.names[held.unit]),
    el("p", {}, where(held.place), " · ", one.title, held.reversed ? ` · ${say("other side up")}` : ""),
    el("p", {}, say("Click the place that it goes to.")),
    el("p", { class: "actions" }, held.place === POOL ? null : el("button", { type: "button", onclick: () => move(held.place, true) }, say("Turn over")), to(POOL, say("Take off")), one.rest ? null : to(RESERVE, say("To the reserve"))),
    el("p", { class: "small quiet" }, held.unit),
  );
}

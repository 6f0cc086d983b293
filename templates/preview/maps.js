// Maps by hand: terrain painted hex by hex, edges and ways drawn, places dragged and named; each change is written at once.

import { ask } from "./answers.js";
import { by, drawing, el, fill, icon } from "./common.js";
import { edit } from "./editing.js";
import { bar, focused, guard, isShown, typing } from "./hand.js";
import { say } from "./say.js";

const NEAR = 9; // pixels within which a place is meant
const STEP = 0.5; // mm that places keep to
const ZOOM = 1.25;
const PACE = 2; // mm between the points of a stroke that are looked at
const SAME = 0.5; // mm within which corners of hexes are one
const WAYS = { n: [0, -1], ne: [1, -1], e: [1, 0], se: [1, 1], s: [0, 1], sw: [-1, 1], w: [-1, 0], nw: [-1, -1] };
/** What a map is drawn with: the kind of tool, its name in the file, and the key that says how it is drawn. */
const DEFINED = {
  terrain: { what: "terrain", drawn: "drawing", all: "drawings", title: say("Paint terrain"), add: say("New terrain") },
  edge: { what: "edges", drawn: "line", all: "lines", title: say("Edges"), add: say("New edge") },
  way: { what: "ways", drawn: "line", all: "lines", title: say("Ways"), add: say("New way") },
};
const ARROWS = { ArrowLeft: "w", ArrowRight: "e", ArrowUp: "n", ArrowDown: "s" };

let view = null; // what is shown: see `begin`
guard(() => Boolean(view?.main.isConnected && (view.stroke || view.sending)));

/** Show a map in a node, or what has changed of it. */
export async function chart(node, id) {
  if (view?.node !== node || view.id !== id || !view.main.isConnected) begin(node, id);
  if (!view.stroke && !view.drag && !view.sending) await load();
}

function begin(node, id) {
  view = { node, id, tool: "", chosen: "", scale: 0, round: 0 };
  view.palette = el("section", { class: "parts", "aria-label": say("Tools") });
  view.stage = el("div", { class: "stage", tabindex: "0", role: "group", "aria-label": say("Map: arrow keys go from hex to hex, Enter draws"), onkeydown: key, onpointerdown: press, onpointermove: over, onpointerleave: () => light([]) });
  view.side = el("section", { class: "shape", "aria-label": say("Place") });
  view.bar = bar(() => {});
  const zoom = (by) => () => scaled(view.scale * by);
  view.main = el(
    "div",
    { class: "shaping", "data-map": true, onkeydown: (event) => view.bar.keys(event) },
    view.palette,
    el("div", { class: "desk" }, el("p", { class: "actions" }, el("button", { type: "button", "aria-label": say("Smaller"), onclick: zoom(1 / ZOOM) }, "–"), el("button", { type: "button", "aria-label": say("Larger"), onclick: zoom(ZOOM) }, "+"), el("button", { type: "button", onclick: () => scaled(0) }, say("Fit width"))), view.stage, view.bar.node),
    view.side,
  );
  fill(node, view.main);
}

/** Show the map as it is now; if it is not to be drawn `anew`, only what differs. */
async function load(anew = false) {
  const asked = view;
  const { round } = view;
  try {
    const info = await ask("map", { map: view.id });
    if (view !== asked || round !== view.round || view.stroke || view.drag || view.sending) return;
    if (anew || !isShown(info, view.info)) take(info, !anew && typing(view.side));
  } catch (error) {
    if (view === asked) view.bar.tell(error.message, true);
  }
}

/** Show what the server told, and the inspector unless it `stays`. */
function take(info, stays = false) {
  view.info = info;
  view.hexes = new Map(info.hexes.map((hex) => [hex.id, hex]));
  view.movable = [...info.spaces, ...info.labels];
  view.places = new Map([...info.hexes, ...info.spaces, ...info.points].map((place) => [place.id, place]));
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" class="over" viewBox="0 0 ${info.width} ${info.height}"></svg>`;
  view.over = drawing(overlay);
  view.sheet = el("div", { class: "sheet", "--w": info.width, "--h": info.height }, el("div", { class: "face", "--w": info.width, "--h": info.height, "--b": 0 }, drawing(info.svg)), view.over);
  fill(view.stage, view.sheet);
  scaled(view.scale);
  palette();
  if (!stays && !view.side.querySelector("#editor form") && !view.tool.startsWith("new ")) inspected();
  light([]);
}

/** Show the map at so many pixels a mm; 0 is the width that there is. */
function scaled(scale) {
  view.scale = scale;
  const fit = (view.stage.clientWidth - 32) / view.info.width;
  view.mm = scale || fit;
  if (!scale) view.fit = fit;
  view.sheet.style.setProperty("--mm", `${view.mm}px`);
  view.scale ||= 0;
}

// Tools.

const bases = () => view.info.terrain.filter(({ over }) => !over);
const tops = () => view.info.terrain.filter(({ over }) => over);
const tools = () => [{ id: "", title: say("Choose and move") }, ...[...bases(), ...tops()].map((one) => ({ ...one, id: `terrain ${one.id}` })), ...view.info.edges.map((one) => ({ ...one, id: `edge ${one.id}` })), ...view.info.ways.map((one) => ({ ...one, id: `way ${one.id}` }))];

function palette() {
  const all = tools();
  const button = (one) => {
    const number = all.indexOf(one);
    const drawn = one.svg ? drawing(one.svg) : null;
    drawn?.setAttribute("aria-hidden", "true");
    return el("li", {}, el("button", { type: "button", class: "tool", "aria-pressed": String(view.tool === one.id), onclick: () => use(one.id) }, drawn, el("span", {}, one.title, one.note ? el("small", { class: "quiet" }, one.note) : null), number < 10 ? el("kbd", {}, String(number)) : null));
  };
  const group = (kind) => {
    const [found, above] = [false, true].map((over) => all.filter((one) => one.id.split(" ")[0] === kind && Boolean(one.over) === over).map(button));
    const { title, add } = DEFINED[kind] ?? {};
    const fresh = `new ${kind}`;
    const list = el("ul", {}, found);
    return title ? [el("h3", {}, title), list, above.length ? el("h3", {}, say("On top")) : null, above.length ? el("ul", {}, above) : null, el("button", { type: "button", class: "adds", "aria-pressed": String(view.tool === fresh), onclick: () => use(fresh) }, icon("add"), add)] : [list];
  };
  focused(view.palette, () => fill(view.palette, ...["", ...Object.keys(DEFINED)].flatMap(group)));
}

function use(tool) {
  Object.assign(view, { tool, from: "", about: "tool" });
  palette();
  light([]);
  inspected();
  const [kind] = tool.split(" ");
  if (kind === "new") view.side.querySelector("input").focus();
  const hints = { terrain: say("Draw over hexes; they are written when you let go."), edge: say("Draw along the sides of hexes, or click one; what is there already is taken away."), way: say("Draw from hex to hex, or click a place, then the next; what is there already is taken away. Escape ends.") };
  view.bar.tell(hints[kind] ?? "");
}

// Where things are.

function point(event) {
  const { left, top } = view.sheet.getBoundingClientRect();
  return [(event.clientX - left) / view.mm, (event.clientY - top) / view.mm];
}

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const nearest = (places, at) => places.reduce((best, one) => (!best || distance(one.at, at) < distance(best.at, at) ? one : best), null);
const corners = (hex) => view.info.shape.map(([x, y]) => [hex.at[0] + x, hex.at[1] + y]);

/** The hex at a point. */
function hexAt(at) {
  const hex = nearest(view.info.hexes, at);
  const far = Math.max(...view.info.shape.map((corner) => Math.hypot(...corner)), 0);
  return hex && distance(hex.at, at) <= far ? hex : null;
}

/** The hex at a point, or the space in whose outline it lies. */
const groundAt = (at) => (view.info.hexes.length ? hexAt(at) : view.info.spaces.find(({ outline }) => inside(outline, at)));

/** Whether a point lies in a polygon: a line from it to the right crosses its sides an odd number of times. */
function inside(points, [x, y]) {
  const crossed = points.filter(([ax, ay], k) => {
    const [bx, by] = points[(k + 1) % points.length];
    return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax);
  });
  return crossed.length % 2 === 1;
}

/** The space, point or label within reach. */
function placeAt(at, places) {
  const place = nearest(places, at);
  return place && distance(place.at, at) * view.mm <= Math.max(NEAR, 4 * view.mm) ? place : null;
}

/** The sides of a hex, each with its ends and its middle. */
function sidesOf(hex) {
  const ends = corners(hex);
  return view.info.sides.map((side, k) => {
    const [a, b] = [ends[k], ends[(k + 1) % ends.length]];
    return { hex, side, ends: [a, b], at: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] };
  });
}

/** The side of the hex at a point that is nearest. */
function sideAt(at) {
  const hex = hexAt(at);
  return hex && nearest(sidesOf(hex), at);
}

/** The hex beyond a side. */
function beyond(hex, side) {
  const { at } = sidesOf(hex).find((one) => one.side === side);
  return hexAt([2 * at[0] - hex.at[0], 2 * at[1] - hex.at[1]]);
}

/** The corners that sides lead to from one, and the hexes beside a hex. */
const alongSides = ({ at }) => {
  const ways = view.info.hexes.filter((hex) => corners(hex).some((one) => distance(one, at) < SAME)).flatMap(sidesOf);
  return ways.flatMap(({ hex, side, ends }) => [ends, [...ends].reverse()].filter(([from]) => distance(from, at) < SAME).map(([, to]) => ({ at: to, hex, side })));
};
const besides = (hex) => view.info.sides.map((side) => beyond(hex, side)).filter(Boolean);

// What is lit on the map: {points, kind}.

function light(marks) {
  const chosen = view.places.get(view.chosen);
  const kept = chosen ? [outline(chosen, "chosen")] : [];
  const from = view.places.get(view.from);
  if (from) kept.push(outline(from, "from"));
  fill(view.over, [...kept, ...marks].map(({ points, kind }) => el("polygon", { class: `lit-${kind}`, points: points.map((one) => one.join(",")).join(" ") })));
}

function outline(place, kind) {
  if (view.hexes.has(place.id)) return { points: corners(place), kind };
  const [x, y] = place.at;
  if (place.outline?.length) return { points: place.outline, kind };
  return { points: [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => [x + a * 4, y + b * 4]), kind };
}

function over(event) {
  if (!view.info || view.drag || view.stroke) return;
  const at = point(event);
  const [kind] = view.tool.split(" ");
  if (kind === "edge") {
    const found = sideAt(at);
    return light(found ? [{ points: found.ends, kind: "side" }] : []);
  }
  const place = meant(at);
  light(place ? [outline(place, "over")] : []);
}

/** The place that a click means with this tool. */
function meant(at) {
  const [kind] = view.tool.split(" ");
  const places = kind === "way" ? [...view.info.spaces, ...view.info.points] : view.movable;
  return (kind !== "terrain" && placeAt(at, places)) || groundAt(at) || (kind === "" && placeAt(at, view.info.points));
}

function press(event) {
  if (!view.info || event.button) return;
  view.stage.focus({ preventScroll: true });
  const at = point(event);
  const [kind, name] = [view.tool.split(" ")[0], view.tool.slice(view.tool.indexOf(" ") + 1)];
  if (kind === "terrain") return stroke(event, at, name);
  if (kind === "edge") {
    const found = sideAt(at);
    const draw = (sides) => change({ do: "edge", edge: name, sides: sides.map(({ hex, side }) => [hex.id, side]) });
    return found && walk(event, at, nearest(corners(found.hex).map((one) => ({ at: one })), at), alongSides, ([, ...sides]) => draw(sides.length ? sides : [found]));
  }
  const place = meant(at);
  if (!place) return choose("");
  if (kind === "way") return walk(event, at, place, view.hexes.has(place.id) ? besides : () => [], (path) => (path.length > 1 ? way(name, path) : follow(name, place.id)));
  choose(place.id);
  if (view.movable.includes(place)) drag(event, place, at);
}

/** Paint the hexes under the pointer until it is let go. */
function stroke(event, at, terrain) {
  const painted = new Map();
  const add = (hex) => {
    if (hex) painted.set(hex.id, outline(hex, "painted"));
    light([...painted.values()]);
  };
  drawn(event, at, (point) => add(groundAt(point)), () => (painted.size ? change({ do: "terrain", terrain, hexes: [...painted.keys()] }) : null));
  add(groundAt(at));
}

/** Walk from a corner or hex to those beside it, as the pointer does, until it is let go; a step back takes one back, and a corner is cut. */
function walk(event, at, start, beside, end) {
  const path = [start];
  const step = (point) => {
    const here = path.at(-1);
    const next = nearest([here, ...beside(here)], point);
    if (next === here) return;
    const before = path.at(-2);
    const is = (one) => distance(one.at, next.at) < SAME;
    const back = before && is(before);
    const cuts = before && beside(before).some(is); // the pointer has but touched the last one
    if (back || cuts) path.pop();
    if (!back) path.push(next);
    light(path.slice(1).map((one, k) => ({ points: [path[k].at, one.at], kind: "side" })));
  };
  drawn(event, at, step, () => end(path));
}

/** Tell of the points that a stroke passes, also of those between two that a quick pointer tells of. */
function drawn(event, at, passed, end) {
  let last = at;
  view.stroke = true;
  held(
    event,
    (moved) => {
      const next = point(moved);
      const parts = Math.max(1, Math.ceil(distance(last, next) / PACE));
      for (let part = 1; part <= parts; part++) passed([0, 1].map((axis) => last[axis] + ((next[axis] - last[axis]) * part) / parts));
      last = next;
    },
    end,
  );
}

function drag(event, place, at) {
  const from = place.at;
  const ghost = () => light([outline({ ...place, outline: null }, "painted")]);
  view.drag = place;
  held(
    event,
    (moved) => {
      const [x, y] = point(moved);
      place.at = [from[0] + x - at[0], from[1] + y - at[1]].map((one) => Math.round((one - view.info.offset) / STEP) * STEP + view.info.offset);
      ghost();
    },
    () => (distance(from, place.at) >= STEP ? change({ do: "move", place: place.id, at: place.at.map((one) => Math.round((one - view.info.offset) * 100) / 100) }) : null),
    () => (place.at = from),
  );
}

/** Follow the pointer until it is let go, then `end`; Escape calls `back` instead. */
function held(event, move, end, back = () => {}) {
  event.preventDefault();
  const { stage } = view;
  stage.setPointerCapture(event.pointerId);
  const stop = () => {
    stage.removeEventListener("pointermove", move);
    stage.removeEventListener("pointerup", finish);
    stage.removeEventListener("pointercancel", view.cancel);
    Object.assign(view, { stroke: null, drag: null, cancel: null });
    light([]);
  };
  const finish = () => (stop(), end());
  view.cancel = () => (stop(), back());
  stage.addEventListener("pointermove", move);
  stage.addEventListener("pointerup", finish);
  stage.addEventListener("pointercancel", view.cancel);
}

const way = (name, places) => change({ do: "way", way: name, places: places.map(({ id }) => id) });

/** Draw a way from the last place to this one. */
function follow(name, id) {
  const from = view.from;
  view.from = from === id ? "" : id;
  light([]);
  return from && from !== id ? way(name, [{ id: from }, { id }]) : null;
}

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    event.stopPropagation();
    if (view.cancel) view.cancel();
    else if (view.from) view.from = "";
    else if (view.tool) use("");
    else choose("");
    return light([]);
  }
  if (/^[0-9]$/.test(event.key) && tools()[Number(event.key)]) return use(tools()[Number(event.key)].id);
  const chosen = view.places.get(view.chosen) ?? view.info.hexes[0];
  if (ARROWS[event.key] && chosen) {
    event.preventDefault();
    return choose((view.chosen ? toward(chosen, WAYS[ARROWS[event.key]]) : chosen).id);
  }
  if (/^Enter$/.test(event.key) && chosen) {
    const [kind, name] = [view.tool.split(" ")[0], view.tool.slice(view.tool.indexOf(" ") + 1)];
    if (kind === "terrain" && view.hexes.has(chosen.id)) change({ do: "terrain", terrain: name, hexes: [chosen.id] });
    if (kind === "way") follow(name, chosen.id);
  }
}

/** The next place in a direction. */
function toward(place, [right, down]) {
  const ahead = [...view.places.values()].filter((one) => one !== place).map((one) => ({ one, by: [one.at[0] - place.at[0], one.at[1] - place.at[1]] }));
  const fit = ({ by }) => by[0] * right + by[1] * down - Math.abs(by[0] * down) * 2 - Math.abs(by[1] * right) * 2;
  const along = ahead.filter(({ by }) => by[0] * right + by[1] * down > 0.5);
  const best = along.sort((a, b) => Math.hypot(...a.by) * 2 - fit(a) - (Math.hypot(...b.by) * 2 - fit(b)))[0];
  return best?.one ?? place;
}

function choose(id) {
  Object.assign(view, { chosen: id, about: "place" });
  light([]);
  inspected();
}

/** Have a change made and written. */
async function change(wanted) {
  const asked = view;
  view.round += 1; // what is being loaded is older
  view.sending = true;
  try {
    const info = await ask("map", { map: view.id, wanted });
    if (view !== asked) return;
    view.sending = false;
    take(info);
    view.bar.told(info.written);
  } catch (error) {
    view.sending = false;
    await load(true);
    view.bar.tell(error.message, true);
  }
}

// The inspector.

const inspected = () => focused(view.side, properties);

function properties() {
  const place = view.places.get(view.chosen);
  if (view.tool && view.about === "tool") return defined();
  if (!place) return fill(view.side, el("h3", {}, say("No place chosen")), el("p", {}, say("Click a hex or a place. Spaces and labels are dragged; digits choose a tool, Escape takes back.")));
  const hex = view.hexes.has(place.id);
  const space = view.info.spaces.includes(place);
  const field = (name, title) => {
    const input = el("input", { type: "text", value: place[name] === place.id ? "" : place[name], onchange: () => change({ do: "say", place: place.id, field: name, value: input.value }) });
    return el("label", { class: "wide" }, title, input);
  };
  fill(
    view.side,
    el("h3", {}, place.name && place.name !== place.id ? `${place.id} ${place.name}` : place.id),
    hex || space ? [field("name", say("Name")), field("note", say("Note"))] : el("p", {}, say("It lies where its degrees say.")),
    hex ? ground(place) : null,
    hex ? view.info.edges.map((one) => sides(place, one, "edge")) : null,
    hex ? view.info.ways.map((one) => sides(place, one, "way")) : null,
    place.place ? written(place.place) : null,
  );
}

/** How the terrain, the edge or the way in hand is called and drawn; or a form for a new one. */
function defined() {
  const [kind, name] = [view.tool.split(" ")[0], view.tool.slice(view.tool.indexOf(" ") + 1)];
  const fresh = kind === "new";
  const { what, drawn, all, add } = DEFINED[fresh ? name : kind];
  const one = fresh ? { title: "", note: "", colour: "" } : view.info[what].find(({ id }) => id === name);
  const title = el("input", { type: "text", value: one.title, maxlength: "60", required: true });
  const note = el("input", { type: "text", value: one.note, maxlength: "60" });
  const look = el("select", {}, el("option", { value: "" }, say("as its name says")), view.info[all].map((each) => el("option", { value: each, selected: each === one[drawn] }, each.replaceAll("_", " "))));
  const own = el("input", { type: "checkbox", checked: Boolean(one.colour) });
  const colour = el("input", { type: "color", "aria-label": say("Colour"), value: /^#[0-9a-f]{6}$/i.test(one.colour) ? one.colour : "#B8CDD8", oninput: () => (own.checked = true) });
  const define = async () => {
    if (!title.value.trim()) return;
    const known = new Set(view.info[what].map(({ id }) => id));
    await change({ do: "define", what, name: fresh ? "" : name, title: title.value, note: note.value, [drawn]: look.value, colour: own.checked ? colour.value.toUpperCase() : "" });
    const made = fresh && view.info[what].find(({ id }) => !known.has(id));
    if (made) use(`${name} ${made.id}`);
  };
  const form = el(
    "form",
    { onsubmit: (event) => (event.preventDefault(), fresh && define()), onchange: () => fresh || define() },
    el("label", { class: "wide" }, say("Name"), title),
    el("label", { class: "wide" }, say("Drawn as"), look),
    el("label", { class: "ticked" }, own, say("in a colour of its own"), colour),
    el("label", { class: "wide" }, say("Note in the key"), note),
    fresh ? el("p", { class: "actions" }, el("button", { class: "strong" }, say("Add it"))) : null,
  );
  fill(view.side, el("h3", {}, fresh ? add : one.title), form);
}

/** Where an entry is written, and all its keys in a form if that is in a document. */
function written(at) {
  const [, file, line] = at.match(/([^/]*):(\d+)$/);
  const said = el("p", { class: "small quiet" }, say("{file}, line {line}", { file, line }));
  if (!/\.ya?ml$/.test(file)) return said;
  const form = el("section", { "aria-label": say("Edit") });
  const open = () => {
    by("editor")?.removeAttribute("id"); // that of the inspector, which is not shown here
    form.id = "editor";
    edit(at, form).catch((error) => fill(form, el("p", { role: "status" }, error.message)));
  };
  return [said, el("p", { class: "actions" }, el("button", { type: "button", onclick: open }, say("Open"))), form];
}

function ground(hex) {
  const paint = (terrain) => change({ do: "terrain", terrain, hexes: [hex.id] });
  const menu = el("select", { onchange: () => paint(menu.value) }, bases().map((one) => el("option", { value: one.id }, one.title)));
  menu.value = hex.terrain.find((name) => bases().some((one) => one.id === name)) ?? "";
  const tick = ({ id, title }) => el("label", { class: "ticked" }, el("input", { type: "checkbox", checked: hex.terrain.includes(id), onchange: () => paint(id) }), title);
  return [bases().length ? el("label", { class: "wide" }, say("Terrain"), menu) : null, tops().length ? el("div", { class: "tops", role: "group", "aria-label": say("On top") }, tops().map(tick)) : null];
}

/** A hex with a box to tick on each side along which something runs, or across which a way leads. */
function sides(hex, line, kind) {
  const far = Math.max(...corners(hex).map((one) => distance(one, hex.at)));
  const drawn = (at) => at.map((one, k) => 50 + (36 / far) * (one - hex.at[k]));
  const outline = corners(hex).map((one) => drawn(one).join()).join(" ");
  const strokes = [];
  const boxes = sidesOf(hex).map(({ side, ends, at }) => {
    const other = beyond(hex, side);
    const joins = ([one, way]) => (one === hex.id && way === side) || (kind === "edge" && other && one === other.id && beyond(other, way)?.id === hex.id);
    const leads = ([one, two]) => other && ((one === hex.id && two === other.id) || (two === hex.id && one === other.id));
    const on = line.drawn.some(kind === "edge" ? joins : leads);
    const toggle = () => (kind === "edge" ? change({ do: "edge", edge: line.id, sides: [[hex.id, side]] }) : way(line.id, [hex, other]));
    const [left, top] = drawn(at);
    if (on) strokes.push({ side, points: (kind === "edge" ? ends : [hex.at, at]).map((one) => drawn(one).join()).join(" ") });
    return el("input", { type: "checkbox", "aria-label": side, title: side, checked: on, disabled: kind === "way" && !other, onchange: toggle, "--x": `${left}%`, "--y": `${top}%` });
  });
  const hexagon = el("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, el("polygon", { points: outline }), strokes.map(({ points }) => el("polyline", { points })));
  return el("fieldset", { class: "around" }, el("legend", {}, line.title), el("div", { class: "sides" }, hexagon, boxes), el("small", {}, strokes.map(({ side }) => side).join(", ") || "–"));
}

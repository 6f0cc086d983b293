// Layouts by hand: the boxes of a face are chosen, dragged and sized over it, and what changes is written to its file.

import { ask } from "./answers.js";
import { drawing, el, fill } from "./common.js";
import { bar, focused, guard, isShown, typing } from "./hand.js";
import { label } from "./labels.js";
import { say } from "./say.js";

const STEP = 0.5; // mm, of the grid and of an arrow key
const FAR = 5; // mm, of an arrow key with Shift
const NEAR = 6; // pixels within which an edge snaps
const LEAST = 1; // mm, the smallest side of a box
const WAIT = 600; // ms after the last arrow key until its move is written
const ROUND = 100; // parts of a mm that are written
const HANDLES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"];
const LOW = 4.5; // contrast below which small type is hard to read
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

let view = null; // what is shown: see `begin`

/** Show the layout of a component's pieces in a node, or what has changed of it. */
export async function shape(node, pieces, stem) {
  if (view?.node !== node || view.stem !== stem || !view.main?.isConnected) begin(node, pieces, stem);
  else if (!view.drag && !view.pending && !view.problems.length) await load(false);
  else return;
  if (!view.info) await load();
}

const unsaved = () => Boolean(view?.main.isConnected && (view.pending || view.drag?.moved || Object.keys(view.keep).length));
guard(unsaved);

/** Whether the layout may be left: a move by keys is written first; a change that cannot be saved stays. */
export async function leaveShape() {
  if (!unsaved()) return true;
  if (view.pending) await send();
  await view.writing;
  if (!view.problems.length) return true;
  tell(say("Not saved yet: correct it, or take it back."), true);
  return false;
}

/** A piece by its title, and its id if others have the same one. */
function called({ key, title }, pieces) {
  const id = key.slice(key.indexOf("/") + 1);
  return !title ? id : pieces.some((one) => one.title === title && one.key !== key) ? `${title} (${id})` : title;
}

function begin(node, pieces, stem) {
  const kept = view?.stem === stem ? view : {};
  const keys = pieces.map((piece) => piece.key);
  view = { node, stem, keys, key: keys.includes(kept.key) ? kept.key : keys[0], back: kept.back ?? false, chosen: kept.chosen ?? "", problems: [], written: null, keep: {} };
  view.list = el("ol", { class: "boxes" });
  view.stage = el("div", { class: "stage", tabindex: "0", role: "group", "aria-label": say("Face with its boxes"), onpointerdown: grasp, onpointermove: over });
  view.samples = el("div", { class: "samples" });
  view.side = el("section", { class: "shape", "aria-label": say("Box") });
  view.bar = bar(() => Object.assign(view, { problems: [], written: null, keep: {} }));
  view.which = el("select", { "aria-label": say("Piece"), onchange: () => pose(view.which.value, view.back) }, pieces.map((piece) => el("option", { value: piece.key }, called(piece, pieces))));
  view.turned = el("input", { type: "checkbox", onchange: () => pose(view.key, view.turned.checked) });
  const next = (step) => () => pose(view.keys.at((view.keys.indexOf(view.key) + step) % view.keys.length), view.back);
  view.main = el(
    "div",
    { class: "shaping", onkeydown: key },
    el("section", { class: "parts", "aria-label": say("Boxes") }, (view.title = el("h3", {}, say("Layout"))), view.list, el("h3", {}, say("Add a box")), el("p", { class: "actions" }, adding("text", say("Words")), adding("ground", say("Ground")), adding("picture", say("Picture")))),
    el(
      "div",
      { class: "desk" },
      el("p", { class: "actions" }, el("button", { type: "button", onclick: next(-1), "aria-label": say("Previous piece") }, "‹"), view.which, el("button", { type: "button", onclick: next(1), "aria-label": say("Next piece") }, "›"), el("label", {}, view.turned, say("Back"))),
      el("div", { class: "bench" }, view.stage, view.samples),
      view.bar.node,
    ),
    view.side,
  );
  fill(node, view.main);
}

const adding = (what, words) => el("button", { type: "button", onclick: () => make({ new: what }) }, words);

/** Add a box, or have the chosen one go. */
async function make(wanted) {
  const asked = view;
  const round = (view.round = (view.round ?? 0) + 1);
  tell(say("Saving …"));
  try {
    const info = await ask("shape", { key: view.key, back: view.back, box: view.chosen, wanted });
    if (view !== asked || round !== view.round) return;
    view.round += 1; // what is being loaded is older
    Object.assign(view, { problems: info.problems, written: info.written, chosen: info.box, keep: {} });
    take(info);
    view.side.querySelector("[data-text]")?.select(); // to be typed over
  } catch (error) {
    tell(error.message, true);
  }
}

async function pose(key, back) {
  if (!(await leaveShape())) return;
  Object.assign(view, { key, back, problems: [], written: null, keep: {} });
  await load();
}

/** Show the face as it is now; if it is not to be drawn `anew`, only what differs. */
async function load(anew = true) {
  const asked = view;
  const { round } = view;
  try {
    const info = await ask("shape", { key: view.key, back: view.back });
    if (view !== asked || round !== view.round || view.drag || view.pending) return;
    if (anew || !isShown(info, view.info)) take(info, typing(view.side));
  } catch (error) {
    if (view !== asked) return;
    view.info = null;
    fill(view.stage, el("p", { role: "status" }, error.message));
  }
}

/** Show what the server told, and the inspector unless it `stays`. */
function take(info, stays = false) {
  view.info = info;
  view.boxes = new Map(info.boxes.map((box) => [box.name, box]));
  view.which.value = view.key;
  view.turned.checked = view.back;
  view.turned.parentNode.hidden = info.sides < 2;
  view.title.textContent = say("Layout {name}", { name: info.layout });
  listed();
  staged();
  sampled();
  if (!stays) inspected();
  told();
}

function listed() {
  const button = (box) =>
    el("li", {}, el("button", { type: "button", class: box.drawn ? "" : "quiet", "aria-pressed": String(box.name === view.chosen), onclick: () => choose(box.name) }, box.name, box.drawn ? null : el("small", {}, ` ${say("not on this face")}`)));
  focused(view.list, () => fill(view.list, [...view.info.boxes].reverse().map(button)));
}

function choose(name) {
  if (view.pending) send();
  if (view.problems.length) {
    tell(say("Taken back: the change of {box} could not be saved.", { box: view.chosen }), true);
    takeBack();
  }
  Object.assign(view, { chosen: name, keep: {} });
  for (const button of view.list.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.firstChild.textContent === name));
  marked();
  inspected();
}

const chosen = () => view.boxes?.get(view.chosen);

/** The face, as large as there is room, with a mark for each box. */
function staged() {
  const { face, width, height, boxes } = view.info;
  const room = view.stage.clientWidth - 48;
  view.scale = Math.max(2, Math.min(room / width, Math.max(240, view.node.clientHeight - 200) / height));
  const picture = el("div", { class: "face", "--w": face.width, "--h": face.height, "--b": face.bleed }, drawing(face.svg));
  view.marks = new Map(boxes.filter((box) => box.place).map((box) => [box.name, el("div", { class: "mark", "data-off": !box.drawn })]));
  view.grips = HANDLES.map((way) => el("i", { class: "grip", "data-way": way }));
  view.frame = el("div", { class: "chosen-box", hidden: true }, el("b", {}), view.grips);
  view.guides = el("div", { class: "guides" });
  view.sheet = el("div", { class: "sheet", "--mm": `${view.scale}px`, "--w": width, "--h": height }, picture, [...view.marks.values()], view.guides, view.frame);
  fill(view.stage, view.sheet);
  for (const [name, mark] of view.marks) put(mark, view.boxes.get(name).place);
  marked();
}

function put(node, place) {
  ["--x", "--y", "--wide", "--high"].forEach((name, at) => node.style.setProperty(name, place[at]));
}

/** Put the frame with its handles round the chosen box. */
function marked() {
  const box = chosen();
  view.frame.hidden = !box?.place;
  for (const [name, mark] of view.marks) mark.hidden = name === view.chosen;
  if (!box?.place) return;
  put(view.frame, box.place);
  view.frame.firstChild.textContent = box.name;
}

function sampled() {
  const names = { shortest: say("shortest"), longest: say("longest"), empty: say("empty") };
  fill(
    view.samples,
    el("h3", {}, say("Tried on")),
    view.info.samples.map((one) => {
      const picture = el("span", { class: "face", "--w": one.width, "--h": one.height, "--b": one.bleed }, drawing(one.svg));
      const shown = el("button", { type: "button", class: "sample", "data-bad": one.problems.length > 0, title: one.problems[0] ?? null, "aria-label": names[one.which], disabled: !one.key, onclick: () => pose(one.key, false) }, picture);
      const scale = Math.min(150 / one.width, 160 / one.height);
      shown.style.setProperty("--mm", `${scale}px`);
      return el("figure", {}, shown, el("figcaption", {}, names[one.which], one.problems.length ? el("b", {}, ` ⚠ ${one.problems[0]}`) : null));
    }),
  );
}

// Moving and sizing: geometry is the page's; the server draws when the box is let go.

/** What an edge may snap to along an axis: those of the face, its middle, and those of other boxes. */
function targets(axis) {
  const whole = axis ? view.info.height : view.info.width;
  const others = view.info.boxes.filter((box) => box.drawn && box.place && box.name !== view.chosen);
  return [0, whole / 2, whole, ...others.flatMap(({ place }) => [place[axis], place[axis] + place[axis + 2] / 2, place[axis] + place[axis + 2]])];
}

/** A rectangle moved by mm, as a whole or at the sides of a handle, snapped; with the lines that it snapped to. */
export function snapped(place, [right, down], way, lines, near) {
  const made = [...place];
  const guides = [];
  for (const axis of [0, 1]) {
    const by = axis ? down : right;
    const [low, high] = axis ? ["n", "s"] : ["w", "e"];
    const all = way === "move";
    const begins = all || way.includes(low);
    const ends = !all && way.includes(high);
    if (!begins && !ends) continue;
    const size = place[axis + 2];
    const edges = all ? [place[axis], place[axis] + size / 2, place[axis] + size] : [begins ? place[axis] : place[axis] + size];
    const pairs = by ? lines[axis].flatMap((line) => edges.map((edge) => ({ line, off: line - edge - by }))) : [];
    const best = pairs.filter((pair) => Math.abs(pair.off) <= near).sort((a, b) => Math.abs(a.off) - Math.abs(b.off))[0];
    const edge = edges[0] + by;
    const step = by + (best ? best.off : Math.round(edge / STEP) * STEP - edge) * (by ? 1 : 0);
    if (best) guides.push({ axis, line: best.line });
    if (all) made[axis] += step;
    else if (begins) {
      const most = Math.min(step, size - LEAST);
      made[axis] += most;
      made[axis + 2] -= most;
    } else made[axis + 2] = Math.max(LEAST, size + step);
  }
  return { place: made.map((one, at) => (one === place[at] ? one : Math.round(one * ROUND) / ROUND)), guides };
}

function point(event) {
  const { left, top } = view.sheet.getBoundingClientRect();
  return [(event.clientX - left) / view.scale, (event.clientY - top) / view.scale];
}

/** The boxes under a point, the smallest first. */
function under([x, y]) {
  const held = view.info.boxes.filter(({ drawn, place }) => drawn && place && x >= place[0] && x <= place[0] + place[2] && y >= place[1] && y <= place[1] + place[3]);
  return held.sort((a, b) => a.place[2] * a.place[3] - b.place[2] * b.place[3]).map((box) => box.name);
}

function over(event) {
  if (!view.info || view.drag) return;
  const [name] = under(point(event));
  for (const [other, mark] of view.marks) mark.classList.toggle("over", other === name);
}

function grasp(event) {
  if (!view.info || event.button) return;
  view.stage.focus({ preventScroll: true });
  const at = point(event);
  const names = under(at);
  const way = event.target.dataset.way ?? "move";
  const was = view.chosen;
  if (way === "move" && !names.includes(view.chosen)) choose(names[0] ?? "");
  const box = chosen();
  if (!box?.place) return;
  event.preventDefault();
  const lines = [targets(0), targets(1)];
  view.drag = { at, way, from: box.place, place: box.place, lines, names, again: was === box.name };
  view.stage.setPointerCapture(event.pointerId);
  view.stage.onpointermove = (moved) => drag(moved);
  view.stage.onpointerup = drop;
  view.stage.onpointercancel = release;
}

function drag(event) {
  const [x, y] = point(event);
  const { at, way, from, lines } = view.drag;
  const near = event.altKey ? 0 : NEAR / view.scale;
  const found = snapped(from, [x - at[0], y - at[1]], way, lines, near);
  Object.assign(view.drag, found, { moved: true });
  view.drag.frame ??= requestAnimationFrame(() => {
    if (!view.drag) return;
    view.drag.frame = null;
    put(view.frame, view.drag.place);
    guided(view.drag.place, view.drag.guides);
    measures(view.drag.place);
  });
}

/** Lines to which the box has snapped, and how far it is from the edges of the face. */
function guided(place, guides) {
  const mm = view.scale;
  const lines = guides.map(({ axis, line }) => {
    const node = el("i", { class: "guide", "data-axis": axis });
    node.style[axis ? "top" : "left"] = `${line * mm}px`;
    return node;
  });
  const far = [
    [0, place[0], "left"],
    [0, view.info.width - place[0] - place[2], "right"],
  ].map(([, value, side]) => {
    const node = el("b", { class: `apart ${side}` }, say.number(value, value % 1 ? 1 : 0));
    node.style.top = `${(place[1] + place[3]) * mm + 4}px`;
    return node;
  });
  fill(view.guides, lines, place ? far : null);
}

function drop() {
  const { place, from, moved, names, again: same } = view.drag;
  release();
  if (!moved || place.every((one, at) => Math.abs(one - from[at]) < 0.005)) {
    // A click on the chosen box chooses the next one under it.
    if (!moved && same && names.length > 1) choose(names[(names.indexOf(view.chosen) + 1) % names.length]);
    else marked();
    return;
  }
  chosen().place = place;
  marked();
  change({ place });
}

function release() {
  cancelAnimationFrame(view.drag?.frame);
  view.drag = null;
  view.stage.onpointermove = view.stage.onpointerup = view.stage.onpointercancel = null;
  fill(view.guides);
}

function key(event) {
  view.bar.keys(event);
  const typed = event.target.matches("input, select, textarea");
  if (event.key === "Escape") {
    event.stopPropagation();
    return escape();
  }
  const step = ARROWS[event.key];
  const box = chosen();
  if (typed || !step || !box?.place || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const by = event.shiftKey ? FAR : STEP;
  view.pending ??= { from: box.place };
  box.place = box.place.map((one, at) => (step[at] ? Math.round((one + step[at] * by) * ROUND) / ROUND : one));
  marked();
  measures(box.place);
  clearTimeout(view.pending.timer);
  view.pending.timer = setTimeout(send, WAIT);
}

/** Write the move that arrow keys made. */
async function send() {
  clearTimeout(view.pending?.timer);
  const box = chosen();
  const { from } = view.pending ?? {};
  view.pending = null;
  if (from && box.place.some((one, at) => Math.abs(one - from[at]) > 0.005)) await change({ place: box.place });
}

/** Take back what has begun: a drag, a move by keys, a change that does not fit; or else choose nothing. */
function escape() {
  if (view.drag) release();
  else if (view.pending) {
    clearTimeout(view.pending.timer);
    chosen().place = view.pending.from;
    view.pending = null;
  } else if (view.problems.length) return takeBack();
  else if (view.chosen) return choose("");
  marked();
  inspected();
}

function takeBack() {
  Object.assign(view, { problems: [], written: null, keep: {} });
  return load();
}

/** Have a change of the chosen box drawn and, if the game has no errors with it, written. */
const change = (wanted) => (view.writing = write(wanted));

async function write({ place = null, keys = {} }) {
  const asked = view;
  const round = (view.round = (view.round ?? 0) + 1);
  view.keep = { ...view.keep, ...(place ? { place } : {}), keys: { ...view.keep.keys, ...keys } };
  const wanted = { ...view.keep, home: view.home ?? "" };
  tell(say("Saving …"));
  try {
    const about = { key: view.key, back: view.back, box: view.chosen };
    // It is drawn at once, and written when the whole game has been checked.
    const drawn = await ask("shape", { ...about, wanted: { ...wanted, draft: true } });
    if (view === asked && round === view.round && !view.drag && !view.pending) take(drawn, true);
    tell(say("Saving …"));
    const info = await ask("shape", { ...about, wanted });
    if (view !== asked || round !== view.round) return; // what came after it tells of it, too
    view.round += 1; // what is being loaded is older
    view.problems = info.problems;
    view.written = info.written;
    if (!info.problems.length) view.keep = {};
    if (!view.drag && !view.pending) take(info);
  } catch (error) {
    view.keep = {};
    await load();
    tell(error.message, true);
  }
}

/** Say in the foot what was written, or is not. */
function told() {
  if (view.written) view.bar.told([view.written], !view.problems.length);
}

const tell = (text, lost = false) => view.bar.tell(text, lost);

// The inspector.

function measures(place) {
  view.side.querySelectorAll("[data-side]").forEach((input) => (input.value = String(Math.round(place[Number(input.dataset.side)] * ROUND) / ROUND)));
}

/** Fill the inspector; what has the focus in it keeps it. */
const inspected = () => focused(view.side, properties);

function properties() {
  const box = chosen();
  const { info } = view;
  if (!box) {
    const about = info.own ? null : say("This layout comes with the program. Your first change puts one of the same name into your game, which extends it.");
    return fill(view.side, el("h3", {}, say("No box chosen")), el("p", {}, say("Click a box on the face, or its name in the list. Arrow keys move it, with Shift by 5 mm; Escape takes back.")), about ? el("p", { class: "quiet" }, about) : null, ...contrasts());
  }
  const texts = "text" in box.keys || "size" in box.keys;
  fill(
    view.side,
    el("h3", {}, box.name, " ", el("small", { class: "quiet" }, say("box of layout {name}", { name: box.home }))),
    info.homes.length > 1 ? homes(box) : null,
    problems(),
    placing(box),
    "image" in box.keys ? pictured(box) : null,
    texts ? wording(box) : null,
    "ink" in box.keys || texts ? colour(box, "ink", say("Colour")) : null,
    "fill" in box.keys ? colour(box, "fill", say("Ground")) : null,
    contrast(box),
    el("p", { class: "actions" }, el("button", { type: "button", onclick: () => make({ gone: true, home: view.home ?? "" }) }, say("Take the box out"))),
    el("p", { class: "small quiet" }, box.from),
  );
}

const section = (title, ...content) => el("fieldset", {}, el("legend", {}, title), content.flat());

/** A menu of what a piece has, each with what this one has of it; it is put where the cursor stands. */
function valued(text) {
  const title = (name) => name.split(".").map(label).join(": ").replace(/^(Card|Piece|Counter): /, "");
  const menu = el("select", { class: "wide", "aria-label": say("Insert a value") }, el("option", { value: "" }, say("Insert a value …")), view.info.values.map(([name, said]) => el("option", { value: name }, said ? `${title(name)} · ${said.slice(0, 24)}` : title(name))));
  menu.onchange = () => {
    text.setRangeText(`{{ ${menu.value} }}`, text.selectionStart, text.selectionEnd, "end");
    menu.value = "";
    change({ keys: { text: text.value } });
  };
  return menu;
}

function homes(box) {
  const menu = el("select", { onchange: () => (view.home = menu.value) }, el("option", { value: "" }, say("where it is written: {name}", { name: box.home })), view.info.homes.filter((name) => name !== box.home).map((name) => el("option", { value: name }, say("in {name} alone", { name }))));
  menu.value = view.home ?? "";
  return el("label", { class: "wide" }, say("Changes go"), menu);
}

function problems() {
  if (!view.problems.length) return null;
  const words = ({ message, hint }) => JSON.stringify([message, hint]);
  const listed = [...Map.groupBy(view.problems, words).values()].map(([one, ...more]) => el("li", {}, one.message, more.length ? el("b", {}, ` × ${more.length + 1}`) : null, one.hint ? el("small", {}, ` ${one.hint}`) : null));
  return el("div", { class: "bad", role: "alert" }, el("b", {}, say("This cannot be saved yet")), el("ul", {}, listed), el("button", { type: "button", onclick: takeBack }, say("Take it back")));
}

function placing(box) {
  if (!box.place) return section(say("Place in mm"), el("p", {}, say("Where it stands cannot be told on this face.")));
  const names = [say("Left"), say("Top"), say("Width"), say("Height")];
  const inputs = names.map((name, at) => {
    const input = el("input", { type: "number", step: String(STEP), "data-side": String(at), value: String(Math.round(box.place[at] * ROUND) / ROUND), onchange: () => moveTo(at, Number(input.value)) });
    return el("div", {}, el("label", {}, name, input), el("code", { class: "quiet" }, box.written[at]));
  });
  const note = box.computed.some((one) => one) ? el("p", { class: "small quiet" }, say("The layout computes what stands in {{ }}. A figure takes its place where you change it.")) : null;
  return section(say("Place in mm"), el("div", { class: "four" }, inputs), note);
}

function moveTo(at, value) {
  const box = chosen();
  if (!Number.isFinite(value)) return;
  box.place = box.place.map((one, other) => (other === at ? value : one));
  marked();
  change({ place: box.place });
}

function pictured(box) {
  const names = [...new Set([box.keys.image, ...view.info.pictures])];
  const menu = el("select", { onchange: () => change({ keys: { image: menu.value } }) }, names.map((name) => el("option", { value: name }, /^(art\/)?\{\{ art \}\}$/.test(name) ? say("the picture of each piece") : name)));
  menu.value = box.keys.image;
  return section(say("Picture"), el("label", { class: "wide" }, say("Shows"), menu), chooser(box, "crop", say("Takes the box"), { fit: say("whole"), fill: say("filled"), stretch: say("stretched") }));
}

function wording(box) {
  const { keys } = box;
  const text = el("input", { type: "text", "data-text": true, value: keys.text ?? "", onchange: () => change({ keys: { text: text.value } }) });
  const set = (node, face) => Object.assign(node.style, { fontFamily: face.families.map((one) => `"${one}"`).join(", "), fontWeight: face.bold ? 700 : 400 });
  const sample = (one) => {
    const option = el("option", { value: one.name }, one.name);
    set(option, one);
    return option;
  };
  const font = el("select", { onchange: () => change({ keys: { font: font.value || null } }) }, el("option", { value: "" }, say("usual")), view.info.fonts.map(sample));
  font.value = view.info.fonts.some((one) => one.name === keys.font) ? keys.font : "";
  const face = view.info.fonts.find((one) => one.name === (keys.font ?? "sans"));
  const looks = el("p", { class: "looks" }, box.said.slice(0, 40));
  if (face) set(looks, face);
  const sizes = [keys.size ?? ""].flat();
  const computed = sizes.some((one) => typeof one === "string" && one);
  const most = el("input", { type: "number", min: "1", max: "400", step: "0.5", value: computed ? "" : String(sizes[0] ?? "") });
  const least = el("input", { type: "number", min: "1", max: "400", step: "0.5", value: computed ? "" : String(sizes[1] ?? "") });
  const sized = () => most.value && change({ keys: { size: least.value ? [Number(most.value), Number(least.value)] : Number(most.value) } });
  most.onchange = least.onchange = sized;
  return section(
    say("Text"),
    "text" in keys ? [el("label", { class: "wide" }, say("Shows"), text), valued(text)] : null,
    looks,
    el("label", { class: "wide" }, say("Font"), font),
    el("div", { class: "four" }, el("label", {}, say("Size in pt"), most), el("label", {}, say("at least"), least)),
    computed ? el("p", { class: "small quiet" }, say("The layout computes its size: {size}. A figure takes its place.", { size: sizes.join(", ") })) : null,
    chooser(box, "align", say("Align"), { left: say("left"), centre: say("centre"), right: say("right"), justify: say("justified") }),
    chooser(box, "valign", say("Stands"), { top: say("top"), middle: say("middle"), bottom: say("bottom"), baseline: say("baseline") }),
  );
}

function chooser(box, name, title, options) {
  const buttons = Object.entries(options).map(([value, words]) => el("button", { type: "button", "aria-pressed": String(box.keys[name] === value), onclick: () => change({ keys: { [name]: value } }) }, words));
  return el("div", { class: "segments", role: "group", "aria-label": title }, buttons);
}

function colour(box, name, title) {
  const now = box.keys[name];
  const owners = "{{ owner.colour }}";
  const swatch = ([value, shown], words) => el("button", { type: "button", class: "swatch", title: words, "aria-label": words, "aria-pressed": String(now === value), "--shown": shown, onclick: () => change({ keys: { [name]: value } }) });
  const own = el("input", { type: "color", "aria-label": say("Another colour"), value: /^#[0-9a-f]{6}$/i.test(now ?? "") ? now : "#000000", onchange: () => change({ keys: { [name]: own.value.toUpperCase() } }) });
  const offered = Object.entries(view.info.colours);
  const told = offered.filter(([value, shown], at) => value === now || offered.findIndex(([, other]) => other.toLowerCase() === shown.toLowerCase()) === at);
  return section(title, el("div", { class: "swatches" }, told.map((one) => swatch(one, one[0])), swatch([owners, null], say("the owner’s colour")), own), now === undefined ? null : el("code", { class: "quiet" }, String(now)));
}

function contrast(box) {
  if (!box.contrasts.length) return null;
  const told = box.contrasts.map((one) => el("li", { class: one.ratio < LOW ? "low" : "" }, el("i", { class: "pair", "--under": one.ground, "--over": one.ink }, box.name.slice(0, 2)), `${say.number(one.ratio, 1)} : 1`, one.owner ? ` ${say("on {owner}", { owner: one.owner })}` : "", one.ratio < LOW ? ` – ${say("low")}` : ""));
  return section(say("Contrast"), el("ul", { class: "contrast" }, told));
}

/** The boxes whose contrast is low, if no box is chosen. */
function contrasts() {
  const low = view.info.boxes.filter((box) => box.drawn && box.contrasts.some((one) => one.ratio < LOW));
  return low.length ? [section(say("Low contrast"), el("ul", {}, low.map((box) => el("li", {}, el("button", { type: "button", onclick: () => choose(box.name) }, box.name), ` ${say.number(Math.min(...box.contrasts.map((one) => one.ratio)), 1)} : 1`))))] : [];
}

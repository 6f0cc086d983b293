// Places on a picture of one's own map: each is clicked once, in order; the sheet beside the picture takes their spots.

import { ask, send } from "./answers.js";
import { el, fill } from "./common.js";
import { bar } from "./hand.js";
import { say } from "./say.js";
import { recall, store } from "./stored.js";

const NEAR = 12; // pixels within which a spot is meant
const ZOOM = 1.4;
const KEPT = "rcwkit.board."; // spots that are not saved yet, by picture

let view = null; // what is shown: see `begin`

/** Show the places and a picture in a node. */
export async function board(node, game) {
  if (view?.node === node && view.main.isConnected) return;
  begin(node, game);
  await load(view.picture);
}

function begin(node, game) {
  view = { node, game, picture: view?.picture ?? "", spots: {}, past: [], next: "", scale: 0 };
  view.names = el("ol", { class: "boxes" });
  view.stage = el("div", { class: "stage", tabindex: "0", role: "group", "aria-label": say("Picture of the map"), onpointerdown: press });
  view.call = el("p", { class: "call", role: "status" });
  view.menu = el("select", { "aria-label": say("Picture"), onchange: () => load(view.menu.value) });
  const file = el("input", { type: "file", accept: "image/png,image/jpeg", "aria-label": say("Choose a picture"), onchange: () => file.files[0] && take(file.files[0]) });
  view.bar = bar(() => load(view.picture));
  const zoom = (by) => () => sized((view.scale || view.fit) * by);
  view.main = el(
    "div",
    { class: "shaping", "data-map": true, "data-board": true, onkeydown: (event) => view.bar.keys(event) },
    el("section", { class: "parts", "aria-label": say("Places") }, el("h3", {}, say("Places")), view.names),
    el(
      "div",
      { class: "desk" },
      el("p", { class: "actions" }, view.menu, file, el("button", { type: "button", "aria-label": say("Smaller"), onclick: zoom(1 / ZOOM) }, "–"), el("button", { type: "button", "aria-label": say("Larger"), onclick: zoom(ZOOM) }, "+"), el("button", { type: "button", onclick: () => sized(0) }, say("Fit width"))),
      view.call,
      view.stage,
      el("p", { class: "actions" }, el("button", { type: "button", onclick: back }, say("Take the last one back")), el("button", { type: "button", onclick: () => choose(following(view.next)) }, say("Skip")), el("button", { type: "button", class: "strong", onclick: save }, say("Save"))),
      view.bar.node,
    ),
  );
  fill(node, view.main);
}

async function load(picture) {
  const asked = view;
  try {
    told(await ask("board", { picture }), asked);
  } catch (error) {
    view.bar.tell(error.message, true);
    if (picture) told(await ask("board", {}), asked);
  }
}

function told(info, asked = view) {
  if (view !== asked) return;
  Object.assign(view, { places: info.places, picture: info.picture || info.pictures.find((name) => name === view.picture) || "", spots: info.spots, past: [] });
  const kept = draft();
  if (kept) view.spots = kept;
  fill(view.menu, el("option", { value: "" }, say("Pictures of the game …")), info.pictures.map((name) => el("option", { value: name }, name)));
  view.menu.value = view.picture;
  view.next = following("");
  pictured();
  listed();
}

async function take(file) {
  try {
    told(await send("board", file));
  } catch (error) {
    view.bar.tell(error.message, true);
  }
}

const keyOf = () => `${KEPT}${view.game}.${view.picture}`;

const draft = () => recall(keyOf());
const keep = (spots) => store(keyOf(), spots);

/** The next place without a spot, after one. */
function following(id) {
  const ids = view.places.map((place) => place.id);
  const at = ids.indexOf(id) + 1;
  return [...ids.slice(at), ...ids.slice(0, at)].find((one) => !view.spots[one] && one !== id) ?? "";
}

function pictured() {
  if (!view.picture) {
    view.image = null;
    return fill(view.stage, el("p", {}, say("Choose a picture of your own map: one of the game’s, or a PNG or JPEG file, which is put into its folder.")));
  }
  const image = el("img", { src: `board/${encodeURI(view.picture)}`, alt: "", draggable: "false", onload: () => sized(view.scale) });
  view.image = image;
  view.dots = el("div", { class: "dots" });
  view.sheet = el("div", { class: "sheet" }, image, view.dots);
  fill(view.stage, view.sheet);
}

/** Show the picture at so many pixels of the page to one of its own; 0 is the width that there is. */
function sized(scale) {
  if (!view.image?.naturalWidth) return;
  view.fit = (view.stage.clientWidth - 32) / view.image.naturalWidth;
  view.scale = scale;
  view.now = scale || view.fit;
  view.sheet.style.width = `${view.image.naturalWidth * view.now}px`;
  view.sheet.style.height = `${view.image.naturalHeight * view.now}px`;
  dotted();
}

function dotted() {
  if (!view.image) return;
  fill(
    view.dots,
    Object.entries(view.spots).map(([id, [x, y]]) => {
      const dot = el("i", { class: "dot", "data-next": id === view.next });
      dot.style.left = `${x * view.now}px`;
      dot.style.top = `${y * view.now}px`;
      return dot;
    }),
  );
}

function listed() {
  fill(
    view.names,
    view.places.map((place) => el("li", {}, el("button", { type: "button", "aria-pressed": String(place.id === view.next), onclick: () => choose(place.id) }, view.spots[place.id] ? "✓ " : "", place.name || place.id, place.name !== place.id ? el("small", {}, ` ${place.id}`) : null))),
  );
  view.names.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest" });
  const place = view.places.find((one) => one.id === view.next);
  const left = view.places.filter((one) => !view.spots[one.id]).length;
  if (!view.picture) fill(view.call);
  else if (!view.places.length) fill(view.call, say("This game has no places."));
  else if (place) fill(view.call, el("b", {}, say("Click {place}", { place: place.name || place.id })), ` ${place.region} · `, say("{n} to go", { n: left }));
  else fill(view.call, el("b", {}, say("All places have their spot.")), " ", say("Save them, and export with --map {picture}.", { picture: view.picture }));
}

function choose(id) {
  view.next = id;
  listed();
  dotted();
}

function press(event) {
  if (!view.image?.naturalWidth || event.button) return;
  event.preventDefault();
  view.stage.focus({ preventScroll: true });
  const { left, top } = view.sheet.getBoundingClientRect();
  const at = [(event.clientX - left) / view.now, (event.clientY - top) / view.now];
  if (at[0] < 0 || at[1] < 0 || at[0] > view.image.naturalWidth || at[1] > view.image.naturalHeight) return;
  const far = ([x, y]) => Math.hypot(x - at[0], y - at[1]) * view.now;
  const [near] = Object.entries(view.spots).filter(([id, spot]) => id !== view.next && far(spot) <= NEAR).sort((a, b) => far(a[1]) - far(b[1]));
  if (near) return choose(near[0]);
  if (!view.next) return;
  put(view.next, at.map(Math.round));
  choose(following(view.next));
}

function put(id, spot) {
  view.past.push([id, view.spots[id]]);
  view.spots = { ...view.spots, [id]: spot };
  keep(view.spots);
}

/** Take the last click back. */
function back() {
  const [id, spot] = view.past.pop() ?? [];
  if (!id) return;
  view.spots = Object.fromEntries([...Object.entries(view.spots).filter(([other]) => other !== id), ...(spot ? [[id, spot]] : [])]);
  keep(view.spots);
  choose(id);
}

async function save() {
  if (!view.picture) return;
  try {
    const info = await ask("board", { picture: view.picture, spots: view.spots });
    keep(null);
    const { next, past } = view;
    told(info);
    Object.assign(view, { past });
    choose(next);
    view.bar.tell(say("{file} is saved beside the picture.", { file: view.picture.replace(/\.\w+$/, ".csv") }));
  } catch (error) {
    view.bar.tell(error.message, true);
  }
}

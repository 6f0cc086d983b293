// The preview: follows the server's states and redraws only faces and pages whose hash has changed.

import { ask } from "./answers.js";
import { listen as begin } from "./begin.js";
import { board } from "./board.js";
import { by, drawing, el, fill, icon } from "./common.js";
import { compare, offered } from "./compare.js";
import { CHANGED, waiting } from "./drafts.js";
import { back, plain } from "./editing.js";
import { follow } from "./follow.js";
import { dismiss, inspect, inspectDraft } from "./inspector.js";
import { listen, roving } from "./keys.js";
import { find, overview } from "./overview.js";
import { problems } from "./problems.js";
import { picture as coded } from "./qr.js";
import { read } from "./reading.js";
import { chart } from "./maps.js";
import { leaveRows, showRows } from "./rows.js";
import { say } from "./say.js";
import { leaveShape, shape } from "./shapes.js";
import { board as setUp } from "./units.js";

/** What is asked before a part that is changed in these ways is left. */
const LEAVES = { rows: leaveRows, hand: leaveShape };
const KEPT = ["bleed", "lines", "backs", "eyes", "follow"];
const OVERVIEW = "overview:";
const BOARD = "board:";
const GAME = "game:";
const PAGES = [OVERVIEW, GAME, BOARD];
const GROUPS = { pieces: say("Cut pieces"), boards: say("Boards and tracks"), document: say("Pages"), booklet: say("Booklets") };
/** What stands before a component in the list: drawings of our own. */
const ICONS = {
  cards: "M5 5h10v14H5zM15 7l5 1-3 13-5-1",
  counters: "M4 8h12v12H4zM8 8V4h12v12h-4",
  map: "M8 3h8l4 9-4 9H8l-4-9z",
  boards: "M3 8h18v8H3zM9 8v8M15 8v8",
  setup: "M12 21s-6-6-6-11a6 6 0 0112 0c0 5-6 11-6 11zM10 10a2 2 0 104 0 2 2 0 10-4 0z",
  document: "M6 3h9l4 4v14H6zM9 11h7M9 15h7",
  booklet: "M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zM12 6v14",
};
const LARGE = { [GAME]: "M12 3v3M12 18v3M3 12h3M18 12h3M8 12a4 4 0 108 0 4 4 0 10-8 0z", [OVERVIEW]: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z", [BOARD]: "M3 5h18v14H3zM12 8a3 3 0 013 3c0 2-3 5-3 5s-3-3-3-5a3 3 0 013-3z" };
const iconOf = ({ form, hand, stem }) => ICONS[hand === "layout" ? "" : hand] ?? (form === "pieces" ? (stem.startsWith("cards") ? ICONS.cards : ICONS.counters) : ICONS[form]);
const STEPS = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4];
const AROUND = 12; // texts beside one on a page by which its piece is known
const SPOKEN = 60; // characters of a face up to which they are its name
const CSS_MM = 96 / 25.4;
const memory = (name, fallback) => localStorage.getItem(`rcwkit.${name}`) ?? fallback;
const remember = (name, value) => localStorage.setItem(`rcwkit.${name}`, value);

let state = null;
let shown = { stem: null, hash: null, sheets: false, reading: false, hand: false, rows: false };
let drawings = new Map(); // hash → SVG text of the shown component
let zoom = Number(memory("zoom.pieces", 1));
let working = Promise.resolve();
let note = ""; // what is told until another part is shown

const table = by("table");
const reachable = roving(table);
// What was just made is shown by hand where it can be drawn so.
const begun = begin((stem, hand) => (Object.assign(shown, { stem, hand, hash: null }), (location.hash = encodeURIComponent(stem))), () => state);
const current = () => state?.components.find((one) => one.stem === shown.stem);
/** How a component is shown: as pieces (text sheets too), as pictures of printed sheets and booklets, or as text. */
const manner = (component) => {
  if (shown.hand && component.hand) return "hand";
  if (shown.reading && ["document", "booklet"].includes(component.form)) return "reading";
  if (component.form === "document") return "pieces";
  if (shown.rows && component.rows) return "rows";
  return component.form === "booklet" || shown.sheets ? "sheets" : "pieces";
};

// States are applied in order; each waits until the one before it is on the page.
follow(
  (next) => (working = working.then(() => apply(next)).catch((error) => tell(error.message, true))),
  () => tell(say("The preview has stopped. Waiting for it to return."), true),
);

async function apply(next) {
  const before = new Map((state?.components ?? []).map((one) => [one.stem, one.hash]));
  const first = !state?.components.length || state.left > 0;
  const edited = !first && state.ink === next.ink; // a new ink is not an edit
  if (state?.look !== next.look) document.querySelector('link[href^="theme.css"]').href = `theme.css?${next.look}`;
  state = next;
  by("low").checked = state.ink === "low";
  by("low").disabled = false;
  by("game").textContent = state.game.title;
  drafts();
  const changed = !edited ? [] : state.components.filter((one) => before.get(one.stem) !== one.hash).map((one) => one.stem);
  const asked = decodeURIComponent(location.hash.slice(1));
  if (PAGES.includes(asked)) shown.stem = asked;
  else if (!current() || (known(asked) && (first || !before.has(asked)))) shown.stem = known(asked) ?? state.components[0]?.stem ?? null;
  else if (by("follow").checked && changed.length && !changed.includes(shown.stem)) shown.stem = changed[0];
  list(changed);
  problems(state);
  begun();
  await show(edited);
  tell(state.left ? say("Drawing … {count} to go", { count: state.left }) : note || (state.components.length ? say("Drawn in {time} ms", { time: state.took }) : ""));
}

const known = (stem) => state.components.find((one) => one.stem === stem)?.stem;

function list(changed) {
  const fresh = new Set([...document.querySelectorAll("#components .new")].map((mark) => mark.closest("a").dataset.stem));
  changed.forEach((stem) => fresh.add(stem));
  const picture = (path) => drawing(`<svg xmlns="http://www.w3.org/2000/svg" class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`);
  const page = (stem, title) => el("a", { href: `#${stem}`, "aria-current": shown.stem === stem ? "true" : null }, picture(LARGE[stem]), title);
  const link = (one) =>
    el(
      "a",
      { href: `#${encodeURIComponent(one.stem)}`, "data-stem": one.stem, "aria-current": one.stem === shown.stem ? "true" : null },
      picture(iconOf(one)),
      el("span", {}, one.title),
      fresh.has(one.stem) && one.stem !== shown.stem ? el("span", { class: "new" }, say("changed")) : null,
      one.count ? el("span", { class: "count" }, String(one.count)) : null,
    );
  const groups = Object.entries(GROUPS).flatMap(([form, title]) => {
    const some = state.components.filter((one) => one.form === form);
    return some.length ? [el("h2", {}, title), ...some.map(link)] : [];
  });
  const held = by("components").contains(document.activeElement) && document.activeElement.getAttribute("href");
  const details = state.game.file ? page(GAME, say("Title, sides, signs")) : null;
  fill(by("components"), page(OVERVIEW, say("Overview")), details, groups, state.game.places ? page(BOARD, say("Places on your own picture")) : null);
  if (held) by("components").querySelector(`[href="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
}

/** What a component is, and what can be done with it as a whole, while no piece is selected. */
function idle(component) {
  const cards = component?.stem.startsWith("cards");
  const count = component?.count && (cards ? say.count(component.count, "{n} card", "{n} cards") : component.form === "pieces" ? say.count(component.count, "{n} piece", "{n} pieces") : "");
  by("idle-title").textContent = component?.title ?? state.game.title;
  by("idle-about").textContent = [count, component?.own.split("/").at(-1)].filter(Boolean).join(" · ");
  const add = () => (Object.assign(shown, { rows: true, hand: false, added: true }), go(shown.stem));
  const remove = () => ask("remove", { file: component.own }).then(() => tell((note = say("{title} is deleted. Undo brings it back.", component))), (error) => tell(error.message, true));
  const way = (name, words, click) => el("button", { type: "button", "data-way": name, onclick: click }, icon(name), words);
  fill(by("idle-ways"), component?.rows ? way("add", cards ? say("Add a card") : say("Add a piece"), add) : null, component?.own ? way("remove", say("Delete {title}", component), remove) : null);
}

/** Update the table to the state; `flash` what differs. */
async function show(flash) {
  let component = current();
  const { stem: was, manner: as } = table.dataset;
  if (LEAVES[as] && known(was) && (was !== shown.stem || manner(component) !== as) && !(await LEAVES[as]())) {
    Object.assign(shown, { stem: was, rows: as === "rows", hand: as === "hand" });
    history.replaceState(null, "", `#${encodeURIComponent(shown.stem)}`);
    component = current();
    list([]);
  }
  idle(component);
  document.body.classList.toggle("all", PAGES.includes(shown.stem));
  const kind = shown.stem === BOARD ? "hand" : component ? manner(component) : "";
  for (const way of ["hand", "rows"]) for (const [node, name] of [[document.body, `by-${way}`], [table, way]]) node.classList.toggle(name, kind === way);
  if (was !== shown.stem && PAGES.includes(shown.stem)) dismiss();
  if (shown.stem === OVERVIEW || shown.stem === GAME) {
    Object.assign(table.dataset, { stem: shown.stem, manner: "overview" });
    table.classList.remove("document");
    by("title").textContent = shown.stem === GAME ? say("Title, sides, signs") : say("Overview");
    await overview(table);
    const left = () => shown.stem === GAME && (location.hash = OVERVIEW);
    return was !== GAME && shown.stem === GAME && inspectDraft(state.game.file, [], state.game.id, state.game.title, left);
  }
  if (shown.stem === BOARD) {
    Object.assign(table.dataset, { stem: BOARD, manner: "board" });
    by("title").textContent = say("Places on your own picture");
    return board(table, state.game.id);
  }
  if (!component) return table.replaceChildren();
  const way = manner(component);
  const another = was !== component.stem || as !== way;
  // The reading view has source positions, which change even if nothing else does.
  if (!another && shown.hash === component.hash && way !== "reading") return;
  if (another) {
    table.replaceChildren();
    drawings = new Map();
    dismiss();
  }
  Object.assign(table.dataset, { stem: component.stem, manner: way });
  by("title").textContent = component.title;
  const text = component.form === "document";
  const booklet = component.form === "booklet";
  by("forms").hidden = text || booklet;
  by("views").hidden = !(text || booklet);
  by("placed").hidden = component.hand !== "setup";
  document.querySelector(`[name=${text || booklet ? "view" : "form"}][value=${text && way === "pieces" ? "sheets" : way}]`).checked = true;
  by("layout").hidden = !component.hand;
  by("layout").lastChild.textContent = component.hand === "map" ? say("Draw") : say("Layout");
  by("tabled").hidden = !component.rows;
  document.querySelector(".pieces-only").hidden = text || way === "sheets";
  table.classList.toggle("document", text || way === "sheets");
  by("open").href = `pdf/${component.stem}.pdf?inline`;
  by("download").href = `pdf/${component.stem}.pdf`;
  shown.hash = component.hash;
  await { pieces, sheets, reading, hand, rows }[way](component, flash && !another);
  if (way === "pieces") await compared();
  if (another) {
    scaled();
    table.scrollTo(0, Number(sessionStorage.getItem(`rcwkit.scroll.${component.stem}`) ?? 0));
  }
}

async function compared() {
  const which = by("past").value;
  const count = await compare(which, shown.stem, table);
  by("differ").value = which ? say.count(count, "{n} differs", "{n} differ") : "";
}

async function pieces(component, flash) {
  const listed = await ask(`pieces/${component.stem}`);
  const faces = listed.flatMap((piece) => (piece.back ? [piece.front, piece.back] : [piece.front]));
  const wanted = [...new Set(faces.map((face) => face.hash))].filter((hash) => !drawings.has(hash));
  const sent = wanted.length ? await ask("drawings", { stem: component.stem, hashes: wanted }) : {};
  if (wanted.some((hash) => !(hash in sent))) return; // drawn again since: the next state tells of it
  const kept = new Map([...drawings].filter(([hash]) => faces.some((face) => face.hash === hash)));
  drawings = new Map([...kept, ...Object.entries(sent)]);
  const before = new Map([...table.children].map((node) => [node.dataset.key, node]));
  const fresh = component.form === "document" ? leaf : button;
  const nodes = listed.map((piece) => placed(piece, before.get(piece.key) ?? fresh(piece.key), flash, listed));
  nodes.forEach((node, index) => table.children[index] !== node && table.insertBefore(node, table.children[index] ?? null));
  [...table.children].slice(nodes.length).forEach((node) => node.remove());
  reachable();
  viewed();
}

const MOST = 24;
let looking;
/** Tell, once the page rests, which pieces are in view, the chosen one first: after a save, these are drawn before others. */
function viewed() {
  clearTimeout(looking);
  looking = setTimeout(() => {
    if (table.dataset.manner !== "pieces" || current()?.form !== "pieces") return;
    const { top, bottom } = table.getBoundingClientRect();
    const inView = (node) => node.getBoundingClientRect().bottom > top && node.getBoundingClientRect().top < bottom;
    const nodes = [...table.querySelectorAll('[aria-pressed="true"]'), ...[...table.children].filter(inView)];
    const keys = nodes.slice(0, MOST).map((node) => node.dataset.key);
    ask("view", { stem: shown.stem, keys }).catch(() => {}); // a preview that has stopped says so itself
  }, 300);
}

/** The node of a piece, selectable as a whole. */
function button(key) {
  const node = el("button", { class: "piece", "data-key": key, tabindex: "-1", "aria-pressed": "false", onclick: ({ target }) => select(node, target.closest("text")?.textContent) });
  return node;
}

/** The node of a sheet of text, whose words can be selected. */
function leaf(key) {
  return el("div", { class: "piece", "data-key": key, role: "group" });
}

/** A piece in its node, with new faces if their hash has changed. */
function placed(piece, now, flash, listed) {
  const faces = [piece.front, piece.back].filter((face) => face);
  const hash = faces.map((face) => face.hash).join(" ");
  now.piece = piece;
  now.dataset.page = say("{number} of {count}", { number: listed.indexOf(piece) + 1, count: listed.length });
  if (now.dataset.hash === hash) return now;
  now.dataset.hash = hash;
  fill(
    now,
    ...faces.map((face, index) => surface(face, index ? "face back" : "face")),
    ...(piece.copies > 1 ? [el("span", { class: "times", "aria-hidden": "true" }, `×${piece.copies}`)] : []),
  );
  now.setAttribute("aria-label", named(piece, now));
  if (flash) flashed(now);
  return now;
}

/** What a piece is called aloud: as much of its words as a counter has, and its id. */
function named({ key, copies }, node) {
  const words = [...node.firstChild.querySelectorAll("text")].map((text) => text.textContent.trim()).join(" ");
  const name = words && words.length <= SPOKEN ? `${words} (${key})` : key;
  return copies > 1 ? say.count(copies, "{name}, once", "{name}, {n} times", { name }) : name;
}

function surface(face, name) {
  const safe = Math.min(face.width, face.height) < 30 ? 1 : 3;
  return el("span", { class: name, "--w": face.width, "--h": face.height, "--b": face.bleed, "--safe": safe }, drawing(drawings.get(face.hash)));
}

function flashed(node) {
  node.classList.remove("flash");
  void node.offsetWidth; // restarts the animation
  node.classList.add("flash");
  setTimeout(() => node.classList.remove("flash"), 2000);
  if (by("follow").checked) node.scrollIntoView({ block: "nearest" });
}

/** The reading view of a document; sections with new text flash. */
async function reading(component, flash) {
  const changed = await read(table, component.stem);
  if (flash) changed.forEach(flashed);
}

/** The layout of pieces, a map or a set-up, to be changed by hand. */
async function hand({ hand, map, setup, stem }) {
  if (hand === "map") return chart(table, map);
  if (hand === "setup") return setUp(table, setup);
  return shape(table, (await ask(`pieces/${stem}`)).filter((piece) => piece.layout), stem);
}

/** The table that pieces come from, once with a row that was asked for. */
function rows({ stem }) {
  const { added } = shown;
  shown.added = false;
  return showRows(table, stem, added);
}

async function sheets(component, flash) {
  const had = table.children.length;
  if (!had) fill(table, el("p", { class: "waiting", role: "status" }, say("Setting the pages …")));
  tell(say("Setting the pages …"));
  const set = await ask(`pages/${component.stem}/${component.hash}`).catch((error) => ({ pages: null, problems: [error.message] }));
  if (set.pages === null) return tell(set.problems[0], true);
  // Replace the old pictures once the new ones are loaded.
  const nodes = await Promise.all(
    set.pages.map(async (page, index) => {
      const turn = () => (Object.assign(shown, { reading: true }), go(shown.stem));
      const reads = component.form === "booklet" ? { onclick: turn, class: "reads", title: say("Click to read and change its text") } : {};
      const image = el("img", { ...reads, src: page.src, alt: say("{title}, page {number}", { title: component.title, number: index + 1 }), "--w": page.width, "--h": page.height });
      await image.decode().catch(() => null);
      const spoken = page.words.map(([said, [x, y, wide, high]]) => el("span", { "data-said": said, "--x": x, "--y": y, "--wide": wide, "--high": high }));
      return el("div", { class: "page" }, image, spoken);
    }),
  );
  fill(table, ...nodes);
  if (flash) nodes.forEach((node) => node.classList.add("flash"));
  if (set.problems.length) tell(set.problems[0], true);
}

function select(node, words = "") {
  for (const other of table.querySelectorAll("[aria-pressed=true]")) other.setAttribute("aria-pressed", "false");
  node.setAttribute("aria-pressed", "true");
  const { key, copies, front, open, edit: editable } = node.piece;
  const measures = say("{width} × {height} mm", { width: say.number(front.width, 1), height: say.number(front.height, 1) });
  const size = measures + (copies > 1 ? `, ${say.count(copies, "{n} copy", "{n} copies")}` : "");
  const leave = () => {
    node.setAttribute("aria-pressed", "false");
    node.focus();
  };
  inspect(key, { at: front.at, open, edit: editable }, leave, size, words);
  node.scrollIntoView({ block: "nearest" });
}

/** Show the source of the words clicked, and how to open it. */
async function locate(words) {
  const { piece } = words.closest(".piece") ?? {};
  const asked = piece ? { stem: shown.stem, key: piece.key, number: Number(words.dataset.at) } : { at: words.dataset.at };
  const place = await ask("place", asked);
  for (const other of table.querySelectorAll(".chosen")) other.classList.remove("chosen");
  words.classList.add("chosen");
  const title = (words.querySelector("text, h2, h3, h4, p, th") ?? words).textContent;
  const lines = Number(words.dataset.lines ?? 0);
  inspect(title.trim().slice(0, 60), { ...place, lines, game: state.game.id }, () => words.classList.remove("chosen"), "", title);
  words.scrollIntoView({ block: "nearest" });
}

/** Show the source of words on the picture of a page: their entry, with its field; of a booklet, where they are read. */
async function trace(words) {
  const at = (node) => ["--x", "--y"].map((name) => Number(node.style.getPropertyValue(name)));
  const [x, y] = at(words);
  const far = (node) => Math.hypot(at(node)[0] - x, at(node)[1] - y);
  const texts = [...words.parentNode.querySelectorAll("[data-said]")].sort((a, b) => far(a) - far(b)).slice(0, AROUND).map((node) => node.dataset.said);
  if (current().form === "booklet") {
    Object.assign(shown, { reading: true });
    go(shown.stem);
    working = working.then(() => {
      const held = [...table.querySelectorAll("[data-at]")].filter((node) => plain(node.textContent).includes(plain(words.dataset.said)));
      const node = held.find((one) => !held.some((other) => other !== one && one.contains(other))) ?? null;
      node?.scrollIntoView({ block: "center" });
      return node && locate(node);
    });
    return;
  }
  const found = await ask("words", { stem: shown.stem, texts: [words.dataset.said, ...texts] });
  if (!found.at) return tell(say("These words are printed by the program itself."));
  for (const other of table.querySelectorAll(".chosen")) other.classList.remove("chosen");
  words.classList.add("chosen");
  inspect(found.key, found, () => words.classList.remove("chosen"), "", words.dataset.said);
}

/** Tell how many changes were not saved, and open the first on demand. */
function drafts() {
  const left = state ? waiting(state.game.id) : [];
  by("drafts").hidden = !left.length;
  by("drafts").textContent = say.count(left.length, "{n} change not saved", "{n} changes not saved");
  by("drafts").onclick = () => {
    const { file, path } = left[0];
    inspectDraft(file, path, state.game.id);
  };
}
addEventListener(CHANGED, drafts);
addEventListener("storage", drafts);

/** Tell in the line below; `lost` if something is wrong. */
function tell(text, lost = false) {
  by("status").textContent = text;
  by("status").classList.toggle("lost", lost);
}

/** Zoom; the middle of what is seen stays there. */
function magnify(next) {
  const middle = [(table.scrollLeft + table.clientWidth / 2) / zoom, (table.scrollTop + table.clientHeight / 2) / zoom];
  zoom = next;
  remember(`zoom.${measured()}`, zoom);
  table.style.setProperty("--mm", `${CSS_MM * zoom}px`);
  table.style.setProperty("--zoom", zoom);
  table.scrollTo(middle[0] * zoom - table.clientWidth / 2, middle[1] * zoom - table.clientHeight / 2);
  by("zoom").value = `${Math.round(zoom * 100)} %`;
}

/** Whose zoom it is that is shown: that of pages, or of pieces. */
const measured = () => (table.classList.contains("document") ? "pages" : "pieces");

/** Zoom as was chosen; pages at first so that they are not wider than the window. */
function scaled() {
  const chosen = memory(`fit.${measured()}`, measured() === "pages" ? "once" : "false");
  if (chosen === "false") magnify(Number(memory(`zoom.${measured()}`, 1)));
  else fit(chosen === "true" ? Infinity : 1);
}

/** Zoom so that the widest face is as wide as the window, but not by more than some factor. */
function fit(most = Infinity) {
  const widths = [...table.querySelectorAll(".face, img")].map((face) => Number(getComputedStyle(face).getPropertyValue("--w")));
  const style = getComputedStyle(table);
  const room = table.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  if (widths.length) magnify(Math.min(most, Math.max(0.1, room / (Math.max(...widths) * CSS_MM))));
}

function settings() {
  for (const name of KEPT) {
    const control = by(name);
    const toggle = control.type === "checkbox";
    const saved = memory(name, null);
    if (saved !== null) toggle ? (control.checked = saved === "true") : (control.value = saved);
    control.addEventListener("change", () => (remember(name, toggle ? control.checked : control.value), look()));
  }
  look();
}

function look() {
  for (const name of ["bleed", "lines"]) table.classList.toggle(name, by(name).checked);
  for (const name of ["beside", "through"]) table.classList.toggle(name, by("backs").value === name);
  table.dataset.eyes = by("eyes").value;
}

const step = (next) => (remember(`fit.${measured()}`, false), magnify(next));
by("fit").onclick = () => (remember(`fit.${measured()}`, true), fit());
addEventListener("resize", () => current() && scaled());
by("smaller").onclick = () => step(STEPS.findLast((step) => step < zoom - 0.01) ?? zoom);
by("larger").onclick = () => step(STEPS.find((step) => step > zoom + 0.01) ?? zoom);
by("real").onclick = () => {
  const dots = Number(memory("dots", CSS_MM));
  by("dots").value = dots;
  by("calibrate").style.setProperty("--dots", dots);
  by("calibrate").showModal();
};
by("dots").oninput = () => by("calibrate").style.setProperty("--dots", by("dots").value);
by("calibrate").onclose = () => {
  remember("dots", by("dots").value);
  magnify(Number(by("dots").value) / CSS_MM);
};
by("scan").onclick = () => {
  // Only a page that is open by its address in the network can be opened on a phone.
  const alone = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  const address = location.href.split("#")[0];
  by("alone").hidden = !alone;
  by("scanned").hidden = alone;
  fill(by("address"), ...(alone ? [] : [drawing(coded(address, say("QR code of the address"))), el("p", {}, el("code", {}, address))]));
  by("phone").showModal();
};
by("send").onclick = () => {
  by("phone").close();
  by("export").click();
};
by("low").onchange = () => {
  by("low").disabled = true;
  tell(say("Redrawing everything …"));
  ask("ink", { ink: by("low").checked ? "low" : "full" }).catch((error) => tell(error.message, true));
};
document.querySelectorAll("[data-again]").forEach((button) => (button.onclick = () => back(button.dataset.again, tell)));
// What drops from a tool stands below it, within the window.
for (const drop of document.querySelectorAll("[popover]")) {
  drop.addEventListener("toggle", () => {
    const { left, bottom } = document.querySelector(`[popovertarget=${drop.id}]`).getBoundingClientRect();
    drop.style.left = `${Math.max(8, Math.min(left, innerWidth - drop.offsetWidth - 8))}px`;
    drop.style.top = `${bottom + 4}px`;
  });
}
by("warnings").onclick = () => problems(state, by("problems").hidden);
document.querySelectorAll("[name=form]").forEach((radio) => (radio.onchange = () => (Object.assign(shown, { sheets: radio.value === "sheets", hand: radio.value === "hand", rows: radio.value === "rows" }), go(shown.stem))));
document.querySelectorAll("[name=view]").forEach((radio) => (radio.onchange = () => (Object.assign(shown, { reading: radio.value === "reading", hand: radio.value === "hand" }), go(shown.stem))));
table.addEventListener("click", (event) => {
  const said = event.target.closest("[data-said]");
  if (said) return trace(said).catch((error) => tell(error.message, true));
  const words = event.target.closest("[data-at]");
  // Selecting words to copy them does not show their source.
  if (words && getSelection().isCollapsed) locate(words).catch((error) => tell(error.message, true));
});
window.addEventListener("hashchange", () => go(decodeURIComponent(location.hash.slice(1))));

table.addEventListener("scroll", () => {
  if (!current()) return;
  sessionStorage.setItem(`rcwkit.scroll.${shown.stem}`, table.scrollTop);
  viewed();
});
offered(by("past")).catch((error) => tell(error.message, true));
by("past").onchange = () => (working = working.then(compared).catch((error) => tell(error.message, true)));
by("blink").onchange = () => table.classList.toggle("blink", by("blink").checked);
by("find").addEventListener("submit", (event) => event.preventDefault());
by("wanted").addEventListener("input", () => find(by("wanted").value, by("found"), reveal).catch((error) => tell(error.message, true)));

/** Show the piece or page on which words were found. */
function reveal(stem, key) {
  location.hash = encodeURIComponent(stem);
  if (matchMedia("(max-width: 45rem)").matches) fill(by("found"));
  go(stem);
  working = working.then(() => {
    const node = table.querySelector(`[data-key="${CSS.escape(key)}"]`);
    node?.scrollIntoView({ block: "center" });
    node?.focus({ preventScroll: true });
    if (node) flashed(node);
  });
}

function go(stem) {
  working = working.then(() => {
    if (!known(stem) && !PAGES.includes(stem)) return null;
    if (state.components.find((one) => one.stem === stem)?.hand !== current()?.hand) shown.hand = false;
    shown = { ...shown, stem, hash: null };
    note = "";
    list([]);
    return show(false).then(() => tell(""));
  }).catch((error) => tell(error.message, true));
}

magnify(zoom);
settings();
listen(tell);

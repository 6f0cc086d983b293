// The front door: the games there are, each with its picture, and all that begins a new one.

import { ask, send } from "./answers.js";
import { by, drawing, el, fill } from "./common.js";
import { say } from "./say.js";

const address = (key) => `game/${key}/#overview:`;
const within = (id, query) => by(id).querySelector(query);
const HELD = {
  cards: (n) => say.count(n, "{n} card", "{n} cards"),
  counters: (n) => say.count(n, "{n} counter", "{n} counters"),
  maps: (n) => say.count(n, "{n} map", "{n} maps"),
};

let like = null; // the kind of game to make
let sheet = null; // the sheet that was sent, as the server told of it
let kind = null; // of its rows, if that was chosen and not guessed

/** What there is in a game, and when it was saved last. */
function about({ holds = {} }, game) {
  const parts = Object.entries(HELD).flatMap(([name, count]) => (holds[name] ? [count(holds[name])] : []));
  const day = new Date(game.at).toLocaleDateString(say.locale, { day: "numeric", month: "short", year: "numeric" });
  return [...parts.slice(0, 2), ...(game.whose === "included" ? [] : [day])].join(" · ");
}

/** The pieces of a game in a node: cards fanned, a map cut off, others in a row. */
function picture(node, { form, faces }) {
  node.dataset.form = faces.length ? form : "none";
  node.dataset.count = faces.length;
  fill(node, faces.map(drawing));
  node.querySelectorAll("svg").forEach((one) => one.setAttribute("aria-hidden", "true"));
}

function card(game) {
  const cover = el("span", { class: "cover", "data-form": "waiting" });
  const small = el("small", { class: "quiet" }, about({}, game));
  const node = el("a", { class: "game", href: address(game.key), "data-key": game.key }, cover, el("b", {}, game.title), small, game.whose === "recent" ? el("small", { class: "quiet" }, game.folder) : null);
  node.known = (told) => {
    picture(cover, told);
    small.textContent = about(told, game);
    if (told.errors) node.append(el("span", { class: "flag" }, say.count(told.errors, "{n} error", "{n} errors")));
  };
  return node;
}

async function list() {
  const { folder, games } = await ask("games");
  by("folder").textContent = folder;
  for (const whose of ["mine", "recent", "included"]) {
    const some = games.filter((one) => one.whose === whose);
    fill(within(whose, ".games"), some.map(card));
    by(whose).hidden = whose === "recent" && !some.length;
  }
  const none = !games.some((one) => one.whose === "mine");
  by("none").hidden = !none;
  document.body.classList.toggle("empty", none);
  // One after another: they are drawn by one process.
  for (const node of document.querySelectorAll(".game")) {
    node.known(await ask(`cover/${node.dataset.key}`).catch(() => ({ form: "", faces: [], holds: {}, errors: 0 })));
  }
}

/** Do something that takes a while, telling of it and of what goes wrong. */
async function busy(words, work) {
  by("trouble").hidden = true;
  by("busy").textContent = words;
  document.body.setAttribute("aria-busy", "true");
  try {
    return await work();
  } catch (error) {
    by("trouble").textContent = error.message;
    by("trouble").hidden = false;
    return null;
  } finally {
    by("busy").textContent = "";
    document.body.removeAttribute("aria-busy");
  }
}

async function enter(words, work) {
  const made = await busy(words, work);
  if (made) location.href = address(made.key);
}

for (const button of document.querySelectorAll("[data-like]")) {
  button.onclick = () => {
    like = button.dataset.like;
    within("naming", "form").reset();
    by("naming").showModal();
  };
}
by("naming").addEventListener("close", () => {
  const title = within("naming", "[name=title]").value;
  if (by("naming").returnValue === "make") enter(say("Making the game …"), () => ask("new", { title, like }));
});

/** Show what is guessed of sheets. */
function guessed(told) {
  sheet = told;
  by("read").textContent = told.name;
  within("guessing", `[value=${told.kinds[0]}]`).checked = true;
  within("guessing", "fieldset").hidden = told.kinds.length > 1;
  by("refused").textContent = by("trouble").hidden ? "" : by("trouble").textContent;
  within("guessing", "[name=title]").value ||= told.title.slice(0, 40);
  picture(by("guessed-cover"), told.cover);
  fill(by("guesses"), told.guesses.map((line) => el("li", {}, line)), told.cover.problems.map((line) => el("li", { class: "wrong" }, line)));
  by("left-out").hidden = !told.left_out.length;
  within("left-out", "p").textContent = told.left_out.join(", ");
  if (!by("guessing").open) by("guessing").showModal();
}

/** Show a sheet, and what came with it: pictures, or a sheet of other pieces. */
async function fromSheet(file, others = []) {
  within("guessing", "[name=title]").value = "";
  kind = null;
  const told = await busy(say("Reading {name} …", { name: file.name }), () => send("sheet", file));
  if (told && others.length) await added(told, others);
  else if (told) guessed(told);
}
/** Send pictures or sheets to go with a sheet, and guess again. */
async function added(told, files) {
  const sent = await busy(say("Reading {name} …", { name: told.name }), async () => {
    // Pictures first: a sheet may be refused.
    for (const one of [...files].sort((a, b) => isPicture(b) - isPicture(a))) await send(`sheet/${told.sheet}`, one);
    return true;
  });
  const again = await guess(told).catch(() => null);
  if (sent) by("trouble").hidden = true;
  guessed(again ?? told);
}
const guess = (told) => ask("guess", { sheet: told.sheet, title: within("guessing", "[name=title]").value || told.title, kind });
by("guessing").addEventListener("change", async (event) => {
  if (event.target.name !== "kind") return;
  kind = event.target.value;
  const told = await busy("", () => guess(sheet));
  if (told) guessed(told);
});
by("pictures").onclick = () => by("pictures-file").click();
by("pictures-file").onchange = ({ target }) => {
  const files = [...target.files];
  target.value = "";
  if (files.length) added(sheet, files);
};
by("guessing").addEventListener("close", () => {
  const title = within("guessing", "[name=title]").value;
  if (by("guessing").returnValue === "make") enter(say("Making the game …"), () => ask("begin", { sheet: sheet.sheet, title, kind }));
});

const isPicture = ({ name }) => /\.(png|jpe?g|svg)$/i.test(name);

/** The first file that is no picture, and the others, pictures last. */
function sorted(files) {
  const [first, ...others] = [...files.filter((one) => !isPicture(one)), ...files.filter(isPicture)];
  return [first, others];
}

async function fromModule(file) {
  const made = await busy(say("Reading {name} …", { name: file.name }), () => send("module", file));
  if (!made) return;
  by("held").textContent = [HELD.counters(made.counters), HELD.cards(made.cards)].join(", ");
  fill(by("notes"), made.notes.map((line) => el("li", {}, line)));
  by("enter").href = address(made.key);
  by("imported").showModal();
}

for (const [name, take] of Object.entries({ sheet: fromSheet, module: fromModule })) {
  by(name).onclick = () => by(`${name}-file`).click();
  by(`${name}-file`).onchange = ({ target }) => {
    const files = [...target.files];
    target.value = "";
    if (files.length) take(...sorted(files));
  };
}
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
for (const over of ["dragleave", "drop"]) addEventListener(over, () => document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  const files = [...event.dataTransfer.files];
  const [file, others] = sorted(files);
  const isModule = file && /\.vmod$/i.test(file.name);
  if (by("guessing").open && !isModule) added(sheet, files);
  else if (file) (isModule ? fromModule : fromSheet)(file, others);
});
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("close", () => (dialog.returnValue = ""));
  dialog.querySelectorAll("[data-close]").forEach((button) => (button.onclick = () => dialog.close()));
}

list().catch((error) => busy("", () => Promise.reject(error)));

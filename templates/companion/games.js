// Games that are kept: begun, opened, sent as a file or a link, and taken away.

import { by, download, drawing, el, fill } from "./common.js";
import { all } from "./parts.js";
import { picture } from "./qr.js";
import { say } from "./say.js";
import { begin, drop, game, games, open, sent, step } from "./state.js";

const when = (one) => (one.begun ? new Date(one.begun).toLocaleDateString(say.locale) : "");
const named = (one) => one.name || say("Game {n}", { n: one.id });
const tell = (text) => (by("game-said").textContent = text);

/** What was chosen for the new game so far: each heading of the form with what stands under it. */
function summary() {
  const form = by("game-new");
  const chosen = (field) => field.checked && [...field.parentElement.querySelectorAll("span")].map((one) => one.firstChild.data)[0].trim();
  const rows = [...form.querySelectorAll("fieldset:not(.agreed, [hidden]):has(legend)")].flatMap((group) => {
    const players = [...group.querySelectorAll(".plays")];
    if (players.length) return players.map((one) => [one.querySelector("span:not(.sign)").textContent, one.querySelector("input").value.trim()]);
    return [[group.querySelector("legend").textContent, [...group.querySelectorAll("input")].map(chosen).filter(Boolean).join(", ")]];
  });
  fill(by("summary"), el("h3", {}, form.elements.name.value.trim() || say("New game")), el("dl", {}, rows.map(([title, what]) => el("div", {}, el("dt", {}, title), el("dd", {}, what || "–")))));
}

function show() {
  const otherwise = Object.keys(agreed((name) => new FormData(by("game-new")).getAll(name).find(Boolean))).length;
  const silent = document.querySelectorAll(".agreed .silent:not(:has(:checked))").length;
  if (by("agreed")) fill(by("agreed"), otherwise ? say.count(otherwise, "{n} ruling agreed otherwise", "{n} rulings agreed otherwise") : silent ? say("All others as printed") : say("All rulings as printed"), silent ? [" · ", el("b", {}, say("Rulings to decide: {n}", { n: silent }))] : null);
  const scenario = new FormData(by("game-new")).get("scenario");
  for (const one of document.querySelectorAll("#game-new [data-scenario]")) one.hidden = one.disabled = Boolean(scenario) && one.dataset.scenario !== scenario;
  summary();
  by("games").classList.toggle("playing", Boolean(game().begun));
  fill(by("kept-games"), games().map((one) => el("li", {}, el("b", {}, named(one)), el("small", { class: "quiet" }, ` ${[when(one), one.live ? say("on several phones") : ""].filter(Boolean).join(" · ")} `), one.id === game().id ? el("span", {}, say("open")) : el("button", { type: "button", onclick: () => open(one.id) }, say("Open")), el("button", { type: "button", "aria-label": say("Delete {game}", { game: named(one) }), onclick: (event) => sure(event.target, one) }, "×"))));
}

/** A second tap takes a game away. */
function sure(button, one) {
  if (button.dataset.sure) return drop(one.id);
  button.dataset.sure = "yes";
  button.textContent = say("Delete");
}

// A ruling is played as it is printed, as one of its rules says, or in words of one's own.
const played = (answer) => (answer === "printed" ? say("as printed") : answer.startsWith("rule|") ? say("as rule {rule} says", { rule: answer.slice(5) }) : answer);
by("game-new").addEventListener("input", ({ target }) => {
  if (target.name === "scenario") show();
  else summary();
  const ruling = target.closest(".agreed details");
  if (!ruling) return;
  const own = ruling.querySelector("[maxlength]");
  if (target === own) ruling.querySelector("[value='']").checked = true;
  else if (target.value) own.value = "";
  show();
  ruling.querySelector("output").value = own.value.trim() || played(ruling.querySelector(":checked").value) || say("Our own words");
});
/** How rulings are played that were agreed otherwise than printed, by the numbers that they have now. */
export const agreed = (answer) => Object.fromEntries([...document.querySelectorAll(".agreed details")].map((ruling) => [ruling.querySelector("b").textContent, answer(ruling.querySelector("input").name) ?? "printed"]).filter(([, said]) => said !== "printed").map(([number, said]) => [number, played(said)]));

// Who plays which side is rolled for, once two have said their names.
const players = [...document.querySelectorAll("#game-new .plays input")];
const lots = by("sides-roll");
if (lots) by("game-new").addEventListener("input", () => (lots.disabled = players.filter(({ value }) => value.trim()).length < 2));
lots?.addEventListener("click", () => {
  const names = players.map(({ value }) => value);
  for (const field of players) [field.value] = names.splice(crypto.getRandomValues(new Uint32Array(1))[0] % names.length, 1);
  summary();
});

by("game-new").addEventListener("submit", (event) => {
  event.preventDefault();
  const given = Object.fromEntries([...new FormData(event.target)].map(([name, value]) => [name, String(value).trim()]).filter(([, value]) => value));
  const { name = "", ...facts } = given;
  begin(name);
  step(facts, say("The game begins: {what}", { what: [...event.target.querySelectorAll("[name=scenario]:checked + span")].map((one) => one.firstChild.data.trim()).concat(name).filter(Boolean).join(", ") || named(game()) }));
  if (event.target.querySelector(".agreed")) step({}, say("Rulings: {what}", { what: Object.entries(agreed((name) => facts[name])).map((one) => one.join(" ")).join("; ") || say("as printed") }));
  event.target.reset();
  show();
  location.hash = "turn";
});

/** Take up a game that was sent. */
function taken(data) {
  if (data?.game !== document.body.dataset.game || typeof data.facts !== "object" || !Array.isArray(data.steps)) return tell(say("This is no game of this kit."));
  begin(String(data.name ?? ""), { facts: data.facts, steps: data.steps, undone: [] });
  tell(say("{game} is open.", { game: named(game()) }));
}

by("game-save").addEventListener("click", () => download(new Blob([JSON.stringify(sent())], { type: "application/json" }), `${document.body.dataset.game}-${named(game()).replace(/[^\p{L}\p{N}]+/gu, "-")}.json`));
by("game-file").addEventListener("change", async ({ target }) => {
  const text = await target.files[0]?.text();
  target.value = "";
  if (text === undefined) return;
  try {
    taken(JSON.parse(text));
  } catch {
    tell(say("This is no game of this kit."));
  }
});

const through = (stream, bytes) => new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();

/** The game without its log, in the letters of an address. */
async function letters() {
  const { game: of, name, facts } = sent();
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify({ game: of, name, facts, steps: [] })));
  return btoa(String.fromCharCode(...new Uint8Array(packed))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

async function read(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
    taken(JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes))));
  } catch {
    tell(say("This is no game of this kit."));
  }
}

const served = location.protocol.startsWith("http");

/** A code for the camera of another phone, which opens a page that is served, and reads the text of one that is not. */
function code(part, link) {
  try {
    const told = served ? say("Another phone opens the game from this code.") : say("Another phone reads this text; paste it there under “Link of a game or of a roll”.");
    return [drawing(picture(served ? link : part, say("QR code of the game"))), el("small", {}, told)];
  } catch {
    return [el("small", {}, say("The game is too long for a QR code: save it as a file."))];
  }
}

async function link() {
  const part = `game=${await letters()}`;
  const link = `${location.href.split("#")[0]}#${part}`;
  fill(by("game-said"), el("input", { readonly: true, value: link, "aria-label": say("Link of this game"), onfocus: ({ target }) => target.select() }), ...code(part, link));
  by("game-said").firstChild.focus();
}
by("game-link").addEventListener("click", link);
by("qr").addEventListener("click", () => {
  if (location.hash === "#games") return link();
  addEventListener("hashchange", link, { once: true });
  location.hash = "games";
});
by("game-paste").addEventListener("submit", (event) => {
  event.preventDefault();
  const part = event.target.elements.link.value.split("#").at(-1).trim();
  event.target.reset();
  if (part.startsWith("game=")) read(part.slice(5));
  else if (part.startsWith("roll=")) location.hash = part;
  else tell(say("This is no game of this kit."));
});

function arrived() {
  if (!location.hash.startsWith("#game=")) return;
  const text = location.hash.slice(6);
  history.replaceState(null, "", "#games");
  dispatchEvent(new Event("hashchange"));
  read(text);
}
addEventListener("hashchange", arrived);
addEventListener("state", show);
all.then(show);
arrived();

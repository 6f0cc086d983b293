// A new document in the game: its kind, its title, and for a map how it is divided; what it makes is shown at once.

import { ask } from "./answers.js";
import { by, el, fill } from "./common.js";
import { inspectDraft } from "./inspector.js";
import { say } from "./say.js";

const KINDS = {
  cards: [say("Deck of cards"), say("one card to begin with; add rows in its table")],
  counters: [say("Counters"), say("units or markers, with values")],
  maps: [say("Map"), say("hexes or squares, to paint terrain on")],
  places: [say("Places"), say("a list, for set-ups without a map")],
  setup: [say("Set-up"), say("which counters begin where")],
  tracks: [say("Tracks"), say("boxes in a line, such as turns")],
  tables: [say("Chart"), say("results of a roll")],
  procedures: [say("Rolls"), say("dice step by step, with odds")],
  aids: [say("Quick reference"), say("steps and points on a page")],
  folder: [say("Pages for play"), say("a turn with its charts")],
  booklet: [say("Booklet"), say("rules or notes, in running text")],
  scenarios: [say("Scenarios"), say("set-ups with checklists")],
  rulings: [say("Rulings"), say("what the rules leave open")],
  pieces: [say("Tiles"), say("pieces of any shape, figures, dice")],
  gauges: [say("Gauges"), say("rulers and templates")],
  layouts: [say("Layout"), say("a face for cards, as boxes")],
};
const LATE = 8000; // ms until a document that makes no file of the kit is shown in the inspector

let awaited = null; // what was made: its file, the components before if all were drawn, and whether it is late

/** Ask for a new document, and go to what it makes with `go`; who calls what is returned tells of each state. */
export function listen(go, state) {
  const look = () => {
    const { components } = state();
    const fresh = awaited && (components.find((one) => one.own === awaited.file) ?? (awaited.before && components.find((one) => !awaited.before.has(one.stem))));
    if (fresh || (awaited?.late && !state().left)) awaited = null;
    if (fresh) go(fresh.stem, fresh.hand === "map" || fresh.hand === "setup");
  };
  by("begin").onclick = async () => {
    const kinds = await ask("kinds", {});
    const chosen = ({ target }) => (by("divided").hidden = target.value !== "maps");
    const known = kinds.filter((kind) => Object.hasOwn(KINDS, kind));
    const sorted = Object.keys(KINDS).filter((kind) => known.includes(kind));
    fill(by("begin-kinds"), sorted.map((kind, at) => el("label", {}, el("input", { type: "radio", name: "kind", value: kind, checked: !at, onchange: chosen }), el("b", {}, KINDS[kind][0]), el("small", { class: "quiet" }, KINDS[kind][1]))));
    by("divided").hidden = true;
    by("begin-said").textContent = "";
    by("beginning").querySelector("[name=title]").value = "";
    by("beginning").showModal();
  };
  by("begin-cancel").onclick = () => by("beginning").close();
  by("beginning").querySelector("form").onsubmit = async (event) => {
    event.preventDefault();
    const data = Object.fromEntries(new FormData(event.target));
    by("begin-said").textContent = say("Saving …");
    const before = state().left ? null : new Set(state().components.map((one) => one.stem));
    try {
      const { file } = await ask("document", data);
      const made = (awaited = { file, before, late: false });
      by("beginning").close();
      setTimeout(() => awaited === made && ((made.late = true), inspectDraft(file, [])), LATE);
      look(); // a quick preview has told of it before it answered
    } catch (error) {
      by("begin-said").textContent = error.message;
    }
  };
  return () => {
    by("begin").disabled = false; // the list above it is there, and moves it no more
    look();
  };
}

// The game that is played: one state, which every part of the page reads and changes. Several games are kept, by name.

import { follow, read, write } from "./kept.js";
import { FRESH, redone, taken, undone } from "./steps.js";

const ONE = { current: "1", games: [{ id: "1", name: "", begun: null }] };
const TURN = document.body.dataset.turn;

let list = read("games", ONE);
let state = read(`game.${list.current}`, FRESH);

export const game = () => list.games.find((one) => one.id === list.current);
export const games = () => list.games;
/** A fact of the game, such as where a marker stands; null if it was never said. */
export const fact = (key) => state.facts[key] ?? null;
export const steps = () => state.steps;
export const undoable = () => state.steps.length > 0;
export const redoable = () => state.undone.length > 0;
/** The game as plain data, to be sent. */
export const sent = () => ({ game: document.body.dataset.game, name: game().name, ...state });

/** Change facts in one step; null takes one away. The log shows steps with a text, under their turn and phase. */
export function step(changes, text = null, more = {}) {
  again();
  const about = { when: Date.now(), turn: fact(`at|${TURN}`), phase: fact("phase"), stage: fact("stage"), ...(text ? { text } : {}), ...more };
  put(taken(state, changes, about));
}

/** Keep facts that are no step: what a form holds meanwhile. */
export function keep(changes) {
  again();
  put({ ...state, facts: taken(state, changes).facts });
}

/** Go on from a state that another phone sent. */
export const settle = (next) => put({ ...FRESH, ...next });

/** Let several phones play this game, under a name that they share. */
export function share(live) {
  list = { ...list, games: list.games.map((one) => (one.id === list.current ? { ...one, live } : one)) };
  write("games", list);
}

export const undo = () => (again(), put(undone(state)));
export const redo = () => (again(), put(redone(state)));

/** Begin a game, or go on with one that was sent, beside those that are kept; `live` is its name if several phones play it. */
export function begin(name, given = FRESH, live = null) {
  const id = String(Math.max(...list.games.map((one) => Number(one.id))) + 1);
  const used = list.games.filter((one) => one.begun || one.id !== list.current || state.steps.length);
  list = { current: id, games: [...used, { id, name, begun: Date.now(), ...(live ? { live } : {}) }] };
  write("games", list);
  put({ ...FRESH, ...given });
}

export function open(id) {
  list = { ...list, current: id };
  write("games", list);
  state = read(`game.${id}`, FRESH);
  tell();
}

export function drop(id) {
  const games = list.games.filter((one) => one.id !== id);
  write(`game.${id}`, null);
  list = games.length ? { current: list.current === id ? games.at(-1).id : list.current, games } : ONE;
  write("games", list);
  open(list.current);
}

/** Take over what other tabs did meanwhile. */
function again() {
  list = read("games", list);
  state = read(`game.${list.current}`, state);
}

function put(next) {
  state = next;
  const stored = write(`game.${list.current}`, state);
  document.getElementById("kept").hidden = stored;
  tell();
}

const tell = () => dispatchEvent(new Event("state"));

// After a reload, Firefox puts back what stood in fields, which may be older.
addEventListener("pageshow", () => performance.getEntriesByType("navigation")[0]?.type !== "navigate" && tell());
follow(() => {
  list = read("games", ONE);
  state = read(`game.${list.current}`, FRESH);
  tell();
});
// Where nothing can be kept, say so at once.
addEventListener("load", () => (document.getElementById("kept").hidden = write("games", list)));

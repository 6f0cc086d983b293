// What the roller keeps from visit to visit, and links that repeat a roll anywhere.

import { recall, store } from "./stored.js";

const MOST = 50; // rolls in the list of past rolls
const name = (game, what) => `rcwkit.${what}.${game}`;

/** The roll that was begun with one's own dice and not ended: {procedure, title, given, code, faces, of}; or null. */
export const begun = (game) => recall(name(game, "roll"), null);
export const keep = (game, roll) => store(name(game, "roll"), roll);

/** Past rolls, the latest first: {procedure, title, given, code, when, outcome}. */
export const past = (game) => recall(name(game, "rolls"), []);
export function remember(game, roll) {
  const others = past(game).filter((one) => one.code !== roll.code || one.procedure !== roll.procedure);
  store(name(game, "rolls"), [roll, ...others].slice(0, MOST));
}
export const clear = (game) => store(name(game, "rolls"), null);

/** The scenario and the answers that were given last: {scenario, of: procedure → {name: answer}}. */
const answers = (game) => ({ of: {}, ...recall(name(game, "answers"), {}) });
export const answered = (game, procedure) => ({ ...answers(game).of[procedure], scenario: answers(game).scenario });
export function keepAnswers(game, procedure, { scenario, ...given }) {
  const kept = answers(game);
  store(name(game, "answers"), { scenario, of: { ...kept.of, [procedure]: given } });
}

/** The fragment of an address for a roll: game, procedure, answers, and its code or its faces so far. */
export function fragment(game, { procedure, given, code = null, faces = null }) {
  const parts = new URLSearchParams({ roll: procedure, game, ...given });
  if (code) parts.set("code", code);
  if (faces) parts.set("faces", faces.map((face) => face ?? "").join(","));
  return parts.toString();
}

/** The faces in an address; a blank one was rolled by machine. */
export const facesOf = (text) => (text ? text.split(",").map((face) => (face === "" ? null : Number(face))) : []);

/** A link to a roll: of this page if others can open it, or else for `rcwkit roll`. */
export function linkTo(part) {
  const page = /^https?:$/.test(location.protocol) && !/^(localhost|127\.)/.test(location.hostname);
  return page ? `${location.href.split("#")[0]}#${part}` : `rcwkit:#${part}`;
}

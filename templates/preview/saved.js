// What the roller keeps from visit to visit, and links that repeat a roll anywhere.

const MOST = 50; // rolls in the list of past rolls
const name = (game, what) => `rcwkit.${what}.${game}`;

function read(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? fallback;
  } catch {
    return fallback;
  }
}

/** Keep a value, or drop it for null. A browser that keeps nothing for local pages is no error. */
function write(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It is only of the moment then.
  }
}

/** The roll that was begun with one's own dice and not ended: {procedure, title, given, code, faces, of}; or null. */
export const begun = (game) => read(name(game, "roll"), null);
export const keep = (game, roll) => write(name(game, "roll"), roll);

/** Past rolls, the latest first: {procedure, title, given, code, when, outcome}. */
export const past = (game) => read(name(game, "rolls"), []);
export function remember(game, roll) {
  const others = past(game).filter((one) => one.code !== roll.code || one.procedure !== roll.procedure);
  write(name(game, "rolls"), [roll, ...others].slice(0, MOST));
}
export const clear = (game) => write(name(game, "rolls"), null);

/** The scenario and the answers that were given last: {scenario, of: procedure → {name: answer}}. */
const answers = (game) => ({ of: {}, ...read(name(game, "answers"), {}) });
export const answered = (game, procedure) => ({ ...answers(game).of[procedure], scenario: answers(game).scenario });
export function keepAnswers(game, procedure, { scenario, ...given }) {
  const kept = answers(game);
  write(name(game, "answers"), { scenario, of: { ...kept.of, [procedure]: given } });
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

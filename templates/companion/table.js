// What the roller asks of the game on the table, and tells it. The preview has none.

import { sidesOf } from "./dice.js";
import { ask } from "./kit.js";
import { by, el, fill } from "./common.js";
import { say } from "./say.js";
import { fact, keep, step, steps, undo } from "./state.js";
import { beside, boxTitle, boxesOf, face, inSmall, rowOf, scored, standing, titleOf } from "./tracks.js";

const TURN = document.body.dataset.turn;

/** How many turns in a row, with this one, a procedure is rolled, with this answer to the question asked alike. */
function inRow({ rolled, alike }, answer) {
  const turns = boxesOf(TURN);
  const same = steps().filter(({ roll }) => roll?.procedure === rolled && (!alike || roll.alike === answer(alike)));
  const before = new Set(same.map(({ turn }) => turn ?? turns[0]));
  let count = 1;
  while (before.has(beside(TURN, -count))) count += 1;
  return String(count);
}

/** A marker or a note whose row the answer to another question may name; null if that is not answered. */
function rowed(name, answer) {
  const [, by = null] = name.match(/\{(\w+)\}/) ?? [];
  const row = by === null ? "" : answer(by);
  return row === null || row === undefined ? null : name.replace(/\{\w+\}/, row);
}

/** What answers questions by their names: what was given, what the game knows, or the default. */
export function answering(questions, given) {
  return function answer(name) {
    const one = questions.find((other) => other.name === name);
    return given[name] ?? (one ? (known(one, answer) ?? one.default) : null);
  };
}

/** The game's answer to a question, some of which depends on the `answer` to another; null if it has none. */
export function known({ known: source }, answer) {
  if (!source) return null;
  if (source.rolled) return inRow(source, answer);
  if (source.markers) return String(source.markers.filter((marker) => standing(marker) === source.box).length);
  if (source.cards) return source.cards.some((card) => (source.event ? fact(`card|${card}`) === "event" : fact(`card|${card}`) !== null)) ? "yes" : "no";
  const where = source.reports ? source.reports.find((one) => fact(one) !== null) : rowed(source.marker ?? source.fact, answer);
  const said = where ? (source.marker ? standing(where) : fact(where)) : null;
  if (said === null) return null;
  if (source.face) return source.answers[said] ?? face(source.marker)?.dataset.face ?? null;
  return source.answers ? (source.answers[said] ?? source.answers.else ?? null) : String(said);
}

/** The answers that were given last to a procedure's questions. */
export const answered = (game, procedure) => ({ ...fact(`answers|${procedure}`) });

/** Keep answers; those to questions that share a note are the game's, and so is the first word on the scenario. */
export function keepAnswers(game, procedure, given, questions = []) {
  const answer = answering(questions, given);
  const where = ({ known: source }) => (source?.fact ? rowed(source.fact, answer) : null);
  const shared = questions.filter((one) => one.name in given && where(one) !== null && (where(one).startsWith("note|") || fact(where(one)) === null));
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => !shared.some((one) => one.name === name)));
  keep({ [`answers|${procedure}`]: own, ...Object.fromEntries(shared.map((one) => [where(one), given[one.name]])) });
}

/** Whose dice a roll has, as styles name it: the side that one of its answers names. */
export const sideOf = (inputs) => Object.values(inputs).find((value) => by("game-new").elements[`side|${value}`])?.replaceAll("_", "-");

const SMALL = 8; // tracks of so many boxes are drawn in small
const SHORT = 3; // so many changes are told in a line of the log
export const inShort = (texts) => [...texts.slice(0, SHORT), ...(texts.length > SHORT ? [say("{count} more", { count: texts.length - SHORT })] : [])].join("; ");

/** The sign of whose row a marker's is, if it has one. */
export const signOf = (marker) => (boxesOf(marker).length ? rowOf(marker).querySelector("legend .sign")?.cloneNode(true) : null);

/** Where a marker stands on its track, and where it goes; `stays` is said of one that stays. */
export const drawn = (marker, to, stays, more = null) => (marker ? [inSmall(marker, to), el("small", {}, to === null ? stays : boxTitle(marker, to), more ? el("span", {}, more) : null)] : null);

const worded = ({ text, title, to }) => (title ? `${title}: ${to}` : text);
/** A change of a marker in its row, if the row is short. */
function pictured({ facts }) {
  const [[key, to] = []] = Object.entries(facts);
  const marker = key?.replace(/^at\|/, "") ?? "";
  return to && boxesOf(marker).length && boxesOf(marker).length <= SMALL ? inSmall(marker, to) : null;
}

/** The change of the marker or the note that answers a question, if what came of a roll answers it otherwise. */
function turned({ name, title: asked, choices, low, high, known: source }, inputs, { title, value }) {
  const marker = rowed(source.marker ?? source.fact, (other) => inputs[other]);
  if (!source.marker) {
    if (marker === null || value === String(inputs[name])) return [];
    const to = choices ? choices.find((one) => one.value === value)?.title : value >= low && value <= high ? value : undefined;
    return [{ ...(to === undefined ? { text: say("Ask again: {question}", { question: asked }) } : { text: `${title}: ${to}`, title, to }), facts: { [marker]: to === undefined ? null : value } }];
  }
  const [box] = Object.entries(source.answers).find(([, answer]) => answer === value) ?? [];
  if (box === undefined || !boxesOf(marker).length || box === standing(marker)) return [];
  return [{ text: `${titleOf(marker)}: ${boxTitle(marker, box)}`, title: titleOf(marker), to: boxTitle(marker, box), facts: { [`at|${marker}`]: box } }];
}

/** The change of a pile that is a note of the game, if cards came to it. */
function laid({ title, known: source }, value) {
  const cards = value.replaceAll("+", ", ");
  return source?.fact && value && value !== fact(source.fact) ? [{ text: `${title}: ${cards}`, title, to: cards, facts: { [source.fact]: value } }] : [];
}

let shown = () => {}; // tells whether the roll that came last is applied; it may be taken back elsewhere
addEventListener("state", () => shown());

/** Log a roll, and offer to carry out what it does; or do so at once. */
export async function told(node, { code, record, rolls }, line, dice, sure) {
  const { questions = [] } = (await ask("offer")).procedures.find(({ id }) => id === record.procedure) ?? {};
  const alike = questions.find((one) => one.known?.alike)?.known.alike;
  const { changes: moved, reports, scores, answers, piles } = await ask("meaning", { record });
  const points = scores.map(({ track, to, count }) => scored(`${track}|`, to, count)).map(({ facts: where, words }) => ({ text: words, facts: where }));
  const after = answers.flatMap((one) => turned(questions.find(({ name }) => name === one.question), record.inputs, one));
  const heaped = piles.flatMap((one) => laid(questions.find(({ name }) => name === one.question), one.value));
  const changes = [...moved, ...points, ...after, ...heaped];
  const roll = { code, procedure: record.procedure, changes: changes.length, ...(alike ? { alike: record.inputs[alike] } : {}) };
  const last = steps().at(-1);
  const same = last?.roll?.code === code && last.roll.procedure === record.procedure;
  const sides = [...new Set(rolls.filter((one) => one.card === undefined).map((one) => sidesOf(one.dice)))];
  if (!same) step({}, line, { roll, dice, ...(sides.length === 1 ? { sides: sides[0] } : {}) });
  const facts = Object.fromEntries(reports.map(([id, value]) => [`report|${record.procedure}|${id}`, { true: "yes", false: "no" }[value] ?? String(value)]));
  const home = el("a", { class: "button", href: "#turn" }, say("Back to the turn"));
  if (!changes.length) {
    if (reports.length) keep(facts);
    shown = () => {};
    return fill(node, el("p", { class: "buttons" }, home));
  }
  const boxes = changes.map((change, number) => el("label", { class: "change" }, el("input", { type: "checkbox", value: number, checked: true }), el("span", {}, worded(change)), pictured(change)));
  const apply = () => {
    const wanted = changes.filter((_, number) => boxes[number].querySelector("input").checked);
    const faces = (item) => rolls.find(({ path, card }) => card === undefined && path.split("/").slice(2).join("/").split(".")[0] === String(item));
    const units = wanted.flatMap(({ event }) => event ?? []).map((one) => ({ ...one, die: faces(one.item)?.faces.length === 1 ? [faces(one.item).faces[0], sides[0]] : null }));
    // What was worked out is not to be done twice: its answers are asked anew.
    step({ ...facts, ...(rolls.length ? {} : { [`answers|${record.procedure}`]: null }), ...Object.assign({}, ...wanted.map((change) => change.facts)), ...(units.length ? { units: [...(fact("units") ?? []), ...units] } : {}) }, say("Applied: {what}", { what: inShort(wanted.map(worded)) }), { roll: { ...roll, changes: wanted.length, applied: true } });
  };
  const go = () => (location.hash = "turn");
  shown = () => {
    const applied = steps().findLast(({ roll: one }) => one?.code === code && one.procedure === record.procedure)?.roll.applied ?? false;
    for (const box of boxes) box.querySelector("input").disabled = applied;
    fill(buttons, applied ? [el("b", { class: "applied", role: "status" }, say("Applied.")), el("button", { type: "button", onclick: undo }, say("Undo")), home] : [el("button", { type: "button", class: "strong", id: "apply", onclick: () => (apply(), go()) }, say("Apply")), steps().at(-1)?.roll?.code === code ? el("button", { type: "button", onclick: () => (undo(), go()) }, say("Undo the roll")) : null]);
  };
  const buttons = el("div", { class: "buttons" });
  const texts = changes.map((change) => change.text.toLowerCase());
  for (const item of node.closest(".came").querySelectorAll(":scope > ul li")) if (texts.includes(item.textContent.toLowerCase())) item.remove();
  fill(node, el("h3", {}, say("What changes")), boxes, buttons);
  if (sure && !same) apply();
  shown();
}

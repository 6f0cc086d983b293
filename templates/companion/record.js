// Rolling a plan into a record, as dice/record.py does it: every die with its path, faces, modifiers and meaning, what came of it, and its chance.

import { chance, fraction, times } from "./fractions.js";
import { hex, sha256, utf8 } from "./sha256.js";
import { NeedsFace, SCHEME, DiceError, codeOfFaces, diePath, recorded } from "./sources.js";
import { WalkError } from "./values.js";
import { advance, begin } from "./walk.js";

const MOST_AGAIN = 1000;
const FACTS = ["tool", "game", "scenario", "data", "seed", "seed_from", "history"];
const VERBS = ["place", "reduce", "restore", "flip", "convert", "remove", "move", "marker", "note"];

/** Walk a plan with faces from a source: the record, the events, and the last state. A NeedsFace that is thrown has the waiting request, rolls and events. */
export function roll(plan, source, facts, attempts = new Map()) {
  const walker = { plan, source, attempts, rolls: [], faces: [], chance: fraction(1n, 1n), drawn: new Map() };
  let { state, events, request } = begin(plan);
  while (request) {
    const result = request.node.draw ? draw(walker, request, events) : throwDice(walker, request, events);
    const next = advance(request, result);
    events = [...events, ...next.events];
    ({ state, request } = next);
  }
  source.close();
  const record = {
    format: "rcw-record/1",
    scheme: SCHEME,
    procedure: plan.id,
    title: plan.title,
    rule: plan.rule,
    inputs: Object.fromEntries(plan.inputs),
    ...facts,
    faces_code: codeOfFaces(walker.faces),
    rolls: walker.rolls,
    exempt: plan.nodes.flatMap((node) => node.exempt.map(([item, reason]) => ({ item, reason }))),
    outcome: events.map(worded),
    chance: chance(walker.chance),
  };
  return { record: chained(record), events, state };
}

/** Roll one step of a record anew, as its next attempt, but for the kept items; all other dice stay as they fell. */
export function again(plan, record, step, kept, dice) {
  const base = `${plan.id}/${step}`;
  const last = new Map(record.rolls.filter((entry) => entry.card === undefined).map((entry) => [entry.path, entry.attempt]));
  const chosen = [...last].filter(([path]) => (path === base || path.startsWith(`${base}/`)) && !kept.includes(path.split("/").at(-1)));
  if (!chosen.length) throw new DiceError(`the record has no roll of step '${step}'`);
  const source = recorded(record.rolls, dice);
  const attempts = new Map([...source.attempts, ...chosen.map(([path, attempt]) => [path, attempt + 1])]);
  const facts = Object.fromEntries(FACTS.filter((key) => key in record).map((key) => [key, record[key]]));
  const history = [...(record.history ?? []), { again: step, kept: [...kept].sort(), before: record.hash }];
  return roll(plan, source, { ...facts, history }, attempts);
}

function throwDice(walker, request, events) {
  const { dice, bound, node } = request;
  const first = walker.attempts.get(request.path) ?? 1;
  for (let attempt = first; attempt < first + MOST_AGAIN; attempt += 1) {
    const shown = Array.from({ length: dice.count }, (_, index) => faceOf(walker, request, diePath(request.path, index, attempt), dice.faces, events));
    const faces = shown.map(([face]) => face);
    const { total, read, row, result, again: anew } = request.resolve(faces.reduce((sum, face) => sum + face, 0));
    walker.faces.push(...faces.map((face) => [face, dice.faces]));
    const entry = { path: request.path, label: labelOf(request), dice: `${dice.count}d${dice.faces}`, faces, typed: shown.some(([, typed]) => typed), drm: request.drm };
    Object.assign(entry, { total, read, row, result, attempt }, bound ? { against: [bound[0].replaceAll("_", " "), bound[1]] } : {});
    walker.rolls.push(entry);
    if (!anew) {
      const part = oddsOf(request, result);
      walker.chance = times(walker.chance, part);
      entry.chance = chance(part);
      return result;
    }
    entry.rolled_again = true;
  }
  throw new WalkError(node, `rolled again more than ${MOST_AGAIN} times`);
}

function oddsOf(request, wanted) {
  const { outcomes } = request;
  const sum = (entries) => entries.reduce((total, [, ways]) => total + ways, 0n);
  return fraction(sum(outcomes.filter(([result]) => result === wanted)), sum(outcomes));
}

function faceOf(walker, request, path, sides, events) {
  try {
    return walker.source.face(path, sides);
  } catch (error) {
    if (error instanceof NeedsFace) Object.assign(error, { request, rolls: walker.rolls, events, drawn: walker.drawn });
    throw error;
  }
}

/** Fisher–Yates, one card at a time: swap a face's card to the front of what is left. */
function draw(walker, request, events) {
  const name = request.node.draw.deck;
  const { title, cards } = walker.plan.decks.get(name);
  const { order, done } = walker.drawn.get(name) ?? { order: [...cards.keys()], done: 0 };
  const left = order.length - done;
  if (!left) throw new WalkError(request.node, `the deck '${title}' is empty`);
  const path = `${walker.plan.id}/${request.node.name}.${request.item}`;
  const [value, byHand] = faceOf(walker, request, path, left, events);
  walker.faces.push([value, left]);
  const at = done + value - 1;
  [order[done], order[at]] = [order[at], order[done]];
  walker.drawn.set(name, { order, done: done + 1 });
  const card = order[done];
  const part = fraction(1n, BigInt(left));
  walker.chance = times(walker.chance, part);
  const entry = { path, label: labelOf(request), dice: `1 of ${left}`, faces: [value], typed: byHand, drm: [], total: value, read: value, row: null };
  walker.rolls.push({ ...entry, result: cards.get(card), card, attempt: 1, chance: chance(part) });
  return cards.get(card);
}

/** The step's title, with the item it is rolled for. */
export function labelOf({ node, plan, items }) {
  return [node.title, ...(node.draw ? [] : items).map((item) => plan.names[item] ?? item)].join(": ");
}

/** An event as data: the verb, the unit with `item` filled in, and where. */
export function worded({ node, item, effect }) {
  const data = {};
  if (effect.note !== undefined && (item !== null || node.outer)) data.for = [node.outer, item === null ? "" : String(item)].filter((text) => text);
  const verb = VERBS.findLast((name) => effect[name] !== undefined);
  if (verb) Object.assign(data, { do: verb, what: effect[verb] === "item" ? String(item) : effect[verb] });
  for (const name of ["at", "where", "to", "on", "reserve"]) if (effect[name] !== undefined) data[name] = effect[name];
  return data;
}

/** A running hash on each roll, so that a changed byte shows where. */
function chained(record) {
  const { rolls, outcome, chance: whole, faces_code, ...rest } = record;
  let running = digest("", rest);
  const hashed = rolls.map((entry) => {
    running = digest(running, entry);
    return { ...entry, hash: running.slice(0, 16) };
  });
  return { ...record, rolls: hashed, hash: digest(running, { outcome, chance: whole }) };
}

const digest = (before, data) => hex(sha256(utf8(`${before}|${canonical(data)}`)));

/** JSON with sorted keys and no spaces, its decimals written as Python writes them. */
function canonical(data, key = "") {
  if (key === "decimal") return pythonic(data);
  if (Array.isArray(data)) return `[${data.map((part) => canonical(part)).join(",")}]`;
  if (data === null || typeof data !== "object") return JSON.stringify(data);
  return `{${Object.keys(data).sort().map((name) => `${JSON.stringify(name)}:${canonical(data[name], name)}`).join(",")}}`;
}

function pythonic(value) {
  if (value !== 0 && value < 1e-4) return value.toExponential().replace(/e-(\d)$/, "e-0$1");
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

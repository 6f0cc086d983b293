// Rolls a plan into a record, like dice/record.py and dice/rolls.py: every die with its path, faces, DRMs and meaning,
// the outcome and its chance.

import { fraction, times } from "./fractions.js";
import { hex, sha256, utf8 } from "./sha256.js";
import { NeedsFace, SCHEME, DiceError, codeOf, codeOfFaces, diePath, drawPath, recorded } from "./sources.js";
import { WalkError, exhausted } from "./values.js";
import { advance, begin, diceName, shownBy } from "./walk.js";

export const FORMAT = "rcw-record/2";
export const MOST_AGAIN = 1000;
const FACTS = ["tool", "game", "scenario", "data", "seed", "seed_from", "typed_faces", "history"];
const LAST = ["faces_code", "outcome", "chance"];
const VERBS = ["place", "reduce", "restore", "flip", "convert", "remove", "move", "marker", "note"];

/**
 * Walk from a source of faces: the record, the events, the last state, and the cards drawn. A NeedsFace that it throws has the pending
 * request, rolls and events.
 */
export function roll(plan, source, facts) {
  const walked = walk(plan, source, new Map());
  const hand = walked.typed.some((face) => face !== null);
  const seed = walked.typed.includes(null) ? {} : { seed: null, seed_from: "faces alone" };
  return finished(plan, walked, { ...facts, ...seed, typed_faces: hand ? walked.typed : [], history: [] });
}

/** Reroll one step of a record as its next attempt, except for the kept items; all other dice stay. */
export function again(plan, record, step, kept, dice) {
  const base = `${plan.id}/${step}`;
  const item = (path) => path.split("/").at(-1);
  const last = new Map(record.rolls.filter((entry) => entry.card === undefined).map((entry) => [entry.path, entry.attempt]));
  const ofStep = [...last].filter(([path]) => !step.includes("/") && (path === base || path.startsWith(`${base}/`)));
  const items = ofStep.filter(([path]) => path !== base).map(([path]) => item(path));
  const chosen = ofStep.filter(([path]) => path === base || !kept.includes(item(path)));
  if (!ofStep.length) throw new DiceError(`the record has no roll of step '${step}'`);
  const [unknown] = ordered(kept.filter((one) => !items.includes(one)));
  if (unknown !== undefined) throw new DiceError(`step '${step}' has no roll for '${unknown}' to keep`);
  if (!chosen.length) throw new DiceError(`step '${step}' has nothing left to roll again`);
  if (record.history.length === MOST_AGAIN) throw new DiceError(`rolled again more than ${MOST_AGAIN} times`);
  const source = recorded(record.rolls, dice);
  const walked = walk(plan, source, new Map([...source.attempts, ...chosen.map(([path, attempt]) => [path, attempt + 1])]));
  const entry = { again: step, kept: ordered(new Set(kept)), seed: codeOf(dice.seed), before: record.hash };
  return finished(plan, walked, { ...record, history: [...record.history, entry] });
}

/** Strings in order of their code points. */
export const ordered = (texts) => [...texts].sort((one, other) => {
  const [left, right] = [[...one], [...other]];
  const at = left.findIndex((character, index) => character !== right[index]);
  return at < 0 ? left.length - right.length : (left[at]?.codePointAt(0) ?? -1) - (right[at]?.codePointAt(0) ?? -1);
});

function walk(plan, source, attempts) {
  const walker = { plan, source, attempts, rolls: [], faces: [], typed: [], chance: fraction(1n, 1n), drawn: new Map(), seen: new Set() };
  let { state, events, request } = begin(plan);
  while (request) {
    const result = request.node.draw ? draw(walker, request, events) : throwDice(walker, request, events);
    const next = advance(request, result);
    events = [...events, ...next.events];
    ({ state, request } = next);
  }
  source.close();
  return Object.assign(walker, { state, events });
}

function finished(plan, { faces, rolls, events, chance, state, drawn }, facts) {
  const record = {
    format: FORMAT,
    scheme: SCHEME,
    procedure: plan.id,
    title: plan.title,
    rule: plan.rule,
    inputs: Object.fromEntries(plan.inputs),
    ...Object.fromEntries(FACTS.map((name) => [name, facts[name]])),
    faces_code: codeOfFaces(faces),
    rolls,
    exempt: plan.nodes.flatMap((node) => node.exempt.map(([item, reason]) => ({ item, reason }))),
    outcome: events.map(worded),
    chance: said(chance),
  };
  return { record: chained(record), events, state, drawn };
}

const said = ([above, below]) => `${above}/${below}`;

function throwDice(walker, request, events) {
  const { dice, bound, node } = request;
  const first = walker.attempts.get(request.path) ?? 1;
  for (let attempt = first; attempt < first + MOST_AGAIN; attempt += 1) {
    const shown = Array.from({ length: dice.count }, (_, index) => faceOf(walker, request, diePath(request.path, index, attempt), dice.faces, events));
    const faces = shown.map(([face]) => face);
    const { total, read, row, result, again: anew } = request.resolve(shownBy(dice, faces));
    const entry = { path: request.path, label: labelOf(request), dice: diceName(dice), faces, typed: shown.map(([, typed]) => typed), drm: request.drm };
    Object.assign(entry, { total, read, row, result, attempt }, bound ? { against: [bound[0].replaceAll("_", " "), bound[1]] } : {});
    walker.rolls.push(entry);
    if (!anew) {
      const part = oddsOf(request, result);
      walker.chance = times(walker.chance, part);
      entry.chance = said(part);
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
  if (walker.seen.has(path)) throw new WalkError(request.node, `two dice have the path '${path}': an item is listed twice`);
  walker.seen.add(path);
  try {
    const shown = walker.source.face(path, sides);
    const [face, byHand] = shown;
    walker.faces.push([face, sides]);
    walker.typed.push(byHand ? face : null);
    return shown;
  } catch (error) {
    if (error instanceof NeedsFace) Object.assign(error, { request, rolls: walker.rolls, events, drawn: walker.drawn });
    throw error;
  }
}

/** Fisher–Yates, one card at a time: swap the card of a face with the first one left. */
function draw(walker, request, events) {
  const name = request.node.draw.deck;
  const deck = walker.plan.decks.get(name);
  if (request.reshuffles) {
    for (const [other, { cards, discards }] of walker.plan.decks) {
      const pile = walker.drawn.get(other) ?? { order: [...cards.keys()], done: 0 };
      walker.drawn.set(other, { ...pile, order: [...pile.order, ...discards.keys()] });
    }
  }
  const { order, done } = walker.drawn.get(name) ?? { order: [...deck.cards.keys()], done: 0 };
  const left = order.length - done;
  if (!left) throw new WalkError(request.node, exhausted(deck));
  const path = drawPath(request.path);
  const [value, byHand] = faceOf(walker, request, path, left, events);
  const at = done + value - 1;
  [order[done], order[at]] = [order[at], order[done]];
  walker.drawn.set(name, { order, done: done + 1 });
  const card = order[done];
  const part = fraction(1n, BigInt(left));
  walker.chance = times(walker.chance, part);
  const entry = { path, label: labelOf(request), dice: `1 of ${left}`, faces: [value], typed: [byHand], drm: [], total: value, read: value, row: null };
  walker.rolls.push({ ...entry, result: deck.whole.get(card), card, attempt: 1, chance: said(part) });
  return deck.whole.get(card);
}

/** The step's title, with the item it is rolled for. */
export function labelOf({ node, plan, items }) {
  return [node.title, ...(node.draw ? [] : items).map((item) => plan.names[item] ?? item)].join(": ");
}

/** An event as data: the verb, the unit with `item` filled in, and the place. */
function worded({ node, item, effect }) {
  const data = {};
  if (effect.note !== undefined && (item !== null || node.outer)) data.for = [node.outer, item === null ? "" : String(item)].filter((text) => text);
  const verb = VERBS.findLast((name) => effect[name] !== undefined);
  if (verb) Object.assign(data, { do: verb, what: effect[verb] === "item" ? String(item) : effect[verb] });
  for (const name of ["at", "where", "to", "on", "reserve"]) if (effect[name] !== undefined) data[name] = effect[name];
  return data;
}

/** Add a running hash to each roll, so that a changed byte can be located. */
function chained(record) {
  const part = (keep) => Object.fromEntries(Object.entries(record).filter(([name]) => keep(name)));
  let running = link("", part((name) => name !== "rolls" && !LAST.includes(name)));
  const rolls = record.rolls.map((entry) => {
    running = link(running, entry);
    return { ...entry, hash: running.slice(0, 16) };
  });
  return { ...record, rolls, hash: link(running, part((name) => LAST.includes(name))) };
}

const link = (before, data) => hex(sha256(utf8(`${before}|${canonical(data)}`)));

/** The JSON text that is hashed and compared: sorted keys, no spaces. */
export function canonical(data) {
  if (Array.isArray(data)) return `[${data.map(canonical).join(",")}]`;
  if (data === null || typeof data !== "object") return JSON.stringify(data);
  return `{${ordered(Object.keys(data)).map((name) => `${JSON.stringify(name)}:${canonical(data[name])}`).join(",")}}`;
}

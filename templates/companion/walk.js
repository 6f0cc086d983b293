// The walk, like dice/walk.py: a state knows which roll it waits for; a result leads to the next state.
// The prepared nodes come from companion/plans.py; there are no rules of any game here.

import { View, WalkError, exhausted, holds, meant, needed, quoted, within } from "./values.js";

const UNIT_VERBS = ["place", "reduce", "restore", "flip", "convert", "remove", "move"];
const MOST_TIMES = 1000;
const MOST_STEPS = 20000;
/** The value that is 1 once all decks have taken back their discards. */
const RESHUFFLED = "deck.";

/** A task: enter a step, iterate over its items (index of the next one, and their number), do one item, or close it. */
const task = (node, phase, item = null, saved = null) => ({ node, phase, item, saved });

const having = (state, name, value) => ({ ...state, values: new Map(state.values).set(name, value) });
const beside = (state, local) => ({ ...state, local: new Map(local) });
const without = (map, ...names) => [...map].filter(([name]) => !names.includes(name));
const repeated = (node) => Boolean(node.items || node.times !== undefined || node.draw);

/** A roll or draw that a state waits for. */
export class Request {
  constructor(plan, state, node, item) {
    Object.assign(this, { plan, state, node, item });
    this.items = [...state.local].filter(([name]) => name.startsWith("item.")).map(([, value]) => String(value));
    this.path = [plan.id, node.name, ...this.items].join("/");
    this.view = viewed(plan, state, node);
    if (node.reader) this.prepare(node.reader);
  }

  prepare(reader) {
    this.dice = reader.dice;
    this.drm = reader.drm
      .filter((one) => !one.when || holds(this.view, one.when))
      .map((one) => [one.text, needed(this.view, one.add)])
      .filter(([, add]) => add);
    this.column = this.columnOf(reader);
    const test = this.node.test;
    const name = test && ["at_most", "at_least", "above", "below"].find((one) => test[one] !== undefined);
    this.bound = test ? [name, needed(this.view, test[name])] : null;
  }

  columnOf(reader) {
    const named = this.node.column;
    if (named === undefined || reader.columns.includes(String(named))) return named === undefined ? null : String(named);
    const column = this.view.value(String(named));
    if (!reader.columns.includes(String(column))) throw new WalkError(this.node, `${quoted(column)} is not a column of the table`);
    return String(column);
  }

  /** Resolve a natural number of the dice: total, number read, row, result, and whether to reroll. */
  resolve(natural) {
    const total = natural + this.drm.reduce((sum, [, add]) => sum + add, 0);
    const reading = this.read(natural, total);
    let { result } = reading;
    if (this.bound && !this.node.reader.natural.has(natural)) result = this.tested(total);
    const again = this.node.again.get(result);
    const own = again && new View(this.plan, this.view.values, new Map(this.view.local).set(this.node.name, result), this.node, this.view.inner);
    return { ...reading, total, result, again: Boolean(again && holds(own, again)) };
  }

  read(natural, total) {
    const { rows, natural: fixed, beyond, columns } = this.node.reader;
    if (fixed.has(natural)) return { read: total, row: `natural ${natural}`, result: fixed.get(natural) };
    if (!rows.length) return { read: total, row: null, result: total };
    const read = beyond === "clamp" ? Math.min(Math.max(total, rows[0][0]), rows.at(-1)[1]) : total;
    const row = rows.find(([low, high]) => low <= read && read <= high);
    if (!row) throw new WalkError(this.node, `no row for ${read}`);
    return { read, row: row[2], result: row[3][this.column !== null && columns.length ? columns.indexOf(this.column) : 0] };
  }

  tested(total) {
    const [name, number] = this.bound;
    const passed = { at_most: total <= number, at_least: total >= number, above: total > number, below: total < number }[name];
    return passed ? this.node.test.success : this.node.test.failure;
  }

  /** [result, ways as a BigInt] of all results; those that are rerolled only repeat the roll. */
  get outcomes() {
    if (this.node.draw) {
      const left = this.deck.filter(([, cards]) => cards);
      if (!left.length) throw new WalkError(this.node, exhausted(this.plan.decks.get(this.node.draw.deck)));
      return left.map(([name, cards]) => [name, BigInt(cards)]);
    }
    const ways = new Map();
    for (const [natural, count] of waysOf(this.dice)) {
      const { result, again } = this.resolve(natural);
      if (!again) ways.set(result, (ways.get(result) ?? 0n) + count);
    }
    if (!ways.size) throw new WalkError(this.node, "every result must be rolled again");
    return [...ways];
  }

  /** For a draw: classes of cards, and how many are left of each; after a reshuffle, if one is due. */
  get deck() {
    return this.pile(this.node.draw.deck);
  }

  /** Whether a draw finds no card, so that all decks first take back their discards. */
  get reshuffles() {
    const name = this.node.draw.deck;
    return !this.state.values.get(RESHUFFLED) && this.plan.decks.get(name).discards.size > 0 && !this.left(name).some(([, cards]) => cards);
  }

  /** The same as `deck`, of any deck. */
  pile(name) {
    const counts = new Map(this.left(name));
    if (this.reshuffles) for (const kind of this.plan.decks.get(name).discards.values()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  left(name) {
    const counts = new Map();
    for (const kind of this.plan.decks.get(name).cards.values()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return this.state.values.get(`deck.${name}`) ?? [...counts];
  }
}

/** The number that faces show: dice are added up (a base of 1), or are the digits of a number (10). */
export const shownBy = ({ base = 1 }, faces) => faces.reduce((total, face) => total * base + face, 0);

/** Dice as they are written: 2d6, or d66 if they are read as digits. */
export const diceName = ({ count, faces, base = 1 }) => (base > 1 ? `d${String(faces).repeat(count)}` : `${count}d${faces}`);

/** What dice can show after those that show `before`, and the number of ways to each. */
export function waysOf({ count, faces, base = 1 }, before = []) {
  let ways = new Map([[shownBy({ base }, before), 1n]]);
  for (let die = before.length; die < count; die += 1) {
    const following = new Map();
    for (const [total, number] of ways) {
      for (let face = 1; face <= faces; face += 1) {
        const shown = total * base + face;
        following.set(shown, (following.get(shown) ?? 0n) + number);
      }
    }
    ways = following;
  }
  return ways;
}

/** The state before the first roll, the events up to it, and the roll it waits for (null at the end). */
export function begin(plan) {
  const tasks = plan.nodes.map((node) => task(node, "enter")).reverse();
  return quiet(plan, { tasks, values: new Map(plan.variables), local: new Map(), done: 0 });
}

/** The same, after the result of a roll or the class of a drawn card. */
export function advance(request, result) {
  const [after, events] = taken(request, result);
  const next = quiet(request.plan, after);
  return { ...next, events: [...events, ...next.events] };
}

/** The state right after a result and its effects. */
export function taken(request, result) {
  const { plan, node, item } = request;
  let { state } = request;
  const back = [];
  if (node.draw) {
    const left = request.deck.map(([name, count]) => [name, count - (name === result)]);
    if (request.reshuffles) {
      back.push({ node, item: null, effect: { note: "A deck runs out: all discards are shuffled back." } });
      state = having(state, RESHUFFLED, 1);
      for (const [name, deck] of plan.decks) if (deck.discards.size) state = having(state, `deck.${name}`, request.pile(name));
    }
    state = having(state, `deck.${node.draw.deck}`, left);
  }
  const [after, events] = finished(plan, node, item, state, result);
  return [after, [...back, ...events]];
}

function viewed(plan, state, node, own = []) {
  const inner = new Set(state.tasks.filter(({ phase }) => phase === "close").flatMap((open) => open.node.inner));
  return new View(plan, state.values, new Map([...state.local, ...own]), node, inner);
}

/** Store a step's result and apply its effects. */
function finished(plan, node, item, state, result) {
  state = repeated(node) ? tallied(state, node.name, [[result, 1]]) : bound(state, node.name, result);
  const effects = [...(node.then.get(result) ?? []), ...(node.then.get("*") ?? [])];
  const [after, events] = affected(plan, node, item, state, effects, result);
  return [repeated(node) ? left(after, node) : after, events];
}

function affected(plan, node, item, state, effects, result) {
  const events = [];
  for (const effect of effects) {
    const view = viewed(plan, state, node, [[node.name, result], ...(item === null ? [] : [["item", item]])]);
    for (const [name, value] of effect.set ?? []) state = having(state, view.full(name), meant(view, value));
    for (const [name, value] of effect.add ?? []) state = having(state, view.full(name), within(view, needed(view, name) + needed(view, value)));
    if (!effect.set && !effect.add) events.push({ node, item: view.value("item"), effect: resolved(view, effect) });
  }
  return [state, events];
}

/** The effect with its owner or box resolved, if given by a name. */
export function resolved(view, effect) {
  if (view.value("item") === null && UNIT_VERBS.some((verb) => effect[verb] === "item")) throw new WalkError(view.node, "'item' has no meaning outside a repeated step");
  if (effect.to === undefined || !view.knows(effect.to)) return effect;
  const found = view.value(effect.to);
  const moved = effect.marker !== undefined;
  if (found === null || Array.isArray(found) || (!moved && !(String(found) in view.plan.owners))) {
    throw new WalkError(view.node, `'${effect.to}' names no ${moved ? "box" : "side or faction"}: it is ${quoted(found)}`);
  }
  return { ...effect, to: String(found) };
}

/** Do everything up to the next roll. */
export function quiet(plan, state) {
  const events = [];
  while (state.tasks.length) {
    const next = state.tasks.at(-1);
    const { node, phase, item } = next;
    const rest = { ...state, tasks: state.tasks.slice(0, -1) };
    if (phase === "close") state = closed(rest, next);
    else if (phase === "each") state = { ...rest, tasks: [...rest.tasks, ...following(next)] };
    else if (phase === "enter" && repeated(node)) state = !node.by_item && !open(plan, rest, next) ? rest : expanded(plan, rest, node);
    else if (!open(plan, rest, next)) state = rest;
    else {
      if (state.done === MOST_STEPS) throw new WalkError(node, `too many: step '${node.name}' comes after ${grouping(MOST_STEPS)} others`);
      const local = phase === "do" ? [...rest.local, [`item.${node.name}`, item]] : rest.local;
      const inside = { ...beside(rest, local), done: rest.done + 1 };
      if (node.reader || node.draw) {
        const waiting = live(plan, inside, node);
        return { state: waiting, events, request: new Request(plan, waiting, node, item) };
      }
      const [after, more] = done(plan, inside, next);
      state = after;
      events.push(...more);
    }
  }
  return { state: live(plan, state, null), events, request: null };
}

/** Whether a step's guard holds. */
const open = (plan, state, { node, phase, item }) => !node.when || holds(viewed(plan, state, node, phase === "do" ? [["item", item]] : []), node.when);

/** Replace a repeated step with a task that iterates over its items. */
function expanded(plan, state, node) {
  const count = node.items ? node.items.length : needed(viewed(plan, state, node), node.times ?? node.draw.count);
  if (!node.items && count > MOST_TIMES) throw new WalkError(node, `too many: step '${node.name}' is repeated ${grouping(count)} times`);
  const tasks = count > 0 ? [...state.tasks, task(node, "each", [0, count])] : state.tasks;
  return { ...bound(state, node.name, []), tasks };
}

const grouping = (number) => number.toLocaleString("en");

/** The task of the next item, on top of those after it. Items come from a list, or count from 1 (cards from 0). */
function following({ node, item: [at, count] }) {
  const item = node.items ? node.items[at] : at + (node.draw ? 0 : 1);
  return [...(at + 1 < count ? [task(node, "each", [at + 1, count])] : []), task(node, "do", item)];
}

/** A step without dice: effects, a marker's move, a chained procedure, or nested steps. */
function done(plan, state, { node, item }) {
  const view = viewed(plan, state, node);
  if (node.slide) {
    const row = String(node.slide.row === "item" ? view.value("item") : node.slide.row);
    const [start, end, lost, why] = slid(view, node.slide, node.track, row);
    plan.slid?.({ marker: `${node.slide.track}|${row}`, lost, why });
    const [after, events] = finished(plan, node, item, state, end);
    const moved = { node, item: row, effect: { marker: node.track.rows[row].marker ?? row, on: node.slide.track, to: end, text: node.track.rows[row].text } };
    return [after, start === end ? events : [...events, moved]];
  }
  if (node.do.length) {
    const [after, events] = affected(plan, node, item, state, node.do, null);
    return [repeated(node) ? left(after, node) : after, events];
  }
  for (const [name, value] of node.defaults) state = having(state, `${node.name}.${name}`, value);
  for (const [name, value] of node.given) state = having(state, `${node.name}.${name}`, meant(view, value));
  let closing = [];
  if (repeated(node)) {
    // Results of earlier items are put aside until this one is done.
    closing = [task(node, "close", item, without(state.local, `item.${node.name}`))];
    state = beside(state, without(state.local, ...node.inner));
  }
  const inner = node.children.map((child) => task(child, "enter")).reverse();
  return [{ ...state, tasks: [...state.tasks, ...closing, ...inner] }, []];
}

/** A marker's first and last box, the points that are lost, and why: each box costs its points, and closed gates stop it. */
function slid(view, move, track, id) {
  if (!(id in track.rows)) throw new WalkError(view.node, `'${id}' is not a row of the track`);
  const row = track.rows[id];
  const boxes = track.boxes.map(([name]) => name);
  const start = (move.start === undefined ? row.start : view.value(move.start)) ?? null;
  if (!boxes.includes(start)) throw new WalkError(view.node, `${quoted(start)} is not a box of the track`);
  if (move.blocked && holds(view, move.blocked)) return [start, start, null, "held"];
  const wanted = needed(view, move.points ?? move.boxes ?? 0);
  const step = wanted > 0 ? 1 : -1;
  const shut = row.gates.filter((box) => !(move.open.has(box) && holds(view, move.open.get(box))));
  let [at, points] = [boxes.indexOf(start), Math.abs(wanted)];
  for (; boxes[at + step] !== undefined; at += step) {
    const cost = move.points === undefined ? 1 : track.boxes[at][1].leave;
    if (cost === 0 || points < cost || shut.includes(boxes[at + step])) break;
    points -= cost;
  }
  return [start, boxes[at], move.points === undefined ? 0 : points, points && shut.includes(boxes[at + step]) ? "shut" : null];
}

const left = (state, node) => beside(state, without(state.local, `item.${node.name}`));

/** Add the results of a finished item to those of earlier items. */
function closed(state, { node, saved }) {
  return [...state.local]
    .filter(([name]) => node.inner.includes(name))
    .reduce((outer, [name, value]) => tallied(outer, name, Array.isArray(value) ? value : [[value, 1]]), beside(state, saved));
}

const grouped = (state) => state.tasks.some(({ phase }) => phase === "close");

/** Store a step's result: with the current item's inside a repeated group, otherwise with the values. */
const bound = (state, name, value) => (grouped(state) ? beside(state, new Map(state.local).set(name, value)) : having(state, name, value));

/** Add to the tally of a repeated step. */
function tallied(state, name, results) {
  const counts = new Map((grouped(state) ? state.local : state.values).get(name) ?? []);
  for (const [result, count] of results) counts.set(result, (counts.get(result) ?? 0) + count);
  return bound(state, name, [...counts].sort(([a], [b]) => compared(String(a), String(b))));
}

const compared = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** Drop what neither the rest of the walk nor the report reads, so that more states are equal. */
export function live(plan, state, node) {
  const { values, local } = wantedBy(plan, state.tasks, node);
  const kept = { values: [...state.values].filter(([name]) => among(name, values)), local: [...state.local].filter(([name]) => name.startsWith("item.") || among(name, local)) };
  const same = kept.values.length === state.values.size && kept.local.length === state.local.size;
  return same ? state : { ...state, values: new Map(kept.values), local: new Map(kept.local) };
}

/** What the remaining tasks, a waiting step and the report read. */
export function wantedBy(plan, tasks, node) {
  const key = [node?.index ?? "", ...tasks.map((one) => one.node.index + one.phase[0])].join(" ");
  if (!plan.memo.has(key)) plan.memo.set(key, wanted(plan, tasks, node));
  return plan.memo.get(key);
}

/** Whether a name is wanted, directly or as the item's of its group. */
export const among = (name, names) => names.has(name) || names.has(`${name.slice(0, Math.max(0, name.lastIndexOf(".")))}.item`);

/** The names read among the values, and among the current item's results; decks are kept while anything may draw. */
function wanted(plan, tasks, waiting) {
  const values = new Set(plan.asked);
  const inner = new Set();
  let local = new Set();
  for (const { node, phase } of waiting ? [...tasks, { node: waiting }] : tasks) {
    if (phase === "close") {
      // The tasks above this one belong to the group's item. Its results count if those below read them.
      const below = inner.size ? local : values;
      local = new Set(node.inner.filter((name) => among(name, below)));
      for (const name of node.inner) inner.add(name);
    } else {
      for (const name of node.reads) {
        local.add(name);
        if (!inner.has(name)) values.add(name);
      }
    }
  }
  if (tasks.length || waiting) for (const name of [RESHUFFLED, ...[...plan.decks.keys()].map((deck) => `deck.${deck}`)]) values.add(name);
  return { values, local };
}

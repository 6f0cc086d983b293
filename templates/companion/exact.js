// The walk over every face at once, as dice/exact.py has it: states with their ways, equal ones merged, and beside each state the
// sums of the questions so far.

import { fraction } from "./fractions.js";
import { View, WalkError, amount, holds, needed, passes, shown, within } from "./values.js";
import { among, begin, live, quiet, taken, wantedBy } from "./walk.js";
import { add, costOfPower, power, product } from "./ways.js";

const MOST = 400000; // a phone is given a quarter of the work allowed to `rcwkit odds`
const POWERS = 100000;
const ORDER = { enter: 0, each: 1, do: 2, close: 3 };

/** For each question, its sum as value → ways, and the number of ways in all: together, or one by one if too large. */
export function sums(plan) {
  if (!begin(plan).request) return plan.report.map(([, { terms = [] }]) => [new Map([[addedUp(terms.map((one) => worth(one, ended(plan)))), 1n]]), 1n]);
  const effort = { left: MOST };
  try {
    return walked(plan, effort);
  } catch (error) {
    if (!(error instanceof TooLarge) || plan.report.length === 1) throw error;
    return plan.report.flatMap((one) => walked({ ...plan, report: [one], asked: one[1].asked ?? [], memo: new Map() }, { left: MOST }));
  }
}

export class TooLarge extends WalkError {}

const ended = (plan) => new View(plan, begin(plan).state.values, new Map());
const addedUp = (values) => (values.length === 1 ? values[0] : values.reduce((sum, value) => sum + value, 0));

/** The value of a term; tallies in words. */
function worth({ kind, value, times }, view) {
  if (kind === "amount") return shown(amount(view, value));
  if (kind === "number") return times * needed(view, value);
  if (kind === "holds" || kind === "fails") return holds(view, value) === (kind === "holds") ? 1 : 0;
  return view.tally(value.step).reduce((sum, [result, count]) => sum + (value.results.includes(result) === (kind === "matching") ? count : 0), 0);
}

/** The answer for a sum: a value, or whether it passes the test. */
export function answer({ bounds = [], test }, sum) {
  const view = new View(null, new Map(), new Map());
  const total = bounds.reduce((found, [times, plus, least, most]) => within(view, Math.min(Math.max(times * found + plus, least ?? -Infinity), most ?? Infinity)), sum);
  if (test === undefined) return total;
  return typeof test === "string" ? total > 0 === (test === "some") : passes(view, test, total);
}

const spend = (effort, work, node) => {
  effort.left -= work;
  if (effort.left < 0) throw new TooLarge(node, `the exact odds are too large for a page at step '${node.name}': rcwkit odds can do more`);
};

// A weight: the number of ways to reach a state and, by question, the sums so far; missing questions have sums of 0.
const sumsOf = ({ ways, sums }, question) => sums.get(question) ?? new Map([[0, ways]]);
const asked = (one, other) => [...new Set([...one.sums.keys(), ...other.sums.keys()])];
const both = (one, other) => ({ ways: one.ways * other.ways, sums: new Map(asked(one, other).map((at) => [at, product(sumsOf(one, at), sumsOf(other, at))])) });
const scaled = ({ ways, sums }, times) => ({
  ways: ways * times,
  sums: new Map([...sums].map(([at, found]) => [at, new Map([...found].map(([value, number]) => [value, number * times]))])),
});

function either(one, other) {
  const sums = asked(one, other).map((at) => {
    const found = new Map(sumsOf(one, at));
    add(found, sumsOf(other, at));
    return [at, found];
  });
  return { ways: one.ways + other.ways, sums: new Map(sums) };
}

/** Add two weights, scaled to the same number of ways in all. */
function joined([one, whole], [other, of]) {
  if (whole === of) return [either(one, other), whole];
  const all = whole * fraction(of, whole)[0]; // `of` without common factors
  return [either(scaled(one, all / whole), scaled(other, all / of)), all];
}

/** The sums of all questions of a plan, over every course of the walk. */
function walked(source, effort) {
  const plan = { ...source, decks: merged(source), memo: new Map() };
  const bare = { ...plan, asked: [], memo: new Map() };
  const terms = plan.report.flatMap(([, { terms: found = [] }], question) => found.map((term) => ({ ...term, question })));
  const otherwise = new Set(terms.flatMap(({ names, counted }) => names.filter((name) => name !== counted)));
  const counted = new Set(terms.map((term) => term.counted).filter((name) => plan.counted.includes(name) && !otherwise.has(name)));
  const places = new Map();
  const known = new Map();
  const fronts = new Map();
  const ends = [];

  /** The terms whose names may still change during these tasks and a roll, and the names to keep. */
  function open(tasks, node) {
    const key = [node?.index ?? "", ...tasks.map((one) => one.node.index + one.phase[0])].join(" ");
    if (!places.has(key)) {
      const writes = new Set([...tasks.map((one) => one.node), ...(node ? [node] : [])].flatMap((one) => [...one.writes, ...one.inner, one.name]));
      const left = new Set(terms.filter(({ names }) => names.some((name) => writes.has(name))));
      const kept = new Set([...wantedBy(bare, tasks, node).values, ...[...left].flatMap(({ names }) => names)]);
      places.set(key, { left, kept });
    }
    return places.get(key);
  }

  /** The state with the values to keep, and the value of the terms that are known there, entirely or in part. */
  function told(state, before, node) {
    const { left, kept } = open(state.tasks, node);
    const view = new View(plan, state.values, new Map());
    const found = new Map();
    for (const term of terms) {
      if (counted.has(term.counted) ? !state.values.has(term.counted) : !before.has(term) || left.has(term)) continue;
      const value = worth(term, view);
      found.set(term.question, found.has(term.question) ? found.get(term.question) + value : value);
    }
    const values = [...state.values].filter(([name]) => !counted.has(name) && among(name, kept)).sort(([a], [b]) => (a < b ? -1 : 1));
    const sums = [...found].filter(([, value]) => value !== 0).map(([question, value]) => [question, new Map([[value, 1n]])]);
    return [{ ...state, values: new Map(values), done: 0 }, { ways: 1n, sums: new Map(sums) }];
  }

  function wait(state, request, weight, whole) {
    if (!request) {
      ends.push([weight, whole]);
      return;
    }
    const place = JSON.stringify([request.node.index, state.tasks.map(({ node, phase, item, saved }) => [node.index, phase, item, saved])]);
    if (!fronts.has(place)) fronts.set(place, { position: position(state.tasks, request.node), tasks: state.tasks, node: request.node, states: new Map() });
    const { states } = fronts.get(place);
    const key = keyOf(state);
    const same = states.get(key);
    request.state = state;
    states.set(key, { request, weight: same ? joined(same.weight, [weight, whole]) : [weight, whole] });
  }

  const start = begin(plan);
  const [first, told0] = told(start.state, new Set(terms), start.request.node);
  wait(first, start.request, told0, 1n);
  while (fronts.size) {
    const [place, front] = [...fronts].reduce((one, other) => (before(other[1].position, one[1].position) ? other : one));
    fronts.delete(place);
    // A power completes its step at once; terms that the step held open are evaluated then.
    const { left } = open(front.tasks, null);
    for (const { state, weight } of rolled(front).values()) {
      const next = quiet(plan, state);
      const [after, more] = told(next.state, left, next.request?.node ?? null);
      spend(effort, 20 + sizeOf(after), front.node);
      wait(after, next.request, both(weight[0], more), weight[1]);
    }
  }
  const whole = ends.reduce((all, [, of]) => all * fraction(of, all)[0], 1n);
  return plan.report.map((_, at) => {
    const found = new Map();
    for (const [weight, of] of ends) add(found, sumsOf(weight, at), whole / of);
    return [found, whole];
  });

  /** The states after a front's rolls, with their weights. */
  function rolled({ node, states }) {
    const reached = new Map();
    for (const { request, weight } of states.values()) {
      const branches = branchesOf(request);
      const alone = poweredUp(request, branches);
      const all = alone ? [alone] : [...branches.values()];
      const total = weight[1] * all.reduce((sum, branch) => sum + branch.weight.ways, 0n);
      for (const { state, weight: branch } of all) {
        const held = [...weight[0].sums.values()].reduce((sum, found) => sum + found.size, 0);
        spend(effort, 8 + held + [...branch.sums].reduce((sum, [at, found]) => sum + sumsOf(weight[0], at).size * found.size, 0), node);
        const key = `${state.tasks.length} ${JSON.stringify(state.tasks.at(-1)?.item ?? null)} ${keyOf(state)}`;
        const after = [both(weight[0], branch), total];
        const same = reached.get(key);
        reached.set(key, { state, weight: same ? joined(same.weight, after) : after });
      }
    }
    return reached;
  }

  /** The states after a roll, with their weights, cached for repeated steps. */
  function branchesOf(request) {
    const { state, node } = request;
    const local = byItem(node) ? state.local : new Map([...state.local].filter(([name]) => name !== `item.${node.name}`));
    const key = JSON.stringify([node.index, keyOf({ ...state, local }), state.tasks.map((one) => [one.node.index, one.phase])]);
    if (!known.has(key)) known.set(key, branching(request));
    return new Map([...known.get(key)].map(([place, { state: after, weight }]) => [place, { state: { ...after, tasks: state.tasks }, weight }]));
  }

  function branching(request) {
    const { state, node } = request;
    const found = new Map();
    const { left } = open(state.tasks, node);
    for (const [result, ways] of request.outcomes) {
      const [after, more] = told(live(plan, taken(request, result)[0], null), left, null);
      spend(effort, 40 + sizeOf(after), node);
      const key = keyOf(after);
      const weight = scaled(more, ways);
      found.set(key, { state: after, weight: found.has(key) ? either(found.get(key).weight, weight) : weight });
    }
    return found;
  }

  /** All remaining items of a repeated step at once, if none changes the state and it is worth it; null otherwise. */
  function poweredUp({ state, node }, branches) {
    const ahead = state.tasks.at(-1);
    if (ahead?.phase !== "each" || ahead.node !== node || branches.size > 1 || byItem(node)) return null;
    const [{ state: after, weight }] = branches.values();
    const local = new Map([...state.local].filter(([name]) => name !== `item.${node.name}`));
    if (keyOf(after) !== keyOf({ ...state, local })) return null;
    if ([...weight.sums.values()].some((found) => [...found.keys()].some((value) => typeof value !== "number"))) return null;
    const [at, count] = ahead.item;
    const times = count - at + 1;
    const work = [...weight.sums.values()].reduce((sum, found) => sum + costOfPower(found, times), 0);
    if (work > POWERS) return null;
    spend(effort, work, node);
    const sums = [...weight.sums].map(([question, found]) => [question, power(found, times)]);
    return { state: { ...after, tasks: after.tasks.slice(0, -1) }, weight: { ways: weight.ways ** BigInt(times), sums: new Map(sums) } };
  }
}

const byItem = (node) => node.reads.some((name) => name === "item" || name.endsWith(".item"));

/** A front's position in the procedure. Earlier ones are walked first, so that states are complete when reached. */
const position = (tasks, node) => [...tasks.map((one) => [one.node.index, ORDER[one.phase], one.phase === "each" ? one.item[0] : 0]), [node.index, ORDER.do, 0]].flat();

function before(one, other) {
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) if (one[at] !== other[at]) return one[at] < other[at];
  return one.length < other.length;
}

const sizeOf = ({ values }) => [...values.values()].reduce((sum, value) => sum + (Array.isArray(value) ? value.length : 1), 0);

/** A state as text; equal states have equal texts. */
const keyOf = ({ values, local }) => JSON.stringify([[...values].sort(([a], [b]) => (a < b ? -1 : 1)), [...local]]);

/** The decks, with one name for classes that no step or question distinguishes. */
function merged({ decks, report }) {
  return new Map(
    [...decks].map(([name, deck]) => {
      const found = [deck.apart, ...report.map(([, { apart }]) => apart[name])];
      if (found.includes(null)) return [name, deck];
      const sets = found.flat();
      const first = new Map();
      const alike = (one) => JSON.stringify(sets.map((results) => results.includes(one)));
      for (const one of [...new Set([...deck.cards.values(), ...deck.discards.values()])].sort()) if (!first.has(alike(one))) first.set(alike(one), one);
      const renamed = (pile) => new Map([...pile].map(([card, one]) => [card, first.get(alike(one))]));
      return [name, { ...deck, cards: renamed(deck.cards), discards: renamed(deck.discards) }];
    }),
  );
}

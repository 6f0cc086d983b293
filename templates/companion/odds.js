// Exact odds, as dice/odds.py has them: the walk over every face at once, with equal states merged; whole numbers, fractions at the edge.

import { chance, fraction, percent, plus, times } from "./fractions.js";
import { View, WalkError, amount, holds, shown } from "./values.js";
import { advance, begin } from "./walk.js";

const CAP = 20000; // a telephone holds so many states at once, not the 100,000 of `rcwkit odds`

/** The questions that a procedure reports, answered; one without any gives the results of its first roll. */
export function report(plan) {
  const answers = plan.report.length ? reported(plan) : [single(plan)];
  return answers.map(({ id, title, probability, values }) => {
    if (probability) return { id, title, probability: said(probability) };
    const entries = [...values].sort(([a], [b]) => rank(a, b));
    const distribution = entries.map(([value, part]) => ({ value, ...said(part) }));
    const numbers = entries.length && entries.every(([value]) => typeof value === "number");
    const mean = entries.reduce((sum, [value, part]) => (numbers ? plus(sum, times(fraction(BigInt(value), 1n), part)) : sum), fraction(0n, 1n));
    return { id, title, distribution, ...(numbers ? { mean: chance(mean) } : {}) };
  });
}

const said = (part) => ({ ...chance(part), percent: percent(chance(part).decimal) });

/** Numbers first, then words. */
function rank(a, b) {
  const word = (value) => typeof value !== "number";
  if (word(a) !== word(b)) return word(a) ? 1 : -1;
  return word(a) ? (String(a) < String(b) ? -1 : 1) : a - b;
}

function reported(plan) {
  const [finals, whole] = distribution(plan);
  return plan.report.map(([id, question]) => {
    let probability = 0n;
    const values = new Map();
    for (const { state, weight } of finals) {
      const view = new View(plan, state.values, new Map());
      if (question.when) probability += holds(view, question.when) ? weight : 0n;
      else {
        const value = shown(amount(view, question.of));
        values.set(value, (values.get(value) ?? 0n) + weight);
      }
    }
    if (question.when) return { id, title: question.title, probability: fraction(probability, whole) };
    return { id, title: question.title, values: [...values].map(([value, weight]) => [value, fraction(weight, whole)]) };
  });
}

/** What the report's questions come to after one walk: each that holds as [title, ""], each amount as [title, value]. */
export function readings(plan, state) {
  const view = new View(plan, state.values, new Map());
  return plan.report.flatMap(([, { title, when, of }]) => (when ? (holds(view, when) ? [[title, ""]] : []) : [[title, String(shown(amount(view, of)))]]));
}

function single(plan) {
  const outcomes = begin(plan).request?.outcomes ?? [];
  const total = outcomes.reduce((sum, [, ways]) => sum + ways, 0n);
  const values = new Map();
  for (const [result, ways] of outcomes) values.set(result, plus(values.get(result) ?? fraction(0n, 1n), fraction(ways, total)));
  return { id: "result", title: plan.title, values };
}

/** Every final state with its weight, and the sum of the weights. */
function distribution(plan) {
  const first = begin(plan);
  let waiting = new Map(first.request ? [[keyOf(first.state), { request: first.request, weight: 1n }]] : []);
  let finals = new Map(first.request ? [] : [[keyOf(first.state), { state: first.state, weight: 1n }]]);
  let whole = 1n;
  while (waiting.size) {
    const rolls = [...waiting.values()].map(({ request, weight }) => ({ request, weight, outcomes: request.outcomes }));
    const totals = rolls.map(({ outcomes }) => outcomes.reduce((sum, [, ways]) => sum + ways, 0n));
    const scale = totals.reduce((a, b) => a * fraction(a, b)[1], 1n); // fraction(a, b)[1] is b without what it shares with a
    whole *= scale;
    finals = new Map([...finals].map(([key, { state, weight }]) => [key, { state, weight: weight * scale }]));
    waiting = new Map();
    rolls.forEach(({ request, weight, outcomes }, index) => {
      for (const [result, ways] of outcomes) {
        const part = (weight * ways * scale) / totals[index];
        const { state, request: next } = advance(request, result);
        const [among, entry] = next ? [waiting, { request: next, weight: part }] : [finals, { state, weight: part }];
        const key = keyOf(state);
        const known = among.get(key);
        among.set(key, known ? { ...known, weight: known.weight + part } : entry);
      }
    });
    if (waiting.size + finals.size > CAP) throw new WalkError(null, `exact odds need more than ${CAP} states; rcwkit odds can hold more`);
  }
  return [[...finals.values()], whole];
}

/** A state as text: equal states have equal texts, however many steps led to them. */
function keyOf({ tasks, values, local }) {
  const ordered = [...values].sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([tasks.map(({ node, phase, item, saved }) => [node.index, phase, item, saved]), ordered, [...local]]);
}

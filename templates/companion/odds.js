// Exact odds, like dice/odds.py: answers to a report's questions over every course of the walk, as fractions.

import { answer, sums } from "./exact.js";
import { chance, fraction, percent, plus, shares } from "./fractions.js";
import { View, amount, holds, shown } from "./values.js";
import { begin } from "./walk.js";

/** Answers to the questions a procedure reports; without a report, the results of its first roll. */
export function report(plan) {
  const answers = plan.report.length ? asked(plan) : [single(plan)];
  return answers.map(({ id, title, probability, values }) => {
    if (probability) return { id, title, probability: said(probability) };
    const entries = [...values].sort(([a], [b]) => rank(a, b));
    const distribution = entries.map(([value, part]) => ({ value, ...said(part) }));
    const numbers = entries.length && entries.every(([value]) => typeof value === "number");
    return { id, title, distribution, ...(numbers ? { mean: chance(mean(entries)) } : {}) };
  });
}

/** The expected value, over one denominator. */
function mean(entries) {
  const whole = entries.reduce((most, [, [, below]]) => (most % below ? most * fraction(below, most)[0] : most), 1n); // the least common multiple
  return fraction(entries.reduce((sum, [value, [above, below]]) => sum + BigInt(value) * above * (whole / below), 0n), whole);
}

const said = (part) => ({ ...chance(part), percent: percent(chance(part).decimal) });

/** Numbers first, then words. */
function rank(a, b) {
  const word = (value) => typeof value !== "number";
  if (word(a) !== word(b)) return word(a) ? 1 : -1;
  return word(a) ? (String(a) < String(b) ? -1 : 1) : a - b;
}

function asked(plan) {
  const found = sums(plan);
  return plan.report.map(([id, question], at) => {
    const [ways, whole] = found[at];
    const values = new Map();
    for (const [sum, number] of ways) {
      const value = answer(question, sum);
      values.set(value, (values.get(value) ?? 0n) + number);
    }
    const share = shares(whole);
    if (question.when) return { id, title: question.title, probability: share(values.get(true) ?? 0n) };
    return { id, title: question.title, values: [...values].map(([value, number]) => [value, share(number)]) };
  });
}

/** The report after one walk, but for questions of the odds alone: each condition that holds as [title, ""], each amount as [title, value]. */
export function readings(plan, state) {
  const view = new View(plan, state.values, new Map());
  const told = plan.report.filter(([, { told }]) => told !== false);
  return told.flatMap(([, { title, when, of }]) => (when ? (holds(view, when) ? [[title, ""]] : []) : [[title, String(shown(amount(view, of)))]]));
}

/** The answers to the report after one walk: ids, each with whether it holds, or its amount. */
export function reported(plan, state) {
  const view = new View(plan, state.values, new Map());
  return plan.report.map(([id, { when, of }]) => [id, when ? holds(view, when) : shown(amount(view, of))]);
}

function single(plan) {
  const outcomes = begin(plan).request?.outcomes ?? [];
  const total = outcomes.reduce((sum, [, ways]) => sum + ways, 0n);
  const values = new Map();
  for (const [result, ways] of outcomes) values.set(result, plus(values.get(result) ?? fraction(0n, 1n), fraction(ways, total)));
  return { id: "result", title: plan.title, values };
}

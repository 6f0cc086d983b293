// A game's state as values: facts by key, the steps that led to them, and those taken back. Every step can be taken back.

export const FRESH = { facts: {}, steps: [], undone: [] };

const changed = (facts, changes) => Object.fromEntries(Object.entries({ ...facts, ...changes }).filter(([, value]) => value !== null));
const valuesOf = (facts, keys) => Object.fromEntries(keys.map((key) => [key, facts[key] ?? null]));

/** The state after a step, which changes facts (null takes one away); `about` is what the log says of it. */
export function taken({ facts, steps }, changes, about = {}) {
  return { facts: changed(facts, changes), steps: [...steps, { ...about, before: valuesOf(facts, Object.keys(changes)) }], undone: [] };
}

/** The state before its last step. */
export function undone({ facts, steps, undone: back }) {
  const last = steps.at(-1);
  if (!last) return { facts, steps, undone: back };
  const after = valuesOf(facts, Object.keys(last.before));
  return { facts: changed(facts, last.before), steps: steps.slice(0, -1), undone: [...back, { ...last, after }] };
}

/** The state after the step that was taken back last. */
export function redone({ facts, steps, undone: back }) {
  if (!back.length) return { facts, steps, undone: back };
  const { after, ...step } = back.at(-1);
  return { facts: changed(facts, after), steps: [...steps, step], undone: back.slice(0, -1) };
}

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

const PLACE = ["phase", "stage"]; // who is further in the turn than another has lost nothing
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** How many steps two games have in common, from their beginning. */
export function common(one, other) {
  const at = one.steps.findIndex((step, number) => !same(step, other.steps[number]));
  return at < 0 ? one.steps.length : at;
}

/** The steps of a state from a number on, each with the facts that it changed, and those that were there before. */
function changesFrom(state, number) {
  const found = [];
  for (let { facts, steps } = state; steps.length > number; steps = steps.slice(0, -1)) {
    const { before, ...about } = steps.at(-1);
    found.unshift({ about, before, changes: valuesOf(facts, Object.keys(before)) });
    facts = changed(facts, before);
  }
  return found;
}

/**
 * Two phones' states as one: theirs, and after it the steps made here that they do not know. `agreed` is the number of
 * steps that both had. A step that sets what the others set otherwise is not made: it becomes a line of the log, with what
 * it would have changed, `lost`, so that it can be made all the same.
 */
export function merged(mine, theirs, agreed) {
  const from = common(mine, theirs);
  const set = Object.assign({}, ...changesFrom(theirs, from).map((step) => step.changes));
  const settled = { facts: theirs.facts, steps: theirs.steps, undone: theirs.undone };
  return changesFrom(mine, Math.max(from, agreed)).reduce((state, { about, before, changes }) => {
    // A list grows on both sides.
    const grown = ([key, value]) => [key, Array.isArray(value) && Array.isArray(state.facts[key]) ? [...state.facts[key], ...value.slice((before[key] ?? []).length)] : value];
    const wanted = Object.fromEntries(Object.entries(changes).map(grown));
    const clash = Object.keys(changes).some((key) => key in set && !Array.isArray(wanted[key]) && !same(set[key], changes[key]));
    if (clash && Object.keys(changes).every((key) => PLACE.includes(key))) return state;
    if (clash) return taken(state, {}, { ...about, lost: changes });
    const known = Object.keys(changes).length && Object.keys(changes).every((key) => key in set && same(set[key], changes[key]));
    return known ? state : taken(state, wanted, about);
  }, settled);
}

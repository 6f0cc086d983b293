// What a roll that is due would do if it needs no die: the markers that it moves, the points that were answered for each,
// and how many answers that nobody gave decide something.

import { ask } from "./kit.js";
import { answered, answering, known } from "./table.js";

const seen = new Map(); // procedure → its answers as text, and what comes of them

/** The answers of the game on the table to a procedure, those that were typed first; null if one is lacking. */
function given({ id, questions }) {
  const typed = answered(null, id);
  const answer = answering(questions, typed);
  const all = questions.map(({ name }) => [name, answer(name)]);
  return all.some(([, answer]) => answer === null) ? null : Object.fromEntries(all);
}

/** The points of a marker: what was answered for the thing that it stands for, where less than nothing may be answered. */
function pointed(questions, answers) {
  const things = questions.filter((one) => one.known?.marker && one.item);
  const counted = (item) => questions.find((one) => one.item === item && one.low < 0);
  return new Map(things.map(({ item, known: { marker } }) => [marker, Number(answers[counted(item)?.name] ?? 0)]).filter(([, points]) => points));
}

/** What a procedure would do now, or null if that is not known, or not yet: then `tell` is called when it is. */
export function ahead(procedure, tell) {
  const { key, found = null } = seen.get(procedure) ?? {};
  ask("offer").then(async ({ procedures }) => {
    const one = procedures.find(({ id }) => id === procedure);
    const answers = one.sure ? given(one) : null;
    const now = JSON.stringify(answers);
    if (now === seen.get(procedure)?.key) return;
    seen.set(procedure, { key: now });
    const asked = one.questions.filter((other) => other.tried && known(other, (name) => answers?.[name]) === null);
    const happens = answers ? await ask("foreseen", { procedure, given: answers, asked }).catch(() => null) : null;
    if (seen.get(procedure).key !== now) return; // answered otherwise meanwhile
    const moves = happens?.changes.flatMap(({ facts }) => Object.entries(facts)).filter(([fact]) => fact.startsWith("at|")).map(([fact, to]) => [fact.slice(3), to]);
    seen.set(procedure, { key: now, found: happens ? { moves: new Map(moves), points: pointed(one.questions, answers), open: Object.keys(happens.matters).length } : null });
    if (key !== undefined || happens) tell();
  });
  return found;
}

// Verifies a record, like dice/verify.py: rebuild it from its inputs, and compare every line.

import { CodeError } from "./codes.js";
import { AnswerError, prepare } from "./plan.js";
import { FORMAT, MOST_AGAIN, again, canonical, ordered, roll } from "./record.js";
import { DiceError, NeedsFace, codeOf, seedOf, seeded, typed } from "./sources.js";
import { WalkError } from "./values.js";

class RecordError extends Error {}
class DisagreementError extends Error {}

const AFTER = ["faces_code", "rolls", "exempt", "outcome", "chance", "hash"];
const isText = (value) => typeof value === "string";
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isList = (value, fits) => Array.isArray(value) && value.every(fits);
const isId = (value) => isText(value) && /^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$/.test(value);
const FORMS = {
  tool: (value) => isText(value) && /^rcwkit [0-9A-Za-z.+-]{1,40}$/.test(value),
  game: isId,
  scenario: (value) => value === null || isId(value),
  procedure: isId,
  inputs: (value) => isObject(value) && Object.values(value).every((one) => isText(one) || Number.isInteger(one) || isList(one, Number.isInteger)),
  seed: (value) => value === null || isCode(value),
  seed_from: (value) => ["fresh", "given", "faces alone"].includes(value),
  typed_faces: (value) => isList(value, (face) => face === null || (Number.isInteger(face) && face > 0)),
  history: (value) => isList(value, isPast) && value.length <= MOST_AGAIN,
};

function isCode(value) {
  try {
    return isText(value) && codeOf(seedOf(value)) === value;
  } catch (error) {
    if (error instanceof CodeError) return false;
    throw error;
  }
}

function isPast(entry) {
  if (!isObject(entry) || Object.keys(entry).sort().join() !== "again,before,kept,seed") return false;
  return isText(entry.again) && isList(entry.kept, isText) && isCode(entry.seed) && isText(entry.before) && /^[0-9a-f]{64}$/.test(entry.before);
}

/** The procedure of a record, and the rebuilt roll. Throws if it is not a record of this version, or does not agree. */
export function rebuilt(kit, record) {
  check(record);
  const differs = (found) => new RecordError(`this record does not agree with the rules: ${found}`);
  if (record.game !== kit.game.id) throw differs(`it is a record of ${record.game}, not of ${kit.game.id}`);
  let prepared, built;
  try {
    prepared = prepare(kit, record.procedure, { ...(record.scenario === null ? {} : { scenario: record.scenario }), ...record.inputs });
    if (record.data !== prepared.facts.data) throw new DisagreementError("the rules data have changed since this record was made");
    built = rebuild(prepared.plan, { ...prepared.facts, tool: record.tool }, record);
  } catch (error) {
    if (error instanceof DisagreementError || error instanceof NeedsFace) throw differs(error.message);
    if ([AnswerError, WalkError, DiceError].some((refusal) => error instanceof refusal)) throw differs(`the rules refuse it: ${error.message}`);
    throw error;
  }
  const found = difference(record, built.record);
  if (found) throw differs(found);
  return [prepared, built];
}

function check(record) {
  const { format } = record;
  if (isText(format) && format !== FORMAT && /^rcw-record\/[0-9]{1,6}$/.test(format)) {
    throw new RecordError(`this record is in ${format}, from another version of rcwkit; this one reads ${FORMAT}`);
  }
  if (format !== FORMAT) throw new RecordError("this is not a record of a roll");
  for (const [name, fits] of Object.entries(FORMS)) {
    if (!Object.hasOwn(record, name)) throw new RecordError(`the record lacks '${name}'`);
    if (!fits(record[name])) throw new RecordError(`'${name}' of the record is malformed`);
  }
  if ((record.seed_from === "faces alone") !== (record.seed === null)) throw new RecordError("'seed' and 'seed_from' of the record contradict each other");
}

/** The record as it should be: the first roll, then each reroll. */
function rebuild(plan, facts, record) {
  const dice = record.seed === null ? null : seeded(seedOf(record.seed));
  const source = dice && !record.typed_faces.length ? dice : typed(record.typed_faces, dice);
  let built = roll(plan, source, { ...facts, seed: record.seed, seed_from: record.seed_from });
  record.history.forEach(({ again: step, kept, seed, before }, index) => {
    if (before !== built.record.hash) {
      throw new DisagreementError(`history ${index + 1} follows record ${before.slice(0, 16)} but should follow ${built.record.hash.slice(0, 16)}`);
    }
    built = again(plan, built.record, step, kept, seeded(seedOf(seed)));
  });
  return built;
}

/** The first difference between a record and the rebuilt one, in words; empty if there is none. */
function difference(record, built) {
  const [extra] = unknown(record, built);
  if (extra !== undefined) return `unexpected field '${short(extra)}'`;
  const first = (names) => names.map((name) => differs(name, record, built)).find((found) => found) ?? "";
  const before = first(Object.keys(built).filter((name) => !AFTER.includes(name)));
  if (before) return before;
  if (!isList(record.rolls, isObject)) return "rolls is not a list of rolls";
  for (const [index, ours] of built.rolls.slice(0, record.rolls.length).entries()) {
    const theirs = record.rolls[index];
    const where = `roll ${index + 1} (${ours.path})`;
    const [more] = unknown(theirs, ours);
    if (more !== undefined) return `${where}: unexpected field '${short(more)}'`;
    const found = Object.keys(ours).map((name) => differs(name, theirs, ours)).find((one) => one);
    if (found) return `${where}: ${found}`;
  }
  if (record.rolls.length !== built.rolls.length) return `the record has ${record.rolls.length} rolls but should have ${built.rolls.length}`;
  return first(AFTER);
}

const unknown = (theirs, ours) => ordered(Object.keys(theirs).filter((name) => !Object.hasOwn(ours, name)));

function differs(name, theirs, ours) {
  if (!Object.hasOwn(theirs, name)) return `${name} is missing`;
  const [said, right] = [canonical(theirs[name]), canonical(ours[name])];
  return said === right ? "" : `${name} is ${short(said)} but should be ${short(right)}`;
}

const short = (text) => ([...text].length <= 80 ? text : `${[...text].slice(0, 77).join("")}...`);

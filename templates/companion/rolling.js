// The roller's answers: what a kit's data say to rolls, rerolls and odds, as plain data for the page.

import { question, outcomeText, words } from "./asked.js";
import { chance, percent } from "./fractions.js";
import { readings, report, reported } from "./odds.js";
import { prepare } from "./plan.js";
import { again, roll } from "./record.js";
import { changesOf, setupOf } from "./setup.js";
import { NeedsFace, codeOf, faceCode, newCode, seedOf, seeded, typed } from "./sources.js";
import { withCheck, withoutCheck } from "./spoken.js";
import { rebuilt } from "./verify.js";
import { begin } from "./walk.js";
import { say } from "./say.js";

/** Questions with so many choices show them all as buttons. */
export const FEW = 5;

// No prototypes: an id may be `constructor`.
function bare(value) {
  if (!value || typeof value !== "object") return value;
  for (const part of Object.values(value)) bare(part);
  return Array.isArray(value) ? value : Object.setPrototypeOf(value, null);
}
const ANSWERS = {
  offer: (kit) => ({ ...kit.offer, procedures: kit.offer.procedures.map((one) => offered(one, kit.procedures[one.id], kit.procedures[one.id].nodes.every((nodes) => !thrown(nodes)))) }),
  roll: rolled,
  again: rolledAgain,
  odds,
  foreseen,
  meaning,
  setup: (kit, { scenario, events }) => setupOf(kit, kit.setups[scenario], events),
  chips: (kit, { keys }) => Object.fromEntries(keys.filter((key) => kit.chips[key]).map((key) => [key, kit.chips[key]])),
};

/** The data of a kit, from JSON. */
export const read = (text) => bare(JSON.parse(text));

/** Whether dice are thrown or cards drawn in nodes, or in those within. */
const thrown = (nodes) => nodes.some((node) => node.reader || node.draw || thrown(node.children ?? []));

/** A procedure that is offered: whether it needs no die, what its results are called, and which of its questions are asked only if another answer changes something. */
const offered = (one, { report: reports }, sure) => ({ ...one, sure, called: Object.fromEntries(reports.filter(([, { labels }]) => labels).map(([, { title, labels }]) => [title, labels])), questions: one.questions.map((asked) => ({ ...asked, tried: sure && asked.default !== null && asked.choices?.length <= FEW })) });

/** The answer to a question: `offer`, `roll`, `again`, `odds`, `foreseen`, `meaning`, `setup` or `chips`. Throws errors with messages for people. */
export const answer = (kit, asked, data) => ANSWERS[asked](kit, data);

function rolled(kit, { procedure, given, code, faces = null }) {
  const prepared = prepare(kit, procedure, given);
  const facts = { procedure: prepared.plan.id, scenario: prepared.facts.scenario, inputs: Object.fromEntries(prepared.plan.inputs) };
  if (code) code = withoutCheck(code, facts);
  const used = (source, seed, from) => roll(prepared.plan, source, { ...prepared.facts, seed, seed_from: from });
  if (code?.toUpperCase().startsWith("F-")) return shown(kit, prepared, used(faceCode(code), null, "faces alone"));
  const dice = seeded(seedOf(code || newCode()));
  const seed = codeOf(dice.seed);
  if (faces === null) return shown(kit, prepared, used(dice, seed, code ? "given" : "fresh"));
  const heard = [];
  try {
    return shown(kit, prepared, used(typed(faces, dice, heard), seed, "fresh"));
  } catch (error) {
    if (!(error instanceof NeedsFace)) throw error;
    const setup = setupOf(kit, prepared.setup, error.events);
    const counted = count((source) => used(source, seed, "fresh"), faces, dice);
    return { code: seed, need: { ...question(kit, error, heard), ...counted }, rolls: inWords(kit, error.rolls), outcome: told(kit, error.events), setup };
  }
}

/** How many dice a roll takes if the rest is rolled by machine, and whether other dice take as many. */
function count(walk, faces, dice) {
  const found = [dice, seeded(new TextEncoder().encode("another"))].map((behind) => {
    const rest = typed(faces, dice, []);
    let used = 0;
    const face = (path, sides) => (++used > faces.length ? behind : rest).face(path, sides);
    try {
      walk({ face, close() {} });
    } catch {
      // A roll that cannot go on after some faces is refused when they are there.
    }
    return used;
  });
  return { of: Math.max(...found), about: found[0] !== found[1] };
}

/** The dice of a record with their texts in words. */
const inWords = (kit, rolls) => rolls.map((entry) => ({ ...entry, drm: entry.drm.map(([text, add]) => [words(kit, text), add]), result: words(kit, entry.result) }));

const answered = (kit, answer) => (answer.distribution ? { ...answer, distribution: answer.distribution.map((line) => ({ ...line, value: words(kit, line.value) })) } : answer);

/** The odds of what a plan reports, each result with what it is called. */
function called(plan) {
  const named = new Map(plan.report);
  const text = (labels, value) => labels?.[value] ?? labels?.else?.replaceAll("{n}", value);
  return report(plan).map((answer) => (answer.distribution ? { ...answer, distribution: answer.distribution.map((line) => ({ ...line, text: text(named.get(answer.id)?.labels, line.value) })) } : answer));
}

const told = (kit, events) => events.map((event) => outcomeText(kit, event));

function rolledAgain(kit, { record, step, kept }) {
  const [prepared, before] = rebuilt(kit, record);
  return shown(kit, prepared, again(prepared.plan, before.record, step, kept, seeded(seedOf(before.record.seed ?? newCode()))));
}

/** A finished roll: record, outcome in words, results of the report, steps that can be rerolled, and set-up. */
function shown(kit, prepared, { record, events, state }) {
  const steps = new Map();
  for (const { path, label, card } of record.rolls) {
    const id = path.split("/")[1];
    if (card === undefined && !steps.has(id)) steps.set(id, label.split(":")[0]);
  }
  return {
    record,
    code: withCheck(shared(record), record),
    rolls: inWords(kit, record.rolls),
    outcome: told(kit, events),
    results: readings(prepared.plan, state).map(([title, value]) => [title, words(kit, value)]),
    steps: [...steps].map(([id, title]) => ({ id, title })),
    chance: percent(chance(record.chance.split("/").map(BigInt)).decimal),
    setup: setupOf(kit, prepared.setup, events),
  };
}

/** The code that repeats a roll: of its seed, or of its faces if dice were typed or rolled again. */
const shared = (record) => (record.history.length || !record.seed || record.rolls.some((entry) => entry.typed.includes(true)) ? record.faces_code : record.seed);

function odds(kit, { procedure, given }) {
  const { plan } = prepare(kit, procedure, given);
  return { game: kit.game.id, procedure, inputs: Object.fromEntries(plan.inputs), answers: called(plan).map((answer) => answered(kit, answer)) };
}

/**
 * What happens if no die is needed, or null: the changes, where markers stop and what is lost there, and which of the
 * answers `asked` decide something: name of the question → another answer → what it would change otherwise. Answers of
 * several questions are not tried together.
 */
function foreseen(kit, { procedure, given, asked = [] }) {
  const stops = [];
  const certain = (answers, told = null) => {
    const { events, request } = begin({ ...prepare(kit, procedure, answers).plan, slid: told });
    return request ? null : changesOf(kit, events);
  };
  const changes = certain(given, (stop) => stops.push(stop));
  if (!changes) return null;
  const lacks = (some, key) => (one) => !some.some((other) => other[key] === one[key]);
  const otherwise = (name, value) => {
    const others = certain({ ...given, [name]: value }) ?? [];
    const gone = changes.filter(lacks(others, "text")).filter((one) => !one.title || lacks(others, "title")(one));
    return [...others.filter(lacks(changes, "text")).map(({ text, title, to }) => (title ? `${title}: ${to}` : text)), ...gone.map(({ text, title }) => (title ? say("{what} stays", { what: title }) : say("not: {what}", { what: text })))];
  };
  const tried = asked.map(({ name, choices }) => [name, choices.filter(({ value }) => value !== given[name]).map(({ value }) => [value, otherwise(name, value)]).filter(([, told]) => told.length)]);
  return { changes, stops, matters: Object.fromEntries(tried.filter(([, told]) => told.length)) };
}

/** What a roll means to a game that is played: what it changes, what it reports, and its place in the odds. */
function meaning(kit, { record }) {
  const [{ plan }, { events, state, drawn }] = rebuilt(kit, record);
  const reports = reported(plan, state);
  const scores = plan.report.map(([id, one]) => ({ ...one.scores, title: one.title, count: Number(new Map(reports).get(id)) })).filter(({ track, count }) => track && count);
  const answers = plan.report.map(([id, one]) => ({ question: one.answers, title: one.title, value: String(new Map(reports).get(id)) })).filter(({ question }) => question);
  return { changes: changesOf(kit, events), reports, scores, answers, piles: pilesOf(plan, drawn), place: placed(plan, new Map(reports)) };
}

/**
 * The discard piles once the cards of a roll lie there, with those selected: [question, cards]. Nothing that lay there
 * before does so still after a reshuffle, nor after a draw from another deck of the same cards, dealt anew.
 */
function pilesOf(plan, drawn) {
  const out = (name) => (drawn.has(name) ? drawn.get(name).order.slice(0, drawn.get(name).done) : []);
  return [...plan.decks].flatMap(([name, { discarded, without, whole, cards }]) => {
    if (!discarded) return [];
    const anew = [...plan.decks].filter(([other, deck]) => other !== name && [...deck.cards.keys()].some((card) => whole.has(card))).flatMap(([other]) => out(other));
    const reshuffled = drawn.has(name) && drawn.get(name).order.length > cards.size;
    const before = reshuffled ? [] : (plan.inputs.get(discarded) ?? []);
    const pile = new Set(anew.length ? anew : [...before, ...(plan.inputs.get(without) ?? []), ...out(name)]);
    return [{ question: discarded, value: [...pile].sort((one, other) => one - other).join("+") }];
  });
}

/** Where the first question of the report that counts, or else the first that holds, fell; null if the odds are too large. */
function placed(plan, values) {
  const found = oddsOf(plan);
  const counts = found.find((one) => one.mean && values.has(one.id) && one.distribution.length > 1);
  const sum = (lines) => percent(lines.reduce((all, line) => all + line.decimal, 0));
  if (counts) {
    const { title, distribution } = counts;
    const value = values.get(counts.id);
    const part = (fits) => sum(distribution.filter((line) => fits(line.value)));
    const lines = distribution.map(({ value: one, decimal, text }) => ({ value: one, decimal, text }));
    const { text } = lines.find((one) => one.value === value) ?? {};
    return { title: text === undefined ? `${title} ${value}` : `${title} (${text})`, less: part((one) => one < value), same: part((one) => one === value), more: part((one) => one > value), lines, value };
  }
  const holds = found.find((one) => one.probability && values.get(one.id) === true && one.probability.decimal < 1);
  return holds ? { title: holds.title, less: null, same: holds.probability.percent, more: null } : null;
}

function oddsOf(plan) {
  try {
    return called(plan);
  } catch {
    return [];
  }
}

// The answers that the preview's server gives to the roller, given by the page itself: the same addresses, the same data.

import { question, outcomeText } from "./asked.js";
import { chance, percent } from "./fractions.js";
import { readings, report } from "./odds.js";
import { prepare } from "./plan.js";
import { again, roll, worded } from "./record.js";
import { setupOf } from "./setup.js";
import { NeedsFace, codeOf, faceCode, newCode, seedOf, seeded, typed } from "./sources.js";
import { rebuilt } from "./verify.js";

// Mappings hold what the data name and nothing else: an id may be `constructor`.
const bare = (_, value) => (value && typeof value === "object" && !Array.isArray(value) ? Object.assign(Object.create(null), value) : value);
const kit = JSON.parse(document.getElementById("kit").textContent, bare);
const ANSWERS = { offer: () => kit.offer, roll: rolled, again: rolledAgain, odds, chips: ({ keys }) => Object.fromEntries(keys.filter((key) => kit.chips[key]).map((key) => [key, kit.chips[key]])) };

/** What the server would answer. Throws with the same words. */
export async function ask(address, data) {
  return ANSWERS[address](data);
}

/** What the button for a sheet says. */
export const SHEET = "Print";

/** There is no press here: the page prints itself, and its print style leaves the roll and the set-up alone. */
export async function sheet() {
  print();
}

function rolled({ procedure, given, code, faces = null }) {
  const prepared = prepare(kit, procedure, given);
  const used = (source, seed, from) => roll(prepared.plan, source, { ...prepared.facts, seed, seed_from: from });
  if (code?.toUpperCase().startsWith("F-")) return shown(prepared, used(faceCode(code), null, "faces alone"));
  const dice = seeded(seedOf(code || newCode()));
  const seed = codeOf(dice.seed);
  if (faces === null) return shown(prepared, used(dice, seed, code ? "given" : "fresh"));
  const heard = [];
  try {
    return shown(prepared, used(typed(faces, dice, heard), seed, "fresh"));
  } catch (error) {
    if (!(error instanceof NeedsFace)) throw error;
    const setup = setupOf(kit, prepared.setup, error.events);
    return { code: seed, need: question(kit, error, heard), rolls: error.rolls, outcome: told(error.events), setup };
  }
}

const told = (events) => events.map((event) => outcomeText(kit, worded(event)));

function rolledAgain({ record, step, kept }) {
  const [prepared, before] = rebuilt(kit, record);
  return shown(prepared, again(prepared.plan, before.record, step, kept, seeded(seedOf(before.record.seed ?? newCode()))));
}

/** A finished roll: the record, its outcome in words, what its report comes to, the steps that can be rolled anew, and the set-up. */
function shown(prepared, { record, events, state }) {
  const steps = new Map();
  for (const { path, label, card } of record.rolls) {
    const id = path.split("/")[1];
    if (card === undefined && !steps.has(id)) steps.set(id, label.split(":")[0]);
  }
  return {
    record,
    rolls: record.rolls,
    outcome: record.outcome.map((event) => outcomeText(kit, event)),
    results: readings(prepared.plan, state),
    steps: [...steps].map(([id, title]) => ({ id, title })),
    chance: percent(chance(record.chance.split("/").map(BigInt)).decimal),
    setup: setupOf(kit, prepared.setup, events),
  };
}

function odds({ procedure, given }) {
  const { plan } = prepare(kit, procedure, given);
  return { game: kit.game.id, procedure, inputs: Object.fromEntries(plan.inputs), answers: report(plan) };
}

// Prepares a procedure with its answers, like dice/plan.py: unknown, missing and invalid answers are errors.

export class AnswerError extends Error {}

/** The plan of a procedure or rolled chart, and its set-up (null if the game has none). */
export function prepare(kit, id, given) {
  const source = kit.procedures[id];
  if (!source) throw new AnswerError(`no procedure or rolled table '${id}' in ${kit.game.id}`);
  const { scenario, ...rest } = given;
  const asked = source.questions.some(([name]) => name === "scenario");
  const chosen = (asked ? undefined : scenario) ?? source.scenario;
  if (!asked && scenario !== undefined && !kit.setups[scenario]) throw new AnswerError(`no scenario '${scenario}' with a set-up`);
  const inputs = answered(id, source.questions, asked ? given : rest);
  const column = source.column ? inputs.get("column") : null;
  const plan = {
    id,
    title: source.title,
    rule: source.rule,
    nodes: revived(source.nodes[source.variants[chosen ?? ""]], kit, { count: 0 }, column),
    inputs,
    variables: source.variables,
    decks: new Map(source.decks.map(([name, deck]) => [name, dealt(deck, inputs)])),
    tables: kit.tables,
    owners: kit.owners,
    names: source.named ? kit.names : {},
    report: source.report,
    asked: source.report.flatMap(([, { asked }]) => asked ?? []),
    counted: source.counted,
    known: new Set(source.known),
    memo: new Map(),
  };
  const facts = { tool: kit.tool, game: kit.game.id, scenario: chosen, data: source.data[column ?? chosen ?? ""] };
  return { kit, plan, facts, setup: chosen === null ? null : kit.setups[chosen] };
}

function answered(id, questions, given) {
  for (const name of Object.keys(given)) {
    if (!questions.some(([known]) => known === name)) throw new AnswerError(`procedure '${id}' has no input '${name}'`);
  }
  return new Map(
    questions.map(([name, question]) => {
      const value = (Object.hasOwn(given, name) ? given[name] : undefined) ?? question.default;
      if (value === null || value === undefined) throw new AnswerError(`${question.title} '${id}' needs an answer`);
      return [name, answer(name, question, value)];
    }),
  );
}

function answer(name, question, value) {
  const wrong = () => new AnswerError(`'${value}' is not an answer to '${name}': ${question.title}`);
  if (question.free) return scalar(value);
  if (question.choices) {
    const found = question.choices.find((choice) => String(choice) === String(value));
    if (found === undefined) throw wrong();
    return found;
  }
  const whole = (number) => {
    if (typeof number !== "number" || number < question.low || number > question.high) throw wrong();
    return number;
  };
  if (!question.many) return whole(scalar(value));
  const texts = Array.isArray(value) ? value.map(String) : String(value).split("+").filter((text) => text !== "" && text !== "-");
  return texts.map((text) => whole(scalar(text)));
}

const scalar = (value) => (/^-?[0-9]{1,11}$/.test(String(value)) ? Number(value) : String(value));

/** A deck of the cards that are not out, and its discards, which a reshuffle brings back. */
function dealt(deck, inputs) {
  const among = (name) => ([card]) => (inputs.get(name) ?? []).includes(card);
  const kept = deck.cards.filter((entry) => !among(deck.without)(entry));
  const discards = kept.filter(among(deck.discarded));
  return { ...deck, whole: new Map(deck.cards), cards: new Map(kept.filter((entry) => !discards.includes(entry))), discards: new Map(discards) };
}

/** Nodes with maps instead of lists of pairs, numbered in order, with defaults for what the data omit. */
function revived(nodes, kit, counter, column) {
  const maps = (pairs) => new Map(pairs ?? []);
  return nodes.map((node) => ({
    do: [],
    exempt: [],
    inner: [],
    reads: [],
    writes: [],
    ...node,
    index: counter.count++,
    ...(column === null ? {} : { column }),
    reader: node.reader ? { ...node.reader, natural: maps(node.reader.natural) } : null,
    slide: node.slide ? { ...node.slide, open: maps(node.slide.open) } : null,
    track: node.slide ? kit.tracks[node.slide.track] : null,
    then: maps(node.then),
    again: maps(node.again),
    given: node.given ?? [],
    defaults: node.defaults ?? [],
    children: revived(node.children ?? [], kit, counter, null),
  }));
}

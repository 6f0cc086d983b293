// What is shown beside the dice: exact odds, and the set-up as far as it was rolled.

import { ask } from "./kit.js";
import { asking, columns, drawable } from "./columns.js";
import { by, drawing, el, fill } from "./common.js";
import { say } from "./say.js";

const SELDOM = 0.001; // rarer results are folded
const chips = new Map();
let asked = 0; // how often odds were asked for: only the last ones are shown
let other = null; // the case that was kept to be compared: {procedure, given, answers}
/** A result as people read it. */
export const words = (value) => String(value).replaceAll("_", " ");

/** Show the exact odds of a procedure with these answers, unless others are given meanwhile, or none (null); return what happens without dice. */
export async function showOdds(chosen, given, tried) {
  const { id: procedure } = chosen;
  const mine = (asked += 1);
  if (!given) return null;
  const late = () => mine !== asked || procedure !== by("procedure").value;
  const found = await ask("odds", { procedure, given }).catch((error) => ({ error: error.message, answers: [] }));
  if (late()) return null;
  if (other?.procedure !== procedure) other = null;
  const again = () => showOdds(chosen, given, tried);
  const certain = found.answers.filter(sure);
  const happens = certain.length === found.answers.length ? await ask("foreseen", { procedure, given, asked: tried }).catch(() => null) : null;
  if (late()) return null;
  const told = chosen.sure ? null : happens?.changes;
  fill(
    by("odds"),
    ...(happens ? [el("h2", {}, say("What happens")), el("p", { class: "quiet" }, say("No die is needed.")), told?.length ? el("ol", { class: "log" }, told.map(({ text }) => el("li", {}, el("span", { class: "what" }, text)))) : null] : [el("h2", {}, say("Odds"))]),
    found.error ? el("p", { class: "small quiet" }, found.error) : null,
    ...(other ? compared(chosen, given, found.answers, again) : [...found.answers.filter((answer) => !sure(answer)).flatMap(answered), certain.length ? el("ul", { class: "certain" }, certain.map((answer) => el("li", {}, certainly(answer)))) : null]),
    found.answers.length && chosen.questions.some((one) => one.name !== "scenario") && !other ? el("button", { type: "button", id: "compare", onclick: () => ((other = { procedure, given, answers: found.answers }), again()) }, say("Compare with other answers")) : null,
  );
  return happens;
}

const linesOf = (answer) => (answer.probability ? [{ ...answer.probability, value: null }] : answer.distribution);
const worded = ({ value, text }) => text ?? words(value);
const sure = (answer) => (answer.probability ? answer.probability.decimal === 0 || answer.probability.decimal === 1 : answer.distribution.length === 1);

/** What no die decides, in a line. */
function certainly({ title, probability, distribution }) {
  if (probability) return probability.decimal ? say("{question}: certainly", { question: title }) : say("{question}: never", { question: title });
  return say("{question}: certainly {value}", { question: title, value: worded(distribution[0]) });
}

const figure = ({ decimal }) => say.figure(String(Number(decimal.toPrecision(3))));

/** The odds of a question: a picture, with its figures behind it, or bars where there is none. */
function answered(answer) {
  const told = answer.mean ? say("{question} (on average {mean})", { question: answer.title, mean: figure(answer.mean) }) : answer.title;
  const lines = linesOf(answer);
  if (answer.probability || !drawable(lines)) return [el("dl", {}, el("dt", {}, told), rows(lines))];
  return [el("h3", {}, answer.title), columns([lines], { label: told }), el("details", { class: "figures" }, el("summary", {}, say("Exact figures")), el("dl", {}, rows(lines)))];
}

function rows(lines) {
  const most = Math.max(...lines.map((line) => (line.value === null ? 1 : line.decimal)));
  const seen = lines.filter((line) => line.value === null || line.decimal >= SELDOM);
  const rare = lines.filter((line) => !seen.includes(line));
  const listed = (some) => some.map((line) => row(line, most));
  return [...listed(seen), rare.length ? el("dd", { class: "rare" }, el("details", {}, el("summary", {}, say.count(rare.length, "{n} rarer result", "{n} rarer results")), el("dl", {}, listed(rare)))) : null].filter(Boolean);
}

/** A result with its chance as a bar, on the scale of the likeliest. */
function row(line, most) {
  return el(
    "dd",
    { class: line.value === null ? "single" : null, title: line.fraction },
    line.value === null ? null : el("span", {}, worded(line)),
    el("span", { class: "bar", "--part": `${(line.decimal / most) * 100}%` }),
    el("span", { class: "percent" }, say.figure(line.percent)),
  );
}

/** The kept case beside that of these answers: pairs of columns, and what the difference buys. */
function compared({ questions }, given, answers, again) {
  const differs = questions.filter((one) => given[one.name] !== other.given[one.name]);
  const said = (from) => differs.map((one) => asking(one.item ?? one.title, one.choices?.find((choice) => choice.value === from[one.name])?.title ?? from[one.name] ?? "–")).join(", ");
  const pairs = answers.map((now) => [other.answers.find((one) => one.id === now.id), now]).filter(([before]) => before);
  const pictures = pairs.filter(([before, now]) => before.distribution && now.distribution && drawable(before.distribution, now.distribution));
  const percents = (part) => Math.round(part * 1000) / 10;
  const signed = (value) => (value > 0 ? `+${say.figure(String(value))}` : say.figure(String(value)).replace("-", "−"));
  const line = (title, before, now, show, difference) => el("tr", {}, el("th", { scope: "row" }, title), el("td", {}, show(before)), el("td", {}, el("b", {}, show(now))), el("td", { class: "gain" }, difference ? signed(difference) : "="));
  const figures = pairs.flatMap(([before, now]) => {
    if (now.probability) return [line(now.title, before.probability, now.probability, (one) => (one.decimal ? say.figure(one.percent) : say("never")), percents(now.probability.decimal - before.probability.decimal))];
    if (now.mean && before.mean) return [line(say("{question}, on average", { question: now.title }), before.mean, now.mean, figure, Number((now.mean.decimal - before.mean.decimal).toPrecision(2)))];
    return [];
  });
  return [
    el("div", { class: "cases" }, el("p", { class: "before" }, el("i", {}), differs.length ? said(other.given) : say("these answers")), el("p", {}, el("i", {}), differs.length ? said(given) : say("Now change an answer: its odds come beside these."))),
    ...pictures.flatMap(([before, now]) => [el("h3", {}, now.title), columns([before.distribution, now.distribution], { label: now.title })]),
    figures.length ? el("table", { class: "gains" }, el("tbody", {}, figures)) : null,
    el("button", { type: "button", id: "compare", onclick: () => ((other = null), again()) }, say("End the comparison")),
  ];
}

/** Say where a roll fell in its odds: what its results come to, and how likely that was. */
export async function fell(node, record) {
  const { place } = await ask("meaning", { record });
  if (!place) return;
  const { title, less, same, more, lines, value } = place;
  const percents = { title, same: say.figure(same), less: say.figure(less ?? ""), more: say.figure(more ?? "") };
  const told =
    less === null ? say("{title}: the chance of that was {same}.", percents)
    : !lines.some((line) => line.value < value) ? say("{title}: the least of all rolls; {more} come to more.", percents)
    : !lines.some((line) => line.value > value) ? say("{title}: the most of all rolls; {less} come to less.", percents)
    : say("{title}: more than {less} of all rolls, less than {more}.", percents);
  const picture = lines && drawable(lines) ? [el("h3", {}, say("Where it fell")), columns([lines], { lit: value, label: title })] : [];
  node.replaceWith(...picture, el("p", { class: "small quiet", id: "fell" }, told));
}

/** Show a set-up as far as it was rolled. */
export async function setup(found) {
  by("setup").hidden = !found;
  if (!found) return null;
  const all = by("all")?.checked ?? false;
  const spots = (regions) => regions.map((region) => ({ ...region, spots: region.spots.filter((spot) => all || spot.chips.some((key) => key.includes("rolled"))) })).filter((region) => region.spots.length);
  const forces = found.forces.map((force) => ({ ...force, regions: spots(force.regions) })).filter((force) => force.regions.length);
  if (!forces.length && !all) return (by("setup").hidden = true);
  const keys = forces.flatMap((force) => force.regions.flatMap((region) => region.spots.flatMap((spot) => spot.chips)));
  const unknown = [...new Set(keys)].filter((key) => !chips.has(key));
  if (unknown.length) for (const [key, text] of Object.entries(await ask("chips", { keys: unknown }))) chips.set(key, text);
  fill(
    by("setup"),
    el("h2", {}, say("Set-up: {scenario}", { scenario: found.title })),
    el("label", {}, el("input", { type: "checkbox", id: "all", checked: all, onchange: () => setup(found) }), say("Also show what was not rolled")),
    ...forces.flatMap(force),
  );
  return null;
}

function force({ title, regions }) {
  const spot = ({ number, name, chips: keys }) =>
    el("div", { class: "spot" }, el("span", { class: "place" }, number ? el("b", {}, number) : null, name), el("span", { class: "chips" }, keys.filter((key) => chips.has(key)).map((key) => drawing(chips.get(key)))));
  return [el("h3", {}, title), ...regions.flatMap((region) => [el("h4", {}, region.title), ...region.spots.map(spot)])];
}

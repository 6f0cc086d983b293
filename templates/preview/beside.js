// What is shown beside the dice: exact odds, and the set-up as far as it was rolled.

import { ask } from "./kit.js";
import { by, drawing, el, fill } from "./common.js";
import { say } from "./say.js";

const SELDOM = 0.001; // rarer results are folded
const chips = new Map();
/** A result as people read it. */
export const words = (value) => String(value).replaceAll("_", " ");

/** Show the exact odds of a procedure with these answers, unless another is chosen meanwhile. */
export async function showOdds(procedure, given) {
  const found = await ask("odds", { procedure, given }).catch((error) => ({ error: error.message, answers: [] }));
  if (procedure !== by("procedure").value) return;
  fill(
    by("odds"),
    el("h2", {}, say("Odds")),
    found.error ? el("p", { class: "small quiet" }, found.error) : null,
    el("dl", {}, found.answers.flatMap(answered)),
  );
}

function answered(answer) {
  const title = answer.mean ? say("{question} (on average {mean})", { question: answer.title, mean: say.figure(String(Number(answer.mean.decimal.toPrecision(3)))) }) : answer.title;
  const lines = answer.probability ? [{ ...answer.probability, value: null }] : answer.distribution;
  if (lines.length === 1 && lines[0].decimal === 1 && lines[0].value !== null) return [el("dt", {}, say("{question}: certainly {value}", { question: answer.title, value: words(lines[0].value) }))];
  const most = Math.max(...lines.map((line) => (line.value === null ? 1 : line.decimal)));
  const seen = lines.filter((line) => line.value === null || line.decimal >= SELDOM);
  const rare = lines.filter((line) => !seen.includes(line));
  const rows = (listed) => listed.map((line) => row(line, most));
  return [el("dt", {}, title), ...rows(seen), rare.length ? el("dd", { class: "rare" }, el("details", {}, el("summary", {}, say.count(rare.length, "{n} rarer result", "{n} rarer results")), el("dl", {}, rows(rare)))) : null].filter(Boolean);
}

/** A result with its chance as a bar, on the scale of the likeliest. */
function row(line, most) {
  return el(
    "dd",
    { class: line.value === null ? "single" : null, title: line.fraction },
    line.value === null ? null : el("span", {}, words(line.value)),
    el("span", { class: "bar", "--part": `${(line.decimal / most) * 100}%` }),
    el("span", { class: "percent" }, say.figure(line.percent)),
  );
}

/** Say where a roll fell in its odds: what its results come to, and how likely that was. */
export async function fell(node, record) {
  const { place } = await ask("meaning", { record });
  if (!place) return;
  const { title, less, same, more } = place;
  const percents = { title, same: say.figure(same), less: say.figure(less ?? ""), more: say.figure(more ?? "") };
  node.textContent = less === null ? say("{title}: the chance of that was {same}.", percents) : say("{title}: more than {less} of all rolls, less than {more}.", percents);
}

/** Show a set-up as far as it was rolled. */
export async function setup(found) {
  by("setup").hidden = !found;
  if (!found) return;
  const all = by("all")?.checked ?? false;
  const spots = (regions) => regions.map((region) => ({ ...region, spots: region.spots.filter((spot) => all || spot.chips.some((key) => key.includes("rolled"))) })).filter((region) => region.spots.length);
  const forces = found.forces.map((force) => ({ ...force, regions: spots(force.regions) })).filter((force) => force.regions.length);
  const keys = forces.flatMap((force) => force.regions.flatMap((region) => region.spots.flatMap((spot) => spot.chips)));
  const unknown = [...new Set(keys)].filter((key) => !chips.has(key));
  if (unknown.length) for (const [key, text] of Object.entries(await ask("chips", { keys: unknown }))) chips.set(key, text);
  fill(
    by("setup"),
    el("h2", {}, say("Set-up: {scenario}", { scenario: found.title })),
    el("label", {}, el("input", { type: "checkbox", id: "all", checked: all, onchange: () => setup(found) }), say("Also show what was not rolled")),
    ...(forces.length ? forces.flatMap(force) : [el("p", { class: "small quiet" }, say("Dice have not placed, flipped or moved any counter yet."))]),
  );
}

function force({ title, regions }) {
  const spot = ({ number, name, chips: keys }) =>
    el("div", { class: "spot" }, el("span", { class: "place" }, number ? el("b", {}, number) : null, name), el("span", { class: "chips" }, keys.filter((key) => chips.has(key)).map((key) => drawing(chips.get(key)))));
  return [el("h3", {}, title), ...regions.flatMap((region) => [el("h4", {}, region.title), ...region.spots.map(spot)])];
}

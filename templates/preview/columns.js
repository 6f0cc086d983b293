// Odds as columns on their own scale, with the average: of one case, or of two side by side.

import { el } from "./common.js";
import { percent } from "./fractions.js";
import { say } from "./say.js";

const MOST = 10; // columns
const SELDOM = 0.005; // an end that is rarer is folded into one column
const LONGEST = 14; // letters of a word under a column
const WORDS = 6; // columns with words under them

const sum = (lines, fits) => lines.reduce((all, line) => all + (fits(line.value) ? line.decimal : 0), 0);
const whole = (part) => (part === 0 ? "" : part < 0.005 ? "<1 %" : part > 0.995 && part < 0.999999 ? ">99 %" : `${Math.round(part * 100)} %`);

/** A question with its answer, as a line. */
export const asking = (title, answer) => (/[?!]$/.test(title) ? `${title} ${answer}` : `${title}: ${answer}`);

/** Whether results fit under columns: numbers do, and a few short words. */
export function drawable(...cases) {
  const said = new Map(cases.flat().map(({ value, text }) => [value, text ?? String(value)]));
  const numbers = [...said.keys()].every((value) => typeof value === "number");
  return said.size > 1 && (numbers || (said.size <= WORDS && [...said.values()].every((text) => text.length <= LONGEST)));
}

/** The groups of values that have a column each, in order: {label, fits, folded}. */
export function groups(...cases) {
  const texts = new Map(cases.flat().map(({ value, text }) => [value, text]));
  const values = [...texts.keys()];
  const one = (value) => ({ label: texts.get(value) ?? String(value).replaceAll("_", " "), fits: (other) => other === value });
  if (!values.every((value) => typeof value === "number")) return values.map(one);
  values.sort((a, b) => a - b);
  const rare = (fits) => cases.every((lines) => sum(lines, fits) < SELDOM);
  let [first, last] = [0, values.length - 1];
  if (values.length > MOST) {
    while (first < last && rare((value) => value <= values[first])) first += 1;
    while (last > first && rare((value) => value >= values[last])) last -= 1;
  }
  const [from, to] = [values[first], values[last]];
  const under = first ? [{ label: `<${from}`, fits: (value) => value < from, folded: true }] : [];
  const over = last < values.length - 1 ? [{ label: `>${to}`, fits: (value) => value > to, folded: true }] : [];
  const middle = values.slice(first, last + 1);
  if (middle.length <= MOST) return [...under, ...middle.map(one), ...over];
  const width = [2, 5, 10, 20, 50, 100].find((step) => (to - from + 1) / step <= MOST) ?? Math.ceil((to - from + 1) / MOST);
  const starts = Array.from({ length: Math.floor(to / width) - Math.floor(from / width) + 1 }, (_, at) => (Math.floor(from / width) + at) * width);
  const run = (start) => [Math.max(start, from), Math.min(start + width - 1, to)];
  return [...under, ...starts.map((start) => run(start)).map(([low, high]) => ({ label: low === high ? String(low) : `${low}–${high}`, fits: (value) => value >= low && value <= high })), ...over];
}

/** The average of numbers; null where they are none. */
const meanOf = (lines) => (lines.every((line) => typeof line.value === "number") ? lines.reduce((all, line) => all + line.value * line.decimal, 0) : null);

/** Its place among the columns, from 0 to 1. */
function averaged(lines, found) {
  const mean = meanOf(lines);
  if (mean === null) return null;
  const middle = (group) => {
    const all = lines.map((line) => line.value).filter(group.fits);
    return all.length ? all.reduce((one, other) => one + other, 0) / all.length : null;
  };
  const places = found.map((group, at) => [middle(group), (at + 0.5) / found.length]).filter(([value]) => value !== null);
  const after = places.findIndex(([value]) => value >= mean);
  if (after < 1) return places.at(after)?.[1] ?? null;
  const [[low, start], [high, end]] = [places[after - 1], places[after]];
  return start + ((mean - low) / (high - low)) * (end - start);
}

/** The picture of the odds in one case or two, each a list of lines; `lit` is the result of a roll. */
export function columns(cases, { lit = null, label = "" } = {}) {
  const found = groups(...cases);
  const parts = cases.map((lines) => found.map((group) => sum(lines, group.fits)));
  const most = Math.max(...parts.flat());
  const at = cases.length === 1 ? averaged(cases[0], found) : null;
  const bar = (part, group, second) => el("i", { class: [cases.length > 1 && !second ? "before" : "", group.folded ? "folded" : ""].join(" ").trim() || null, "--part": part / most, title: say.figure(percent(part)) }, el("b", {}, whole(part)));
  const told = found.map((group, at) => `${group.label}: ${parts.map((all) => whole(all[at]) || "0 %").join(" / ")}`).join("; ");
  return el(
    "div",
    { class: "columns", role: "img", "aria-label": [label, told].filter(Boolean).join(": "), "--count": found.length },
    found.map((group, number) => el("span", { class: lit !== null && group.fits(lit) ? "lit" : null }, el("span", { class: "stand" }, parts.map((all, second) => bar(all[number], group, second))), el("small", {}, group.label))),
    at === null ? null : el("s", { class: at > 0.6 ? "late" : null, "--at": at }, el("span", {}, say("average {mean}", { mean: say.figure(String(Number(meanOf(cases[0]).toPrecision(3)))) }))),
  );
}

/** A chance in sixths as so many of six boxes, empty if it is none of them. */
export function windows(fraction) {
  const [above, below] = fraction.split("/").map(Number);
  const sixths = (above * 6) / below;
  if (!Number.isInteger(sixths)) return [];
  return el("span", { class: "windows", "aria-hidden": "true" }, Array.from({ length: 6 }, (_, at) => el("i", { class: at < sixths ? "full" : null })));
}

/** A chance as it is said at a glance: so many in 6, or percents. */
export function glance({ fraction, decimal }) {
  const [above, below] = fraction.split("/").map(Number);
  const sixths = (above * 6) / below;
  if (decimal === 0) return ["", ""];
  if (decimal === 1) return [say("sure"), ""];
  return Number.isInteger(sixths) ? [String(sixths), say("in 6")] : [whole(decimal).replace(" %", ""), "%"];
}

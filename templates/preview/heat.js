// Odds by two things at once, as a table: an answer across; down, another answer, or what is reported. A cell leads to its roll.

import { asking, glance, windows } from "./columns.js";
import { ask } from "./kit.js";
import { by, el, fill } from "./common.js";
import { say } from "./say.js";

const MOST = 13; // answers in a row or column
const SHIFT = ["-3", "-2", "-1", "0", "1", "2", "3"]; // of a question that takes any number
const REPORT = ""; // down: what is reported
let picked = { procedure: null };
let asked = 0; // how often it was asked for: only the last one is shown
let known = new Map(); // the odds of cells, by their answers
let run = 0;

const words = (value) => String(value).replaceAll("_", " ");
const titled = (question) => (question.item ? `${question.item}: ${question.head}` : question.title);

/** The answers of a question that a table can list, the one that stands among them. */
function listed(question, now = null) {
  if (question.choices) return question.choices.length <= MOST ? question.choices.map(({ value, title }) => [value, title]) : [];
  if (question.many) return [];
  if (question.free) return SHIFT.map((value) => [value, value.replace("-", "−").replace(/^(?=[1-9])/, "+")]);
  const step = Math.ceil((question.high - question.low + 1) / MOST);
  const count = Math.floor((question.high - question.low) / step) + 1;
  const all = new Set(Array.from({ length: count }, (_, at) => question.low + at * step));
  if (now !== null) all.add(Number(now));
  return [...all].sort((one, other) => one - other).map(String).map((value) => [value, value.replace("-", "−")]);
}

/** What can be shown of a report: its chances, its averages, and the chance of each word: {id, title, of}. */
function shows(answers) {
  return answers.flatMap(({ id, title, probability, mean, distribution }) => {
    if (probability) return [{ id, title, of: (one) => one.probability }];
    if (mean) return [{ id, title: say("{question}, on average", { question: title }), mean: true, of: (one) => one.mean }];
    return distribution.map(({ value, text = words(value) }) => ({ id: `${id}=${value}`, title: answers.length > 1 ? `${title}: ${text}` : text, of: (one) => one.distribution?.find((line) => line.value === value) ?? { decimal: 0, fraction: "0/1" } }));
  });
}

/** Offer the table for a procedure with these answers; `take` puts answers into the form, `roll` rolls with them. One question may be `left`, which the table asks. */
export async function offerHeat(chosen, given, { take, roll, left = null }) {
  const place = by("heat");
  const able = chosen.questions.filter((one) => one.name !== "scenario" && listed(one).length > 1);
  place.hidden = chosen.sure || !able.length;
  if (place.hidden) return;
  if (picked.procedure !== chosen.id) picked = { procedure: chosen.id, ...(picked.procedure ? {} : { open: place.open }) };
  if (left && picked.left !== left) {
    place.open = true;
    picked = { ...picked, left, down: left };
  }
  if (!place.open) {
    fill(place, el("summary", {}, say("Odds at a glance")));
    place.ontoggle = () => place.open && offerHeat(chosen, given, { take, roll, left });
    return;
  }
  place.ontoggle = null;
  const mine = (asked += 1);
  const odds = await ask("odds", { procedure: chosen.id, given }).catch(() => null);
  if (mine !== asked) return;
  if (!odds) return fill(place, el("summary", {}, say("Odds at a glance")), el("p", { class: "small quiet" }, say("The odds are too large for a page.")));
  const all = shows(odds.answers);
  const several = all.length > 1;
  const [longest] = able.filter((one) => one.name !== left).sort((one, other) => listed(other).length - listed(one).length);
  picked.across = able.find((one) => one.name === picked.across)?.name ?? (longest ?? able[0]).name;
  const downs = [...(several ? [[REPORT, say("all results")]] : []), ...able.filter((one) => one.name !== picked.across).map((one) => [one.name, titled(one)])];
  picked.down = downs.some(([name]) => name === picked.down) ? picked.down : (downs[0]?.[0] ?? REPORT);
  picked.shown = all.find((one) => one.id === picked.shown)?.id ?? all[0].id;
  const again = () => offerHeat(chosen, given, { take, roll, left });
  const select = (title, name, options) => {
    const made = el("select", { onchange: ({ target }) => ((picked[name] = target.value), again()) }, options.map(([value, text]) => el("option", { value }, text)));
    made.value = picked[name];
    return el("label", {}, title, made);
  };
  const across = able.find((one) => one.name === picked.across);
  const down = able.find((one) => one.name === picked.down);
  const rows = down ? listed(down, given[down.name]).map(([value, title]) => ({ title, given: { [down.name]: value }, show: all.find((one) => one.id === picked.shown) })) : all.map((show) => ({ title: show.title, given: {}, show }));
  const heads = listed(across, given[across.name]);
  const cells = rows.map((row) => heads.map(([value, title]) => ({ ...row, column: title, given: { ...row.given, [across.name]: value } })));
  const told = el("div", { class: "picked", "aria-live": "polite" });
  const here = (cell) => Object.entries(cell.given).every(([name, value]) => name === left || given[name] === value);
  const buttons = new Map(cells.flat().map((cell) => [cell, el("button", { type: "button", tabindex: "-1", onclick: () => pick(cell, true) }, "…")]));
  function pick(cell, tapped) {
    for (const [one, button] of buttons) {
      button.setAttribute("aria-pressed", String(one === cell));
      button.tabIndex = one === cell ? 0 : -1;
    }
    fill(told, described(cell, across, down, () => (take(cell.given), roll())));
    picked.at = tapped ? JSON.stringify([cell.given, cell.show.id]) : picked.at;
  }
  fill(
    place,
    el("summary", {}, say("Odds at a glance")),
    el("div", { class: "axes" }, select(say("Across"), "across", able.map((one) => [one.name, titled(one)])), downs.length > 1 ? select(say("Down"), "down", downs) : null, down && several ? select(say("Shown"), "shown", all.map((one) => [one.id, one.title])) : null),
    el("div", { class: "heated", "--columns": heads.length, role: "group", "aria-label": say("Odds at a glance"), onkeydown: (event) => arrows(event, cells, buttons) },
      el("table", {},
        el("thead", {}, el("tr", {}, el("td", {}, titled(across)), heads.map(([value, title]) => el("th", { scope: "col", class: given[across.name] === value ? "now" : null }, title)))),
        el("tbody", {}, cells.map((row) => el("tr", {}, el("th", { scope: "row" }, row[0].title), row.map((cell) => el("td", {}, buttons.get(cell)))))))),
    told,
  );
  const first = cells.flat().find((cell) => JSON.stringify([cell.given, cell.show.id]) === picked.at) ?? cells.flat().find(here) ?? cells[0][0];
  pick(first, false);
  await heated(chosen.id, given, cells, buttons, () => pick(([...buttons].find(([, button]) => button.tabIndex === 0) ?? [...buttons][0])[0], false));
}

/** Compute the cells one after another, and colour them. */
async function heated(procedure, given, cells, buttons, done) {
  const mine = (run += 1);
  for (const cell of cells.flat()) {
    const all = { ...given, ...cell.given };
    const key = JSON.stringify([procedure, Object.entries(all).sort()]);
    if (!known.has(key)) {
      if (known.size > 2000) known = new Map();
      known.set(key, await ask("odds", { procedure, given: all }).then((odds) => odds.answers, () => null));
      await new Promise((next) => setTimeout(next));
      if (mine !== run) return;
    }
    const answers = known.get(key);
    const answer = answers?.find(({ id }) => id === cell.show.id.split("=")[0]);
    cell.chance = answer ? cell.show.of(answer) : null;
  }
  // Columns whose odds are too large for a page go.
  for (const at of [...cells[0].keys()].reverse()) {
    if (cells.some((row) => row[at].chance) || cells[0].length === 1) continue;
    buttons.get(cells[0][at]).closest("table").querySelectorAll(`tr > :nth-child(${at + 2})`).forEach((one) => one.remove());
    for (const row of cells) for (const gone of row.splice(at, 1)) buttons.delete(gone);
  }
  const most = Math.max(1e-9, ...cells.flat().filter(({ show }) => show.mean).map(({ chance }) => Math.abs(chance?.decimal ?? 0)));
  for (const [cell, button] of buttons) {
    const { chance, show } = cell;
    const [large, small] = !chance ? ["–", ""] : show.mean ? [mean(chance), ""] : glance(chance);
    fill(button, el("b", {}, large), small ? el("small", {}, small) : null);
    const part = !chance ? 0 : show.mean ? Math.abs(chance.decimal) / most : chance.decimal;
    button.style.setProperty("--heat", `${Math.round(part * 60)}%`);
    button.classList.toggle("sure", !show.mean && part === 1);
    button.setAttribute("aria-label", `${cell.title}, ${cell.column}: ${[large, small].join(" ").trim() || "0"}`);
  }
  done();
}

const mean = ({ decimal }) => say.figure(String(Number(decimal.toPrecision(2))));

/** The cell that was tapped, large, with its roll. */
function described(cell, across, down, roll) {
  const { chance, show } = cell;
  const [large, small] = !chance ? ["–", ""] : show.mean ? [mean(chance), ""] : glance(chance);
  return [
    el("div", {}, el("b", {}, down ? asking(titled(down), cell.title) : cell.title), el("small", {}, [asking(titled(across), cell.column), ...(down ? [show.title] : [])].join(" · ")), chance && !show.mean ? windows(chance.fraction) : null),
    el("span", { class: "large" }, large || "0", small ? el("small", {}, ` ${small}`) : null),
    el("button", { type: "button", class: "strong", onclick: roll }, say("Roll")),
  ];
}

const MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Arrows lead from cell to cell. */
function arrows(event, cells, buttons) {
  const move = MOVES[event.key];
  if (!move) return;
  const row = cells.findIndex((all) => all.some((cell) => buttons.get(cell) === event.target));
  const column = cells[row]?.findIndex((cell) => buttons.get(cell) === event.target);
  const next = buttons.get(cells[row + move[0]]?.[column + move[1]]);
  if (!next) return;
  event.preventDefault();
  next.click();
  next.focus();
}

// The roller. rolling.js walks the procedure; this page sends all answers and faces each time, and shows the reply.

import { SHEET, ask, sheet } from "./kit.js";
import { fell, setup, showOdds, words } from "./beside.js";
import { asking } from "./columns.js";
import { by, download, drawing, el, fill } from "./common.js";
import { die, sidesOf } from "./dice.js";
import { offerHeat } from "./heat.js";
import { picture } from "./qr.js";
import { FEW } from "./rolling.js";
import { say } from "./say.js";
import { begun, clear, facesOf, fragment, keep, linkTo, past, remember } from "./saved.js";
import { answered, answering, drawn, inShort, keepAnswers, known, sideOf, signOf, told } from "./table.js";

const FOLDED = 6; // fold away this many questions that have defaults
const GLANCE = 8; // show so many rolls as dice beside the result
const NOTHING = ["0", "none"];
const NONE = 2; // so many results that are nothing are told beside those that are something
const TABLE = 4; // make so many questions for single things a table
const FITS = 2; // so many columns of a table fit a phone
const SHORT = 3; // so many answers from one place are told in a line
let offer = null;
let rolling = null; // while rolling one's own dice
let last = null; // the last answer, for the set-up
let record = null;
let given = {}; // answers of a link, or given here, where they differ from the defaults and the game on the table
let stood = new Map(); // what the game answered when the questions were shown
let lasting = ""; // the answers that the game kept then
let used = {}; // the answers of the last roll
let turn = Promise.resolve();

const chosen = () => offer.procedures.find((one) => one.id === by("procedure").value);

async function start() {
  offer = await ask("offer");
  if (!document.title.startsWith(offer.game.title)) document.title = `${offer.game.title} – ${document.title}`;
  by("game").textContent = offer.game.title;
  const groups = [...new Set(offer.procedures.map((one) => one.group))];
  fill(
    by("procedure"),
    ...groups.map((group) =>
      el("optgroup", { label: group }, offer.procedures.filter((one) => one.group === group).map((one) => el("option", { value: one.id }, one.title))),
    ),
  );
  by("form").hidden = !offer.procedures.length;
  if (!offer.procedures.length) return trouble(say("This game has nothing to roll."));
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (wanted.has("roll")) open(wanted);
  else choose();
  addEventListener("hashchange", () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    if (asked.has("roll")) open(asked);
  });
}

/** Repeat the roll of a link: its answers, and its code or the faces so far. */
async function open(wanted) {
  if ((wanted.get("game") ?? offer.game.id) !== offer.game.id) {
    return trouble(say("This is a roll of another game: {game}.", { game: wanted.get("game") }));
  }
  if (!offer.procedures.some((one) => one.id === wanted.get("roll"))) {
    choose();
    return trouble(say("This game has no '{roll}'.", { roll: wanted.get("roll") }));
  }
  by("procedure").value = wanted.get("roll");
  choose(wanted);
  if (!complete()) return;
  if (wanted.has("faces")) await go(facesOf(wanted.get("faces")), wanted.get("code"));
  else if (wanted.has("code")) await digital();
}

/** Show a procedure's questions, with the answers of an address that has any or repeats a roll, or else those that were given last. */
function choose(answers = null) {
  const { id, title, rule, questions } = chosen();
  by("procedure").parentElement.dataset.title = title;
  by("rule").textContent = /\d/.test(rule) ? say("Rule {rule}", { rule }) : rule;
  const said = answers && ["code", "faces", ...questions.map((one) => one.name)].some((name) => answers.has(name));
  const wanted = said ? Object.fromEntries(answers) : answered(offer.game.id, id);
  given = Object.fromEntries(questions.filter((one) => valid(one, wanted[one.name])).map((one) => [one.name, wanted[one.name]]));
  form();
  by("code").value = answers?.get("code") ?? "";
  forget();
  waiting();
  history();
  odds();
}

/** Whether an answer is one of a question's; what is typed freely, the walk checks. */
function valid({ choices, low, high, many }, answer) {
  if (answer === undefined || many || !(choices || low !== undefined)) return answer !== undefined;
  return choices ? choices.some(({ value }) => value === answer) : answer >= low && answer <= high;
}

/** What the game on the table answers to a question; null if it does not know. */
function held(one) {
  const answer = known(one, answering(chosen().questions, given));
  return answer !== null && valid(one, answer) ? answer : null;
}

/** The questions with their answers: those that the game answers, folded, and those that are left to answer here. */
function form() {
  const { questions } = chosen();
  stood = new Map(questions.map((one) => [one.name, held(one)]));
  lasting = JSON.stringify(answered(offer.game.id, chosen().id));
  const told = questions.filter((one) => held(one) !== null && !noted(one));
  const open = questions.filter((one) => !told.includes(one));
  const checks = tried();
  const rest = open.filter((one) => !checks.includes(one) && one.default !== null && one.name !== "scenario" && !one.item && !names(one));
  const folded = rest.length > FOLDED;
  fill(
    by("questions"),
    told.length && questions.length > FOLDED ? el("div", { class: "known" }) : null,
    told.length ? el("details", { id: "tracked" }, el("summary", {}, onTable(told)), fields(told)) : null,
    el("section", { id: "confirm", hidden: true }, el("h2", {}), checks.map((one) => question(one, given[one.name]))),
    fields(open.filter((one) => !checks.includes(one) && !(folded && rest.includes(one)))),
    folded ? el("details", { open: rest.some((one) => one.name in given) }, el("summary", {}, say.count(rest.length, "{n} more question with a default answer", "{n} more questions with default answers")), fields(rest)) : null,
    el("details", { id: "idle", hidden: true }, el("summary", {}), el("div", {})),
    el("button", { type: "button", id: "defaults", onclick: anew, disabled: !Object.keys(given).length, hidden: !questions.length }, say("Default answers")),
  );
  decisive = new Set();
  bar();
}

/** Whether the answer to a question says whose marker or note answers another. */
const follows = ({ known: source }, name) => Boolean((source?.marker ?? source?.fact)?.includes(`{${name}}`));
const names = ({ name }) => chosen().questions.some((one) => follows(one, name));

/** Whether the game knows an answer only as it was given last: it is shown to be looked at. */
const noted = (one) => Boolean(one.known?.fact?.startsWith("note|"));

/** Where no die is needed: the questions that are asked only if another answer changes something. */
const tried = () => chosen().questions.filter((one) => one.tried && held(one) === null);

/** Put on top the answers that decide something, each with what it would change, and fold away those that do not. */
function checked(happens) {
  const { changes = [], matters = {}, stops = [] } = happens ?? {};
  by("digital").textContent = !happens ? say("Roll for me") : changes.length && changes.every(({ event }) => !event.length) ? say.count(changes.length, "Move {n} marker", "Move {n} markers") : say("Work it out");
  by("own").hidden = Boolean(happens);
  by("sure").hidden = !chosen().sure;
  if (!happens || !by("confirm")) return;
  const fields = [...by("questions").querySelectorAll(":is(#confirm, #idle) fieldset")];
  const nameOf = (field) => field.querySelector("input").name;
  const [asked, idle] = [true, false].map((there) => fields.filter((field) => nameOf(field) in matters === there));
  const focused = document.activeElement;
  const before = focused.getBoundingClientRect().top;
  for (const field of fields) {
    const told = (matters[nameOf(field)] ?? []).map(([value, all]) => `${field.querySelector(`[value="${CSS.escape(value)}"]`).parentElement.textContent}: ${inShort(all)}`);
    for (const before of field.querySelectorAll("p")) before.remove();
    field.querySelector("legend").after(...told.map((what) => el("p", { class: "small quiet" }, what)));
  }
  by("confirm").append(...asked);
  by("idle").lastElementChild.append(...idle);
  by("confirm").hidden = !asked.length;
  by("confirm").firstElementChild.textContent = say("To confirm: {n}", { n: asked.length });
  by("idle").hidden = !idle.length;
  by("idle").firstElementChild.textContent = say.count(idle.length, "{n} answer that changes nothing now", "{n} answers that change nothing now");
  decisive = new Set(Object.keys(matters));
  bar();
  const moved = changes.filter(({ facts }) => Object.keys(facts).some((key) => key.startsWith("at|"))).length;
  const gone = new Map(stops.map(({ marker, lost, why }) => [marker, { lost: lost ?? pointsOf(marker), why }]));
  const all = [...gone.values()].reduce((sum, { lost }) => sum + lost, 0);
  for (const one of by("questions").querySelectorAll(".happening")) fill(one, say.count(moved, "{n} marker moves", "{n} markers move"), all ? ` · ${points(all)}` : null);
  for (const cell of by("questions").querySelectorAll("td.then")) {
    const { marker } = cell.dataset;
    const to = changes.find(({ facts }) => `at|${marker}` in facts)?.facts[`at|${marker}`] ?? null;
    const counts = [...cell.parentElement.querySelectorAll("input")].some(({ value }) => !["", "0"].includes(value));
    const { lost, why } = gone.get(marker) ?? {};
    fill(cell, drawn(marker, to, counts ? say("stays") : "", lost ? [WHY[why]?.(), points(lost)].filter(Boolean).join(": ") : null));
    cell.parentElement.classList.toggle("moves", to !== null);
  }
  // What one answers stays where it is, whatever comes over it.
  focused.focus({ preventScroll: true });
  if (by("questions").contains(focused)) scrollBy(0, focused.getBoundingClientRect().top - before);
}

const WHY = { held: () => say("held"), shut: () => say("gate shut") };
const points = (count) => say.count(count, "{n} point lost", "{n} points lost");
/** The points that were answered for a marker. */
const pointsOf = (marker) => Math.max(0, ...[...by("questions").querySelectorAll(`[data-marker="${CSS.escape(marker)}"]`)].flatMap((cell) => [...cell.parentElement.querySelectorAll("input[type=number]")].map(({ value }) => Math.abs(value))));

let decisive = new Set(); // the questions whose other answers would change something

/** Show as a bar how many answers the game has, by where they stand, how many were given here, need not be, and are left. */
function bar() {
  const node = by("questions").querySelector(".known");
  if (!node) return;
  const { questions } = chosen();
  const open = questions.filter((one) => held(one) === null);
  const own = open.filter((one) => one.name in given);
  const idle = tried().filter((one) => !own.includes(one) && !decisive.has(one.name));
  const usual = open.filter((one) => ![...own, ...idle].includes(one) && one.default !== null && !decisive.has(one.name));
  const left = open.length - own.length - idle.length - usual.length;
  const titles = questions.filter((one) => held(one) !== null).map((one) => one.known.title || one.title);
  const counts = [...new Set(titles)].map((title) => [title, titles.filter((other) => other === title).length]);
  const all = [...counts, [say("answered here"), own.length], [say("by default"), usual.length], [say("change nothing now"), idle.length], [say("to answer here"), left, "open"]].filter(([, count]) => count);
  fill(node, el("p", { "aria-hidden": "true" }, all.map(([, count, open]) => el("i", { class: open, "--count": count }))), el("p", {}, all.map(([title, count, open]) => el("span", { class: open }, el("b", {}, String(count)), ` ${title} `))));
}

/** Fields of questions; those that are asked for each of several things are one table. */
function fields(listed) {
  const table = listed.filter((one) => one.item);
  const alone = table.length < TABLE ? listed : listed.filter((one) => !one.item);
  const asked = (one) => question(one, given[one.name] ?? held(one));
  return [...(table.length < TABLE ? [] : [tabled(table)]), ...alone.map(asked)];
}

function tabled(listed) {
  const heads = [...new Set(listed.map((one) => one.head))];
  const asked = new Set(listed.filter((one) => one.name in given).map((one) => one.item));
  const items = [...new Set([...asked, ...listed.map((one) => one.item)])]; // what was answered is looked at first
  const cell = (item, head) => listed.find((one) => one.item === item && one.head === head);
  const markerOf = (item) => chosen().questions.find((one) => one.item === item && one.known?.marker)?.known.marker;
  const moving = chosen().sure && items.some(markerOf);
  return el(
    "div",
    { class: "asked", role: "group", tabindex: "0", "aria-label": heads.join(", ") },
    moving ? el("p", { class: "head" }, say("What happens"), el("small", { class: "happening" })) : null,
    el("table", { class: heads.length > FITS ? "many" : null }, el("thead", {}, el("tr", {}, el("td", {}), heads.map((head) => el("th", { scope: "col" }, head)), moving ? el("th", { scope: "col" }, say("What happens")) : null)),
      el("tbody", {}, items.map((item) => el("tr", {}, el("th", { scope: "row" }, signOf(markerOf(item)), item), heads.map((head) => el("td", { "data-head": head }, cell(item, head) ? control(cell(item, head), heads.length === 1) : null)), moving ? el("td", { class: "then", "data-marker": markerOf(item) }) : null)))),
  );
}

/** The bare field of a question in a table. */
function control(one, alone) {
  const value = given[one.name] ?? held(one) ?? one.default ?? "";
  if (!one.choices && (one.many || one.free)) return el("input", { name: one.name, "aria-label": one.title, value, required: true });
  if (!one.choices) {
    const field = el("input", { name: one.name, "aria-label": one.title, value, required: true, type: "number", min: one.low, max: one.high, inputmode: "numeric" });
    return alone || one.low < 0 ? stepped(field) : field;
  }
  const empty = value === "" ? [el("option", { value: "" }, say("Choose …"))] : [];
  const select = el("select", { name: one.name, "aria-label": one.title, required: true }, empty, one.choices.map((choice) => el("option", { value: choice.value }, choice.title)));
  select.value = value;
  return select;
}

/** A number with − and +: the keyboards of some phones have no minus. */
function stepped(field, title = field.getAttribute("aria-label")) {
  const press = (sign, by) =>
    el("button", { type: "button", "aria-label": `${title} ${sign}`, onclick: () => {
      field.value ||= "0";
      field[by]();
      for (const told of ["input", "change"]) field.dispatchEvent(new Event(told, { bubbles: true }));
    } }, sign);
  return el("span", { class: "stepped" }, press("−", "stepDown"), field, press("+", "stepUp"));
}

/** In a line, what the game answers, by where it stands, and what was answered otherwise. */
function onTable(answered) {
  const said = (one, value) => [one.item ?? one.known.cards?.join(", "), one.choices?.find((choice) => choice.value === value)?.title ?? value].filter(Boolean).join(" ");
  const own = answered.filter((one) => one.name in given);
  const titleOf = (one) => one.known.title || one.title;
  const left = answered.filter((one) => !own.includes(one));
  const listed = [...new Set(left.map(titleOf))].map((title) => {
    const all = left.filter((one) => titleOf(one) === title);
    const moved = all.filter((one) => !(one.item || one.known.cards) || held(one) !== one.default).slice(0, SHORT);
    const more = all.length - moved.length;
    return `${title}: ${[...moved.map((one) => said(one, held(one))), ...(more ? [moved.length ? say("{count} more", { count: more }) : more] : [])].join(", ")}`;
  });
  return [
    el("span", {}, say("From this game: {answers}", { answers: listed.join("; ") })),
    own.length ? el("span", {}, ` · ${say("changed here: {answers}", { answers: own.map((one) => said(one, given[one.name])).join(", ") })}`) : null,
    el("span", { class: "button" }, say("Change")),
  ];
}

/** Keep the answers as they are now, and show those that follow an answer. What the game can say is not kept with them: it changes. */
function keepGiven(field = null) {
  const { id, questions } = chosen();
  const all = answers();
  const turned = questions.filter((one) => names(one) && all[one.name] !== (given[one.name] ?? held(one) ?? one.default ?? undefined)).map(({ name }) => name);
  const differs = (one) => one.name in all && all[one.name] !== (stood.get(one.name) ?? one.default) && !turned.some((name) => follows(one, name));
  given = Object.fromEntries(questions.filter(differs).map((one) => [one.name, all[one.name]]));
  const own = questions.filter((one) => one.name in given && (held(one) === null || noted(one)));
  lasting = "";
  keepAnswers(offer.game.id, id, Object.fromEntries(own.map((one) => [one.name, given[one.name]])), questions);
  lasting = JSON.stringify(answered(offer.game.id, id));
  if (turned.length || questions.some((one) => one.known?.rolled && held(one) !== stood.get(one.name))) {
    form();
    if (field) by("questions").querySelector(`[name="${CSS.escape(field.name)}"]${field.type === "radio" ? ":checked" : ""}`)?.focus();
  }
  for (const one of questions.filter((other) => noted(other) && held(other) !== stood.get(other.name))) {
    stood.set(one.name, held(one));
    if (!(one.name in given)) by("form").elements[one.name].value = held(one) ?? one.default ?? "";
  }
  bar();
  by("defaults").disabled = !Object.keys(given).length; // hidden, it would move the buttons from under a finger
  const told = questions.filter((one) => held(one) !== null && !noted(one));
  if (told.length && by("tracked")) fill(by("tracked").querySelector("summary"), onTable(told));
}

/** Answer as by default, and as the game does. */
function anew() {
  keepAnswers(offer.game.id, chosen().id, {});
  choose();
}

// What changes in the game changes the answers, but not the roll that is shown or under way.
addEventListener("state", () => {
  if (!offer?.procedures.length) return;
  const { id, questions } = chosen();
  const moved = questions.filter((one) => held(one) !== stood.get(one.name));
  const now = answered(offer.game.id, id);
  const other = lasting && lasting !== JSON.stringify(now);
  if (!(moved.length || other) || by("questions").contains(document.activeElement)) return;
  if (other) given = now;
  for (const { name } of moved) delete given[name];
  form();
  if (by("form").offsetParent) odds();
  else stale = true;
});
let stale = false; // whether the odds are those of other answers
addEventListener("hashchange", () => setTimeout(() => stale && by("form").offsetParent && odds()));

/** Offer to go on with the roll that was begun, unless it is under way. */
function waiting() {
  const left = rolling ? null : begun(offer.game.id);
  by("waiting").hidden = !left;
  if (!left) return;
  const entered = left.faces.length;
  const count = left.of ? say("{number} of {count}", { number: entered, count: left.of }) : `${entered}`;
  fill(
    by("waiting"),
    el("p", {}, say("{title}: begun, {count} dice entered.", { title: left.title, count })),
    el(
      "div",
      { class: "buttons" },
      el("button", { id: "continue", class: "strong", onclick: () => open(new URLSearchParams(fragment(offer.game.id, left))) }, say("Continue ({count})", { count })),
      el("button", { onclick: () => (keep(offer.game.id, null), waiting()) }, say("Discard")),
    ),
  );
}

/** The rolls of earlier, each a link. */
function history() {
  const rolls = past(offer.game.id);
  by("history").hidden = !rolls.length;
  const when = (roll) => new Date(roll.when).toLocaleString(say.locale, { dateStyle: "short", timeStyle: "short" });
  fill(
    by("history"),
    el("summary", {}, say("Rolls of earlier ({count})", { count: rolls.length })),
    el("ol", { class: "log" }, rolls.map((roll) => el("li", {}, el("span", { class: "what" }, el("a", { href: `#${fragment(offer.game.id, roll)}` }, roll.title), el("small", { class: "quiet" }, ` ${when(roll)}`), el("small", {}, ` ${roll.outcome}`))))),
    el("button", { onclick: () => (clear(offer.game.id), history()) }, say("Clear the list")),
  );
}

function question(one, answer) {
  const value = answer ?? one.default ?? "";
  if (one.choices?.length <= FEW) {
    const options = one.choices.map((choice) =>
      el("label", {}, el("input", { type: "radio", name: one.name, value: choice.value, checked: choice.value === value, required: true }), choice.title),
    );
    return el("fieldset", {}, el("legend", {}, one.item ? `${one.item}: ${one.head}` : one.title), el("div", { class: "choices" }, options));
  }
  if (one.choices) {
    const empty = value === "" ? [el("option", { value: "" }, say("Choose …"))] : [];
    const select = el("select", { name: one.name, required: true }, empty, one.choices.map((choice) => el("option", { value: choice.value }, choice.title)));
    select.value = value;
    return el("label", {}, one.title, select);
  }
  if (one.many) return el("label", {}, `${one.title} (${say("{low}–{high}, joined by +; none: -", { low: one.low, high: one.high })})`, el("input", { name: one.name, value: value || "-", required: true }));
  if (one.free) return el("label", {}, one.title, el("input", { name: one.name, value, required: true }));
  const id = `asked-${one.name}`;
  const field = el("input", { id, type: "number", name: one.name, min: one.low, max: one.high, value, required: true, inputmode: "numeric" });
  return el("div", { class: "number-of" }, el("label", { for: id }, `${one.title} (${one.low}–${one.high})`), stepped(field, one.title));
}

const answers = () => Object.fromEntries([...new FormData(by("form"))].filter(([, value]) => value !== ""));
const complete = () => by("form").checkValidity();

function odds() {
  stale = false;
  by("odds").hidden = by("heat").hidden = !complete();
  checked(null);
  const wanted = complete() ? answers() : null;
  showOdds(chosen(), wanted, tried()).then((happens) => happens && checked(happens));
  if (wanted) return void offerHeat(chosen(), answers(), { take, roll: digital });
  // A table may as well ask the only question that is left.
  const left = chosen().questions.filter(({ name }) => !(name in answers()));
  if (left.length === 1 && left[0].choices) offerHeat(chosen(), { ...answers(), [left[0].name]: left[0].choices[0].value }, { take, roll: digital, left: left[0].name });
}

/** Put answers into the form, as if they were given there. */
function take(some) {
  given = { ...given, ...some };
  form();
  keepGiven();
  forget();
  odds();
}

function forget() {
  rolling = record = null;
  for (const id of ["trouble", "need", "result", "rolls", "setup"]) by(id).hidden = true;
}

function trouble(text) {
  by("trouble").textContent = text;
  by("trouble").hidden = !text;
}

/** Request the next die or the whole roll, sending every face so far. */
async function roll(asked, pressed = false) {
  try {
    const answer = await ask("roll", asked);
    trouble("");
    show(answer, pressed);
    return answer;
  } catch (error) {
    trouble(error.message);
    return null;
  }
}

async function digital(pressed = false) {
  const code = by("code").value.trim();
  if (code.includes("#")) return open(new URLSearchParams(code.slice(code.indexOf("#") + 1)));
  rolling = null;
  used = answers();
  const answer = await roll({ procedure: by("procedure").value, given: used, code: code || null }, pressed);
  if (answer) by("code").value = ""; // the next roll is another
  stay(answer);
  waiting();
}

async function own() {
  if (by("form").reportValidity()) await go([], null);
}

/** Roll one's own dice, with the faces entered so far. */
async function go(faces, code) {
  used = answers();
  rolling = { procedure: by("procedure").value, given: used, code, faces };
  const answer = await roll(rolling);
  if (!answer) rolling = null;
  else if (answer.code) rolling.code = answer.code;
  stay(answer);
  waiting();
}

/** Keep the dice entered so far in the address and in the browser; a roll that has ended goes to the list. */
function stay(answer) {
  if (!answer) return;
  const game = offer.game.id;
  const about = { procedure: by("procedure").value, given: used, title: chosen().title };
  if (answer.record) {
    const { code } = answer;
    if (rolling) keep(game, null);
    remember(game, { ...about, code, when: Date.now(), outcome: lines(answer)[0].join("; ").slice(0, 200) });
    history();
    address(fragment(game, { ...about, code }));
  } else {
    if (rolling.faces.length) keep(game, { ...about, code: rolling.code, faces: rolling.faces, of: answer.need.of });
    address(fragment(game, rolling));
  }
}

const address = (part) => window.history.replaceState(null, "", `#${part}`);
/** Enter a face of the next die. Taps are queued, however quick they are. */
function tap(face) {
  turn = turn.then(async () => {
    if (!rolling || !last.need) return;
    rolling.faces.push(face);
    const answer = await roll(rolling);
    if (!answer) rolling.faces.pop();
    stay(answer);
  });
}

function back() {
  turn = turn.then(async () => {
    if (!rolling?.faces.length) return;
    rolling.faces.pop();
    stay(await roll(rolling));
  });
}

function show(answer, pressed) {
  last = answer;
  record = answer.record ?? null;
  by("need").hidden = !answer.need;
  by("result").hidden = !record;
  if (answer.need) need(answer.need, answer.outcome);
  else result(answer, pressed);
  rolls(answer.rolls);
  setup(answer.setup);
}

function need(asked, outcome) {
  const many = asked.dice.startsWith("1d") || asked.faces[0].card ? "" : `, ${say("die {n}", { n: asked.die })}`;
  // A die that is just added up needs no words.
  const plain = !asked.faces.some((face) => face.card || face.effects?.length || (face.text && face.text !== String(face.face)));
  const title = el("h2", { tabindex: "-1" }, asked.label);
  fill(
    by("need"),
    title,
    asked.of ? el("p", { class: "quiet", id: "count" }, progress(asked)) : null,
    el("p", {}, `${asked.dice}${many}`, asked.shown.length ? `, ${say("so far {faces}", { faces: listed(asked.shown) })}` : "", asked.drm.length ? `. ${say("DRM")}: ${asked.drm.join(", ")}` : ""),
    asked.note ? el("p", { class: "quiet" }, asked.note) : null,
    asked.totals.length ? totals(asked.totals) : null,
    el("div", { class: plain ? "faces plain" : "faces" }, asked.faces.map((face) => button(plain ? { face: face.face } : face, asked))),
    el(
      "div",
      { class: "buttons" },
      el("button", { onclick: () => tap(null) }, say("Roll this one for me (R)")),
      el("button", { onclick: back, disabled: rolling?.faces.length === 0 }, say("Undo the last one (Backspace)")),
    ),
    asked.sides <= 10 && !asked.faces[0].card ? el("p", { class: "small quiet" }, asked.sides === 10 ? say("Tap what you rolled, or type it (0 is 10).") : say("Tap what you rolled, or type it.")) : null,
    outcome.length ? el("p", { class: "small" }, say("So far: {what}", { what: outcome.join("; ") })) : null,
  );
  // Keystrokes go to the next die.
  title.focus({ preventScroll: true });
  by("need").scrollIntoView({ block: "nearest" });
}

/** Which die of how many is asked for. */
function progress({ about, of: count }) {
  const number = rolling.faces.length + 1;
  return about ? say("Die {number} of about {count}", { number, count }) : say("Die {number} of {count}", { number, count });
}

const listed = (parts) => parts.map(String).reduce((first, last) => say("{first} and {last}", { first, last }));

function button(face, asked) {
  const said = [face.card ? say("card {n}", { n: face.card }) : String(face.face), face.text, ...(face.effects ?? [])].filter((text) => text).join(": ");
  const words = face.text || face.effects?.length ? el("span", {}, el("b", {}, face.text ?? ""), (face.effects ?? []).map((text) => el("small", {}, text))) : null;
  return el("button", { onclick: () => tap(face.face), "aria-label": said }, face.card ? el("span", { class: "number" }, face.card) : die(face.face, asked.sides), words);
}

function totals(runs) {
  const rows = runs.map((run) => el("tr", {}, el("th", { scope: "row" }, run.from === run.to ? String(run.from) : `${run.from}–${run.to}`), el("td", {}, [run.text, ...run.effects].join(": "))));
  return el("details", { open: true }, el("summary", {}, say("What the total means")), el("table", { class: "runs" }, el("tbody", {}, rows)));
}

function result(answer, pressed) {
  const steps = answer.steps.map((step) => el("option", { value: step.id }, step.title));
  const step = el("select", { "aria-label": say("Step to roll again") }, steps);
  const [[line, ...more], nothing] = lines(answer);
  const title = el("h2", { tabindex: "-1" }, line);
  const after = el("div", { id: "after" });
  fill(
    by("result"),
    el("p", { class: "about" }, record.title),
    title,
    thrown(answer.rolls),
    el("div", { class: "came" },
      el("div", { class: "acts" }, after, shared(answer)),
      more.length ? el("ul", {}, more.map((text) => el("li", {}, led(text)))) : null,
      nothing.length ? el("details", {}, el("summary", {}, say.count(nothing.length, "{n} more result: none", "{n} more results: none")), el("ul", {}, nothing.map((text) => el("li", {}, text)))) : null),
    answer.rolls.length ? el("div", { class: "fell" }, el("p", { class: "small quiet", id: "fell" }, say("Chance of exactly these results: {chance}", { chance: say.figure(answer.chance) }))) : null,
    record.history.length ? el("p", { class: "small" }, say("Rolled again: {steps}", { steps: record.history.map((one) => one.again).join(", ") })) : null,
    rolling ? el("div", { class: "buttons" }, el("button", { onclick: back }, say("Undo the last die"))) : null,
    steps.length ? el("div", { class: "buttons" }, step, el("button", { onclick: () => again(step.value) }, say("Roll this step again"))) : null,
  );
  // Pressing the button of what needs no die confirms it.
  told(after, answer, `${record.title}: ${line}`, answer.rolls.flatMap(({ card, faces }) => (card === undefined ? faces : [])).join(" "), pressed && !answer.rolls.length);
  if (answer.rolls.length) fell(by("fell"), record);
  title.focus({ preventScroll: true });
  by("result").scrollIntoView({ block: "nearest" });
}

/** What came of a roll, with a link where it names another roll: that is due next. */
function led(text) {
  const next = offer.procedures.find(({ id, title }) => id !== record.procedure && title.includes(" ") && text.includes(title));
  if (!next) return text;
  const at = text.indexOf(next.title);
  return [text.slice(0, at), el("a", { href: `#roll=${next.id}` }, next.title), text.slice(at + next.title.length)];
}

/** How the roll is given to others: behind a button beside what applies it. */
function shared({ code }) {
  return el(
    "details",
    { id: "share" },
    el("summary", { class: "button" }, say("Share")),
    el("p", {}, `${code.startsWith("F-") ? say("Faces") : say("Code")} `, el("span", { class: "code", id: "code-shown" }, code)),
    el(
      "div",
      { class: "buttons" },
      el("button", { onclick: copy }, say("Copy to share")),
      el("button", { onclick: share, "aria-expanded": "false" }, say("Link")),
      el("button", { onclick: handSheet }, SHEET()),
      el("button", { onclick: () => download(new Blob([JSON.stringify(record, null, 2)], { type: "application/json" }), `${record.procedure}.json`) }, say("Record (JSON)")),
    ),
    el("div", { id: "link" }),
  );
}

/** A line without the number of the time in which it came, with a capital. */
const capital = (text) => text.replace(/^\d+: (?=\p{L})/u, "").replace(/^./u, (first) => first.toUpperCase());

/** What came of a roll, the most telling first: what it did, what it reports, or what the dice came to; and what was nothing. */
function lines({ record: { procedure, outcome: events }, outcome, results, rolls }) {
  const moved = events.filter((one) => one.do === "marker").length;
  const { says = {}, called = {} } = offer.procedures.find(({ id }) => id === procedure) ?? {};
  const text = ([title, value]) => (value ? asking(title, called[title]?.[value] ?? called[title]?.else?.replace("{n}", value) ?? words(value)) : title);
  const sentence = ([title, value]) => (value ? (says[title][value] ?? says[title].else)?.replace("{n}", words(value)) : title);
  const told = results.filter(([title]) => says[title]);
  const not = Object.entries(says).filter(([title, { no }]) => no && results.every(([other]) => other !== title)).map(([, { no }]) => no);
  const left = results.filter((one) => !told.includes(one));
  const none = left.filter(([, value]) => NOTHING.includes(value));
  const empty = none.length > NONE && (none.length < left.length + told.length + not.length + outcome.length || left.length > GLANCE) ? none : [];
  const reported = [...not, ...told.map(sentence).filter(Boolean), ...left.filter((one) => !empty.includes(one)).map(text)];
  const found = [...((outcome.length > 1 || (events.every((one) => one.do === "note") && told.length + not.length)) && reported.length ? [...reported, ...outcome] : [...outcome, ...reported])];
  const stand = rolls.filter((entry) => !entry.rolled_again);
  if (!found.length && stand.length) found.push(...stand.map((entry) => `${stand.length > 1 ? entry.label : entry.label.replace(/: 1$/, "")}: ${came(entry)}`));
  if (!rolls.length && moved > 1) found.unshift(say.count(moved, "{n} marker moves", "{n} markers move"));
  if (!found.length) found.push(say("No die was needed, and nothing happens."));
  return [[...new Set(found.map(capital))], empty.map(text)];
}

/** The dice of a roll, as long as they can be taken in at a glance. */
function thrown(entries) {
  const stand = entries.filter((entry) => entry.card === undefined);
  if (!stand.length || stand.length > GLANCE) return null;
  const side = sideOf(record.inputs);
  const times = new Set(stand.map(({ label }) => label));
  const named = ({ label }) => (times.has(label.replace(/: 1$/, ": 2")) ? label : label.replace(/: 1$/, "")).replace(`${record.title}: `, "");
  return el("div", { class: side ? `thrown owner-${side}` : "thrown", "aria-hidden": "true" }, stand.map((entry) => el("span", {}, entry.faces.map((face) => die(face, sidesOf(entry.dice))), stand.length > 1 ? el("b", {}, named(entry), el("small", {}, did(entry))) : null)));
}

/** What a die came to with its DRMs, and what that did. */
function did(entry) {
  const added = entry.drm.map(([, add]) => ` ${add < 0 ? "−" : "+"} ${Math.abs(add)}`).join("");
  const result = came(entry);
  return [added ? `${entry.faces.join(" + ")}${added} = ${entry.total}` : null, added && result === String(entry.total) ? null : result].filter(Boolean).join(": ");
}

/** A die's result in words, with its card. */
function came({ card, result }) {
  return [card === undefined ? null : say("card {n}", { n: card }), card !== undefined && result === "other" ? null : words(result)].filter((text) => text).join(", ");
}

function rolls(entries) {
  let drawn = 0; // cards are numbered in the order in which they come up
  by("rolls").hidden = !entries.length;
  fill(
    by("rolls"),
    el("h3", {}, say("Every die")),
    el(
      "ol",
      { class: "log" },
      entries.map((entry) => {
        const sides = sidesOf(entry.dice);
        const added = entry.drm.map(([text, add]) => `${add > 0 ? "+" : ""}${add} ${text}`).join(", ");
        return el(
          "li",
          {},
          el("span", { class: "shown" }, entry.card === undefined ? entry.faces.map((face) => die(face, sides)) : el("span", { class: "quiet" }, `${(drawn += 1)}.`)),
          el("span", { class: "what" }, entry.label, added ? el("small", { class: "quiet" }, ` ${added} = ${entry.total}`) : null, entry.attempt > 1 ? el("small", { class: "quiet" }, ` ${say("attempt {n}", { n: entry.attempt })}`) : null),
          el("b", {}, came(entry) + (entry.rolled_again ? ` ${say("(rolled again)")}` : "")),
          record && entry.card === undefined ? el("button", { class: "anew", title: say("Roll this line again"), "aria-label": say("Roll again: {label}", { label: entry.label }), onclick: () => again(entry.path.split("/")[1], entry.path) }, "↻") : null,
        );
      }),
    ),
  );
}

/** Roll a step again; with a path, only that line of it. */
async function again(step, path = null) {
  const item = (one) => one.split("/").at(-1);
  const lines = path === null ? [] : record.rolls.filter((one) => one.card === undefined && one.path !== path && one.path.split("/")[1] === step && one.path.split("/").length > 2);
  try {
    rolling = null;
    const answer = await ask("again", { record, step, kept: [...new Set(lines.map((one) => item(one.path)))] });
    show(answer);
    stay(answer);
  } catch (error) {
    trouble(error.message);
  }
}

async function handSheet(event) {
  const pressed = event.target;
  pressed.disabled = true;
  await sheet(record).catch((error) => trouble(error.message));
  pressed.disabled = false;
}

/** Show the link of the roll, as text and as a QR code. */
function share(event) {
  const shown = by("link").childElementCount > 0;
  event.target.setAttribute("aria-expanded", String(!shown));
  if (shown) return fill(by("link"));
  const link = linkTo(fragment(offer.game.id, { procedure: record.procedure, given: used, code: last.code }));
  fill(
    by("link"),
    drawing(picture(link, say("QR code of the link"))),
    el("p", {}, el("code", {}, link)),
    el("p", { class: "small quiet" }, say("It repeats this roll in the preview, the companion, and with rcwkit roll.")),
  );
}

async function copy(event) {
  const { code } = last;
  const inputs = Object.entries(record.inputs).map(([name, value]) => `${name} = ${Array.isArray(value) ? value.join("+") || "-" : value}`);
  const text = [`${offer.game.title}: ${record.title}`, ...(inputs.length ? [inputs.join(", ")] : []), say("code {code}", { code }), linkTo(fragment(offer.game.id, { procedure: record.procedure, given: used, code }))].join("\n");
  await navigator.clipboard.writeText(text).then(
    () => (event.target.textContent = say("Copied")),
    () => getSelection().selectAllChildren(by("code-shown")),
  );
}

by("form").addEventListener("submit", (event) => (event.preventDefault(), digital(true)));
by("own").addEventListener("click", own);
by("procedure").addEventListener("change", () => choose());
by("questions").addEventListener("input", ({ target }) => {
  keepGiven(target);
  // A field that was made anew hears of its change no more.
  if (!target.isConnected) (forget(), odds());
});
by("questions").addEventListener("change", ({ target }) => {
  keepGiven(target);
  forget();
  odds();
});
document.addEventListener("keydown", (event) => {
  if (!rolling || by("need").offsetParent === null || event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const asked = last.need;
  if (event.key === "Backspace") back();
  else if (event.key.toLowerCase() === "r") tap(null);
  else if (/^[0-9]$/.test(event.key) && !asked.faces[0].card) {
    const face = event.key === "0" ? 10 : Number(event.key);
    if (face > asked.sides || asked.sides > 10) return;
    tap(face);
  } else return;
  event.preventDefault();
});

// A page that opens with another part does not make its roller before somebody wants it.
const roller = document.querySelector(".roller");
const wanted = () => !roller.matches(".page:not(.shown)") || location.hash.startsWith("#roll");
function begin() {
  if (!wanted()) return;
  removeEventListener("hashchange", begin);
  start().catch((error) => trouble(error.message));
}
addEventListener("hashchange", begin);
begin();

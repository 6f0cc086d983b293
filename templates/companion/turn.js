// The turn at the table: where it stands, what is due, what is rolled now, and what comes next.

import { ahead } from "./ahead.js";
import { by, el, fill, whenIdle } from "./common.js";
import { done, head, lines, listed, open, thrown } from "./log.js";
import { drawnFor } from "./pages.js";
import { all, found, valuesOf } from "./parts.js";
import { phases, rounds } from "./phases.js";
import { say } from "./say.js";
import { fact, game, sent, step, steps, undo } from "./state.js";
import { beside, boxTitle, boxesOf, face, faces, inSmall, labels, markers, move, rowOf, score, standing, stands, titleOf } from "./tracks.js";

const TURN = document.body.dataset.turn;
const LONGEST = 20; // turns that are drawn as boxes
const LATEST = 12; // lines of the log beside the turn
const CARDS = JSON.parse(document.getElementById("turn-data").textContent).cards;

const phase = () => phases[fact("phase") ?? 0];
const stage = () => phase()?.steps[fact("stage") ?? 0];

/** The first step from a place on that is due in this turn, or -1. */
function dueFrom(steps, from) {
  const now = TURN ? standing(TURN) ?? boxesOf(TURN)[0] : null;
  return steps.findIndex(({ turns }, place) => place >= from && (!now || !turns.length || turns.includes(now)));
}

/** Where the turn goes after this step: to the next one, the next phase, or null at its end. */
function next() {
  const at = fact("phase") ?? 0;
  const here = dueFrom(phase().steps, (fact("stage") ?? 0) + 1);
  if (here >= 0) return { phase: at, stage: here, title: titleOfStep(phase().steps[here]) };
  if (at + 1 < phases.length) return { phase: at + 1, stage: Math.max(0, dueFrom(phases[at + 1].steps, 0)), title: phases[at + 1].title };
  return null;
}

const titleOfStep = ({ number, title }) => [number, title].filter(Boolean).join(" ");

function go({ phase: at, stage: here }) {
  step({ phase: at, stage: here });
}

/** The next turn: its marker moves on, the rounds begin anew; ticks, and what was answered to rolls and by them, are of the turn that ends. */
function end() {
  unfolded();
  const box = TURN ? beside(TURN, 1) : null;
  const over = [...[...document.querySelectorAll("#pages [data-fill][type=checkbox]")].map((one) => one.dataset.fill), ...Object.keys(sent().facts).filter((key) => /^(answers|report|note[|]turn)[|]/.test(key))];
  step({ phase: 0, stage: 0, ...Object.fromEntries(over.map((key) => [key, null])), ...(box === null ? {} : { [`at|${TURN}`]: box }), ...(rounds ? { [`at|${rounds}`]: boxesOf(rounds)[0] } : {}) }, box === null ? say("The next turn begins.") : say("Turn {turn} begins.", { turn: boxTitle(TURN, box) }));
}

/** A title in two parts: what tells it from others, and its last word if others end with it, too. */
function parted(title) {
  const last = title.match(/ \S+$/)?.[0] ?? "";
  return last && phases.filter((one) => one.title.endsWith(last)).length > 1 ? [title.slice(0, -last.length), el("span", { class: "again" }, last)] : [title];
}

function strip() {
  const at = fact("phase") ?? 0;
  return phases.map((one, number) =>
    el("button", { type: "button", class: number < at ? "past" : null, "aria-current": number === at ? "step" : null, onclick: () => go({ phase: number, stage: 0 }) }, el("span", {}, parted(one.title)), el("span", { class: "dots", "aria-hidden": "true" }, number === at ? one.steps.map((_, place) => el("i", { class: place < (fact("stage") ?? 0) ? "past" : place === (fact("stage") ?? 0) ? "now" : null })) : null)),
  );
}

/** What the rolls that are due would do where no die is needed: what each does, all moves of markers, and their points. */
function foreseen() {
  const rolls = stage()?.rolls ?? [];
  const each = new Map(rolls.map(({ id }) => [id, ahead(id, show)]));
  const all = (part) => new Map([...each.values()].flatMap((one) => [...(one?.[part] ?? [])]));
  return { each, moves: all("moves"), points: all("points") };
}

/** A roll that is due: what it would move, or what came of it in this step. */
function rollOf({ id, title }, ahead) {
  const last = done(id);
  const moves = ahead?.moves.size;
  const verb = ahead ? say("Check") : say("Roll");
  const told = last ? last.text.replace(`${title}: `, "") : moves ? say.count(moves, "{n} marker moves", "{n} markers move") : null;
  const left = !last && ahead?.open ? el("b", {}, say("To confirm: {n}", { n: ahead.open })) : null;
  return el("li", { class: last && !open(last) ? "done" : "open" }, el("span", {}, title, told || left ? el("small", {}, told, told && left ? " · " : null, left) : null), el("a", { class: "button roll", href: `#roll=${id}`, "aria-label": `${verb}: ${title}` }, verb));
}

/** Where a game is set up, and what is rolled for it: asked for while its first step is due. */
function setUp() {
  const begun = fact("phase") || fact("stage") || (TURN && standing(TURN) !== boxesOf(TURN)[0]);
  const list = begun ? null : document.getElementById(`setup-${fact("scenario")}`) ?? document.querySelector("[data-setup]");
  if (!list) return [];
  const wanted = [...list.querySelectorAll("[data-option]")].filter(({ dataset }) => fact(`option|${dataset.option}`));
  return [...wanted.map(({ dataset }) => rollOf({ id: dataset.option, title: dataset.title })), el("li", { class: valuesOf(list, "data-tick").every((tick) => fact(`tick|${tick}`) !== null) ? "done" : null }, el("span", {}, list.querySelector("summary").textContent), el("a", { class: "button roll", href: `#${list.id}` }, list.querySelector(".done").textContent))];
}

function due(each) {
  const now = stage();
  const then = next();
  const todo = [...setUp(), ...(now?.rolls ?? []).map((one) => rollOf(one, each.get(one.id)))];
  const left = todo.filter((one) => one.matches(".open")).length;
  const over = todo.every((one) => one.matches(".done"));
  return [
    el("h2", {}, now?.number ? el("span", { class: "numeral" }, now.number) : null, el("span", {}, now?.title ?? phase().title)),
    el("p", { class: "quiet" }, [phase().title, now?.rule ? say("Rule {rule}", { rule: now.rule }) : null].filter(Boolean).join(" · "), now?.href ? [" · ", el("a", { href: now.href }, say("read it"))] : null),
    now?.note || phase().note ? el("p", {}, now?.note || phase().note) : null,
    el("ul", { class: "todo" }, todo),
    el("div", { class: "buttons" },
      todo.length ? el("small", { class: "quiet" }, left ? say.count(left, "{n} roll open", "{n} rolls open") : over ? say("all done") : null) : null,
      el("button", { type: "button", id: "next", class: over ? "strong" : null, onclick: () => (then ? go(then) : end()) }, then ? say("Next: {what}", { what: then.title }) : say("End of turn"))),
    boxesOf(TURN).length > 1 && boxesOf(TURN).length <= LONGEST ? el("p", { class: "turns", "aria-hidden": "true" }, turns()) : null,
  ];
}

/** The turns of the game as boxes, those that are over and the one that is played among them. */
function turns() {
  const boxes = boxesOf(TURN);
  const at = boxes.indexOf(standing(TURN) ?? boxes[0]);
  return boxes.map((box, place) => el("i", { class: place < at ? "past" : place === at ? "now" : null }, boxTitle(TURN, box)));
}

/** The section of the folder that says this step. */
function section({ number, href }) {
  const heads = [...document.querySelectorAll('#pages > [id^="pages-"], #pages [id^="pages-"]')];
  const page = (one) => heads.findLast((head) => head.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)?.id;
  return [...document.querySelectorAll("#pages .section:not(:has(.section))")].find((one) => one.querySelector("h3 > .mark")?.textContent === number && `#${page(one)}` === href);
}

/** The rulings that a section names, each a tap away. */
function applying(found) {
  const links = new Map([...found.querySelectorAll(".flag a")].map((link) => [link.hash, link]));
  const flags = [...links.values()].map((link) => el("span", { class: "flag" }, link.cloneNode(true)));
  return flags.length ? el("p", { class: "applying" }, el("span", {}, say.count(flags.length, "{n} ruling applies", "{n} rulings apply")), flags) : null;
}

let folder = null; // once it is read: whether there is one
const unfolded = () => (folder = Boolean(found("pages")));
let waiting = false; // for it
/** Whether all stands on the page that comes a little later. */
export const settled = () => !waiting;
let placed = null; // the section that is shown in place
const twins = []; // its fields, each with that of the page

/** Show the folder's words and charts of this step in place: at length where no tracks are, else folded. */
function inPlace(alone) {
  const now = stage();
  if (now?.number && folder === null) {
    // First the turn itself: a phone takes a while for the folder.
    if (!waiting) all.then(() => whenIdle(() => ((waiting = false), unfolded(), show())));
    waiting = true;
    return;
  }
  const found = now?.number ? section(now) : null;
  if (found !== placed) {
    placed = found;
    const copy = found?.cloneNode(true);
    if (copy) drawnFor(copy);
    twins.length = 0;
    for (const one of copy ? [copy, ...copy.querySelectorAll("[id]")] : []) one.removeAttribute("id");
    copy?.querySelectorAll("input").forEach((field, at) => {
      const twin = found.querySelectorAll("input")[at];
      twins.push([field, twin]);
      field.removeAttribute("data-fill");
      field.removeAttribute("data-tick");
      field.addEventListener("change", () => (Object.assign(twin, { value: field.value, checked: field.checked }), twin.dispatchEvent(new Event("change", { bubbles: true }))));
    });
    const shown = copy ? el("div", { class: "blocks" }, copy) : null;
    fill(by("in-place"), copy && !alone ? el("div", { class: "in-place" }, el("h2", {}, say("Also in this step")), applying(found), el("details", {}, el("summary", {}, say("In the folder")), shown)) : null);
    fill(by("here"), copy && alone ? el("div", { class: "in-place" }, shown) : null);
  }
  for (const [field, twin] of twins) if (field !== document.activeElement) Object.assign(field, { value: twin.value, checked: twin.checked });
}

/** A counter with − and +, for a marker on a long track. */
function counted(marker) {
  const sides = faces(marker).map((one) => el("button", { type: "button", "aria-label": one.getAttribute("aria-label"), disabled: one.disabled, onclick: () => score(one) }, "+ ", one.querySelector(".sign")?.cloneNode(true) ?? one.dataset.title));
  const press = (by, sign) => el("button", { type: "button", "aria-label": `${titleOf(marker)} ${sign}`, disabled: beside(marker, by) === null, onclick: () => move(marker, beside(marker, by)) }, sign);
  return el("div", { class: fresh(marker) ? "counted fresh" : "counted" }, el("a", { href: "#tracks" }, titleOf(marker)), sides.length ? [el("b", {}, stands(marker)), ...sides] : [press(-1, "−"), el("b", {}, stands(marker)), press(1, "+")]);
}

/** Whether a line of the log carried out what came of a roll, and nothing was done since. */
const applied = (line) => Boolean(line?.roll?.applied) && steps().at(-1) === line;
/** Whether a marker was moved by it. */
const fresh = (marker) => applied(steps().at(-1)) && `at|${marker}` in steps().at(-1).before;

/** A row of a table in small: its boxes, gates that are shut, the marker in one of them, its points, and where it would go. */
function small(marker, { moves, points }) {
  const group = rowOf(marker);
  const at = standing(marker);
  const mark = group.querySelector("legend .sign");
  const title = titleOf(marker);
  const count = points.get(marker) ?? 0;
  const to = moves.get(marker) ?? null;
  const told = [`${title}: ${boxTitle(marker, at)}`, count ? say("points: {n}", { n: count > 0 ? `+${count}` : `−${-count}` }) : null, to === null ? null : `→ ${boxTitle(marker, to)}`].filter(Boolean).join(", ");
  const end = labels(marker).at(count < 0 ? 0 : -1);
  return el("a", { class: fresh(marker) ? "small-track fresh" : "small-track", href: `#${group.id}`, "aria-label": told }, el("span", { class: "named" }, mark?.cloneNode(true), title, count ? el("b", { class: end.className }, count < 0 ? `‹${-count}` : `${count}›`) : null), inSmall(marker, to));
}

/** The rows of the tables, by their groups, and how many markers stand in the boxes at both ends. */
function tables(rowed, then) {
  const groups = [...new Set(rowed.map((marker) => rowOf(marker).dataset.group ?? ""))];
  const [first] = rowed;
  const after = (marker) => then.moves.get(marker) ?? standing(marker);
  const count = (box, where) => rowed.filter((marker) => where(marker) === box).length;
  const counted = (box) => el("span", { class: labels(first).find((label) => label.querySelector("input").value === box).className }, el("small", {}, boxTitle(first, box)), el("b", {}, String(count(box, standing))), count(box, standing) === count(box, after) ? null : " ", count(box, standing) === count(box, after) ? null : el("b", {}, el("small", {}, "› "), String(count(box, after))));
  const ends = rowed.length > 5 && boxesOf(first).length > 2 ? [boxesOf(first)[0], boxesOf(first).at(-1)] : [];
  const own = (name) => rowed.filter((marker) => (rowOf(marker).dataset.group ?? "") === name);
  // Beside a first group that is much longer than the others, the sums have room in the corner.
  const corner = ends.length && groups.length === 3 && own(groups[0]).length > Math.max(...groups.slice(1).map((name) => own(name).length)) + 2;
  const [left, right] = [labels(first)[0], labels(first).at(-1)];
  const shut = rowed.some((marker) => labels(marker).some((label) => label.matches(".shut")));
  const signs = [
    ...(shut ? [[el("i", { class: "shut" }), say("gate shut")]] : []),
    ...(then.moves.size ? [[el("i", { class: "ring" }), say("will move to")]] : []),
    ...(then.points.size ? [[el("b", {}, "2›"), say("net points")]] : []),
  ];
  return [
    el("h2", {}, rowOf(first).closest(".board").querySelector("h2").textContent, ends.length ? el("small", { "aria-hidden": "true" }, el("span", { class: left.className }, `‹ ${boxTitle(first, ends[0])}`), " ", el("span", { class: right.className }, `${boxTitle(first, ends[1])} ›`)) : null),
    el("div", { class: corner ? "groups corner" : groups.length > 1 ? "groups" : "" },
      groups.map((name) => el("div", { class: "small-tracks" }, name ? el("h3", {}, name) : null, own(name).map((marker) => small(marker, then)))),
      ends.length ? el("div", { class: "sums" }, ends.map(counted), signs.length ? el("p", { class: "legend", "aria-hidden": "true" }, signs.map((sign) => el("span", {}, sign))) : null) : null),
  ];
}

const CYCLE = { "": "played", played: "event", event: "" };
const told = { played: () => say("played"), event: () => say("event") };

/** A card that procedures ask for: not played, played, or played as an event. */
function card(name) {
  const now = fact(`card|${name}`) ?? "";
  const press = () => {
    const then = CYCLE[now];
    step({ [`card|${name}`]: then || null }, then ? `${name}: ${told[then]()}` : say("{card}: not played", { card: name }));
  };
  return el("button", { type: "button", class: `card-played ${now}`, "aria-pressed": String(Boolean(now)), onclick: press }, el("b", {}, name), now ? el("small", {}, told[now]()) : null);
}

function show() {
  const focused = document.activeElement?.id;
  const rowed = markers().filter((marker) => marker.split("|")[1] && boxesOf(marker).length <= 8);
  const counters = markers().filter((marker) => marker.endsWith("|") && marker !== TURN && boxesOf(marker).length > 1);
  const tracked = (some) => el("div", { class: "counters" }, some.map(counted));
  const [known, rest] = [true, false].map((there) => counters.filter((marker) => Boolean(standing(marker)) === there));
  const lead = markers().map(face).find(Boolean);
  fill(by("turn-head"), TURN ? el("b", { class: "turn" }, el("small", {}, say("Turn")), boxTitle(TURN, standing(TURN) ?? boxesOf(TURN)[0])) : null, el("a", { href: "#games" }, game().name || say("New game"), " ▾"), lead ? el("span", { class: "lead" }, lead.querySelector(".sign")?.cloneNode(true), el("b", {}, `+${boxTitle(lead.dataset.of, standing(lead.dataset.of))}`), el("small", {}, say("{side} leads", { side: lead.dataset.title }))) : null);
  fill(by("phases"), phases.length > 1 ? strip() : null);
  const then = foreseen();
  fill(by("due"), phases.length ? due(then.each) : null);
  fill(by("standing"), ...(rowed.length ? tables(rowed, then) : []), ...[known, rest].map((some, hidden) => (!some.length ? null : hidden && known.length ? el("details", { open: by("standing").querySelector("details")?.open }, el("summary", {}, say("More tracks")), tracked(some)) : tracked(some))));
  fill(by("played"), CARDS.length ? [el("h3", {}, say("Cards played")), el("div", { class: "cards" }, CARDS.map(card))] : null);
  inPlace(!rowed.length && !counters.length);
  const last = lines().at(-1);
  by("last").hidden = !last;
  by("last").classList.toggle("applied", applied(last));
  if (last) fill(by("last"), applied(last) ? el("i", { "aria-hidden": "true" }, "✓") : thrown(last), el("span", {}, last.text ?? "", el("small", {}, applied(last) ? say.count(last.roll.changes, "{n} change, in the log", "{n} changes, in the log") : head(last))), steps().at(-1) === last ? el("button", { type: "button", "aria-label": say("Undo: {what}", { what: last.text ?? "" }), onclick: undo }, applied(last) ? say("Undo") : "↶") : null);
  fill(by("latest"), el("h2", {}, el("a", { href: "#log" }, say("Log")), el("small", {}, say("by turn"))), el("ol", { class: "log" }, listed(lines().slice(-LATEST))), last ? null : el("p", { class: "quiet small" }, say("Nothing yet: rolls and moved markers come here.")));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

addEventListener("state", show);
show();

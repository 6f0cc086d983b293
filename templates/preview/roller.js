// The roller. answers.js walks the procedure; this page sends all answers and faces each time, and shows the reply.

import { SHEET, ask, sheet } from "./answers.js";
import { by, download, drawing, el, fill } from "./common.js";

const PIPS = { 1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "025368" };
const FOLDED = 6; // fold away this many questions that have defaults
let offer = null;
let rolling = null; // while rolling one's own dice
let last = null; // the last answer, for the set-up
let record = null;
let turn = Promise.resolve();
const chips = new Map();

const chosen = () => offer.procedures.find((one) => one.id === by("procedure").value);

async function start() {
  offer = await ask("offer");
  document.title = `${offer.game.title} – ${document.title}`;
  by("game").textContent = offer.game.title;
  const groups = [...new Set(offer.procedures.map((one) => one.group))];
  fill(
    by("procedure"),
    ...groups.map((group) =>
      el("optgroup", { label: group }, offer.procedures.filter((one) => one.group === group).map((one) => el("option", { value: one.id }, one.title))),
    ),
  );
  if (!offer.procedures.length) return trouble("This game has nothing to roll.");
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (offer.procedures.some((one) => one.id === wanted.get("roll"))) by("procedure").value = wanted.get("roll");
  choose(wanted);
}

/** Show a procedure's questions, with answers from the address, if any. */
function choose(answers = new URLSearchParams()) {
  const { rule, questions } = chosen();
  by("rule").textContent = rule ? `Rule ${rule}` : "";
  const open = questions.filter((one) => one.default === null || one.name === "scenario");
  const rest = questions.filter((one) => !open.includes(one));
  const folded = rest.length > FOLDED;
  fill(
    by("questions"),
    ...[...open, ...(folded ? [] : rest)].map((one) => question(one, answers.get(one.name))),
    ...(folded ? [el("details", {}, el("summary", {}, `${rest.length} more questions with default answers`), rest.map((one) => question(one, answers.get(one.name))))] : []),
  );
  by("code").value = answers.get("code") ?? "";
  forget();
  odds();
}

function question(one, answer) {
  const value = answer ?? one.default ?? "";
  if (one.choices && one.choices.length <= 5) {
    const options = one.choices.map((choice) =>
      el("label", {}, el("input", { type: "radio", name: one.name, value: choice.value, checked: choice.value === value, required: true }), choice.title),
    );
    return el("fieldset", {}, el("legend", {}, one.title), el("div", { class: "choices" }, options));
  }
  if (one.choices) {
    const empty = value === "" ? [el("option", { value: "" }, "Choose …")] : [];
    const select = el("select", { name: one.name, required: true }, empty, one.choices.map((choice) => el("option", { value: choice.value }, choice.title)));
    select.value = value;
    return el("label", {}, one.title, select);
  }
  if (one.many) return el("label", {}, `${one.title} (${one.low}–${one.high}, joined by +; none: -)`, el("input", { name: one.name, value: value || "-", required: true }));
  if (one.free) return el("label", {}, one.title, el("input", { name: one.name, value, required: true }));
  return el("label", {}, `${one.title} (${one.low}–${one.high})`, el("input", { type: "number", name: one.name, min: one.low, max: one.high, value, required: true, inputmode: "numeric" }));
}

const given = () => Object.fromEntries([...new FormData(by("form"))].filter(([, value]) => value !== ""));
const complete = () => by("form").checkValidity();

function forget() {
  rolling = record = null;
  for (const id of ["trouble", "need", "result", "rolls", "setup"]) by(id).hidden = true;
}

function trouble(text) {
  by("trouble").textContent = text;
  by("trouble").hidden = !text;
}

/** Request the next die or the whole roll, sending every face so far. */
async function roll(asked) {
  try {
    const answer = await ask("roll", asked);
    trouble("");
    show(answer);
    return answer;
  } catch (error) {
    trouble(error.message);
    return null;
  }
}

async function digital() {
  rolling = null;
  await roll({ procedure: by("procedure").value, given: given(), code: by("code").value.trim() || null });
}

async function own() {
  if (!by("form").reportValidity()) return;
  rolling = { procedure: by("procedure").value, given: given(), code: null, faces: [] };
  const answer = await roll(rolling);
  if (answer?.code) rolling.code = answer.code;
}

/** Enter a face of the next die. Taps are queued, however quick they are. */
function tap(face) {
  turn = turn.then(async () => {
    if (!rolling || !last.need) return;
    rolling.faces.push(face);
    if (!(await roll(rolling))) rolling.faces.pop();
  });
}

function back() {
  turn = turn.then(async () => {
    if (!rolling?.faces.length) return;
    rolling.faces.pop();
    await roll(rolling);
  });
}

function show(answer) {
  last = answer;
  record = answer.record ?? null;
  by("need").hidden = !answer.need;
  by("result").hidden = !record;
  if (answer.need) need(answer.need, answer.outcome);
  else result(answer);
  rolls(answer.rolls);
  setup(answer.setup);
}

function need(asked, outcome) {
  const many = asked.dice.startsWith("1d") || asked.faces[0].card ? "" : `, die ${asked.die}`;
  // A die that is just added up needs no words.
  const plain = !asked.faces.some((face) => face.card || face.effects?.length || (face.text && face.text !== String(face.face)));
  const title = el("h2", { tabindex: "-1" }, asked.label);
  fill(
    by("need"),
    title,
    el("p", {}, `${asked.dice}${many}`, asked.shown.length ? `, so far ${asked.shown.join(" and ")}` : "", asked.drm.length ? `. DRM: ${asked.drm.join(", ")}` : ""),
    asked.note ? el("p", { class: "quiet" }, asked.note) : null,
    asked.totals.length ? totals(asked.totals) : null,
    el("div", { class: plain ? "faces plain" : "faces" }, asked.faces.map((face) => button(plain ? { face: face.face } : face, asked))),
    el(
      "div",
      { class: "buttons" },
      el("button", { onclick: () => tap(null) }, "Roll this one for me (R)"),
      el("button", { onclick: back, disabled: rolling?.faces.length === 0 }, "Undo the last one (Backspace)"),
    ),
    asked.sides <= 10 && !asked.faces[0].card ? el("p", { class: "small quiet" }, `Tap what you rolled, or type it${asked.sides === 10 ? " (0 is 10)" : ""}.`) : null,
    outcome.length ? el("p", { class: "small" }, `So far: ${outcome.join("; ")}`) : null,
  );
  // Keystrokes go to the next die.
  title.focus({ preventScroll: true });
}

function button(face, asked) {
  const said = [face.card ? `card ${face.card}` : String(face.face), face.text, ...(face.effects ?? [])].filter((text) => text).join(": ");
  const words = face.text || face.effects?.length ? el("span", {}, el("b", {}, face.text ?? ""), (face.effects ?? []).map((text) => el("small", {}, text))) : null;
  return el("button", { onclick: () => tap(face.face), "aria-label": said }, face.card ? el("span", { class: "number" }, face.card) : die(face.face, asked.sides), words);
}

/** The face of a die: pips if it has six sides, otherwise a number. */
function die(face, sides) {
  if (sides !== 6) return el("span", { class: "number" }, String(face));
  const spots = [...PIPS[face]].map((at) => el("circle", { cx: 24 + 26 * (at % 3), cy: 24 + 26 * Math.floor(at / 3), r: 9 }));
  return el("svg", { class: "die", viewBox: "0 0 100 100", role: "img", "aria-label": String(face) }, el("rect", { x: 3, y: 3, width: 94, height: 94, rx: 14 }), spots);
}

function totals(runs) {
  const rows = runs.map((run) => el("tr", {}, el("th", { scope: "row" }, run.from === run.to ? String(run.from) : `${run.from}–${run.to}`), el("td", {}, [run.text, ...run.effects].join(": "))));
  return el("details", { open: true }, el("summary", {}, "What the total means"), el("table", { class: "runs" }, el("tbody", {}, rows)));
}

function result(answer) {
  const code = record.seed ?? record.faces_code;
  const steps = answer.steps.map((step) => el("option", { value: step.id }, step.title));
  const step = el("select", { "aria-label": "Step to roll again" }, steps);
  const title = el("h2", { tabindex: "-1" }, record.title);
  fill(
    by("result"),
    title,
    answer.outcome.length ? el("ul", {}, answer.outcome.map((line) => el("li", {}, line))) : el("p", {}, "Nothing changes on the map; see the results below."),
    answer.results.length ? el("ul", { class: "report" }, answer.results.map(([title, value]) => el("li", {}, value ? [`${title}: `, el("b", {}, words(value))] : title))) : null,
    el("p", { class: "small quiet" }, `Chance of exactly these results: ${answer.chance}`),
    record.history.length ? el("p", { class: "small" }, `Rolled again: ${record.history.map((one) => one.again).join(", ")}`) : null,
    el("p", {}, record.history.length ? "Faces " : "Code ", el("span", { class: "code", id: "code-shown" }, record.history.length ? record.faces_code : code)),
    el(
      "div",
      { class: "buttons" },
      el("button", { onclick: copy }, "Copy to share"),
      el("button", { onclick: handSheet }, SHEET),
      el("button", { onclick: () => download(new Blob([JSON.stringify(record, null, 2)], { type: "application/json" }), `${record.procedure}.json`) }, "Record (JSON)"),
    ),
    steps.length ? el("div", { class: "buttons" }, step, el("button", { onclick: () => again(step.value) }, "Roll this step again")) : null,
  );
  title.focus({ preventScroll: true });
  title.scrollIntoView({ block: "nearest" });
}

function rolls(entries) {
  by("rolls").hidden = !entries.length;
  fill(
    by("rolls"),
    el("h3", {}, "Every die"),
    el(
      "ol",
      { class: "log" },
      entries.map((entry) => {
        const sides = Number(entry.dice.split("d")[1]) || 0;
        const said = [entry.card === undefined ? null : `card ${entry.card}`, entry.card !== undefined && entry.result === "other" ? null : words(entry.result)].filter((text) => text);
        const added = entry.drm.map(([text, add]) => `${add > 0 ? "+" : ""}${add} ${text}`).join(", ");
        return el(
          "li",
          {},
          el("span", { class: "shown" }, entry.card === undefined ? entry.faces.map((face) => die(face, sides)) : null),
          el("span", { class: "what" }, entry.label, added ? el("small", { class: "quiet" }, ` ${added} = ${entry.total}`) : null, entry.attempt > 1 ? el("small", { class: "quiet" }, ` attempt ${entry.attempt}`) : null),
          el("b", {}, said.join(", ") + (entry.rolled_again ? " (rolled again)" : "")),
        );
      }),
    ),
  );
}

const words = (value) => String(value).replaceAll("_", " ");

async function again(step) {
  try {
    rolling = null;
    show(await ask("again", { record, step, kept: [] }));
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

async function copy(event) {
  const code = record.history.length || !record.seed ? record.faces_code : record.seed;
  const answers = Object.entries(record.inputs).map(([name, value]) => `${name} = ${Array.isArray(value) ? value.join("+") || "-" : value}`);
  const text = [`${offer.game.title}: ${record.title}`, ...(answers.length && answers.length <= FOLDED ? [answers.join(", ")] : []), `code ${code}`].join("\n");
  await navigator.clipboard.writeText(text).then(
    () => (event.target.textContent = "Copied"),
    () => getSelection().selectAllChildren(by("code-shown")),
  );
}

async function odds() {
  const procedure = by("procedure").value;
  by("odds").hidden = !complete();
  if (!complete()) return;
  const found = await ask("odds", { procedure, given: given() }).catch((error) => ({ error: error.message, answers: [] }));
  if (procedure !== by("procedure").value) return;
  fill(
    by("odds"),
    el("h3", {}, "Odds"),
    found.error ? el("p", { class: "small quiet" }, found.error) : null,
    el("dl", {}, found.answers.flatMap(answered)),
  );
}

function answered(answer) {
  const title = answer.mean ? `${answer.title} (on average ${Number(answer.mean.decimal.toPrecision(3))})` : answer.title;
  const lines = answer.probability ? [{ ...answer.probability, value: null }] : answer.distribution;
  return [
    el("dt", {}, title),
    ...lines.map((line) =>
      el(
        "dd",
        { class: line.value === null ? "single" : null, title: line.fraction },
        line.value === null ? null : el("span", {}, words(line.value)),
        el("span", { class: "bar", "--part": `${line.decimal * 100}%` }),
        el("span", { class: "percent" }, line.percent),
      ),
    ),
  ];
}

async function setup(found) {
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
    el("h2", {}, `Set-up: ${found.title}`),
    el("label", {}, el("input", { type: "checkbox", id: "all", checked: all, onchange: () => setup(last.setup) }), "Also show what was not rolled"),
    ...(forces.length ? forces.flatMap(force) : [el("p", { class: "small quiet" }, "Dice have not placed, flipped or moved any counter yet.")]),
  );
}

function force({ title, regions }) {
  const spot = ({ number, name, chips: keys }) =>
    el("div", { class: "spot" }, el("span", { class: "place" }, number ? el("b", {}, number) : null, name), el("span", { class: "chips" }, keys.filter((key) => chips.has(key)).map((key) => drawing(chips.get(key)))));
  return [el("h3", {}, title), ...regions.flatMap((region) => [el("h4", {}, region.title), ...region.spots.map(spot)])];
}

by("form").addEventListener("submit", (event) => (event.preventDefault(), digital()));
by("own").addEventListener("click", own);
by("procedure").addEventListener("change", () => choose());
by("questions").addEventListener("change", () => (forget(), odds()));
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

start().catch((error) => trouble(error.message));

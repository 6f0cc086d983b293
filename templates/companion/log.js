// The log: every step that has words, under its turn, with undo and redo; it can be copied and sent.

import { by, download, el, fill } from "./common.js";
import { die } from "./dice.js";
import { all } from "./parts.js";
import { say } from "./say.js";
import { fact, game, redo, redoable, step, steps, undo, undoable } from "./state.js";
import { phaseTitle, phases } from "./phases.js";
import { boxTitle, boxesOf } from "./tracks.js";

const TURN = document.body.dataset.turn;
const [fully, shortly] = [say.dates({ dateStyle: "short", timeStyle: "short" }), say.dates({ timeStyle: "short" })];
const time = ({ when }) => fully(when);
const clock = ({ when }) => shortly(when);
const number = ({ phase, stage }) => phases[phase]?.steps[stage]?.number ?? "";
export const lines = () => steps().filter(({ text, lost }) => text || lost);
const worded = ({ text, lost }) => (lost ? say("Not done, as another phone was first: {what}", { what: text ?? Object.values(lost).filter(Boolean).join(", ") }) : text);
/** The turn and the phase of a line. */
export const head = ({ turn, phase }) => [TURN ? say("Turn {turn}", { turn: boxTitle(TURN, turn ?? boxesOf(TURN)[0]) }) : null, phase === null || phase === undefined ? null : phaseTitle(phase)].filter(Boolean).join(" · ");

/** The lines with the headings of their turns: [heading, lines]. */
function parts(some) {
  const found = [];
  for (const line of some) {
    if (found.at(-1)?.[0] !== head(line)) found.push([head(line), []]);
    found.at(-1)[1].push(line);
  }
  return found;
}

const title = () => [by("game").textContent, game().name].filter(Boolean).join(", ");
const told = () => [say("{game}: log", { game: title() }), ...parts(lines()).flatMap(([turn, all]) => [...(turn ? [`== ${turn}`] : []), ...all.map((entry) => `${time(entry)}  ${worded(entry)}`)]), ""].join("\n");

/** The dice of a step, as pictures if they are few. */
export function thrown({ dice, sides = 0 }) {
  if (!dice) return null;
  const faces = dice.split(" ");
  return faces.length > 4 || !sides ? el("span", { class: "dice" }, dice) : el("span", { class: "dice" }, faces.map((face) => die(Number(face), sides)));
}

/** Whether a roll would change something that nobody applied, as its faces stand. */
export const open = ({ roll }) => roll?.changes > 0 && !steps().some((one) => one.roll?.applied && one.roll.procedure === roll.procedure && one.roll.code === roll.code);

/** The line of the last roll of a procedure in this step of the turn, if there is one. */
export const done = (procedure) => lines().findLast(({ roll, turn, phase, stage }) => roll?.procedure === procedure && !roll.applied && turn === fact(`at|${TURN}`) && phase === fact("phase") && stage === fact("stage"));

/** A step as a line; one that another phone forestalled can still be made. */
const line = (entry) => el("li", { class: entry.lost ? "lost" : null }, number(entry) ? el("span", { class: "number", title: say("Step {n}", { n: number(entry) }) }, number(entry)) : null, el("span", { class: "what" }, worded(entry), open(entry) ? el("small", {}, say("not applied yet")) : null, entry.lost ? el("button", { type: "button", onclick: () => step(entry.lost, entry.text) }, say("Do it all the same")) : null), thrown(entry), el("small", { class: "quiet", title: time(entry) }, clock(entry)));

/** Lines under the headings of their turns, the last ones first. */
export const listed = (some) => parts(some).reverse().map(([turn, all]) => el("li", { class: "turn" }, turn ? el("h3", {}, turn) : null, el("ol", { class: "log", reversed: true }, [...all].reverse().map(line))));

function show() {
  const found = lines();
  fill(
    by("log"),
    found.length
      ? listed(found)
      : el("li", { class: "quiet" }, say("Nothing yet: rolls and moved markers come here.")),
  );
  by("log-undo").disabled = !undoable();
  fill(by("log-undo"), say("Undo"), steps().at(-1)?.text ? [" ", el("small", {}, worded(steps().at(-1)))] : null);
  by("log-redo").disabled = !redoable();
  for (const name of ["copy", "send"]) by(`log-${name}`).disabled = !found.length;
}

async function copy({ currentTarget }) {
  await navigator.clipboard.writeText(told()).then(
    () => (currentTarget.textContent = say("Copied")),
    () => getSelection().selectAllChildren(by("log")),
  );
}

by("note").addEventListener("submit", (event) => {
  event.preventDefault();
  const said = event.target.elements.text;
  if (said.value.trim()) step({}, said.value.trim());
  said.value = "";
});
by("log-undo").addEventListener("click", undo);
by("log-redo").addEventListener("click", redo);
by("log-copy").addEventListener("click", copy);
by("log-send").addEventListener("click", () => download(new Blob([told()], { type: "text/plain" }), "log.txt"));
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target.closest?.("input:not([type=radio]):not([type=checkbox]), select, textarea")) return;
  event.preventDefault();
  if (event.shiftKey) redo();
  else undo();
});
addEventListener("state", show);
all.then(show);

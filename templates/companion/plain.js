// Plain dice, one tap away: rolled fairly, and written into the log.

import { by, el, fill } from "./common.js";
import { die } from "./dice.js";
import { say } from "./say.js";
import { step, steps } from "./state.js";

/** A face from 1: numbers that would favour low faces are drawn again. */
function face(sides) {
  const limit = Math.floor(2 ** 32 / sides) * sides;
  let [drawn] = crypto.getRandomValues(new Uint32Array(1));
  while (drawn >= limit) [drawn] = crypto.getRandomValues(new Uint32Array(1));
  return (drawn % sides) + 1;
}

function throwDice(text) {
  const [count, sides] = text.split("d").map(Number);
  const faces = Array.from({ length: count }, () => face(sides));
  const sum = faces.reduce((total, one) => total + one, 0);
  const side = dialog.querySelector("[name=plain-side]:checked")?.value;
  fill(by("plain-said"), el("span", { class: side ? `thrown owner-${side}` : "thrown" }, faces.map((one) => die(one, sides))), el("b", {}, String(sum)));
  step({}, say("{dice}: {sum}", { dice: text, sum }), { dice: faces.join(" "), sides });
}

/** How often each face of a die came in this game, whoever rolled. */
function evening() {
  const thrown = steps().filter(({ dice, sides }) => dice && sides === SIX).flatMap(({ dice }) => dice.split(" ").map(Number));
  by("evening").hidden = !thrown.length;
  if (!thrown.length) return;
  const counts = Array.from({ length: SIX }, (_, at) => thrown.filter((one) => one === at + 1).length);
  const mean = say.figure((thrown.reduce((sum, one) => sum + one, 0) / thrown.length).toFixed(1));
  const told = say.count(thrown.length, "{n} six-sided die in this game, on average {mean}", "{n} six-sided dice in this game, on average {mean}", { mean });
  fill(by("evening"), el("div", { class: "columns", role: "img", "aria-label": counts.map((count, at) => `${at + 1}: ${count}`).join("; "), "--count": SIX }, counts.map((count, at) => el("span", {}, el("span", { class: "stand" }, el("i", { "--part": count / Math.max(...counts) }, el("b", {}, String(count)))), el("small", {}, String(at + 1))))), el("p", { class: "small quiet" }, told));
}

const SIX = 6;
const dialog = by("plain");
addEventListener("state", evening);
evening();
by("dice-open").addEventListener("click", () => dialog.showModal());
by("dice-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", ({ target }) => {
  const pressed = target.closest("[data-dice]");
  if (pressed) throwDice(pressed.dataset.dice);
  else if (target === dialog || target.closest("a")) dialog.close();
});

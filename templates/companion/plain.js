// Plain dice, one tap away: rolled fairly, and written into the log.

import { by, el, fill } from "./common.js";
import { die } from "./dice.js";
import { say } from "./say.js";
import { step } from "./state.js";

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
  fill(by("plain-said"), el("span", { class: "thrown" }, faces.map((one) => die(one, sides))), count > 1 ? el("b", {}, String(sum)) : null);
  step({}, say("{dice}: {sum}", { dice: text, sum }), { dice: faces.join(" "), sides });
}

const dialog = by("plain");
by("dice-open").addEventListener("click", () => dialog.showModal());
by("dice-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", ({ target }) => {
  const pressed = target.closest("[data-dice]");
  if (pressed) throwDice(pressed.dataset.dice);
  else if (target === dialog || target.closest("a")) dialog.close();
});

// Dice as drawings.

import { el } from "./common.js";

const PIPS = { 1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "025368" };

/** The sides of dice such as 2d6, or d66, which are read as digits; 0 for cards. */
export const sidesOf = (dice) => Number(/^d([0-9])\1+$/.exec(dice)?.[1] ?? dice.split("d")[1]) || 0;

/** The face of a die: pips if it has six sides, otherwise a number. */
export function die(face, sides) {
  if (sides !== 6) return el("span", { class: "number" }, String(face));
  const spots = [...PIPS[face]].map((at) => el("circle", { cx: 24 + 26 * (at % 3), cy: 24 + 26 * Math.floor(at / 3), r: 9 }));
  return el("svg", { class: "die", viewBox: "0 0 100 100", role: "img", "aria-label": String(face) }, el("rect", { x: 3, y: 3, width: 94, height: 94, rx: 14 }), spots);
}

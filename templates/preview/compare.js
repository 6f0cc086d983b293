// An earlier state of a component beside, or over, the present one.

import { ask } from "./answers.js";
import { drawing, el } from "./common.js";
import { say } from "./say.js";

/** Offer the earlier states that the server knows in a menu. */
export async function offered(menu) {
  const states = await ask("past");
  menu.append(...states.map((one) => el("option", { value: one.id }, one.title)));
}

/** Show the earlier faces of pieces that differ, and those that are gone; returns how many differ. */
export async function compare(which, stem, table) {
  for (const old of table.querySelectorAll(".was, .gone")) old.remove();
  for (const node of table.querySelectorAll(".added, .changed")) node.classList.remove("added", "changed");
  if (!which) return 0;
  const found = await ask(`past/${which}/${stem}`);
  const nodes = new Map([...table.children].map((node) => [node.dataset.key, node]));
  for (const one of found) {
    const node = nodes.get(one.key);
    if (one.new) node?.classList.add("added");
    else if (one.changed) node?.classList.add("changed");
    else if (!one.svg) table.append(el("div", { class: "piece gone", role: "group" }, el("p", {}, say("{piece}, taken out", { piece: one.key }))));
    else if (node) node.append(face(one, "face was", say("before")));
    else table.append(el("div", { class: "piece gone", role: "group", "aria-label": say("{piece}, taken out", { piece: one.key }) }, face(one, "face", say("taken out"))));
  }
  return found.length;
}

function face(one, name, words) {
  return el("span", { class: name, "--w": one.width, "--h": one.height, "--b": one.bleed, "data-said": words }, drawing(one.svg));
}

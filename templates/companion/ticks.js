// Ticks of checklists and set-ups: facts of the game; here they are shown, counted and cleared.

import { say } from "./say.js";
import { fact, step } from "./state.js";

const boxes = [...document.querySelectorAll("[data-tick]")];
const about = (box) => `tick|${box.dataset.tick}`;

function show() {
  for (const box of boxes) box.checked = fact(about(box)) !== null;
  for (const list of document.querySelectorAll(".list")) {
    const all = [...list.querySelectorAll("[data-tick]")];
    const count = all.filter((box) => box.checked).length;
    const told = list.querySelector(".done");
    told.textContent = say("{count} of {total} done", { count, total: all.length });
    told.parentElement.style.setProperty("--done", count / all.length);
    for (const block of list.querySelectorAll(".deployment")) block.classList.toggle("all", !block.querySelector("[data-tick]:not(:checked)"));
  }
}

function clearing(list) {
  const back = list.querySelector(".undo");
  const anew = list.querySelector(".anew");
  let cleared = [];
  anew.addEventListener("click", () => {
    cleared = [...list.querySelectorAll("[data-tick]:checked")].map(about);
    if (cleared.length) step(Object.fromEntries(cleared.map((key) => [key, null])));
    back.hidden = !cleared.length;
  });
  back.addEventListener("click", () => {
    step(Object.fromEntries(cleared.map((key) => [key, true])));
    back.hidden = true;
    anew.focus();
  });
}

for (const box of boxes) box.addEventListener("change", () => step({ [about(box)]: box.checked || null }));
document.querySelectorAll(".list").forEach(clearing);
addEventListener("state", show);
show();

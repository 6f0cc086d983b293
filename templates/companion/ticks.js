// Ticks of checklists and set-ups: facts of the game; here they are shown, counted and cleared.

import { el } from "./common.js";
import { each, valuesOf } from "./parts.js";
import { say } from "./say.js";
import { fact, step } from "./state.js";

const boxes = [];
const lists = new Set();
const about = (box) => `tick|${box.dataset.tick}`;

/** How many boxes of a part are ticked, and how many there are. */
function counted(part) {
  const all = valuesOf(part, "data-tick");
  return [all.filter((tick) => fact(`tick|${tick}`) !== null).length, all.length];
}

function show() {
  for (const box of boxes) box.checked = fact(about(box)) !== null;
  for (const list of lists) {
    const [count, total] = counted(list);
    list.querySelector(".done").textContent = say("{count} of {total} done", { count, total });
    list.querySelector(".counting").style.setProperty("--done", count / total);
    for (const block of list.querySelectorAll(".deployment")) {
      const [here, of] = counted(block);
      fold(block, here === of);
      const aside = block.querySelector("h3 .aside");
      if (!aside) continue;
      aside.dataset.printed ??= aside.textContent;
      aside.textContent = here ? say("{count} of {total} done", { count: here, total: of }) : aside.dataset.printed;
    }
  }
}

/** Fold a region that stands to its heading, which unfolds it again. */
function fold(block, all) {
  if (block.classList.contains("all") === all) return;
  const within = block.contains(document.activeElement);
  block.classList.toggle("all", all);
  block.querySelector(".unfold")?.remove();
  if (!all) return;
  const button = el("button", { type: "button", class: "unfold", "aria-expanded": "false", "aria-label": say("Show all of it") }, "▾");
  button.addEventListener("click", () => button.setAttribute("aria-expanded", String(button.getAttribute("aria-expanded") !== "true")));
  block.querySelector("h3").append(button);
  if (within) button.focus({ preventScroll: true });
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

/** The lists of a part can be cleared. */
function listed(part) {
  for (const list of part.querySelectorAll(".list")) {
    if (!lists.has(list)) clearing(list);
    lists.add(list);
  }
}

listed(document); // the boxes of some stand there later
each((part) => {
  listed(part);
  for (const box of part.querySelectorAll("[data-tick]")) {
    boxes.push(box);
    box.addEventListener("change", () => step({ [about(box)]: box.checked || null }));
  }
  if (part.querySelector("[data-tick]")) show();
});
addEventListener("state", show);
show();

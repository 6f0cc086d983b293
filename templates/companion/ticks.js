// Keeps the ticks of checklists and set-ups, counts them, and takes a clearing back.

import { follow, read, write } from "./kept.js";
import { say } from "./say.js";

const boxes = [...document.querySelectorAll("[data-tick]")];
const known = new Set(boxes.map((box) => box.dataset.tick));
let ticked = new Set(read("ticks", []));

/** Change the ticks as they are now, in whatever tab they were made. */
function change(changed) {
  ticked = new Set(read("ticks", [...ticked]));
  changed(ticked);
  const stored = write("ticks", [...ticked].filter((tick) => known.has(tick)));
  document.getElementById("kept").hidden = stored;
  show();
}

function show() {
  for (const box of boxes) box.checked = ticked.has(box.dataset.tick);
  for (const list of document.querySelectorAll(".list")) {
    const all = [...list.querySelectorAll("[data-tick]")];
    list.querySelector(".done").textContent = say("{count} of {total} done", { count: all.filter((box) => box.checked).length, total: all.length });
  }
}

function clearing(list) {
  const undo = list.querySelector(".undo");
  let cleared = [];
  list.querySelector(".anew").addEventListener("click", () => {
    cleared = [...list.querySelectorAll("[data-tick]:checked")].map((box) => box.dataset.tick);
    change((ticks) => cleared.forEach((tick) => ticks.delete(tick)));
    undo.hidden = !cleared.length;
  });
  undo.addEventListener("click", () => {
    change((ticks) => cleared.forEach((tick) => ticks.add(tick)));
    undo.hidden = true;
    list.querySelector(".anew").focus();
  });
}

for (const box of boxes) {
  box.addEventListener("change", () => change((ticks) => (box.checked ? ticks.add(box.dataset.tick) : ticks.delete(box.dataset.tick))));
}
document.querySelectorAll(".list").forEach(clearing);
follow("ticks", () => {
  ticked = new Set(read("ticks", []));
  show();
});
if (boxes.length) change(() => {});

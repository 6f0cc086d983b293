// Shows the companion's parts one at a time, and keeps the ticks of its checklists.

const KEY = `rcwkit.ticks.${document.body.dataset.game}`;
const pages = [...document.querySelectorAll(".page:not(#found)"), document.getElementById("found")];
const boxes = [...document.querySelectorAll("[data-tick]")];

/** Show the part that the address names or that contains its target; the first part without one. */
function turn() {
  const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest(".page");
  const shown = wanted ?? (location.hash.startsWith("#roll=") ? document.getElementById("roller") : null) ?? pages[0];
  for (const page of pages) page.classList.toggle("shown", page === shown);
  for (const link of document.querySelectorAll("#parts a")) {
    if (link.hash === `#${shown?.id}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  if (wanted === shown && location.hash === `#${shown.id}`) scrollTo(0, 0);
  else if (wanted) document.getElementById(decodeURIComponent(location.hash.slice(1))).scrollIntoView();
}

/** The stored ticks; null if the browser stores nothing. */
function kept() {
  try {
    localStorage.setItem(`${KEY}.test`, "1");
    localStorage.removeItem(`${KEY}.test`);
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return null;
  }
}

function keep() {
  const ticked = boxes.filter((box) => box.checked).map((box) => box.dataset.tick);
  try {
    localStorage.setItem(KEY, JSON.stringify(ticked));
  } catch {
    document.getElementById("kept").hidden = false;
  }
  count();
}

function count() {
  for (const list of document.querySelectorAll(".list")) {
    const all = [...list.querySelectorAll("[data-tick]")];
    list.querySelector(".done").textContent = `${all.filter((box) => box.checked).length} of ${all.length} done`;
  }
}

function ticks() {
  const before = kept();
  if (boxes.length) document.getElementById("kept").hidden = before !== null;
  for (const box of boxes) {
    box.checked = before?.includes(box.dataset.tick) ?? false;
    box.addEventListener("change", keep);
  }
  for (const list of document.querySelectorAll(".list")) {
    list.querySelector(".anew").addEventListener("click", () => {
      list.querySelectorAll("[data-tick]").forEach((box) => (box.checked = false));
      keep();
    });
  }
  count();
}

// On a phone, the list of charts would fill the screen.
for (const list of document.querySelectorAll(".index details")) list.open = innerWidth >= 720;
addEventListener("hashchange", turn);
ticks();
turn();

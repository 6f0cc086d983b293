// Marks tables that are wider than their boxes: they fade where there is more, and arrow keys scroll them. The links to
// the parts fade, too.

import { say } from "./say.js";

function mark(box) {
  const wide = box.scrollWidth > box.clientWidth + 1;
  box.classList.toggle("more", wide && box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
  if (box.id === "parts") return; // Tab reaches its links
  if (wide) {
    box.tabIndex = 0;
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", box.closest(".section, section")?.querySelector("h2, h3, h4")?.textContent.trim() || say("Table"));
  } else {
    for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name);
  }
}

const seen = new ResizeObserver((changes) => changes.forEach((change) => mark(change.target)));
for (const box of document.querySelectorAll("#parts, .chart .left, .grid, .worksheet")) {
  seen.observe(box);
  box.addEventListener("scroll", () => mark(box), { passive: true });
}

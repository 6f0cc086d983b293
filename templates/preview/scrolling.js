// Tables that are wider than their boxes: they fade where there is more, and arrow keys scroll them.

import { say } from "./say.js";

const seen = new ResizeObserver((changes) => changes.forEach((change) => mark(change.target)));

/** Mark the tables in a part of the page, now and whenever their width changes. */
export function scrolling(part) {
  part.querySelectorAll(".chart .left, .odds, .chances, .worksheet").forEach(watch);
}

/** Mark a box that may scroll sideways. */
export function watch(box) {
  seen.observe(box);
  box.addEventListener("scroll", () => mark(box), { passive: true });
}

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

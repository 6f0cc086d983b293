// Opens a ruling where its number stands.

import { say } from "./say.js";

const box = document.createElement("div");
box.id = "opened";
box.popover = "auto";
box.tabIndex = -1;
box.setAttribute("role", "dialog");

/** Show the ruling, with a link to it among all others. */
function open(mark, ruling) {
  const more = document.createElement("a");
  more.href = `#${ruling.id}`;
  more.textContent = say("Go to the rulings");
  more.addEventListener("click", () => box.hidePopover());
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = say("Close");
  close.addEventListener("click", () => box.hidePopover());
  const last = document.createElement("p");
  last.className = "buttons";
  last.append(more, close);
  box.replaceChildren(...[...ruling.children].map((child) => child.cloneNode(true)), last);
  box.setAttribute("aria-label", ruling.querySelector("h3").textContent.trim());
  box.showPopover();
  const at = mark.getBoundingClientRect();
  box.style.top = `${Math.max(8, Math.min(at.bottom + 6, innerHeight - box.offsetHeight - 8))}px`;
  box.style.left = `${Math.max(8, Math.min(at.left - 24, innerWidth - box.offsetWidth - 8))}px`;
  box.focus({ preventScroll: true });
}

if ("popover" in HTMLElement.prototype) {
  document.body.append(box);
  document.addEventListener("click", (event) => {
    const mark = event.target.closest(".flag a");
    const ruling = mark && document.getElementById(mark.hash.slice(1));
    if (!ruling || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(mark, ruling);
  });
}

// Opens a ruling where its number stands, with what was agreed on it.

import { el } from "./common.js";
import { agreed } from "./games.js";
import { found } from "./parts.js";
import { say } from "./say.js";
import { fact } from "./state.js";

const box = document.createElement("div");
box.id = "opened";
box.popover = "auto";
box.tabIndex = -1;
box.setAttribute("role", "dialog");

/** Show the ruling, with a link to it among all others. */
function open(mark, ruling) {
  const answer = agreed(fact)[ruling.id.slice("ruling-".length)];
  const hide = () => box.hidePopover();
  box.replaceChildren(
    ...[...ruling.children].map((child) => child.cloneNode(true)),
    answer ? el("p", { class: "prints" }, el("b", {}, say("In this game")), " ", answer) : "",
    el("p", { class: "buttons" }, el("a", { href: `#${ruling.id}`, onclick: hide }, say("Go to the rulings")), el("button", { type: "button", onclick: hide }, say("Close"))),
  );
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
    const ruling = mark && found(mark.hash.slice(1));
    if (!ruling || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(mark, ruling);
  });
}

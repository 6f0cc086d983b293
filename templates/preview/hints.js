// What a page can do, told once to whoever opens it for the first time.

import { el } from "./common.js";
import { say } from "./say.js";

const KEY = "rcwkit.hinted";

function known() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return "";
  }
}

function learn(node) {
  try {
    localStorage.setItem(KEY, "yes");
  } catch {
    // It is told again then.
  }
  node.remove();
}

if (known() === null) {
  const close = el("button", { type: "button", onclick: () => learn(node) }, say("Got it"));
  const hints = [
    say("Choose a part at the left, and click a card, a counter or a line of text to change it."),
    say("Whatever you save, here or in any other program, is redrawn at once; Undo takes it back."),
    say("Print makes the PDFs, Roller the dice, Companion a page for phones."),
  ];
  const node = el("section", { id: "hints", "aria-label": say("First steps") }, el("ol", {}, hints.map((text) => el("li", {}, text))), close);
  document.querySelector("main").prepend(node);
}

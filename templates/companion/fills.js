// What paper leaves blank is filled in on the screen, and kept with the game: cells, boxes to tick, and lines to write on.

import { el } from "./common.js";
import { say } from "./say.js";
import { fact, step } from "./state.js";

const PARTS = [...document.querySelectorAll(".page:not(#games, #turn, #tracks, #roller, #found, #setups)")];
const LINE = /_{3,}/;

/** Put a field where a line to write on is printed. */
function lined(text) {
  const about = text.parentElement.textContent.replace(/_+/g, " ").trim().slice(0, 60) || text.parentElement.closest("section, .pane, .block, div")?.textContent.trim().slice(0, 40) || say("Blank");
  const pieces = text.data.split(/(_{3,})/);
  text.replaceWith(...pieces.map((piece) => (LINE.test(piece) ? el("input", { type: "text", class: "line", "aria-label": about, "--long": `${Math.min(piece.length, 24)}ch` }) : piece)));
}

/** References to pages of the folder lead to them. */
const WORD = say("page {n}", { n: "" }).trim();
function linked(text) {
  const found = text.data.split(new RegExp(`(\\b${WORD}\\s\\d+)`, "i"));
  if (found.length < 2) return;
  text.replaceWith(...found.map((piece, at) => (at % 2 && document.getElementById(`pages-${piece.match(/\d+/)[0]}`) ? el("a", { href: `#pages-${piece.match(/\d+/)[0]}` }, piece) : piece)));
}

function texts(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) => (node.parentElement.closest("svg, a, button, label, option") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
  const found = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  return found;
}

const fields = [];
let done = false;
/** Whether the fields are there. */
export const filled = () => done;

/** Find what is to be filled in, once the page is shown: that takes a phone a while. */
function find() {
  for (const part of PARTS) {
    for (const text of texts(part)) {
      if (LINE.test(text.data)) lined(text);
      else if (/\d/.test(text.data)) linked(text);
    }
    const seen = new Map();
    for (const field of part.querySelectorAll("input:not([data-tick])")) {
      const name = `fill|${part.id}|${field.closest("[id]").id}|${field.getAttribute("aria-label") ?? field.closest("label, td, p")?.textContent.trim().slice(0, 40) ?? ""}`;
      seen.set(name, (seen.get(name) ?? 0) + 1);
      field.dataset.fill = `${name}|${seen.get(name)}`;
      field.addEventListener("change", () => step({ [field.dataset.fill]: value(field) }));
      fields.push(field);
    }
  }
  done = true;
  dispatchEvent(new Event("state"));
}

const value = (field) => (field.type === "checkbox" ? field.checked || null : field.value.trim() || null);

function show() {
  for (const field of fields) {
    const kept = fact(field.dataset.fill);
    if (field.type === "checkbox") field.checked = kept !== null;
    else if (field !== document.activeElement) field.value = kept ?? "";
  }
}
addEventListener("state", show);
if (window.requestIdleCallback) requestIdleCallback(find, { timeout: 500 });
else setTimeout(find);

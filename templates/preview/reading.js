// The reading view of a document: its blocks as a page.

import { ask } from "./answers.js";
import { drawing, el, fill } from "./common.js";
import { scrolling } from "./scrolling.js";

const SVG = "data:image/svg+xml;base64,";

/** Show a document in a box, and return its sections with new text. */
export async function read(box, stem) {
  const { html } = await ask(`reading/${stem}`);
  if (box.firstChild?.text === html) return [];
  const before = new Set([...box.querySelectorAll(".section")].map((section) => section.textContent));
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const node = el("div", { class: "reading" }, ...document.importNode(parsed.body, true).childNodes);
  // As a picture, a drawing could not have the fonts of the page.
  for (const image of node.querySelectorAll(`img[src^="${SVG}"]`)) {
    const drawn = drawing(new TextDecoder().decode(Uint8Array.from(atob(image.src.slice(SVG.length)), (one) => one.charCodeAt(0))));
    drawn.classList.add(...image.classList);
    image.replaceWith(drawn);
  }
  for (const part of node.querySelectorAll("[data-style]")) part.style.cssText = part.dataset.style;
  node.text = html;
  fill(box, node);
  scrolling(node);
  return [...box.querySelectorAll(".section")].filter((section) => !before.has(section.textContent));
}

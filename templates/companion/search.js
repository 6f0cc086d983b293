// Finds sections of the companion's parts by their words, and by the other words that a game has for its terms.

import { say } from "./say.js";

const MOST = 40;
const terms = JSON.parse(document.getElementById("terms").textContent);
const list = document.querySelector("#found ul");
const said = document.querySelector("#found p");
const field = document.querySelector("#search input");

/** The sections that can be found, with their titles and words; made when the first search begins. */
let sections = null;
let begun = false; // from a part, to which Escape leads back

/** The words of a heading, without its rules and rulings. */
function titled(heading) {
  const copy = heading?.cloneNode(true);
  for (const mark of copy?.querySelectorAll(".flag, .rule") ?? []) mark.remove();
  return copy?.textContent.replace(/\s+/g, " ").trim();
}

function gathered() {
  const blocks = [...document.querySelectorAll(".page:not(#found):not(#roller) .section")];
  const parts = blocks.flatMap((block) => {
    const panes = [...block.querySelectorAll(".band > .pane")];
    return panes.length ? panes : [block];
  });
  return parts.map((part, number) => {
    part.id ||= `found-${number}`;
    const near = part.closest(".section");
    const heading = part.querySelector("h2, h3, h4") ?? near.querySelector("h2, h3, h4");
    const title = titled(heading) || part.textContent.trim().slice(0, 60);
    return { id: part.id, title, heading, part: part.closest(".page").getAttribute("aria-label"), words: part.textContent.toLowerCase() };
  });
}

/** What is looked for: the words themselves, and a term with all its other words if they are one of them. */
function wanted(query) {
  for (const [term, others] of Object.entries(terms)) {
    const names = [term, ...others].map((name) => name.toLowerCase());
    if (names.includes(query)) return names;
  }
  return [query];
}

function find() {
  const query = field.value.trim().toLowerCase();
  sections ??= gathered();
  const names = wanted(query);
  const hit = (words) => names.some((name) => words.includes(name));
  const hits = query.length < 2 ? [] : sections.filter((section) => hit(section.words));
  // Panes under one heading are listed once.
  const found = hits.filter(({ heading }, index) => !heading || hits.findIndex((other) => other.heading === heading) === index);
  found.sort((one, other) => hit(other.title.toLowerCase()) - hit(one.title.toLowerCase()));
  list.replaceChildren(
    ...found.slice(0, MOST).map((section) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `#${section.id}`;
      link.textContent = section.title;
      item.append(link, ` ${section.part}`);
      return item;
    }),
  );
  const told = found.length ? say("{count} found", { count: found.length }) : say("Nothing found");
  const more = found.length > MOST ? `, ${say("the first {count} of them", { count: MOST })}` : "";
  said.textContent = query.length < 2 ? say("Type two letters or more.") : `${told}${more}`;
  if (location.hash !== "#found") {
    begun = true;
    // A change of the address alone would take the focus out of the field after its first letter.
    history.pushState(null, "", "#found");
    dispatchEvent(new HashChangeEvent("hashchange"));
  }
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || location.hash !== "#found") return;
  event.preventDefault();
  field.value = "";
  if (!begun) return find();
  // Firefox takes the focus out of the field when it goes back.
  addEventListener("hashchange", () => field.focus({ preventScroll: true }), { once: true });
  history.back();
});
field.addEventListener("input", find);
document.getElementById("search").addEventListener("submit", (event) => {
  event.preventDefault();
  find();
});

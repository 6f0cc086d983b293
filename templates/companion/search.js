// Finds sections of the companion's parts by their words, and by the other words that a game has for its terms.

import { ask } from "./kit.js";
import { all, stand } from "./parts.js";
import { say } from "./say.js";
import { spelt } from "./spelling.js";

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
  stand();
  const blocks = [...document.querySelectorAll(".page:not(#found, #roller, #games, #turn) .section")];
  const parts = blocks.flatMap((block) => {
    const panes = [...block.querySelectorAll(".band > .pane")];
    return panes.length ? panes : [block];
  });
  return parts.map((part, number) => {
    part.id ||= `found-${number}`;
    const near = part.closest(".section");
    const heading = part.querySelector("h2, h3, h4") ?? near.querySelector("h2, h3, h4");
    const title = titled(heading) || part.textContent.trim().slice(0, 60);
    const chips = [...part.querySelectorAll(".chips [aria-label]")].map((chip) => chip.getAttribute("aria-label"));
    const text = [part.textContent, ...chips].join(" ").replace(/\s+/g, " ");
    const within = part.closest("details.fold")?.querySelector("summary").textContent;
    return { href: `#${part.id}`, title, heading, part: within ?? part.closest(".page").getAttribute("aria-label"), text, words: text.toLowerCase() };
  });
}

/** Have the procedures found by their titles, too, once they are known. */
async function addRolls() {
  const { procedures } = await ask("offer");
  sections.push(...procedures.map(({ id, title }) => ({ href: `#roll=${id}`, title, heading: null, part: say("Roll"), text: title, words: title.toLowerCase() })));
  if (location.hash === "#found") find();
}

/** Some words around the first that was found. */
function excerpt({ text, words }, names) {
  const at = Math.max(0, Math.min(...names.map((name) => words.indexOf(name)).filter((place) => place >= 0)));
  const from = Math.max(0, at - 40);
  const name = names.find((one) => words.startsWith(one, at)) ?? "";
  const small = document.createElement("small");
  const mark = document.createElement("mark");
  mark.textContent = text.slice(at, at + name.length);
  small.append(`${from ? "…" : ""}${text.slice(from, at)}`, mark, `${text.slice(at + name.length, at + 60)}…`);
  return small;
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
  if (!sections) {
    sections = gathered();
    if (document.getElementById("kit")) addRolls(); // else the game has none
  }
  const whole = wanted(query);
  const apart = whole.length > 1 ? [whole] : spelt(query, sections.map(({ words }) => words));
  const hit = (words) => whole.some((name) => words.includes(name)) || apart.every((names) => names.some((name) => words.includes(name)));
  const hits = query.length < 2 ? [] : sections.filter((section) => hit(section.words));
  // Panes under one heading are listed once.
  const found = hits.filter(({ heading }, index) => !heading || hits.findIndex((other) => other.heading === heading) === index);
  found.sort((one, other) => hit(other.title.toLowerCase()) - hit(one.title.toLowerCase()));
  list.replaceChildren(
    ...found.slice(0, MOST).map((section) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = section.href;
      link.textContent = section.title;
      item.append(link, ` ${section.part}`, document.createElement("br"), excerpt(section, [...whole, ...apart.flat()]));
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
field.addEventListener("input", () => all.then(find));
document.getElementById("search").addEventListener("submit", (event) => {
  event.preventDefault();
  all.then(find);
});

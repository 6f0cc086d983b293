// Shows the companion's parts one at a time, each at the place where it was left.

import { all, coming, each, found, stand } from "./parts.js";

const home = document.getElementById("turn");
const shapes = () => document.getElementById("shapes"); // behind the scripts: it may not be there yet
const OF_THE_TABLE = ["turn", "games", "setups", "tracks", "roller", "found"]; // what is no page of the book

/** The element that the address names, if any. */
function target() {
  try {
    return found(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return null;
  }
}

/** Show one side of a set-up at a time: the wanted one, if it is among them, or else the one that was shown. */
function turned(list, wanted) {
  const sides = [...list.querySelectorAll(":scope > .side")];
  const shown = sides.includes(wanted) ? wanted : (sides.find((side) => side.classList.contains("shown")) ?? sides[0]);
  for (const side of sides) side.classList.toggle("shown", side === shown);
  list.querySelectorAll(".sides a").forEach((link, at) => (sides[at] === shown ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current")));
}

/** Put in the drawings that several places share: where they are in the page, it takes a phone a while to open. */
function drawn() {
  const held = shapes();
  if (!held || coming()) return;
  document.querySelector("#drawings defs").innerHTML = held.textContent;
  held.remove();
}

/** Put in those of the drawings that a node uses. */
export function drawnFor(node) {
  const held = shapes()?.textContent ?? "";
  const left = [...node.querySelectorAll("use")].map((use) => use.getAttribute("href").slice(1));
  for (const name of left) {
    const at = document.getElementById(name) ? -1 : held.search(`<(g|path) id="${name}"`);
    if (at < 0) continue;
    const text = held.slice(at).split(/(?=<(?:g id="d|path id="p))/, 1)[0];
    document.querySelector("#drawings defs").insertAdjacentHTML("beforeend", text);
    left.push(...[...text.matchAll(/href="#([^"]*)"/g)].map(([, other]) => other));
  }
}

let place = requestAnimationFrame; // at first not before the page is laid out: to ask for that twice takes a phone a while

/** Show the part that the address names or that contains its target; the first part without one. */
function turn() {
  const wanted = target();
  const named = wanted?.closest(".page") ?? (location.hash.startsWith("#roll=") ? document.getElementById("roller") : null);
  if (!named && location.hash.length > 1 && coming()) return;
  const shown = named ?? home;
  stand(shown);
  if (shown !== home) drawn();
  for (const page of document.querySelectorAll("main > .page")) page.classList.toggle("shown", page === shown);
  for (const link of document.querySelectorAll("#parts a")) {
    if (link.hash !== `#${shown?.id}`) link.removeAttribute("aria-current");
    else {
      link.setAttribute("aria-current", "true");
      place(() => (link.parentElement.scrollLeft = link.offsetLeft - link.parentElement.offsetLeft - link.parentElement.clientWidth / 2 + link.offsetWidth / 2)); // they scroll where they do not fit
    }
  }
  const bar = [...document.querySelectorAll("#bar a")];
  const lit = bar.find((link) => document.querySelector(link.hash)?.closest(".page") === shown) ?? bar.find((link) => "book" in link.dataset && !OF_THE_TABLE.includes(shown.id));
  for (const link of bar) link === lit ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
  for (let fold = wanted?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  for (const list of document.querySelectorAll(".list:has(> .side)")) turned(list, wanted?.closest(".side"));
  for (const one of document.querySelectorAll(".arrived")) one.classList.remove("arrived");
  const far = wanted && wanted !== shown;
  if (far) wanted.classList.add("arrived"); // not every part stands there when the browser looks for its target
  place(() => (history.state?.top !== undefined ? scrollTo(0, history.state.top) : far ? wanted.scrollIntoView() : scrollTo(0, 0)));
}

// Going back leads to where one was: each entry of the history knows how far its part was scrolled.
const leave = () => history.replaceState({ ...history.state, top: scrollY }, "");
let settling = 0;
history.scrollRestoration = "manual";
addEventListener("scroll", () => {
  clearTimeout(settling);
  settling = setTimeout(leave, 150);
});
document.addEventListener("click", (event) => event.target.closest?.('a[href^="#"]') && leave(), true);

// On a phone, the list of charts would fill the screen.
each((part) => part.querySelectorAll(".index details").forEach((list) => (list.open = innerWidth >= 720)));
// Between going back and the change of the address, the entry is the new one already, and what is scrolled is the old part.
addEventListener("popstate", () => clearTimeout(settling));
addEventListener("hashchange", () => (clearTimeout(settling), turn()));
addEventListener("load", turn);
turn();
place = (work) => work();
all.then(() => (home.classList.contains("shown") ? null : turn()));

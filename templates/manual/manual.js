// One page at a time, by the address; search in all of them; a click copies a line.

import { spelt } from "./spelling.js";

const pages = [...document.querySelectorAll(".page")];
const links = new Map([...document.querySelectorAll(".desk nav a")].map((link) => [link.hash.slice(1), link]));
const heads = [...document.querySelectorAll("header nav a")];
const field = document.getElementById("search");
const found = document.getElementById("found");
const turn = document.querySelector(".turn");
const onpage = document.querySelector(".onpage");
const narrow = matchMedia("(max-width: 48rem)");
const MOST = 40;
const AROUND = 60;

function linked(address, text, rel = "") {
  const link = document.createElement("a");
  link.href = `#${address}`;
  link.textContent = text;
  if (rel) link.rel = rel;
  return link;
}

/** What the search was led by, to be marked on the page that it leads to. */
let sought = "";

/** Headings of a page that have an address, and the pages before and after it in its chapter. */
function beside(page) {
  const chapter = [...(links.get(page.id)?.closest("ul").querySelectorAll("a") ?? [])];
  const at = chapter.indexOf(links.get(page.id));
  const [before, after] = [chapter[at - 1], chapter[at + 1]];
  turn.replaceChildren(
    ...(before ? [linked(before.hash.slice(1), before.textContent, "prev")] : []),
    ...(after ? [linked(after.hash.slice(1), after.textContent, "next")] : []),
  );
  const list = [...page.querySelectorAll("h2[id]")].map((head) => linked(head.id, head.textContent));
  onpage.replaceChildren(...(list.length > 2 ? list : []));
}

function show() {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = document.getElementById(id);
  const page = target?.closest(".page") ?? pages[0];
  CSS.highlights?.delete("said");
  found.hidden = true;
  for (const one of pages) one.classList.toggle("shown", one === page);
  for (const [name, link] of links) {
    if (name === page.id) {
      const chapter = link.closest("details");
      link.setAttribute("aria-current", "page");
      chapter.open = !narrow.matches;
      for (const one of document.querySelectorAll("nav details")) one.classList.toggle("here", one === chapter);
      for (const head of heads)
        head.toggleAttribute("aria-current", head.textContent === chapter.querySelector("summary").textContent);
    } else link.removeAttribute("aria-current");
  }
  beside(page);
  document.title = `${page.querySelector("h1").textContent} – rcwkit`;
  const fold = target?.closest(".page details");
  if (fold) fold.open = true;
  if (target && target !== page) target.scrollIntoView();
  else scrollTo(0, 0);
  if (sought) marked(page, sought);
  sought = "";
}

/** Mark words on a page, wherever they are said, and go to the first of them. */
function marked(page, said) {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const ranges = [];
  while (walker.nextNode()) {
    const low = walker.currentNode.data.toLowerCase();
    for (let at = low.indexOf(said); at >= 0; at = low.indexOf(said, at + said.length)) {
      const range = new Range();
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + said.length);
      ranges.push(range);
    }
  }
  CSS.highlights?.set("said", new Highlight(...ranges));
  const first = ranges.find(({ startContainer }) => !startContainer.parentElement.closest("h1"));
  const fold = first?.startContainer.parentElement.closest("details");
  if (fold) fold.open = true;
  first?.startContainer.parentElement.scrollIntoView({ block: "center" });
}

function excerpt(text, at, length) {
  const line = document.createElement("small");
  const mark = document.createElement("mark");
  mark.textContent = text.slice(at, at + length);
  line.append(text.slice(Math.max(0, at - AROUND), at), mark, text.slice(at + length, at + length + AROUND));
  return line;
}

/** The pages with their titles and texts; made when the first search begins. */
let texts = null;

function gathered(page) {
  const title = page.querySelector("h1").textContent;
  const heads = [{ id: page.id, title: "", at: 0 }];
  let text = "";
  for (const part of page.children) {
    if (part.matches("h2[id]")) heads.push({ id: part.id, title: part.textContent, at: text.length });
    const cells = [...part.querySelectorAll(part.matches(".tiles") ? "figcaption" : "td, th")].map((cell) => cell.textContent).join(" ");
    text += `${(cells || part.textContent).replace(/\s+/g, " ").trim()} `;
  }
  return { page, title, heads, text, low: text.toLowerCase(), head: title.toLowerCase() };
}

// Pages with all words, in whatever order; first those whose title has them, then those that have them as they are typed.
function search() {
  const wanted = field.value.trim().toLowerCase().replace(/\s+/g, " ");
  if (!wanted) return show();
  texts ??= pages.map(gathered);
  const stems = wanted.replace(/(\S{3})s(?= |$)/g, "$1");
  const words = spelt(stems, texts.map(({ low }) => low));
  const has = (text) => words.every((names) => names.some((name) => text.includes(name)));
  const hits = texts
    .filter(({ low }) => has(low))
    .map((one) => {
      const longest = words.flat().reduce((best, name) => (name.length > best.length && one.low.includes(name) ? name : best), "");
      const said = one.low.includes(wanted) ? wanted : longest;
      return { ...one, said, at: one.low.indexOf(said), worth: 2 * has(one.head) + (said === wanted) };
    })
    .sort((one, other) => other.worth - one.worth);
  const list = document.createElement("ul");
  for (const hit of hits.slice(0, MOST)) {
    const item = document.createElement("li");
    const under = hit.heads.findLast(({ at }) => at <= hit.at);
    const line = excerpt(hit.text, hit.at, hit.said.length);
    if (under.title) line.prepend(`${under.title} – `);
    const link = linked(under.id, hit.title);
    link.dataset.said = hit.said;
    item.append(link, line);
    list.append(item);
  }
  const tiles = [...document.querySelectorAll(".gallery figure")]
    .filter((tile) => words.every((names) => names.some((name) => tile.textContent.toLowerCase().includes(name))))
    .slice(0, MOST)
    .map((tile) => tile.cloneNode(true));
  const drawn = document.createElement("div");
  drawn.className = "tiles gallery";
  drawn.append(...tiles);
  const head = document.createElement("h2");
  head.textContent = hits.length ? `${hits.length} page${hits.length === 1 ? "" : "s"}` : "Nothing found";
  found.replaceChildren(...(tiles.length ? [drawn] : []), head, list);
  found.hidden = false;
  for (const page of pages) page.classList.remove("shown");
  turn.replaceChildren();
  onpage.replaceChildren();
}

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  } else if (event.key === "Escape" && document.activeElement === field) {
    field.value = "";
    show();
  } else if (event.key === "Enter" && document.activeElement === field) {
    event.preventDefault();
    found.querySelector("a")?.click();
  }
});
document.addEventListener("click", (event) => {
  const button = event.target.closest(".copy, .take");
  if (!button) return;
  // Of commands, what says what they do is not copied.
  const code = button.parentElement.querySelector("pre");
  const text = code ? code.textContent.replace(/(^rcwkit .*?) {2,}# .*$/gm, "$1") : button.textContent;
  navigator.clipboard?.writeText(text);
  button.classList.add("done");
  setTimeout(() => button.classList.remove("done"), 1500);
});
found.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  field.value = "";
  sought = link.dataset.said;
  if (link.hash === location.hash) {
    event.preventDefault(); // no change of address tells of it
    show();
  }
});
field.addEventListener("input", search);
addEventListener("hashchange", show);
show();

// Parts of the page that are read when they are first wanted, so that a phone opens it sooner. Where no script runs, they stand there.

const works = [];
// Whole parts stand behind the scripts, each with a place in the page; the lists of others within them.
const unread = (root) => [...root.querySelectorAll("noscript")];
const holding = (id) => unread(document.body).find((one) => one.textContent.includes(`id="${id}"`));

/** Whether the browser still reads the page: what stands behind the scripts is not all there. */
export const coming = () => document.readyState === "loading";
/** Resolves when it is. */
export const all = new Promise((done) => (coming() ? addEventListener("DOMContentLoaded", done, { once: true }) : done()));

/** Do something with every part, now or once it stands there. */
export function each(work) {
  works.push(work);
  for (const part of document.querySelectorAll("main .page")) if (whole(part)) work(part);
}

/** Whether all of a part stands there. */
export const whole = (part) => !unread(part).length;

/** Have one stand there. */
function put(left) {
  const parts = document.createRange().createContextualFragment(left.textContent);
  const place = document.querySelector(`[data-part="${left.dataset.part}"]:not(noscript)`);
  const part = place ? parts.firstElementChild : left.parentElement;
  (place ?? left).replaceWith(parts);
  left.remove();
  for (const work of works) work(part);
}

/** Have parts stand there, all of them within `root`. */
export function stand(root = document.body) {
  unread(root).forEach(put);
}

/** The element of an id, also where its part has to stand there first; null if there is none. */
export function found(id) {
  const left = id && !document.getElementById(id) ? holding(id) : null;
  if (left) put(left);
  return document.getElementById(id);
}

/** Whether there is an element of an id. */
export const named = (id) => Boolean(document.getElementById(id) ?? holding(id));

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"' };
const letter = (all, name) => (name[0] === "#" ? String.fromCodePoint(Number(name.slice(1))) : (ENTITIES[name] ?? all));
/** All values of an attribute within a node, its parts that do not stand there among them. */
export function valuesOf(node, name) {
  const told = unread(node).flatMap((one) => [...one.textContent.matchAll(new RegExp(` ${name}="([^"]*)"`, "g"))].map(([, value]) => value.replace(/&(#\d+|\w+);/g, letter)));
  return [...[...node.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name)), ...told];
}

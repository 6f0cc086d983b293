// Parts of the page that are read when they are first wanted, so that a phone opens it sooner. Where no script runs, they stand there.

const works = [];
const unread = (root) => [...root.querySelectorAll("noscript")];

/** Do something with every part, now or once it stands there. */
export function each(work) {
  works.push(work);
  for (const part of document.querySelectorAll("main .page")) if (!unread(part).length) work(part);
}

/** Whether all of a part stands there. */
export const whole = (part) => !unread(part).length;

/** Have parts stand there, all of them within `root`. */
export function stand(root = document.querySelector("main")) {
  for (const left of unread(root)) {
    const part = left.parentElement;
    left.replaceWith(document.createRange().createContextualFragment(left.textContent));
    for (const work of works) work(part);
  }
}

/** The element of an id, also where its part has to stand there first; null if there is none. */
export function found(id) {
  const here = document.getElementById(id);
  const left = here || !id ? null : unread(document.querySelector("main")).find((one) => one.textContent.includes(`id="${id}"`));
  if (left) stand(left.parentElement);
  return here ?? (left ? document.getElementById(id) : null);
}

/** Whether there is an element of an id. */
export const named = (id) => Boolean(document.getElementById(id)) || unread(document.querySelector("main")).some((one) => one.textContent.includes(`id="${id}"`));

const ENTITIES = { amp: "&", lt: "<", gt: ">", "#34": '"', "#39": "'", quot: '"' };
/** All values of an attribute within a node, its parts that do not stand there among them. */
export function valuesOf(node, name) {
  const told = unread(node).flatMap((one) => [...one.textContent.matchAll(new RegExp(` ${name}="([^"]*)"`, "g"))].map(([, value]) => value.replace(/&([#\w]+);/g, (all, letter) => ENTITIES[letter] ?? all)));
  return [...[...node.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name)), ...told];
}

// Shared by the pages: elements, safe SVG, and downloads.

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = ["svg", "circle", "rect", "polygon", "polyline"];

/** An element with properties (also `class`, `data-…`, `aria-…`, listeners) and children; null children are left out. */
export function el(name, props = {}, ...children) {
  const made = DRAWN.includes(name) ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key.startsWith("--")) made.style.setProperty(key, value);
    else if (key === "value") made.value = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

/** Replace the children of a node; null children are left out. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
}

export const by = (id) => document.getElementById(id);

/** A drawing as an element; it is parsed as XML, so that no script in it can run. */
export function drawing(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

const ICONS = { add: "M12 4v16M4 12h16", copy: "M8 8h12v12H8zM4 16V4h12", remove: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13", up: "M12 20V5M6 11l6-6 6 6", down: "M12 4v15M6 13l6 6 6-6" };

/** An icon for what a button does; drawn of paths of our own. */
export const icon = (name) => drawing(`<svg xmlns="${SVG}" class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`);

/** An id for one more entry like another: the next number of a series, as pc1 and pc2 or card_1; or a second of it. */
export function following(id, ids) {
  const [, stem, digits] = /^(.*?)(\d+)$/.exec(id) ?? [];
  const numbers = digits ? ids.filter((one) => one.startsWith(stem) && /^\d+$/.test(one.slice(stem.length))).map((one) => Number(one.slice(stem.length))) : [];
  if (numbers.length > 1 || (digits && stem.endsWith("_"))) return stem + String(Math.max(...numbers) + 1).padStart(digits.length, "0");
  let number = 2;
  while (ids.includes(`${id}_${number}`)) number += 1;
  return `${id}_${number}`;
}

/** Do what can wait once the page rests, or after so many milliseconds. */
export const whenIdle = (work, timeout = 500) => (window.requestIdleCallback ? requestIdleCallback(work, { timeout }) : setTimeout(work));

/** Download a file. */
export function download(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

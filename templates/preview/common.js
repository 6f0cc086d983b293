// What the pages share: elements, SVG that is safe to put in, and files for the user.

const SVG = "http://www.w3.org/2000/svg";

/** An element with properties (`class`, `data-…`, `aria-…` and listeners too) and children; null children are left out. */
export function el(name, props = {}, ...children) {
  const made = name === "svg" || name === "circle" || name === "rect" ? document.createElementNS(SVG, name) : document.createElement(name);
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

/** Put children in the place of what is there; null children are left out. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
}

export const by = (id) => document.getElementById(id);

/** A drawing as an element; it is read as XML, so nothing in it can run. */
export function drawing(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

/** Hand the user a file. */
export function download(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

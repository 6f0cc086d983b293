// What both pages share: elements, SVG that is safe to put in, and talking to the server.

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

/** JSON from the server: a question when there is `data`. Throws with the server's words. */
export async function ask(address, data) {
  const sent = data === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) };
  const answer = await fetch(address, sent);
  if (!answer.ok) throw new Error(await refusal(answer));
  return answer.json();
}

/** The server's words for what it did not do. */
export async function refusal(answer) {
  const said = await answer.json().catch(() => ({}));
  const hints = (said.hints ?? []).filter((hint) => hint);
  return [said.error ?? `the server answers ${answer.status}`, ...hints].join("; ");
}

/** Hand the user a file. */
export function download(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

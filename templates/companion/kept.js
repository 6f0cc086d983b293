// What the companion keeps in the browser; its tabs share it.

const key = (name) => `rcwkit.${name}.${document.body.dataset.game}`;

/** The value kept under a name, or the fallback if there is none, or the browser keeps nothing for local pages. */
export function read(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(key(name))) ?? fallback;
  } catch {
    return fallback;
  }
}

/** Keep a value, or drop it for null. Returns whether the browser does. */
export function write(name, value) {
  try {
    if (value === null) localStorage.removeItem(key(name));
    else localStorage.setItem(key(name), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Do something whenever another tab changes what is kept. */
export function follow(changed) {
  addEventListener("storage", ({ key: name }) => (name === null || name.endsWith(key("").slice("rcwkit.".length))) && changed());
}

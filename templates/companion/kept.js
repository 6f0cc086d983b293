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

/** Keep a value. Returns whether the browser does. */
export function write(name, value) {
  try {
    localStorage.setItem(key(name), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Do something whenever another tab changes the value. */
export function follow(name, changed) {
  addEventListener("storage", (event) => {
    if (event.key === key(name) || event.key === null) changed();
  });
}

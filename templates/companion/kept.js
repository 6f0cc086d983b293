// What the companion keeps in the browser; its tabs share it.

import { recall, store } from "./stored.js";

const key = (name) => `rcwkit.${name}.${document.body.dataset.game}`;

/** The value kept under a name, or the fallback if there is none. */
export const read = (name, fallback) => recall(key(name), fallback);

/** Keep a value, or drop it for null. Returns whether the browser does. */
export const write = (name, value) => store(key(name), value);

/** Do something whenever another tab changes what is kept. */
export function follow(changed) {
  addEventListener("storage", ({ key: name }) => (name === null || name.endsWith(key("").slice("rcwkit.".length))) && changed());
}

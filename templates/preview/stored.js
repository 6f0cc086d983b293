// Values in the store of the browser, which may keep nothing for local pages.

/** The value kept under a key, or the fallback if there is none. */
export function recall(key, fallback = null) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? fallback;
  } catch {
    return fallback;
  }
}

/** Keep a value, or drop it for null. Returns whether the browser does; if not, it is only of the moment. */
export function store(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

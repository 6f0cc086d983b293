// Changes that are not saved yet, kept in the browser by game, language, document and entry.

import { recall, store } from "./stored.js";

const PREFIX = "rcwkit.draft.";
const key = ({ game, language, file, path }) => PREFIX + JSON.stringify([game, language, file, path]);
export const CHANGED = "drafts";

/** The draft of an entry: {hash, value, draft}, the hash of its file and its value when it was begun; or null. */
export const kept = (entry) => recall(key(entry));

/** What an entry was when its draft was begun. */
function begun(entry) {
  const { hash, value } = kept(entry) ?? entry;
  return { hash, value };
}

/** Keep the draft of an entry, or drop it for null. */
export function keep(entry, draft) {
  const { game, language, file, path } = entry;
  store(key(entry), draft ? { game, language, file, path, ...begun(entry), draft } : null); // or the page asks before it is left
  dispatchEvent(new Event(CHANGED));
}

/** The entries of a game that have drafts: {file, path}. */
export function waiting(game) {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX)).sort();
    return names.map((name) => recall(name)).filter((one) => one?.game === game);
  } catch {
    return [];
  }
}

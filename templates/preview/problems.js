// What is wrong with the documents: a list below the pieces, and its count in the title, the icon and a button.

import { by, el, fill } from "./common.js";
import { inspect } from "./inspector.js";
import { say } from "./say.js";

/** What is shown while there are errors. */
function standing({ behind, components, kept }) {
  if (kept.length && components.length) return say("All else is shown as it is now, {files} as it last was without errors.", { files: kept.map((file) => file.split("/").slice(1).join("/")).join(", ") });
  if (!behind) return say("Shown as it is now; it cannot be built like this.");
  return components.length ? say("Showing the last good state.") : say("Nothing can be shown until this is mended.");
}

/** Problems of one kind in one file are told as one. */
function alike(listed) {
  const groups = new Map();
  for (const one of listed) {
    const key = JSON.stringify([one.code, one.message, one.file]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

/** Where a problem is mended: in the form of its entry, or in an editor. */
function ways({ file, line, message, open }) {
  const at = `${file}:${line}`;
  const edit = open && /\.ya?ml$/.test(file);
  return el("p", { class: "actions" }, edit ? el("button", { type: "button", onclick: () => inspect(message, { at, open, edit }, () => {}) }, say("Edit here")) : null, open ? el("a", { href: open }, say("Open {place}", { place: at })) : null);
}

/** Errors are listed until they are hidden; the title, the icon and a button tell of them all the time. */
export function problems(state, asked) {
  const errors = state.problems.filter((one) => one.severity === "error");
  const others = state.problems.length - errors.length;
  const told = [errors.length && say.count(errors.length, "{n} error", "{n} errors"), others && say.count(others, "{n} warning", "{n} warnings")];
  const counts = told.filter((text) => text).join(", ");
  const open = asked ?? errors.length > 0;
  const button = by("warnings");
  button.hidden = !counts;
  button.textContent = counts;
  button.classList.toggle("lost", errors.length > 0);
  button.setAttribute("aria-expanded", String(open));
  document.title = `${errors.length ? `(${counts}) ` : ""}${say("{title} – preview", { title: state.game.title })}`;
  document.querySelector('link[rel="icon"]').href = `asset/${errors.length ? "icon-problem" : "icon"}.svg`;
  by("problems").hidden = !open;
  by("problems").classList.toggle("warnings", !errors.length);
  if (!open) return;
  fill(
    by("problems"),
    el(
      "h2",
      {},
      counts,
      errors.length ? el("small", {}, standing(state)) : null,
      el("button", { onclick: () => problems(state, false) }, say("Hide")),
    ),
    el(
      "ol",
      {},
      alike(state.problems).map(([one, ...more]) => el("li", {}, el("p", {}, el("b", {}, one.message), one.hint ? el("span", {}, ` ${one.hint}`) : null), el("details", {}, el("summary", {}, `${one.file.split("/").slice(-2).join("/")}:${one.line} · ${one.code}`), el("pre", {}, one.frame)), more.length ? el("p", {}, say.count(more.length, "and the same in line {lines}", "and the same in {n} more lines: {lines}", { lines: more.map(({ line }) => line).join(", ") })) : null, ways(one))),
    ),
  );
}

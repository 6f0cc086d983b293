// What is wrong with the documents: a list over the page, and its count in the title, the icon and a button.

import { by, el, fill } from "./common.js";
import { say } from "./say.js";

/** What is shown while there are errors. */
function standing({ behind, components }) {
  if (!behind) return say("Shown as it is now; it cannot be built like this.");
  return components.length ? say("Showing the last good state.") : say("Nothing can be shown until this is mended.");
}

/** Errors cover the last good page until they are hidden; the title, the icon and a button tell of them all the time. */
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
      state.problems.map((one) => el("li", {}, el("pre", {}, one.frame), one.open ? el("a", { href: one.open }, say("Open {place}", { place: `${one.file}:${one.line}` })) : null)),
    ),
  );
}

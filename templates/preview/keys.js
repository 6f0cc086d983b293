// Keys of the whole page, and arrows that lead from piece to piece.

import { by } from "./common.js";
import { back, save } from "./editing.js";
import { dismiss } from "./inspector.js";

const TYPED = "input, textarea, select";
const WITH_CONTROL = { s: () => (by("passage") ? by("passage").form.requestSubmit() : save()), z: (told) => back("undo", told), y: (told) => back("redo", told), Z: (told) => back("redo", told) };

/** Whether a key belongs to what is written in a field: its own undo, or a slash. */
const typing = (event, key) => key !== "s" && event.target.matches?.(TYPED);

/** Hear the keys; `told` says what was taken back. */
export function listen(told) {
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const asked = (event.ctrlKey || event.metaKey) && !event.altKey ? WITH_CONTROL[event.key] : null;
    if (event.key === "Escape") dismiss();
    else if (typing(event, event.key)) return;
    else if (asked) {
      event.preventDefault();
      asked(told);
    } else if (event.key === "/" && !event.ctrlKey) {
      event.preventDefault();
      by("wanted").focus();
    }
  });
}

/** Make the pieces of a table one stop for Tab: arrows, Home and End lead through them. */
export function roving(table) {
  const all = () => [...table.querySelectorAll("button.piece")];
  const stop = (node) => {
    for (const other of all()) other.tabIndex = other === node ? 0 : -1;
  };
  table.addEventListener("focusin", (event) => event.target.matches("button.piece") && stop(event.target));
  table.addEventListener("keydown", (event) => {
    const here = event.target;
    if (!here.matches("button.piece") || event.ctrlKey || event.altKey || event.metaKey) return;
    const pieces = all();
    const at = pieces.indexOf(here);
    const ways = {
      ArrowRight: () => pieces[at + 1],
      ArrowLeft: () => pieces[at - 1],
      ArrowDown: () => below(pieces, here, 1),
      ArrowUp: () => below(pieces, here, -1),
      Home: () => pieces[0],
      End: () => pieces.at(-1),
    };
    if (!ways[event.key]) return;
    event.preventDefault();
    ways[event.key]()?.focus();
  });
  return () => {
    const pieces = all();
    if (pieces.length && !pieces.some((node) => node.tabIndex === 0)) stop(pieces[0]);
  };
}

/** The piece nearest in the row above (-1) or below (1). */
function below(pieces, here, way) {
  const rows = pieces.filter((one) => (one.offsetTop - here.offsetTop) * way > 0);
  const row = Math[way > 0 ? "min" : "max"](...rows.map((one) => one.offsetTop));
  const far = (one) => Math.abs(one.offsetLeft - here.offsetLeft);
  return rows.filter((one) => one.offsetTop === row).sort((one, other) => far(one) - far(other))[0];
}

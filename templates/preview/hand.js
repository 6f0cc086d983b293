// What layouts and maps by hand share: an inspector that keeps the focus, and the bar that says which lines were written.

import { ask } from "./answers.js";
import { el, fill } from "./common.js";
import { say } from "./say.js";

const WITH_CONTROL = { z: "undo", y: "redo", Z: "redo" };
const MOST = 3; // lines of a place in a file that are told
const LONG = 50; // characters from which only what differs in a line is told
const AROUND = 2; // words beside that
const trimmed = (lines) => lines.slice(-MOST).map((one) => one.trim()).join("\n");
const KEY = /(?<=[{,] ?)(?=\w+: )|(?=\}+$)/; // where the next key of a mapping in braces begins, or it ends

/** What differs between two lines, by the keys in their braces; other lines whole. */
function differing(before, after) {
  if (before.length !== 1 || after.length !== 1) return [trimmed(before), trimmed(after)];
  const [old, now] = [before, after].map(([line]) => line.trim().split(KEY));
  if (old.length < 2 || now.length < 2) return [old.join(""), now.join("")];
  while (old.length && now.length && old[0] === now[0]) old.shift(), now.shift();
  while (old.length && now.length && old.at(-1) === now.at(-1)) old.pop(), now.pop();
  return [old, now].map((parts) => parts.join("").trim().replace(/,$/, ""));
}

/** Two long lines without the words with which both begin and end, but for a few. */
function shortened([before, after]) {
  if (Math.max(before.length, after.length) < LONG) return [before, after];
  const [old, now] = [before, after].map((text) => text.split(/(?<= )/));
  const most = Math.min(old.length, now.length);
  let [head, tail] = [0, 0];
  while (head < most && old[head] === now[head]) head += 1;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const [left, right] = [head, tail].map((same) => Math.max(0, same - AROUND));
  const part = (words) => [left ? "… " : "", ...words.slice(left, words.length - right), right ? "…" : ""].join("");
  return before && after ? [part(old), part(now)] : [before, after];
}

/** The bar below: `told` shows what was written in files, `tell` any words, `done` is called after undo and redo, `keys` hears Ctrl+Z. */
export function bar(done) {
  const said = el("div", { class: "written", role: "status" });
  const tell = (text, lost = false) => fill(said, el(lost ? "b" : "span", { class: lost ? "low" : "" }, text));
  const told = (files, saved = true) => {
    const word = saved ? el("b", { class: "done" }, say("Saved.")) : el("b", { class: "low" }, say("Not saved yet"));
    const lines = files.flatMap(({ file, lines }) => lines.map((one) => ({ file, ...one })));
    const shown = lines.flatMap(({ file, line, before, after }) => {
      const [old, now] = shortened(differing(before, after));
      return [el("small", { class: "quiet" }, say("{file}, line {line}", { file, line })), old ? el("del", {}, old) : null, now ? el("ins", {}, now) : null];
    });
    fill(said, word, ...shown);
  };
  const again = async (way) => {
    try {
      await ask(way, {});
      tell(way === "undo" ? say("Undone.") : say("Done again."));
      done();
    } catch (error) {
      tell(error.message, true);
    }
  };
  const keys = (event) => {
    const way = (event.ctrlKey || event.metaKey) && !event.target.matches("input[type=text]") && WITH_CONTROL[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    again(way);
  };
  const button = (way, words) => el("button", { type: "button", onclick: () => again(way) }, words);
  return { node: el("div", { class: "foot" }, said, button("undo", say("Undo")), button("redo", say("Redo"))), told, tell, keys };
}

/** Have the browser ask before the page is left while something is not saved. */
export const guard = (unsaved) => addEventListener("beforeunload", (event) => unsaved() && event.preventDefault());

/** Whether what the server tells is what is shown: it then stays, with all that a pointer or a key is about to do to it. */
export const isShown = (info, shown) => Boolean(shown) && Object.entries(info).every(([key, value]) => JSON.stringify(value) === JSON.stringify(shown[key]));

/** Whether something is being typed in an inspector, which then stays as it is. */
export const typing = (side) => side.contains(document.activeElement) && document.activeElement.matches("input:not([type=color])");

/** Fill an inspector anew; of its controls, the one in the place of that with the focus has it afterwards. */
export function focused(side, refill) {
  const controls = () => [...side.querySelectorAll("input, select, button")];
  const at = controls().indexOf(document.activeElement);
  refill();
  if (at >= 0) controls()[at]?.focus();
}

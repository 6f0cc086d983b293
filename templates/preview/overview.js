// All components at a glance, and words found on them.

import { ask } from "./answers.js";
import { drawing, el, fill } from "./common.js";
import { say } from "./say.js";

/** Fill a node with a picture of the first piece or page of each component. */
export async function overview(node) {
  const shown = await ask("overview");
  fill(
    node,
    shown.map((one) =>
      el("a", { class: "card", href: `#${encodeURIComponent(one.stem)}` }, one.svg ? el("span", { class: "thumb" }, drawing(one.svg)) : el("span", { class: "thumb" }), el("b", {}, one.title), el("small", { class: "quiet" }, one.count ? String(one.count) : "")),
    ),
  );
}

let asked = 0; // how often words were looked for: only the last ones are shown

/** Fill a node with the pieces and pages on which words stand; `go` shows one. */
export async function find(words, node, go) {
  const mine = (asked += 1);
  const found = words.trim() ? await ask("find", { text: words }) : [];
  if (mine !== asked) return;
  fill(
    node,
    found.map((one) => el("li", {}, el("button", { type: "button", onclick: () => go(one.stem, one.key) }, el("b", {}, one.title), ` ${one.key}`, el("small", { class: "quiet" }, one.words)))),
    words.trim() && !found.length ? el("li", { class: "quiet" }, say("Nothing found.")) : null,
  );
}

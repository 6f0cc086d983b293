// A passage of a booklet: its lines as they are written in Markdown, to be changed there.

import { ask } from "./answers.js";
import { by, el, fill } from "./common.js";
import { keep, kept } from "./drafts.js";
import { say } from "./say.js";

const PAUSE = 500; // ms without typing until what was typed is checked

let passage = null; // what is shown, as the server told it
let timer = 0;

/** Show the lines of a booklet in a node; `game` is whose drafts are kept. */
export async function passageIn(node, { file, line, count }, game) {
  const found = await ask("passage", { file, line, count });
  if (!node.isConnected) return; // something else was chosen meanwhile
  show(node, { ...found, game, language: "", path: ["lines", line, count], value: found.text });
}

function show(node, found) {
  passage = found;
  const left = kept(passage);
  const text = el("textarea", { id: "passage", rows: String(Math.min(24, Math.max(4, Math.ceil(passage.text.length / 34) + 1))), value: left?.draft ?? passage.text, "aria-label": say("Text in Markdown"), spellcheck: "true", oninput: () => typed(text) });
  const again = (way, words) => el("button", { type: "button", disabled: !passage[way], onclick: () => back(node, way) }, words);
  fill(
    node,
    el("form", { id: "fields", onsubmit: (event) => (event.preventDefault(), write(node, text)) }, el("div", { class: "field" }, el("label", { for: "passage" }, say("Text in Markdown")), text)),
    el("p", { class: "small quiet" }, say("**bold**, *italic*, # heading, - point; an empty line begins a paragraph")),
    el("p", { class: "actions" }, el("button", { form: "fields", class: "strong", id: "save" }, say("Save")), again("undo", say("Undo")), again("redo", say("Redo")), el("b", { id: "unsaved", hidden: !left }, say("Not saved yet"))),
    el("p", { id: "said", role: "status" }, left && left.hash !== passage.hash ? say("The file has changed since.") : ""),
  );
  text.focus({ preventScroll: true });
}

const asked = ({ file, line, count, hash }) => ({ file, line, count, hash });

function typed(text) {
  const changed = text.value !== passage.text;
  keep(passage, changed ? text.value : null);
  by("unsaved").hidden = !changed;
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const about = passage;
    const wrong = changed ? await ask("check-passage", { ...asked(about), text: text.value }).catch(() => ({ problems: [] })) : { problems: [] };
    if (about === passage && text.isConnected) mark(text, wrong.problems);
  }, PAUSE);
}

function mark(text, problems) {
  text.toggleAttribute("aria-invalid", problems.length > 0);
  if (problems.length) text.setAttribute("aria-invalid", "true");
  by("said").textContent = problems.map(({ message, hint }) => [message, hint].filter(Boolean).join("; ")).join(" ");
}

async function write(node, text) {
  clearTimeout(timer);
  by("said").textContent = say("Saving …");
  const about = passage;
  const shown = () => about === passage && text.isConnected; // or else another form is, with its own words
  try {
    const found = await ask("passage", { ...asked(about), text: text.value });
    keep(about, null);
    if (!shown()) return;
    show(node, { ...about, ...found, path: ["lines", found.line, found.count], value: found.text });
    by("said").textContent = say("Saved.");
  } catch (error) {
    if (shown()) by("said").textContent = [say("Not saved."), error.message].join(" ");
  }
}

async function back(node, way) {
  const { file, line, count, game } = passage;
  try {
    await ask(way, {});
    await passageIn(node, { file, line, count }, game);
    if (node.isConnected) by("said").textContent = way === "undo" ? say("Undone.") : say("Done again.");
  } catch (error) {
    if (node.isConnected) by("said").textContent = error.message;
  }
}

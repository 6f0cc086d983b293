// The inspector beside the table: what is selected there, its source, and its form.

import { by, el, fill } from "./common.js";
import { edit, editEntry, editTable, reach } from "./editing.js";
import { passageIn } from "./passages.js";
import { say } from "./say.js";

let leave = null; // what is to be done when it is closed

/** Show a selection with its source at a place (file:line), and its form at the field with some words; `left` is called when it is closed. */
export function inspect(title, { at, open, edit: editable, lines = 0, game = "" }, left, size = "", words = "") {
  leave = left;
  const editor = el("section", { id: "editor", "aria-label": say("Edit") });
  const head = el("h2", {}, title);
  const ways = [
    ["edit", say("Entry"), edit],
    ["grid", say("Table"), editTable],
  ];
  const begin = async (way) => {
    if (by(way[0]).getAttribute("aria-pressed") === "true") return;
    for (const [id] of ways) by(id)?.setAttribute("aria-pressed", String(id === way[0]));
    const named = await way[2](at, editor).catch((error) => (fill(editor, el("p", { role: "status" }, error.message)), ""));
    if (named) head.textContent = named;
    if (named && words && way[0] === "edit") await reach(words);
  };
  const [file, row] = [at.slice(0, at.lastIndexOf(":")), at.slice(at.lastIndexOf(":") + 1)];
  const place = el("code", {}, say("{file}, line {row}", { file: file.split("/").slice(-2).join("/"), row }));
  fill(
    by("detail"),
    el("button", { class: "close", "aria-label": say("Close"), onclick: dismiss }, "×"),
    head,
    el("p", { class: "small quiet" }, size ? `${size} · ` : null, at && (open ? el("a", { href: open, id: "source", title: say("Open {place}", { place: at }) }, place) : place)),
    editable && !lines ? el("p", { class: "ways" }, ways.map((way) => el("button", { type: "button", id: way[0], "aria-pressed": "false", onclick: () => begin(way) }, way[1]))) : null,
    open && !editable && !lines ? el("p", {}, say("It is edited where it stands: in {file}, row {row}.", { file, row })) : null,
    open && !editable && !lines && /\.[ct]sv$/.test(file) && !by("tabled").hidden ? el("p", { class: "actions" }, el("button", { type: "button", onclick: () => by("tabled").click() }, say("Edit in the table"))) : null,
    editor,
  );
  by("detail").hidden = false;
  const wrong = (error) => fill(editor, el("p", { role: "status" }, error.message));
  if (lines) passageIn(editor, { file, line: Number(row), count: lines }, game).catch(wrong);
  else if (editable) begin(ways[0]);
}

/** Show the entry at a path of a file: one whose draft waits, or a whole document; `left` is called when it is closed. */
export function inspectDraft(file, path, game, title = path.join(" › ") || file, left = () => {}) {
  if (path[0] === "lines" && typeof path[1] === "number") return inspect(file, { at: `${file}:${path[1]}`, open: "", lines: path[2], game }, () => {});
  inspect(title, { at: "", open: "", edit: false }, left);
  editEntry(file, path, by("editor")).catch((error) => fill(by("editor"), el("p", { role: "status" }, error.message)));
}

/** Close it; what was typed is kept. */
export function dismiss() {
  if (by("detail").hidden) return;
  by("detail").hidden = true;
  leave?.();
  by("editor")?.replaceChildren();
  by("editor")?.classList.remove("wide");
}

// The print dialog: which files on which paper, with sheets counted, what changed since the last print; and exports.

import { ask } from "./answers.js";
import { by, el, fill } from "./common.js";
import { say } from "./say.js";

const WAIT = 400; // milliseconds between two looks at a job
const SHELVES = { table: say("For play"), proxies: say("Boxes and labels, and proxies of pieces that owners of the game have"), study: say("For study") };
const INKS = { full: say("Full"), low: say("Low") };
const PAPERS = { a4: say("A4"), letter: say("Letter"), a3: say("A3"), tabloid: say("Tabloid") };
const LEAVES = 16; // drawn of a stack at most
const MOST_TITLES = 6; // of pieces that changed that are told
const GUIDES = { "0-print-guide.pdf": say("Print guide"), "0-changes.pdf": say("Changes"), "changed-pieces.pdf": say("Changed pieces") };
const CHOICES = [
  { name: "paper", title: say("Paper"), values: PAPERS },
  { name: "ink", title: say("Ink"), values: INKS },
  { name: "backs", title: say("Backs of pieces"), values: { duplex: say("Printed on both sides"), gutterfold: say("Folded over"), sheets: say("On sheets of their own"), none: say("None") } },
  { name: "flip", title: say("The printer turns paper over its"), values: { long: say("long edge"), short: say("short edge") } },
];
const EXPORTS = [
  { what: "share", title: say("For playtesters"), about: say("one zip file: PDFs, companion, VASSAL module, and what changed since the last one") },
  { what: "companion", title: say("Companion"), about: say("charts, checklists and dice for phones: one file, works offline") },
  { what: "vassal", title: say("VASSAL"), about: say("a module with all set-ups, for play over the network") },
  { what: "tts", title: say("Tabletop Simulator"), about: say("a saved object with board, bags and decks") },
  { what: "decks", title: say("Decks"), about: say("pictures and lists for sites of cards") },
  { what: "csv", title: say("Spreadsheets"), about: say("cards, counters and places as CSV") },
];

const dialog = el("dialog", { class: "press", "aria-labelledby": "press-title" });
document.body.append(dialog);
let titles = new Map(); // of files of the kit
let round = 0; // counts begun: an older one ends when another begins

const heading = (text) => el("div", { class: "press-head" }, el("h2", { id: "press-title" }, text), el("button", { type: "button", class: "close", "aria-label": say("Close"), onclick: () => dialog.close() }, "×"));
const date = (at) => new Date(at).toLocaleDateString(say.locale, { day: "numeric", month: "long" });
const failed = (error) => fill(dialog, heading(say("Print")), el("p", { role: "alert", class: "wrong" }, error.message));
dialog.addEventListener("close", () => (round += 1));

/** A choice of one of a few values, as buttons side by side. */
function segments({ name, title, values }, now, changed) {
  const boxes = Object.entries(values).map(([value, words]) => el("label", {}, el("input", { type: "radio", name: `press-${name}`, value, checked: value === now, onchange: () => changed(name, value) }), el("span", {}, words)));
  return el("fieldset", { class: "segments" }, el("legend", {}, title), boxes);
}

/** The sheets of files as a stack with one on top, to leaf through: gold is what changed; `tell` tells of a sheet. */
function leafed(node, tell) {
  const picture = el("img", { alt: "" });
  const marks = el("div", { class: "marks" });
  const under = el("div", {});
  const caption = el("figcaption", {});
  const papers = el("p", { class: "papers" });
  const step = (by, words, sign) => el("button", { type: "button", "aria-label": words, onclick: () => turn(by) }, sign);
  const [back, on] = [step(-1, say("Previous sheet"), "‹"), step(1, say("Next sheet"), "›")];
  const at = { file: 0, number: 0 };
  let files = [];

  const mark = (boxes) => fill(marks, boxes.map((box) => el("i", Object.fromEntries(["--x", "--y", "--w", "--h"].map((name, side) => [name, `${100 * box[side]}%`])))));

  async function turn(by) {
    const { sheets } = files[at.file];
    at.number += by;
    if (at.number < 0) Object.assign(at, { file: at.file - 1, number: files[at.file - 1].sheets - 1 });
    if (at.number >= sheets) Object.assign(at, { file: at.file + 1, number: 0 });
    const [file, { number }] = [files[at.file], at];
    told(file);
    const leaf = await tell(file, number).catch(() => null);
    if (!leaf || file !== files[at.file] || number !== at.number) return;
    picture.src = leaf.picture;
    mark(leaf.changed);
    told(file, leaf.changed.length > 0);
  }

  function told(file, changed = false) {
    caption.textContent = [say("{title}: sheet {n} of {all}", { title: file.title, n: say.number(at.number + 1), all: say.number(file.sheets) }), changed ? say("gold: changed") : ""].filter(Boolean).join(" · ");
    back.disabled = !at.file && !at.number;
    on.disabled = at.file === files.length - 1 && at.number === file.sheets - 1;
  }

  fill(node, el("figure", {}, el("div", { class: "leaf" }, under, picture, marks), caption, el("p", { class: "turn" }, back, on)), papers);
  return (counted) => {
    const same = files[0] && files[0] === counted[0];
    files = counted.filter((one) => one.sheets);
    node.hidden = !files.length;
    if (node.hidden) return;
    const sheets = files.reduce((sum, one) => sum + one.sheets, 0);
    fill(under, Array.from({ length: Math.min(sheets, LEAVES) - 1 }, (_, index) => el("i", { "--under": String(index + 1) })).reverse());
    under.parentNode.style.setProperty("--leaves", String(Math.min(sheets, LEAVES) - 1));
    const sizes = Map.groupBy(files, (one) => one.paper);
    papers.textContent = [...sizes].map(([paper, some]) => `${say.number(some.reduce((sum, one) => sum + one.sheets, 0))} × ${PAPERS[paper] ?? paper}`).join(", ");
    if (!same) {
      Object.assign(at, { file: 0, number: 0 });
      picture.src = files[0].first;
      mark(files[0].marks);
    }
    told(files[at.file], Boolean(marks.firstChild));
  };
}

/** What differs from the print that was noted: how many pieces, and the titles of some. */
function since(node, day, counted) {
  const known = counted.filter((one) => one.changed);
  const changes = known.flatMap(({ changed }) => [...changed.add, ...changed.remove.filter(({ id }) => !changed.add.some((one) => one.id === id))]);
  const titles = [...new Set(changes.map((one) => one.title))];
  const words = titles.slice(0, MOST_TITLES).join(", ") + (titles.length > MOST_TITLES ? " …" : "");
  const head = changes.length ? say.count(changes.length, "{n} piece changed since you printed on {day}", "{n} pieces changed since you printed on {day}", { day }) : say("Nothing changed since you printed on {day}", { day });
  const other = counted.length ? say("Printed on {day}, with other choices.", { day }) : "";
  fill(node, known.length ? [el("b", {}, head), words ? el("small", {}, words) : null] : other);
  return changes.length;
}

/** How much of a page is inked, in per cent: a bar, with a mark where the other ink would end. */
function inked(now, measured) {
  const worded = (ink) => say("{ink}: {n} %", { ink: INKS[ink], n: say.number(measured[ink], measured[ink] < 10 ? 1 : 0) });
  const other = Object.keys(measured).find((ink) => ink !== now);
  const words = [now, other].filter((ink) => ink in measured).map(worded);
  return [el("h3", {}, say("Ink on the page")), el("div", { class: "ink", role: "img", "aria-label": words.join(", ") }, el("i", { "--part": `${measured[now]}%` }), other ? el("em", { "--part": `${measured[other]}%` }) : null), el("p", { class: "small" }, words.join(" · "))];
}

/** Show the dialog for a game as it is now. */
export async function print() {
  fill(dialog, heading(say("Print")), el("p", { role: "status" }, say("Looking at the kit …")));
  if (!dialog.open) dialog.showModal();
  const kit = await ask("print").catch(failed);
  if (kit?.files) chosen(kit);
}

function chosen(kit) {
  titles = new Map(kit.files.map((file) => [`${file.stem}.pdf`, file.title]));
  const options = { ...kit.options };
  const rows = kit.files.map((file) => {
    const box = el("input", { type: "checkbox", checked: file.shelf === "table", onchange: count });
    const pages = el("span", { class: "pages" }, "");
    const flag = el("span", { class: "flag", hidden: true });
    const about = file.pieces ? say.count(file.pieces, "{n} piece", "{n} pieces") : "";
    return { file, box, pages, flag, node: el("li", {}, el("label", {}, box, el("span", {}, el("b", {}, file.title), el("small", { class: "quiet" }, about))), flag, pages) };
  });
  const shelves = Object.entries(SHELVES).flatMap(([shelf, title]) => {
    const some = rows.filter((row) => row.file.shelf === shelf);
    return some.length ? [el("h3", {}, title), el("ul", { class: "shelf" }, some.map((row) => row.node))] : [];
  });
  const total = el("p", { class: "total", role: "status" });
  const stack = el("div", { class: "stack", hidden: true });
  const leaves = leafed(stack, ({ stem }, number) => ask("leaf", { stem, number, options }));
  const ink = el("div", {});
  const make = el("button", { type: "button", class: "strong", onclick: () => begin("kit") }, say("Make the PDFs"));
  const changes = el("button", { type: "button", onclick: () => begin("changes") }, say("Only what changed"));
  const target = el("p", { class: "small quiet" });
  const differs = el("p", { role: "status" });
  const printed = kit.printed ? el("div", { class: "since" }, differs, changes) : null;
  const ticked = () => rows.filter((row) => row.box.checked);

  /** The shelves of a whole kit, or the files that are ticked if they are not those of shelves. */
  function wanted() {
    const all = ticked().length === rows.length;
    const table = rows.every((row) => row.box.checked === (row.file.shelf === "table"));
    return { shelves: all ? Object.keys(SHELVES) : ["table"], only: table || all ? [] : ticked().map((row) => row.file.stem) };
  }

  function begin(what) {
    round += 1;
    work(what, { ...options, ...wanted(), ...(what === "changes" ? { only: [] } : {}) });
  }

  /** Count pages file by file; the sums so far are told meanwhile. Then look what the other ink would take. */
  async function count() {
    const mine = ++round;
    make.disabled = !ticked().length;
    target.textContent = wanted().only.length ? say("The files go to {folder}.", { folder: `${kit.folder}/only` }) : say("The files go to {folder}, with a guide to printing and cutting.", kit);
    for (const { pages, flag } of rows) [pages.textContent, flag.hidden] = ["", true];
    const counted = [];
    let left = ticked().length;
    const tell = () => {
      const [sheets, pages, cuts] = [sum(counted, "sheets"), sum(counted, "pages"), sum(counted, "cuts")];
      const sums = [say.count(sheets, "**{n}** sheet of paper", "**{n}** sheets of paper"), say.count(pages, "**{n}** printed page", "**{n}** printed pages"), cuts ? say.count(cuts, "**{n}** cut", "**{n}** cuts") : ""].filter(Boolean);
      leaves(counted);
      if (printed) changes.disabled = !since(differs, date(kit.printed.at), counted) && !left;
      fill(total, sums.map(strong), left ? el("small", { class: "quiet" }, say.count(left, "{n} file to count", "{n} files to count")) : null);
    };
    fill(ink);
    tell();
    for (const row of ticked()) {
      const found = await ask("count", { stem: row.file.stem, options }).catch((error) => error);
      if (mine !== round) return;
      left -= 1;
      row.pages.textContent = found instanceof Error ? "–" : String(found.sheets);
      row.pages.title = found instanceof Error ? found.message : say.count(found.pages, "{n} page", "{n} pages");
      if (found instanceof Error) row.node.append(el("small", { class: "wrong" }, found.message));
      else counted.push({ ...found, stem: row.file.stem, title: row.file.title });
      const changed = found.changed ? new Set([...found.changed.add, ...found.changed.remove].map((one) => one.id)).size : 0;
      row.flag.hidden = !changed;
      row.flag.textContent = say("{n} changed", { n: say.number(changed) });
      tell();
    }
    if (!counted.length) return;
    const measured = { [options.ink]: sum(counted, "ink") / sum(counted, "pages") };
    fill(ink, inked(options.ink, measured));
    const [other] = Object.keys(INKS).filter((one) => one !== options.ink);
    const others = [];
    for (const row of ticked()) {
      others.push(await ask("count", { stem: row.file.stem, options: { ...options, ink: other } }).catch(() => null));
      if (mine !== round) return;
    }
    const known = others.filter((one) => one);
    if (known.length === counted.length) fill(ink, inked(options.ink, { ...measured, [other]: sum(known, "ink") / sum(known, "pages") }));
  }

  const sum = (listed, name) => listed.reduce((all, one) => all + one[name], 0);
  const change = (name, value) => ((options[name] = value), count());
  fill(
    dialog,
    heading(say("Print")),
    el(
      "div",
      { class: "press-body" },
      el(
        "div",
        {},
        printed,
        el("div", { class: "press-files" }, shelves.length ? shelves : el("p", {}, say("There is nothing to print yet: add cards, counters or a page."))),
        el("div", { class: "press-options" }, CHOICES.map((one) => segments(one, options[one.name], change))),
        ink,
        el("div", { class: "press-foot" }, total, make),
        target,
      ),
      stack,
    ),
  );
  count();
}

/** The words of a text with **bold** ones. */
const strong = (text) => el("span", {}, text.split("**").map((part, index) => (index % 2 ? el("b", {}, part) : part)));

/** Do a job, showing how far it is, then what it made. */
async function work(what, options) {
  const bar = el("progress", { "aria-label": say("Progress") });
  const said = el("p", { role: "status" }, say("Making …"));
  fill(dialog, heading(what === "kit" || what === "changes" ? say("Print") : say("Export")), said, bar);
  if (!dialog.open) dialog.showModal();
  try {
    const { job } = await ask("make", { what, options });
    for (;;) {
      const told = await ask(`job/${job}`);
      if (told.state !== "working") return done(what, job, told);
      if (told.total) Object.assign(bar, { max: told.total, value: told.done });
      if (told.name) said.textContent = say("{done} of {total}: {name}", told);
      await new Promise((resolve) => setTimeout(resolve, WAIT));
    }
  } catch (error) {
    return failed(error);
  }
}

const size = (bytes) => (bytes < 1e6 ? say("{n} kB", { n: Math.ceil(bytes / 1e3) }) : say("{n} MB", { n: say.number(bytes / 1e6, 1) }));

function done(what, job, told) {
  const shown = (told.files ?? []).map((one, index) => ({ ...one, index })).filter((one) => !/\.(json|txt)$|SHA256SUMS/.test(one.name) || told.files.length < 3);
  const files = shown.map(({ name, bytes, index }) => {
    const pages = told.pages?.[name];
    const open = name.endsWith(".pdf") ? el("a", { class: "button", href: `made/${job}/${index}?inline`, target: "_blank", rel: "noopener", "aria-label": say("Open {place}", { place: name }) }, say("Open")) : null;
    const load = el("a", { class: "button", href: `made/${job}/${index}`, download: name.split("/").at(-1), "aria-label": say("Download {name}", { name }) }, say("Download"));
    return el("li", {}, el("span", {}, el("b", {}, titles.get(name) ?? GUIDES[name] ?? name), el("small", { class: "quiet" }, [titles.has(name) || name in GUIDES ? name : "", pages ? say.count(pages, "{n} page", "{n} pages") : "", size(bytes)].filter((text) => text).join(", "))), open, load);
  });
  const listed = [...(told.remove ?? []).map((one) => ["−", one]), ...(told.add ?? []).map((one) => ["+", one])];
  const note = el("button", { type: "button", onclick: () => ask("printed", {}).then(({ name }) => note.replaceWith(el("p", { role: "status" }, say("Noted as {name}: next time, only what changed can be printed.", { name }))), failed) }, say("I have printed this"));
  const bad = told.state === "failed";
  const same = what === "changes" && !bad && !listed.length;
  const title = bad ? say("It could not be made") : same ? say("Nothing to print") : what === "kit" || what === "changes" ? say("Ready to print") : say("Exported");
  fill(
    dialog,
    heading(title),
    told.problems?.length ? el("ul", { class: bad ? "wrong" : "warned" }, told.problems.map((text) => el("li", {}, text))) : null,
    listed.length ? el("ul", { class: "changed-list" }, listed.map(([sign, one]) => el("li", {}, `${sign} ${one.copies} × ${one.title}`))) : null,
    same ? el("p", {}, say("Nothing changed since the last print.")) : null,
    told.folder && !same ? el("p", {}, say("In this folder:"), " ", el("code", {}, told.folder)) : null,
    el("ul", { class: "made" }, files),
    told.missing?.length ? el("p", { class: "wrong" }, say("Not made here: {files}", { files: told.missing.join(", ") })) : null,
    el("p", { class: "actions" }, what === "kit" && !bad ? note : null, el("button", { type: "button", onclick: () => dialog.close() }, say("Close"))),
  );
  dialog.querySelector(".made a")?.focus();
}

/** Show what the game can be exported to. */
export async function exported() {
  const kit = await ask("print").catch((error) => error);
  const row = (what, title, about) => el("li", {}, el("button", { type: "button", onclick: () => work(what, {}) }, el("b", {}, title), el("small", { class: "quiet" }, about)));
  fill(
    dialog,
    heading(say("Export")),
    kit instanceof Error ? el("p", { role: "alert", class: "wrong" }, kit.message) : null,
    el("ul", { class: "exports" }, EXPORTS.map(({ what, title, about }) => row(what, title, about)), (kit.shops ?? []).map(({ name, title }) => row(`shop-${name}`, title, say("files in the sizes of a print shop")))),
  );
  if (!dialog.open) dialog.showModal();
}

by("print").onclick = print;
by("export").onclick = exported;

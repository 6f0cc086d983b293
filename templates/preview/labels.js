// What the keys of documents are called on the page, and the groups they stand in.

import { say } from "./say.js";

const LABELS = {
  name: say("Name"),
  title: say("Title"),
  subtitle: say("Subtitle"),
  text: say("Text"),
  note: say("Note"),
  head: say("Heading"),
  foot: say("Foot"),
  type: say("Type"),
  owner: say("Owner"),
  side: say("Side"),
  copies: say("Copies"),
  count: say("Count"),
  source: say("Source"),
  rule: say("Rule in the source"),
  rulings: say("Rulings"),
  reference: say("Reference"),
  layout: say("Layout"),
  art: say("Picture"),
  picture: say("Picture"),
  symbol: say("Symbol"),
  colour: say("Colour"),
  shape: say("Shape"),
  size: say("Size"),
  width: say("Width"),
  height: say("Height"),
  strip: say("Track in miniature"),
  write_in: say("Lines to write on"),
  prints: say("Reading that is printed"),
  fields: say("Fields"),
  sections: say("Sections"),
  steps: say("Steps"),
  rows: say("Rows"),
  columns: say("Columns"),
  roll: say("Dice"),
  when: say("When"),
  where: say("Where"),
  use: say("Used for"),
  number: say("Number"),
  units: say("Units"),
  setup: say("Where it starts"),
  arrives: say("When it arrives"),
  reverse: say("Reverse side"),
  back: say("Back"),
  designation: say("Designation"),
  formation: say("Formation"),
  at: say("Place"),
  counters: say("Counters"),
  cards: say("Cards"),
  tracks: say("Tracks"),
  markers: say("Markers"),
  tables: say("Charts"),
  kind: say("Kind of document"),
  id: say("Name in the files (id)"),
};

const GROUPS = [
  [say("Words"), ["title", "subtitle", "name", "short", "full_name", "head", "lead", "text", "note", "foot", "label", "designation", "strip", "sections", "steps", "rows", "items", "lines", "texts"]],
  [say("Look"), ["layout", "art", "picture", "portrait", "symbol", "motif", "poster", "sign", "mark", "colour", "shape", "shown", "size", "width", "height", "box", "band", "ink", "look", "turned", "lies", "corner"]],
  [say("Where it comes from"), ["source", "rule", "rulings", "reference", "kind", "id"]],
];
const FEW = 6; // keys up to which a form needs no groups

/** A key in words. */
export function label(name) {
  if (typeof name === "number") return say("no. {n}", { n: name + 1 });
  const words = String(name).replaceAll("_", " ").trim();
  return Object.hasOwn(LABELS, name) ? LABELS[name] : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Keys in groups, each with its heading; those of no group stand second, under what they belong to. */
export function grouped(names) {
  if (names.length <= FEW) return [["", names]];
  const rest = names.filter((name) => !GROUPS.some(([, listed]) => listed.includes(name)));
  const [first, ...others] = GROUPS.map(([title, listed]) => [title, names.filter((name) => listed.includes(name))]);
  return [first, [say("Game"), rest], ...others].filter(([, listed]) => listed.length);
}

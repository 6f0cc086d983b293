// What the next die means, and what came of a roll, worded like preview/asked.py and wording.py.

import { WalkError } from "./values.js";
import { labelOf, worded } from "./record.js";
import { say } from "./say.js";
import { resolved } from "./walk.js";

/** An id or result in readable form, with no-break spaces before units. */
const plain = (value) =>
  say(String(value).replaceAll("_", " "))
    .replace(/^-(?=[0-9])/, "−")
    .replace(/([0-9])-(?=[0-9])/g, "$1–")
    .replace(/([0-9]) (?=(?:cm|mm|m|km|P|%)\b|%)/g, "$1\u00a0");
/** A text that begins with what each of several things adds, such as “−1 for each figure lost”. */
const EACH = /^[+−]\d+ ./;

const signed = (amount) => (amount > 0 ? `+${amount}` : amount ? `−${-amount}` : "±0");

/** A result or the text of a DRM without its markup. */
export const words = (kit, value) => kit.spoken[value] ?? value;

/** What is done to a counter, by the verb of its effect. */
const DONE = {
  place: (what) => say("place {what}", { what }),
  reduce: (what) => say("reduce {what}", { what }),
  restore: (what) => say("restore {what}", { what }),
  flip: (what) => say("flip {what}", { what }),
  convert: (what) => say("convert {what}", { what }),
  remove: (what) => say("remove {what}", { what }),
  move: (what) => say("move {what}", { what }),
  marker: (what) => say("marker {what}", { what }),
};

/** An event of a record in words, with names in place of ids. */
export function outcomeText(kit, event) {
  const named = (id) => kit.markers[id] ?? kit.names[id] ?? id;
  if (event.do === "note") return [...(event.for ?? []).map(named), event.what].join(": ");
  if (event.do === "marker" && "to" in event) {
    const track = kit.tracks[event.on];
    const box = track?.boxes.find(([name]) => name === event.to)?.[1].title ?? event.to;
    const inside = [track?.title, event.where].filter(Boolean).join(", ");
    return `${say("{what}: marker to {box}", { what: named(event.what), box })}${inside ? ` (${inside})` : ""}`;
  }
  const owner = "to" in event ? ` ${say("as {owner}", { owner: named(event.to) })}` : "";
  const place = kit.places[event.at];
  const at = place ? ` ${say("at {place}", { place: `${place.number} ${place.name}` })}` : "where" in event ? `: ${event.where}` : "";
  const reserve = "reserve" in event ? ` ${say("in the reserve of {owner}", { owner: named(event.reserve) })}` : "";
  return `${DONE[event.do](named(event.what))}${owner}${at}${reserve}`;
}

/** The next die: its purpose, DRMs, and what each face means; `before` are all faces so far. */
export function question(kit, need, before) {
  const { request, path, sides } = need;
  const asked = { label: labelOf(request), path, sides, note: request.node.note ?? "" };
  if (!request.dice) return { ...asked, dice: say("card 1 of {count}", { count: sides }), die: 1, shown: [], drm: [], faces: cards(request, need), totals: [] };
  const at = Number(path.slice(path.lastIndexOf(".") + 1).split("~")[0]);
  const shown = before.slice(before.length - at);
  const sum = shown.reduce((total, face) => total + face, 0);
  const last = at + 1 === request.dice.count;
  const least = sum + request.dice.count - at;
  const most = sum + (request.dice.count - at) * request.dice.faces;
  return {
    ...asked,
    dice: `${request.dice.count}d${request.dice.faces}`,
    die: at + 1,
    shown,
    drm: request.drm.map(([text, add]) => [words(kit, text), add]).map(([text, add]) => `${signed(add)} ${EACH.test(text) ? `(${text})` : text}`),
    faces: Array.from({ length: sides }, (_, index) => ({ face: index + 1, ...(last ? meaning(kit, request, sum + index + 1) : {}) })),
    totals: last ? [] : runs(kit, request, least, most),
  };
}

/** What a total of the dice means, in words, with its effects. */
function meaning(kit, request, natural) {
  try {
    const { result, again } = request.resolve(natural);
    const text = kit.names[result] ?? plain(words(kit, result));
    return again ? { text: say("{result}, roll again", { result: text }), effects: [] } : { text, effects: effects(kit, request, result) };
  } catch (error) {
    if (error instanceof WalkError) return { text: error.message, effects: [] };
    throw error;
  }
}

function effects(kit, request, result) {
  const following = request.node.then.get(result) ?? [];
  const events = following.map((effect) => worded({ node: request.node, item: request.item, effect: resolved(request.view, effect) }));
  return events.filter((event) => event.do).map((event) => outcomeText(kit, event));
}

/** Group consecutive totals with equal meanings. */
function runs(kit, request, least, most) {
  const found = [];
  for (let total = least; total <= most; total += 1) {
    const { text, effects: follow } = meaning(kit, request, total);
    const before = found.at(-1);
    if (before && before.text === text && before.effects.join("\n") === follow.join("\n")) before.to = total;
    else found.push({ from: total, to: total, text, effects: follow });
  }
  return found;
}

/** The cards left in the deck, in order of their numbers, each with the face that stands for it. */
function cards(request, need) {
  const name = request.node.draw.deck;
  const { cards: first, whole: classes } = request.plan.decks.get(name);
  const { order, done } = need.drawn.get(name) ?? { order: [...first.keys()], done: 0 };
  const word = (card) => typeof card !== "number";
  const rank = (a, b) => (word(a) !== word(b) ? (word(a) ? 1 : -1) : word(a) ? (a < b ? -1 : 1) : a - b);
  const left = order.slice(done).map((card, index) => ({ card, face: index + 1 }));
  left.sort((a, b) => rank(a.card, b.card));
  return left.map(({ card, face }) => ({ face, card: String(card), text: classes.get(card) === "other" ? "" : plain(classes.get(card)) }));
}

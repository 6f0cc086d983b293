// What the next die means, and what came of a roll. dice/wording.py says the same, and prepares the texts.

import { WalkError } from "./values.js";
import { labelOf } from "./record.js";
import { filled, say } from "./say.js";
import { diceName, resolved, shownBy, waysOf } from "./walk.js";

/** A text that begins with what each of several things adds, such as “−1 for each figure lost”. */
const EACH = /^[+−]\d+ ./;

const signed = (amount) => (amount > 0 ? `+${amount}` : amount ? `−${-amount}` : "±0");

/** A result or the text of a DRM without its markup. */
export const words = (kit, value) => kit.spoken[value] ?? value;

/** A result as people read it. */
const resultText = (kit, value) => kit.results[value] ?? kit.names[value] ?? String(value).replace(/^-/, "−");

/** An event in words: the text of its effect, with its item and where it goes. */
export function outcomeText(kit, { node, item, effect }) {
  const named = (id) => kit.markers[id] ?? kit.names[id] ?? id;
  if (effect.note !== undefined) return [...[node.outer, item === null ? "" : String(item)].filter(Boolean).map(named), effect.note].join(": ");
  const box = kit.tracks[effect.on]?.boxes.find(([name]) => name === effect.to)?.[1].title;
  return filled(effect.text, { item: named(String(item)), to: effect.marker === undefined ? named(effect.to) : (box ?? effect.to) });
}

/** The next die: its purpose, DRMs, and what each face means; `before` are all faces so far. */
export function question(kit, need, before) {
  const { request, path, sides } = need;
  const asked = { label: labelOf(request), path, sides, note: request.node.note ?? "" };
  if (!request.dice) return { ...asked, dice: say("card 1 of {count}", { count: sides }), die: 1, shown: [], drm: [], faces: cards(kit, request, need), totals: [] };
  const at = Number(path.slice(path.lastIndexOf(".") + 1).split("~")[0]);
  const shown = before.slice(before.length - at);
  const last = at + 1 === request.dice.count;
  const shows = (face) => shownBy(request.dice, [...shown, face]);
  return {
    ...asked,
    dice: diceName(request.dice),
    die: at + 1,
    shown,
    drm: request.drm.map(([text, add]) => [words(kit, text), add]).map(([text, add]) => `${signed(add)} ${EACH.test(text) ? `(${text})` : text}`),
    faces: Array.from({ length: sides }, (_, index) => ({ face: index + 1, ...(last ? meaning(kit, request, shows(index + 1)) : {}) })),
    totals: last ? [] : runs(kit, request, waysOf(request.dice, shown).keys()),
  };
}

/** What a total of the dice means, in words, with its effects. */
function meaning(kit, request, natural) {
  try {
    const { result, again } = request.resolve(natural);
    const text = resultText(kit, result);
    return again ? { text: say("{result}, roll again", { result: text }), effects: [] } : { text, effects: effects(kit, request, result) };
  } catch (error) {
    if (error instanceof WalkError) return { text: error.message, effects: [] };
    throw error;
  }
}

function effects(kit, request, result) {
  const following = (request.node.then.get(result) ?? []).filter((effect) => !effect.set && !effect.add);
  return following.map((effect) => outcomeText(kit, { node: request.node, item: request.item, effect: resolved(request.view, effect) }));
}

/** Group consecutive totals with equal meanings. */
function runs(kit, request, totals) {
  const found = [];
  for (const total of totals) {
    const { text, effects: follow } = meaning(kit, request, total);
    const before = found.at(-1);
    if (before && before.text === text && before.effects.join("\n") === follow.join("\n")) before.to = total;
    else found.push({ from: total, to: total, text, effects: follow });
  }
  return found;
}

/** The cards left in the deck, in order of their numbers, each with the face that stands for it. */
function cards(kit, request, need) {
  const name = request.node.draw.deck;
  const { cards: first, whole: classes } = request.plan.decks.get(name);
  const { order, done } = need.drawn.get(name) ?? { order: [...first.keys()], done: 0 };
  const word = (card) => typeof card !== "number";
  const rank = (a, b) => (word(a) !== word(b) ? (word(a) ? 1 : -1) : word(a) ? (a < b ? -1 : 1) : a - b);
  const left = order.slice(done).map((card, index) => ({ card, face: index + 1 }));
  left.sort((a, b) => rank(a.card, b.card));
  return left.map(({ card, face }) => ({ face, card: String(card), text: classes.get(card) === "other" ? "" : resultText(kit, classes.get(card)) }));
}

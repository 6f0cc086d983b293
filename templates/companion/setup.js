// A set-up with the results of a roll, like settle.py and roll.py: forces → regions → lines with their pieces.

import { outcomeText } from "./asked.js";
import { say } from "./say.js";

const AS_ROLLED = "As rolled";

/** The set-up after events, for the page; null if the game has none. */
export function setupOf(kit, start, events) {
  if (!start) return null;
  const forces = events.reduce((found, event) => applied(kit, found, event), start.forces);
  return { title: start.title, forces: forces.map(shown) };
}

const shown = ({ owner, title, regions, reserve }) => {
  const lines = regions.map((region) => ({ title: region.title, spots: region.spots.map(({ number, name, pieces }) => ({ number, name, chips: pieces.map(key) })) }));
  const kept = { title: say("Reserve"), spots: [{ number: "", name: "", chips: reserve.map(key) }] };
  return { owner, title, regions: reserve.length ? [...lines, kept] : lines };
};

const key = ({ unit, reversed, rolled }) => [unit, ...(reversed ? ["reversed"] : []), ...(rolled ? ["rolled"] : [])].join(" ");
const piecesOf = (force) => [...force.regions.flatMap((region) => region.spots.flatMap((spot) => spot.pieces)), ...force.reserve];
const find = (forces, unit) => forces.flatMap(piecesOf).filter((piece) => piece.unit === unit);

function applied(kit, forces, { item, effect }) {
  const named = (name) => (name === "item" ? String(item) : name);
  const turned = (unit, reversed) => mapped(forces, (pieces) => pieces.map((piece) => (piece.unit === unit ? { ...piece, reversed, rolled: true } : piece)));
  if (effect.reduce !== undefined) return turned(named(effect.reduce), true);
  if (effect.restore !== undefined) return turned(named(effect.restore), false);
  if (effect.flip !== undefined) return turned(named(effect.flip), !find(forces, named(effect.flip)).some((piece) => piece.reversed));
  if (effect.remove !== undefined) {
    const gone = named(effect.remove);
    const units = Object.keys(kit.units).filter((unit) => kit.units[unit].owner === gone);
    return (units.length ? units : [gone]).reduce(take, forces);
  }
  const moved = effect.place ?? effect.move ?? effect.convert;
  return moved === undefined ? forces : placed(kit, forces, named(moved), effect);
}

/** Put a counter where an effect says. With two owners, it shows the new one's side; others keep theirs unless converted. */
function placed(kit, forces, unit, effect) {
  const holder = forces.find((force) => piecesOf(force).some((piece) => piece.unit === unit))?.owner ?? kit.units[unit].owner;
  const owner = effect.to ?? effect.reserve ?? holder;
  const { owner: front, back } = kit.units[unit];
  const two = back !== undefined && [front, back].includes(owner);
  const reversed = two ? owner === back : effect.convert === undefined && find(forces, unit).some((piece) => piece.reversed);
  const piece = { unit, reversed, rolled: true };
  const rest = take(forces, unit);
  const spot = spotFor(kit, forces, unit, effect);
  if (!spot) return owned(kit, rest, owner, (force) => ({ ...force, reserve: [...force.reserve, piece] }));
  return owned(kit, rest, owner, (force) => ({ ...force, regions: into(force.regions, spot.region, spot.number, spot.name, piece) }));
}

/** Return where an effect puts a counter; one that only changes sides stays where it stands. Nothing for a reserve. */
function spotFor(kit, forces, unit, effect) {
  if (effect.at !== undefined) return kit.places[effect.at];
  if (effect.where !== undefined) return { region: AS_ROLLED, number: "", name: effect.where };
  if (effect.convert === undefined || effect.reserve !== undefined) return undefined;
  const spots = forces.flatMap((force) => force.regions).flatMap(({ title, spots: all }) => all.map((one) => ({ ...one, region: title })));
  return spots.find(({ pieces }) => pieces.some((piece) => piece.unit === unit));
}

/** Change one owner's force, which starts empty if there was none. */
function owned(kit, forces, owner, change) {
  const known = forces.some((force) => force.owner === owner);
  const all = known ? forces : [...forces, { owner, title: kit.owners[owner], regions: [], reserve: [] }];
  return all.map((force) => (force.owner === owner ? change(force) : force));
}

/** Remove every piece of a unit, and lines left empty. */
const take = (forces, unit) => mapped(forces, (pieces) => pieces.filter((piece) => piece.unit !== unit));

function mapped(forces, change) {
  const full = (list, part) => list.filter((one) => one[part].length);
  return forces.map((force) => {
    const regions = force.regions.map((region) => ({ ...region, spots: full(region.spots.map((spot) => ({ ...spot, pieces: change(spot.pieces) })), "pieces") }));
    return { ...force, regions: full(regions, "spots"), reserve: change(force.reserve) };
  });
}

function into(regions, title, number, name, piece) {
  const spot = { number, name, pieces: [piece] };
  if (!regions.some((region) => region.title === title)) return [...regions, { title, spots: [spot] }];
  const same = (other) => other.number === number && other.name === name;
  return regions.map((region) => {
    if (region.title !== title) return region;
    if (!region.spots.some(same)) return { ...region, spots: [...region.spots, spot] };
    return { ...region, spots: region.spots.map((other) => (same(other) ? { ...other, pieces: [...other.pieces, piece] } : other)) };
  });
}

/** What events change in a game: each in words, with the facts that follow, the marker's box, and those that act on the set-up. */
export function changesOf(kit, events) {
  return events.filter(({ effect }) => effect.note === undefined).map((event) => ({ text: outcomeText(kit, event), facts: factsOf(kit, event), ...marked(kit, event), event: event.effect.marker === undefined ? [{ item: event.item, effect: event.effect }] : [] }));
}

/** A marker that an event moves along a track: its title, and that of its box. */
function marked(kit, { item, effect }) {
  const box = kit.tracks[effect.on]?.boxes.find(([name]) => name === String(effect.to));
  if (effect.marker === undefined || !box) return {};
  const what = effect.marker === "item" ? String(item) : effect.marker;
  return { title: kit.names[item] ?? kit.markers[what] ?? kit.names[what] ?? what, to: box[1].title };
}

/** Where an event puts markers; those of an owner who leaves the game are off their tracks. */
function factsOf(kit, { item, effect }) {
  const named = (name) => (name === "item" ? String(item) : name);
  const rows = Object.entries(kit.tracks).flatMap(([track, { rows: all }]) => Object.entries(all).map(([row, { marker }]) => ({ track, row, marker })));
  if (effect.marker !== undefined) {
    const what = named(effect.marker);
    const row = rows.find((one) => one.track === effect.on && [one.row, one.marker].includes(what))?.row ?? what;
    return effect.on === undefined ? {} : { [`at|${effect.on}|${row}`]: String(effect.to) };
  }
  if (effect.remove === undefined) return {};
  return Object.fromEntries(rows.filter(({ row }) => row === named(effect.remove) && kit.owners[row] !== undefined).map(({ track, row }) => [`at|${track}|${row}`, ""]));
}

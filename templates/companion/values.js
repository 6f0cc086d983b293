// The values of conditions and amounts, like dice/values.py: inputs, variables, results, and table lookups.
// Tallies are lists of [result, count]; missing answers and skipped steps are null.

/** The largest absolute value of an amount. */
const LARGEST = 10 ** 9;

/** The data allow no way on; `node` is the step, null in a report. */
export class WalkError extends Error {
  constructor(node, message) {
    super(message);
    this.node = node;
  }
}

/** What to say when a deck has no card left to draw. */
export const exhausted = ({ title, without, discarded }) =>
  `the deck '${title}' is empty${without && !discarded ? `: if discards are reshuffled, leave them out of '${without}'` : ""}`;

/** A chained procedure's scope and its outer ones: `a.b.`, `a.`, and none. */
function scopes(scope) {
  const parts = scope.split(".").slice(0, -1);
  return [...parts.keys(), parts.length].reverse().map((count) => parts.slice(0, count).map((part) => `${part}.`).join(""));
}

/** Names as seen by one step: results of the current item, then results and variables, then inputs. */
export class View {
  constructor(plan, values, local, node = null, inner = new Set()) {
    Object.assign(this, { plan, values, local, node, inner });
  }

  /** The full name of a name: the nearest enclosing scope that knows it wins. */
  full(name) {
    return scopes(this.node?.scope ?? "").map((scope) => scope + name).find((full) => this.plan.known.has(full)) ?? name;
  }

  /** Whether the name is known here, with or without a value. */
  knows(name) {
    return name === "item" || name.endsWith(".item") || this.plan.known.has(this.full(name));
  }

  value(name) {
    if (name === "item") return this.local.get("item") ?? [...this.local].findLast(([key]) => key.startsWith("item."))?.[1] ?? null;
    if (name.endsWith(".item")) name = `${name.slice(0, -4)}${this.value("item")}`;
    const full = this.full(name);
    if (this.local.has(full)) return this.local.get(full);
    if (this.inner.has(full)) return null;
    return (this.values.has(full) ? this.values.get(full) : this.plan.inputs.get(full)) ?? null;
  }

  tally(name) {
    const found = this.value(name);
    return Array.isArray(found) ? found : found === null ? [] : [[found, 1]];
  }
}

const isNumber = (value) => typeof value === "number";

/** The value of an amount: a number, or the word or tally in a name or cell. Missing values count as 0. */
export function amount(view, value) {
  if (isNumber(value)) return value;
  if (typeof value === "string") return view.value(value) ?? 0;
  const base = basis(view, value);
  if (value.times === 1 && value.plus === 0 && value.least === undefined && value.most === undefined) return base;
  const total = whole(view, base) * value.times + needed(view, value.plus);
  return within(view, Math.min(Math.max(total, value.least ?? -Infinity), value.most ?? Infinity));
}

/** Check that a number is not past the limit. */
export function within(view, total) {
  if (Math.abs(total) > LARGEST) throw new WalkError(view.node, `a calculation exceeds ${LARGEST.toLocaleString("en")}`);
  return total;
}

/** An amount that must be a number. */
export function needed(view, value) {
  return whole(view, amount(view, value));
}

function whole(view, value) {
  if (!isNumber(value)) throw new WalkError(view.node, `${quoted(value)} is not a number`);
  return value;
}

/** A value to set or to pass on: an amount, or a word that is not a name. */
export function meant(view, value) {
  return typeof value === "string" && !view.knows(value) ? value : amount(view, value);
}

/** A value as in a report; tallies in words: '2 green, 1 enemy'. */
export const shown = (value) => (Array.isArray(value) ? value.map(([result, count]) => `${count} ${result}`).join(", ") || "none" : value);

/** A value in a message. */
export const quoted = (value) => (value === null ? "nothing" : `'${shown(value)}'`);

function basis(view, calc) {
  if (calc.of !== undefined) return amount(view, calc.of);
  if (calc.sum !== undefined) return view.tally(calc.sum).reduce((total, [result, count]) => total + (isNumber(result) ? result * count : 0), 0);
  if (calc.count !== undefined) {
    const counted = ([name, wanted]) => view.tally(name).reduce((total, [result, count]) => total + ([wanted].flat().includes(result) ? count : 0), 0);
    return calc.count.reduce((total, entry) => total + counted(entry), 0);
  }
  return cell(view, calc);
}

/** The cell that `lookup` refers to; row and column are ids, or names that hold them. A missing row counts as 0. */
function cell(view, calc) {
  const table = view.plan.tables[calc.lookup];
  const row = table.rows.some(([key]) => key === calc.row) ? calc.row : view.value(String(calc.row));
  const found = table.rows.find(([key]) => key === row) ?? table.rows.find(([key]) => String(key) === String(row));
  if (found === undefined || row === null || Array.isArray(row)) return 0;
  const cells = found[1];
  const value = Array.isArray(cells) ? cells[table.columns.length ? table.columns.indexOf(columnOf(view, calc, table)) : 0] : cells;
  return calc.read.find(([key]) => key === value)?.[1] ?? value;
}

function columnOf(view, { lookup, column = null }, { columns }) {
  const found = column === null || columns.includes(String(column)) ? column : view.value(String(column));
  if (!columns.includes(String(found))) throw new WalkError(view.node, `${quoted(found)} is not a column of the table '${lookup}'`);
  return String(found);
}

/** Whether a condition holds. */
export function holds(view, condition) {
  if (condition.join) {
    const part = (inner) => holds(view, inner);
    if (condition.join === "all") return condition.parts.every(part);
    return condition.parts.some(part) === (condition.join === "either");
  }
  if (condition.quantity) {
    const tally = view.tally(condition.step);
    const sum = (entries) => entries.reduce((total, [, count]) => total + count, 0);
    const matching = sum(tally.filter(([result]) => condition.results.includes(result)));
    return condition.quantity === "any" ? matching > 0 : matching === sum(tally);
  }
  return passes(view, condition, typeof condition.value === "string" ? view.value(condition.value) : amount(view, condition.value));
}

/** Whether a value passes the test of a condition, whatever the condition's own value. */
export function passes(view, condition, value) {
  if (condition.is_in && !condition.is_in.includes(value)) return false;
  if (condition.not_in?.includes(value)) return false;
  if (condition.at_least !== undefined && compared(view, value) < needed(view, condition.at_least)) return false;
  return condition.at_most === undefined || compared(view, value) <= needed(view, condition.at_most);
}

/** A value to compare with a number; a missing one counts as 0. */
const compared = (view, value) => (value === null ? 0 : whole(view, value));

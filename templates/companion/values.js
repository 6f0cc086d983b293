// The values that conditions and amounts read, as dice/values.py has them: inputs, variables, results, and tables looked up.
// Tallies are lists of [result, count]; an answer that was not given and a step that was passed over are null.

export class WalkError extends Error {}

/** A chained procedure's scope and those around it: `a.b.`, `a.`, and none. */
function scopes(scope) {
  const parts = scope.split(".").slice(0, -1);
  return [...parts.keys(), parts.length].reverse().map((count) => parts.slice(0, count).map((part) => `${part}.`).join(""));
}

/** Names as one step sees them: the running item's results, then results and variables, then inputs. */
export class View {
  constructor(plan, values, local, scope = "", inner = new Set()) {
    Object.assign(this, { plan, values, local, scope, inner });
  }

  knows(name) {
    return name === "item" || name.endsWith(".item") || [this.local, this.values, this.plan.inputs].some((names) => names.has(name)) || this.values.has(this.scope + name);
  }

  /** Where a variable is kept: under the chained procedure's name if it is its own. */
  key(name) {
    return this.kept(name) ?? name;
  }

  kept(name) {
    return scopes(this.scope).map((scope) => scope + name).find((full) => this.values.has(full));
  }

  value(name) {
    if (name === "item") return this.local.get("item") ?? [...this.local].findLast(([key]) => key.startsWith("item."))?.[1] ?? null;
    if (name.endsWith(".item")) name = `${name.slice(0, -4)}${this.value("item")}`;
    for (const key of [this.scope + name, name]) {
      if (this.local.has(key)) return this.local.get(key);
      if (this.inner.has(key)) return null;
    }
    const kept = this.kept(name);
    return kept === undefined ? (this.plan.inputs.get(name) ?? null) : this.values.get(kept);
  }

  tally(name) {
    const found = this.value(name);
    return Array.isArray(found) ? found : found === null ? [] : [[found, 1]];
  }
}

const isNumber = (value) => typeof value === "number";

/** An amount's value: a number, or the word that a name or cell holds. Numbers that are not there count 0. */
export function amount(view, value) {
  if (isNumber(value)) return value;
  if (typeof value === "string") return view.value(value) ?? 0;
  const base = basis(view, value);
  if (!isNumber(base)) return base;
  const total = base * value.times + amount(view, value.plus);
  return Math.min(Math.max(total, value.least ?? -Infinity), value.most ?? Infinity);
}

function basis(view, calc) {
  if (calc.of !== undefined) return amount(view, calc.of);
  if (calc.sum !== undefined) return view.tally(calc.sum).reduce((total, [result, count]) => total + (isNumber(result) ? result * count : 0), 0);
  if (calc.count !== undefined) {
    const counted = ([name, wanted]) => view.tally(name).reduce((total, [result, count]) => total + (wanted.includes(result) ? count : 0), 0);
    return calc.count.reduce((total, entry) => total + counted(entry), 0);
  }
  return cell(view, calc);
}

/** The cell that `lookup` names; row and column are literal ids, or names that hold them. */
function cell(view, calc) {
  const table = view.plan.tables[calc.lookup];
  const row = table.rows.some(([key]) => key === calc.row) ? calc.row : view.value(String(calc.row));
  const column = calc.column === undefined || table.columns.includes(calc.column) ? calc.column : view.value(String(calc.column));
  const found = table.rows.find(([key]) => key === row) ?? table.rows.find(([key]) => String(key) === String(row));
  if (found === undefined) return 0;
  const cells = found[1];
  const value = Array.isArray(cells) && column !== undefined ? cells[table.columns.indexOf(String(column))] : cells;
  return calc.read.find(([key]) => key === value)?.[1] ?? value;
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
  const value = typeof condition.value === "string" ? view.value(condition.value) : amount(view, condition.value);
  if (condition.is_in && !condition.is_in.includes(value)) return false;
  if (condition.not_in?.includes(value)) return false;
  const number = isNumber(value) ? value : 0;
  if (condition.at_least !== undefined && number < bound(view, condition.at_least)) return false;
  return condition.at_most === undefined || number <= bound(view, condition.at_most);
}

function bound(view, value) {
  const found = amount(view, value);
  if (!isNumber(found)) throw new WalkError(`'${found}' is no number to compare with`);
  return found;
}

/** An amount that must be a number. */
export function needed(view, value) {
  const found = amount(view, value);
  if (!isNumber(found)) throw new WalkError(`'${found}' is no number`);
  return found;
}

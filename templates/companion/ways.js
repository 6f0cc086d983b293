// Values and the ways to each, like dice/ways.py: sums of independent values are products, repeated ones powers.

export function add(found, more, times = 1n) {
  for (const [value, ways] of more) found.set(value, (found.get(value) ?? 0n) + ways * times);
}

const isNumber = (value) => typeof value === "number";

/** The sums of two independent values. One that is not a number may only be added to 0. */
export function product(one, other) {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  const found = new Map();
  for (const [value, ways] of few) {
    for (const [second, more] of many) {
      const total = isNumber(value) && isNumber(second) ? value + second : isNumber(value) ? second : value;
      found.set(total, (found.get(total) ?? 0n) + ways * more);
    }
  }
  return found;
}

/** The sums of `count` independent values with the same ways, by Euler's recurrence for powers of polynomials. */
export function power(ways, count) {
  const { least, step, terms, first } = dense(ways);
  const found = [first ** BigInt(count)];
  const most = terms.length ? count * terms.at(-1)[0] : 0;
  for (let at = 1; at <= most; at += 1) {
    let total = 0n;
    for (const [up, weight] of terms) if (up <= at) total += BigInt(count * up - at + up) * weight * found[at - up];
    found.push(total / (BigInt(at) * first));
  }
  return new Map(found.map((number, at) => [count * least + step * at, number]).filter(([, number]) => number));
}

/** The number of multiplications that `power` takes. */
export function costOfPower(ways, count) {
  const { terms } = dense(ways);
  return terms.length ? count * terms.at(-1)[0] * terms.length : 1;
}

/** The least value and its ways, the common step of all values, and the others as steps from it with their ways. */
function dense(ways) {
  const values = [...ways.keys()].sort((a, b) => a - b);
  const [least] = values;
  const step = values.reduce((shared, value) => divisor(shared, value - least), 0) || 1;
  return { least, step, terms: values.slice(1).map((value) => [(value - least) / step, ways.get(value)]), first: ways.get(least) };
}

const divisor = (a, b) => (b ? divisor(b, a % b) : a);

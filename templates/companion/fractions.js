// Exact fractions as [numerator, denominator] of BigInts, and decimals rounded like Python's: ties to even.

const divisor = (a, b) => (b ? divisor(b, a % b) : a);

export function fraction(above, below) {
  const shared = divisor(above < 0n ? -above : above, below) || 1n;
  return [above / shared, below / shared];
}

/**
 * Returns a function that makes fractions of a whole. Dividing by small primes beats Euclid's algorithm for thousands
 * of large numbers.
 */
export function shares(whole) {
  const primes = [];
  let rest = whole;
  for (let prime = 2n; prime < 1000n && rest > 1n; prime += 1n) {
    if (rest % prime === 0n) primes.push(prime);
    while (rest % prime === 0n) rest /= prime;
  }
  if (rest > 1n) return (ways) => fraction(ways, whole);
  return (ways) => {
    let [above, below] = [ways, whole];
    for (const prime of primes) {
      while (above % prime === 0n && below % prime === 0n) [above, below] = [above / prime, below / prime];
    }
    return [above, below];
  };
}

export const plus = ([a, b], [c, d]) => fraction(a * d + c * b, b * d);
export const times = ([a, b], [c, d]) => fraction(a * c, b * d);

/** The nearest floating-point number. */
export function number([above, below]) {
  if (above < 0n) return -number([-above, below]);
  // 64 bits of the quotient, plus a sticky bit for the rest, decide every rounding.
  const shift = Math.max(0, 64 + below.toString(2).length - above.toString(2).length);
  const quotient = (above << BigInt(shift)) / below;
  const more = quotient * below !== above << BigInt(shift);
  const rounded = Number(quotient * 2n + (more ? 1n : 0n));
  if (shift < 1000) return rounded / 2 ** (shift + 1);
  // Divide in two steps, as 2^1024 overflows; subnormal numbers are multiples of 2^-1074.
  const found = rounded / 2 ** 1000 / 2 ** (shift - 999);
  return found < 2 ** -1022 ? least(above, below) * 2 ** -1074 : found;
}

/** above / below × 2^1074 as a whole number; ties to even. */
function least(above, below) {
  const [whole, rest] = [(above << 1074n) / below, (above << 1074n) % below];
  const up = 2n * rest > below || (2n * rest === below && whole % 2n === 1n);
  return Number(up ? whole + 1n : whole);
}

/** A probability as in a record: the fraction, and a decimal with six significant figures. */
export function chance(value) {
  return { fraction: `${value[0]}/${value[1]}`, decimal: figures(number(value), 6) };
}

/** A number rounded to `count` significant figures. */
function figures(value, count) {
  if (value === 0) return 0;
  const power = Number(Math.abs(value).toExponential(count + 10).split("e")[1]);
  const rounded = scaled(value, count - 1 - power);
  return Number(`${rounded}e${power - count + 1}`);
}

/** A number with `count` decimal places, as text. */
export function places(value, count) {
  const digits = String(scaled(value, count)).padStart(count + 1, "0");
  return count ? `${digits.slice(0, -count)}.${digits.slice(-count)}` : digits;
}

/** value × 10^power as a whole number; the floating-point value is taken exactly. */
function scaled(value, power) {
  if (value < 0) return -scaled(-value, power);
  let bits = 0;
  while (!Number.isInteger(value)) {
    value *= 2;
    bits += 1;
  }
  let [above, below] = [BigInt(value), 1n << BigInt(bits)];
  if (power >= 0) above *= 10n ** BigInt(power);
  else below *= 10n ** BigInt(-power);
  const [whole, rest] = [above / below, above % below];
  const up = 2n * rest > below || (2n * rest === below && whole % 2n === 1n);
  return up ? whole + 1n : whole;
}

/** A decimal as a percentage; small ones keep two significant figures, but need no row of zeros. */
export function percent(decimal) {
  if (decimal > 0 && decimal < 1e-8) return "< 0.000001 %";
  if (decimal === 0 || decimal >= 0.001) return `${places(decimal * 100, 1)} %`;
  return `${places(decimal * 100, 1 - Math.floor(Math.log10(decimal * 100)))} %`;
}

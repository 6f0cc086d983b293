// Exact fractions as [numerator, denominator] of BigInts, and decimals rounded as Python rounds them: ties go to the even digit.

const divisor = (a, b) => (b ? divisor(b, a % b) : a);

export function fraction(above, below) {
  const shared = divisor(above < 0n ? -above : above, below) || 1n;
  return [above / shared, below / shared];
}

export const plus = ([a, b], [c, d]) => fraction(a * d + c * b, b * d);
export const times = ([a, b], [c, d]) => fraction(a * c, b * d);

/** The nearest number that a computer's decimal can hold. */
export function number([above, below]) {
  if (above < 0n) return -number([-above, below]);
  // 64 bits of the quotient and one that says whether anything follows decide every rounding.
  const shift = Math.max(0, 64 + below.toString(2).length - above.toString(2).length);
  const quotient = (above << BigInt(shift)) / below;
  const more = quotient * below !== above << BigInt(shift);
  return Number(quotient * 2n + (more ? 1n : 0n)) / 2 ** (shift + 1);
}

/** A probability as a record has it: the fraction, and a decimal of six figures. */
export function chance(value) {
  return { fraction: `${value[0]}/${value[1]}`, decimal: figures(number(value), 6) };
}

/** A number rounded to so many significant figures. */
function figures(value, count) {
  if (value === 0) return 0;
  const power = Number(Math.abs(value).toExponential(count + 10).split("e")[1]);
  const rounded = scaled(value, count - 1 - power);
  return Number(`${rounded}e${power - count + 1}`);
}

/** A number with so many decimal places, as text. */
export function places(value, count) {
  const digits = String(scaled(value, count)).padStart(count + 1, "0");
  return count ? `${digits.slice(0, -count)}.${digits.slice(-count)}` : digits;
}

/** value × 10^power as a whole number; a number's bits are taken exactly. */
function scaled(value, power) {
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

/** A decimal as a percentage; small ones keep two significant figures. */
export function percent(decimal) {
  if (decimal === 0 || decimal >= 0.001) return `${places(decimal * 100, 1)} %`;
  return `${places(decimal * 100, 1 - Math.floor(Math.log10(decimal * 100)))} %`;
}
